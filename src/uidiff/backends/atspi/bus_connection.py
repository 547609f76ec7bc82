"""A connection to a message bus that never waits longer than it is told."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable
from math import inf
from selectors import EVENT_READ, DefaultSelector
from typing import Any, NamedTuple

from uidiff.errors import BackendError, MissingExtra, PermissionNeeded, ReadTimeout

__all__ = ["BusCall", "BusConnection", "BusMessage", "session_address"]

CURE = "start the program inside the desktop session whose windows it is to read"

_LONGEST_SEND = 1.0
"""Seconds in which the bus takes what it is sent; it always does, unless it hangs."""

_LONGEST_GREETING, _SHORTEST_GREETING = 2.0, 0.001
"""Seconds in which the bus lets a program in; some time there has to be."""

_AT_ONCE = 1 << 16
"""Bytes that are taken off a socket at once."""

_LONGEST_WAIT = 3600.0
"""Seconds that are waited at once; some systems know no longer waits."""


def session_address() -> str | None:
    """The address of the session bus of this process; None if it has none.

    As the D-Bus specification has it: DBUS_SESSION_BUS_ADDRESS; else, as systemd does it, the socket ``bus`` in
    XDG_RUNTIME_DIR.
    """
    given = os.environ.get("DBUS_SESSION_BUS_ADDRESS")
    if given:
        return given
    usual = os.path.join(os.environ.get("XDG_RUNTIME_DIR") or "/nowhere", "bus")  # noqa: PTH118  # a text is wanted
    return f"unix:path={usual}" if os.path.exists(usual) else None  # noqa: PTH110


class BusCall(NamedTuple):
    """A call: to whom, of which object, which method of which interface, with what."""

    to: str
    path: str
    interface: str
    method: str
    signature: str = ""
    body: tuple[Any, ...] = ()


class BusMessage(NamedTuple):
    """A message that came in: what it says, of whatever types its sender likes.

    Attributes:
        reply_to: the serial number of the call that it answers; 0: of none.
        error: the name of the error; "": it is none.
        member: the name of the signal; "": it is none.
    """

    reply_to: int
    error: str
    member: str
    body: tuple[Any, ...]


class BusConnection:
    """A socket to a bus, the messages on it, and their serial numbers.

    Args:
        address: of the bus, as D-Bus writes addresses; only ``unix:`` is known.
        deadline: a moment of ``time.monotonic()``; it is not waited any longer until the bus lets one in.

    Raises:
        MissingExtra: jeepney is not installed.
        BackendError: nobody answers at the address.
        ReadTimeout: somebody is there, and does not answer.
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
        except Exception as error:  # jeepney knows many, and an address may be anything
            raise BackendError(f"no message bus answers ({type(error).__name__}): {CURE}") from error
        self._socket.settimeout(_LONGEST_SEND)
        self._selector = DefaultSelector()
        self._selector.register(self._socket, EVENT_READ)
        self._jeepney: Any = jeepney
        self._parser: Any = jeepney.Parser()
        self._serial = 0
        self.lost = False
        """Whether the connection is of no more use."""

    def send(self, calls: Iterable[BusCall]) -> list[int]:
        """Send calls; their serial numbers.

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
        """The next message; None if none has come whole until a moment of ``time.monotonic()``.

        Raises:
            BackendError: the connection is lost.
        """
        looked = False
        try:
            while (message := self._parser.get_next_message()) is None:
                if looked and time.monotonic() >= until:
                    return None  # perhaps of a long one a part has come: its rest is for the next time
                looked = True
                if self._selector.select(min(max(until - time.monotonic(), 0.0), _LONGEST_WAIT)):
                    self._parser.add_data(self._received())
            return self._heard(message)
        except Exception as error:  # the parser may stumble over anything
            raise self._lost(error) from error

    def close(self) -> None:
        """Hang up. It may be called again."""
        self.lost = True
        self._selector.close()
        self._socket.close()

    def _received(self) -> bytes:
        data = self._socket.recv(_AT_ONCE)
        if not data:
            raise ConnectionResetError
        return data

    def _heard(self, message: Any) -> BusMessage:  # noqa: ANN401  # of jeepney's
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
