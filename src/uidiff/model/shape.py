"""What the depth column encodes: parents, ends of subtrees, places among siblings. One pass each, no recursion."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["NO_PARENT", "parents_of", "positions_of", "subtree_ends"]

NO_PARENT = -1


def parents_of(depths: Sequence[int]) -> list[int]:
    """The index of each element's parent; NO_PARENT for roots."""
    parents = []
    open_at: list[int] = []  # index of the last element seen at each depth of the current branch
    for index, depth in enumerate(depths):
        del open_at[depth:]
        parents.append(open_at[-1] if depth else NO_PARENT)
        open_at.append(index)
    return parents


def subtree_ends(parents: Sequence[int]) -> list[int]:
    """For each element the index behind its last descendant."""
    ends = list(range(1, len(parents) + 1))
    for index in range(len(parents) - 1, -1, -1):
        parent = parents[index]
        if parent >= 0 and ends[parent] < ends[index]:
            ends[parent] = ends[index]
    return ends


def positions_of(parents: Sequence[int]) -> list[int]:
    """For each element its place among all children of its parent (of all roots), from 0."""
    seen = [0] * (len(parents) + 1)  # the last entry counts the roots: NO_PARENT is -1
    positions = []
    for parent in parents:
        positions.append(seen[parent])
        seen[parent] += 1
    return positions
