"""The change sources of pages: one for Playwright's sync objects, one for its async ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import isinf
from typing import Any

from uidiff.backends.deadlines import LONGEST_WAIT
from uidiff.backends.web.drivers import SyncDriver
from uidiff.errors import UIDiffError

__all__ = ["AsyncWebChanges", "WebChanges"]


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
