"""Finds main windows, and the dialogs, popups and menus that belong to one (spec/definitions#13-windows)."""

from __future__ import annotations

from collections.abc import Sequence

from uidiff.backends.uia.desktop import DesktopWindow

__all__ = ["further_windows", "is_main", "main_of", "main_windows"]


def main_windows(windows: Sequence[DesktopWindow]) -> tuple[DesktopWindow, ...]:
    """The main windows: visible, with a button in the taskbar, and not owned by a visible window."""
    by_handle = {window.handle: window for window in windows}
    return tuple(window for window in windows if is_main(window, by_handle))


def further_windows(main: DesktopWindow, windows: Sequence[DesktopWindow]) -> tuple[DesktopWindow, ...]:
    """The further windows of a main window: visible ones that it owns, or that have no owner but the same thread.

    Menus often have no owner; their thread tells whose they are. So the taskbar, which has the process of the folder
    windows, belongs to none of these.
    """
    by_handle = {window.handle: window for window in windows}
    found = []
    for window in windows:
        if (
            not window.shown
            or window.pid not in {main.pid, main.program}
            or window.handle == main.handle
            or is_main(window, by_handle)
        ):
            continue
        above = main_of(window, by_handle)
        if above == main.handle or (not above and window.thread == main.thread):
            found.append(window)
    return tuple(found)


def is_main(window: DesktopWindow, by_handle: dict[int, DesktopWindow]) -> bool:
    """Whether a window is a main window. Invisible owners do not count: some toolkits give all windows such an
    owner.
    """
    return window.shown and not window.tool and not any(above.shown for above in _owners(window, by_handle))


def main_of(window: DesktopWindow, by_handle: dict[int, DesktopWindow]) -> int:
    """The handle of the nearest owner that is a main window; 0 if there is none."""
    return next((above.handle for above in _owners(window, by_handle) if is_main(above, by_handle)), 0)


def _owners(window: DesktopWindow, by_handle: dict[int, DesktopWindow]) -> list[DesktopWindow]:
    """The owner of a window, the owner of that, and so on."""
    found: list[DesktopWindow] = []
    above = by_handle.get(window.owner)
    while above is not None and above not in found:
        found.append(above)
        above = by_handle.get(above.owner)
    return found
