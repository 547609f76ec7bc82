"""Nodes that live on and show another thing."""

from __future__ import annotations

from contextlib import suppress

from benchmarks.living.stage import Stage, scenario

OTHER = r"now|another|changed|no longer|renamed|shows|stale|gone"


@scenario("press in a recycled list that has scrolled far: refused")
def _(stage: Stage) -> None:
    stage.open("recycled.html")
    ref = stage.driver.ref("button", "Open 3")
    stage.driver.script("scrolled(100)")
    stage.act("press", ref, refuses=OTHER)


@scenario("press in a recycled list that has scrolled by three: that message or none")
def _(stage: Stage) -> None:
    stage.open("recycled.html")
    ref = stage.driver.ref("button", "Open 5")
    stage.driver.script("scrolled(3)")
    stage.act("press", ref, does=["press message 5"], refuses=OTHER)


@scenario("press in a recycled list after it was read again: the message that is told")
def _(stage: Stage) -> None:
    stage.open("recycled.html")
    stage.driver.script("scrolled(3)")
    stage.driver.read()
    for number in (5, 9):
        stage.act("press", stage.driver.ref("button", f"Open {number}"), does=[f"press message {number}"])


@scenario("press an old ref of a recycled list that was read again: never another message")
def _(stage: Stage) -> None:
    stage.open("recycled.html")
    refs = {number: stage.driver.ref("button", f"Open {number}") for number in (0, 4)}
    stage.driver.script("scrolled(4)")
    stage.driver.read()
    for number, ref in refs.items():
        named = _message_of(stage, ref)
        stage.expect(named in {None, number}, f"{ref} was told as message {number} and names {named}")
        stage.act("press", ref, does=[f"press message {number}"], refuses=OTHER + r"|removed|not found|unknown ref")


def _message_of(stage: Stage, ref: str) -> int | None:
    """The message that a ref names by the last read."""
    for number in range(20):
        with suppress(LookupError):
            if stage.driver.ref("button", f"Open {number}") == ref:
                return number
    return None


@scenario("press in a recycled list that was scrolled there and back")
def _(stage: Stage) -> None:
    stage.open("recycled.html")
    ref = stage.driver.ref("button", "Open 2")
    stage.driver.script("scrolled(50)")
    stage.driver.script("scrolled(0)")
    stage.act("press", ref, does=["press message 2"])


@scenario("press in a recycled list that was read there and back: the old ref")
def _(stage: Stage) -> None:
    stage.open("recycled.html")
    ref = stage.driver.ref("button", "Open 2")
    stage.driver.script("scrolled(50)")
    stage.driver.read()
    stage.driver.script("scrolled(0)")
    stage.driver.read()
    stage.act("press", ref, does=["press message 2"])


@scenario("press in a list whose rows moved up in their nodes: that row or none")
def _(stage: Stage) -> None:
    stage.open("rows.html")
    ref = stage.driver.ref("button", "Delete", 2)
    stage.driver.script("shifted(['Flour', 'Bread', 'Milk', 'Salt', 'Rice', 'Tea'])")
    stage.act("press", ref, does=["press delete Salt"], refuses=OTHER)


@scenario("press in a list whose rows moved up in their nodes, read again: that row")
def _(stage: Stage) -> None:
    stage.open("rows.html")
    ref = stage.driver.ref("button", "Delete", 2)
    stage.driver.script("shifted(['Flour', 'Bread', 'Milk', 'Salt', 'Rice', 'Tea'])")
    stage.driver.read()
    stage.act("press", ref, does=["press delete Salt"])


@scenario("press a button that has another name now: refused")
def _(stage: Stage) -> None:
    stage.open("cannot.html")
    ref = stage.driver.ref("button", "Vanishing")
    stage.driver.script("renamed('Delete everything')")
    stage.act("press", ref, refuses=OTHER)


@scenario("press a row of a table that was sorted in place")
def _(stage: Stage) -> None:
    stage.open("rows.html")
    ref = stage.driver.ref("button", "Edit", 0)
    stage.driver.script("list.append(list.firstElementChild)")
    stage.act("press", ref, does=["press edit Bread"])
