"""The processes with windows, known from the window server, so that no application can hang the call."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import attrs

from uidiff.backends.ax.calls import AxCalls

__all__ = ["AxDesktop", "AxProcess"]

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
