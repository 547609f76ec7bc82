"""The records of a delta in one order for all formats that are made of lines (spec/definitions#24-order-in-text), and
their importance.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from operator import itemgetter

from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Record, Removed, Reordered, Unknown
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.matching.matching import Matching

__all__ = ["KINDS", "importance", "in_document_order", "place_behind"]

_BEFORE_ALL = -1

KINDS: Mapping[type[Record], str] = {
    Added: "added",
    NewlyRead: "newly read",
    Removed: "removed",
    Unknown: "unknown",
    Changed: "changed",
    Moved: "moved",
    Reordered: "reordered",
}
"""What the records that a budget leaves out are called in the last line."""

_TELLING = frozenset({"alert", "alertdialog", "dialog", "log", "menu", "status", "window"})
"""Roles of what a reader must not miss when it comes."""


def in_document_order(delta: TreeDiff) -> list[Record]:
    """All records, each where its element stands after; what went stands where it stood: behind the nearest element
    before it that stayed. Of one element its change comes before its move, and the order of its children last.
    """
    records: tuple[Record, ...] = (
        *delta.added,
        *delta.newly_read,
        *delta.changed,
        *delta.moved,
        *delta.reordered,
        *delta.removed,
        *delta.unknown,
    )
    matching = delta.matching
    return sorted(records, key=lambda record: _place(record, matching))


def _place(record: Record, matching: Matching) -> tuple[int, int, int]:
    if isinstance(record, Removed | Unknown):
        return place_behind(matching, record.before.index), 1, record.before.index
    if isinstance(record, Reordered) and record.after is None:
        return _BEFORE_ALL, 0, 0
    assert record.after is not None  # noqa: S101  # for the type checker: all others have one
    return record.after.index, 0, 0


def place_behind(matching: Matching, index: int) -> int:
    """Where the nearest element before one of the tree before that went is now; -1 if none before it stayed."""
    runs = matching.runs
    at = bisect_right(runs, index, key=itemgetter(0)) - 1
    return _BEFORE_ALL if at < 0 else runs[at][1] + runs[at][2] - 1


def importance(record: Record) -> int:
    """How much a record matters under a budget, 0 the most: what calls for attention; other roots that came, and what
    changed; what went and moved; what came and went within others, and what was not read; bounds alone.
    """
    if isinstance(record, Added):
        return 0 if record.after.role in _TELLING else 1 if record.root else 3
    if isinstance(record, Changed):
        return 4 if record.fields.keys() == {"bounds"} else 1
    if isinstance(record, Removed):
        return 2 if record.root else 3
    return 2 if isinstance(record, Moved | Reordered) else 3
