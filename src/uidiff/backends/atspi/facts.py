"""What objects of AT-SPI say of themselves: role, name, states, interfaces; asked one by one, or from a cache."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from uidiff.backends.atspi.bus import Fault, Reply, get_property
from uidiff.backends.atspi.bus_connection import BusCall
from uidiff.backends.atspi.constants import ACCESSIBLE, role_name
from uidiff.backends.atspi.replies import ObjectKey, as_key, as_states, list_in, number_in, text_in

__all__ = ["FACTS", "UNKNOWN_COUNT", "AtspiFacts", "cached_facts", "facts_calls", "facts_in"]

UNKNOWN_COUNT = -1
"""The number of children is not known."""


class AtspiFacts(NamedTuple):
    """What an object says of itself, in its own answers or in the cache of its program.

    Attributes:
        role: the AT-SPI name of the role.
        states: a bit for each state.
        interfaces: the names of its interfaces.
        children: the number of its children; -1 if it is not known.
    """

    role: str
    name: str
    description: str
    states: int
    interfaces: frozenset[str]
    children: int


FACTS = 5
"""The number of calls of :func:`facts_calls`."""


def facts_calls(key: ObjectKey) -> tuple[BusCall, ...]:
    """Make the calls that ask an object for its facts."""
    return (
        BusCall(*key, ACCESSIBLE, "GetRole"),
        get_property(*key, ACCESSIBLE, "Name"),
        get_property(*key, ACCESSIBLE, "Description"),
        BusCall(*key, ACCESSIBLE, "GetState"),
        BusCall(*key, ACCESSIBLE, "GetInterfaces"),
    )


def facts_in(replies: Iterable[Reply]) -> AtspiFacts:
    """The facts in the replies to :func:`facts_calls`."""
    role, name, description, states, interfaces = replies
    number = number_in(role)
    return AtspiFacts(
        role=role_name(number) if type(number) is int else "unknown",
        name=text_in(name),
        description=text_in(description),
        states=as_states(list_in(states)),
        interfaces=frozenset(one for one in list_in(interfaces) if type(one) is str),
        children=UNKNOWN_COUNT,
    )


_ITEM, _OLD_ITEM = 10, 9
"""The number of fields of a cache item, (so)(so)(so)iiassusau, and of the older form, (so)(so)(so)a(so)assusau."""


def cached_facts(reply: Reply) -> dict[ObjectKey, AtspiFacts]:
    """The facts in the reply of a program's cache, by object; malformed items are left out."""
    known: dict[ObjectKey, AtspiFacts] = {}
    if isinstance(reply, Fault):
        return known
    for item in list_in(reply):
        if not (isinstance(item, tuple) and len(item) in {_ITEM, _OLD_ITEM}):
            continue
        key = as_key(item[0])
        count = item[4] if len(item) == _ITEM else len(item[3]) if isinstance(item[3], list) else UNKNOWN_COUNT
        interfaces, name, role, description, states = item[-5:]
        texts = type(name) is str and type(description) is str and isinstance(interfaces, list)
        if key is not None and texts and type(role) is int and type(count) is int:
            facts = frozenset(one for one in interfaces if type(one) is str)
            known[key] = AtspiFacts(role_name(role), name, description, as_states(states), facts, count)
    return known
