"""The context of the rules: a delta, views of its two trees, its records by element, and which elements appeared."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from uidiff.diffing.delta import Delta
from uidiff.diffing.meaning.menus import MENU_ITEMS, opened
from uidiff.diffing.meaning.tree_view import Inherited, TreeView
from uidiff.diffing.records import Added, Changed, Moved, Record, Removed, Reordered
from uidiff.diffing.rules import EventRules
from uidiff.matching.documents import is_navigation
from uidiff.matching.matching import UNMATCHED

__all__ = ["DiffContext"]

_RANKS: dict[type, int] = {kind: rank for rank, kind in enumerate((Added, Removed, Changed, Moved, Reordered))}
"""The order of the records of an event: that of the lists of a delta."""


class DiffContext:
    """A delta, and the lookups that rules share.

    Attributes:
        before, after: views of the two trees. Most rules work on either: an element that appeared in one direction of
            time disappeared in the other.
    """

    def __init__(self, delta: Delta, rules: EventRules) -> None:
        self.delta = delta
        self.rules = rules
        matching = delta.matching
        self.before = TreeView(delta.before, matching.after_of, [record.before.index for record in delta.removed])
        self.after = TreeView(delta.after, matching.before_of, [record.after.index for record in delta.added])
        for tree, turned in zip((self.after, self.before), self._visibility_changes, strict=True):
            seen = filter(tree.visible, tree.unpaired) if tree.has_state("offscreen") else tree.unpaired
            tree.appeared = sorted((*seen, *turned))
            tree.appeared_set = frozenset(tree.appeared)

    def other(self, tree: TreeView) -> TreeView:
        """Return the view of the other tree."""
        return self.before if tree is self.after else self.after

    @cached_property
    def new_document(self) -> bool:
        """Whether another document was loaded, and that is reported."""
        return "document" in self.delta.circumstances and is_navigation(self.delta.before, self.delta.after)

    def reports(self, field: str) -> bool:
        """Return whether changes of a field or state are reported."""
        return field not in self.delta.ignore

    # ----------------------------------------------------------------- records

    def unpaired_record(self, tree: TreeView, index: int) -> Added | Removed | None:
        """Return the record of an added (or removed) element."""
        return self._added.get(index) if tree is self.after else self._removed.get(index)

    def changed_record(self, tree: TreeView, index: int) -> Changed | None:
        """Return the record of a paired element that changed."""
        return self._changed.get(index if tree is self.after else tree.partners[index])

    def changed_with(self, *fields: str) -> Iterator[tuple[int, Changed]]:
        """Yield the records with a change of any of these fields, each with its after-index."""
        wanted = set(fields)
        return ((index, record) for index, record in self._changed.items() if not wanted.isdisjoint(record.fields))

    @cached_property
    def changed_indices(self) -> list[int]:
        """The after-indices of the changed elements, ascending."""
        return list(self._changed)

    @cached_property
    def _added(self) -> dict[int, Added]:
        return {record.after.index: record for record in self.delta.added}

    @cached_property
    def _removed(self) -> dict[int, Removed]:
        return {record.before.index: record for record in self.delta.removed}

    @cached_property
    def _changed(self) -> dict[int, Changed]:
        return {record.after.index: record for record in self.delta.changed}

    @cached_property
    def _moved(self) -> dict[int, Moved]:
        return {record.after.index: record for record in self.delta.moved}

    @staticmethod
    def in_order(records: Iterable[Record | None]) -> tuple[Record, ...]:
        """Return the records in the order of the delta, without duplicates."""
        placed = {_place(record): record for record in records if record is not None}
        return tuple(placed[place] for place in sorted(placed))

    # -------------------------------------------------------------- visibility

    @cached_property
    def _visibility_changes(self) -> tuple[list[int], list[int]]:
        """The paired elements that became visible, by after-index, and those that became invisible, by before-index."""
        shown, hidden = [], []
        for j in self.visibility_candidates:
            i = self.after.partners[j]
            seen, seen_before = self.after.visible(j), self.before.visible(i)
            if seen and not seen_before:
                shown.append(j)
            elif seen_before and not seen:
                hidden.append(i)
        return shown, sorted(hidden)

    @cached_property
    def visibility_candidates(self) -> list[int]:
        """The paired elements, by after-index, whose own record or an ancestor's may change their visibility."""
        after, before = self.after, self.before
        stayed = [(j, after.partners[j]) for j, _ in self.changed_with("offscreen")]
        stayed += [(record.after.index, record.before.index) for record in self.delta.moved]
        tops, tops_before = [j for j, _ in stayed], [i for _, i in stayed]
        if after.has_state("offscreen"):
            without = (*after.unpaired, *(record.after.index for record in self.delta.newly_read))
            tops += [j for j in without if after.state(j, "offscreen")]
        if before.has_state("offscreen"):
            without = (*before.unpaired, *(record.before.index for record in self.delta.unknown))
            tops_before += [i for i in without if before.state(i, "offscreen")]
        found = {j for j in _below(after, tops) if after.stays(j)}
        found.update(j for j in map(before.partners.__getitem__, _below(before, tops_before)) if j != UNMATCHED)
        return sorted(found)

    def visibility_record(self, tree: TreeView, index: int) -> Record | None:
        """Return the record that explains why an element is visible in this tree and not in the other one."""
        own = self.unpaired_record(tree, index)
        if own is not None:
            return own
        above = self._visibility_source[tree is self.after](index)
        if above < 0:
            return None
        place = above if tree is self.after else tree.partners[above]
        return self._moved.get(place) or self._changed.get(place)

    @cached_property
    def _visibility_source(self) -> tuple[Inherited[int], Inherited[int]]:
        """For both trees: the nearest element, itself or an ancestor, whose own record changes its visibility."""
        trees = (self.before, self.after)
        before, after = (tree.nearest(partial(self._changes_visibility, tree)) for tree in trees)
        return before, after

    def _changes_visibility(self, tree: TreeView, index: int) -> bool:
        place = index if tree is self.after else tree.partners[index]
        record = self._changed.get(place)
        return place in self._moved or (record is not None and "offscreen" in record.fields)

    @cached_property
    def _records_of_visibility(self) -> tuple[_VisibilityRecords, _VisibilityRecords]:
        records = [record for _, record in self.changed_with("offscreen")]
        by_before = sorted(records, key=lambda record: record.before.index)
        return (
            _VisibilityRecords([record.before.index for record in by_before], by_before),
            _VisibilityRecords([record.after.index for record in records], records),
        )

    # -------------------------------------------------------- menus, list boxes

    def menus_shown_only_in(self, tree: TreeView) -> list[int]:
        """Return the menus that are open in this tree and not in the other one, ascending."""
        return self._opened_menus[tree is self.after]

    def lists_shown_only_in(self, tree: TreeView) -> list[int]:
        """Return the list boxes that are open in this tree and not in the other one, ascending."""
        return self._opened_lists[tree is self.after]

    @cached_property
    def _opened_menus(self) -> tuple[list[int], list[int]]:
        trees = ((self.before, self.after), (self.after, self.before))
        before, after = (opened(tree, other, "menu", MENU_ITEMS) for tree, other in trees)
        return before, after

    @cached_property
    def _opened_lists(self) -> tuple[list[int], list[int]]:
        """A paired list box counts only if a combo box was expanded or collapsed: else options came to an open list."""
        by_combobox = any(self.after.role(j) == "combobox" for j, _ in self.changed_with("expanded"))
        trees = ((self.before, self.after), (self.after, self.before))
        before, after = (
            [
                index
                for index in opened(tree, other, "listbox", frozenset({"option"}))
                if by_combobox or index in tree.appeared_set
            ]
            for tree, other in trees
        )
        return before, after

    def visibility_records(self, tree: TreeView, index: int) -> list[Changed]:
        """Return the records of ``offscreen`` changes of an element and its descendants."""
        places, records = self._records_of_visibility[tree is self.after]
        return records[bisect_left(places, index) : bisect_left(places, tree.end(index))]


class _VisibilityRecords(NamedTuple):
    """The records with a change of ``offscreen``, and the indices of their elements, ascending."""

    places: list[int]
    records: list[Changed]


def _place(record: Record) -> tuple[int, int]:
    element = record.before if record.after is None else record.after
    return _RANKS[type(record)], -1 if element is None else element.index


def _below(tree: TreeView, tops: Sequence[int]) -> Iterator[int]:
    """Yield the given elements and their descendants, each once."""
    return (index for top in tree.outermost_of(sorted(set(tops))) for index in range(top, tree.end(top)))
