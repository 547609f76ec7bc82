"""The backend of macOS."""

from __future__ import annotations

from typing import Any, ClassVar

from uidiff.backends.ax.actions import act
from uidiff.backends.ax.calls import AxCalls, AxFailure, Stale, availability, expect_trust, load_system
from uidiff.backends.ax.desktop import AxDesktop, AxWindow, WindowList
from uidiff.backends.ax.handles import AxHandle, ElementIds
from uidiff.backends.ax.reading import WindowReader
from uidiff.backends.ax.targets import AxTarget, AxTargets
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

_STALE = "the element is not there any more: read the window again"


class _AxParts:
    """The parts of the backend, made at the first call that needs the system."""

    def __init__(self, system: Any) -> None:  # noqa: ANN401  # a module
        self.system = system
        self.calls = AxCalls(system)
        self.ids = ElementIds()
        self.desktop = AxDesktop(self.calls)
        self.windows = WindowList(self.calls, self.desktop, self.ids)
        self.targets = AxTargets(self.calls, self.desktop, self.windows)


class AxBackend:
    """Reads windows of macOS, with one call to the application for each element.

    A snapshot has the window, the dialogs, panels, popups and open menus of its process, and the menu bar without its
    closed menus. An element keeps its id while reads show it; another Python process gives other ids.

    Args:
        system: the module ``ApplicationServices`` of PyObjC, or a substitute; imported at the first use by default.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "ax"

    def __init__(self, *, system: Any = None) -> None:  # noqa: ANN401  # a module
        self._system = system
        self._opened: _AxParts | None = None
        self._closed = False

    def available(self) -> Availability:
        """Say whether this is macOS, PyObjC is installed, and the user has allowed access."""
        return availability(self._system)

    def windows(self) -> tuple[Window, ...]:
        """List the windows of the applications in the Dock, without those that hang."""
        return tuple(opened.window for opened in self._open().windows.all())

    def read(self, target: AxTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """Read the window that the target means.

        Raises:
            MissingExtra: PyObjC is not installed.
            PermissionNeeded: the user has not allowed access.
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
        """Find the live element, with its AXUIElement in ``.ref``; StaleRef if it does not exist any more."""
        opened = self._open()
        handle = opened.ids.handle(element.id)
        if handle is None:
            raise StaleRef(_STALE)
        try:
            opened.calls.facts(handle, ("AXRole",))
        except Stale:
            raise StaleRef(_STALE) from None
        except (AxFailure, ReadTimeout):  # the element may exist: only the end of its process is certain
            if opened.desktop.process(opened.calls.pid(handle)) is None:
                raise StaleRef(_STALE) from None
        return handle

    def act(self, element: Element, action: str, value: str | None = None) -> str | None:
        """Do an action: one of the element's own ("press"), "focus", "select", "expand", "collapse" or "type"."""
        opened = self._open()
        return act(opened.calls, self.handle(element), action, value)

    def close(self) -> None:
        """Release all elements and end the thread."""
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
        """Read the window and its elements once."""
        found = opened.targets.find(target, deadline=deadline)
        opened.ids.begin(found.key)
        reading = WindowReader(opened.calls, opened.ids, found, limits=limits, deadline=deadline)
        try:
            reading.read()
        except Stale:
            opened.targets.expect_alive(found.process)
            raise AppGone("the window was closed: read another one") from None
        except ReadTimeout:
            opened.targets.expect_alive(found.process)
            raise
        opened.targets.expect_alive(found.process)
        opened.ids.end(found.key, whole=reading.is_whole)
        return found, reading
