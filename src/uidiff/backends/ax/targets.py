"""Finds the window that a target means, and remembers it while it exists."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from uidiff.backends.ax.calls import AxCalls, AxFailure, Denied, Hung, Stale
from uidiff.backends.ax.desktop import AxDesktop, AxProcess, AxTop, AxWindow, WindowList
from uidiff.backends.ax.handles import AxHandle
from uidiff.backends.recently_used import RecentlyUsed
from uidiff.errors import AppGone, BackendError, ReadTimeout, WindowNotFound
from uidiff.model.window import Window
from uidiff.text import counted

__all__ = ["AxTarget", "AxTargets"]

AxTarget = Any
"""What the backend reads: the name or the bundle id of an application, a process id, a ``uidiff.Window``, an element of
atomacos (anything with an AXUIElement in ``.ref``), an AXUIElement, or an :class:`AxHandle`."""

_KINDS = "give an application's name, a bundle id, a process id, a uidiff.Window, or an element of atomacos or PyObjC"
_CURE = "AxBackend().windows() lists those that are open; give a Window with more of what it says"
_HUNG = "the application does not answer: wait for it, or end it"
_GONE = "the application has ended: start it again"
_CLOSED = "the window was closed: read another one"
_MOST_MET = 256

_OF_WINDOW = ("AXRole", "AXWindow")


class AxTargets:
    """Finds windows, and remembers for each target the window that it means.

    A window exists while its application answers for it, even if it does not list it: windows on other desktops are not
    listed.
    """

    def __init__(self, calls: AxCalls, desktop: AxDesktop, windows: WindowList) -> None:
        self._calls = calls
        self._desktop = desktop
        self._windows = windows
        self._met = RecentlyUsed[Hashable, AxWindow](_MOST_MET)

    def find(self, target: AxTarget, *, deadline: float) -> AxWindow:
        """Find the window that a target means, as it is now.

        Raises:
            TypeError: the target is of another kind.
            WindowNotFound: no window fits, or several do and none of them is in front.
            AppGone: the window was closed or its process has ended, and no other window fits.
            ReadTimeout: the application does not answer.
            BackendError: the application answers with an error.
        """
        element = self._element(target)
        meant: Hashable = element if element is not None else (type(target), target)
        try:
            found = self._as_before(meant, deadline) or self._chosen_now(target, element, meant, deadline)
        except Hung:
            self._expect_alive(meant)
            raise ReadTimeout(_HUNG) from None
        except Stale:
            self._expect_alive(meant)
            raise AppGone(_CLOSED) from None
        except Denied:
            raise BackendError("this application does not let its windows be read: read another one") from None
        except AxFailure as error:
            raise BackendError(f"the application answers with the error {error.code}: read it again") from None
        self._met[meant] = found
        return found

    def expect_alive(self, process: AxProcess) -> None:
        """Raise AppGone if a process has ended, even if another one has its id now."""
        if not self._runs(process):
            raise AppGone(_GONE)

    # --------------------------------------------------------- the same, or another

    def _as_before(self, meant: Hashable, deadline: float) -> AxWindow | None:
        """The window that a target meant before; None if there is none any more."""
        met = self._met.get(meant)
        if met is None or not self._runs(met.process):
            return None
        try:
            return self._exactly(met.top.handle, met.process, deadline)
        except Stale:
            return None

    def _chosen_now(self, target: AxTarget, element: AxHandle | None, meant: Hashable, deadline: float) -> AxWindow:
        """The window that a target means now."""
        if element is not None:
            return self._of_element(element, deadline)
        found = self._fitting(target, deadline)
        if not found:
            self._expect_alive(meant)
            if meant in self._met:
                raise AppGone(_CLOSED)
            raise WindowNotFound(f"no window that is open fits: {_CURE}")
        return self._one_of(found)

    # ------------------------------------------------------------- kinds of it

    def _element(self, target: AxTarget) -> AxHandle | None:
        """The element that a target is, or has in ``ref``; None for a name, a process id or a ``Window``."""
        if isinstance(target, AxHandle):
            return target
        if isinstance(target, str | Window) or type(target) is int:
            return None
        system = self._calls.system
        for ref in (target, getattr(target, "ref", None)):
            if isinstance(ref, system.AXUIElementRef):
                return AxHandle(ref, system)
        raise TypeError(f"no window, but {type(target).__name__}: {_KINDS}")

    def _of_element(self, element: AxHandle, deadline: float) -> AxWindow:
        process = self._desktop.process(self._calls.pid(element))
        if process is None:
            raise AppGone(_GONE)
        facts = self._calls.facts(element, _OF_WINDOW, deadline=deadline)
        if facts.role == "AXApplication":
            return _chosen(self._windows.of(process, deadline=deadline))
        window = element if facts.role == "AXWindow" else facts.element("AXWindow")
        if window is None:
            raise WindowNotFound("the element is in no window: give its window, or its application")
        return self._exactly(window, process, deadline)

    def _exactly(self, window: AxHandle, process: AxProcess, deadline: float) -> AxWindow:
        """A known window, even if its process does not list it because it is on another desktop."""
        tops = self._windows.tops(process, deadline=deadline)
        listed = next((top for top in tops.tops if top.handle == window), None)
        top = listed or AxTop(window, self._calls.facts(window, deadline=deadline))
        return self._windows.named(tops, top)

    def _fitting(self, target: str | int | Window, deadline: float) -> list[AxWindow]:
        """The windows that fit a target."""
        wanted = target if isinstance(target, Window) else None
        found: list[AxWindow] = []
        failure: AxFailure | None = None
        for process in self._candidates(target):
            try:
                opened = self._windows.of(process, deadline=deadline)
            except AxFailure as error:
                scoped = wanted is None or wanted.scoped
                failure = error if scoped or isinstance(error, Hung) else failure
            else:
                found += [each for each in opened if wanted is None or wanted.fits(each.window)]
        if not found and failure is not None:  # the window that is meant may be of that process
            raise failure
        return found or ([] if wanted is None else self._unlisted(wanted, deadline))

    def _candidates(self, target: str | int | Window) -> Iterator[AxProcess]:
        """The processes whose windows may fit; only those in the Dock if the target names no application."""
        if isinstance(target, int):
            process = self._desktop.process(target)
            yield from () if process is None else (process,)
            return
        yield from (process for process in self._desktop.processes() if _may_have(process, target))

    def _unlisted(self, target: Window, deadline: float) -> list[AxWindow]:
        """The window of a known id that its process does not list because it is on another desktop."""
        window = None if target.id is None else self._windows.by_key(target.id)
        if window is None or target.id is None:
            return []
        process = self._desktop.process(self._calls.pid(window))
        if process is None or not target.id.startswith(f"{process.key}-"):
            raise AppGone(_GONE)
        again = self._exactly(window, process, deadline)
        return [again] if target.fits(again.window) else []

    # ------------------------------------------------------------- one of many

    def _one_of(self, found: list[AxWindow]) -> AxWindow:
        processes = {each.process.pid for each in found}
        if len(processes) == 1:
            return _chosen(found)
        front = self._desktop.front()
        if front not in processes:
            raise WindowNotFound(f"{counted(len(processes), 'application')} fit, and none is in front: {_CURE}")
        return _chosen([each for each in found if each.process.pid == front])

    def _expect_alive(self, meant: Hashable) -> None:
        if meant in self._met:
            self.expect_alive(self._met[meant].process)

    def _runs(self, process: AxProcess) -> bool:
        now = self._desktop.process(process.pid)
        return now is not None and now.key == process.key


def _may_have(process: AxProcess, target: str | Window) -> bool:
    if isinstance(target, str):
        return target.casefold() in {process.name.casefold(), (process.bundle or "").casefold()} - {""}
    return (
        (process.regular or target.scoped)
        and (target.pid is None or process.pid == target.pid)
        and (target.app is None or process.name.casefold() == target.app.casefold())
        and (target.id is None or target.id.startswith(f"{process.key}-"))
    )


def _chosen(windows: list[AxWindow]) -> AxWindow:
    """The only window, or the one in front."""
    if len(windows) == 1:
        return windows[0]
    for window in windows:
        if window.in_front:
            return window
    if not windows:
        raise WindowNotFound(f"the application has no window open: {_CURE}")
    raise WindowNotFound(f"{counted(len(windows), 'window')} fit, and none is in front: {_CURE}")
