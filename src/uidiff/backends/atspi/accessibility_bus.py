"""Connects to the accessibility bus; the session bus knows its address, and starts it if need be."""

from __future__ import annotations

from math import inf

from uidiff.backends.atspi.bus import Bus, Fault, get_property
from uidiff.backends.atspi.bus_connection import CURE, BusCall, BusConnection, session_address
from uidiff.backends.atspi.constants import PROPERTIES, REGISTRY, REGISTRY_PATH
from uidiff.errors import BackendError, ReadTimeout

__all__ = ["LISTENED_TO", "accessibility_bus"]

LISTENED_TO = "object:state-changed"
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
        raise ReadTimeout("the session bus does not answer in time: try again, or log in anew")
    if isinstance(found, Fault) or not (found and isinstance(found[0], str) and found[0]):
        raise BackendError(
            "the session has no accessibility bus: install it (Debian, Ubuntu: the package at-spi2-core), log in anew"
        )
    bus = Bus(BusConnection(found[0], deadline), deadline)
    bus.one(BusCall(REGISTRY, REGISTRY_PATH, REGISTRY, "RegisterEvent", "s", (LISTENED_TO,)), deadline)
    return bus
