"""Keys by which siblings are compared, and the pairing of siblings with equal keys."""

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
    "children_with_text",
    "named_subtree",
    "own_text",
    "pair_kth",
    "pair_unique",
    "role_and_name",
    "subtree",
]

SEVERAL = -1
"""Stands for the index of a key's only element where several have the key."""

Siblings: TypeAlias = Sequence[int]

Key: TypeAlias = Callable[[Tree, int], Hashable]
"""Returns what must be equal; None for an element to which the key does not apply."""


def subtree(tree: Tree, index: int) -> Hashable:
    """Key: the whole subtree."""
    return tree.prints[index]


def named_subtree(tree: Tree, index: int) -> Hashable:
    """Key: the whole subtree, if it has text; a leaf needs a name with letters, or the role of an item.

    Values and numbers change places among elements that stay, so they identify no leaf.
    """
    if tree.is_leaf(index) and tree.roles[index] not in ITEM_ROLES:
        name = tree.names[index]
        return tree.prints[index] if name and any(map(str.isalpha, name)) else None
    return tree.prints[index] if tree.has_text(index) else None


def role_and_name(tree: Tree, index: int) -> Hashable:
    """Key: role and name, if there is a name."""
    return (tree.roles[index], tree.names[index]) if tree.names[index] else None


def own_text(tree: Tree, index: int) -> Hashable:
    """Key: the element's own text, in any role."""
    return tree.text(index) or None


def pair_unique(alignment: Alignment, mine: Siblings, theirs: Siblings, key: Key, reason: int) -> None:
    """Pair elements whose key occurs once on each side."""
    found = _unique_by_key(alignment.after, theirs, key)
    for value, i in _unique_by_key(alignment.before, mine, key).items():
        j = found.get(value, SEVERAL)
        if i != SEVERAL != j:
            alignment.pair(i, j, reason)


def _unique_by_key(tree: Tree, items: Siblings, key: Key) -> dict[Hashable, int]:
    found: dict[Hashable, int] = {}
    for item in items:
        value = key(tree, item)
        if value is not None:
            found[value] = SEVERAL if value in found else item
    return found


def pair_kth(alignment: Alignment, mine: Siblings, theirs: Siblings, key: Key, reason: int) -> None:
    """Pair the k-th free element of a key with the k-th free element of that key on the other side."""
    mine, theirs = alignment.free(mine, theirs)
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for j in reversed(theirs):
        waiting[key(alignment.after, j)].append(j)
    for i in mine:
        value = key(alignment.before, i)
        if value is not None and waiting.get(value):
            alignment.pair(i, waiting[value].pop(), reason)


def children_with_text(tree: Tree, index: int) -> set[int]:
    """Return the subtree numbers of the children that have text."""
    return {tree.prints[child] for child in tree.children(index)} - tree.textless
