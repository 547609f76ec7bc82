"""The records of a delta in one order for all formats that are made of lines (DEFINITIONS 24), and the lines within a
budget, the most important first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Record, Removed, Reordered, Unknown
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.budget import Block, fitted, joined
from uidiff.formats.options import Options
from uidiff.matching.matching import UNMATCHED

__all__ = ["KINDS", "importance", "in_document_order", "within_budget"]

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

_CLIP = 80
"""Characters to which texts are cut where a budget is too small for all."""


def in_document_order(delta: TreeDiff) -> list[Record]:
    """All records, each where its element stands after; what went stands where it stood: behind the nearest element
    before it that stayed. Of one element its change comes before its move, and the order of its children last.
    """
    stayed = _last_paired(delta) if delta.removed or delta.unknown else ()
    records: tuple[Record, ...] = (
        *delta.added,
        *delta.newly_read,
        *delta.changed,
        *delta.moved,
        *delta.reordered,
        *delta.removed,
        *delta.unknown,
    )
    return sorted(records, key=lambda record: _place(record, stayed))


def _place(record: Record, stayed: Sequence[int]) -> tuple[int, int, int]:
    if isinstance(record, Removed | Unknown):
        return stayed[record.before.index], 1, record.before.index
    if isinstance(record, Reordered) and record.after is None:
        return _BEFORE_ALL, 0, 0
    assert record.after is not None  # noqa: S101  # for the type checker: all others have one
    return record.after.index, 0, 0


def _last_paired(delta: TreeDiff) -> list[int]:
    """For each before-element the after-index of the nearest one at or before it that stayed."""
    places = []
    last = _BEFORE_ALL
    for j in delta.matching.after_of:
        last = last if j == UNMATCHED else j
        places.append(last)
    return places


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


def within_budget(
    head: Callable[[int | None], str],
    blocks: Callable[[int | None], Iterable[Block]],
    options: Options,
    last: str = "",
) -> str:
    """The lines if they fit into the budget; else with their texts cut short, the least important left out.

    Args:
        head: the first lines, their texts in at most so many characters (None: in as many as they have).
        blocks: the other lines, with their texts so cut.
        options: the budget, and what counts the tokens.
        last: a last line that is never left out.

    Raises:
        ValueError: not even the head and the last line fit.
    """
    end = f"\n{last}" if last else ""
    text = joined(head(None), list(blocks(None))) + end
    if options.budget is None or options.counter(text) <= options.budget:
        return text
    shortened = list(blocks(_CLIP))
    room = options.budget - options.counter(end)
    while True:  # the whole may cost more than its two parts
        text = fitted(head, shortened, room, options.counter) + end
        over = options.counter(text) - options.budget
        if over <= 0:
            return text
        room -= over
