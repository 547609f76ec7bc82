"""Fields of all kinds, frames and shadow roots."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.living.stage import Stage, scenario


@scenario("type into a field, and send the form by Enter")
def _(stage: Stage) -> None:
    stage.open("fields.html")
    ref = stage.driver.ref("textbox", "City")
    stage.act("type", ref, "Leeds", does=["type city Leeds"])
    stage.act("key", ref, "Enter", does=["key city Enter", "submit Leeds"])


@scenario("replace what stands in a rich text")
def _(stage: Stage) -> None:
    stage.open("fields.html")
    stage.act("type", stage.driver.ref("textbox", "Text"), "New", does=["type text New", "type text ?"])


@scenario("type several lines into a text area")
def _(stage: Stage) -> None:
    stage.open("fields.html")
    stage.act("type", stage.driver.ref("textbox", "Notes"), "one\ntwo", does=["type notes one\ntwo"])


@scenario("press a check box that its label covers")
def _(stage: Stage) -> None:
    stage.open("fields.html")
    stage.act("press", stage.driver.ref("checkbox", "News"), does=["press news", "type news on?"])
    checked = stage.driver.script("document.querySelector('[data-key=news]').checked")
    stage.expect(checked, "it is not checked")


@scenario("give a file")
def _(stage: Stage) -> None:
    stage.open("fields.html")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "note.txt"
        file.write_text("a note", encoding="utf-8")
        stage.act("upload", stage.driver.ref("button", "File"), str(file), does=["upload file note.txt"])


@scenario("type into a field with suggestions, and choose one")
def _(stage: Stage) -> None:
    stage.open("fields.html")
    stage.act("type", stage.driver.ref("combobox", "Fruit"), "ap", does=["type fruit ap", "type fruit a?"])
    stage.driver.read()
    stage.act("press", stage.driver.ref("option", "Apricot"), does=["press pick Apricot"])
    value = stage.driver.script("document.querySelector('[data-key=fruit]').value")
    stage.expect(value == "Apricot", f"the field says {value!a}")


@scenario("open details, and press what is inside")
def _(stage: Stage) -> None:
    stage.open("fields.html")
    stage.act("press", _summary(stage), does=["press summary"])
    stage.driver.read()
    stage.act("press", stage.driver.ref("button", "Inside"), does=["press inside"])


def _summary(stage: Stage) -> str:
    for role in ("disclosure-triangle", "DisclosureTriangle", "summary", "button", "group"):
        try:
            return stage.driver.ref(role, "More")
        except LookupError:
            continue
    raise LookupError("no summary in what was read")


@scenario("move a slider by a key")
def _(stage: Stage) -> None:
    stage.open("fields.html")
    ref = stage.driver.ref("slider", "Volume")
    stage.act("key", ref, "ArrowRight", does=["key volume ArrowRight", "type volume 4"])


@scenario("set the focus, and press a key there")
def _(stage: Stage) -> None:
    stage.open("fields.html")
    ref = stage.driver.ref("textbox", "City")
    stage.act("focus", ref, does=[])
    focused = stage.driver.script("document.activeElement.dataset.key")
    stage.expect(focused == "city", f"the focus is on {focused!a}")


@scenario("press a button in a frame")
def _(stage: Stage) -> None:
    stage.open("parts.html")
    stage.act("press", stage.driver.ref("button", "In the frame"), does=["press inner"])


@scenario("press a button in a frame of another host")
def _(stage: Stage) -> None:
    stage.open("parts.html")
    stage.act("press", stage.driver.ref("button", "In the other frame"), does=["press other"])


@scenario("press a button in an open shadow root")
def _(stage: Stage) -> None:
    stage.open("parts.html")
    stage.act("press", stage.driver.ref("button", "In open shadow"), does=["press open"])


@scenario("press a button in a closed shadow root")
def _(stage: Stage) -> None:
    stage.open("parts.html")
    stage.act("press", stage.driver.ref("button", "In closed shadow"), does=["press closed"])
