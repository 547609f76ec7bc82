"""The scripted UIs that a backend knows, and which of them a target means."""

from __future__ import annotations

from typing import TypeAlias

from uidiff.backends.scripted.nodes import Node
from uidiff.backends.scripted.ui import ScriptedUI
from uidiff.errors import AppGone, BackendError, StaleRef, WindowNotFound
from uidiff.model.element import Element
from uidiff.model.window import Window

__all__ = ["ScriptedTarget", "ScriptedTargets"]

ScriptedTarget: TypeAlias = ScriptedUI | Window
"""What the backends read: a UI, or a window of those that they know."""


class ScriptedTargets:
    """The UIs of a backend: those it was made with, and those it was asked to read.

    Every method raises BackendError once ``closed`` is set.
    """

    def __init__(self, uis: tuple[ScriptedUI, ...]) -> None:
        self.uis: list[ScriptedUI] = []
        self.closed = False
        for ui in uis:
            self.ui(ui)

    def expect_open(self) -> None:
        """Raise BackendError if the backend was closed."""
        if self.closed:
            raise BackendError("this backend is closed: make another one for the same ScriptedUI")

    def ui(self, target: ScriptedTarget) -> ScriptedUI:
        """Find the UI that a target means; a UI that is not known yet is added.

        Raises:
            AppGone: the program has ended.
            TypeError: the target is of another kind.
            ValueError: the UI has the process id of another one.
            WindowNotFound: no window fits, or several do.
        """
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
        """List the windows that are known and open."""
        self.expect_open()
        return tuple(ui.window for ui in self.uis if not ui.closed)

    def node(self, element: Element) -> Node:
        """Find the node behind an element; StaleRef if it is not in its UI any more."""
        return self._node(element)[1]

    def act(self, element: Element, action: str, value: str | None) -> None:
        """Do an action with the node behind an element; raises as :meth:`node` and ``ScriptedUI.act``."""
        ui, node = self._node(element)
        ui.act(node, action, value)

    def _node(self, element: Element) -> tuple[ScriptedUI, Node]:
        self.expect_open()
        found = [(ui, node) for ui in self.uis if not ui.closed and (node := ui.node_of(element.id))]
        if len(found) != 1:
            raise StaleRef(f"element {element.index} is not there any more: read the window anew")
        return found[0]
