"""The backends of scripted UIs: a sync one, and one for an event loop."""

from __future__ import annotations

import time
from typing import ClassVar

from uidiff.backends.deadlines import expect_time
from uidiff.backends.protocol import Availability
from uidiff.backends.scripted.events import AsyncScriptedChanges, ScriptedChanges
from uidiff.backends.scripted.nodes import Node
from uidiff.backends.scripted.targets import ScriptedTarget, ScriptedTargets
from uidiff.backends.scripted.ui import ScriptedUI
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["AsyncScriptedBackend", "ScriptedBackend"]


class ScriptedBackend:
    """Reads scripted UIs. Any thread may close it; that ends waits in other threads.

    Args:
        uis: the UIs that a ``Window`` may mean; any other is added when it is first read.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "scripted"

    def __init__(self, *uis: ScriptedUI) -> None:
        self._targets = ScriptedTargets(uis)
        self._sources: list[ScriptedChanges] = []

    def available(self) -> Availability:
        """Always available."""
        return Availability(ok=True)

    def windows(self) -> tuple[Window, ...]:
        """List the windows that are known and open."""
        return self._targets.windows()

    def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """Read the window as it is now, or fail as the script ordered.

        Raises:
            WindowNotFound: no window that is known fits, or more than one.
            AppGone: the program has ended.
            ReadTimeout: the deadline is over.
        """
        ui = self._targets.ui(target)
        failure = ui.begin_read()
        if isinstance(failure, Exception):
            raise failure
        if failure is not None:
            self._wait(ui, time.monotonic() + failure, deadline)
            expect_time(deadline)
        return ui.snapshot(limits=limits, redact=redact, deadline=deadline)

    def handle(self, element: Element) -> Node:
        """Find the node behind an element; StaleRef if it is not in the UI any more."""
        return self._targets.node(element)

    def act(self, element: Element, action: str, value: str | None = None) -> None:
        """Do one of the element's actions, "focus", or "type" (``value`` is the text)."""
        self._targets.act(element, action, value)

    def changes(self, target: ScriptedTarget) -> ScriptedChanges:
        """A source that wakes at every change of the UI, made in any thread."""
        source = ScriptedChanges(self._targets.ui(target))
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    def close(self) -> None:
        """Release the UIs and end all waits for changes."""
        self._targets.closed = True
        for source in self._sources:
            source.close()

    def _wait(self, ui: ScriptedUI, until: float, deadline: float) -> None:
        """Wait until the earlier of two moments, or until the UI or the backend is closed."""
        source = self.changes(ui)
        while (left := min(until, deadline) - time.monotonic()) > 0 and not ui.closed and not self._targets.closed:
            source.wait(left)
        source.close()
        self._targets.expect_open()


class AsyncScriptedBackend:
    """A :class:`ScriptedBackend` for an event loop. A read that hangs waits until it is cancelled.

    It and its change sources belong to one event loop; any thread may change the UIs.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "scripted"

    def __init__(self, *uis: ScriptedUI) -> None:
        self._targets = ScriptedTargets(uis)
        self._sources: list[AsyncScriptedChanges] = []

    def available(self) -> Availability:
        """Always available."""
        return Availability(ok=True)

    async def windows(self) -> tuple[Window, ...]:
        """List the windows that are known and open."""
        return self._targets.windows()

    async def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """As :meth:`ScriptedBackend.read`."""
        ui = self._targets.ui(target)
        failure = ui.begin_read()
        if isinstance(failure, Exception):
            raise failure
        if failure is not None:
            await self._wait(ui, time.monotonic() + failure)
        return ui.snapshot(limits=limits, redact=redact, deadline=deadline)

    def handle(self, element: Element) -> Node:
        """Find the node behind an element; StaleRef if it is not in the UI any more."""
        return self._targets.node(element)

    async def act(self, element: Element, action: str, value: str | None = None) -> None:
        """Do one of the element's actions, "focus", or "type" (``value`` is the text)."""
        self._targets.act(element, action, value)

    def changes(self, target: ScriptedTarget) -> AsyncScriptedChanges:
        """A source that wakes at every change of the UI. Call it in the event loop."""
        source = AsyncScriptedChanges(self._targets.ui(target))
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    async def close(self) -> None:
        """Release the UIs and end all waits for changes."""
        self._targets.closed = True
        for source in self._sources:
            await source.close()

    async def _wait(self, ui: ScriptedUI, until: float) -> None:
        """Wait until a moment, or until the UI or the backend is closed."""
        source = self.changes(ui)
        try:
            while (left := until - time.monotonic()) > 0 and not ui.closed and not self._targets.closed:
                await source.wait(left)
        finally:  # it may be cancelled
            await source.close()
        self._targets.expect_open()
