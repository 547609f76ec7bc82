"""One object of a window while it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from uidiff.backends.atspi.bus import Fault, Reply, get_property
from uidiff.backends.atspi.bus_connection import BusCall
from uidiff.backends.atspi.names import ACCESSIBLE, role_name
from uidiff.backends.atspi.replies import Extents, ObjectKey, as_key, as_states, list_in, number_in, text_in

__all__ = ["FACTS", "UNKNOWN_COUNT", "AtspiFacts", "AtspiNode", "cached_facts", "facts_calls", "facts_in", "in_order"]

UNKNOWN_COUNT = -1
"""How many children there are is not known."""


class AtspiFacts(NamedTuple):
    """What an object says of itself, by itself or in its program's cache.

    Attributes:
        role: by its AT-SPI name.
        states: as one number.
        interfaces: their names.
        children: how many there are; -1: not known.
    """

    role: str
    name: str
    description: str
    states: int
    interfaces: frozenset[str]
    children: int


class AtspiNode:
    """An object on its way to be a row.

    Attributes:
        key: what it is called by.
        place: its index among the children of its parent.
        below: what its children are called by; None while it was not asked.
        fleeting: whether its key is a new one at each read; its place tells it then.
        shown: whether it can be seen, as far as states tell.
        unread: whether something below it was left out.
        gone: whether it turned out to be none: it went while it was read, or could not be read in time.
    """

    __slots__ = (
        *("actions", "automation_id", "below", "box", "children", "depth", "facts", "fleeting", "gone", "key"),
        *("labels", "number", "parent", "place", "shown", "text", "unread"),
    )

    def __init__(self, key: ObjectKey, parent: AtspiNode | None, place: int, *, fleeting: bool = False) -> None:
        self.key = key
        self.parent = parent
        self.place = place
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.fleeting: bool = fleeting or (parent is not None and parent.fleeting)
        self.facts: AtspiFacts
        self.below: list[ObjectKey] | None = None
        self.children: list[AtspiNode] = []
        self.shown = True
        self.unread = False
        self.gone = False
        self.box: Extents | None = None
        self.text: str | None = None
        self.number: float | None = None
        self.actions: tuple[str, ...] = ()
        self.automation_id = ""
        self.labels: list[ObjectKey] = []

    @property
    def id(self) -> str:
        """What tells it from all others: its key; where that is fleeting its parent's id and its place."""
        steps: list[int] = []
        node = self
        while node.fleeting and node.parent is not None:
            steps.append(node.place)
            node = node.parent
        return "#".join([node.key.id, *map(str, reversed(steps))])


def in_order(roots: Iterable[AtspiNode]) -> Iterator[AtspiNode]:
    """All nodes that are left, in pre-order."""
    stack = list(roots)[::-1]
    while stack:
        node = stack.pop()
        if not node.gone:
            yield node
            stack.extend(reversed(node.children))


FACTS = 5
"""So many calls tell the facts of an object."""


def facts_calls(key: ObjectKey) -> tuple[BusCall, ...]:
    """The calls that ask an object for its facts."""
    return (
        BusCall(*key, ACCESSIBLE, "GetRole"),
        get_property(*key, ACCESSIBLE, "Name"),
        get_property(*key, ACCESSIBLE, "Description"),
        BusCall(*key, ACCESSIBLE, "GetState"),
        BusCall(*key, ACCESSIBLE, "GetInterfaces"),
    )


def facts_in(replies: Iterable[Reply]) -> AtspiFacts:
    """The facts that the answers to these calls say."""
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
"""Fields of an item of a cache, (so)(so)(so)iiassusau, and of one of an older kind, (so)(so)(so)a(so)assusau."""


def cached_facts(reply: Reply) -> dict[ObjectKey, AtspiFacts]:
    """What a program's cache says, by object. Items that are not what they should be are left out."""
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
