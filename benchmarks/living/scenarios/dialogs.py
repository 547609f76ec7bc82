"""JavaScript dialogs: they block the page, and an action that opens one was done."""

from __future__ import annotations

from benchmarks.living.stage import Stage, scenario


def _answer(stage: Stage, button: str, does: list[str]) -> None:
    stage.driver.read()
    stage.act("press", stage.driver.ref("button", button), does=does)
    stage.until(lambda: len(stage.site.log) >= 1)


@scenario("an alert: done, told, and closed")
def _(stage: Stage) -> None:
    stage.open("dialogs.html")
    stage.act("press", stage.driver.ref("button", "Alert"), does=["press alert", "closed alert?"])
    stage.expect("Stock is low" in stage.told() + stage.driver.read(), "the message is not told")
    if "closed alert" not in stage.site.log:
        _answer(stage, "OK", ["closed alert"])


@scenario("a confirmation: done, told, and accepted")
def _(stage: Stage) -> None:
    stage.open("dialogs.html")
    stage.act("press", stage.driver.ref("button", "Confirm"), does=["press confirm"])
    stage.expect("Delete all?" in stage.told() + stage.driver.read(), "the question is not told")
    _answer(stage, "OK", ["answer true"])


@scenario("a confirmation: dismissed")
def _(stage: Stage) -> None:
    stage.open("dialogs.html")
    stage.act("press", stage.driver.ref("button", "Confirm"), does=["press confirm"])
    _answer(stage, "Cancel", ["answer false"])


@scenario("a question: told, typed into, and accepted")
def _(stage: Stage) -> None:
    stage.open("dialogs.html")
    stage.act("press", stage.driver.ref("button", "Prompt"), does=["press prompt"])
    stage.driver.read()
    box = stage.driver.ref("textbox", "")
    stage.act("type", box, "Ada", does=[])
    stage.act("press", stage.driver.ref("button", "OK"), does=["answer Ada"])


@scenario("leaving a page that asks whether to leave")
def _(stage: Stage) -> None:
    stage.open("dialogs.html")
    stage.act("press", stage.driver.ref("button", "Guard"), does=["press guard"])
    stage.act("press", stage.driver.ref("link", "Leave"), does=["press leave"])
    if "Arrived" not in stage.told():
        stage.driver.read()
        stage.act("press", stage.driver.ref("button", "Leave"), does=[])
        stage.expect("Arrived" in stage.last.said + stage.driver.read(), "it has not left")


@scenario("press on the page while a confirmation is open: refused, with the dialog as the cause")
def _(stage: Stage) -> None:
    stage.open("dialogs.html")
    ref = stage.driver.ref("button", "Guard")
    stage.act("press", stage.driver.ref("button", "Confirm"), does=["press confirm"])
    stage.act("press", ref, refuses="dialog")
