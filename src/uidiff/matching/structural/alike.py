"""The step that aligns the siblings of a gap in order, by how alike they are."""

from __future__ import annotations

from collections.abc import Sequence

from uidiff.matching.structural.alignment import Alignment
from uidiff.matching.structural.siblings import (
    Siblings,
    children_with_text,
    own_text,
    pair_kth,
    role_and_name,
    subtree,
)

__all__ = ["pair_alike"]


def pair_alike(alignment: Alignment, mine: Siblings, theirs: Siblings, *, cells: int) -> None:
    """Pair, in a gap, similar elements in order with the greatest sum of likeness.

    This is the alignment of two sequences by Needleman and Wunsch (1970), with :meth:`Evidence.alike` as the score of
    a pair and no gap penalty. Beyond ``cells`` cells, or the budget, queues replace the table: equal subtrees, equal
    names, equal text in another role, the k-th with the k-th.
    """
    before, after = alignment.before, alignment.after
    if len(mine) == 1 == len(theirs) and _needs_no_scores(alignment, mine[0], theirs[0]):
        alignment.pair(mine[0], theirs[0], "alike")
        return
    needed = len(mine) * len(theirs)
    cost = needed + sum(map(before.size, mine)) + sum(map(after.size, theirs))
    if needed > cells or not alignment.afford(cost):
        for key in (subtree, role_and_name, own_text):
            pair_kth(alignment, mine, theirs, key, "alike")
        return
    scores = _scores(alignment, mine, theirs)
    transposed = [*map(list, zip(*scores, strict=True))]
    second = alignment.comes_second(mine, theirs)
    if transposed < scores if second is None else second:  # a tie is broken the same way for either order
        pairs = [(i, j) for j, i in _best_in_order(theirs, mine, transposed)]
    else:
        pairs = _best_in_order(mine, theirs, scores)
    for i, j in pairs:
        alignment.pair(*_of_one_role(alignment, i, j), "alike")


def _of_one_role(alignment: Alignment, i: int, j: int) -> tuple[int, int]:
    """Return two elements; for one of them its only child, if that has the role of the other: it is a wrapper."""
    before, after = alignment.before, alignment.after
    if before.roles[i] != after.roles[j]:
        inside, inside_after = before.children(i), after.children(j)
        ways = [(inside[0], j)] if len(inside) == 1 else []
        ways += [(i, inside_after[0])] if len(inside_after) == 1 else []
        for mine, theirs in ways:
            if before.roles[mine] == after.roles[theirs] and alignment.is_free(mine, theirs):
                return mine, theirs
    return i, j


def _scores(alignment: Alignment, mine: Siblings, theirs: Siblings) -> list[list[float]]:
    """Return the likeness of each two elements, lowered a little by the distance of their places in the gap."""
    evidence = alignment.evidence
    common_words = evidence.common_words(mine, theirs)
    candidates = max(len(mine), len(theirs))
    scores = [[evidence.alike(i, j, common_words, candidates) for j in theirs] for i in mine]
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
