"""Calls to the programs on the accessibility bus: many at a time, and none is waited for longer than its time."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from enum import Enum
from math import inf
from typing import Any, TypeAlias

from uidiff.backends.atspi.bus_connection import BusCall, BusConnection, BusMessage
from uidiff.backends.atspi.names import PROPERTIES

__all__ = ["IN_FLIGHT", "PATIENCE", "Bus", "BusCall", "Fault", "Reply", "daemon_call", "get_property"]

IN_FLIGHT = 128
"""Calls that are on their way at once. With some 1,500 the bus of one system broke off ."""

_TOGETHER = IN_FLIGHT // 4
"""Calls that are sent together while others are on their way."""

PATIENCE = 1.0
"""Seconds that a program may be silent with calls before it; then it is taken to hang."""

_DAEMON = "org.freedesktop.DBus"

_ERROR = "org.freedesktop.DBus.Error."


class Fault(Enum):
    """Why a call has no answer."""

    GONE = "the program is not on the bus any more"
    STALE = "the object is not there any more"
    ABSENT = "the object has no such thing"
    SLOW = "there was no answer in time"


_FAULTS = {
    _ERROR + "ServiceUnknown": Fault.GONE,
    _ERROR + "NameHasNoOwner": Fault.GONE,
    _ERROR + "NoReply": Fault.GONE,  # the bus says so when the program goes with a call before it
    _ERROR + "Disconnected": Fault.GONE,
    _ERROR + "UnknownObject": Fault.STALE,
}
"""Errors by their names. UnknownMethod may be both: an object of GTK 4 that went, and a thing that one has not."""

Reply: TypeAlias = tuple[Any, ...] | Fault
"""What comes back: the body of the answer, of whatever types the program likes, or a fault."""


def daemon_call(method: str, *texts: str) -> BusCall:
    """A call to the bus itself."""
    return BusCall(_DAEMON, "/org/freedesktop/DBus", _DAEMON, method, "s" * len(texts), texts)


def get_property(to: str, path: str, interface: str, name: str) -> BusCall:
    """The call that asks for a property. One by one, as Qt knows no GetAll."""
    return BusCall(to, path, PROPERTIES, "Get", "ss", (interface, name))


class Bus:
    """Calls over one connection.

    Args:
        wire: the connection.
        deadline: a moment of ``time.monotonic()``: it is not waited any longer for the greeting of the bus.

    Attributes:
        calls: how many calls were sent so far.
        rounds: how often it waited for the other side: up to 128 calls go together.
    """

    def __init__(self, wire: BusConnection, deadline: float = inf) -> None:
        self._wire = wire
        self.calls = 0
        self.rounds = 0
        self.ask([daemon_call("Hello")], deadline)

    @property
    def lost(self) -> bool:
        """Whether the connection is of no more use."""
        return self._wire.lost

    def ask(self, calls: Sequence[BusCall], deadline: float = inf, *, patience: float = PATIENCE) -> list[Reply]:
        """The replies to calls, in their order.

        A program that says nothing for ``patience`` seconds, or has not said all by the deadline, a moment of
        ``time.monotonic()``, is not waited for any more: what it still owes is SLOW. Others are not harmed. What it
        says later is not heard.

        Raises:
            BackendError: the connection is lost.
        """
        asking = _PendingCalls(calls, patience)
        while not asking.done and time.monotonic() < deadline:
            if calls_now := asking.next():
                asking.sent(self._wire.send(calls_now))
            message = self._wire.receive(min(deadline, asking.until))
            if message is not None:
                asking.hear(message)
            else:
                asking.give_up()
        self.calls += asking.count
        self.rounds += -(-asking.count // IN_FLIGHT)
        return asking.replies

    def one(self, call: BusCall, deadline: float = inf, *, patience: float = PATIENCE) -> Reply:
        """The reply to one call."""
        return self.ask([call], deadline, patience=patience)[0]

    def signal(self, until: float) -> str | None:
        """The name of the next signal; None if none has come until a moment of ``time.monotonic()``.

        Raises:
            BackendError: the connection is lost.
        """
        while (message := self._wire.receive(until)) is not None:
            if message.member:
                return message.member
        return None

    def close(self) -> None:
        """Hang up. It may be called again."""
        self._wire.close()


class _PendingCalls:
    """Calls on their way: which are still to be sent, which are waited for, and who was heard last when."""

    def __init__(self, calls: Sequence[BusCall], patience: float) -> None:
        self._calls = calls
        self._patience = patience
        self._left = deque(range(len(calls)))
        self._taken: list[int] = []
        self._waiting: dict[int, int] = {}  # by serial number the index of the call
        self._heard: dict[str, float] = {}  # by program, when it was heard last, or called first
        self.replies: list[Reply] = [Fault.SLOW] * len(calls)
        self.count = 0

    @property
    def done(self) -> bool:
        return not (self._left or self._waiting)

    @property
    def until(self) -> float:
        """The moment at which somebody's time is over."""
        return min(self._heard.values(), default=inf) + self._patience

    def next(self) -> list[BusCall]:
        """The calls to send now: some at a time, as each time costs more than a call."""
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
        """A message: an answer to one of these calls, or nothing to do with them."""
        index = self._waiting.pop(message.reply_to, None)
        if index is None:
            return
        self.replies[index] = _FAULTS.get(message.error, Fault.ABSENT) if message.error else message.body
        to = self._calls[index].to
        self._heard[to] = time.monotonic()
        if not any(self._calls[other].to == to for other in self._waiting.values()):
            del self._heard[to]

    def give_up(self) -> None:
        """Wait no more for those whose time is over."""
        over = time.monotonic() - self._patience
        silent = {to for to, heard in self._heard.items() if heard <= over}
        self._waiting = {serial: i for serial, i in self._waiting.items() if self._calls[i].to not in silent}
        self._left = deque(i for i in self._left if self._calls[i].to not in silent)
        for to in silent:
            del self._heard[to]
