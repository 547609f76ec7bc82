"""The processes with windows, which the window server knows, and the windows that each process lists."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from math import inf
from typing import Any

import attrs

from uidiff.backends.ax.calls import AxCalls, AxFailure, Hung, Stale
from uidiff.backends.ax.facts import AxFacts
from uidiff.backends.ax.handles import AxHandle, ElementIds
from uidiff.backends.recently_used import RecentlyUsed
from uidiff.errors import ReadTimeout
from uidiff.model.window import Window

__all__ = ["AxDesktop", "AxProcess", "AxTop", "AxWindow", "WindowList"]

_NORMAL_LAYER = 0
"""The layer of application windows; above it are the menu bar, the Dock and the like (CGWindowLevel.h)."""


@attrs.frozen
class AxProcess:
    """A running application.

    Attributes:
        pid: its process id.
        name: its localised name.
        bundle: its bundle id; None if it has none.
        started: its start in Unix milliseconds; 0 if the system does not know.
        regular: whether it is in the Dock.
    """

    pid: int
    name: str
    bundle: str | None
    started: int
    regular: bool

    @property
    def key(self) -> str:
        """Which process it is, whatever others get its process id later."""
        return f"{self.pid}-{self.started}"


class AxDesktop:
    """What the system itself knows of processes and windows.

    ``NSWorkspace.runningApplications`` is not asked: without a run loop in the main thread it is as old as its first
    use. The list of windows, and one process by its id, are as new as the question.
    """

    def __init__(self, calls: AxCalls) -> None:
        self._calls = calls
        self._system = calls.system

    def process(self, pid: int) -> AxProcess | None:
        """A process by its id; None if it does not run or is no application."""

        def look() -> AxProcess | None:
            found = self._system.NSRunningApplication.runningApplicationWithProcessIdentifier_(pid)
            if found is None or found.isTerminated():
                return None
            launched = found.launchDate()
            bundle = found.bundleIdentifier()
            return AxProcess(
                pid=pid,
                name=str(found.localizedName() or ""),
                bundle=None if bundle is None else str(bundle),
                started=0 if launched is None else round(launched.timeIntervalSince1970() * 1000),
                regular=found.activationPolicy() == self._system.NSApplicationActivationPolicyRegular,
            )

        return self._calls.local(look)

    def processes(self) -> list[AxProcess]:
        """List the applications with a window, without this process, which could not answer itself."""
        pids = dict.fromkeys(surface["pid"] for surface in self._surfaces(self._system.kCGWindowListOptionAll))
        found = [self.process(pid) for pid in pids if pid != os.getpid()]
        return [process for process in found if process is not None]

    def front(self) -> int | None:
        """The process id of the frontmost window; None if there is none."""
        surfaces = self._surfaces(self._system.kCGWindowListOptionOnScreenOnly)
        return surfaces[0]["pid"] if surfaces else None

    def numbers_at(self, pid: int, box: tuple[int, int, int, int]) -> list[int]:
        """The window server's numbers of the windows of a process with these bounds on the screen."""
        surfaces = self._surfaces(self._system.kCGWindowListOptionAll)
        return [each["number"] for each in surfaces if (each["pid"], each["box"]) == (pid, box)]

    def _surfaces(self, option: int) -> list[dict[str, Any]]:
        """The application windows of the window server, from front to back: process id, number, box."""
        system = self._system
        options = option | system.kCGWindowListExcludeDesktopElements

        def look() -> list[dict[str, Any]]:
            found = system.CGWindowListCopyWindowInfo(options, system.kCGNullWindowID) or ()
            layer = system.kCGWindowLayer
            return [self._surface(each) for each in found if int(each[layer]) == _NORMAL_LAYER]

        return self._calls.local(look)

    def _surface(self, given: Mapping[Any, Any]) -> dict[str, Any]:
        system = self._system
        box = given[system.kCGWindowBounds]
        return {
            "pid": int(given[system.kCGWindowOwnerPID]),
            "number": int(given[system.kCGWindowNumber]),
            "box": tuple(round(float(box[side])) for side in ("X", "Y", "Width", "Height")),
        }


_APPLICATION = ("AXRole", "AXWindows", "AXChildren", "AXMainWindow", "AXFocusedWindow", "AXMenuBar")

_OWN_SUBROLES = frozenset({None, "AXStandardWindow"})
"""Subroles of main windows. Others are dialogs, panels and popups, unless the process has no main window."""

_TOP_ROLES = frozenset({"AXDrawer", "AXHelpTag", "AXMenu", "AXPopover", "AXSheet", "AXWindow"})
"""Roles that may be shown beside a window. The menu bar is handled apart; others are the Touch Bar and the like."""

_LISTING_TIME = 1.0
"""Seconds for the windows of one application when all windows are listed."""

_MOST_KEYS = 256


@attrs.frozen
class AxTop:
    """A top-level element of an application: a window, a dialog, a popup or a menu."""

    handle: AxHandle
    facts: AxFacts

    @property
    def is_window(self) -> bool:
        """Whether it is a window of any kind."""
        return self.facts.role == "AXWindow"

    @property
    def is_own(self) -> bool:
        """Whether it is a main window."""
        return self.is_window and self.facts.subrole in _OWN_SUBROLES

    @property
    def box(self) -> tuple[int, int, int, int] | None:
        """The box on the screen (x, y, width, height), in points; None if it is not known."""
        position, size = self.facts.pair("AXPosition"), self.facts.pair("AXSize")
        if position is None or size is None:
            return None
        x, y, width, height = map(round, (*position, *size))
        return x, y, width, height


@attrs.frozen
class AxTops:
    """The top-level elements of a process; ``front`` are its focused and its main window, as far as it has them."""

    process: AxProcess
    tops: tuple[AxTop, ...]
    front: tuple[AxHandle, ...]
    menu_bar: AxHandle | None

    @property
    def windows(self) -> tuple[AxTop, ...]:
        """The windows that are targets: the main windows, or all windows if there is none."""
        own = tuple(top for top in self.tops if top.is_own)
        return own or tuple(top for top in self.tops if top.is_window)

    def beside(self, window: AxTop) -> tuple[AxTop, ...]:
        """The further roots of a window's snapshot: dialogs, panels, popups and menus of the process."""
        return tuple(top for top in self.tops if top.handle != window.handle and not top.is_own)


@attrs.frozen
class AxWindow:
    """A window that is a target, with the elements of its process and its key."""

    tops: AxTops
    top: AxTop
    key: str

    @property
    def process(self) -> AxProcess:
        """The process of the window."""
        return self.tops.process

    @property
    def window(self) -> Window:
        """The window as it is listed."""
        title = self.top.facts.text("AXTitle")
        return Window(app=self.process.name or None, pid=self.process.pid, title=title or None, id=self.key)

    @property
    def in_front(self) -> bool:
        """Whether it is in front of the other windows of its process."""
        return bool(self.tops.front) and self.tops.front[0] == self.top.handle


class WindowList:
    """Finds the windows of processes, and gives them keys.

    The key of a window is its process and the window server's number of the one window with the same bounds. If no
    window or several have these bounds, it is a number of our own, which another Python process does not know. A window
    keeps its key while it exists.
    """

    def __init__(self, calls: AxCalls, desktop: AxDesktop, ids: ElementIds) -> None:
        self._calls = calls
        self._desktop = desktop
        self._ids = ids
        self._keys = RecentlyUsed[AxHandle, str](_MOST_KEYS)

    def of(self, process: AxProcess, *, deadline: float = inf) -> list[AxWindow]:
        """List the windows of a process that are targets.

        Raises:
            Hung, Stale, AxFailure: the process does not list them.
        """
        tops = self.tops(process, deadline=deadline)
        return [self.named(tops, top) for top in tops.windows]

    def all(self) -> list[AxWindow]:
        """List the windows of the applications in the Dock, without applications that hang."""
        found: list[AxWindow] = []
        for process in self._desktop.processes():
            with suppress(AxFailure, ReadTimeout):
                found += self.of(process, deadline=time.monotonic() + _LISTING_TIME) if process.regular else []
        return found

    def tops(self, process: AxProcess, *, deadline: float = inf) -> AxTops:
        """Read the top-level elements of a process, by one call and one for each.

        Raises:
            Hung, Stale, AxFailure: the process does not list them.
            ReadTimeout: the deadline came first.
        """
        application = self._calls.application(process.pid)
        facts = self._calls.facts(application, _APPLICATION, deadline=deadline)
        if any(name in facts.errors for name in ("AXWindows", "AXChildren")):
            raise Hung(next(iter(facts.errors.values())))
        menu_bar = facts.element("AXMenuBar")
        windows = dict.fromkeys(facts.elements("AXWindows"))
        others = [each for each in facts.elements("AXChildren") if each not in windows]
        front = (facts.element("AXFocusedWindow"), facts.element("AXMainWindow"))
        read = [self._top(handle, deadline) for handle in windows]
        others = [each for each in others if each not in (menu_bar, application)]
        read += [self._top(handle, deadline, may_fail=True) for handle in others]
        shown = tuple(top for top in read if top is not None and top.facts.role in _TOP_ROLES)
        targets = [top.handle for top in AxTops(process, shown, (), menu_bar).windows]
        return AxTops(process, shown, tuple(each for each in front if each is not None and each in targets), menu_bar)

    def named(self, tops: AxTops, top: AxTop) -> AxWindow:
        """Make the window of a top-level element, with its key."""
        key = self._keys.get(top.handle)
        if key is None or not key.startswith(f"{tops.process.key}-"):
            key = f"{tops.process.key}-{self._number(tops.process, top)}"
        self._keys[top.handle] = key
        return AxWindow(tops, top, key)

    def by_key(self, key: str) -> AxHandle | None:
        """The window of a key that was given before; None if it is not remembered."""
        return next((handle for handle, known in self._keys.items() if known == key), None)

    def _top(self, handle: AxHandle, deadline: float, *, may_fail: bool = False) -> AxTop | None:
        """Read a top-level element; None if it is gone, or if it ``may_fail``, does not answer and was never read."""
        try:
            return AxTop(handle, self._calls.facts(handle, deadline=deadline))
        except Stale:
            return None
        except AxFailure as error:
            if may_fail and not isinstance(error, Hung) and handle not in self._ids:
                return None
            raise

    def _number(self, process: AxProcess, top: AxTop) -> str:
        found = [] if top.box is None else self._desktop.numbers_at(process.pid, top.box)
        taken = {key.rpartition("-")[2] for key in self._keys.values()}
        if len(found) == 1 and str(found[0]) not in taken:
            return str(found[0])
        return self._ids.new_id()
