"""What objects of AT-SPI say of themselves, and the nodes that hold it while a window is read.

Role, name, states and interfaces are asked one by one, or come from the cache of a program; bounds, text, number,
actions and labels only the object has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from uidiff.backends.atspi.bus import BusCall, Fault, Reply, get_property
from uidiff.backends.atspi.constants import ACCESSIBLE, ACTION, COMPONENT, TEXT, VALUE, has_state, role_name
from uidiff.backends.atspi.replies import (
    Extents,
    ObjectKey,
    as_key,
    as_states,
    box_in,
    list_in,
    number_in,
    text_in,
    value_in,
)
from uidiff.model.native_states import NOT_SET

__all__ = [
    "FACTS",
    "AtspiFacts",
    "AtspiNode",
    "action_names",
    "cached_facts",
    "facts_calls",
    "facts_in",
    "field_calls",
    "in_order",
]

_UNKNOWN_COUNT = -1
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
        children=_UNKNOWN_COUNT,
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
        count = item[4] if len(item) == _ITEM else len(item[3]) if isinstance(item[3], list) else _UNKNOWN_COUNT
        interfaces, name, role, description, states = item[-5:]
        texts = type(name) is str and type(description) is str and isinstance(interfaces, list)
        if key is not None and texts and type(role) is int and type(count) is int:
            facts = frozenset(one for one in interfaces if type(one) is str)
            known[key] = AtspiFacts(role_name(role), name, description, as_states(states), facts, count)
    return known


class AtspiNode:
    """An object while its window is read.

    Attributes:
        key: its key on the bus.
        place: its index among the children of its parent.
        below: the keys of its children; None until they are known.
        fleeting: whether its key changes with each read, so that its place identifies it.
        shown: whether it is visible, by its states and those of its ancestors.
        unread: whether some of its descendants were left out.
        gone: whether it is left out, because it was removed or could not be read in time.
        said: the states that are attributes of the object.
    """

    __slots__ = (
        *("actions", "automation_id", "below", "box", "children", "depth", "facts", "fleeting", "gone", "key"),
        *("labels", "number", "parent", "place", "said", "shown", "text", "unread"),
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
        self.actions: list[str] = []
        self.automation_id = ""
        self.labels: list[ObjectKey] = []
        self.said: dict[str, str] = {}

    @property
    def id(self) -> str:
        """A unique id: its key, or if that is fleeting, the id of its parent with its place."""
        steps: list[int] = []
        node = self
        while node.fleeting and node.parent is not None:
            steps.append(node.place)
            node = node.parent
        return "#".join([node.key.id, *map(str, reversed(steps))])


def in_order(roots: Iterable[AtspiNode]) -> Iterator[AtspiNode]:
    """The nodes that are not left out, in pre-order."""
    stack = list(roots)[::-1]
    while stack:
        node = stack.pop()
        if not node.gone:
            yield node
            stack.extend(reversed(node.children))


_SCREEN, _WINDOW = 0, 1
"""The origins of positions (AtspiCoordType)."""

_SPEAK_FOR_THEMSELVES = frozenset({"accelerator label", "caption", "heading", "label", "static"})
"""Roles whose text is their name. In GTK 4 they also have the actions of a context menu, which are left out."""

_NAMED_BY_LABELS = frozenset(
    {
        *("combo box", "date editor", "entry", "list", "list box", "password text", "progress bar", "slider"),
        *("spin button", "table", "text", "toggle button", "tree", "tree table"),
    }
)
"""Roles that are named by a label beside them if they have no name of their own, as in GTK 3."""

_WITH_ATTRIBUTES = frozenset(
    {
        *("column header", "combo box", "entry", "link", "password text", "row header", "spin button"),
        *("table column header", "table row header", "text"),
    }
)
"""Roles of which the attributes are asked for: fields, headers and links, of which a window has few."""

_PLAIN_TEXT = "text"
"""A role of fields, and in web pages of each piece of text."""

_ATTRIBUTES = {"placeholder-text": "placeholder", "placeholder": "placeholder", "sort": "sort", "current": "current"}
"""Attributes of objects (Core-AAM 1.2; GTK has the first one), and the states that they are."""


_LABELLED_BY = 2  # AtspiRelationType


def field_calls(node: AtspiNode, *, from_screen: bool) -> Iterator[tuple[BusCall, str, Callable[[Reply], object]]]:
    """The calls for the fields of a node whose facts are known: the call, the field, what takes it out of the reply.

    A hidden node has no bounds; ``from_screen`` asks for them relative to the screen, not to the window.
    """
    key, facts = node.key, node.facts
    if node.shown and COMPONENT in facts.interfaces:
        origin = _SCREEN if from_screen else _WINDOW
        yield BusCall(*key, COMPONENT, "GetExtents", "u", (origin,)), "box", box_in
    if facts.role in _SPEAK_FOR_THEMSELVES:
        return
    if facts.role in _WITH_ATTRIBUTES and (facts.role != _PLAIN_TEXT or has_state(facts.states, "editable")):
        yield BusCall(*key, ACCESSIBLE, "GetAttributes"), "said", _attributes
    if TEXT in facts.interfaces:
        yield BusCall(*key, TEXT, "GetText", "ii", (0, -1)), "text", text_in
    elif VALUE in facts.interfaces:
        yield get_property(*key, VALUE, "CurrentValue"), "number", number_in
    if ACTION in facts.interfaces:
        yield BusCall(*key, ACTION, "GetActions"), "actions", action_names
    if not facts.name and facts.role in _NAMED_BY_LABELS:
        yield BusCall(*key, ACCESSIBLE, "GetRelationSet"), "labels", _labels


def action_names(reply: Reply) -> list[str]:
    """The names of actions by their indices; "" for one without a name."""
    return [text_in(action) if isinstance(action, tuple) else "" for action in list_in(reply)]


def _attributes(reply: Reply) -> dict[str, str]:
    """The states that are attributes."""
    given = value_in(reply)
    if not isinstance(given, dict):
        return {}
    return {
        state: given[name]
        for name, state in _ATTRIBUTES.items()
        if type(given.get(name)) is str and given[name] not in NOT_SET
    }


def _labels(reply: Reply) -> list[ObjectKey]:
    """The objects that label an element."""
    labels: list[ObjectKey] = []
    for relation in list_in(reply):
        if isinstance(relation, tuple) and len(relation) == len(ObjectKey._fields) and relation[0] == _LABELLED_BY:
            targets = relation[1] if isinstance(relation[1], list) else []
            labels += (key for target in targets if (key := as_key(target)) is not None)
    return labels
