"""Backends of scripted UIs: for tests, docs and examples; nothing is installed, and what shall fail fails.

ui = ScriptedUI([{"role": "window", "children": [{"role": "button", "name": "Save"}]}], app="Mail")
backend = ScriptedBackend(ui)
with uidiff.Session(backend, ui) as session: ...
"""

from __future__ import annotations

import time
from typing import ClassVar, TypeAlias

from uidiff.backends.cutting import expect_time
from uidiff.backends.protocol import Availability
from uidiff.backends.scripted_changes import AsyncScriptedChanges, ScriptedChanges
from uidiff.backends.scripted_node import Node
from uidiff.backends.scripted_ui import ScriptedUI
from uidiff.errors import AppGone, BackendError, StaleRef, WindowNotFound
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["AsyncScriptedBackend", "Node", "ScriptedBackend", "ScriptedTarget", "ScriptedUI"]

ScriptedTarget: TypeAlias = ScriptedUI | Window
"""What they read: a UI, or a window of those that they know."""


class _Desktop:
    """The UIs that a backend knows: those that it was made with, and those that it was asked to read."""

    def __init__(self, uis: tuple[ScriptedUI, ...]) -> None:
        self.uis: list[ScriptedUI] = []
        self.closed = False
        for ui in uis:
            self.ui(ui)

    def expect_open(self) -> None:
        if self.closed:
            raise BackendError("this backend is closed: make another one for the same ScriptedUI")

    def ui(self, target: ScriptedTarget) -> ScriptedUI:
        self.expect_open()
        if isinstance(target, Window):
            return self._fitting(target)
        if not isinstance(target, ScriptedUI):
            raise TypeError(f"no scripted UI, but {type(target).__name__}: give a ScriptedUI or a uidiff.Window")
        if target not in self.uis:
            if any(known.pid == target.pid for known in self.uis):
                raise ValueError(f"two scripted UIs have the process id {target.pid}: give each one of its own, pid=…")
            self.uis.append(target)
        return target

    def _fitting(self, window: Window) -> ScriptedUI:
        fitting = [ui for ui in self.uis if window.fits(ui.window)]
        shown = [ui for ui in fitting if not ui.closed]
        if fitting and not shown:
            raise AppGone("the scripted program has ended: ScriptedUI.restart starts it anew")
        if len(shown) != 1:
            problem = f"{len(shown)} of the {len(self.uis)} scripted windows fit"
            raise WindowNotFound(f"{problem}: say more of it, or less, or give the ScriptedUI itself")
        return shown[0]

    def windows(self) -> tuple[Window, ...]:
        self.expect_open()
        return tuple(ui.window for ui in self.uis if not ui.closed)

    def node(self, element: Element) -> Node:
        self.expect_open()
        found = [node for ui in self.uis if not ui.closed and (node := ui.node_of(element.id))]
        if len(found) != 1:
            raise StaleRef(f"element {element.index} is not there any more: read the window anew")
        return found[0]

    def act(self, element: Element, action: str, value: str | None) -> None:
        node = self.node(element)
        node.ui.act(node, action, value)


class ScriptedBackend:
    """Reads scripted UIs. It may be closed from any thread, and ends what waits in another one.

    Args:
        uis: those that a ``Window`` may mean; any other is known from when it was first read.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "scripted"

    def __init__(self, *uis: ScriptedUI) -> None:
        self._desktop = _Desktop(uis)
        self._sources: list[ScriptedChanges] = []

    def available(self) -> Availability:
        """It always is."""
        return Availability(ok=True)

    def windows(self) -> tuple[Window, ...]:
        """The windows that are known and open."""
        return self._desktop.windows()

    def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """The window as it is now, or the failure that was ordered.

        Raises:
            WindowNotFound: no window that is known fits, or more than one.
            AppGone: the program has ended.
            ReadTimeout: the deadline is over.
        """
        ui = self._desktop.ui(target)
        trouble = ui.begin_read()
        if isinstance(trouble, Exception):
            raise trouble
        if trouble is not None:
            self._wait(ui, time.monotonic() + trouble, deadline)
            expect_time(deadline)
        return ui.snapshot(limits=limits, redact=redact, deadline=deadline)

    def handle(self, element: Element) -> Node:
        """The node behind an element; StaleRef if it is not there any more."""
        return self._desktop.node(element)

    def act(self, element: Element, action: str, value: str | None = None) -> None:
        """Do one of the element's actions, "focus", or "type" (``value`` is the text)."""
        self._desktop.act(element, action, value)

    def changes(self, target: ScriptedTarget) -> ScriptedChanges:
        """Wakes at every change of the UI, from whatever thread."""
        source = ScriptedChanges(self._desktop.ui(target))
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    def close(self) -> None:
        """Let go of the UIs; whoever waits for changes is woken."""
        self._desktop.closed = True
        for source in self._sources:
            source.close()

    def _wait(self, ui: ScriptedUI, until: float, deadline: float) -> None:
        """Wait until a moment, or till the UI or the backend is closed, or the deadline over."""
        source = self.changes(ui)
        while (left := min(until, deadline) - time.monotonic()) > 0 and not ui.closed and not self._desktop.closed:
            source.wait(left)
        source.close()
        self._desktop.expect_open()


class AsyncScriptedBackend:
    """The same for an event loop: what :class:`ScriptedBackend` does, awaited. A read that hangs waits to be cancelled.

    It and its change sources are used in one event loop; the UIs may be changed from any thread.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "scripted"

    def __init__(self, *uis: ScriptedUI) -> None:
        self._desktop = _Desktop(uis)
        self._sources: list[AsyncScriptedChanges] = []

    def available(self) -> Availability:
        """It always is."""
        return Availability(ok=True)

    async def windows(self) -> tuple[Window, ...]:
        """The windows that are known and open."""
        return self._desktop.windows()

    async def read(self, target: ScriptedTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """As :meth:`ScriptedBackend.read`."""
        ui = self._desktop.ui(target)
        trouble = ui.begin_read()
        if isinstance(trouble, Exception):
            raise trouble
        if trouble is not None:
            await self._wait(ui, time.monotonic() + trouble)
        return ui.snapshot(limits=limits, redact=redact, deadline=deadline)

    def handle(self, element: Element) -> Node:
        """The node behind an element; StaleRef if it is not there any more."""
        return self._desktop.node(element)

    async def act(self, element: Element, action: str, value: str | None = None) -> None:
        """Do one of the element's actions, "focus", or "type" (``value`` is the text)."""
        self._desktop.act(element, action, value)

    def changes(self, target: ScriptedTarget) -> AsyncScriptedChanges:
        """Wakes at every change of the UI, from whatever thread. Called in the event loop."""
        source = AsyncScriptedChanges(self._desktop.ui(target))
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    async def close(self) -> None:
        """Let go of the UIs; whoever waits for changes is woken."""
        self._desktop.closed = True
        for source in self._sources:
            await source.close()

    async def _wait(self, ui: ScriptedUI, until: float) -> None:
        """Wait until a moment, or till the UI or the backend is closed."""
        source = self.changes(ui)
        try:
            while (left := until - time.monotonic()) > 0 and not ui.closed and not self._desktop.closed:
                await source.wait(left)
        finally:  # it may be cancelled
            await source.close()
        self._desktop.expect_open()
