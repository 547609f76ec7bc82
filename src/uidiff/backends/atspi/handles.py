"""The live object behind an element, and what can be done with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite

import attrs

from uidiff.backends.atspi.bus import Bus, Fault, Reply, get_property
from uidiff.backends.atspi.bus_connection import BusCall
from uidiff.backends.atspi.names import (
    ACCESSIBLE,
    ACTION,
    COMPONENT,
    EDITABLE_TEXT,
    PROPERTIES,
    VALUE,
    has_state,
    role_name,
)
from uidiff.backends.atspi.object_fields import action_names
from uidiff.backends.atspi.replies import ObjectKey, as_key, as_states, list_in, number_in, text_in
from uidiff.errors import BackendError, ReadTimeout, StaleRef
from uidiff.model.element import Element
from uidiff.text import quote

__all__ = ["FOCUS", "PRESS", "TYPE", "AtspiHandle", "act", "live_key"]

PRESS, FOCUS, TYPE = "press", "focus", "type"
"""What can be done besides the actions that an element names: press it, give it the focus, have it hold a text or a
number.
"""

_PRESSES = ("press", "click", "activate", "jump", "toggle")
"""What programs call it when an element is pressed: Qt and GTK buttons, items and links, what is on or off."""

_PLACE = re.compile(r"[0-9]{1,9}")
"""The index of a child: AT-SPI has 32 bits for it."""


@attrs.frozen
class AtspiHandle:
    """An accessible object.

    Attributes:
        bus: the name of its program on the accessibility bus.
        path: its path in the program; of an object that gets a new one at each read the path of one above it.
        places: the way from there down, by the indices of children; empty where the path is its own.
    """

    bus: str
    path: str
    places: tuple[int, ...] = ()

    @classmethod
    def of_id(cls, id: str) -> AtspiHandle | None:
        """The handle that the id of an element stands for; None if it is no id of this backend."""
        name, *places = id.split("#")
        bus, slash, rest = name.partition("/")
        key = as_key((bus, slash + rest))
        if key is None or not all(_PLACE.fullmatch(place) for place in places):
            return None
        return cls(key.bus, key.path, tuple(map(int, places)))


def live_key(bus: Bus, handle: AtspiHandle, element: Element) -> ObjectKey:
    """The object on the bus.

    Where the handle is a place, what stands there has to be what the element says, its role and its name.

    Raises:
        StaleRef: it is not there any more.
        ReadTimeout: its program does not answer.
    """
    key = ObjectKey(handle.bus, handle.path)
    for place in handle.places:
        reply = _answered(bus.one(BusCall(*key, ACCESSIBLE, "GetChildAtIndex", "i", (place,))))
        child = None if isinstance(reply, Fault) or not reply else as_key(reply[0])
        if child is None:
            raise _stale(element)
        key = child
    calls = (
        BusCall(*key, ACCESSIBLE, "GetRole"),
        BusCall(*key, ACCESSIBLE, "GetState"),
        get_property(*key, ACCESSIBLE, "Name"),
    )
    role, states, name = (_answered(reply) for reply in bus.ask(calls))
    number = number_in(role)
    if type(number) is not int or has_state(as_states(list_in(states)), "defunct"):
        raise _stale(element)
    if handle.places:
        same_name = element.secret or text_in(name).strip() == (element.name or "")
        if not (same_name and role_name(number) == (element.native_role or element.role)):
            raise _stale(element)
    return key


def act(bus: Bus, key: ObjectKey, action: str, value: str | None) -> None:
    """Do something with an object.

    Raises:
        BackendError: it has no such action, or does not do it.
        ReadTimeout: its program does not answer.
    """
    interfaces = list_in(_answered(bus.one(BusCall(*key, ACCESSIBLE, "GetInterfaces"))))
    names: list[str] = []
    if ACTION in interfaces:
        names = action_names(_answered(bus.one(BusCall(*key, ACTION, "GetActions"))))
    number = _number_of_action(names, action)
    if number is not None:
        done = bus.one(BusCall(*key, ACTION, "DoAction", "i", (number,)))
    elif action == FOCUS and COMPONENT in interfaces:
        done = bus.one(BusCall(*key, COMPONENT, "GrabFocus"))
    elif action == TYPE and value is None:
        raise BackendError("to type needs a value: a text, or the number that a slider is set to")
    elif action == TYPE and EDITABLE_TEXT in interfaces:
        done = bus.one(BusCall(*key, EDITABLE_TEXT, "SetTextContents", "s", (value,)))
    elif action == TYPE and VALUE in interfaces:
        done = bus.one(BusCall(*key, PROPERTIES, "Set", "ssv", (VALUE, "CurrentValue", ("d", _number(value)))))
    else:
        known = [*filter(None, names), FOCUS] + [TYPE] * bool({EDITABLE_TEXT, VALUE}.intersection(interfaces))
        raise BackendError(f"no action {ascii(action)[:80]}: it has {', '.join(map(quote, known))}")
    if done is Fault.SLOW:  # a dialog that it opened may keep the answer back until it is closed
        _answered(bus.one(BusCall(*key, ACCESSIBLE, "GetRole")))
    elif isinstance(done, Fault) or done == (False,):
        raise BackendError(f"the element does not do {ascii(action)[:80]}: see whether it is disabled or read-only")


def _number_of_action(names: Sequence[str], action: str) -> int | None:
    """Which of the actions of an element one is, by its name or, of "press", by what the program calls that."""
    folded = [name.casefold() for name in names]
    wanted = (action.casefold(), *(_PRESSES if action.casefold() == PRESS else ()))
    return next((folded.index(name) for name in wanted if name in folded), None)


def _number(value: str | None) -> float:
    try:
        number = float(value or "")
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise BackendError("this element takes a number: write it with digits")  # what was typed may be secret
    return number


def _answered(reply: Reply) -> Reply:
    if reply is Fault.SLOW:
        raise ReadTimeout("the program does not answer: wait until it is less busy, or end it")
    return reply


def _stale(element: Element) -> StaleRef:
    return StaleRef(f"element {element.index} is not there any more: read the window anew")
