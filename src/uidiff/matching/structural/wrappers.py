"""The steps that find wrappers: containers that were put around elements, or taken away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

from uidiff.matching.structural.alignment import SCANNED_AT_ONCE, Alignment
from uidiff.matching.structural.siblings import Key, Siblings, children_with_text, role_and_name, subtree
from uidiff.matching.structural.trees import Tree

__all__ = ["pair_unwrapped", "pair_unwrapped_by_children"]


def pair_unwrapped(alignment: Alignment, mine: Siblings, theirs: Siblings, *, share: float) -> None:
    """Pair siblings that stand whole inside a sibling of the other side: a wrapper was added around them, or removed.

    They are searched for before single leftovers are paired with each other, or the wrapper would be paired instead.
    Wrapped elements are found by their whole subtree, else by role and name. A sibling is a wrapper if at least
    ``share`` of its elements are wrapped ones, where wrappers around each other count as one; around elements without
    text it must have another role.
    """
    before, after = alignment.before, alignment.after
    for key in (subtree, role_and_name):
        mine, theirs = alignment.free(mine, theirs)
        _pair(alignment, _inside(alignment, key, share, (before, mine), (after, theirs)))
        mine, theirs = alignment.free(mine, theirs)
        _pair(alignment, [(i, j) for j, i in _inside(alignment, key, share, (after, theirs), (before, mine))])


def _pair(alignment: Alignment, pairs: Iterable[tuple[int, int]]) -> None:
    for i, j in pairs:
        if alignment.is_free(i, j) and alignment.can_pair_equal(i, j):
            alignment.pair(i, j, "unwrapped")


def _inside(
    alignment: Alignment,
    key: Key,
    share: float,
    wrapped_in: tuple[Tree, Siblings],
    wrappers_in: tuple[Tree, Siblings],
) -> list[tuple[int, int]]:
    """Return pairs of a wrapped element and its equal inside one of the wrappers."""
    tree, wrapped = wrapped_in
    other, wrappers = wrappers_in
    beside = other.textless.intersection(map(other.prints.__getitem__, wrappers))  # equal siblings come first
    wrapped = [one for one in wrapped if tree.prints[one] not in beside]
    smallest = min(map(tree.size, wrapped), default=0) if key is subtree else 1
    wrappers = [one for one in wrappers if other.size(one) > smallest]
    if not wrapped or not wrappers:
        return []
    if not alignment.afford((sum(map(other.size, wrappers)) + sum(map(tree.size, wrapped))) // SCANNED_AT_ONCE):
        return []
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for one in reversed(wrapped):
        waiting[key(tree, one)].append(one)
    waiting.pop(None, None)
    found: list[tuple[int, int]] = []
    for wrapper in wrappers:
        inside = range(wrapper + 1, other.ends[wrapper])
        keys = other.prints[inside.start : inside.stop] if key is subtree else [key(other, at) for at in inside]
        if waiting.keys().isdisjoint(keys):
            continue
        places = [at for at, one in zip(inside, keys, strict=True) if one in waiting]
        places = [at for at in places if other.has_text(at) or other.roles[at] != other.roles[wrapper]]
        whole = _innermost(other, wrapper) if any(map(other.has_text, places)) else wrapper
        if sum(map(other.size, places)) >= share * other.size(whole):
            queues = ((waiting[key(other, at)], at) for at in places)
            found += [(queue.pop(), at) for queue, at in queues if queue]
    return found


def _innermost(tree: Tree, wrapper: int) -> int:
    """Return the innermost of wrappers without text around each other."""
    while tree.has_text(wrapper) and tree.texts[wrapper] in tree.textless and tree.size(wrapper) > LEAST_WRAPPER:
        if tree.ends[wrapper + 1] < tree.ends[wrapper]:
            break
        wrapper += 1
    return wrapper


LEAST_WRAPPER = 2
"""Elements of a wrapper and the leaf in it."""


def pair_unwrapped_by_children(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair siblings whose children stand one level lower, or higher: a new wrapper whose content also changed.

    At least half of the children of a sibling are found below one child, of its role, of a sibling of the other side,
    and none of them among the children of that sibling itself.
    """
    before, after = alignment.before, alignment.after
    if len(mine) * len(theirs) > MOST_WRAPPERS:
        return
    for i in mine:
        for j in theirs:
            if not alignment.is_free(i, j) or before.is_leaf(i) or after.is_leaf(j):
                continue
            if not alignment.afford(min(before.size(i), after.size(j))):
                return
            inside = _one_level_lower(before, i, after, j)
            outside = _one_level_lower(after, j, before, i)
            if inside is not None and alignment.is_free(i, inside):
                alignment.pair(i, inside, "unwrapped")
            elif outside is not None and alignment.is_free(outside, j):
                alignment.pair(outside, j, "unwrapped")


MOST_WRAPPERS = 64
"""Above this many pairs of leftovers, wrappers with changed content are not searched for."""


def _one_level_lower(tree: Tree, index: int, other: Tree, wrapper: int) -> int | None:
    """Return the child of a wrapper that has the children of an element, None without one."""
    mine = children_with_text(tree, index)
    if not mine or not mine.isdisjoint(children_with_text(other, wrapper)):
        return None
    for child in other.children(wrapper):
        if other.roles[child] == tree.roles[index] and not other.is_leaf(child):
            theirs = children_with_text(other, child)
            if 2 * len(mine & theirs) >= max(len(mine), len(theirs)):
                return child
    return None
