"""What an action did is told with it: for a moment, after a while, or nothing."""

from __future__ import annotations

import re

from benchmarks.living.stage import Stage, scenario

BROWSERS = "each session of agent-browser has a browser of its own"
NOTHING = r"no change|nothing|unchanged"


@scenario("a notice that is there for less than half a second is told")
def _(stage: Stage) -> None:
    stage.open("effects.html")
    stage.act("press", stage.driver.ref("button", "Save"), does=["press save"])
    stage.expect("Saved" in stage.told(), "the notice is not told")


@scenario("a result that takes a second and a half is told, or that the page is busy")
def _(stage: Stage) -> None:
    stage.open("effects.html")
    stage.act("press", stage.driver.ref("button", "Load"), does=["press load"])
    told = stage.told()
    stage.expect(
        "Three results" in told or "oading" in told or "busy" in told,
        "neither the result nor that it is loading is told",
    )


@scenario("an action after which nothing changes: done, and said that nothing was seen")
def _(stage: Stage) -> None:
    stage.open("effects.html")
    stage.act("press", stage.driver.ref("button", "Nothing"), does=["press nothing"])
    told = stage.told().replace("focus", "")
    stage.expect(re.search(NOTHING, told, re.IGNORECASE), "it does not say that nothing changed")


@scenario("press twice what is ordered once: the second is refused")
def _(stage: Stage) -> None:
    stage.open("effects.html")
    ref = stage.driver.ref("button", "Order")
    stage.act("press", ref, does=["press once"])
    stage.act("press", ref, refuses=r"disabled|now|changed", meant="once")


@scenario("press what removes itself: done")
def _(stage: Stage) -> None:
    stage.open("effects.html")
    stage.act("press", stage.driver.ref("button", "Dismiss"), does=["press dismiss"])


@scenario("press what changes its own name, twice: the answer to the first tells the name of the second")
def _(stage: Stage) -> None:
    stage.open("effects.html")
    ref = stage.driver.ref("button", "Follow")
    stage.act("press", ref, does=["press follow"])
    if "Following" not in stage.told():
        stage.driver.read()
    stage.act("press", ref, does=["press follow"])


@scenario("two sessions on one page: what the other removed is refused", only_ours=BROWSERS)
def _(stage: Stage) -> None:
    stage.open("effects.html")
    assert stage.more is not None
    other = stage.more()
    other.read()
    ref = stage.driver.ref("button", "Dismiss")
    stage.act("press", other.ref("button", "Dismiss"), does=["press dismiss"], driver=other)
    stage.act("press", ref, refuses=r"gone|removed|no longer|not in the page|could not locate|stale|not found")


@scenario("two sessions on one page: each acts by its own refs", only_ours=BROWSERS)
def _(stage: Stage) -> None:
    stage.open("rows.html")
    stage.driver.script("again(['Sugar', ...rows])")
    stage.driver.read()
    assert stage.more is not None
    other = stage.more()
    other.read()
    stage.act("press", stage.driver.ref("button", "Edit", 2), does=["press edit Milk"])
    stage.act("press", other.ref("button", "Edit", 2), does=["press edit Milk"], driver=other)


@scenario("a ref that only another session has told: refused", only_ours=BROWSERS)
def _(stage: Stage) -> None:
    stage.open("arrived.html")
    assert stage.more is not None
    other = stage.more()
    stage.driver.script(
        "document.body.insertAdjacentHTML('beforeend', '<p>a</p>'.repeat(30) + '<button data-key=new>New</button>')"
    )
    other.read()
    stage.act("press", other.ref("button", "New"), refuses=r"no element has had|never|unknown ref|not found|describe")
