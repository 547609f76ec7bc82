"""Hovering, scrolling, and what moves."""

from __future__ import annotations

from benchmarks.living.stage import Stage, scenario


@scenario("hover over a menu, and press what it shows")
def _(stage: Stage) -> None:
    stage.open("pointer.html")
    stage.act("hover", stage.driver.ref("button", "File"), does=["over"])
    stage.driver.read()
    stage.act("press", stage.driver.ref("button", "Open"), does=["press open"])


@scenario("press a button far below the window")
def _(stage: Stage) -> None:
    stage.open("pointer.html")
    stage.act("press", stage.driver.ref("button", "Far below"), does=["press low", "over?"])


@scenario("press a button that never stands still: done, or refused with the cause")
def _(stage: Stage) -> None:
    stage.open("pointer.html")
    ref = stage.driver.ref("button", "Walker")
    stage.act("press", ref, does=["press walker", "over?"], refuses=r"mov|stable|still|animat")


@scenario("scroll a part of the page")
def _(stage: Stage) -> None:
    stage.open("pointer.html")
    stage.act("scroll", stage.driver.ref("region", "Log"), "down", does=["scrolled", "over?"])


@scenario("scroll an element into view")
def _(stage: Stage) -> None:
    stage.open("pointer.html")
    stage.act("scroll", stage.driver.ref("button", "Far below"), does=["over?"])
    seen = stage.driver.script("document.querySelector('[data-key=low]').getBoundingClientRect().top < innerHeight")
    stage.expect(seen, "it is not in the window")
