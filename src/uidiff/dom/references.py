"""The names by which elements of a page refer to one another: ids, labels that are for an id, slots.

Of several elements with one name that with the lowest number counts: the one that the recorder met first, which is
in document order for the page as it was loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from typing import TypeAlias

import attrs

from uidiff.dom.nodes import ELEMENT, SHADOW, Key, Node

__all__ = ["NAMES", "References"]

NAMES = ("id", "for", "name", "slot")
"""The attributes by which elements refer to one another."""

_LABELS = 20
"""Labels of one field that are read."""


@attrs.define(eq=False)
class _Named:
    """The elements of one name."""

    members: dict[int, Node] = attrs.field(factory=dict)
    first: Node | None = None


_Table: TypeAlias = dict[Key, _Named]
_NONE = _Named()


class References:
    """Knows the elements by their names. What returns nodes says which are told something else by it."""

    def __init__(self) -> None:
        self._ids: _Table = {}
        self._labels: _Table = {}
        self._slots: _Table = {}
        self._wanted: dict[Key, dict[int, Node]] = {}

    def enter(self, node: Node) -> list[Node]:
        """Note the names of an element."""
        found: list[Node] = []
        for table, key in self._names(node):
            named = table.setdefault(key, _Named())
            named.members[node.id] = node
            if named.first is None or node.id < named.first.id or table is self._labels:
                named.first = node if named.first is None or node.id < named.first.id else named.first
                found += self._told(table, key)
        return found

    def leave(self, node: Node) -> list[Node]:
        """Forget the names of an element."""
        found: list[Node] = []
        for table, key in self._names(node):
            named = table[key]
            del named.members[node.id]
            was_first = named.first is node
            if was_first:
                named.first = named.members[min(named.members)] if named.members else None
            if not named.members:
                del table[key]
            if was_first or table is self._labels:
                found += self._told(table, key)
        return found

    def want(self, node: Node, keys: tuple[Key, ...]) -> None:
        """Note the ids that an element refers to, in place of those it did."""
        if keys == node.wants:
            return
        for key in node.wants:
            found = self._wanted.get(key, {})
            found.pop(node.id, None)
            if not found:
                self._wanted.pop(key, None)
        node.wants = keys
        for key in keys:
            self._wanted.setdefault(key, {})[node.id] = node

    def by_id(self, scope: int, id_: str) -> Node | None:
        """Return the element that has an ``id``."""
        return self._ids.get((scope, id_), _NONE).first

    def labels_for(self, node: Node) -> list[Node]:
        """Return the labels that are for an element by its id."""
        id_ = node.string("id")
        if id_ is None or self.by_id(node.scope, id_) is not node:
            return []
        labels = self._labels.get((node.scope, id_), _NONE).members
        return [labels[number] for number in nsmallest(_LABELS, labels)]

    def control(self, label: Node) -> Node | None:
        """Return the field that a label is for, by its ``for`` or around it."""
        target = label.string("for")
        return label.control if target is None else self.by_id(label.scope, target)

    def slot_of(self, node: Node) -> Node | None:
        """Return the slot in which a child of a shadow host stands."""
        host = node.parent
        if host is None or host.shadow is None or node.kind == SHADOW:
            return None
        return self._slots.get((host.id, node.string("slot") or ""), _NONE).first

    def is_slot(self, node: Node) -> bool:
        """Return whether an element is the slot of its name."""
        return self._slots.get((node.scope, node.string("name") or ""), _NONE).first is node

    def dependents(self, node: Node) -> list[Node]:
        """Return what a node is told by but for those around it: its slot, the field it names, what refers to it."""
        slot = self.slot_of(node)
        found = [] if slot is None else [slot]
        if node.kind == ELEMENT:
            if node.tag == "label" and (named := self.control(node)) is not None:
                found.append(named)
            if (name := node.string("id")) is not None:
                found += self._wanted.get((node.scope, name), {}).values()
        return found

    def _names(self, node: Node) -> Iterator[tuple[_Table, Key]]:
        if node.kind != ELEMENT:
            return
        if (name := node.string("id")) is not None:
            yield self._ids, (node.scope, name)
        if node.tag == "label" and (name := node.string("for")) is not None:
            yield self._labels, (node.scope, name)
        if node.tag == "slot":
            yield self._slots, (node.scope, node.string("name") or "")

    def _told(self, table: _Table, key: Key) -> list[Node]:
        """Return the nodes to which it matters that the first of a name, or a label, is another one."""
        first = (self._slots if table is self._slots else self._ids).get(key, _NONE).first
        found = [] if first is None else [first]
        return [*found, *self._wanted.get(key, {}).values()] if table is self._ids else found
