"""The actions of a page as a whole: a key where the focus is, scrolling, going elsewhere, stopping."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from uidiff.backends.web.actions import WINDOW, expect_action, not_actionable
from uidiff.backends.web.aria import AriaTab
from uidiff.backends.web.call_plans import CallPlan, ask, ending, outcomes_of
from uidiff.backends.web.doing import Deed, perform, send_key
from uidiff.backends.web.live_nodes import AriaNode, LiveNode, page_node
from uidiff.backends.web.tabs import Tab
from uidiff.errors import NotActionable, ReadTimeout

__all__ = ["steer"]

_COMING = 2.0
"""Seconds to wait for the answer to a navigation; a page that has not come by then is loading."""

_ADDRESS = re.compile(r"(?:https?|file)://\S|(?:about|blob|chrome|data):\S", re.IGNORECASE)
"""How an address begins. Not by ``javascript:``, which would run in the page that is there."""

_MOVES = """(() => {
  const page = document.scrollingElement || document.documentElement;
  const room = page.scrollHeight > innerHeight + 1 || page.scrollWidth > innerWidth + 1;
  const held = one => one && /hidden|clip/.test(getComputedStyle(one).overflowY);
  if (room && !held(document.documentElement) && !held(document.body)) return page;
  return document.elementFromPoint(innerWidth / 2, innerHeight / 2) || page;
})()"""
"""What is scrolled: the page, or what is in its middle where the page does not move."""

_FAILED = re.compile(r"(?:net::ERR|NS_ERROR)_[A-Z0-9_]+")
"""The names that Chromium and Firefox have for what went wrong."""

_BY_PLAYWRIGHT: Mapping[str, str] = {"goto": "goto", "back": "go_back", "forward": "go_forward", "reload": "reload"}


def steer(tab: Tab | AriaTab, action: str, value: str | None, deed: Deed) -> CallPlan[str | None]:
    """Do an action with a page.

    Args:
        tab: the page.
        action: an action of :data:`WINDOW`.
        value: what it needs.
        deed: is told when the input is sent.

    Returns:
        What else is to be known of it; None: nothing.

    Raises:
        NotActionable: it cannot be done now.
    """
    expect_action(action, value, WINDOW, example=f'ui.act("{action}", value="…")')
    if action == "key":
        yield from send_key(tab.page, value or "", deed)
        deed.sent = True
        return None
    if action == "scroll":
        live = yield from _moving(tab)
        yield from perform(live, action, value or "down", _as_it_is(), deed)
        return None
    if action == "goto" and not _ADDRESS.match(value or ""):
        raise NotActionable("no address", "that is no whole address", "write it with its scheme: https://…")
    deed.sent = None
    going = _by_playwright(tab.page, action, value) if isinstance(tab, AriaTab) else _by_protocol(tab, action, value)
    said = yield from outcomes_of(ending(going, time.monotonic() + _COMING))
    if isinstance(said, NotActionable):
        deed.sent = False
        raise said
    failed = _FAILED.search(str(said or ""))
    if isinstance(said, Exception) and not (failed or isinstance(said, ReadTimeout) or _late(said)):
        raise said
    deed.sent = True
    return None if failed is None else f"the browser could not load it: {failed[0]}"


def _by_protocol(tab: Tab, action: str, value: str | None) -> CallPlan[str | None]:
    """Go there by the DevTools protocol; what went wrong, in the browser's words."""
    send = tab.session.send
    if action == "goto":
        said = yield from ask(partial(send, "Page.navigate", {"url": value}))
        return said.get("errorText")  # type: ignore[no-any-return]  # a text
    if action in {"back", "forward"}:
        history = yield from ask(partial(send, "Page.getNavigationHistory"))
        place = history["currentIndex"] + (-1 if action == "back" else 1)
        if not 0 <= place < len(history["entries"]):
            raise not_actionable(f"no page {action}")
        yield from ask(partial(send, "Page.navigateToHistoryEntry", {"entryId": history["entries"][place]["id"]}))
    else:
        yield from ask(partial(send, {"reload": "Page.reload", "stop": "Page.stopLoading"}[action]))
    return None


def _by_playwright(page: Any, action: str, value: str | None) -> CallPlan[None]:  # noqa: ANN401  # Playwright's
    """Go there by Playwright's own methods."""
    if action == "stop":
        yield from ask(partial(page.evaluate, "stop()"))
        return
    given = () if value is None or action != "goto" else (value,)
    milliseconds = _COMING * 1000
    come = partial(getattr(page, _BY_PLAYWRIGHT[action]), *given, wait_until="commit", timeout=milliseconds)
    yield from ask(come)


def _late(error: Exception) -> bool:
    """Whether an error of Playwright says that a page has not come yet."""
    return type(error).__name__ == "TimeoutError"


def _moving(tab: Tab | AriaTab) -> CallPlan[LiveNode]:
    if isinstance(tab, AriaTab):
        found = yield from ask(partial(tab.page.evaluate_handle, _MOVES))
        return AriaNode(tab.page, found)
    return (yield from page_node(tab, _MOVES))


def _as_it_is() -> CallPlan[None]:
    yield from ()
