"""The steps on the elements left free by all sibling steps: moves to other parents, and parents found by children."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import compress, count

from uidiff.matching.matching import UNMATCHED
from uidiff.matching.structural.alignment import Alignment
from uidiff.matching.structural.roles import ITEM_ROLES
from uidiff.matching.structural.trees import FIRST_FAMILY, Tree
from uidiff.matching.structural.votes import pair_by_votes
from uidiff.model.shape import nearest_marked

__all__ = ["pair_by_children", "pair_moved_and_changed", "pair_moved_subtrees"]


def pair_moved_subtrees(alignment: Alignment) -> None:
    """Pair equal subtrees that occur once among the free elements on each side, with distinctive text.

    Larger subtrees go first: an element stands before its descendants, and is paired with them.
    """
    before, after = alignment.before, alignment.after
    alignment.work += len(before) + len(after)
    left, came = _free(alignment.after_of), _free(alignment.before_of)
    often_left = Counter(map(before.prints.__getitem__, left))
    often_came = Counter(map(after.prints.__getitem__, came))
    place = {after.prints[j]: j for j in came}
    for i in left:
        j = place.get(before.prints[i], UNMATCHED)
        once = j != UNMATCHED and often_left[before.prints[i]] == 1 == often_came[after.prints[j]]
        if once and alignment.is_free(i, j) and alignment.evidence.is_distinctive(i):
            if _belong_to_others(alignment, i, j):
                continue
            alignment.pair(i, j, "moved")


def _belong_to_others(alignment: Alignment, i: int, j: int) -> bool:
    """Return whether two equal elements are parts of two items that are not one: a cell stays in its row."""
    records = alignment.evidence.records
    p, q = records.around(alignment.before, i), records.around(alignment.after, j)
    if p is None or q is None:
        return False
    if alignment.is_free(p, q):
        return records.are_others(p, q)
    return alignment.before.roles[i] not in ITEM_ROLES and alignment.after_of[p] != q


def pair_by_children(alignment: Alignment) -> None:
    """Pair parents of pairs whose parents are not a pair: each pair votes for its parents, with its size.

    Two free parents of one role are paired if at least half of the smaller one's descendants voted, and not one alone:
    a label that went elsewhere takes no container with it. Otherwise one of
    them is a wrapper, if both hang below the same pair: then the children of both are aligned as one family of
    siblings.
    """
    before, after = alignment.before, alignment.after
    votes = _votes(alignment)
    if not votes:
        return
    families = _Families(alignment)
    for (p, q), weight in votes:
        free = min(p, q) > FIRST_FAMILY and alignment.is_free(p, q) and before.roles[p] == after.roles[q]
        if free and alignment.evidence.records.are_others(p, q):
            continue
        if free and weight >= FEWEST_VOTES and 2 * weight >= min(before.size(p), after.size(q)) - 1:
            alignment.pair(p, q, "children's vote")
        else:
            families.align_children_of(p, q)


FEWEST_VOTES = 2
"""Descendants that vote for a pair of parents, at least."""


def _votes(alignment: Alignment) -> list[tuple[tuple[int, int], int]]:
    """Return unpaired pairs of parents with the total size of their paired children, the heaviest first."""
    before, after = alignment.before, alignment.after
    alignment.work += len(alignment.across_parents)
    found: dict[tuple[int, int], int] = defaultdict(int)
    for i, j in alignment.across_parents:
        p, q = before.parents[i], after.parents[j]
        if not alignment.are_pair(p, q) and before.has_text(i):
            found[p, q] += before.size(i)
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))


class _Families:
    """Parents with free children, and the nearest pairs above them."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        before, after = alignment.before, alignment.after
        alignment.work += len(before) + len(after)
        self._counts = Counter(before.parents), Counter(after.parents)
        self._with_free_children = (
            {before.parents[i] for i in _free(alignment.after_of)},
            {after.parents[j] for j in _free(alignment.before_of)},
        )
        self._paired_above_before = nearest_marked(before.parents, [j != UNMATCHED for j in alignment.after_of])
        self._paired_above_after = nearest_marked(after.parents, [i != UNMATCHED for i in alignment.before_of])

    def align_children_of(self, p: int, q: int) -> None:
        """Add two parents to ``Alignment.to_align`` if they hang below one pair, both have free children, and the
        budget allows it.
        """
        above = _self_or_paired_above(p, self.alignment.after_of, self._paired_above_before)
        above_after = _self_or_paired_above(q, self.alignment.before_of, self._paired_above_after)
        waits = p in self._with_free_children[0] and q in self._with_free_children[1]
        below_a_pair = self.alignment.are_pair(above, above_after)
        if waits and below_a_pair and self.alignment.afford(self._counts[0][p] + self._counts[1][q]):
            self.alignment.to_align.append((p, q))


def pair_moved_and_changed(alignment: Alignment, *, share: float) -> None:
    """Pair free containers below paired parents that share much distinctive text: ``share`` of the smaller one's.

    A single short text never identifies a moved container.
    """
    alignment.work += len(alignment.before) + len(alignment.after)
    mine = _topmost(alignment.before, alignment.after_of)
    theirs = _topmost(alignment.after, alignment.before_of)
    pair_by_votes(alignment, mine, theirs, share=share, moved=True, step="moved and changed")


def _free(partners: Sequence[int]) -> list[int]:
    return [*compress(count(), map(UNMATCHED.__eq__, partners))]


def _topmost(tree: Tree, partners: Sequence[int]) -> list[int]:
    """Return the free elements whose parent is not free."""
    parents = tree.parents
    return [one for one in _free(partners) if parents[one] <= FIRST_FAMILY or partners[parents[one]] != UNMATCHED]


def _self_or_paired_above(index: int, partners: Sequence[int], up: Sequence[int]) -> int:
    """Return the element if it is paired, else its nearest paired ancestor."""
    return index if index <= FIRST_FAMILY or partners[index] != UNMATCHED else up[index]
