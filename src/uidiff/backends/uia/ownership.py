"""Which windows there are to read, and which dialogs, popups and menus belong to one (spec/definitions#13-windows)."""

from __future__ import annotations

from collections.abc import Sequence

from uidiff.backends.uia.desktop import DesktopWindow

__all__ = ["further_windows", "is_main", "main_of", "main_windows"]


def main_windows(windows: Sequence[DesktopWindow]) -> tuple[DesktopWindow, ...]:
    """The windows that a person would call windows: shown, with a button in the taskbar, no other's dialog."""
    by_handle = {window.handle: window for window in windows}
    return tuple(window for window in windows if is_main(window, by_handle))


def further_windows(main: DesktopWindow, windows: Sequence[DesktopWindow]) -> tuple[DesktopWindow, ...]:
    """What of its process is shown with a window: what it owns, and what nobody owns and its thread has made.

    Menus often have no owner; that they come from the same thread tells them from what is another window's. So the
    taskbar, which is of the same process as the windows of folders are, belongs to none of them.
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
    """Whether it is a window of its own. One whose owner nobody sees is: some toolkits own all they show by such."""
    return window.shown and not window.tool and not any(above.shown for above in _owners(window, by_handle))


def main_of(window: DesktopWindow, by_handle: dict[int, DesktopWindow]) -> int:
    """The nearest window above, by owners, that is one of its own; 0 if there is none."""
    return next((above.handle for above in _owners(window, by_handle) if is_main(above, by_handle)), 0)


def _owners(window: DesktopWindow, by_handle: dict[int, DesktopWindow]) -> list[DesktopWindow]:
    """Its owner, the owner of that, and so on."""
    found: list[DesktopWindow] = []
    above = by_handle.get(window.owner)
    while above is not None and above not in found:
        found.append(above)
        above = by_handle.get(above.owner)
    return found
