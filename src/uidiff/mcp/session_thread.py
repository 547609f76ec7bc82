"""A thread for each client: what one of them has read, compared or hangs in keeps no other one waiting."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from uidiff.mcp.limits import CLOSE_TIMEOUT

__all__ = ["SessionThread"]

_T = TypeVar("_T")


class SessionThread:
    """An event loop in a thread of its own, from when something is first to be done there."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._ended = asyncio.Event()

    async def run(self, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """Do something there, and wait for it; whoever waits no longer has it cancelled."""
        loop = self._begun()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(), loop))

    async def close(self) -> None:
        """End the thread, with all that is still done there."""
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._ended.set)
            await asyncio.to_thread(self._thread.join, CLOSE_TIMEOUT)

    def _begun(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            ready = threading.Event()
            self._thread = threading.Thread(target=self._turn, args=(ready,), name="uidiff-mcp", daemon=True)
            self._thread.start()
            ready.wait()
        assert self._loop is not None  # noqa: S101  # the thread is ready
        return self._loop

    def _turn(self, ready: threading.Event) -> None:
        async def until_ended() -> None:
            self._loop = asyncio.get_running_loop()
            ready.set()
            await self._ended.wait()

        asyncio.run(until_ended())
