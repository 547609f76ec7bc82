"""Pages that go, hang, or work hard."""

from __future__ import annotations

from contextlib import suppress

from benchmarks.living.stage import Stage, scenario

GOING = 12.0
"""Seconds in which an action is told to be done, wherever the page goes."""


@scenario("press a link to a server that never answers: done")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    stage.act("press", stage.driver.ref("link", "Never"), does=["press hang"], within=GOING)


@scenario("submit a form to a server that never answers: done")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    stage.act("press", stage.driver.ref("button", "Order"), does=["press order"], within=GOING)


@scenario("press something else while the page waits for a server that never answers")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    stage.act("press", stage.driver.ref("link", "Never"), does=["press hang"], within=GOING)
    ref = stage.driver.ref("button", "Work now")
    stage.act("press", ref, does=["press busy"], refuses=r"loading|going|navigat|answer|wait|stop", within=GOING)


@scenario("press a link to a slow server: done, and the new page is there or said to be loading")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    stage.act("press", stage.driver.ref("link", "Late"), does=["press slow"], within=GOING)
    told = stage.told()
    stage.expect("Arrived" in told or "load" in told.lower(), "no new page, and nothing of loading")


@scenario("press a link, and press on the new page")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    stage.act("press", stage.driver.ref("link", "Now"), does=["press go"])
    stage.driver.read()
    stage.act("press", stage.driver.ref("button", "Here"), does=["press here"])


@scenario("press a ref of the page before: refused")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    ref = stage.driver.ref("button", "Work now")
    stage.driver.script("setTimeout(() => { location.href = '/acting/arrived.html' })")
    stage.until(lambda: stage.driver.script("document.title") == "Arrived")
    stage.act(
        "press",
        ref,
        refuses=r"gone|removed|no longer|not in the page|navigat|could not locate|stale|unknown ref|not found",
    )


@scenario("press a link that opens a page of its own: told")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    stage.act("press", stage.driver.ref("link", "New tab"), does=["press tab"])
    told = stage.told() + stage.driver.read()
    stage.expect("Arrived" in told or "arrived" in told, "the new page is not told")


@scenario("back to the page before")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    stage.act("press", stage.driver.ref("link", "Now"), does=["press go"])
    stage.act("back", does=[])
    stage.driver.read()
    stage.act("press", stage.driver.ref("button", "Work now"), does=["press busy"])


@scenario("go to an address")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    stage.act("goto", value=stage.site.page("acting/arrived.html"), does=[])
    stage.driver.read()
    stage.act("press", stage.driver.ref("button", "Here"), does=["press here"])


@scenario("press a button whose script works for a second and a half: done")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    stage.act("press", stage.driver.ref("button", "Work now"), does=["press busy"])


@scenario("press while the page works for seconds: done, or said that nothing is known")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    refs = [stage.driver.ref("button", "Work hard"), stage.driver.ref("link", "Now")]
    stage.act("press", refs[0], does=["press loop"])
    stage.act("press", refs[1], does=["press go"])


@scenario("act on a page that has crashed: refused at once", only_ours="agent-browser opens a new page by itself")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    ref = stage.driver.ref("button", "Work now")
    stage.page.on("crash", lambda _: None)
    with suppress(Exception):  # it crashes
        stage.page.goto("chrome://crash", timeout=3000)
    stage.act("press", ref, refuses=r"crash|gone|not answer", within=12)


@scenario("act on a page that was closed: refused at once", only_ours="agent-browser's pages are its own")
def _(stage: Stage) -> None:
    stage.open("leaving.html")
    ref = stage.driver.ref("button", "Work now")
    stage.page.close()
    stage.act("press", ref, refuses=r"closed|gone")
