"""Calls to the programs on the accessibility bus: many at a time, each program with a limited time to answer."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from enum import Enum
from math import inf
from typing import Any, TypeAlias

from uidiff.backends.atspi.bus_connection import BusCall, BusConnection, BusMessage
from uidiff.backends.atspi.constants import PROPERTIES

__all__ = ["IN_FLIGHT", "PATIENCE", "Bus", "BusCall", "Fault", "Reply", "daemon_call", "get_property"]

IN_FLIGHT = 128
"""Calls on their way at once. With about 1,500 the bus of one system disconnected."""

_TOGETHER = IN_FLIGHT // 4
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
        connection: the connection.
        deadline: a moment of ``time.monotonic()`` until which the bus may take to greet.

    Attributes:
        calls: the number of calls so far.
        rounds: the number of waits for answers so far; up to :data:`IN_FLIGHT` calls are on their way together.
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
        self.rounds += -(-asking.count // IN_FLIGHT)
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
        room = IN_FLIGHT - len(self._waiting)
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
