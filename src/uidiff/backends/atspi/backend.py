"""The backend of Linux desktops: programs with AT-SPI, such as those of GTK and Qt, read over D-Bus."""

from __future__ import annotations

from importlib.util import find_spec
from math import inf
from time import monotonic
from typing import ClassVar

from uidiff.backends.atspi.actions import act
from uidiff.backends.atspi.bus import CURE, Bus, Reply, accessibility_bus, daemon_call, session_address
from uidiff.backends.atspi.events import AtspiChanges
from uidiff.backends.atspi.handles import AtspiHandle, live_key
from uidiff.backends.atspi.reading import ReadRequest, read_nodes
from uidiff.backends.atspi.replies import ObjectKey
from uidiff.backends.atspi.rows import rows_of
from uidiff.backends.atspi.targets import (
    Applications,
    AtspiTarget,
    AtspiWindow,
    as_window,
    choose,
    main_tops,
    tops_of,
    window_key,
)
from uidiff.backends.deadlines import expect_time
from uidiff.backends.protocol import Availability
from uidiff.backends.recently_used import RecentlyUsed
from uidiff.errors import BackendError, StaleRef
from uidiff.model.circumstances import Circumstances
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["AtspiBackend"]

_LONGEST_LISTING = 3.0
"""Seconds for listing the windows."""

_MOST_TARGETS = 256
"""The number of targets, the last used ones, whose window is remembered."""


class AtspiBackend:
    """Reads the windows of a Linux desktop.

    A target is the name or the process id of a program, or a ``Window``. Bounds are in pixels from the top left of the
    window that holds the element; hidden elements have none.

    The actions of an element are those that its program names. Besides, "press" does the program's own action of that
    kind ("click", "Press", "activate", …), "focus" sets the focus, and "type" sets a text, or the number of a slider.

    Args:
        session_bus: the address of the session bus; None: that of this process.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "atspi"

    def __init__(self, *, session_bus: str | None = None) -> None:
        self._session_bus = session_bus
        self._connected: tuple[Bus, Applications] | None = None
        self._bus_id: Reply = ()
        self._calls = 0
        self._rounds = 0
        self._meant = RecentlyUsed[Window, ObjectKey](_MOST_TARGETS)
        self._fleeting: dict[ObjectKey, bool] = {}
        self._sources: list[AtspiChanges] = []
        self._closed = False

    @property
    def calls(self) -> int:
        """The number of calls to other programs so far."""
        return self._calls + (self._connected[0].calls if self._connected else 0)

    @property
    def rounds(self) -> int:
        """The number of waits for answers so far; up to 128 calls are on their way together."""
        return self._rounds + (self._connected[0].rounds if self._connected else 0)

    def available(self) -> Availability:
        """Say whether jeepney is installed and there is a session bus."""
        if find_spec("jeepney") is None:
            reason, cure = "the package jeepney is not installed", "pip install 'uidiff[linux]'"
            return Availability(ok=False, reason=reason, cure=cure)
        if (self._session_bus or session_address()) is None:
            reason = "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set"
            return Availability(ok=False, reason=reason, cure=CURE)
        return Availability(ok=True)

    def windows(self) -> tuple[Window, ...]:
        """List the open main windows. Programs that do not answer within a second are left out.

        Raises:
            BackendError: there is no accessibility bus.
        """
        deadline = monotonic() + _LONGEST_LISTING
        bus, applications = self._connection(deadline)
        programs = [one for one in applications.all(deadline) if one.name]
        return tuple(top.window for top in main_tops(tops_of(bus, programs, deadline).tops))

    def read(self, target: AtspiTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """Read the window; BackendError if there is no accessibility bus."""
        self._expect_open()
        window = as_window(target)
        expect_time(deadline)
        bus, chosen = self._choose(window, deadline)
        application = chosen.top.application
        from_screen = application.toolkit == "Qt"
        request = ReadRequest(
            bus=bus, from_screen=from_screen, limits=limits, deadline=deadline, fleeting=self._fleeting
        )
        roots = read_nodes(request, [chosen.top.key, *(top.key for top in chosen.others)])
        circumstances = Circumstances(
            app=application.name,
            pid=application.pid,
            window=window_key(chosen.top),
            title=chosen.top.title or None,
            platform="atspi",
        )
        rows = rows_of(roots, from_screen=from_screen)
        return Snapshot.from_rows(rows, circumstances=circumstances, limits=limits, redact=redact)

    def handle(self, element: Element) -> AtspiHandle:
        """Find the object behind an element; ReadTimeout if its program does not answer."""
        return self._live(element)[1]

    def act(self, element: Element, action: str, value: str | None = None) -> str | None:
        """Do one of the element's actions, "press", "focus", or "type" (``value`` is the text, or a number in digits).

        It returns when the program has answered, or after a second if the program still answers other calls: a dialog
        may hold back the answer until it is closed. The note says if it does not: then it may have been done.
        """
        bus, _, key = self._live(element)
        return act(bus, key, action, value)

    def changes(self, target: AtspiTarget) -> AtspiChanges:
        """A source that wakes when the program of a window reports a change; raises as :meth:`read`."""
        self._expect_open()
        deadline = monotonic() + _LONGEST_LISTING
        _, chosen = self._choose(as_window(target), deadline)
        source = AtspiChanges(accessibility_bus(self._session_bus, deadline), chosen.top.key.bus)
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    def close(self) -> None:
        """Disconnect and end all waits for changes. May be called again."""
        self._closed = True
        for source in self._sources:
            source.close()
        self._disconnect()

    # ----------------------------------------------------------------- insides

    def _expect_open(self) -> None:
        if self._closed:
            raise BackendError("this backend is closed: make another one")

    def _live(self, element: Element) -> tuple[Bus, AtspiHandle, ObjectKey]:
        """The bus, the handle of an element, and the present key of its object."""
        self._expect_open()
        handle = AtspiHandle.of_id(element.id or "")
        if handle is None:
            raise StaleRef(f"element {element.index} is of no window that this backend reads: read the window")
        bus, _ = self._connection()
        return bus, handle, live_key(bus, handle, element)

    def _choose(self, window: Window, deadline: float) -> tuple[Bus, AtspiWindow]:
        bus, applications = self._connection(deadline)
        chosen = choose(bus, applications, window, deadline, last=self._meant.get(window))
        self._meant[window] = chosen.top.key
        return bus, chosen

    def _connection(self, deadline: float = inf) -> tuple[Bus, Applications]:
        """The bus, reconnected if need be. A restarted bus reuses names, so what was known by them is forgotten."""
        self._expect_open()
        if self._connected is None or self._connected[0].lost:
            self._disconnect()
            bus = accessibility_bus(self._session_bus, deadline)
            bus_id = bus.one(daemon_call("GetId"), deadline)
            if bus_id != self._bus_id:
                self._meant.clear()
                self._fleeting.clear()
            self._bus_id, self._connected = bus_id, (bus, Applications(bus))
        return self._connected

    def _disconnect(self) -> None:
        if self._connected is not None:
            self._calls, self._rounds = self.calls, self.rounds
            bus, self._connected = self._connected[0], None
            bus.close()
