"""The part of a tree diff that is about some of the elements (spec/definitions#14-filters)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, compress
from operator import or_

import attrs

from uidiff.diffing.compare import RecordIndices, delta_of
from uidiff.diffing.delta import EVENT_LISTS, Delta, Place, place_of
from uidiff.diffing.differences import column_differences
from uidiff.diffing.event_kinds import find_events
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
from uidiff.diffing.meaning.tree_view import TreeView
from uidiff.diffing.records import Moved, Record, Reordered
from uidiff.diffing.refs import Refs
from uidiff.diffing.table_rows import delta_with_rows
from uidiff.diffing.tree_diff import TreeDiff, rows_of
from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.model.selection import NOT_KEPT, Selection, select

__all__ = ["SelectedPart", "select_delta"]

_FOUND_IN_PART = (ContentLoaded, ListReordered, ElementMoved)
"""Events about the number and the places of elements: these are others among the kept elements."""

_ROOTS = -1
"""Stands for the index of the parent of roots."""


def select_delta(whole: TreeDiff, kept_before: Sequence[bool], kept_after: Sequence[bool]) -> SelectedPart:
    """Select the records about marked elements, as a delta between the selections of the two snapshots.

    A paired element is kept on both sides if it is marked on either. Records are those of the whole delta: selecting
    adds or removes no element, and what was unknown stays so. Only moves are found again, among the kept elements.

    Args:
        whole: the delta of the whole window, bound.
        kept_before, kept_after: a mark for each element of the snapshots.

    Raises:
        ValueError: not one mark for each element.
        DeltaMismatch: the delta is not bound.
    """
    before, after, matching = whole.before, whole.after, whole.matching
    for marks, snapshot in ((kept_before, before), (kept_after, after)):
        if len(marks) != len(snapshot):
            raise ValueError(f"{len(marks)} marks for {len(snapshot)} elements: give one for each")
    marked_after = (*kept_after, False)  # the last one is for UNMATCHED, which is -1
    marked_before = (*kept_before, False)
    either_before = tuple(map(or_, kept_before, map(marked_after.__getitem__, matching.after_of)))
    either_after = tuple(map(or_, kept_after, map(marked_before.__getitem__, matching.before_of)))
    chosen = select(before, either_before), select(after, either_after)
    restricted = _restricted(matching, chosen, either_before)
    one, other = (selection.snapshot for selection in chosen)
    marks_and_refs = zip((either_before, either_after), whole.refs, strict=True)
    numbers = [Refs(tuple(compress(refs.numbers, marks)), refs.next) for marks, refs in marks_and_refs]
    part = delta_of(
        one,
        other,
        restricted,
        column_differences(one.columns, other.columns, restricted.runs_by_after),
        _indices(whole.delta, *chosen),
        circumstances=whole.circumstances,
        ignore=whole.ignore,
    )
    events_of = partial(_part_events, whole, chosen)
    delta = TreeDiff(delta=part, rules=whole.rules, given_refs=(numbers[0], numbers[1]), events_of=events_of)
    return SelectedPart(delta, whole, chosen)


def _restricted(matching: Matching, chosen: tuple[Selection, Selection], kept_before: Sequence[bool]) -> Matching:
    """Return the pairs of kept elements, by their indices in the selections."""
    places = (*chosen[1].places, UNMATCHED)  # the last one is for UNMATCHED, which is -1
    return Matching.from_partners(
        tuple(map(places.__getitem__, compress(matching.after_of, kept_before))),
        len(chosen[1].kept),
        work=matching.work,
        reasons=matching.reasons,
        reason_of=bytes(compress(matching.reason_of, kept_before)),
    )


def _indices(delta: Delta, before: Selection, after: Selection) -> RecordIndices:
    """Return the kept elements of the records, by their indices in the selections."""

    def kept(selection: Selection, indices: Iterator[int]) -> list[int]:
        return [place for place in map(selection.places.__getitem__, indices) if place != NOT_KEPT]

    changes = ((after.places[record.after.index], record.fields) for record in delta.changed)
    return RecordIndices(
        added=kept(after, (record.after.index for record in delta.added)),
        removed=kept(before, (record.before.index for record in delta.removed)),
        changed={place: fields for place, fields in changes if place != NOT_KEPT},
        unknown=kept(before, (record.before.index for record in delta.unknown)),
        newly_read=kept(after, (record.after.index for record in delta.newly_read)),
        hidden=kept(before, (record.before.index for record in delta.hidden)),
        shown=kept(after, (record.after.index for record in delta.shown)),
    )


def _part_events(whole: TreeDiff, chosen: tuple[Selection, Selection], part: Delta) -> tuple[Event, ...]:
    """Return the events of a part, the most important first.

    Most are events of the whole: an element does not become a window or lose the focus because others are left out.
    Kept are those about a kept element or about none, and their counts are of kept elements.
    """
    if not part:
        return ()
    found = (*_kept_events(whole, chosen, part), *find_events(delta_with_rows(part), whole.rules, _FOUND_IN_PART))
    return tuple(sorted(found, key=lambda event: EVENTS.index(type(event))))


def _kept_events(whole: TreeDiff, chosen: tuple[Selection, Selection], part: Delta) -> Iterator[Event]:
    """Yield the events of the whole with the records of kept elements."""
    records_at = {_whole_place(record, chosen): record for record in _changes(part)}
    for event in whole.events:
        if isinstance(event, _FOUND_IN_PART):
            continue
        places = list(map(place_of, event.records))
        records = tuple(records_at[place] for place in places if place in records_at)
        if isinstance(event, ItemsAdded | ItemsRemoved) and records:
            label = event.label if places[0] in records_at else _label(whole, *_whole_place(records[0], chosen))
            count = rows_of(whole).count_items([one for one in event.records if place_of(one) in records_at])
            yield attrs.evolve(event, label=label, count=count, records=records)
        elif isinstance(event, LayoutShifted) and records:
            yield attrs.evolve(event, count=len(records), records=records)
        elif records or not places:
            yield attrs.evolve(event, records=records)


def _label(whole: TreeDiff, name: str, index: int) -> str:
    """Return the label of an added or removed element, with its descendants in the whole tree."""
    matching = whole.matching
    if name == "removed":
        return TreeView(whole.before, matching.after_of, ()).label(index)
    return TreeView(whole.after, matching.before_of, ()).label(index)


@attrs.frozen(eq=False)
class SelectedPart:
    """The part of a delta that is about some elements.

    Attributes:
        delta: the part.
        whole: the delta of the whole window.
        chosen: the selections of the snapshots before and after.
    """

    delta: TreeDiff
    whole: TreeDiff
    chosen: tuple[Selection, Selection]

    @cached_property
    def outside(self) -> int:
        """The number of changes of the whole that the part does not report; unknown and newly read ones not counted."""
        reported = set(chain.from_iterable(self._whole_places(record) for record in _changes(self.delta.delta)))
        after_of = self.whole.matching.after_of
        return sum(reported.isdisjoint(_places(record, after_of)) for record in _changes(self.whole.delta))

    def _whole_places(self, record: Record) -> list[Place]:
        if isinstance(record, Moved | Reordered):
            kept = self.chosen[1].kept
            return [(name, kept[index]) for name, index in _places(record, self.delta.matching.after_of)]
        return [_whole_place(record, self.chosen)]


def _whole_place(record: Record, chosen: tuple[Selection, Selection]) -> Place:
    """Return the place of the record of the same element in the whole delta."""
    name, index = place_of(record)
    return name, index if index == _ROOTS else chosen[record.after is not None].kept[index]


def _changes(delta: Delta) -> Iterable[Record]:
    """Return all records but those of elements not read on one of the sides."""
    return (record for name in EVENT_LISTS for record in getattr(delta, name))


def _places(record: Record, after_of: Sequence[int]) -> list[Place]:
    """Return the places that a record reports; a reordered list reports a move of each of its elements."""
    if isinstance(record, Reordered):
        return [("moved", after_of[index]) for index in record.order]
    return [place_of(record)]
