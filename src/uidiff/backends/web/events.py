"""Waiting until a page says that something changed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import isinf
from typing import Any

from uidiff.backends.web.drivers import SyncDriver
from uidiff.errors import UIDiffError

__all__ = ["AsyncWebChanges", "WebChanges"]

_LONGEST = 3600.0
"""Seconds that are waited at once; an event loop knows no longer waits."""


class WebChanges:
    """A ChangeSource of a page. It waits in the thread of the page, as Playwright's events come only there."""

    def __init__(self, driver: SyncDriver, page: Any) -> None:  # noqa: ANN401  # a sync Page
        self._driver = driver
        self._page = page
        self._told = False
        self.closed = False
        """Whether it says no more."""

    def tell(self) -> None:
        """Something may have changed."""
        self._told = True
        self._driver.wake()

    def wait(self, timeout: float) -> bool:
        """Wait for a change, at most so many seconds: whether there was one since the last call."""
        if self.closed:
            return False
        seconds = min(timeout, _LONGEST)
        if self._page.is_closed() and not self._told:
            time.sleep(max(0.0, seconds))  # no event comes any more; the read says that it went
        else:
            self._driver.wait(seconds, lambda: self._told or self.closed)
        told = self._told and not self.closed
        self._told = False
        return told

    def close(self) -> None:
        """Stop listening. It may be called again."""
        self.closed = True
        self._driver.wake()


class AsyncWebChanges:
    """As :class:`WebChanges`, for an event loop.

    Args:
        begin: has the page tell of its changes; done at once, in a task of its own, and awaited by the first wait.
    """

    def __init__(self, begin: Callable[[AsyncWebChanges], Awaitable[None]]) -> None:
        self._changed = asyncio.Event()
        self.closed = False
        """Whether it says no more."""
        self._missed = False  # somebody waited, and the page did not tell yet
        self._beginning = asyncio.create_task(self._begin(begin))

    def tell(self) -> None:
        """Something may have changed."""
        self._changed.set()

    async def wait(self, timeout: float) -> bool:  # noqa: ASYNC109  # as the protocol has it
        """Wait for a change, at most so many seconds: whether there was one since the last call."""
        if self.closed:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(None if isinf(timeout) else timeout):
                if not self._beginning.done():
                    await asyncio.wait([self._beginning])
                await self._changed.wait()
        told = self._changed.is_set() and not self.closed
        self._changed.clear()
        self._missed = not self._beginning.done()
        return told

    async def close(self) -> None:
        """Stop listening. It may be called again."""
        self.closed = True
        self._changed.set()
        self._beginning.cancel()
        await asyncio.wait([self._beginning])

    async def _begin(self, begin: Callable[[AsyncWebChanges], Awaitable[None]]) -> None:
        with suppress(UIDiffError, TypeError):  # the next read says what is wrong
            await begin(self)
            if self._missed:  # what may have changed meanwhile
                self.tell()
