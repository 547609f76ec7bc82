"""The elements of a scripted UI: mutable nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any, Generic, Protocol, Self, TypeVar, overload

from uidiff.model.builder import check, checked_cells
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.dicts import columns_of_nodes
from uidiff.model.limits import Limits

__all__ = ["Node", "plant"]

_T = TypeVar("_T")

_LIMITS = Limits()


class NodeOwner(Protocol):
    """The UI of a node, as far as nodes use it."""

    platform: str
    top: Node
    """The parent of the roots."""

    def changing(self) -> AbstractContextManager[None]:
        """Lock the UI for a change, and announce the change at the end."""
        ...

    def new_id(self) -> str:
        """A native id that no node had."""
        ...


class _Cell(Generic[_T]):
    """A field of a node: an assigned value is checked at once, and the change is announced to the UI's listeners."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, node: None, owner: type) -> Self: ...
    @overload
    def __get__(self, node: Node, owner: type) -> _T: ...
    def __get__(self, node: Node | None, owner: type) -> Self | _T:
        return self if node is None else node.cells[self._name]

    def __set__(self, node: Node, value: _T) -> None:
        node.change(**{self._name: value})


class Node:
    """One element of a :class:`ScriptedUI`. ``add`` makes one, ``find`` finds it; assign to its fields to change it.

    The fields are those of ``Snapshot.from_dicts``; assigning a wrong value raises InvalidSnapshot. ``id`` is the
    native id: the UI makes one where none is given.
    """

    role = _Cell[str]()
    name = _Cell[str | None]()
    value = _Cell[str | None]()
    description = _Cell[str | None]()
    bounds = _Cell[Sequence[int] | None]()
    id = _Cell[str]()
    automation_id = _Cell[str | None]()
    url = _Cell[str | None]()
    native_role = _Cell[str | None]()
    actions = _Cell[Sequence[str] | None]()
    secret = _Cell[bool]()
    unread = _Cell[bool]()
    extra = _Cell[Mapping[str, object] | None]()

    def __init__(self, ui: NodeOwner, cells: Mapping[str, Any]) -> None:
        self.ui = ui
        self.cells: Mapping[str, Any] = MappingProxyType(dict(cells))
        self.above: Node | None = None
        self._below: list[Node] = []

    # ------------------------------------------------------------------ fields

    @property
    def states(self) -> Mapping[str, object]:
        """The states by name."""
        return MappingProxyType(self.cells["states"] or {})

    @states.setter
    def states(self, states: Mapping[str, object]) -> None:
        self.change(states=dict(states))

    def set(self, **states: object) -> None:
        """Set states by name, ``node.set(focused=True, checked="mixed")``; None removes a state."""
        with self.ui.changing():
            merged = {**self.states, **states}
            self.change(states={name: value for name, value in merged.items() if value is not None})

    def change(self, **cells: object) -> None:
        """Set several fields at once: a read sees all of them or none."""
        with self.ui.changing():
            changed = {**self.cells, **cells}
            checked_cells([(0, *changed.values())], _LIMITS, lambda _: "node")
            self.cells = MappingProxyType(changed)

    # ------------------------------------------------------------------- place

    @property
    def parent(self) -> Node | None:
        """The parent; None for a root and for a removed node."""
        return None if self.above is None or self.above is self.ui.top else self.above

    @property
    def children(self) -> tuple[Node, ...]:
        """The children, in order."""
        return tuple(self._below)

    @property
    def descendants(self) -> Iterator[Node]:
        """The descendants, in pre-order."""
        waiting = list(self.children[::-1])
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children[::-1]

    def add(self, given: object, *, at: int | None = None) -> Node:
        """Add a new child (a dict, possibly with ``children``) at an index or last, and return it."""
        (node,) = plant(self.ui, [given])
        with self.ui.changing():
            self.attach(node, at)
        return node

    def remove(self) -> None:
        """Remove the node and its descendants from the UI; ``move`` can bring them back."""
        with self.ui.changing():
            self._detach()

    def move(self, parent: Node | None = None, *, at: int | None = None) -> None:
        """Move the node and its descendants below another node (None: make it a root), at an index or last.

        Raises:
            ValueError: the new parent is the node, one of its descendants, or a node of another UI.
        """
        place = self.ui.top if parent is None else parent
        with self.ui.changing():
            if place.ui is not self.ui or place is self or place in self.descendants:
                raise ValueError("a node moves only within its UI, and not to a place below itself")
            if self.above is not None:
                self._detach()
            place.attach(self, at)

    def replace(self, given: object) -> Node:
        """Replace the node by a new one with new native ids, and return that."""
        (node,) = plant(self.ui, [given])
        with self.ui.changing():
            parent, at = self._detach()
            parent.attach(node, at)
        return node

    def recreate(self) -> None:
        """Give the node and its descendants new native ids, as a framework does that recreates its elements."""
        with self.ui.changing():
            for node in (self, *self.descendants):
                node.cells = MappingProxyType({**node.cells, "id": self.ui.new_id()})

    # ----------------------------------------------------------------- insides

    def attach(self, node: Node, at: int | None = None) -> None:
        """Make a detached node a child of this one, without announcing it."""
        self._below.insert(len(self._below) if at is None else at, node)
        node.above = self

    def detach(self, node: Node) -> int:
        """Detach a child, without announcing it; return its index."""
        at = self._below.index(node)
        del self._below[at]
        node.above = None
        return at

    def _detach(self) -> tuple[Node, int]:
        parent = self.above
        if parent is None:
            raise ValueError("the node stands nowhere: it was removed before")
        return parent, parent.detach(self)

    def __repr__(self) -> str:
        return f"<Node {self.id!a} {self.role!a}>"


def plant(ui: NodeOwner, tree: object) -> list[Node]:
    """Make nodes of a tree as ``Snapshot.from_dicts`` takes it, and return the roots; InvalidSnapshot as there."""
    given = columns_of_nodes(tree, _LIMITS)
    check(given.columns, Circumstances(platform=ui.platform), limits=_LIMITS, place=given.place)
    roots: list[Node] = []
    branch: list[Node] = []
    for depth, *cells in zip(*given.columns, strict=True):
        fields = dict(zip(Row._fields[1:], cells, strict=True))
        node = Node(ui, fields if fields["id"] is not None else {**fields, "id": ui.new_id()})
        del branch[depth:]
        if branch:
            branch[-1].attach(node)
        else:
            roots.append(node)
        branch.append(node)
    return roots
