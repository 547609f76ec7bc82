"""A delta: the records of a comparison of two snapshots, and how many there are (spec/definitions#11-delta).

It knows nothing of events or of files: ``compare`` makes it, ``find_events`` and ``summarize`` read it, and the public
``TreeDiff`` holds one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from uidiff.diffing.differences import Difference
from uidiff.diffing.ignoring import Ignore
from uidiff.diffing.records import (
    Added,
    Changed,
    Hidden,
    Moved,
    NewlyRead,
    Record,
    Removed,
    Reordered,
    Shown,
    Unknown,
)
from uidiff.matching.matching import Matching
from uidiff.model.snapshot import Snapshot

__all__ = ["EVENT_LISTS", "LISTS", "Counts", "Delta", "Place", "place_of"]

EVENT_LISTS = ("added", "removed", "changed", "moved", "reordered", "hidden", "shown")
"""The lists of records that events are found in."""

LISTS = (*EVENT_LISTS, "unknown", "newly_read")
"""The lists of records of a delta, in their order."""

Place = tuple[str, int]
"""The list of a record, and the index of its element; of a reordered list that of the parent, -1 for the roots."""

_LIST_OF: Mapping[type, str] = dict(
    zip((Added, Removed, Changed, Moved, Reordered, Hidden, Shown, Unknown, NewlyRead), LISTS, strict=True),
)


def place_of(record: Record) -> Place:
    """Return the place of a record in its delta; no two records of a delta have the same."""
    element = record.before if record.after is None else record.after
    return _LIST_OF[type(record)], -1 if element is None else element.index


@attrs.frozen
class Counts:
    """How many records of each kind a delta has, how many circumstances differ, and how many elements are unchanged."""

    added: int = 0
    removed: int = 0
    changed: int = 0
    moved: int = 0
    reordered: int = 0
    hidden: int = 0
    shown: int = 0
    unknown: int = 0
    newly_read: int = 0
    circumstances: int = 0
    unchanged: int = 0

    @property
    def reported(self) -> int:
        """The number of reported changes: records, and circumstances that differ."""
        return sum(getattr(self, name) for name in (*LISTS, "circumstances"))


def _copied(circumstances: Mapping[str, tuple[object, object]]) -> Mapping[str, tuple[object, object]]:
    return dict(circumstances)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Delta:
    """The records and counts of a comparison.

    Attributes:
        before, after: the snapshots.
        matching: the pairs of their elements.
        differences: by column the cells that differ between pairs, reported or not.
        ignore: what is not reported: names, sorted, then values of ``uidiff.Ignore``.
        unchanged_count: paired elements without a reported change of content or place.
        circumstances: reported circumstances that differ: name to (before, after).

    The other attributes are those of ``TreeDiff``.
    """

    before: Snapshot
    after: Snapshot
    matching: Matching
    differences: Mapping[str, Sequence[Difference]]
    ignore: tuple[str | Ignore, ...]
    unchanged_count: int
    circumstances: Mapping[str, tuple[object, object]] = attrs.field(converter=_copied)
    added: tuple[Added, ...] = ()
    removed: tuple[Removed, ...] = ()
    changed: tuple[Changed, ...] = ()
    moved: tuple[Moved, ...] = ()
    reordered: tuple[Reordered, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    shown: tuple[Shown, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    newly_read: tuple[NewlyRead, ...] = ()

    def __bool__(self) -> bool:
        return any(self.lists) or bool(self.circumstances)

    @property
    def lists(self) -> tuple[tuple[Record, ...], ...]:
        """The records, in the order of ``LISTS``."""
        return tuple(getattr(self, name) for name in LISTS)

    @property
    def records(self) -> Iterator[Record]:
        """All records, list by list."""
        return (record for records in self.lists for record in records)

    @property
    def counts(self) -> Counts:
        """The number of records of each kind."""
        numbers = dict(zip(LISTS, map(len, self.lists), strict=True))
        return Counts(**numbers, circumstances=len(self.circumstances), unchanged=self.unchanged_count)
