"""The change sources of pages, and the mutation observer that is put into pages to report changes.

A script in an isolated world observes the document and its open shadow roots, and calls a binding: at once, and then at
most every 50 ms. It reports that something changed, not what. It misses values that a script of the page sets in fields
and changes of style sheets; periodic reads find these.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import isinf
from typing import Any

from uidiff.backends.deadlines import LONGEST_WAIT
from uidiff.backends.web.call_plans import CallPlan, SyncDriver, ask
from uidiff.errors import UIDiffError

__all__ = ["WORLD", "AsyncWebChanges", "WebChanges", "listen_to"]

WORLD = "uidiff"
"""The isolated world that the script runs in."""

BINDING = "uidiffChanged"
"""The binding that the script calls."""

SCRIPT = """(() => {
  if (globalThis.uidiffWatches) return;
  globalThis.uidiffWatches = true;
  const PAUSE = 50;
  let last = -PAUSE, due = false;
  const tell = () => { due = false; last = performance.now(); uidiffChanged(""); };
  const changed = () => {
    if (due) return;
    const left = last + PAUSE - performance.now();
    if (left <= 0) return tell();
    due = true;
    setTimeout(tell, left);
  };
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  const known = new WeakSet();
  const observer = new MutationObserver(records => {
    for (const record of records) for (const node of record.addedNodes) shadows(node);
    changed();
  });
  const watch = root => { observer.observe(root, all); shadows(root); };
  const shadow = element => {
    const root = element.shadowRoot;
    if (root && !known.has(root)) { known.add(root); watch(root); }
  };
  const shadows = node => {
    if (node.shadowRoot) shadow(node);
    if (!node.querySelectorAll) return;
    for (const element of node.querySelectorAll("*")) if (element.shadowRoot) shadow(element);
  };
  watch(document);
  const kinds = ["input", "change", "focusin", "focusout", "scroll", "toggle", "load", "transitionend", "animationend",
    "resize", "readystatechange", "fullscreenchange"];
  for (const kind of kinds) addEventListener(kind, changed, {capture: true, passive: true});
  addEventListener("DOMContentLoaded", () => { shadows(document); changed(); });
  addEventListener("load", () => { shadows(document); changed(); });
})()"""


def listen_to(session: Any) -> CallPlan[None]:  # noqa: ANN401  # Playwright's CDPSession
    """Set up the observer in all present and future frames of a CDP session."""
    script = {"source": SCRIPT, "worldName": WORLD, "runImmediately": True}
    yield from ask(lambda: session.send("Runtime.enable"))
    yield from ask(lambda: session.send("Runtime.addBinding", {"name": BINDING, "executionContextName": WORLD}))
    yield from ask(lambda: session.send("Page.addScriptToEvaluateOnNewDocument", script))


class WebChanges:
    """A ChangeSource of a page. It waits in the thread of the page, where Playwright delivers its events."""

    def __init__(self, driver: SyncDriver, page: Any) -> None:  # noqa: ANN401  # a sync Page
        self._driver = driver
        self._page = page
        self._changed = False
        self.closed = False
        """Whether it was closed."""

    def tell(self) -> None:
        """Note that the page may have changed."""
        self._changed = True
        self._driver.wake()

    def wait(self, timeout: float) -> bool:
        """Wait at most ``timeout`` seconds for a change; whether there was one since the last call."""
        if self.closed:
            return False
        seconds = min(timeout, LONGEST_WAIT)
        if self._page.is_closed() and not self._changed:
            time.sleep(max(0.0, seconds))  # no events come any more; the next read raises AppGone
        else:
            self._driver.wait(seconds, lambda: self._changed or self.closed)
        changed = self._changed and not self.closed
        self._changed = False
        return changed

    def close(self) -> None:
        """Stop listening. May be called again."""
        self.closed = True
        self._driver.wake()


class AsyncWebChanges:
    """An AsyncChangeSource of a page.

    Args:
        begin: sets up the change events of the page. It runs at once, in a task that the first wait awaits.
    """

    def __init__(self, begin: Callable[[AsyncWebChanges], Awaitable[None]]) -> None:
        self._changed = asyncio.Event()
        self.closed = False
        """Whether it was closed."""
        self._missed = False  # a wait ended before the set-up did
        self._beginning = asyncio.create_task(self._begin(begin))

    def tell(self) -> None:
        """Note that the page may have changed."""
        self._changed.set()

    async def wait(self, timeout: float) -> bool:  # noqa: ASYNC109  # as the protocol has it
        """Wait at most ``timeout`` seconds for a change; whether there was one since the last call."""
        if self.closed:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(None if isinf(timeout) else timeout):
                if not self._beginning.done():
                    await asyncio.wait([self._beginning])
                await self._changed.wait()
        changed = self._changed.is_set() and not self.closed
        self._changed.clear()
        self._missed = not self._beginning.done()
        return changed

    async def close(self) -> None:
        """Stop listening. May be called again."""
        self.closed = True
        self._changed.set()
        self._beginning.cancel()
        await asyncio.wait([self._beginning])

    async def _begin(self, begin: Callable[[AsyncWebChanges], Awaitable[None]]) -> None:
        with suppress(UIDiffError, TypeError):  # the next read says what is wrong
            await begin(self)
            if self._missed:  # a change before the end of the set-up is not lost
                self.tell()
