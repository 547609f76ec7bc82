"""What the reader of a session knows of a window: the last read, and what it did not show but is or may still be there:
what was not read (spec/definitions#12-partial), and what is hidden (spec/definitions#20a-hidden).

Such an element stands in the tree where it was told last, so that the next read finds it by matching.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import NamedTuple

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.unread import split_unread, unread_below
from uidiff.matching.concealed import concealed_by, concealed_in_itself
from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.model.columns import Columns
from uidiff.model.selection import select
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["Known", "conceals_only", "match_by_refs", "remembered"]


MOST_UNREAD = 10_000
"""Elements in parts that are not read that are remembered, those with the highest numbers: a window of which a part is
never read must not be known as more and more."""


@attrs.frozen(eq=False)
class Known:
    """A tree that a reader knows.

    Attributes:
        snapshot: the elements of a read, and those that it did not show.
        refs: their numbers.
        unread: the indices of elements that the read did not show: they may be in a part that was not read, or are
            hidden.
    """

    snapshot: Snapshot = attrs.field(repr=False)
    refs: Refs = attrs.field(repr=False)
    unread: frozenset[int] = frozenset()

    def without_unread(self) -> Known:
        """What is shown or hidden: without what may be in a part that was not read."""
        concealed = concealed_in_itself(self.snapshot)
        kept = [index not in self.unread or concealed[index] for index in range(len(self.snapshot))]
        if all(kept):
            return self
        chosen = select(self.snapshot, kept)
        return Known(chosen.snapshot, Refs(tuple(compress(self.refs.numbers, kept)), self.refs.next))


def remembered(known: Known, snapshot: Snapshot, refs: Refs) -> Known | None:
    """What a reader who knows a tree knows after a read; None if that is no more than the read.

    What another document showed is gone with it. Its ``concealed`` names elements that the reader knows, no others.

    Args:
        known: the tree.
        snapshot: what was read.
        refs: its numbers: elements with the same number are the same.
    """
    if not (snapshot.partial or snapshot.concealed) or known.snapshot.document != snapshot.document:
        return None
    matching = match_by_refs(known.refs, refs)
    unread = unread_below(snapshot, matching.before_of)
    missed = split_unread(known.snapshot, matching.unpaired_before, matching.after_of, unread)[1]
    missed = sorted(sorted(missed, key=known.refs.numbers.__getitem__)[-MOST_UNREAD:])
    if snapshot.concealed:
        concealed = concealed_by(known.snapshot, snapshot)
        missed = sorted({*missed, *(index for index in matching.unpaired_before if concealed[index])})
    if not missed:
        return None
    made = _grafted(snapshot, refs, known, missed, matching)
    return attrs.evolve(made, snapshot=conceals_only(made.snapshot, made.snapshot.columns.id))


def conceals_only(snapshot: Snapshot, ids: Iterable[str | None]) -> Snapshot:
    """Leave out of what a snapshot conceals all but these ids."""
    wanted = frozenset(ids) if snapshot.concealed else frozenset()
    kept = tuple(id_ for id_ in snapshot.concealed if id_ in wanted)
    if kept == snapshot.concealed:
        return snapshot
    return attrs.evolve(snapshot, circumstances=attrs.evolve(snapshot.circumstances, concealed=kept))


class _Graft(NamedTuple):
    """Elements that are put into a tree together: behind a child of their parent, or in front of all children.

    Attributes:
        at: the index before which they stand.
        depth: of the first of them.
        elements: index in the other tree, and depth below the first.
    """

    at: int
    depth: int
    elements: list[tuple[int, int]]


def _grafted(snapshot: Snapshot, refs: Refs, known: Known, missed: Sequence[int], matching: Matching) -> Known:
    """Put the missed elements of a known tree into a read, each behind the sibling that it stood behind."""
    order: list[tuple[bool, int, int]] = []  # of the made tree: whether of the read, index, depth
    at = 0
    for graft in sorted(
        _grafts(snapshot, known.snapshot, missed, matching), key=lambda graft: (graft.at, -graft.depth)
    ):
        order += [(True, index, snapshot.columns.depth[index]) for index in range(at, graft.at)]
        order += [(False, index, graft.depth + depth) for index, depth in graft.elements]
        at = graft.at
    order += [(True, index, snapshot.columns.depth[index]) for index in range(at, len(snapshot))]
    sides = {True: snapshot.columns, False: known.snapshot.columns}
    cells = {
        name: [getattr(sides[of_read], name)[index] for of_read, index, _ in order] for name in Columns._fields
    } | {
        "depth": [depth for *_, depth in order],
        "unread": [of_read and snapshot.columns.unread[index] for of_read, index, _ in order],
    }
    numbers = tuple((refs if of_read else known.refs).numbers[index] for of_read, index, _ in order)
    unread = frozenset(place for place, (of_read, *_) in enumerate(order) if not of_read)
    made = Snapshot(Columns.of(cells.values()), snapshot.circumstances)
    return Known(made, Refs(numbers, refs.next), unread)


def _grafts(snapshot: Snapshot, before: Snapshot, missed: Sequence[int], matching: Matching) -> Iterator[_Graft]:
    """Where the missed elements stand in a read."""
    behind: dict[int, int] = {}  # by parent the last child that was seen on both sides
    grafts: dict[tuple[int, int | None], _Graft] = {}
    homes: dict[int, tuple[_Graft, int]] = {}  # of each missed element: its graft, and its depth there
    ids = {id_ for id_, stable in zip(snapshot.columns.id, snapshot.columns.id_stable, strict=True) if stable}
    wanted = set(missed)
    for index in range(len(before)):
        partner = matching.after_of[index]
        if partner != UNMATCHED:
            behind[snapshot.parents[partner]] = partner
        elif index in wanted and before.columns.id[index] not in ids:
            parent = before.parents[index]
            while parent != NO_PARENT and parent not in homes and matching.after_of[parent] == UNMATCHED:
                parent = before.parents[parent]
            if parent in homes:
                graft, above = homes[parent]
            else:
                place = NO_PARENT if parent == NO_PARENT else matching.after_of[parent]
                graft, above = grafts.setdefault((place, behind.get(place)), _graft(snapshot, place, behind)), -1
            graft.elements.append((index, above + 1))
            homes[index] = graft, above + 1
    yield from grafts.values()


def _graft(snapshot: Snapshot, parent: int, behind: dict[int, int]) -> _Graft:
    """An empty graft behind the last known child of a parent; without one, in front of all."""
    depth = 0 if parent == NO_PARENT else snapshot.columns.depth[parent] + 1
    return _Graft(snapshot.ends[behind[parent]] if parent in behind else parent + 1, depth, [])


def match_by_refs(before: Refs, after: Refs) -> Matching:
    """Match the elements that have the same number."""
    if before.same_numbers(after):
        return Matching.identity(len(after.numbers))
    places = {number: j for j, number in enumerate(after.numbers)}
    partners = [places.get(number, UNMATCHED) for number in before.numbers]
    return Matching.from_partners(partners, len(after.numbers))
