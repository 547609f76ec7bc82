"""The steps that align the children of a pair, the surest evidence first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Protocol, TypeAlias

import attrs

from uidiff.matching.structural.alignment import (
    ACROSS,
    ALIKE,
    EQUAL_ENDS,
    EQUAL_NAME,
    EQUAL_SUBTREE,
    SAME_ROLE,
    SHARED_TEXT,
    Alignment,
)
from uidiff.matching.structural.evidence import HALF, ITEM_ROLES
from uidiff.matching.structural.trees import Tree

__all__ = [
    "SEVERAL",
    "Alike",
    "EqualAcross",
    "EqualEnds",
    "EqualNames",
    "EqualSubtrees",
    "Key",
    "SameRole",
    "SharedText",
    "SiblingStep",
    "Siblings",
    "children_with_text",
    "named_subtree",
    "own_text",
    "pair_by_votes",
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


class SiblingStep(Protocol):
    """Pairs free children, given in order, of a before-element and its partner."""

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair the elements for which this step has enough evidence."""
        ...


class EqualEnds:
    """Equal subtrees at the start and at the end of the siblings.

    From the end only subtrees with text: of siblings without text a new one is taken to be the last.
    """

    def trim(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> tuple[Siblings, Siblings]:
        """Pair equal subtrees from both ends; return what stands between them."""
        before = alignment.before
        shorter = min(len(mine), len(theirs))
        head = 0
        while head < shorter and self._pair(alignment, mine[head], theirs[head]):
            head += 1
        tail = 0
        while tail < shorter - head and before.has_text(mine[-1 - tail]):
            if not self._pair(alignment, mine[-1 - tail], theirs[-1 - tail]):
                break
            tail += 1
        return mine[head : len(mine) - tail], theirs[head : len(theirs) - tail]

    @staticmethod
    def _pair(alignment: Alignment, i: int, j: int) -> bool:
        """Pair two equal elements; return whether they are a pair."""
        equal = alignment.before.prints[i] == alignment.after.prints[j]
        equal = equal and alignment.is_free(i, j) and alignment.can_pair_equal(i, j)
        if equal:
            alignment.pair(i, j, EQUAL_ENDS)
        return equal or alignment.after_of[i] == j


class EqualSubtrees:
    """Equal subtrees that occur once on each side, in any order."""

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair unique equal subtrees that have enough text."""
        pair_unique(alignment, mine, theirs, named_subtree, EQUAL_SUBTREE)


class EqualNames:
    """Siblings whose role and name occur once on each side: their values or children may have changed."""

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair unique equal names."""
        pair_unique(alignment, mine, theirs, role_and_name, EQUAL_NAME)


@attrs.frozen(eq=False, repr=False)
class Alike:
    """In a gap: the pairs in order with the greatest sum of likeness.

    This is the alignment of two sequences by Needleman and Wunsch (1970), with :meth:`Evidence.alike` as the score of
    a pair and no gap penalty. Beyond ``cells`` cells, or the budget, queues replace the table: equal subtrees, equal
    names, equal text in another role, the k-th with the k-th.
    """

    cells: int

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair similar elements, in order."""
        before, after = alignment.before, alignment.after
        if len(mine) == 1 == len(theirs) and _needs_no_scores(alignment, mine[0], theirs[0]):
            alignment.pair(mine[0], theirs[0], ALIKE)
            return
        cells = len(mine) * len(theirs)
        cost = cells + sum(map(before.size, mine)) + sum(map(after.size, theirs))
        if cells > self.cells or not alignment.afford(cost):
            for key in (subtree, role_and_name, own_text):
                pair_kth(alignment, mine, theirs, key, ALIKE)
            return
        scores = self._scores(alignment, mine, theirs)
        transposed = [*map(list, zip(*scores, strict=True))]
        second = alignment.comes_second(mine, theirs)
        if transposed < scores if second is None else second:  # a tie is broken the same way for either order
            pairs = [(i, j) for j, i in _best_in_order(theirs, mine, transposed)]
        else:
            pairs = _best_in_order(mine, theirs, scores)
        for i, j in pairs:
            alignment.pair(i, j, ALIKE)

    @staticmethod
    def _scores(alignment: Alignment, mine: Siblings, theirs: Siblings) -> list[list[float]]:
        """Return the likeness of each two elements, lowered a little by the distance of their places in the gap."""
        evidence = alignment.evidence
        common_words = evidence.common_words(mine, theirs)
        scores = [[evidence.alike(i, j, common_words) for j in theirs] for i in mine]
        for row, line in enumerate(scores):
            for column, score in enumerate(line):
                if score:
                    line[column] -= NEARNESS * abs(row / len(mine) - column / len(theirs))
        return scores


NEARNESS = 0.001
"""How much the place in a gap may lower a score: less than any evidence."""


def _needs_no_scores(alignment: Alignment, i: int, j: int) -> bool:
    """Return whether two single leftovers are a pair without a table.

    They are the only roots, of one role; or containers of one role with equal names, or with at least half of their
    children in common.
    """
    before, after = alignment.before, alignment.after
    if before.roles[i] != after.roles[j]:
        return False
    if before.is_only_root(i) and after.is_only_root(j):
        return True
    if before.is_leaf(i) or after.is_leaf(j):
        return False
    if before.names[i] == after.names[j]:
        return True
    mine, theirs = children_with_text(before, i), children_with_text(after, j)
    return 2 * len(mine & theirs) >= max(len(mine), len(theirs), 1)


def _best_in_order(mine: Siblings, theirs: Siblings, scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the order-preserving pairs with the greatest sum of scores; of equal ones, the first."""
    best = [[0.0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]
    for row in range(len(mine) - 1, -1, -1):
        here, below, score = best[row], best[row + 1], scores[row]
        for column in range(len(theirs) - 1, -1, -1):
            skipped = max(below[column], here[column + 1])
            paired = score[column] + below[column + 1] if score[column] else 0.0
            here[column] = max(skipped, paired)
    pairs = []
    row = column = 0
    while row < len(mine) and column < len(theirs):
        paired = scores[row][column] + best[row + 1][column + 1]
        if scores[row][column] and best[row][column] == paired:
            pairs.append((mine[row], theirs[column]))
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1
    return pairs


@attrs.frozen(eq=False, repr=False)
class SharedText:
    """Containers that share text that no other sibling has: rows that were sorted and changed.

    If ``crossing``, the pairs need not keep their order, and need more text.
    """

    share: float
    crossing: bool

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair containers by the votes of their texts."""
        pair_by_votes(alignment, mine, theirs, share=self.share, moved=self.crossing, reason=SHARED_TEXT)


def pair_by_votes(
    alignment: Alignment,
    mine: Siblings,
    theirs: Siblings,
    *,
    share: float,
    moved: bool,
    reason: int,
) -> None:
    """Pair containers of one role: each text that occurs once in each document is a vote for its two containers.

    A pair needs ``share`` of the weight of the smaller container's texts, or half if the names differ; if it
    ``moved``, votes that identify an element wherever it stands. The heaviest votes go first.
    """
    before, after, evidence = alignment.before, alignment.after, alignment.evidence
    mine = [i for i in mine if not before.is_leaf(i)]
    theirs = [j for j in theirs if not after.is_leaf(j)]
    if {before.roles[i] for i in mine}.isdisjoint(after.roles[j] for j in theirs):
        return
    if not alignment.afford(sum(map(before.size, mine)) + sum(map(after.size, theirs))):
        return
    mine_by_text = _only_owner_of_each_text(mine, lambda i: evidence.subtree_texts(before, i))
    theirs_by_text = _only_owner_of_each_text(theirs, lambda j: evidence.subtree_texts(after, j))
    votes: dict[tuple[int, int], list[int]] = defaultdict(list)
    for text, i in mine_by_text.items():
        j = theirs_by_text.get(text, SEVERAL)
        if i != SEVERAL != j and before.roles[i] == after.roles[j] and evidence.is_unique(text):
            votes[i, j].append(text)
    weights = {pair: evidence.total_weight(frozenset(texts)) for pair, texts in votes.items()}
    for (i, j), weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
        renamed = before.names[i] and after.names[j] and before.names[i] != after.names[j]
        smaller = min(
            evidence.total_weight(evidence.subtree_texts(before, i)),
            evidence.total_weight(evidence.subtree_texts(after, j)),
        )
        enough = weight >= (max(share, HALF) if renamed else share) * smaller
        enough = enough and (not moved or evidence.are_distinctive(votes[i, j], before.roles[i]))
        if enough and alignment.is_free(i, j):
            alignment.pair(i, j, reason)


def _only_owner_of_each_text(items: Siblings, subtree_texts: Callable[[int], Iterable[int]]) -> dict[int, int]:
    """Return for each text the only item that contains it, SEVERAL where there are more."""
    found: dict[int, int] = {}
    for item in items:
        for text in subtree_texts(item):
            found[text] = SEVERAL if text in found else item
    return found


class EqualAcross:
    """Equal subtrees that are not unique, also where a pair stands between them: the k-th is the k-th."""

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair equal subtrees that have enough text."""
        pair_kth(alignment, mine, theirs, named_subtree, ACROSS)


class SameRole:
    """In a gap: elements of one role in order, if their number is equal on both sides.

    Several items of a collection are not paired so: rows must share text. Containers with names are paired only if
    their names are their only texts and their shapes are equal: a button with its label.
    """

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair by role alone."""
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
                if leaves or not named or _contain_only_their_names(alignment, i, j):
                    alignment.pair(i, j, SAME_ROLE)


def _contain_only_their_names(alignment: Alignment, i: int, j: int) -> bool:
    """Return whether two containers have equal roles in order, and one text each."""
    before, after = alignment.before, alignment.after
    if before.size(i) != after.size(j) or not alignment.afford(before.size(i)):
        return False
    inside, inside_after = slice(i, before.ends[i]), slice(j, after.ends[j])
    if before.roles[inside] != after.roles[inside_after]:
        return False
    said, said_after = set(before.names[inside]) - {None}, set(after.names[inside_after]) - {None}
    return len(said) == 1 == len(said_after)
