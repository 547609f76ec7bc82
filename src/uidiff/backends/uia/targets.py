"""Lists windows (spec/definitions#13-windows), and chooses the one that a target means, which is remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import attrs

from uidiff.backends.recently_used import RecentlyUsed
from uidiff.backends.uia.desktop import DesktopWindow, UiaDesktop
from uidiff.errors import AppGone, WindowNotFound
from uidiff.model.window import Window

__all__ = ["KINDS", "UiaTargets", "UiaWindow", "further_windows"]


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
            or _is_main(window, by_handle)
        ):
            continue
        above = _main_of(window, by_handle)
        if above == main.handle or (not above and window.thread == main.thread):
            found.append(window)
    return tuple(found)


def _is_main(window: DesktopWindow, by_handle: dict[int, DesktopWindow]) -> bool:
    """Whether a window is visible, has a button in the taskbar, and is not owned by a visible window.

    Invisible owners do not count: some toolkits give all windows such an owner.
    """
    return window.shown and not window.tool and not any(above.shown for above in _owners(window, by_handle))


def _main_of(window: DesktopWindow, by_handle: dict[int, DesktopWindow]) -> int:
    """The handle of the nearest owner that is a main window; 0 if there is none."""
    return next((above.handle for above in _owners(window, by_handle) if _is_main(above, by_handle)), 0)


def _owners(window: DesktopWindow, by_handle: dict[int, DesktopWindow]) -> list[DesktopWindow]:
    """The owner of a window, the owner of that, and so on."""
    found: list[DesktopWindow] = []
    above = by_handle.get(window.owner)
    while above is not None and above not in found:
        found.append(above)
        above = by_handle.get(above.owner)
    return found


KINDS = 'give the name of a program ("notepad"), its process id, a uidiff.Window or a uiautomation Control'

_MOST_MEANT = 256
"""The number of targets, the last read ones, whose window is remembered."""


@attrs.frozen
class UiaWindow:
    """A window that a target means, the name of its program, and its key (spec/definitions#13-windows)."""

    window: DesktopWindow
    app: str
    key: str

    @property
    def known(self) -> Window:
        """The window as it is listed."""
        return Window(
            app=self.app or None,
            pid=self.window.program,
            title=self.window.title or None,
            id=f"{self.window.handle:#x}",
        )


class UiaTargets:
    """Chooses windows, and remembers the choice for each target."""

    def __init__(self, desktop: UiaDesktop) -> None:
        self._desktop = desktop
        self._meant = RecentlyUsed[Hashable, UiaWindow](_MOST_MEANT)

    def all(self) -> tuple[UiaWindow, ...]:
        """List all main windows, the foremost first."""
        by_handle = {window.handle: window for window in self._desktop.windows()}
        return tuple(self._chosen(window) for window in by_handle.values() if _is_main(window, by_handle))

    def lives(self, chosen: UiaWindow) -> bool:
        """Whether a window still exists and belongs to the same process."""
        return self._now(chosen) is not None

    def is_shown(self, handle: int) -> bool:
        """Whether a window still exists and is visible."""
        window = self._desktop.window(handle)
        return window is not None and window.shown

    def choose(self, target: str | int | Window) -> UiaWindow:
        """Choose the window of the name of a program, of a process id, or of a ``Window``.

        Raises:
            AppGone: the window that it meant before was closed, and no other fits.
            WindowNotFound: no window fits, or several do and none of them is in front.
        """
        wanted = _wanted(target)
        return self._remembered(
            (type(target), target), lambda: [chosen for chosen in self.all() if wanted.fits(chosen.known)]
        )

    def of_handle(self, target: Hashable, handle: int) -> UiaWindow:
        """Choose the top-level window around a window handle; raises as :meth:`choose`."""
        window = self._desktop.window(self._desktop.top(handle)) if handle else None
        return self._remembered(target, lambda: () if window is None else (self._chosen(window),))

    # ---------------------------------------------------------------- insides

    def _remembered(self, target: Hashable, find: Callable[[], Sequence[UiaWindow]]) -> UiaWindow:
        meant = self._meant.get(target)
        now = None if meant is None else self._now(meant)
        if now is None:
            found = find()
            if not found and meant is not None:
                raise AppGone("the window is gone: start the program again, or read another window")
            now = self._one(found)
        self._meant[target] = now
        return now

    def _one(self, found: Sequence[UiaWindow]) -> UiaWindow:
        if len(found) > 1:
            front = self._front()
            found = [chosen for chosen in found if chosen.window.handle == front] or found
        if len(found) != 1:
            problem = f"{len(found) or 'none'} of the open windows fit"
            raise WindowNotFound(f"{problem}: see UiaBackend().windows(), and say more, or less, of it")
        return found[0]

    def _front(self) -> int:
        """The window in front, or the main window of a dialog or menu in front."""
        front = self._desktop.foreground()
        by_handle = {window.handle: window for window in self._desktop.windows()}
        return (front in by_handle and _main_of(by_handle[front], by_handle)) or front

    def _chosen(self, window: DesktopWindow) -> UiaWindow:
        host, program = self._desktop.process(window.pid), self._desktop.process(window.program)
        return UiaWindow(window, program.name, f"{window.pid}-{host.start:x}-{window.handle:x}")

    def _now(self, chosen: UiaWindow) -> UiaWindow | None:
        window = self._desktop.window(chosen.window.handle)
        if window is None:
            return None
        now = self._chosen(window)
        return now if now.key == chosen.key else None


def _wanted(target: str | int | Window) -> Window:
    """Make a ``Window`` of a target, with the name of a program without ".exe"."""
    if isinstance(target, int):
        return Window(pid=target)
    wanted = Window(app=target) if isinstance(target, str) else target
    app = wanted.app or ""
    return attrs.evolve(wanted, app=app[:-4]) if app.casefold().endswith(".exe") and app[:-4] else wanted
