"""Where elements hang: nearest paired ancestors, moves and re-orderings (spec/definitions#10-moved), unread parts
(12).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import compress, count, islice, pairwise
from typing import NamedTuple

from uidiff.matching.matching import UNMATCHED, Matching, Run, partner_in
from uidiff.matching.order import off_the_longest
from uidiff.model.shape import NO_PARENT, last_at, nearest_marked
from uidiff.model.snapshot import Snapshot

__all__ = [
    "Moves",
    "find_moves",
    "paired_ancestors",
    "split_siblings",
    "split_unread",
    "unread_below",
    "unread_parts",
]

REORDERED_FROM = 9
"""With so many moved siblings, and over half of all of them, one record stands for all."""

MOST_TOPS = 64
"""For so many elements the parents are looked for one by one; for more it is quicker to know those of all."""

NEAR = 8
"""So many ancestors without partner are climbed over one by one."""

NOT_NEAR = -2
"""In place of an ancestor that is further up."""


class Moves(NamedTuple):
    """What hangs elsewhere.

    Attributes:
        moved: after-indices of the elements that moved, in order.
        reordered: by the after-index of the common ancestor (or NO_PARENT) the before-indices in after-order.
    """

    moved: list[int]
    reordered: dict[int, tuple[int, ...]]


def paired_ancestors(parents: Sequence[int], partners: Sequence[int]) -> list[int]:
    """For each element its nearest ancestor that has a partner; NO_PARENT where there is none."""
    return nearest_marked(parents, [partner != UNMATCHED for partner in partners])


def find_moves(before: Snapshot, after: Snapshot, matching: Matching) -> Moves:
    """The paired elements that hang below another element, or stand elsewhere among those that hang with them."""
    if _is_in_place(before, after, matching):
        return Moves([], {})
    up_before = paired_ancestors(before.parents, matching.after_of)
    up_after = paired_ancestors(after.parents, matching.before_of)
    moved: list[int] = []
    siblings: dict[int, list[int]] = {}  # by the common ancestor after: before-indices in after-order
    for j, i in enumerate(matching.before_of):
        if i == UNMATCHED:
            continue
        up = up_after[j]
        if up_before[i] == (NO_PARENT if up == NO_PARENT else matching.before_of[up]):
            siblings.setdefault(up, []).append(i)
        else:
            moved.append(j)
    reordered = {}
    for up, order in siblings.items():
        off, many = split_siblings(order)
        if many:
            reordered[up] = tuple(order)
        else:
            moved.extend(matching.after_of[i] for i in off)
    return Moves(sorted(moved), dict(sorted(reordered.items())))


def split_siblings(order: Sequence[int], *, of: int | None = None) -> tuple[list[int], bool]:
    """Of siblings, given by their before-indices in after-order: which moved, and whether one record says it for all.

    ``of``: how many they are, where those that certainly stay in order have been left out.
    """
    off = off_the_longest(order)
    return off, len(off) >= REORDERED_FROM and 2 * len(off) > (len(order) if of is None else of)


def _is_in_place(before: Snapshot, after: Snapshot, matching: Matching) -> bool:
    """Whether nothing moved, as far as the runs tell without a look at each element: the usual poll.

    The runs come in one order on both sides, so no siblings change theirs. Each has one shape, so what hangs below an
    element of its own run does so on both sides; only what hangs below an earlier one is looked at.
    """
    runs = matching.runs
    if any(run[1] > following[1] for run, following in pairwise(runs)):
        return False
    depths, depths_after = before.columns.depth, after.columns.depth
    if any(depths[i : i + n] != depths_after[j : j + n] for i, j, n in runs):
        return False
    tops = ((top, top - i + j) for i, j, n in runs if i or j for top in _highest_so_far(depths, i, i + n))
    few = list(islice(tops, MOST_TOPS + 1))
    if len(few) > MOST_TOPS:
        return False
    ups = ((_up(depths, top, runs, 0), _up(depths_after, top_after, runs, 1)) for top, top_after in few)
    return all(NOT_NEAR not in pair and _partner(runs, pair[0]) == pair[1] for pair in ups)


def _highest_so_far(depths: Sequence[int], start: int, stop: int) -> Iterator[int]:
    """The elements of a run that are less deep than all before them in it: whose parents stand before it."""
    while start < stop:
        yield start
        less_deep = map(depths[start].__gt__, islice(depths, start + 1, stop))
        start = next(compress(count(start + 1), less_deep), stop)


def _up(depths: Sequence[int], index: int, runs: Sequence[Run], side: int) -> int:
    """The nearest paired ancestor of an element, NO_PARENT where there is none, NOT_NEAR if it is not near."""
    for _ in range(NEAR):
        index = last_at(depths, depths[index] - 1, index)
        if index == NO_PARENT or partner_in(runs, index, side) != UNMATCHED:
            return index
    return NOT_NEAR


def _partner(runs: Sequence[Run], index: int) -> int:
    return NO_PARENT if index == NO_PARENT else partner_in(runs, index)


def unread_parts(snapshot: Snapshot) -> list[bool]:
    """For each element whether it, or one above it, was not read below."""
    inside: list[bool] = []
    for unread, parent in zip(snapshot.columns.unread, snapshot.parents, strict=True):
        inside.append(unread or (parent != NO_PARENT and inside[parent]))
    return inside


def unread_below(snapshot: Snapshot, partners: Sequence[int]) -> set[int]:
    """The paired elements (and NO_PARENT) below which something may stand that was not read.

    These are the paired elements in an unread part, and the nearest paired ancestors of unread elements.
    """
    if not snapshot.partial:
        return set()
    nearest = paired_ancestors(snapshot.parents, partners)
    found: set[int] = set()
    for index, inside in enumerate(unread_parts(snapshot)):
        if inside and partners[index] != UNMATCHED:
            found.add(index)
        elif snapshot.columns.unread[index]:
            found.add(nearest[index])
    return found


def split_unread(
    snapshot: Snapshot,
    unpaired: Sequence[int],
    partners: Sequence[int],
    unread: Collection[int],
) -> tuple[list[int], list[int]]:
    """The unpaired elements of one side that really came or went, and those that the other side did not read."""
    nearest = paired_ancestors(snapshot.parents, partners)
    sure: list[int] = []
    unsure: list[int] = []
    for index in unpaired:
        up = nearest[index]
        (unsure if (up if up == NO_PARENT else partners[up]) in unread else sure).append(index)
    return sure, unsure
