"""The steps that align the children of a pair, the surest evidence first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

from uidiff.matching.matching import UNMATCHED
from uidiff.matching.structural.alignment import Alignment
from uidiff.matching.structural.roles import CELL_ROLES, ITEM_ROLES, NAMED_BY_CONTENT, VALUED_ROLES
from uidiff.matching.structural.trees import Tree

__all__ = [
    "SEVERAL",
    "Key",
    "Siblings",
    "children_with_text",
    "own_text",
    "pair_by_column",
    "pair_equal_across",
    "pair_equal_subtrees",
    "pair_kth",
    "pair_only_of_role",
    "pair_renamed_in_place",
    "pair_same_place",
    "pair_same_role",
    "role_and_name",
    "subtree",
    "trim_equal_ends",
    "unique_by_key",
]

SEVERAL = -1
"""Stands for the index of a key's only element where several have the key."""

Siblings: TypeAlias = Sequence[int]

Key: TypeAlias = Callable[[Tree, int], Hashable]
"""Returns what must be equal; None for an element to which the key does not apply."""


def subtree(tree: Tree, index: int) -> Hashable:
    """Key: the whole subtree."""
    return tree.prints[index]


def _named_subtree(tree: Tree, index: int) -> Hashable:
    """Key: the whole subtree, if it has text; a leaf needs a name with letters, or the role of an item.

    Values and numbers change places among elements that stay, so they identify no leaf, and what a user enters
    identifies no control.
    """
    if tree.roles[index] in VALUED_ROLES:
        return None
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


def _pair_unique(alignment: Alignment, mine: Siblings, theirs: Siblings, key: Key, step: str) -> None:
    """Pair elements whose key occurs once on each side."""
    found = unique_by_key(alignment.after, theirs, key)
    for value, i in unique_by_key(alignment.before, mine, key).items():
        j = found.get(value, SEVERAL)
        if i != SEVERAL != j:
            alignment.pair(i, j, step)


def unique_by_key(tree: Tree, items: Siblings, key: Key) -> dict[Hashable, int]:
    """Return the item of each key, SEVERAL where more than one has it."""
    found: dict[Hashable, int] = {}
    for item in items:
        value = key(tree, item)
        if value is not None:
            found[value] = SEVERAL if value in found else item
    return found


def pair_kth(alignment: Alignment, mine: Siblings, theirs: Siblings, key: Key, step: str) -> None:
    """Pair the k-th free element of a key with the k-th free element of that key on the other side."""
    mine, theirs = alignment.free(mine, theirs)
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for j in reversed(theirs):
        waiting[key(alignment.after, j)].append(j)
    for i in mine:
        value = key(alignment.before, i)
        if value is not None and waiting.get(value):
            alignment.pair(i, waiting[value].pop(), step)


def children_with_text(tree: Tree, index: int) -> set[int]:
    """Return the subtree numbers of the children that have text."""
    return {tree.prints[child] for child in tree.children(index)} - tree.textless


def pair_by_column(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair what two rows hold by its place, if there is as much of it and nothing stands at another place."""
    before, after = alignment.before, alignment.after
    if len(mine) != len(theirs):
        return
    if any(before.roles[i] != after.roles[j] or not alignment.is_free(i, j) for i, j in zip(mine, theirs, strict=True)):
        return
    changed = [(i, j) for i, j in zip(mine, theirs, strict=True) if before.prints[i] != after.prints[j]]
    left = {before.prints[i] for i, _ in changed if before.has_text(i)}
    if left.isdisjoint(after.prints[j] for _, j in changed):
        for i, j in zip(mine, theirs, strict=True):
            alignment.pair(i, j, "same column")


def trim_equal_ends(alignment: Alignment, mine: Siblings, theirs: Siblings) -> tuple[Siblings, Siblings]:
    """Pair equal subtrees from the start and from the end of the siblings; return what stands between them.

    From the end only subtrees with text: of siblings without text a new one is taken to be the last.
    """
    shorter = min(len(mine), len(theirs))
    head = 0
    while head < shorter and _pair_equal(alignment, mine[head], theirs[head]):
        head += 1
    tail = 0
    while tail < shorter - head and alignment.before.has_text(mine[-1 - tail]):
        if not _pair_equal(alignment, mine[-1 - tail], theirs[-1 - tail]):
            break
        tail += 1
    return mine[head : len(mine) - tail], theirs[head : len(theirs) - tail]


def _pair_equal(alignment: Alignment, i: int, j: int) -> bool:
    """Pair two equal elements; return whether they are a pair."""
    equal = alignment.before.prints[i] == alignment.after.prints[j]
    equal = equal and alignment.is_free(i, j) and alignment.can_pair_equal(i, j)
    if equal:
        alignment.pair(i, j, "equal ends")
    return equal or alignment.after_of[i] == j


def pair_equal_subtrees(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair equal subtrees that have enough text and occur once on each side, in any order."""
    _pair_unique(alignment, mine, theirs, _named_subtree, "equal subtree")


def pair_same_place(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair siblings without text, and controls with a value, whose roles and corner, or size, occur once on each side.

    Items of a collection, and cells, may be others in the same place after scrolling or sorting: their text decides.
    """
    _pair_unique(alignment, mine, theirs, _textless_place, "same place")
    _pair_unique(alignment, *alignment.free(mine, theirs), _textless_size, "same place")


def pair_renamed_in_place(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair siblings, no items or cells, whose roles and corner occur once on each side: their texts share nothing."""
    _pair_unique(alignment, mine, theirs, _place, "same place")


def _textless_place(tree: Tree, index: int) -> Hashable:
    """Key: as :func:`_place`, of what has no text but its value."""
    return _place(tree, index) if tree.roles[index] in VALUED_ROLES or not tree.has_text(index) else None


def _place(tree: Tree, index: int) -> Hashable:
    """Key: the roles in a small subtree, the corner of its top and its height; another text has another width."""
    box = tree.boxes[index]
    if box is None or tree.roles[index] in ITEM_ROLES or tree.roles[index] in CELL_ROLES:
        return None
    if tree.size(index) > MOST_IN_PLACE:
        return None
    says = tree.roles[index] in VALUED_ROLES or tree.has_text(index)
    x, y, _, height = box
    return *tree.roles[index : tree.ends[index]], x, y, height, says


def _textless_size(tree: Tree, index: int) -> Hashable:
    """Key: the roles in a small subtree without text, and the size of its top: the shapes of a map that was dragged."""
    box = tree.boxes[index]
    if box is None or tree.has_text(index) or _place(tree, index) is None:
        return None
    return (*tree.roles[index : tree.ends[index]], *box[2:])


MOST_IN_PLACE = 16
"""Elements of a subtree that its box can identify, at most: a larger part may show something else in the same place."""


def pair_equal_across(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair equal subtrees with enough text that are not unique, the k-th with the k-th, also across other pairs."""
    pair_kth(alignment, mine, theirs, _named_subtree, "equal, elsewhere")


def pair_only_of_role(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair controls without text that are the only ones of their role on each side, also across other pairs."""
    _pair_unique(alignment, *alignment.free(mine, theirs), _role_of_control, "equal, elsewhere")


def _role_of_control(tree: Tree, index: int) -> Hashable:
    """Key: the role of a leaf without text that says more than that it is a container."""
    plain = tree.is_leaf(index) and not tree.has_text(index) and tree.roles[index] not in {"generic", "group"}
    return tree.roles[index] if plain else None


def pair_same_role(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair, in a gap, elements of one role in order, if their number is equal on both sides.

    Several items of a collection are not paired so: rows must share text. Containers with names are paired only if
    their names are their only texts and their shapes are equal: a button with its label.
    """
    before, after = alignment.before, alignment.after
    of_role: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for i in mine:
        of_role[before.roles[i]][0].append(i)
    for j in theirs:
        of_role[after.roles[j]][1].append(j)
    for role, (ours, others) in of_role.items():
        if len(ours) != len(others) or (role in ITEM_ROLES and len(ours) > 1):
            continue
        for i, j in zip(ours, others, strict=True):
            named = before.names[i] and after.names[j]
            leaves = before.is_leaf(i) and after.is_leaf(j)
            unnamed = not named and not _is_wrapper(alignment, i, j)
            if leaves or unnamed or (named and _is_renamed(alignment, i, j, alone=len(ours) == 1)):
                alignment.pair(i, j, "same role")


def _is_wrapper(alignment: Alignment, i: int, j: int) -> bool:
    """Return whether one of two siblings is known to be around siblings of the other."""
    before, after = alignment.before, alignment.after
    around = before.parents[i], after.parents[j]
    if not alignment.afford(before.size(i) + after.size(j)):
        return False
    partners = (alignment.after_of[one] for one in before.children(i))
    others = (alignment.before_of[one] for one in after.children(j))
    return any(one != UNMATCHED and after.parents[one] == around[1] for one in partners) or any(
        one != UNMATCHED and before.parents[one] == around[0] for one in others
    )


def _is_renamed(alignment: Alignment, i: int, j: int, *, alone: bool) -> bool:
    """Return whether two small containers with names have equal roles in order: a button with its label and icon.

    Among several of one role, their names must be their only texts.
    """
    before, after = alignment.before, alignment.after
    if alone and before.roles[i] in NAMED_BY_CONTENT:
        return max(before.size(i), after.size(j)) <= MOST_OF_A_CONTROL
    inside, inside_after = slice(i, before.ends[i]), slice(j, after.ends[j])
    if before.size(i) != after.size(j) or not alignment.afford(before.size(i)):
        return False
    said, said_after = set(before.names[inside]) - {None}, set(after.names[inside_after]) - {None}
    return before.roles[inside] == after.roles[inside_after] and len(said) == 1 == len(said_after)


MOST_OF_A_CONTROL = 8
"""Elements of a control with its labels and icons, at most."""
