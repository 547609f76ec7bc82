"""The order of records in the formats made of lines (spec/definitions#24-order-in-text), and their importance."""

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
"""The names of records in the line that counts what a budget leaves out."""

_TELLING = frozenset({"alert", "alertdialog", "dialog", "log", "menu", "status", "window"})
"""Roles of added elements that a reader must not miss."""


def in_document_order(delta: TreeDiff) -> list[Record]:
    """Return all records in the order of their elements after; removed ones follow the nearest matched element before
    them. The change of an element precedes its move, and the order of its children is last.
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
    """Return the after-index of the nearest matched element before an unmatched before-element; -1 if there is none."""
    runs = matching.runs
    at = bisect_right(runs, index, key=itemgetter(0)) - 1
    return _BEFORE_ALL if at < 0 else runs[at][1] + runs[at][2] - 1


def importance(record: Record) -> int:
    """Rank a record under a budget, 0 the most important: added alerts and dialogs; other added roots, and changes;
    removed roots, and moves; other added and removed elements, and what was not read; changes of only bounds.
    """
    if isinstance(record, Added):
        return 0 if record.after.role in _TELLING else 1 if record.root else 3
    if isinstance(record, Changed):
        return 4 if record.fields.keys() == {"bounds"} else 1
    if isinstance(record, Removed):
        return 2 if record.root else 3
    return 2 if isinstance(record, Moved | Reordered) else 3
