"""The functions of Windows that tell of windows and processes, over a :class:`Machine`.

They insist on being called as they have to be: typed first, with the right number of arguments.
"""

import ctypes
from collections.abc import Callable
from ctypes import wintypes
from typing import Any

from tests.backends.uia.fake_machine import Machine, Shown

_LOW = 0xFFFFFFFF
_FUNCTIONS = {
    "user32": "EnumWindows IsWindow IsWindowVisible IsHungAppWindow GetWindowThreadProcessId GetWindow GetAncestor"
    " GetForegroundWindow GetWindowLongW GetWindowTextW GetClassNameW FindWindowExW MonitorFromWindow",
    "kernel32": "OpenProcess CloseHandle GetProcessTimes QueryFullProcessImageNameW",
    "dwmapi": "DwmGetWindowAttribute",
    "shcore": "GetDpiForMonitor",
}


class Function:
    """A function of a library."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self._call = call
        self.restype: Any = None
        self.argtypes: Any = None

    def __call__(self, *given: Any) -> Any:  # noqa: ANN401
        if self.restype is None or self.argtypes is None or len(self.argtypes) != len(given):
            raise AssertionError(f"{self._call.__name__} is called without its types, or with others")
        return self._call(*given)


class Library:
    """user32, kernel32, dwmapi or shcore."""

    def __init__(self, *functions: Callable[..., Any]) -> None:
        for function in functions:
            setattr(self, function.__name__, Function(function))


class Libraries:
    """What ``ctypes.WinDLL(name)`` gives."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.opened: set[int] = set()

    def load(self, name: str) -> Library:
        return Library(*(getattr(self, function) for function in _FUNCTIONS[name].split()))

    def _shown(self, handle: int) -> Shown | None:
        framed = [shown.frames for shown in self.machine.shown if shown.frames]
        return next((shown for shown in (*self.machine.shown, *framed) if shown.handle == handle), None)

    # ------------------------------------------------------------------ user32

    def EnumWindows(self, found: Any, given: int) -> int:  # noqa: ANN401, N802
        handles = [*self.machine.ghosts, *(shown.handle for shown in self.machine.shown)]
        return int(all(found(handle, given) for handle in handles))

    def IsWindow(self, handle: int) -> int:  # noqa: N802
        return int(self._shown(handle) is not None)

    def IsWindowVisible(self, handle: int) -> int:  # noqa: N802
        shown = self._shown(handle)
        return int(shown is not None and shown.visible)

    def IsHungAppWindow(self, handle: int) -> int:  # noqa: N802
        shown = self._shown(handle)
        return int(shown is not None and shown.hung)

    def GetWindowThreadProcessId(self, handle: int, pid: Any) -> int:  # noqa: ANN401, N802
        shown = self._shown(handle)
        pid._obj.value = 0 if shown is None else shown.pid
        return 0 if shown is None else shown.thread

    def GetWindow(self, handle: int, relation: int) -> int | None:  # noqa: N802
        shown = self._shown(handle)
        return shown.owner or None if shown is not None and relation == 4 else None

    def GetAncestor(self, handle: int, flag: int) -> int | None:  # noqa: N802
        for shown in self.machine.shown:
            handles = {widget.values.get("NativeWindowHandle") for widget in shown.widget.tree()}
            if flag == 2 and (handle == shown.handle or (handle in handles and self._shown(handle) is None)):
                return shown.handle
        return None

    def GetForegroundWindow(self) -> int | None:  # noqa: N802
        return self.machine.foreground or None

    def GetWindowLongW(self, handle: int, index: int) -> int:  # noqa: N802
        shown = self._shown(handle)
        return shown.style if shown is not None and index == -20 else 0

    def GetWindowTextW(self, handle: int, text: Any, length: int) -> int:  # noqa: ANN401, N802
        shown = self._shown(handle)
        text.value = "" if shown is None else shown.title[: length - 1]
        return len(text.value)

    def GetClassNameW(self, handle: int, text: Any, length: int) -> int:  # noqa: ANN401, N802
        shown = self._shown(handle)
        text.value = "" if shown is None else "ApplicationFrameWindow"[: length - 1] if shown.frames else "Notepad"
        return len(text.value)

    def FindWindowExW(self, above: int, after: None, kind: str, title: None) -> int | None:  # noqa: N802
        shown = self._shown(above)
        if shown is None or (after, kind, title) != (None, "Windows.UI.Core.CoreWindow", None):
            return None
        return shown.frames.handle if shown.frames else None

    def MonitorFromWindow(self, handle: int, flag: int) -> int:  # noqa: N802
        shown = self._shown(handle)
        return 0 if shown is None or flag != 2 else shown.dpi  # as good a number for a monitor as any

    # ------------------------------------------------------------------ others

    def GetDpiForMonitor(self, monitor: int, kind: int, across: Any, down: Any) -> int:  # noqa: ANN401, N802
        if not monitor or kind:
            return -2147024809
        across._obj.value = down._obj.value = monitor
        return 0

    def DwmGetWindowAttribute(self, handle: int, attribute: int, value: Any, size: int) -> int:  # noqa: ANN401, N802
        shown = self._shown(handle)
        if shown is None or attribute != 14 or size != ctypes.sizeof(wintypes.DWORD):
            return -2147024890
        value._obj.value = 2 if shown.cloaked else 0
        return 0

    def OpenProcess(self, access: int, inherit: int, pid: int) -> int | None:  # noqa: N802
        running = self.machine.processes.get(pid)
        if running is None or running.secret or access != 0x1000 or inherit:
            return None
        self.opened.add(pid)
        return pid

    def CloseHandle(self, process: int) -> int:  # noqa: N802
        self.opened.remove(process)
        return 1

    def GetProcessTimes(self, process: int, start: Any, *_: Any) -> int:  # noqa: ANN401, N802
        began = self.machine.processes[process].start
        start._obj.dwHighDateTime, start._obj.dwLowDateTime = began >> 32, began & _LOW
        return int(began > 0)

    def QueryFullProcessImageNameW(self, process: int, flags: int, path: Any, length: Any) -> int:  # noqa: ANN401, N802
        known = self.machine.processes[process].path
        if not known or flags or length._obj.value <= len(known):
            return 0
        path.value = known
        return 1
