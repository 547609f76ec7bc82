"""A part of a tree diff: what it says of some of the elements (spec/definitions#14-filters)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, compress
from operator import or_

import attrs

from uidiff.diffing.compare import Asked, Found, tree_diff_of
from uidiff.diffing.coverage import place_of
from uidiff.diffing.events import (
    EVENTS,
    ContentLoaded,
    ElementMoved,
    Event,
    ItemsAdded,
    ItemsRemoved,
    LayoutShifted,
    ListReordered,
)
from uidiff.diffing.fields import column_differences
from uidiff.diffing.meaning.items import elements_moved, lists_reordered
from uidiff.diffing.meaning.pages import content_loaded
from uidiff.diffing.meaning.scene import Scene
from uidiff.diffing.meaning.side import Side
from uidiff.diffing.records import Moved, Record, Reordered
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import Sides, TreeDiff
from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.model.selection import NOT_KEPT, Selection, select

__all__ = ["SelectedDiff", "select_delta"]

_FOUND_ANEW = (ContentLoaded, ListReordered, ElementMoved)
"""Of how many elements there are, and of where they hang: another thing among those that are kept."""

_ROOTS = -1
"""In place of the index of the parent of roots."""


def select_delta(delta: TreeDiff, kept_before: Sequence[bool], kept_after: Sequence[bool]) -> SelectedDiff:
    """What a bound delta says of the elements that are marked, between the selections of its two snapshots.

    An element that stayed is kept on both sides if it is marked on either. Its records are those of the whole delta:
    nothing comes or goes by being selected, and what was unknown stays so. What moved is found anew, as places are
    those among the kept elements.

    Args:
        delta: of the whole window, bound.
        kept_before, kept_after: a mark for each element of the snapshots.

    Raises:
        ValueError: not one mark for each element.
        DeltaMismatch: the delta is not bound.
    """
    before, after, matching = delta.before, delta.after, delta.matching
    for marks, side in ((kept_before, before), (kept_after, after)):
        if len(marks) != len(side):
            raise ValueError(f"{len(marks)} marks for {len(side)} elements: give one for each")
    marked_after = (*kept_after, False)  # the last one is for UNMATCHED, which is -1
    marked_before = (*kept_before, False)
    either_before = tuple(map(or_, kept_before, map(marked_after.__getitem__, matching.after_of)))
    either_after = tuple(map(or_, kept_after, map(marked_before.__getitem__, matching.before_of)))
    chosen = select(before, either_before), select(after, either_after)
    restricted = _restricted(matching, chosen, either_before)
    one, other = (selection.snapshot for selection in chosen)
    differences = column_differences(one.columns, other.columns, restricted.runs_by_after)
    marks_and_refs = zip((either_before, either_after), delta.refs, strict=True)
    numbers = [Refs(tuple(compress(refs.numbers, marks)), refs.next) for marks, refs in marks_and_refs]
    return tree_diff_of(
        Sides(one, other, restricted, differences),
        _found(delta, *chosen),
        delta.circumstances,
        Asked(delta.ignore, (numbers[0], numbers[1]), delta.rules),
        partial(SelectedDiff, whole=delta, chosen=chosen),
    )


def _restricted(matching: Matching, chosen: tuple[Selection, Selection], kept_before: Sequence[bool]) -> Matching:
    """The same pairs, as far as they are kept, by their indices in the selections."""
    places = (*chosen[1].places, UNMATCHED)  # the last one is for UNMATCHED, which is -1
    return Matching.from_partners(
        tuple(map(places.__getitem__, compress(matching.after_of, kept_before))),
        len(chosen[1].kept),
        work=matching.work,
        reasons=matching.reasons,
        reason_of=bytes(compress(matching.reason_of, kept_before)),
    )


def _found(delta: TreeDiff, before: Selection, after: Selection) -> Found:
    """What the whole delta says of the kept elements, by their indices in the selections."""

    def kept(selection: Selection, indices: Iterator[int]) -> list[int]:
        return [place for place in map(selection.places.__getitem__, indices) if place != NOT_KEPT]

    changes = ((after.places[record.after.index], record.fields) for record in delta.changed)
    return Found(
        added=kept(after, (record.after.index for record in delta.added)),
        removed=kept(before, (record.before.index for record in delta.removed)),
        changed={place: fields for place, fields in changes if place != NOT_KEPT},
        unknown=kept(before, (record.before.index for record in delta.unknown)),
        newly_read=kept(after, (record.after.index for record in delta.newly_read)),
    )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class SelectedDiff(TreeDiff):
    """What a delta says of some of the elements.

    What it means was found in the whole trees: nothing becomes a window, or loses the focus, because what is around it
    was left out. Events are kept that tell of a kept element, or of none; counts in them are of the kept ones. Only
    what was loaded and what moved is found anew.

    Attributes:
        whole: the delta that it is a part of.
        chosen: the selections of the snapshot before and of the one after.
    """

    whole: TreeDiff
    chosen: tuple[Selection, Selection]

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What it means, the most important first."""
        if not self:
            return ()
        scene = Scene(self, self.rules)
        anew = (*content_loaded(scene), *lists_reordered(scene), *elements_moved(scene))
        ranks = {kind: rank for rank, kind in enumerate(EVENTS)}
        return tuple(sorted((*self._of_the_whole(), *anew), key=lambda event: ranks[type(event)]))

    def _of_the_whole(self) -> Iterator[Event]:
        """The events of the whole that tell of kept elements, with the records of these alone."""
        here = {self._whole_place(record): record for record in _changes(self)}
        for event in self.whole.events:
            if isinstance(event, _FOUND_ANEW):
                continue
            places = list(map(place_of, event.records))
            records = tuple(here[place] for place in places if place in here)
            if isinstance(event, ItemsAdded | ItemsRemoved) and records:
                label = event.label if places[0] in here else self._label(records[0])
                yield attrs.evolve(event, label=label, count=len(records), records=records)
            elif isinstance(event, LayoutShifted) and records:
                yield attrs.evolve(event, count=len(records), records=records)
            elif records or not places:
                yield attrs.evolve(event, records=records)

    def _label(self, record: Record) -> str:
        """What to call an element that came or went, by all that is below it in the whole tree."""
        matching = self.whole.matching
        if record.after is None:
            side = Side(self.whole.before, matching.after_of, ())
        else:
            side = Side(self.whole.after, matching.before_of, ())
        return side.label(self._whole_place(record)[1])

    def _whole_place(self, record: Record) -> tuple[str, int]:
        """Where the record of the same element stands in the whole delta."""
        name, index = place_of(record)
        return name, index if index == _ROOTS else self.chosen[record.after is not None].kept[index]

    @cached_property
    def outside(self) -> int:
        """How many changes the whole delta reports that this one does not; what was not read is none."""
        told = set(chain.from_iterable(self._told(record) for record in _changes(self)))
        after_of = self.whole.matching.after_of
        return sum(told.isdisjoint(_places(record, after_of)) for record in _changes(self.whole))

    def _told(self, record: Record) -> list[tuple[str, int]]:
        if isinstance(record, Moved | Reordered):
            kept = self.chosen[1].kept
            return [(name, kept[index]) for name, index in _places(record, self.matching.after_of)]
        return [self._whole_place(record)]


def _changes(delta: TreeDiff) -> Iterator[Record]:
    """All records but those of what was not read on one of the sides."""
    return chain(delta.added, delta.removed, delta.changed, delta.moved, delta.reordered)


def _places(record: Record, after_of: Sequence[int]) -> list[tuple[str, int]]:
    """What a record tells: of a list in a new order, of each element that it moved, or may have."""
    if isinstance(record, Reordered):
        return [("moved", after_of[index]) for index in record.order]
    return [place_of(record)]
