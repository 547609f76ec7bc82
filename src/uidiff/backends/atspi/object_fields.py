"""The fields of an element that only its object has, not the cache: bounds, text, number, actions, labels."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from uidiff.backends.atspi.bus import Reply, get_property
from uidiff.backends.atspi.bus_connection import BusCall
from uidiff.backends.atspi.constants import ACCESSIBLE, ACTION, COMPONENT, TEXT, VALUE
from uidiff.backends.atspi.node import AtspiNode
from uidiff.backends.atspi.replies import ObjectKey, as_key, box_in, list_in, number_in, text_in

__all__ = ["FieldCall", "action_names", "field_calls"]

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

_LABELLED_BY = 2  # AtspiRelationType


@attrs.frozen
class FieldCall:
    """A call for a field of a node; ``kind`` is "box", "text", "number", "actions" or "labels"."""

    call: BusCall
    kind: str

    def take(self, node: AtspiNode, reply: Reply) -> None:
        """Set the field of the node."""
        match self.kind:
            case "box":
                node.box = box_in(reply)
            case "text":
                node.text = text_in(reply)
            case "number":
                number = number_in(reply)
                node.number = None if number is None else float(number)
            case "actions":
                node.actions = tuple(filter(None, action_names(reply)))
            case _:  # labels
                node.labels = list(_labels(reply))


def field_calls(node: AtspiNode, *, from_screen: bool) -> Iterator[FieldCall]:
    """Make the calls for the fields of a node whose facts are known; a hidden node has no bounds.

    Args:
        node: the node.
        from_screen: ask for bounds relative to the screen, not to the window.
    """
    key, facts = node.key, node.facts
    if node.shown and COMPONENT in facts.interfaces:
        origin = _SCREEN if from_screen else _WINDOW
        yield FieldCall(BusCall(*key, COMPONENT, "GetExtents", "u", (origin,)), "box")
    if facts.role in _SPEAK_FOR_THEMSELVES:
        return
    if TEXT in facts.interfaces:
        yield FieldCall(BusCall(*key, TEXT, "GetText", "ii", (0, -1)), "text")
    elif VALUE in facts.interfaces:
        yield FieldCall(get_property(*key, VALUE, "CurrentValue"), "number")
    if ACTION in facts.interfaces:
        yield FieldCall(BusCall(*key, ACTION, "GetActions"), "actions")
    if not facts.name and facts.role in _NAMED_BY_LABELS:
        yield FieldCall(BusCall(*key, ACCESSIBLE, "GetRelationSet"), "labels")


def action_names(reply: Reply) -> list[str]:
    """The names of actions by their indices; "" for one without a name."""
    return [text_in(action) if isinstance(action, tuple) else "" for action in list_in(reply)]


def _labels(reply: Reply) -> Iterator[ObjectKey]:
    for relation in list_in(reply):
        if isinstance(relation, tuple) and len(relation) == len(ObjectKey._fields) and relation[0] == _LABELLED_BY:
            targets = relation[1] if isinstance(relation[1], list) else []
            yield from (key for target in targets if (key := as_key(target)) is not None)
