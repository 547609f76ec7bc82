"""A connection to a message bus in which every wait has a limit."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable
from math import inf
from selectors import EVENT_READ, DefaultSelector
from typing import Any, NamedTuple

from uidiff.backends.deadlines import LONGEST_WAIT
from uidiff.errors import BackendError, MissingExtra, PermissionNeeded, ReadTimeout

__all__ = ["BusCall", "BusConnection", "BusMessage", "session_address"]

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
            raise ReadTimeout("the message bus does not answer in time: try again, or log in anew") from None
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
        """Send calls, and return their serial numbers.

        Raises:
            BackendError: the connection is lost.
        """
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
