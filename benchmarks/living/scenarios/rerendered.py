"""Pages that write themselves again while an agent acts."""

from __future__ import annotations

from benchmarks.living.stage import Stage, scenario

GOODS = ("Lamp", "Chair", "Shelf", "Rug", "Clock", "Vase", "Stool", "Desk")
ACTIONS = 100


def _presses(stage: Stage, every: int, count: int) -> None:
    stage.open(f"rerender.html?every={every}")
    refs = {name: stage.driver.ref("button", f"Add {name}") for name in GOODS}
    for number in range(count):
        name = GOODS[number * 5 % len(GOODS)]
        stage.act("press", refs[name], does=[f"press {name}"])


@scenario("100 presses on a page that is written again every 200 ms")
def _(stage: Stage) -> None:
    _presses(stage, 200, ACTIONS)


@scenario("100 presses on a page that is written again every second")
def _(stage: Stage) -> None:
    _presses(stage, 1000, ACTIONS)


@scenario("type where the page is written again every 200 ms; what was typed stays")
def _(stage: Stage) -> None:
    stage.open("rerender.html?every=200")
    ref = stage.driver.ref("textbox", "Note")
    stage.act("type", ref, "two boxes", does=["type note two boxes"])
    stage.driver.script("new Promise((done) => setTimeout(done, 500))")
    kept = stage.driver.script("document.querySelector('[data-key=note]').value")
    stage.expect(kept == "two boxes", f"the field says {kept!a}")
    stage.act("type", ref, "three", does=["type note three"])


@scenario("select where the page is written again every 200 ms")
def _(stage: Stage) -> None:
    stage.open("rerender.html?every=200")
    stage.act("select", stage.driver.ref("combobox", "Size"), "Large", does=["type size Large"])


@scenario("press where every look at the page shows another number")
def _(stage: Stage) -> None:
    stage.open("rerender.html?every=200&counts")
    ref = stage.driver.ref("button", "Add Rug")
    stage.driver.script("new Promise((done) => setTimeout(done, 500))")
    stage.act("press", ref, does=["press Rug"])


@scenario("press in a list that innerHTML wrote again, with one row more in front")
def _(stage: Stage) -> None:
    stage.open("rows.html")
    ref = stage.driver.ref("button", "Edit", 3)
    stage.driver.script("again(['Sugar', ...rows])")
    stage.act("press", ref, does=["press edit Rice"])


@scenario("press in a list that innerHTML wrote again in another order")
def _(stage: Stage) -> None:
    stage.open("rows.html")
    ref = stage.driver.ref("button", "Delete", 1)
    stage.driver.script("again([...rows].reverse())")
    stage.act("press", ref, does=["press delete Milk"])


@scenario("press in a list that innerHTML wrote again without that row: refused")
def _(stage: Stage) -> None:
    stage.open("rows.html")
    ref = stage.driver.ref("button", "Delete", 2)
    stage.driver.script("again(rows.filter((name) => name !== 'Salt'))")
    stage.act(
        "press",
        ref,
        refuses=r"gone|removed|no longer|not in the page|could not locate|stale|not found|cannot be recovered",
    )


@scenario("press an element that was replaced by an equal one")
def _(stage: Stage) -> None:
    stage.open("cannot.html")
    ref = stage.driver.ref("button", "Nothing happens")
    stage.driver.script(
        "const old = document.querySelector('[data-key^=nothing]'); old.replaceWith(old.cloneNode(true))"
    )
    stage.act("press", ref, does=["press nothing happens"])


@scenario("press an element that was moved elsewhere")
def _(stage: Stage) -> None:
    stage.open("cannot.html")
    ref = stage.driver.ref("button", "Nothing happens")
    stage.driver.script("document.body.prepend(document.querySelector('[data-key^=nothing]'))")
    stage.act("press", ref, does=["press nothing happens"])
