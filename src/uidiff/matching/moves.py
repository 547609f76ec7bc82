"""Find the paired elements that moved (spec/definitions#10-moved)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, count, islice, pairwise
from typing import NamedTuple

from uidiff.matching.matching import UNMATCHED, Matching, Run, partner_in
from uidiff.matching.order import off_the_longest
from uidiff.model.shape import NO_PARENT, last_at, nearest_marked
from uidiff.model.snapshot import Snapshot

__all__ = ["Moves", "find_families", "find_moves", "paired_ancestors", "split_siblings"]

REORDERED_FROM = 9
"""From this number of moved siblings on, if they are over half of all siblings, one record stands for all of them."""

MOST_TOPS = 64
"""Up to this number of elements, parents are looked up one by one; for more, computing all parents is faster."""

NEAR = 8
"""The number of unpaired ancestors that are climbed before the lookup gives up."""

NOT_NEAR = -2
"""Stands for an ancestor that is further up than ``NEAR``."""


class Moves(NamedTuple):
    """The elements that moved.

    Attributes:
        moved: after-indices of single moved elements, ascending.
        reordered: for each reordered list, by the after-index of the common paired ancestor (or NO_PARENT), the
            before-indices of its elements in after-order.
    """

    moved: list[int]
    reordered: dict[int, tuple[int, ...]]


def paired_ancestors(parents: Sequence[int], partners: Sequence[int]) -> list[int]:
    """Return for each element the index of its nearest paired ancestor, NO_PARENT where there is none."""
    return nearest_marked(parents, [partner != UNMATCHED for partner in partners])


def find_moves(before: Snapshot, after: Snapshot, matching: Matching) -> Moves:
    """Find the paired elements with another paired ancestor, or out of order among those with the same one."""
    if _is_in_place(before, after, matching):
        return Moves([], {})
    moved, families = find_families(before, after, matching)
    reordered = {}
    for up, order in families.items():
        off, many = split_siblings(order)
        if many:
            reordered[up] = tuple(order)
        else:
            moved.extend(matching.after_of[i] for i in off)
    return Moves(sorted(moved), dict(sorted(reordered.items())))


def find_families(before: Snapshot, after: Snapshot, matching: Matching) -> tuple[list[int], dict[int, list[int]]]:
    """Return the paired elements with another paired ancestor, and the others by their paired ancestor.

    Returns:
        The after-indices of the former; for each paired ancestor after (or NO_PARENT), the before-indices in
        after-order.
    """
    up_before = paired_ancestors(before.parents, matching.after_of)
    up_after = paired_ancestors(after.parents, matching.before_of)
    elsewhere: list[int] = []
    families: dict[int, list[int]] = {}
    for j, i in enumerate(matching.before_of):
        if i == UNMATCHED:
            continue
        up = up_after[j]
        if up_before[i] == (NO_PARENT if up == NO_PARENT else matching.before_of[up]):
            families.setdefault(up, []).append(i)
        else:
            elsewhere.append(j)
    return elsewhere, families


def split_siblings(order: Sequence[int], *, of: int | None = None) -> tuple[list[int], bool]:
    """Return which siblings moved, and whether one ``Reordered`` record stands for all of them.

    Args:
        order: the before-indices of the siblings, in after-order.
        of: the number of all siblings, if those known to be in order are left out of ``order``.
    """
    off = off_the_longest(order)
    return off, len(off) >= REORDERED_FROM and 2 * len(off) > (len(order) if of is None else of)


def _is_in_place(before: Snapshot, after: Snapshot, matching: Matching) -> bool:
    """Return True if the runs of the matching prove that nothing moved: the common case of a poll.

    Runs in the same order on both sides keep the order of siblings. A run with equal depths keeps the parents inside
    it, so only elements whose parent lies before their run are looked up.
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
    """Yield the elements of a run whose parent lies before the run: less deep than all earlier ones in it."""
    while start < stop:
        yield start
        less_deep = map(depths[start].__gt__, islice(depths, start + 1, stop))
        start = next(compress(count(start + 1), less_deep), stop)


def _up(depths: Sequence[int], index: int, runs: Sequence[Run], side: int) -> int:
    """Return the nearest paired ancestor, NO_PARENT if there is none, NOT_NEAR if it is further up than ``NEAR``."""
    for _ in range(NEAR):
        index = last_at(depths, depths[index] - 1, index)
        if index == NO_PARENT or partner_in(runs, index, side) != UNMATCHED:
            return index
    return NOT_NEAR


def _partner(runs: Sequence[Run], index: int) -> int:
    return NO_PARENT if index == NO_PARENT else partner_in(runs, index)
