"""The accessibility bus, and calls to programs on it: many at a time, each program with a limited time to answer."""

from __future__ import annotations

import os
import socket
import time
from collections import deque
from collections.abc import Iterable, Sequence
from enum import Enum
from math import inf
from selectors import EVENT_READ, DefaultSelector
from typing import Any, NamedTuple, TypeAlias

from uidiff.backends.atspi.constants import PROPERTIES, REGISTRY, REGISTRY_PATH
from uidiff.backends.deadlines import LONGEST_WAIT
from uidiff.errors import BackendError, MissingExtra, PermissionNeeded, ReadTimeout

__all__ = [
    "PATIENCE",
    "Bus",
    "BusCall",
    "BusConnection",
    "BusMessage",
    "Fault",
    "Reply",
    "accessibility_bus",
    "daemon_call",
    "get_property",
    "session_address",
]

CURE = "start the program inside the desktop session whose windows it is to read"

_LONGEST_SEND = 1.0
"""Seconds that the bus has to take what is sent."""

_LONGEST_GREETING, _SHORTEST_GREETING = 2.0, 0.001
"""The most and the least seconds for the greeting of the bus."""

_AT_ONCE = 1 << 16
"""Bytes that are read from a socket at once."""


def session_address() -> str | None:
    """The address of the session bus of this process; None if it has none.

    It is DBUS_SESSION_BUS_ADDRESS (D-Bus specification), else the socket ``bus`` in XDG_RUNTIME_DIR (systemd).
    """
    given = os.environ.get("DBUS_SESSION_BUS_ADDRESS")
    if given:
        return given
    usual = os.path.join(os.environ.get("XDG_RUNTIME_DIR") or "/nowhere", "bus")  # noqa: PTH118  # a text is wanted
    return f"unix:path={usual}" if os.path.exists(usual) else None  # noqa: PTH110


class BusCall(NamedTuple):
    """A method call: the bus name, the path of the object, interface, method, signature and arguments."""

    to: str
    path: str
    interface: str
    method: str
    signature: str = ""
    body: tuple[Any, ...] = ()


class BusMessage(NamedTuple):
    """A received message.

    Attributes:
        reply_to: the serial number of the call that it answers; 0 if it answers none.
        error: the name of the error; "" if it is none.
        member: the name of the signal; "" if it is none.
        body: values of any types.
    """

    reply_to: int
    error: str
    member: str
    body: tuple[Any, ...]


class BusConnection:
    """A socket to a bus, with the messages on it and their serial numbers.

    Args:
        address: the D-Bus address of the bus; only ``unix:`` is supported.
        deadline: a moment of ``time.monotonic()`` until which connecting may take.

    Raises:
        MissingExtra: jeepney is not installed.
        BackendError: there is no bus at the address.
        PermissionNeeded: the bus belongs to another user.
        ReadTimeout: the bus does not answer.
    """

    def __init__(self, address: str, deadline: float = inf) -> None:
        try:
            import jeepney
            from jeepney.bus import get_bus
            from jeepney.io.blocking import prep_socket
        except ImportError:
            raise MissingExtra("linux", "jeepney") from None
        patience = min(_LONGEST_GREETING, max(deadline - time.monotonic(), _SHORTEST_GREETING))
        try:
            self._socket: socket.socket = prep_socket(get_bus(address), timeout=patience)
        except TimeoutError:
            raise ReadTimeout("the message bus does not answer in time: try again, or log in again") from None
        except PermissionError:
            raise PermissionNeeded(f"the message bus is another user's: {CURE}") from None
        except Exception as error:  # jeepney raises many kinds for a bad address
            raise BackendError(f"no message bus answers ({type(error).__name__}): {CURE}") from error
        self._socket.settimeout(_LONGEST_SEND)
        self._selector = DefaultSelector()
        self._selector.register(self._socket, EVENT_READ)
        self._jeepney: Any = jeepney
        self._parser: Any = jeepney.Parser()
        self._serial = 0
        self.lost = False
        """Whether the connection is lost or closed."""

    def send(self, calls: Iterable[BusCall]) -> list[int]:
        """Send calls, and return their serial numbers; BackendError if the connection is lost."""
        serials: list[int] = []
        data = bytearray()
        for to, path, interface, method, signature, body in calls:
            address = self._jeepney.DBusAddress(path, to, interface)
            message = self._jeepney.new_method_call(address, method, signature or None, body)
            self._serial += 1
            serials.append(self._serial)
            data += message.serialise(self._serial)
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise self._lost(error) from error
        return serials

    def receive(self, until: float = inf) -> BusMessage | None:
        """The next message; None if none is complete by a moment of ``time.monotonic()``.

        Raises:
            BackendError: the connection is lost.
        """
        looked = False
        try:
            while (message := self._parser.get_next_message()) is None:
                if looked and time.monotonic() >= until:
                    return None  # a part of a long message may have come: the rest is for the next call
                looked = True
                if self._selector.select(min(max(until - time.monotonic(), 0.0), LONGEST_WAIT)):
                    self._parser.add_data(self._received())
            return self._heard(message)
        except Exception as error:  # the parser may raise anything on bad input
            raise self._lost(error) from error

    def close(self) -> None:
        """Disconnect. May be called again."""
        self.lost = True
        self._selector.close()
        self._socket.close()

    def _received(self) -> bytes:
        data = self._socket.recv(_AT_ONCE)
        if not data:
            raise ConnectionResetError
        return data

    def _heard(self, message: Any) -> BusMessage:  # noqa: ANN401  # a Message of jeepney
        names, kinds = self._jeepney.HeaderFields, self._jeepney.MessageType
        fields, kind = message.header.fields, message.header.message_type
        return BusMessage(
            reply_to=fields.get(names.reply_serial, 0),
            error=fields.get(names.error_name, "") if kind is kinds.error else "",
            member=fields.get(names.member, "") if kind is kinds.signal else "",
            body=tuple(message.body),
        )

    def _lost(self, error: Exception) -> BackendError:
        self.close()
        return BackendError(f"the connection to the message bus is lost ({type(error).__name__}): read again")


_IN_FLIGHT = 128
"""Calls on their way at once. With about 1,500 the bus of one system disconnected."""

_TOGETHER = _IN_FLIGHT // 4
"""The least number of calls that are sent together while others are on their way."""

PATIENCE = 1.0
"""Seconds without an answer after which a program counts as hung."""

_DAEMON = "org.freedesktop.DBus"

_ERROR = "org.freedesktop.DBus.Error."


class Fault(Enum):
    """Why a call has no result."""

    GONE = "the program is not on the bus any more"
    STALE = "the object is not there any more"
    ABSENT = "the object has no such thing"
    SLOW = "there was no answer in time"


_FAULTS = {
    _ERROR + "ServiceUnknown": Fault.GONE,
    _ERROR + "NameHasNoOwner": Fault.GONE,
    _ERROR + "NoReply": Fault.GONE,  # the program ended before it answered
    _ERROR + "Disconnected": Fault.GONE,
    _ERROR + "UnknownObject": Fault.STALE,
}
"""Faults by the names of errors. Any other is ABSENT, also UnknownMethod: GTK 4 says that of removed objects too."""

Reply: TypeAlias = tuple[Any, ...] | Fault
"""The body of an answer, with values of any types, or a fault."""


def daemon_call(method: str, *texts: str) -> BusCall:
    """Make a call to the bus itself."""
    return BusCall(_DAEMON, "/org/freedesktop/DBus", _DAEMON, method, "s" * len(texts), texts)


def get_property(to: str, path: str, interface: str, name: str) -> BusCall:
    """Make the call that gets a property. Qt has no GetAll."""
    return BusCall(to, path, PROPERTIES, "Get", "ss", (interface, name))


class Bus:
    """Calls over one connection.

    Args:
        deadline: a moment of ``time.monotonic()`` until which the bus may take to greet.

    Attributes:
        calls: the number of calls so far.
        rounds: the number of waits for answers so far; up to :data:`_IN_FLIGHT` calls are on their way together.
    """

    def __init__(self, connection: BusConnection, deadline: float = inf) -> None:
        self._connection = connection
        self.calls = 0
        self.rounds = 0
        self.ask([daemon_call("Hello")], deadline)

    @property
    def lost(self) -> bool:
        """Whether the connection is lost."""
        return self._connection.lost

    def ask(self, calls: Sequence[BusCall], deadline: float = inf, *, patience: float = PATIENCE) -> list[Reply]:
        """Make calls; their replies, in order.

        A program that sends no answer for ``patience`` seconds, or has not sent all answers by the deadline (a moment
        of ``time.monotonic()``), is given up: its missing replies are ``Fault.SLOW``, and later answers are dropped.
        Calls to other programs are not affected.

        Raises:
            BackendError: the connection is lost.
        """
        asking = _PendingCalls(calls, patience)
        while not asking.done and time.monotonic() < deadline:
            if calls_now := asking.next():
                asking.sent(self._connection.send(calls_now))
            message = self._connection.receive(min(deadline, asking.until))
            if message is not None:
                asking.hear(message)
            else:
                asking.give_up()
        self.calls += asking.count
        self.rounds += -(-asking.count // _IN_FLIGHT)
        return asking.replies

    def one(self, call: BusCall, deadline: float = inf, *, patience: float = PATIENCE) -> Reply:
        """Make one call; its reply."""
        return self.ask([call], deadline, patience=patience)[0]

    def signal(self, until: float) -> str | None:
        """The name of the next signal; None if none comes until a moment of ``time.monotonic()``.

        Raises:
            BackendError: the connection is lost.
        """
        while (message := self._connection.receive(until)) is not None:
            if message.member:
                return message.member
        return None

    def close(self) -> None:
        """Disconnect. May be called again."""
        self._connection.close()


class _PendingCalls:
    """The state of a batch of calls: which are unsent, which unanswered, and when each program last answered."""

    def __init__(self, calls: Sequence[BusCall], patience: float) -> None:
        self._calls = calls
        self._patience = patience
        self._left = deque(range(len(calls)))
        self._taken: list[int] = []
        self._waiting: dict[int, int] = {}  # by serial number, the index of the call
        self._heard: dict[str, float] = {}  # by program, the moment of its last answer or of the first call
        self.replies: list[Reply] = [Fault.SLOW] * len(calls)
        self.count = 0

    @property
    def done(self) -> bool:
        return not (self._left or self._waiting)

    @property
    def until(self) -> float:
        """The moment at which the next program is given up."""
        return min(self._heard.values(), default=inf) + self._patience

    def next(self) -> list[BusCall]:
        """The calls to send now: several at a time, as sending costs more than a call."""
        room = _IN_FLIGHT - len(self._waiting)
        if room < _TOGETHER and len(self._waiting) > 0:
            room = 0
        self._taken = [self._left.popleft() for _ in range(min(room, len(self._left)))]
        return [self._calls[index] for index in self._taken]

    def sent(self, serials: Sequence[int]) -> None:
        now = time.monotonic()
        for serial, index in zip(serials, self._taken, strict=True):
            self._waiting[serial] = index
            self._heard.setdefault(self._calls[index].to, now)
        self.count += len(serials)

    def hear(self, message: BusMessage) -> None:
        """Take a message that may answer one of the calls."""
        index = self._waiting.pop(message.reply_to, None)
        if index is None:
            return
        self.replies[index] = _FAULTS.get(message.error, Fault.ABSENT) if message.error else message.body
        to = self._calls[index].to
        self._heard[to] = time.monotonic()
        if not any(self._calls[other].to == to for other in self._waiting.values()):
            del self._heard[to]

    def give_up(self) -> None:
        """Give up the programs whose time is over."""
        over = time.monotonic() - self._patience
        silent = {to for to, heard in self._heard.items() if heard <= over}
        self._waiting = {serial: i for serial, i in self._waiting.items() if self._calls[i].to not in silent}
        self._left = deque(i for i in self._left if self._calls[i].to not in silent)
        for to in silent:
            del self._heard[to]


_LISTENED_TO = "object:state-changed"
"""An event to register for: without any, GTK 3 has no cache and refuses its method."""

_STARTING = 5.0
"""Seconds for starting the accessibility bus."""

_HOME, _PATH, _STATUS = "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status"


def accessibility_bus(session: str | None, deadline: float = inf) -> Bus:
    """Make a connection to the accessibility bus, with accessibility turned on.

    Programs publish their elements only while ``org.a11y.Status.IsEnabled`` is true. It is set if need be, as screen
    readers do it; desktops keep it as a setting of the user.

    Args:
        session: the address of the session bus; None: that of this process.
        deadline: a moment of ``time.monotonic()``.

    Raises:
        MissingExtra: jeepney is not installed.
        BackendError: there is no session bus, or the session has no accessibility bus.
        ReadTimeout: a bus does not answer.
    """
    known = session or session_address()
    if known is None:
        raise BackendError(f"there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set): {CURE}")
    home = Bus(BusConnection(known, deadline), deadline)
    try:
        status = get_property(_HOME, _PATH, _STATUS, "IsEnabled")
        enabled = home.one(status, deadline, patience=_STARTING)
        if enabled != (("b", True),):
            turn_on = BusCall(_HOME, _PATH, PROPERTIES, "Set", "ssv", (_STATUS, "IsEnabled", ("b", True)))
            home.one(turn_on, deadline, patience=_STARTING)
        found = home.one(BusCall(_HOME, _PATH, _HOME, "GetAddress"), deadline, patience=_STARTING)
    finally:
        home.close()
    if found is Fault.SLOW:
        raise ReadTimeout("the session bus does not answer in time: try again, or log in again")
    if isinstance(found, Fault) or not (found and isinstance(found[0], str) and found[0]):
        raise BackendError(
            "the session has no accessibility bus: install it (Debian, Ubuntu: the package at-spi2-core), log in again"
        )
    bus = Bus(BusConnection(found[0], deadline), deadline)
    bus.one(BusCall(REGISTRY, REGISTRY_PATH, REGISTRY, "RegisterEvent", "s", (_LISTENED_TO,)), deadline)
    return bus
