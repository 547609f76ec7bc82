"""A view of one of the two trees of a delta, with lookups that rules share, and which menus are open in one only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress, count
from typing import Generic, TypeVar

from uidiff.diffing.labels import Labels
from uidiff.matching.matching import UNMATCHED
from uidiff.model.columns import Columns
from uidiff.model.redaction import distinct_states
from uidiff.model.shape import NO_PARENT, last_at
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import StateValue
from uidiff.text import fold

__all__ = ["MENU_ITEMS", "Inherited", "TreeView", "items_of", "opened", "role_set", "state_names"]

_T = TypeVar("_T")

FEW = 256
"""Up to this number, parents and ends are looked up one by one; for more, computing all of them is faster."""

_FIRST_SLICE = 64


class Inherited(Generic[_T]):
    """A value of each element that follows from the element and its parent's value; computed once, without recursion.

    Args:
        parent: the index of the parent of an element.
        above_roots: the value above the roots, for NO_PARENT.
        step: the value of an element, given its index and the value of its parent.
    """

    def __init__(self, parent: Callable[[int], int], above_roots: _T, step: Callable[[int, _T], _T]) -> None:
        self._parent = parent
        self._known = {NO_PARENT: above_roots}
        self._step = step

    def __call__(self, index: int) -> _T:
        """Return the value of the element at an index; for NO_PARENT the one above the roots."""
        climbed = []
        while index not in self._known:
            climbed.append(index)
            index = self._parent(index)
        value = self._known[index]
        for below in reversed(climbed):
            value = self._known[below] = self._step(below, value)
        return value


class _Next:
    """The first element at or after an index that satisfies a condition; each element is tested once."""

    def __init__(self, size: int, has: Callable[[int], bool]) -> None:
        self._size = size
        self._has = has
        self._known: dict[int, int] = {}

    def __call__(self, index: int) -> int:
        """Return its index, the number of elements if there is none."""
        at = index
        while at < self._size and at not in self._known and not self._has(at):
            at += 1
        found = self._known.get(at, at)
        self._known.update(dict.fromkeys(range(index, at + 1), found))
        return found


def role_set(snapshot: Snapshot) -> frozenset[str]:
    """Return the roles of a snapshot's elements."""
    return frozenset(snapshot.columns.role)


def state_names(snapshot: Snapshot) -> frozenset[str]:
    """Return the names of the states that any element has."""
    return frozenset(name for pairs in distinct_states(snapshot.columns) for name, _ in pairs)


class TreeView:
    """One of the two trees, the partners of its elements in the other one, and lookups.

    Attributes:
        snapshot, columns: the tree.
        partners: for each element the index of its partner in the other tree, or UNMATCHED.
        unpaired: the added elements (in the tree before: the removed ones), ascending; unknown and newly read ones are
            not among them.
        appeared: the elements that are visible in this tree and not in the other one, ascending; ``appeared_set`` has
            the same. The context fills them in, as they depend on both trees.
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
        self._labels_alike: dict[tuple[str, str | None], Counter[str]] = {}
        size = len(snapshot)
        self._next_text = _Next(size, lambda index: bool(self.own_text(index)))
        self.visible = Inherited(self.parent, above_roots=True, step=self._is_visible)

    @cached_property
    def unpaired_set(self) -> frozenset[int]:
        """The unpaired elements."""
        return frozenset(self.unpaired)

    # ------------------------------------------------------------------- shape

    def parent(self, index: int) -> int:
        """Return the index of the parent, NO_PARENT for a root."""
        if self._parents is not None:
            return self._parents[index]
        self._parents_asked += 1
        if self._parents_asked > FEW:
            self._parents = self.snapshot.parents
        depths = self.columns.depth
        return last_at(depths, depths[index] - 1, index)

    def end(self, index: int) -> int:
        """Return the index after the last descendant."""
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

    def children(self, index: int) -> Iterator[int]:
        """Yield the children of an element, or the roots for NO_PARENT."""
        at = 0 if index == NO_PARENT else index + 1
        end = len(self.columns.depth) if index == NO_PARENT else self.end(index)
        while at < end:
            yield at
            at = self.end(at)

    def stays(self, index: int) -> bool:
        """Return whether the element is paired: in both trees."""
        return self.partners[index] != UNMATCHED

    def nearest(self, has: Callable[[int], bool]) -> Inherited[int]:
        """Return for each element the nearest one, itself or an ancestor, for which ``has`` holds; else NO_PARENT."""
        return Inherited(self.parent, NO_PARENT, lambda index, above: index if has(index) else above)

    def outermost(self, has: Callable[[int], bool]) -> Inherited[int]:
        """Return for each element the outermost one, itself or an ancestor, for which ``has`` holds; else NO_PARENT."""

        def step(index: int, above: int) -> int:
            return above if above != NO_PARENT or not has(index) else index

        return Inherited(self.parent, NO_PARENT, step)

    def outermost_of(self, indices: Sequence[int]) -> list[int]:
        """Return the elements, given ascending, that are not descendants of another one of them."""
        kept: list[int] = []
        end = 0
        for index in indices:
            if index >= end:
                kept.append(index)
                end = self.end(index)
        return kept

    # ----------------------------------------------------------------- content

    def has_role(self, *roles: str) -> bool:
        """Return whether any element has one of these roles: a quick test before a rule looks at many elements."""
        return not self.snapshot.view(role_set).isdisjoint(roles)

    def has_state(self, name: str) -> bool:
        """Return whether any element has a state of this name."""
        return name in self.snapshot.view(state_names)

    def role(self, index: int) -> str:
        """Return the role."""
        return self.columns.role[index]

    def state(self, index: int, name: str) -> StateValue | None:
        """Return the value of a state, None if it is absent."""
        return next((value for state, value in self.columns.states[index] if state == name), None)

    def own_name(self, index: int) -> str:
        """Return the name, "" if there is none or it has no visible character."""
        name = self.columns.name[index] or ""
        return name if fold(name) else ""

    def own_text(self, index: int) -> str:
        """Return the name, else the value, else ""."""
        return next(filter(fold, self._texts(index)[:2]), "")

    def readable_text(self, index: int) -> str:
        """Return the name, else the value, else the description, if it can be read (icons cannot); else ""."""
        return self._labels.own(index)

    def label(self, index: int) -> str:
        """Return what to call an element (spec/definitions#17-label), "" if nothing tells."""
        return self._labels[index]

    def name_or_near(self, index: int) -> str:
        """Return what to call an input apart from its value: its name, its description, or what stands beside it."""
        return self._labels.without_value(index)

    def is_item(self, index: int) -> bool:
        """Return whether an element is an item of a collection, by its role or as it looks."""
        return self._labels.is_item_like(index)

    @cached_property
    def _labels(self) -> Labels:
        return Labels.of(self.snapshot)

    def is_unique(self, index: int) -> bool:
        """Return whether no other element of the role and the name has the label."""
        key = self.role(index), self.columns.name[index]
        if key not in self._labels_alike:
            self._labels_alike[key] = Counter(map(self.label, self._by_role_and_name[key]))
        return self._labels_alike[key][self.label(index)] == 1

    @cached_property
    def _by_role_and_name(self) -> Mapping[tuple[str, str | None], Sequence[int]]:
        found: dict[tuple[str, str | None], list[int]] = {}
        for index, key in enumerate(zip(self.columns.role, self.columns.name, strict=True)):
            found.setdefault(key, []).append(index)
        return found

    def is_text(self, index: int) -> bool:
        """Return whether the element counts as a text: it has a name or value, and no element below it has."""
        return bool(self.own_text(index)) and (self._is_leaf(index) or self._next_text(index + 1) >= self.end(index))

    def texts(self, index: int) -> list[str]:
        """Return all texts of an element and its descendants, folded, in order."""
        return [fold(self.own_text(below)) for below in range(index, self.end(index)) if self.is_text(below)]

    def _texts(self, index: int) -> tuple[str, str, str]:
        columns = self.columns
        return columns.name[index] or "", columns.value[index] or "", columns.description[index] or ""

    def _is_leaf(self, index: int) -> bool:
        depths = self.columns.depth
        return index + 1 == len(depths) or depths[index + 1] <= depths[index]

    def _is_visible(self, index: int, above: bool) -> bool:  # noqa: FBT001  # a step of Inherited
        return above and ("offscreen", True) not in self.columns.states[index]


MENU_ITEMS = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"})
_MENU_TITLES = MENU_ITEMS | {"menu", "menubar"}
"""A menu without visible items below one of these is closed: only its title is visible."""


def opened(tree: TreeView, other: TreeView, role: str, items: Collection[str]) -> list[int]:
    """Return the menus (or list boxes) that are open in ``tree`` and not in ``other``, ascending.

    They appeared with a visible item or without items; or they are paired, and their items are visible only here.
    """
    if not tree.has_role(role):
        return []
    holder = tree.nearest(lambda index: tree.role(index) == role)
    found = {index for index in tree.appeared if tree.role(index) == role and _shows(tree, index, role, items)}
    looked_at = set(found)
    for index in tree.appeared:
        if tree.role(index) not in items and tree.role(index) != role:
            continue
        above = holder(tree.parent(index))
        if above < 0 or above in looked_at:
            continue
        looked_at.add(above)
        if (
            above not in tree.appeared_set
            and tree.stays(above)
            and not _visible_items(other, tree.partners[above], role, items)
        ):
            found.add(above)
    return sorted(found)


def _shows(tree: TreeView, index: int, role: str, items: Collection[str]) -> bool:
    """Return whether a menu (or list box) that appeared is open; a closed menu may show its title."""
    if _visible_items(tree, index, role, items):
        return True
    parent = tree.parent(index)
    is_title = role == "menu" and parent >= 0 and tree.role(parent) in _MENU_TITLES
    return not is_title and not any(True for _ in items_of(tree, index, role, items))


def _visible_items(tree: TreeView, index: int, role: str, items: Collection[str]) -> bool:
    return any(map(tree.visible, items_of(tree, index, role, items)))


def items_of(tree: TreeView, index: int, role: str, items: Collection[str]) -> Iterator[int]:
    """Yield the items of a menu (or list box), submenus among them, but not the items of those."""
    at, end, roles = index + 1, tree.end(index), tree.columns.role
    while at < end:
        inner = roles[at] == role
        if inner or roles[at] in items:
            yield at
        at = tree.end(at) if inner else at + 1
