"""Where elements hang: nearest paired ancestors, moves and re-orderings (DEFINITIONS 10), unread parts (12)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["Moves", "find_moves", "longest_increasing", "off_the_longest", "paired_ancestors", "unread_below"]

REORDERED_FROM = 9
"""With so many moved siblings, and over half of all of them, one record stands for all."""


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
    nearest: list[int] = []
    for parent in parents:
        own = parent == NO_PARENT or partners[parent] != UNMATCHED
        nearest.append(parent if own else nearest[parent])
    return nearest


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
        off = off_the_longest(order)
        if len(off) >= REORDERED_FROM and 2 * len(off) > len(order):
            reordered[up] = tuple(order)
        else:
            moved.extend(matching.after_of[i] for i in off)
    return Moves(sorted(moved), dict(sorted(reordered.items())))


def longest_increasing(values: Sequence[int]) -> list[int]:
    """The longest increasing subsequence; of several the one whose sorted values come first. n log n.

    Among the values that may stand at one place of a longest subsequence, later ones are smaller; so at each place
    the smallest value that is larger than the one chosen before it also stands behind it.
    """
    ending = _lengths_ending(values)
    starting = _lengths_ending([-value for value in reversed(values)])[::-1]
    longest = max(ending, default=0)
    best: dict[int, list[int]] = {}
    for value, head, tail in zip(values, ending, starting, strict=True):
        if head + tail - 1 == longest:
            best.setdefault(head, []).append(value)  # decreasing
    chosen: list[int] = []
    for place in range(1, longest + 1):
        floor = chosen[-1] if chosen else None
        chosen.append(next(value for value in reversed(best[place]) if floor is None or value > floor))
    return chosen


def _lengths_ending(values: Sequence[int]) -> list[int]:
    """For each value the length of the longest increasing subsequence that ends with it (patience sorting)."""
    tops: list[int] = []
    lengths = []
    for value in values:
        pile = bisect_left(tops, value)
        tops[pile : pile + 1] = [value]
        lengths.append(pile + 1)
    return lengths


def off_the_longest(order: Sequence[int]) -> list[int]:
    """What is not on the longest increasing subsequence, in the order given."""
    if all(map(int.__lt__, order, order[1:])):
        return []
    stays = set(longest_increasing(order))
    return [value for value in order if value not in stays]


def _is_in_place(before: Snapshot, after: Snapshot, matching: Matching) -> bool:
    """Whether everything is paired with what stands in the same place of the same shape: the usual poll."""
    return matching.runs in ((), ((0, 0, len(before)),)) and before.columns.depth == after.columns.depth


def unread_below(snapshot: Snapshot, partners: Sequence[int]) -> set[int]:
    """The paired elements (and NO_PARENT) below which something may stand that was not read.

    These are the paired elements in an unread part, and the nearest paired ancestors of unread elements.
    """
    if not snapshot.partial:
        return set()
    nearest = paired_ancestors(snapshot.parents, partners)
    found: set[int] = set()
    hidden: list[bool] = []
    for index, parent in enumerate(snapshot.parents):
        inside = snapshot.columns.unread[index] or (parent != NO_PARENT and hidden[parent])
        hidden.append(inside)
        if inside and partners[index] != UNMATCHED:
            found.add(index)
        elif snapshot.columns.unread[index]:
            found.add(nearest[index])
    return found
