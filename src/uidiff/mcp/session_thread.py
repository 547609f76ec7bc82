"""A thread with an event loop for each client: a read or a comparison for one client delays no other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from uidiff.mcp.limits import CLOSE_TIMEOUT

__all__ = ["SessionThread"]

_T = TypeVar("_T")


class SessionThread:
    """An event loop in a thread of its own, which starts with the first work."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._ended = asyncio.Event()

    async def run(self, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """Run a coroutine function there and wait for its result; cancelling the wait cancels the work."""
        loop = self._started_loop()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(), loop))

    async def close(self) -> None:
        """Cancel the work under way and end the thread."""
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._ended.set)
            await asyncio.to_thread(self._thread.join, CLOSE_TIMEOUT)

    def _started_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            ready = threading.Event()
            self._thread = threading.Thread(target=self._run_loop, args=(ready,), name="uidiff-mcp", daemon=True)
            self._thread.start()
            ready.wait()
        assert self._loop is not None  # noqa: S101  # the thread has set it
        return self._loop

    def _run_loop(self, ready: threading.Event) -> None:
        async def until_ended() -> None:
            self._loop = asyncio.get_running_loop()
            ready.set()
            await self._ended.wait()

        asyncio.run(until_ended())
