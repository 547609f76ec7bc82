"""The matching in the making: pairs with their reasons, the pairs still to be aligned, and the budget of the work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from uidiff.matching.matching import GIVEN, UNMATCHED, Reason
from uidiff.matching.order import longest_increasing
from uidiff.matching.structural.evidence import Evidence
from uidiff.matching.structural.trees import FIRST_FAMILY, Tree

__all__ = ["NUMBERS", "REASONS", "SCANNED_AT_ONCE", "Alignment"]

REASONS = (
    GIVEN,
    Reason("in place", "the documents agree around it, but for texts that changed in place"),
    Reason("same column", "they stand in one row, in the same place"),
    Reason("equal ends", "its siblings begin, or end, with equal subtrees up to here"),
    Reason("equal subtree", "of the siblings, only these two say the same in the whole subtree"),
    Reason("equal name", "of the siblings, only these two have this role and name"),
    Reason("unwrapped", "the same subtree stands inside a new sibling, or stood inside a former one"),
    Reason("same place", "of the siblings, only these two have this role and this corner, or this size"),
    Reason("alike", "between pairs that stay in order, these two are most alike"),
    Reason("shared text", "they share more distinctive text than with any other sibling"),
    Reason("equal, elsewhere", "of equal siblings the k-th is the k-th, also where others came between"),
    Reason("same role", "between two pairs there are equally many of this role on both sides"),
    Reason("moved", "a distinctive subtree that occurs once among what is left"),
    Reason("children's vote", "most of its children are pairs with the children of the other"),
    Reason("moved and changed", "at least half of its distinctive text is found in the other"),
)
"""In the order of the steps."""

NUMBERS = {reason.step: number for number, reason in enumerate(REASONS, 1)}
"""An element's reason is kept as the number of its step, from 1 on; 0 stands for no partner."""

SCANNED_AT_ONCE = 4
"""Searching a column for numbers runs in C: this many cells cost as much as one visit."""


class Alignment:
    """Two trees, and the pairs of their elements found so far.

    Attributes:
        after_of, before_of: partners, UNMATCHED without one.
        reason_of: for each before-element the number of the reason for its pair.
        to_align: pairs whose children are still to be aligned.
        across_parents: pairs whose parents were not a pair when they were made.
        work: elements and candidates visited.
        budget_left: visits that looks ahead may still cost; a look that costs more is skipped.
    """

    def __init__(self, evidence: Evidence, *, budget: int) -> None:
        self.evidence = evidence
        self.before, self.after = before, after = evidence.before, evidence.after
        self.after_of = [UNMATCHED] * len(before)
        self.before_of = [UNMATCHED] * len(after)
        self.reason_of = bytearray(len(before))
        self.work = len(before) + len(after)
        self.budget_left = budget
        self.to_align: list[tuple[int, int]] = []
        self.across_parents: list[tuple[int, int]] = []
        self._broken_before, self._broken_after = bytearray(len(before)), bytearray(len(after))
        partners = {token: j for j, token in after.tokens.items()}
        for i, token in before.tokens.items():
            self._pair_one(i, partners[token], GIVEN.step)
            self.across_parents.append((i, partners[token]))

    # ------------------------------------------------------------------- pairs

    def pair(self, i: int, j: int, step: str) -> None:
        """Pair before-element i and after-element j; where their subtrees are equal and free, whole subtrees.

        ``step`` is the name of one of the REASONS.
        """
        if not self.are_pair(self.before.parents[i], self.after.parents[j]):
            self._note_across_parents(i, j)
        size = self.before.size(i)
        equal = self.before.prints[i] == self.after.prints[j]
        if equal and not self._broken_before[i] and not self._broken_after[j]:
            self.after_of[i : i + size] = range(j, j + size)
            self.before_of[j : j + size] = range(i, i + size)
            self.reason_of[i : i + size] = bytes((NUMBERS[step],)) * size
        else:
            self._pair_one(i, j, step)

    def _note_across_parents(self, i: int, j: int) -> None:
        self.across_parents.append((i, j))
        self._break(i, self.before, self._broken_before)
        self._break(j, self.after, self._broken_after)

    def _pair_one(self, i: int, j: int, step: str) -> None:
        self.after_of[i] = j
        self.before_of[j] = i
        self.reason_of[i] = NUMBERS[step]
        if not self.before.is_leaf(i) and not self.after.is_leaf(j):
            self.to_align.append((i, j))

    @staticmethod
    def _break(index: int, tree: Tree, broken: bytearray) -> None:
        """Mark the ancestors: their subtrees can no longer be paired whole."""
        above = tree.parents[index]
        while above > FIRST_FAMILY and not broken[above]:
            broken[above] = True
            above = tree.parents[above]

    def by_window(self, spans: Iterable[range], *, swapped: bool) -> Iterator[tuple[int, list[int], bytes]]:
        """Yield for each window of the snapshot before its start, and the partner and the reason of each element.

        Args:
            spans: the windows before, in order.
            swapped: whether the trees are swapped.
        """
        others, partners, reasons = self.after, self.after_of, bytes(self.reason_of)
        if swapped:
            others, partners = self.before, self.before_of
            reasons = bytes(map((*reasons, 0).__getitem__, partners))
        indices = [*others.indices, UNMATCHED]  # UNMATCHED is -1: the last one
        start = 0
        for span in spans:
            end = start + len(span)
            yield span.start, [*map(indices.__getitem__, partners[start:end])], reasons[start:end]
            start = end

    def are_pair(self, p: int, q: int) -> bool:
        """Return whether a before- and an after-element are a pair, or are the same family of both trees."""
        return q > FIRST_FAMILY and self.after_of[p] == q if p > FIRST_FAMILY else p == q

    def is_free(self, i: int, j: int) -> bool:
        """Return whether neither element has a partner."""
        return self.after_of[i] == UNMATCHED == self.before_of[j]

    def can_pair_equal(self, i: int, j: int) -> bool:
        """Return whether two equal subtrees may pair: they have text, or stand in the same window."""
        return self.before.has_text(i) or self.before.windows[i] == self.after.windows[j]

    @property
    def free_count(self) -> int:
        """The number of before-elements without partner."""
        return self.after_of.count(UNMATCHED)

    @property
    def has_free_on_both_sides(self) -> bool:
        """Whether both sides have elements without partner."""
        return UNMATCHED in self.after_of and UNMATCHED in self.before_of

    # -------------------------------------------------------------------- work

    def afford(self, cost: int) -> bool:
        """Pay for a look ahead from the budget; return False, and pay nothing, if it costs too much."""
        if cost > self.budget_left:
            return False
        self.budget_left -= cost
        self.work += cost
        return True

    # ---------------------------------------------------------------- siblings

    def free(self, mine: Iterable[int], theirs: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return those of the siblings on each side that have no partner."""
        after_of, before_of = self.after_of, self.before_of
        return [i for i in mine if after_of[i] == UNMATCHED], [j for j in theirs if before_of[j] == UNMATCHED]

    def gaps(self, mine: Sequence[int], theirs: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the free siblings on both sides between neighbouring pairs that stay in order.

        The pairs on the longest increasing subsequence stay in order; the others have moved and bound no gap. A run
        between two windows bounds one too.
        """
        self.work += len(mine) + len(theirs)
        if all(self.after_of[i] == UNMATCHED for i in mine):  # no pair bounds a gap
            yield from self._by_window(*self.free(mine, theirs))
            return
        place = {j: at for at, j in enumerate(theirs)}
        pairs = [(at, place[self.after_of[i]]) for at, i in enumerate(mine) if self.after_of[i] in place]
        inverse = sorted((at_theirs, at) for at, at_theirs in pairs)
        second = self.comes_second(mine, theirs)
        if inverse < pairs if second is None else second:  # a tie is broken the same way for either order
            stays = set(longest_increasing([at for at, _ in sorted(pairs, key=itemgetter(1))]))
            pairs = [pair for pair in pairs if pair[0] in stays]
        else:
            stays = set(longest_increasing([at for _, at in pairs]))
            pairs = [pair for pair in pairs if pair[1] in stays]
        start_mine = start_theirs = 0
        for at_mine, at_theirs in [*pairs, (len(mine), len(theirs))]:
            yield from self._by_window(*self.free(mine[start_mine:at_mine], theirs[start_theirs:at_theirs]))
            start_mine, start_theirs = at_mine + 1, at_theirs + 1

    def comes_second(self, mine: Sequence[int], theirs: Sequence[int]) -> bool | None:
        """Order two lists of siblings by their texts; None for a tie.

        Steps that must choose ask it, so that the choice does not depend on which side is called ``before``.
        """
        if len(mine) != len(theirs):
            return len(mine) > len(theirs)
        before, after = self.before, self.after
        rows = ((before.roles[i], before.text(i)) for i in mine)
        others = ((after.roles[j], after.text(j)) for j in theirs)
        return next((row > other for row, other in zip(rows, others, strict=True) if row != other), None)

    def _by_window(self, mine: list[int], theirs: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        """Split the siblings of a family where a run stands between them."""
        windows, others = self.before.windows, self.after.windows
        if not mine or not theirs:
            return
        if not self.before.parents[mine[0]] == self.after.parents[theirs[0]] <= FIRST_FAMILY:
            yield mine, theirs
            return
        split: dict[int, tuple[list[int], list[int]]] = {}
        for i in mine:
            split.setdefault(windows[i], ([], []))[0].append(i)
        for j in theirs:
            split.setdefault(others[j], ([], []))[1].append(j)
        yield from (gap for gap in split.values() if gap[0] and gap[1])
