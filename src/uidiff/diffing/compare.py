"""Compare two snapshots, given the pairs of their elements: the records of a :class:`Delta`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from uidiff.diffing.delta import Delta
from uidiff.diffing.differences import (
    Difference,
    Fields,
    checked_hidden,
    column_differences,
    reported_fields,
    with_hidden,
)
from uidiff.diffing.ignoring import Ignore, Ignored
from uidiff.diffing.records import Added, Changed, Hidden, Moved, NewlyRead, Removed, Reordered, Shown, Unknown
from uidiff.diffing.unread import split_unread, unread_below
from uidiff.matching.concealed import concealed_by, concealed_in_itself
from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.matching.moves import Moves, find_moves
from uidiff.matching.order import off_the_longest
from uidiff.model.circumstances import REPORTED, Circumstances
from uidiff.model.element import Element
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot
from uidiff.text import same_text

__all__ = ["RecordIndices", "compare", "compare_equal", "delta_of", "split_hidden", "split_shown"]

_R = TypeVar("_R")


class RecordIndices(NamedTuple):
    """The elements that records are about: before-indices of ``removed``, ``unknown`` and ``hidden``, after-indices of
    the others.

    Attributes:
        changed: by after-index the reported fields, in after-order.
    """

    added: Sequence[int]
    removed: Sequence[int]
    changed: Mapping[int, Fields]
    unknown: Sequence[int]
    newly_read: Sequence[int]
    hidden: Sequence[int] = ()
    shown: Sequence[int] = ()


def compare(
    before: Snapshot,
    after: Snapshot,
    matching: Matching,
    ignore: tuple[str | Ignore, ...],
    *,
    hidden: Collection[int] = (),
    reported: Mapping[int, Collection[str]] | None = None,
) -> Delta:
    """Compare the pairs of a matching, and find what has no partner or moved.

    Args:
        before, after: the snapshots.
        matching: the pairs of their elements.
        ignore: what is not reported, checked.
        hidden: after-indices of secrets whose value is known to differ, though both are shown alike.
        reported: by after-index the fields that an earlier comparison reported. If given, it decides which fields
            rules with a path leave out: such paths are those of the whole window, the snapshots may be parts of it.

    Raises:
        ValueError: ``hidden`` names an unpaired element or one that is no secret.
    """
    differences = column_differences(before.columns, after.columns, matching.runs_by_after)
    added, newly_read = matching.unpaired_after, list[int]()
    removed, unknown = matching.unpaired_before, list[int]()
    concealed, shown = list[int](), list[int]()
    if before.concealed or after.concealed:
        removed, concealed = split_hidden(before, after, removed)
        added, shown = split_shown(before, after, matching)
    if before.partial and added:
        added, newly_read = split_unread(after, added, matching.before_of, unread_below(before, matching.after_of))
    if after.partial and removed:
        removed, unknown = split_unread(before, removed, matching.after_of, unread_below(after, matching.before_of))
        if before.concealed:
            out_of_sight = concealed_in_itself(before)
            unknown = [index for index in unknown if not out_of_sight[index]]
    ignored = Ignored.of(ignore)
    changed = reported_fields(differences, after.columns.url, ignored.names)
    if shown:
        changed = _without_bounds(changed, shown)
    if hidden:
        known = checked_hidden(hidden, before.columns, after.columns, matching.before_of)
        changed = with_hidden(changed, known, ignored.names)
    if ignored.rules:
        pairs = {j: (Element(before, matching.before_of[j]), Element(after, j)) for j in changed}
        changed = _without_ignored(changed, pairs, ignored, reported)
    indices = RecordIndices(added, removed, changed, unknown, newly_read, concealed, shown)
    circumstances = _circumstances(before.circumstances, after.circumstances, ignore)
    return delta_of(before, after, matching, differences, indices, circumstances=circumstances, ignore=ignore)


def compare_equal(before: Snapshot, after: Snapshot, ignore: tuple[str | Ignore, ...]) -> Delta:
    """Compare snapshots with equal columns, where each element is its own partner: only circumstances may differ."""
    return Delta(
        before=before,
        after=after,
        matching=Matching.identity(len(before)),
        differences={},
        ignore=ignore,
        unchanged_count=len(before),
        circumstances=_circumstances(before.circumstances, after.circumstances, ignore),
    )


def delta_of(
    before: Snapshot,
    after: Snapshot,
    matching: Matching,
    differences: Mapping[str, Sequence[Difference]],
    indices: RecordIndices,
    *,
    circumstances: Mapping[str, tuple[object, object]],
    ignore: tuple[str | Ignore, ...],
) -> Delta:
    """Make the records of elements given by index, and those of the elements that moved."""
    moves = find_moves(before, after, matching)
    return Delta(
        before=before,
        after=after,
        matching=matching,
        differences=differences,
        ignore=ignore,
        unchanged_count=len(matching) - _count_touched(matching, indices, moves),
        circumstances=circumstances,
        added=_with_roots(Added, after, indices.added),
        removed=_with_roots(Removed, before, indices.removed),
        changed=tuple(
            Changed(Element(before, matching.before_index(j)), Element(after, j), fields)
            for j, fields in indices.changed.items()
        ),
        moved=tuple(_moved_record(before, after, matching.before_index(j), j) for j in moves.moved),
        reordered=tuple(
            _reordered_record(before, after, matching, parent, order) for parent, order in moves.reordered.items()
        ),
        unknown=_with_roots(Unknown, before, indices.unknown),
        newly_read=_with_roots(NewlyRead, after, indices.newly_read),
        hidden=_with_roots(Hidden, before, indices.hidden),
        shown=tuple(_shown_records(before, after, matching, indices.shown)),
    )


def split_hidden(before: Snapshot, after: Snapshot, unpaired: Sequence[int]) -> tuple[list[int], list[int]]:
    """Split unpaired before-elements into those that are gone and those that were hidden; what stayed so is neither."""
    hidden, was_hidden = concealed_by(before, after), concealed_in_itself(before)
    gone = [index for index in unpaired if not hidden[index]]
    return gone, [index for index in unpaired if hidden[index] and not was_hidden[index]]


def split_shown(before: Snapshot, after: Snapshot, matching: Matching) -> tuple[list[int], list[int]]:
    """Split unpaired after-elements into new ones and those that were hidden, with paired ones that were."""
    was_hidden, returned = concealed_in_itself(before), concealed_by(after, before)
    new = [index for index in matching.unpaired_after if not returned[index]]
    shown = [j for j, i in enumerate(matching.before_of) if (returned[j] if i == UNMATCHED else was_hidden[i])]
    return new, shown


def _without_bounds(changed: Mapping[int, Fields], shown: Collection[int]) -> dict[int, Fields]:
    """Leave out where elements are that were hidden: where they were is long past."""
    places = set(shown)
    left = {
        j: {name: pair for name, pair in fields.items() if name != "bounds"} if j in places else fields
        for j, fields in changed.items()
    }
    return {j: fields for j, fields in left.items() if fields}


def _shown_records(before: Snapshot, after: Snapshot, matching: Matching, indices: Sequence[int]) -> Iterator[Shown]:
    listed = set(indices)
    for j in indices:
        i = matching.before_of[j]
        known = None if i == UNMATCHED else Element(before, i)
        yield Shown(known, Element(after, j), after.parents[j] not in listed)


def _without_ignored(
    changed: Mapping[int, Fields],
    pairs: Mapping[int, tuple[Element, Element]],
    ignored: Ignored,
    reported: Mapping[int, Collection[str]] | None,
) -> dict[int, Fields]:
    """Leave out the fields that rules name."""
    certain, possible = ignored.without_paths()
    left = {}
    for j, fields in changed.items():
        if reported is None:
            kept = ignored.reported(fields, *pairs[j])
        else:
            names = {*possible.reported(fields, *pairs[j]), *reported.get(j, ())}
            kept = {name: change for name, change in certain.reported(fields, *pairs[j]).items() if name in names}
        if kept:
            left[j] = kept
    return left


def _with_roots(make: Callable[[Element, bool], _R], snapshot: Snapshot, indices: Sequence[int]) -> tuple[_R, ...]:
    if not indices:
        return ()
    listed = set(indices)
    parents = zip(indices, snapshot.parents_at(indices), strict=True)
    return tuple(make(Element(snapshot, index), parent not in listed) for index, parent in parents)


def _moved_record(before: Snapshot, after: Snapshot, i: int, j: int) -> Moved:
    return Moved(
        before=Element(before, i),
        after=Element(after, j),
        from_parent=_or_none(before.parents[i]),
        from_position=before.positions[i],
        to_parent=_or_none(after.parents[j]),
        to_position=after.positions[j],
    )


def _reordered_record(
    before: Snapshot, after: Snapshot, matching: Matching, parent: int, order: tuple[int, ...]
) -> Reordered:
    if parent == NO_PARENT:
        return Reordered(None, None, order)
    return Reordered(Element(before, matching.before_index(parent)), Element(after, parent), order)


def _or_none(index: int) -> int | None:
    return None if index == NO_PARENT else index


def _count_touched(matching: Matching, indices: RecordIndices, moves: Moves) -> int:
    """Count the paired elements that changed, moved, are out of order or shown again."""
    touched = {*indices.changed, *moves.moved}
    if indices.shown:
        touched.update(j for j in indices.shown if matching.before_of[j] != UNMATCHED)
    for order in moves.reordered.values():
        touched.update(matching.after_of[i] for i in off_the_longest(order))
    return len(touched)


def _circumstances(
    before: Circumstances,
    after: Circumstances,
    ignore: Collection[str | Ignore],
) -> dict[str, tuple[object, object]]:
    """Return the circumstances that differ and are not ignored: name to (before, after)."""
    found = {}
    for name in REPORTED:
        pair = (getattr(before, name), getattr(after, name))
        differs = before.url_digest != after.url_digest if name == "url" else not same_text(*pair)
        if differs and name not in ignore:
            found[name] = pair
    return found
