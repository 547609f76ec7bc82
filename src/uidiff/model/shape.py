"""Parents, subtree ends and sibling positions, computed from the depth column. One pass each, no recursion."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["NO_PARENT", "last_at", "nearest_marked", "parents_of", "positions_of", "subtree_ends"]

NO_PARENT = -1

_FIRST_SLICE = 64


def parents_of(depths: Sequence[int]) -> list[int]:
    """Return the index of each element's parent; NO_PARENT for roots."""
    parents = []
    open_at: list[int] = []  # index of the last element seen at each depth of the current branch
    for index, depth in enumerate(depths):
        del open_at[depth:]
        parents.append(open_at[-1] if depth else NO_PARENT)
        open_at.append(index)
    return parents


def subtree_ends(parents: Sequence[int]) -> list[int]:
    """Return for each element the index behind its last descendant."""
    ends = list(range(1, len(parents) + 1))
    for index in range(len(parents) - 1, -1, -1):
        parent = parents[index]
        if parent >= 0 and ends[parent] < ends[index]:
            ends[parent] = ends[index]
    return ends


def positions_of(parents: Sequence[int]) -> list[int]:
    """Return for each element its place among the children of its parent, or among the roots, from 0."""
    seen = [0] * (len(parents) + 1)  # the last entry counts the roots: NO_PARENT is -1
    positions = []
    for parent in parents:
        positions.append(seen[parent])
        seen[parent] += 1
    return positions


def nearest_marked(parents: Sequence[int], marked: Sequence[bool]) -> list[int]:
    """Return for each element its nearest marked ancestor, without one the parent of its root."""
    nearest: list[int] = []
    for parent in parents:
        nearest.append(parent if parent < 0 or marked[parent] else nearest[parent])
    return nearest


def last_at(depths: Sequence[int], depth: int, stop: int) -> int:
    """Return the last element at ``depth`` before ``stop``, NO_PARENT without one: the parent of an element one
    deeper.

    It is searched backwards in slices, each four times as long as the one before, in C: for a few elements this is
    faster than computing all parents.
    """
    length = _FIRST_SLICE
    while stop > 0 <= depth:
        start = max(0, stop - length)
        nearby = depths[start:stop]
        if depth in nearby:
            return stop - 1 - nearby[::-1].index(depth)
        stop, length = start, length * 4
    return NO_PARENT
