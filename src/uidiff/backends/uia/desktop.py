"""The windows of the desktop and their processes, by system calls that never wait for a program.

They are functions of user32, kernel32, dwmapi and shcore (learn.microsoft.com: "Windows and Messages", "Process and
Thread Functions", "DwmGetWindowAttribute", "GetDpiForMonitor"). GetWindowTextW reads the title of another process's
window from the system and sends no message.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import wintypes
from typing import Any

import attrs

__all__ = ["DesktopWindow", "UiaDesktop"]

_GW_OWNER = 4
_GWL_EXSTYLE = -20
_WS_EX_TOOLWINDOW = 0x80
_WS_EX_APPWINDOW = 0x40000
_DWMWA_CLOAKED = 14
_GA_ROOT = 2
_MONITOR_DEFAULTTONEAREST = 2
_MDT_EFFECTIVE_DPI = 0
_PROCESS_QUERY_LIMITED_INFORMATION = 0x1000
_USUAL_DPI = 96
_FRAME = "ApplicationFrameWindow"
_FRAMED = "Windows.UI.Core.CoreWindow"
"""The window classes of the frame around an app of the Universal Windows Platform, and of the app within."""
_LONGEST_CLASS = 257
_LONGEST_TITLE = 4096
_LONGEST_PATH = 32768
_HIGH = 32


@attrs.frozen
class DesktopWindow:
    """A top-level window.

    Attributes:
        handle: its HWND.
        pid: the process that made it.
        program: the process of its content: for apps of the Universal Windows Platform not that of the frame, unless
            they are minimized.
        thread: the thread that made it.
        owner: the HWND of its owner; 0 if there is none.
        title: may be empty.
        shown: whether it is visible and not cloaked (as on another virtual desktop).
        tool: whether it has no button in the taskbar, like menus, tooltips and floating toolbars.
    """

    handle: int
    pid: int
    program: int
    thread: int
    owner: int
    title: str
    shown: bool
    tool: bool


@attrs.frozen
class UiaProcess:
    """A process: the name of its program without folder and ".exe", its start as FILETIME; "" and 0 if unknown."""

    name: str
    start: int


class UiaDesktop:
    """The desktop. Use it from one thread at a time."""

    def __init__(self) -> None:
        load: Callable[[str], Any] = ctypes.WinDLL  # type: ignore[attr-defined]  # on Windows only
        user, kernel = load("user32"), load("kernel32")
        handle, number = wintypes.HWND, wintypes.DWORD
        window = (handle,)
        self._callback = ctypes.WINFUNCTYPE(wintypes.BOOL, handle, wintypes.LPARAM)  # type: ignore[attr-defined]  # same
        self._enum_windows = _typed(user.EnumWindows, wintypes.BOOL, self._callback, wintypes.LPARAM)
        self._is_window = _typed(user.IsWindow, wintypes.BOOL, *window)
        self._is_visible = _typed(user.IsWindowVisible, wintypes.BOOL, *window)
        self._is_hung = _typed(user.IsHungAppWindow, wintypes.BOOL, *window)
        self._thread_of = _typed(user.GetWindowThreadProcessId, number, handle, ctypes.POINTER(number))
        self._related = _typed(user.GetWindow, handle, handle, wintypes.UINT)
        self._ancestor = _typed(user.GetAncestor, handle, handle, wintypes.UINT)
        self._foreground = _typed(user.GetForegroundWindow, handle)
        self._style = _typed(user.GetWindowLongW, wintypes.LONG, handle, ctypes.c_int)
        self._text = _typed(user.GetWindowTextW, ctypes.c_int, handle, wintypes.LPWSTR, ctypes.c_int)
        self._class = _typed(user.GetClassNameW, ctypes.c_int, handle, wintypes.LPWSTR, ctypes.c_int)
        named = (wintypes.LPCWSTR, wintypes.LPCWSTR)
        self._child = _typed(user.FindWindowExW, handle, handle, handle, *named)
        self._monitor = _typed(user.MonitorFromWindow, wintypes.HMONITOR, handle, number)
        pointer = ctypes.POINTER(wintypes.UINT)
        dpi = load("shcore").GetDpiForMonitor
        self._dpi = _typed(dpi, wintypes.LONG, wintypes.HMONITOR, ctypes.c_int, pointer, pointer)
        dwm = load("dwmapi").DwmGetWindowAttribute
        self._attribute = _typed(dwm, wintypes.LONG, handle, number, ctypes.c_void_p, number)
        self._open = _typed(kernel.OpenProcess, wintypes.HANDLE, number, wintypes.BOOL, number)
        self._close = _typed(kernel.CloseHandle, wintypes.BOOL, wintypes.HANDLE)
        times = (ctypes.POINTER(wintypes.FILETIME),) * 4
        self._times = _typed(kernel.GetProcessTimes, wintypes.BOOL, wintypes.HANDLE, *times)
        image = kernel.QueryFullProcessImageNameW
        where = (number, wintypes.LPWSTR, ctypes.POINTER(number))
        self._image = _typed(image, wintypes.BOOL, wintypes.HANDLE, *where)

    # ---------------------------------------------------------------- windows

    def windows(self) -> tuple[DesktopWindow, ...]:
        """List all top-level windows, the foremost first."""
        handles: list[int] = []

        def found(handle: int, _: int) -> bool:
            handles.append(handle)
            return True

        self._enum_windows(self._callback(found), 0)
        return tuple(window for handle in handles if (window := self.window(handle)) is not None)

    def window(self, handle: int) -> DesktopWindow | None:
        """A window by its handle; None if it does not exist any more."""
        thread, pid = self._made_by(handle)
        if not thread or not self._is_window(handle):
            return None
        style = self._style(handle, _GWL_EXSTYLE)
        return DesktopWindow(
            handle=handle,
            pid=pid,
            program=self._program_in(handle) or pid,
            thread=thread,
            owner=self._related(handle, _GW_OWNER) or 0,
            title=self._title(handle),
            shown=bool(self._is_visible(handle)) and not self._is_cloaked(handle),
            tool=bool(style & _WS_EX_TOOLWINDOW) and not style & _WS_EX_APPWINDOW,
        )

    def top(self, handle: int) -> int:
        """The handle of the top-level window around a window; 0 if it does not exist any more."""
        return int(self._ancestor(handle, _GA_ROOT) or 0)

    def foreground(self) -> int:
        """The handle of the foreground window; 0 if there is none at the moment."""
        return int(self._foreground() or 0)

    def is_hung(self, handle: int) -> bool:
        """Whether the system takes a window for hung: it has not processed messages for 5 seconds."""
        return bool(self._is_hung(handle))

    def scale(self, handle: int) -> float:
        """Physical pixels of a logical one on the monitor of a window; 1.0 if it is not known."""
        across, down = wintypes.UINT(), wintypes.UINT()
        monitor = self._monitor(handle, _MONITOR_DEFAULTTONEAREST)
        failed = self._dpi(monitor, _MDT_EFFECTIVE_DPI, ctypes.byref(across), ctypes.byref(down))
        return 1.0 if failed or not across.value else across.value / _USUAL_DPI

    # -------------------------------------------------------------- processes

    def process(self, pid: int) -> UiaProcess:
        """A process by its id, with unknown fields if it may not be opened."""
        opened = self._open(_PROCESS_QUERY_LIMITED_INFORMATION, False, pid)  # noqa: FBT003  # positional in the API
        if not opened:
            return UiaProcess("", 0)
        try:
            return UiaProcess(self._program(opened), self._start(opened))
        finally:
            self._close(opened)

    # ---------------------------------------------------------------- insides

    def _made_by(self, handle: int) -> tuple[int, int]:
        """The thread and the process that made a window; zeros if it does not exist any more."""
        pid = wintypes.DWORD()
        thread: int = self._thread_of(handle, ctypes.byref(pid))
        return thread, pid.value

    def _program_in(self, handle: int) -> int:
        """The process of the app in a frame window; 0 if the window is no frame, or has no app at the moment."""
        name = ctypes.create_unicode_buffer(_LONGEST_CLASS)
        self._class(handle, name, _LONGEST_CLASS)
        inside = self._child(handle, None, _FRAMED, None) if name.value == _FRAME else None
        return self._made_by(inside)[1] if inside else 0

    def _title(self, handle: int) -> str:
        text = ctypes.create_unicode_buffer(_LONGEST_TITLE)
        self._text(handle, text, _LONGEST_TITLE)
        return text.value

    def _is_cloaked(self, handle: int) -> bool:
        cloaked = wintypes.DWORD()
        failed = self._attribute(handle, _DWMWA_CLOAKED, ctypes.byref(cloaked), ctypes.sizeof(cloaked))
        return not failed and bool(cloaked.value)

    def _program(self, opened: int) -> str:
        path, length = ctypes.create_unicode_buffer(_LONGEST_PATH), wintypes.DWORD(_LONGEST_PATH)
        if not self._image(opened, 0, path, ctypes.byref(length)):
            return ""
        name = path.value.rpartition("\\")[2]
        return name[:-4] if name.casefold().endswith(".exe") else name

    def _start(self, opened: int) -> int:
        times = tuple(wintypes.FILETIME() for _ in range(4))
        if not self._times(opened, *map(ctypes.byref, times)):
            return 0
        return int(times[0].dwHighDateTime << _HIGH | times[0].dwLowDateTime)


def _typed(function: Any, result: Any, *arguments: Any) -> Any:  # noqa: ANN401  # ctypes is untyped
    """Give a system function its types: without them ctypes cuts 64-bit handles to 32 bits."""
    function.restype = result
    function.argtypes = arguments
    return function
