"""The handles of live objects: what ``Session.handle`` gives."""

from __future__ import annotations

import re

import attrs

from uidiff.backends.atspi.bus import Bus, BusCall, Fault, get_property
from uidiff.backends.atspi.constants import ACCESSIBLE, has_state, role_name
from uidiff.backends.atspi.replies import ObjectKey, as_key, as_states, expect_answer, list_in, number_in, text_in
from uidiff.errors import StaleRef
from uidiff.model.element import Element

__all__ = ["AtspiHandle", "live_key"]

_PLACE = re.compile(r"[0-9]{1,9}")
"""The index of a child; AT-SPI has 32 bits for it."""


@attrs.frozen
class AtspiHandle:
    """An accessible object.

    Attributes:
        bus: the name of its program on the accessibility bus.
        path: its path in the program; of an object whose path changes with each read, that of an ancestor.
        places: the child indices from there down to the object; empty if the path is its own.
    """

    bus: str
    path: str
    places: tuple[int, ...] = ()

    @classmethod
    def of_id(cls, id: str) -> AtspiHandle | None:
        """Make the handle of an element id; None if the id is not of this backend."""
        name, *places = id.split("#")
        bus, slash, rest = name.partition("/")
        key = as_key((bus, slash + rest))
        if key is None or not all(_PLACE.fullmatch(place) for place in places):
            return None
        return cls(key.bus, key.path, tuple(map(int, places)))


def live_key(bus: Bus, handle: AtspiHandle, element: Element) -> ObjectKey:
    """Find the present key of an object.

    An object that is found by child indices must have the role and the name of the element.

    Raises:
        StaleRef: the object does not exist any more.
        ReadTimeout: its program does not answer.
    """
    key = ObjectKey(handle.bus, handle.path)
    for place in handle.places:
        reply = expect_answer(bus.one(BusCall(*key, ACCESSIBLE, "GetChildAtIndex", "i", (place,))))
        child = None if isinstance(reply, Fault) or not reply else as_key(reply[0])
        if child is None:
            raise _stale(element)
        key = child
    calls = (
        BusCall(*key, ACCESSIBLE, "GetRole"),
        BusCall(*key, ACCESSIBLE, "GetState"),
        get_property(*key, ACCESSIBLE, "Name"),
    )
    role, states, name = (expect_answer(reply) for reply in bus.ask(calls))
    number = number_in(role)
    if type(number) is not int or has_state(as_states(list_in(states)), "defunct"):
        raise _stale(element)
    if handle.places:
        same_name = element.secret or text_in(name).strip() == (element.name or "")
        if not (same_name and role_name(number) == (element.native_role or element.role)):
            raise _stale(element)
    return key


def _stale(element: Element) -> StaleRef:
    return StaleRef(f"element {element.index} is not there any more: read the window again")
