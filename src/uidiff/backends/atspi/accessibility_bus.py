"""The way to the accessibility bus: the session bus knows its address, and starts it where it does not run."""

from __future__ import annotations

from math import inf

from uidiff.backends.atspi.bus import Bus, Fault, get_property
from uidiff.backends.atspi.bus_connection import CURE, BusCall, BusConnection, session_address
from uidiff.backends.atspi.names import PROPERTIES, REGISTRY, REGISTRY_PATH
from uidiff.errors import BackendError, ReadTimeout

__all__ = ["LISTENED_TO", "accessibility_bus"]

LISTENED_TO = "object:state-changed"
"""Where nobody has asked for any event, GTK 3 keeps no cache, and says that it knows no such method."""

_STARTING = 5.0
"""Seconds in which the accessibility bus is started."""

_HOME, _PATH, _STATUS = "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status"


def accessibility_bus(session: str | None, deadline: float = inf) -> Bus:
    """A new connection to the accessibility bus, with accessibility turned on.

    Programs only say what they show while ``org.a11y.Status.IsEnabled`` is true; where it is not it is set, as a screen
    reader does it. Desktops remember that as a setting of their user.

    Args:
        session: the address of the session bus; None: that of this process.
        deadline: a moment of ``time.monotonic()``.

    Raises:
        MissingExtra: jeepney is not installed.
        BackendError: there is no session bus, or none that brings the accessibility bus.
        ReadTimeout: it does not answer.
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
        raise ReadTimeout("the session bus does not answer in time: try again, or log in anew")
    if isinstance(found, Fault) or not (found and isinstance(found[0], str) and found[0]):
        raise BackendError(
            "the session has no accessibility bus: install it (Debian, Ubuntu: the package at-spi2-core), log in anew"
        )
    bus = Bus(BusConnection(found[0], deadline), deadline)
    bus.one(BusCall(REGISTRY, REGISTRY_PATH, REGISTRY, "RegisterEvent", "s", (LISTENED_TO,)), deadline)
    return bus
