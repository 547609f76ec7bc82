"""The backends of scripted UIs: a sync one, and one for an event loop."""

from __future__ import annotations

import time
from typing import ClassVar, TypeAlias

from uidiff.backends.deadlines import expect_time
from uidiff.backends.protocol import Availability
from uidiff.backends.scripted.events import AsyncScriptedChanges, ScriptedChanges
from uidiff.backends.scripted.nodes import Node
from uidiff.backends.scripted.ui import ScriptedUI
from uidiff.errors import BackendError, StaleRef, WindowNotFound
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["AsyncScriptedBackend", "ScriptedBackend", "ScriptedTarget"]


ScriptedTarget: TypeAlias = ScriptedUI | Window
"""What the backends read: a UI, or a window of those that they know."""


class _KnownUIs:
    """What both backends have: the UIs they were made with and those they were asked to read."""

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "scripted"

    def __init__(self, *uis: ScriptedUI) -> None:
        self._uis: list[ScriptedUI] = []
        self._closed = False
        for ui in uis:
            self._ui(ui)

    def available(self) -> Availability:
        """Always available."""
        return Availability(ok=True)

    def handle(self, element: Element) -> Node:
        """Find the node behind an element; StaleRef if it is not in the UI any more."""
        return self._node(element)[1]

    def _expect_open(self) -> None:
        if self._closed:
            raise BackendError("this backend is closed: make another one for the same ScriptedUI")

    def _ui(self, target: ScriptedTarget) -> ScriptedUI:
        """The UI that a target means; a UI that is not known yet is added, unless it has the process id of another."""
        self._expect_open()
        if isinstance(target, Window):
            fitting = [ui for ui in self._uis if target.fits(ui.window)]
            shown = [ui for ui in fitting if not ui.closed]
            if fitting and not shown:
                fitting[0].expect_open()
            if len(shown) != 1:
                problem = f"{len(shown)} of the {len(self._uis)} scripted windows fit"
                raise WindowNotFound(f"{problem}: say more of it, or less, or give the ScriptedUI itself")
            return shown[0]
        if not isinstance(target, ScriptedUI):
            raise TypeError(f"no scripted UI, but {type(target).__name__}: give a ScriptedUI or a uidiff.Window")
        if target not in self._uis:
            if any(known.pid == target.pid for known in self._uis):
                raise ValueError(f"two scripted UIs have the process id {target.pid}: give each one of its own, pid=…")
            self._uis.append(target)
        return target

    def _windows(self) -> tuple[Window, ...]:
        self._expect_open()
        return tuple(ui.window for ui in self._uis if not ui.closed)

    def _node(self, element: Element) -> tuple[ScriptedUI, Node]:
        self._expect_open()
        found = [(ui, node) for ui in self._uis if not ui.closed and (node := ui.node_of(element.id))]
        if len(found) != 1:
            raise StaleRef(f"element {element.index} is not there any more: read the window again")
        return found[0]

    def _act(self, element: Element, action: str, value: str | None) -> None:
        ui, node = self._node(element)
        ui.act(node, action, value)


class ScriptedBackend(_KnownUIs):
    """Reads scripted UIs. Any thread may close it; that ends waits in other threads.

    Args:
        uis: the UIs that a ``Window`` may mean; any other is added when it is first read.
    """

    def __init__(self, *uis: ScriptedUI) -> None:
        super().__init__(*uis)
        self._sources: list[ScriptedChanges] = []

    def windows(self) -> tuple[Window, ...]:
        """List the windows that are known and open."""
        return self._windows()

    def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """Read the window, or fail as the script ordered."""
        ui = self._ui(target)
        failure = ui.begin_read()
        if isinstance(failure, Exception):
            raise failure
        if failure is not None:
            self._wait(ui, time.monotonic() + failure, deadline)
            expect_time(deadline)
        return ui.snapshot(limits=limits, redact=redact, deadline=deadline)

    def act(self, element: Element, action: str, value: str | None = None) -> None:
        """Do one of the element's actions, "focus", or "type" (``value`` is the text)."""
        self._act(element, action, value)

    def changes(self, target: ScriptedTarget) -> ScriptedChanges:
        """A source that wakes at every change of the UI, made in any thread."""
        source = ScriptedChanges(self._ui(target))
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    def close(self) -> None:
        """Release the UIs and end all waits for changes."""
        self._closed = True
        for source in self._sources:
            source.close()

    def _wait(self, ui: ScriptedUI, until: float, deadline: float) -> None:
        """Wait until the earlier of two moments, or until the UI or the backend is closed."""
        source = self.changes(ui)
        while (left := min(until, deadline) - time.monotonic()) > 0 and not ui.closed and not self._closed:
            source.wait(left)
        source.close()
        self._expect_open()


class AsyncScriptedBackend(_KnownUIs):
    """A :class:`ScriptedBackend` for an event loop. A read that hangs waits until it is cancelled.

    It and its change sources belong to one event loop; any thread may change the UIs.
    """

    def __init__(self, *uis: ScriptedUI) -> None:
        super().__init__(*uis)
        self._sources: list[AsyncScriptedChanges] = []

    async def windows(self) -> tuple[Window, ...]:
        """List the windows that are known and open."""
        return self._windows()

    async def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """As :meth:`ScriptedBackend.read`."""
        ui = self._ui(target)
        failure = ui.begin_read()
        if isinstance(failure, Exception):
            raise failure
        if failure is not None:
            await self._wait(ui, time.monotonic() + failure)
        return ui.snapshot(limits=limits, redact=redact, deadline=deadline)

    async def act(self, element: Element, action: str, value: str | None = None) -> None:
        """Do one of the element's actions, "focus", or "type" (``value`` is the text)."""
        self._act(element, action, value)

    def changes(self, target: ScriptedTarget) -> AsyncScriptedChanges:
        """A source that wakes at every change of the UI. Call it in the event loop."""
        source = AsyncScriptedChanges(self._ui(target))
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    async def close(self) -> None:
        """Release the UIs and end all waits for changes."""
        self._closed = True
        for source in self._sources:
            await source.close()

    async def _wait(self, ui: ScriptedUI, until: float) -> None:
        """Wait until a moment, or until the UI or the backend is closed."""
        source = self.changes(ui)
        try:
            while (left := until - time.monotonic()) > 0 and not ui.closed and not self._closed:
                await source.wait(left)
        finally:  # it may be cancelled
            await source.close()
        self._expect_open()
