"""What siblings are compared by, and the pairing of those for which it is equal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

from uidiff.matching.structural.alignment import Alignment
from uidiff.matching.structural.evidence import ITEM_ROLES
from uidiff.matching.structural.trees import Tree

__all__ = [
    "SEVERAL",
    "Key",
    "Siblings",
    "named_subtree",
    "own_text",
    "pair_kth",
    "pair_unique",
    "role_and_name",
    "spoken_children",
    "subtree",
]

SEVERAL = -1
"""In place of the only element that has a key, where several have it."""

Siblings: TypeAlias = Sequence[int]

Key: TypeAlias = Callable[[Tree, int], Hashable]
"""What must be equal; None for an element that this key says nothing about."""


def subtree(tree: Tree, index: int) -> Hashable:
    """Its whole subtree."""
    return tree.prints[index]


def named_subtree(tree: Tree, index: int) -> Hashable:
    """Its whole subtree, if that says something; a single element needs a name with letters, or to be an item.

    Values and numbers change places among elements that stay.
    """
    if tree.is_leaf(index) and tree.roles[index] not in ITEM_ROLES:
        name = tree.names[index]
        return tree.prints[index] if name and any(map(str.isalpha, name)) else None
    return tree.prints[index] if tree.says(index) else None


def role_and_name(tree: Tree, index: int) -> Hashable:
    """Its role and its name, if it has one."""
    return (tree.roles[index], tree.names[index]) if tree.names[index] else None


def own_text(tree: Tree, index: int) -> Hashable:
    """What it says itself, in whatever role."""
    return tree.text(index) or None


def pair_unique(alignment: Alignment, mine: Siblings, theirs: Siblings, key: Key, reason: int) -> None:
    """Pair those whose key occurs once on each side."""
    found = _only_ones(alignment.after, theirs, key)
    for value, i in _only_ones(alignment.before, mine, key).items():
        j = found.get(value, SEVERAL)
        if i != SEVERAL != j:
            alignment.pair(i, j, reason)


def _only_ones(tree: Tree, items: Siblings, key: Key) -> dict[Hashable, int]:
    found: dict[Hashable, int] = {}
    for item in items:
        value = key(tree, item)
        if value is not None:
            found[value] = SEVERAL if value in found else item
    return found


def pair_kth(alignment: Alignment, mine: Siblings, theirs: Siblings, key: Key, reason: int) -> None:
    """Pair the k-th free one with a key with the k-th free one with that key."""
    mine, theirs = alignment.free(mine, theirs)
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for j in reversed(theirs):
        waiting[key(alignment.after, j)].append(j)
    for i in mine:
        value = key(alignment.before, i)
        if value is not None and waiting.get(value):
            alignment.pair(i, waiting[value].pop(), reason)


def spoken_children(tree: Tree, index: int) -> set[int]:
    """The subtrees of its children, those that say something."""
    return {tree.prints[child] for child in tree.children(index)} - tree.silent
