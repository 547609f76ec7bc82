"""The steps that align the children of a pair: what is sure first, what is weaker among what is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import attrs

from uidiff.matching.structural.alignment import Alignment
from uidiff.matching.structural.evidence import HALF, ITEM_ROLES
from uidiff.matching.structural.keys import (
    SEVERAL,
    Siblings,
    named_subtree,
    own_text,
    pair_kth,
    pair_unique,
    role_and_name,
    spoken_children,
    subtree,
)
from uidiff.matching.structural.reasons import (
    ACROSS,
    ALIKE,
    EQUAL_ENDS,
    EQUAL_NAME,
    EQUAL_SUBTREE,
    SAME_ROLE,
    SHARED_TEXT,
)

__all__ = [
    "Alike",
    "EqualAcross",
    "EqualEnds",
    "EqualNames",
    "EqualSubtrees",
    "SameRole",
    "SharedText",
    "SiblingStep",
    "pair_by_votes",
]


class SiblingStep(Protocol):
    """Pairs some of the free children, in order, of a before-element and of its partner."""

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair what this step is sure of."""
        ...


class EqualEnds:
    """The siblings that begin alike, and those that end alike.

    From the end only what says something: of siblings that say nothing a new one comes last, as documents grow.
    """

    def trim(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> tuple[Siblings, Siblings]:
        """Pair equal subtrees from both ends; what stands between them."""
        before = alignment.before
        shorter = min(len(mine), len(theirs))
        head = 0
        while head < shorter and self._pair(alignment, mine[head], theirs[head]):
            head += 1
        tail = 0
        while tail < shorter - head and before.says(mine[-1 - tail]):
            if not self._pair(alignment, mine[-1 - tail], theirs[-1 - tail]):
                break
            tail += 1
        return mine[head : len(mine) - tail], theirs[head : len(theirs) - tail]

    @staticmethod
    def _pair(alignment: Alignment, i: int, j: int) -> bool:
        """Pair these two if they are equal."""
        equal = alignment.before.prints[i] == alignment.after.prints[j]
        equal = equal and alignment.is_free(i, j) and alignment.can_be_told(i, j)
        if equal:
            alignment.pair(i, j, EQUAL_ENDS)
        return equal or alignment.after_of[i] == j


class EqualSubtrees:
    """Subtrees that say the same and occur once on each side, in whatever order."""

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair unique equal subtrees that say enough."""
        pair_unique(alignment, mine, theirs, named_subtree, EQUAL_SUBTREE)


class EqualNames:
    """Siblings whose role and name occur once on each side: their values or their children have changed."""

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair unique equal names."""
        pair_unique(alignment, mine, theirs, role_and_name, EQUAL_NAME)


@attrs.frozen(eq=False, repr=False)
class Alike:
    """In a gap: the pairs that keep their order and are most alike, all taken together.

    The best alignment of two sequences (Needleman and Wunsch 1970) with the likeness of two elements as the score of
    their pair and no penalty for a gap. A table of more than ``cells`` cells, or one that the budget cannot pay, is
    replaced by queues: equal subtrees, equal names, equal text in another role, each k-th with k-th.
    """

    cells: int

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair what is alike, in order."""
        before, after = alignment.before, alignment.after
        if len(mine) == 1 == len(theirs) and _is_the_one(alignment, mine[0], theirs[0]):
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
        if transposed < scores if second is None else second:  # of several best alignments always the same
            pairs = [(i, j) for j, i in _best_in_order(theirs, mine, transposed)]
        else:
            pairs = _best_in_order(mine, theirs, scores)
        for i, j in pairs:
            alignment.pair(i, j, ALIKE)

    @staticmethod
    def _scores(alignment: Alignment, mine: Siblings, theirs: Siblings) -> list[list[float]]:
        """How alike each two are; of equally alike ones, those at the same height of the gap a little more."""
        evidence = alignment.evidence
        common_words = evidence.common_words(mine, theirs)
        scores = [[evidence.alike(i, j, common_words) for j in theirs] for i in mine]
        for row, line in enumerate(scores):
            for column, score in enumerate(line):
                if score:
                    line[column] -= NEARNESS * abs(row / len(mine) - column / len(theirs))
        return scores


NEARNESS = 0.001
"""What the place in a gap may decide: less than any evidence."""


def _is_the_one(alignment: Alignment, i: int, j: int) -> bool:
    """Whether two single leftovers need no closer look.

    That are the only roots, of one role; or containers of one role whose names do not differ, or that have at least
    half of their children in common.
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
    mine, theirs = spoken_children(before, i), spoken_children(after, j)
    return 2 * len(mine & theirs) >= max(len(mine), len(theirs), 1)


def _best_in_order(mine: Siblings, theirs: Siblings, scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The order-preserving pairs with the greatest sum of scores; of several such, those that come first."""
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
    """Containers that share what no other sibling says: rows that were sorted and changed.

    ``crossing`` ones, which need not keep their order, need more to know them by.
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
    """Pair containers of one role: each text that occurs once in each document votes for the two that say it.

    A pair needs ``share`` of the weight of what the smaller one says, half if their names differ; where it ``moved``,
    votes enough to know an element by wherever it stands. The heaviest goes first.
    """
    before, after, evidence = alignment.before, alignment.after, alignment.evidence
    mine = [i for i in mine if not before.is_leaf(i)]
    theirs = [j for j in theirs if not after.is_leaf(j)]
    if {before.roles[i] for i in mine}.isdisjoint(after.roles[j] for j in theirs):
        return
    if not alignment.afford(sum(map(before.size, mine)) + sum(map(after.size, theirs))):
        return
    mine_by_text = _by_their_only_text(mine, lambda i: evidence.sayings(before, i))
    theirs_by_text = _by_their_only_text(theirs, lambda j: evidence.sayings(after, j))
    votes: dict[tuple[int, int], list[int]] = defaultdict(list)
    for text, i in mine_by_text.items():
        j = theirs_by_text.get(text, SEVERAL)
        if i != SEVERAL != j and before.roles[i] == after.roles[j] and evidence.is_unique(text):
            votes[i, j].append(text)
    weights = {pair: evidence.mass(frozenset(texts)) for pair, texts in votes.items()}
    for (i, j), weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
        renamed = before.names[i] and after.names[j] and before.names[i] != after.names[j]
        smaller = min(evidence.mass(evidence.sayings(before, i)), evidence.mass(evidence.sayings(after, j)))
        enough = weight >= (max(share, HALF) if renamed else share) * smaller
        enough = enough and (not moved or evidence.are_distinctive(votes[i, j], before.roles[i]))
        if enough and alignment.is_free(i, j):
            alignment.pair(i, j, reason)


def _by_their_only_text(items: Siblings, sayings: Callable[[int], Iterable[int]]) -> dict[int, int]:
    """For each text the only one of the items that says it, SEVERAL where several do."""
    found: dict[int, int] = {}
    for item in items:
        for text in sayings(item):
            found[text] = SEVERAL if text in found else item
    return found


class EqualAcross:
    """Equal subtrees that are not unique, also where a pair stands between them: the k-th is the k-th."""

    def pair(self, alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
        """Pair equal subtrees that say enough."""
        pair_kth(alignment, mine, theirs, named_subtree, ACROSS)


class SameRole:
    """In a gap: elements of one role in order, where there are equally many on both sides.

    Of several items of a collection none is paired so: a row must share some text before it is another row. Of
    containers with names only those that say nothing but their name, in one shape: a button with its text.
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
                if leaves or not named or _say_only_their_names(alignment, i, j):
                    alignment.pair(i, j, SAME_ROLE)


def _say_only_their_names(alignment: Alignment, i: int, j: int) -> bool:
    """Whether two containers have the same roles in the same order, and say their names and nothing else in them."""
    before, after = alignment.before, alignment.after
    if before.size(i) != after.size(j) or not alignment.afford(before.size(i)):
        return False
    inside, inside_after = slice(i, before.ends[i]), slice(j, after.ends[j])
    if before.roles[inside] != after.roles[inside_after]:
        return False
    said, said_after = set(before.names[inside]) - {None}, set(after.names[inside_after]) - {None}
    return len(said) == 1 == len(said_after)
