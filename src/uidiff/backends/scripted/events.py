"""The change sources of scripted UIs: one for threads, one for an event loop."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from math import isinf
from queue import Empty, SimpleQueue

from uidiff.backends.scripted.ui import ScriptedUI

__all__ = ["AsyncScriptedChanges", "ScriptedChanges"]


class ScriptedChanges:
    """A ChangeSource of a scripted UI. Any thread may close it; that ends a wait in another thread."""

    def __init__(self, ui: ScriptedUI) -> None:
        self._changes: SimpleQueue[None] = SimpleQueue()  # an Event may stay locked after Ctrl-C
        self._stop = ui.listen(self._wake)
        self.closed = False
        """Whether it has stopped listening."""

    def wait(self, timeout: float) -> bool:
        """Wait at most ``timeout`` seconds for a change; whether there was one since the last call."""
        if self.closed:
            return False
        with suppress(Empty):
            self._changes.get(timeout=min(timeout, threading.TIMEOUT_MAX))
            with suppress(Empty):
                while True:
                    self._changes.get_nowait()
            return not self.closed
        return False

    def close(self) -> None:
        """Stop listening."""
        self.closed = True
        self._stop()
        self._changes.put(None)

    def _wake(self) -> None:
        if self._changes.empty():
            self._changes.put(None)


class AsyncScriptedChanges:
    """An AsyncChangeSource of a scripted UI: as :class:`ScriptedChanges`, for one event loop."""

    def __init__(self, ui: ScriptedUI) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._stop = ui.listen(self._wake)
        self.closed = False
        """Whether it has stopped listening."""

    async def wait(self, timeout: float) -> bool:  # noqa: ASYNC109  # as the protocol has it
        """Wait at most ``timeout`` seconds for a change; whether there was one since the last call."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None if isinf(timeout) else timeout):
                await self._changed.wait()
        if self.closed:
            return False
        changed = self._changed.is_set()
        self._changed.clear()
        return changed

    async def close(self) -> None:
        """Stop listening."""
        self.closed = True
        self._stop()
        self._changed.set()

    def _wake(self) -> None:
        """Called in the thread of the change, when the loop may be closed already."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._changed.set)
