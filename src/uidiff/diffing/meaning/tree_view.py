"""One of the two trees of a tree diff, as the rules look at it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from itertools import compress, count
from typing import Generic, TypeVar

from uidiff.matching.matching import UNMATCHED
from uidiff.model.columns import Columns
from uidiff.model.shape import NO_PARENT, last_at
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import StateValue
from uidiff.text import fold

__all__ = ["Inherited", "TreeView"]

_T = TypeVar("_T")

FEW = 256
"""So many parents and ends are looked for one by one; for more it is quicker to know those of all."""

_FIRST_SLICE = 64

_DECORATION = "list-marker"
"""The bullet or the number that a browser draws before a list item is no label of the item."""


class Inherited(Generic[_T]):
    """What each element has by itself and by what stands above it, found once for each; no recursion."""

    def __init__(self, parent: Callable[[int], int], above_roots: _T, step: Callable[[int, _T], _T]) -> None:
        self._parent = parent
        self._known = {NO_PARENT: above_roots}
        self._step = step

    def __call__(self, index: int) -> _T:
        """What the element at an index has; above the roots for NO_PARENT."""
        climbed = []
        while index not in self._known:
            climbed.append(index)
            index = self._parent(index)
        value = self._known[index]
        for below in reversed(climbed):
            value = self._known[below] = self._step(below, value)
        return value


class _Next:
    """The first element at or behind an index that has something, found once for each stretch."""

    def __init__(self, size: int, has: Callable[[int], bool]) -> None:
        self._size = size
        self._has = has
        self._known: dict[int, int] = {}

    def __call__(self, index: int) -> int:
        """Its index, the number of elements if there is none."""
        at = index
        while at < self._size and at not in self._known and not self._has(at):
            at += 1
        found = self._known.get(at, at)
        self._known.update(dict.fromkeys(range(index, at + 1), found))
        return found


class TreeView:
    """A tree, its partners in the other one, and what is asked of its elements again and again.

    Attributes:
        snapshot, columns: the tree.
        partners: for each element the index of its partner in the other tree, or UNMATCHED.
        alone: the elements that came (in the tree before: that went), in order. Not those of which nothing is known.
        fresh: the elements that are visible here and are not there, in order (``fresh_set``: for a look whether one is
            among them). Both trees must be at hand to know, so the scene says it.
    """

    def __init__(self, snapshot: Snapshot, partners: Sequence[int], unpaired: Sequence[int]) -> None:
        self.snapshot = snapshot
        self.columns: Columns = snapshot.columns
        self.partners = partners
        self.unpaired = unpaired
        self.appeared: Sequence[int] = ()
        self.appeared_set: Collection[int] = frozenset()
        self._parents: Sequence[int] | None = snapshot.parents if unpaired else None
        self._ends: Sequence[int] | None = None
        self._parents_asked = self._ends_asked = 0
        size = len(snapshot)
        self._next_label = _Next(size, self._has_label)
        self._next_text = _Next(size, lambda index: bool(self.own_text(index)))
        self.visible = Inherited(self.parent, above_roots=True, step=self._is_visible)

    # ------------------------------------------------------------------- shape

    def parent(self, index: int) -> int:
        """The index of its parent, NO_PARENT for a root."""
        if self._parents is not None:
            return self._parents[index]
        self._parents_asked += 1
        if self._parents_asked > FEW:
            self._parents = self.snapshot.parents
        depths = self.columns.depth
        return last_at(depths, depths[index] - 1, index)

    def end(self, index: int) -> int:
        """The index behind its last descendant."""
        if self._ends is not None:
            return self._ends[index]
        self._ends_asked += 1
        if self._ends_asked > FEW:
            self._ends = self.snapshot.ends
        depths, start, length = self.columns.depth, index + 1, _FIRST_SLICE
        while start < len(depths):
            nearby = depths[start : start + length]
            found = next(compress(count(start), map(depths[index].__ge__, nearby)), None)
            if found is not None:
                return found
            start, length = start + length, length * 4
        return len(depths)

    def stays(self, index: int) -> bool:
        """Whether the element is in both trees."""
        return self.partners[index] != UNMATCHED

    def nearest(self, has: Callable[[int], bool]) -> Inherited[int]:
        """For each element the nearest one at or above it that has something, NO_PARENT if there is none."""
        return Inherited(self.parent, NO_PARENT, lambda index, above: index if has(index) else above)

    def outermost(self, has: Callable[[int], bool]) -> Inherited[int]:
        """For each element the highest one at or above it that has something, NO_PARENT if there is none."""

        def step(index: int, above: int) -> int:
            return above if above != NO_PARENT or not has(index) else index

        return Inherited(self.parent, NO_PARENT, step)

    def outermost_of(self, indices: Sequence[int]) -> list[int]:
        """Those of some elements, given in order, that are not below another of them."""
        kept: list[int] = []
        end = 0
        for index in indices:
            if index >= end:
                kept.append(index)
                end = self.end(index)
        return kept

    # ----------------------------------------------------------------- content

    def has_role(self, *roles: str) -> bool:
        """Whether any element has one of these roles: asked before a rule looks at many elements."""
        return any(map(self.columns.role.__contains__, roles))

    def has_state(self, name: str) -> bool:
        """Whether any element says something of a state."""
        return name in self._state_names

    @cached_property
    def _state_names(self) -> frozenset[str]:
        states = self.columns.states
        distinct = dict(zip(map(id, states), states, strict=True))  # equal states are mostly one object
        return frozenset(name for pairs in distinct.values() for name, _ in pairs)

    def role(self, index: int) -> str:
        """Its role."""
        return self.columns.role[index]

    def state(self, index: int, name: str) -> StateValue | None:
        """One of its states, None where it is absent."""
        return next((value for state, value in self.columns.states[index] if state == name), None)

    def own_name(self, index: int) -> str:
        """Its name, "" if it has none or one that cannot be seen."""
        name = self.columns.name[index] or ""
        return name if fold(name) else ""

    def own_text(self, index: int) -> str:
        """Its name, else its value, else ""."""
        return next(filter(fold, self._texts(index)[:2]), "")

    def label(self, index: int) -> str:
        """Its own label, else the first one below it, else ""."""
        found = self._next_label(index)
        if found == index or found < self.end(index):
            return next(filter(fold, self._texts(found)))
        return ""

    def is_text(self, index: int) -> bool:
        """Whether it says something and nothing below it does: what counts as a text."""
        return bool(self.own_text(index)) and (self._is_leaf(index) or self._next_text(index + 1) >= self.end(index))

    def texts(self, index: int) -> list[str]:
        """All texts of an element and of what is below it, folded, in order."""
        return [fold(self.own_text(below)) for below in range(index, self.end(index)) if self.is_text(below)]

    def _has_label(self, index: int) -> bool:
        return self.columns.role[index] != _DECORATION and any(map(fold, self._texts(index)))

    def _texts(self, index: int) -> tuple[str, str, str]:
        columns = self.columns
        return columns.name[index] or "", columns.value[index] or "", columns.description[index] or ""

    def _is_leaf(self, index: int) -> bool:
        depths = self.columns.depth
        return index + 1 == len(depths) or depths[index + 1] <= depths[index]

    def _is_visible(self, index: int, above: bool) -> bool:  # noqa: FBT001  # a step of Inherited
        return above and ("offscreen", True) not in self.columns.states[index]
