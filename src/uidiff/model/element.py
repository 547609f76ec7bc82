"""One element of a snapshot: a light view, made on access."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from uidiff.model.columns import Bounds, Columns
from uidiff.model.shape import NO_PARENT
from uidiff.model.states import StateValue
from uidiff.text import quote, shorten

__all__ = ["PATH_LENGTH", "Element", "Tree", "path_text"]

PATH_LENGTH = 16
"""The most ancestors that a path names, the nearest ones (spec/definitions#19-path)."""

_LABEL_IN_REPR = 40


def path_text(above: Sequence[str]) -> str:
    """Return the path below these ancestors: their roles, the nearest first; more than PATH_LENGTH are cut."""
    cut = ["…"] if len(above) > PATH_LENGTH else []
    return " > ".join([*cut, *reversed(above[:PATH_LENGTH])])


class Tree(Protocol):
    """What an element is a view of."""

    @property
    def columns(self) -> Columns:
        """The fields, by index."""
        ...

    @property
    def parents(self) -> Sequence[int]:
        """The index of each element's parent, -1 for roots."""
        ...

    @property
    def ends(self) -> Sequence[int]:
        """The index behind each element's last descendant."""
        ...

    @property
    def positions(self) -> Sequence[int]:
        """The place of each among the children of its parent."""
        ...

    def path_of(self, index: int) -> str:
        """The path of the element at an index."""
        ...


class Element:
    """A view of one element: equal to another view of the same snapshot object and index only.

    ``index`` is its place in the snapshot, in pre-order, from 0. Texts are None where absent, which differs from "".
    """

    __slots__ = ("_index", "_tree")

    def __init__(self, tree: Tree, index: int) -> None:
        self._tree = tree
        self._index = index

    @property
    def index(self) -> int:
        """Its place in the snapshot."""
        return self._index

    # ------------------------------------------------------------------ fields

    @property
    def role(self) -> str:
        """The ARIA role (or a token of its own where ARIA has none)."""
        return self._tree.columns.role[self._index]

    @property
    def native_role(self) -> str | None:
        """The platform's own role, where it is not spelled as the ARIA role is."""
        return self._tree.columns.native_role[self._index]

    @property
    def name(self) -> str | None:
        """The accessible name."""
        return self._tree.columns.name[self._index]

    @property
    def value(self) -> str | None:
        """The value: the text of a field, the number of a slider."""
        return self._tree.columns.value[self._index]

    @property
    def description(self) -> str | None:
        """The accessible description."""
        return self._tree.columns.description[self._index]

    @property
    def bounds(self) -> Bounds | None:
        """Where it is, in whole logical pixels from the window's top left."""
        bounds = self._tree.columns.bounds[self._index]
        return None if bounds is None else Bounds(*bounds)

    @property
    def states(self) -> Mapping[str, StateValue]:
        """The states by name; absent booleans are false."""
        return MappingProxyType(dict(self._tree.columns.states[self._index]))

    @property
    def id(self) -> str | None:
        """The platform's id in this read."""
        return self._tree.columns.id[self._index]

    @property
    def native_ref(self) -> str | None:
        """What the tool that read the tree calls the element in its actions: its id, if that is of this read only."""
        return None if self.id_stable else self.id

    @property
    def id_stable(self) -> bool:
        """Whether the id lives as long as the element."""
        return self._tree.columns.id_stable[self._index]

    @property
    def automation_id(self) -> str | None:
        """The author's id."""
        return self._tree.columns.automation_id[self._index]

    @property
    def url(self) -> str | None:
        """Where it leads: the part that may be shown."""
        return self._tree.columns.url[self._index]

    @property
    def url_digest(self) -> str | None:
        """16 hex digits of the whole URL."""
        return self._tree.columns.url_digest[self._index]

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of its actions."""
        return self._tree.columns.actions[self._index]

    @property
    def secret(self) -> bool:
        """Whether its text was replaced by a constant."""
        return self._tree.columns.secret[self._index]

    @property
    def unread(self) -> bool:
        """Whether its descendants were not read."""
        return self._tree.columns.unread[self._index]

    @property
    def extra(self) -> Mapping[str, object]:
        """Unknown keys: JSON values by name."""
        extra = self._tree.columns.extra[self._index]
        return MappingProxyType(json.loads(extra) if extra else {})

    @property
    def label(self) -> str:
        """What to call it: its name, else its value, else its description, else "" (spec/definitions#17-label).
        Unquoted.
        """
        return self.name or self.value or self.description or ""

    @property
    def fields(self) -> tuple[object, ...]:
        """All its fields but its place, in the order of :class:`Columns` from ``role`` on."""
        return tuple(column[self._index] for column in self._tree.columns[1:])

    def same_fields(self, other: Element) -> bool:
        """Return whether both have equal fields, wherever they stand."""
        return self.fields == other.fields

    # -------------------------------------------------------------- navigation

    @property
    def depth(self) -> int:
        """0 for a root."""
        return self._tree.columns.depth[self._index]

    @property
    def parent(self) -> Element | None:
        """The element that it is a child of; None for a root."""
        parent = self._tree.parents[self._index]
        return None if parent == NO_PARENT else Element(self._tree, parent)

    @property
    def position(self) -> int:
        """Its place among the children of its parent, or among the roots, from 0."""
        return self._tree.positions[self._index]

    @property
    def children(self) -> tuple[Element, ...]:
        """Its children, in order."""
        ends = self._tree.ends
        found = []
        child = self.index + 1
        while child < ends[self._index]:
            found.append(Element(self._tree, child))
            child = ends[child]
        return tuple(found)

    @property
    def descendants(self) -> Iterator[Element]:
        """All elements below it, in pre-order."""
        return (Element(self._tree, index) for index in range(self.index + 1, self._tree.ends[self._index]))

    @property
    def ancestors(self) -> Iterator[Element]:
        """From its parent up to its root."""
        parents = self._tree.parents
        index = parents[self._index]
        while index != NO_PARENT:
            yield Element(self._tree, index)
            index = parents[index]

    @property
    def path(self) -> str:
        """The roles of its ancestors from the root down, joined by " > ", without its own
        (spec/definitions#19-path).
        """
        return self._tree.path_of(self.index)

    # ---------------------------------------------------------------- identity

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Element):
            return NotImplemented
        return self._tree is other._tree and self.index == other.index

    def __hash__(self) -> int:
        return hash((id(self._tree), self.index))

    def __repr__(self) -> str:
        label = f" {quote(shorten(self.label, _LABEL_IN_REPR))}" if self.label else ""
        return f"<Element {self.index} {self.role}{label}>"
