"""The backend itself: what a session asks of it."""

from __future__ import annotations

from typing import Any, ClassVar

from uidiff.backends.ax.actions import act
from uidiff.backends.ax.calls import AxCalls, AxFailure, Stale
from uidiff.backends.ax.desktop import AxDesktop
from uidiff.backends.ax.element_ids import ElementIds
from uidiff.backends.ax.handles import AxHandle
from uidiff.backends.ax.reading import WindowReader
from uidiff.backends.ax.system import availability, expect_trust, load_system
from uidiff.backends.ax.targets import AxTarget, AxTargets
from uidiff.backends.ax.windows import AxWindow, WindowList
from uidiff.backends.deadlines import expect_time
from uidiff.backends.protocol import Availability
from uidiff.errors import AppGone, BackendError, ReadTimeout, StaleRef
from uidiff.model.circumstances import Circumstances
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["AxBackend"]

_STALE = "the element is not there any more: read the window anew"


class _AxParts:
    """The parts that are made with the first call that needs the system."""

    def __init__(self, system: Any) -> None:  # noqa: ANN401  # a module
        self.system = system
        self.calls = AxCalls(system)
        self.known = ElementIds()
        self.desktop = AxDesktop(self.calls)
        self.windows = WindowList(self.calls, self.desktop, self.known)
        self.targets = AxTargets(self.calls, self.desktop, self.windows)


class AxBackend:
    """Reads windows of macOS. Each element costs one call to its application, and one that hangs is not waited for.

    A snapshot is a window with the dialogs, panels, popups and open menus of its process, and the menu bar without its
    closed menus. An element keeps its id as long as the backend has it in sight; the next process gives others.

    Args:
        system: the module ``ApplicationServices`` of PyObjC, or one that is like it; by default it is imported when it
            is needed.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "ax"

    def __init__(self, *, system: Any = None) -> None:  # noqa: ANN401  # a module
        self._system = system
        self._opened: _AxParts | None = None
        self._closed = False

    def available(self) -> Availability:
        """Whether this is macOS, PyObjC is installed, and the user has allowed it."""
        return availability(self._system)

    def windows(self) -> tuple[Window, ...]:
        """The windows of the applications in the Dock. Hung ones are left out."""
        return tuple(opened.window for opened in self._open().windows.all())

    def read(self, target: AxTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """The window as it is now.

        Args:
            target: an application by its name, its bundle id or its process id, a ``uidiff.Window``, an element of
                atomacos, an AXUIElement. It means one window and stays with it as long as that lives, whatever its
                title becomes and whatever comes in front. First it means the only one that fits, or of several the one
                in front; so it does again when that has gone and others fit.
            limits, redact, deadline: as of all backends.

        Raises:
            MissingExtra: PyObjC is not installed.
            PermissionNeeded: the user has not allowed it.
            TypeError: no target.
            WindowNotFound: no window fits, or several, and none is in front.
            AppGone: the application has ended, or the window was closed, and no other fits.
            ReadTimeout: not even the window itself was read by the deadline.
        """
        opened = self._open()
        expect_time(deadline)
        found, reading = self._read(opened, target, limits, deadline)
        if reading.is_shaky:
            found, reading = self._read(opened, target, limits, deadline)
        circumstances = Circumstances(
            app=found.process.name or None,
            pid=found.process.pid,
            window=found.key,
            title=found.top.facts.text("AXTitle"),
            url=reading.url() or None,
            platform="ax",
        )
        return Snapshot.from_rows(reading.rows, circumstances=circumstances, limits=limits, redact=redact)

    def handle(self, element: Element) -> AxHandle:
        """The live element, with the AXUIElement in ``.ref``; StaleRef if it is not there any more."""
        opened = self._open()
        handle = opened.known.handle(element.id)
        if handle is None:
            raise StaleRef(_STALE)
        try:
            opened.calls.facts(handle, ("AXRole",))
        except Stale:
            raise StaleRef(_STALE) from None
        except (AxFailure, ReadTimeout):  # it may be there, and somebody else has more patience
            if opened.desktop.process(opened.calls.pid(handle)) is None:
                raise StaleRef(_STALE) from None
        return handle

    def act(self, element: Element, action: str, value: str | None = None) -> None:
        """Do something with an element: what it offers ("press"), "focus", "select", "expand", "collapse", "type"."""
        opened = self._open()
        act(opened.calls, self.handle(element), action, value)

    def close(self) -> None:
        """Let go of all elements, and end the thread."""
        self._closed = True
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.calls.close()

    # ----------------------------------------------------------------- insides

    def _open(self) -> _AxParts:
        if self._closed:
            raise BackendError("this backend is closed: make another AxBackend")
        if self._opened is None:
            self._opened = _AxParts(load_system() if self._system is None else self._system)
        expect_trust(self._opened.system)
        return self._opened

    def _read(
        self,
        opened: _AxParts,
        target: AxTarget,
        limits: Limits,
        deadline: float,
    ) -> tuple[AxWindow, WindowReader]:
        """The window and its elements, read once."""
        found = opened.targets.find(target, deadline=deadline)
        opened.known.begin(found.key)
        reading = WindowReader(opened.calls, opened.known, found, limits=limits, deadline=deadline)
        try:
            reading.read()
        except Stale:
            opened.targets.expect_alive(found.process)
            raise AppGone("the window was closed: read another one") from None
        except ReadTimeout:
            opened.targets.expect_alive(found.process)
            raise
        opened.targets.expect_alive(found.process)
        opened.known.end(found.key, whole=reading.is_whole)
        return found, reading
