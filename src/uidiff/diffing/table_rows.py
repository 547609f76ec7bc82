"""A delta as of trees in which each row of a flat table is an element.

GTK and Qt tell the cells of a table as one run (``matching.structural.flat_tables``). A reader sees rows: so events
are found, and texts are written, as if the platform had told them. The delta itself stays one of the elements that
there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import attrs

from uidiff.diffing.compare import RecordIndices, delta_of
from uidiff.diffing.delta import LISTS, Delta, Place, place_of
from uidiff.diffing.differences import Fields, column_differences
from uidiff.diffing.records import Record
from uidiff.diffing.refs import Refs
from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.matching.structural.flat_tables import WithRows, lift, with_any_rows
from uidiff.model.shape import NO_PARENT

__all__ = ["DeltaWithRows", "delta_with_rows", "refs_with_rows"]


@attrs.frozen(eq=False)
class DeltaWithRows:
    """A delta as of trees with rows.

    Attributes:
        delta: its elements are those of ``before.snapshot`` and ``after.snapshot``; the original one if neither tree
            has a flat table.
        original: the delta of the elements that there are.
        before, after: the trees with rows.
    """

    delta: Delta
    original: Delta
    before: WithRows
    after: WithRows

    def originals(self, records: Sequence[Record]) -> tuple[Record, ...]:
        """Return the records of the original delta behind records of this one: of a row those of its cells."""
        found = {place: self._by_place[place] for record in records for place in self._places(record)}
        return tuple(found.values())

    def count_items(self, records: Sequence[Record]) -> int:
        """Return the number of elements that records of the original delta are about, the cells of a row as one."""
        return len({self._item(record) for record in records})

    def _item(self, record: Record) -> int:
        tree = self.before if record.after is None else self.after
        at = tree.places[place_of(record)[1]]
        above = tree.snapshot.parents[at]
        return above if above != NO_PARENT and tree.originals[above] == UNMATCHED else at

    @cached_property
    def _by_place(self) -> Mapping[Place, Record]:
        return {place_of(record): record for record in self.original.records}

    def _places(self, record: Record) -> Iterator[Place]:
        known = self._by_place
        name, index = place_of(record)
        tree = self.before if record.after is None else self.after
        own = index if index == NO_PARENT else tree.originals[index]
        if own != UNMATCHED or index == NO_PARENT:
            places = [(name, own)]
        else:
            cells = range(index + 1, tree.snapshot.ends[index])
            places = [(each, tree.originals[cell]) for cell in cells for each in LISTS]
        found = [place for place in places if place in known]
        if not found and name in {"moved", "reordered"}:  # another order of rows is one of their cells
            table = own if name == "reordered" else tree.originals[tree.snapshot.parents[index]]
            found = [("reordered", table)] if ("reordered", table) in known else []
        yield from found


def delta_with_rows(delta: Delta) -> DeltaWithRows:
    """Return a delta as of trees with rows."""
    before, after = with_any_rows(delta.before), with_any_rows(delta.after)
    if before.snapshot is delta.before and after.snapshot is delta.after:
        return DeltaWithRows(delta, delta, before, after)
    matching = _with_pairs_of_rows(lift(delta.matching, before, after), before, after)
    differences = column_differences(before.snapshot.columns, after.snapshot.columns, matching.runs_by_after)
    lifted = delta_of(
        before.snapshot,
        after.snapshot,
        matching,
        differences,
        _indices(delta, matching, before, after),
        circumstances=delta.circumstances,
        ignore=delta.ignore,
    )
    return DeltaWithRows(lifted, delta, before, after)


def refs_with_rows(refs: Refs, tree: WithRows) -> Refs:
    """Return refs of the tree with rows: rows have numbers that no element has."""
    free = iter(range(refs.next, refs.next + len(tree.originals)))
    numbers = tuple(next(free) if own == UNMATCHED else refs.numbers[own] for own in tree.originals)
    return Refs(numbers, refs.next + len(tree.originals))


def _with_pairs_of_rows(matching: Matching, before: WithRows, after: WithRows) -> Matching:
    """Pair each row with the row that has most of its cells, the rows with the most cells in common first."""
    row_before, row_after = _row_of_cells(before), _row_of_cells(after)
    common = Counter((row_before[i], row_after[j]) for i, j in matching.pairs if i in row_before and j in row_after)
    pairs, taken = list(matching.pairs), (set[int](), set[int]())
    for (i, j), _ in sorted(common.items(), key=lambda one: (-one[1], one[0])):
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            pairs.append((i, j))
    return Matching.from_pairs(pairs, before=before.snapshot, after=after.snapshot, work=matching.work)


def _row_of_cells(tree: WithRows) -> dict[int, int]:
    """Return for each cell of a flat table its row."""
    parents = tree.snapshot.parents
    inserted = {row for row, own in enumerate(tree.originals) if own == UNMATCHED}
    return {cell: parent for cell, parent in enumerate(parents) if parent in inserted}


def _indices(delta: Delta, matching: Matching, before: WithRows, after: WithRows) -> RecordIndices:
    def lifted(records: Sequence[Record], tree: WithRows) -> list[int]:
        elements = (record.before if tree is before else record.after for record in records)
        return [tree.places[element.index] for element in elements if element is not None]

    changed: dict[int, Fields] = {after.places[record.after.index]: record.fields for record in delta.changed}
    rows = [j for j in matching.unpaired_after if after.originals[j] == UNMATCHED]
    rows_before = [i for i in matching.unpaired_before if before.originals[i] == UNMATCHED]
    return RecordIndices(
        added=sorted((*lifted(delta.added, after), *rows)),
        removed=sorted((*lifted(delta.removed, before), *rows_before)),
        changed=changed,
        unknown=lifted(delta.unknown, before),
        newly_read=lifted(delta.newly_read, after),
        hidden=lifted(delta.hidden, before),
        shown=lifted(delta.shown, after),
    )
