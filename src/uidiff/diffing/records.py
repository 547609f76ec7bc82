"""The records of a tree diff: frozen values, one for each element that was added, removed, changed or moved.

Every record has ``before`` and ``after``, None where there is none, and ``path``. Records compare by value: by the
index, path and content of their elements, not by the snapshot objects.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

import attrs

from uidiff.model.element import Element

__all__ = ["Added", "Changed", "Hidden", "Moved", "NewlyRead", "Record", "Removed", "Reordered", "Shown", "Unknown"]


def _value(element: Element | None) -> tuple[object, ...] | None:
    return None if element is None else (element.index, element.path, element.fields)


def _copied(fields: Mapping[str, tuple[object, object]]) -> dict[str, tuple[object, object]]:
    return dict(fields)


@attrs.frozen
class _OnlyAfter:
    """An after-element without partner. ``root``: its parent is not in the same list."""

    before: ClassVar[None] = None
    after: Element = attrs.field(eq=_value)
    root: bool

    @property
    def path(self) -> str:
        """The roles above the element."""
        return self.after.path


@attrs.frozen
class _OnlyBefore:
    """A before-element without partner. ``root``: its parent is not in the same list."""

    before: Element = attrs.field(eq=_value)
    after: ClassVar[None] = None
    root: bool

    @property
    def path(self) -> str:
        """The roles above the element, as it was."""
        return self.before.path


@attrs.frozen
class _Paired:
    """A paired element: in both snapshots."""

    before: Element = attrs.field(eq=_value)
    after: Element = attrs.field(eq=_value)

    @property
    def path(self) -> str:
        """The roles above the element, as it is."""
        return self.after.path


class Added(_OnlyAfter):
    """An element was added."""

    __slots__ = ()


class NewlyRead(_OnlyAfter):
    """An element in a place that was not read before: whether it is new is unknown."""

    __slots__ = ()


class Removed(_OnlyBefore):
    """An element was removed."""

    __slots__ = ()


class Hidden(_OnlyBefore):
    """An element left the accessibility tree, and lives on out of it (spec/definitions#20a-hidden)."""

    __slots__ = ()


class Unknown(_OnlyBefore):
    """An element in a place that was not read this time: whether it was removed is unknown."""

    __slots__ = ()


@attrs.frozen
class Changed(_Paired):
    """A paired element differs in a reported field."""

    _fields: dict[str, tuple[object, object]] = attrs.field(converter=_copied, hash=False)

    @property
    def fields(self) -> Mapping[str, tuple[object, object]]:
        """Name of a field or state to (before, after), fields first, then states by name."""
        return MappingProxyType(self._fields)


@attrs.frozen
class Moved(_Paired):
    """A paired element has another parent, or another place among its siblings (spec/definitions#10-moved).

    Attributes:
        from_parent, to_parent: indices of its direct parents, before and after; None for a root.
        from_position, to_position: its index among all children of that parent, from 0.
    """

    from_parent: int | None
    from_position: int
    to_parent: int | None
    to_position: int


@attrs.frozen
class Reordered:
    """Most elements below one parent changed places: one record stands for all their moves.

    Attributes:
        before, after: the parent; None where roots were reordered.
        order: the before-indices of the elements, in after-order.
    """

    before: Element | None = attrs.field(eq=_value)
    after: Element | None = attrs.field(eq=_value)
    order: tuple[int, ...]

    @property
    def parent(self) -> int | None:
        """The index of the parent after, None for the roots."""
        return None if self.after is None else self.after.index

    @property
    def path(self) -> str:
        """The roles above the parent."""
        return "" if self.after is None else self.after.path


@attrs.frozen
class Shown:
    """An element that was hidden is in the accessibility tree again.

    Attributes:
        before: what the reader was told about it before it was hidden; None where that is not known.
        after: the element.
        root: whether its parent is not in the same list.
    """

    before: Element | None = attrs.field(eq=_value)
    after: Element = attrs.field(eq=_value)
    root: bool

    @property
    def path(self) -> str:
        """The roles above the element."""
        return self.after.path


Record = Added | NewlyRead | Removed | Unknown | Hidden | Shown | Changed | Moved | Reordered
