"""The elements of a scripted UI: live, mutable objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

from uidiff.model.builder import check, checked_cells
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.dicts import columns_of_nodes
from uidiff.model.limits import Limits

if TYPE_CHECKING:
    from uidiff.backends.scripted.ui import ScriptedUI

__all__ = ["Node", "plant"]

_T = TypeVar("_T")

_LIMITS = Limits()


class _Cell(Generic[_T]):
    """A field of a node: what is assigned is checked at once, and announced to whoever listens to the UI."""

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
    """One element of a :class:`ScriptedUI`: assign to its fields, move it about. Made by ``add``, found by ``find``.

    The fields are those of ``Snapshot.from_dicts``; a wrong value raises InvalidSnapshot where it is assigned. ``id``
    is the native id: the UI gives one where none is given.
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

    def __init__(self, ui: ScriptedUI, cells: Mapping[str, Any]) -> None:
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
        """Set states by name, ``node.set(focused=True, checked="mixed")``; None takes one away."""
        with self.ui.changing():
            merged = {**self.states, **states}
            self.change(states={name: value for name, value in merged.items() if value is not None})

    def change(self, **cells: object) -> None:
        """Set several fields at once: whoever reads sees all of them or none."""
        with self.ui.changing():
            changed = {**self.cells, **cells}
            checked_cells([(0, *changed.values())], _LIMITS, lambda _: "node")
            self.cells = MappingProxyType(changed)

    # ------------------------------------------------------------------- place

    @property
    def parent(self) -> Node | None:
        """The node that it is a child of; None for a root, and for one that was removed."""
        return None if self.above is None or self.above is self.ui.top else self.above

    @property
    def children(self) -> tuple[Node, ...]:
        """Its children, in order."""
        return tuple(self._below)

    @property
    def descendants(self) -> Iterator[Node]:
        """All below it, in pre-order."""
        waiting = list(self.children[::-1])
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children[::-1]

    def add(self, given: object, *, at: int | None = None) -> Node:
        """Put a new node (a dict, with ``children`` if wanted) below this one, at a place or last; it is returned."""
        (node,) = plant(self.ui, [given])
        with self.ui.changing():
            self.attach(node, at)
        return node

    def remove(self) -> None:
        """Take it, and what is below it, out of the UI; ``move`` can bring it back."""
        with self.ui.changing():
            self._detach()

    def move(self, parent: Node | None = None, *, at: int | None = None) -> None:
        """Hang it, and what is below it, below another node (None: as a root), at a place or last.

        Raises:
            ValueError: the new parent is itself, or below it, or of another UI.
        """
        place = self.ui.top if parent is None else parent
        with self.ui.changing():
            if place.ui is not self.ui or place is self or place in self.descendants:
                raise ValueError("a node moves only within its UI, and not to a place below itself")
            if self.above is not None:
                self._detach()
            place.attach(self, at)

    def replace(self, given: object) -> Node:
        """Put a new node, of new native ids, in its place; it is returned."""
        (node,) = plant(self.ui, [given])
        with self.ui.changing():
            parent, at = self._detach()
            parent.attach(node, at)
        return node

    def recreate(self) -> None:
        """Give it, and what is below it, new native ids, as frameworks do that make the same elements anew."""
        with self.ui.changing():
            for node in (self, *self.descendants):
                node.cells = MappingProxyType({**node.cells, "id": self.ui.new_id()})

    # ----------------------------------------------------------------- insides

    def attach(self, node: Node, at: int | None = None) -> None:
        """Hang a node that stands nowhere below this one; nobody is told."""
        self._below.insert(len(self._below) if at is None else at, node)
        node.above = self

    def detach(self, node: Node) -> int:
        """Take a child away; nobody is told. Its place is returned."""
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


def plant(ui: ScriptedUI, tree: object) -> list[Node]:
    """The roots of a tree of new nodes, given as ``Snapshot.from_dicts`` takes it; InvalidSnapshot as there."""
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
