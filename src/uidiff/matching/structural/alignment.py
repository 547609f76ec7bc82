"""The matching in the making: pairs with their reasons, what is still to be aligned, and what the work may cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from uidiff.matching.matching import UNMATCHED
from uidiff.matching.order import longest_increasing
from uidiff.matching.structural.evidence import HALF, Evidence
from uidiff.matching.structural.reasons import SETTLED
from uidiff.matching.structural.trees import FIRST_FAMILY, Tree

__all__ = ["SCANNED_AT_ONCE", "Alignment"]

SCANNED_AT_ONCE = 4
"""Looking for some numbers in a column runs in C: so many of its cells cost as much as one visit."""


class Alignment:
    """Two trees, and which of their elements are the same.

    Attributes:
        after_of, before_of: partners, UNMATCHED where there is none.
        reason_of: for each before-element the number of the reason for its pair.
        open: pairs whose children are still to be aligned.
        strays: pairs whose parents were no pair when they were made.
        work: how many elements and candidates were visited.
        left: how much more may be spent on looking ahead; what costs more is left out.
    """

    def __init__(self, evidence: Evidence, *, budget: int) -> None:
        self.evidence = evidence
        self.before, self.after = before, after = evidence.before, evidence.after
        self.after_of = [UNMATCHED] * len(before)
        self.before_of = [UNMATCHED] * len(after)
        self.reason_of = bytearray(len(before))
        self.work = len(before) + len(after)
        self.left = budget
        self.open: list[tuple[int, int]] = []
        self.strays: list[tuple[int, int]] = []
        self._broken_before, self._broken_after = bytearray(len(before)), bytearray(len(after))
        partners = {token: j for j, token in after.tokens.items()}
        for i, token in before.tokens.items():
            self._pair_one(i, partners[token], SETTLED)
            self.strays.append((i, partners[token]))

    # ------------------------------------------------------------------- pairs

    def pair(self, i: int, j: int, reason: int) -> None:
        """The before-element i is the after-element j; where their subtrees are equal, all of them.

        Not so if their stable ids say that one came and one went (see ``_were_made_anew``).
        """
        if i in self.before.strangers and j in self.after.strangers and not self._were_made_anew(i, j):
            return
        if self.partner(self.before.parents[i]) != self.after.parents[j]:
            self._stray(i, j)
        size = self.before.size(i)
        equal = self.before.prints[i] == self.after.prints[j]
        if equal and not self._broken_before[i] and not self._broken_after[j]:
            self.after_of[i : i + size] = range(j, j + size)
            self.before_of[j : j + size] = range(i, i + size)
            self.reason_of[i : i + size] = bytes((reason,)) * size
        else:
            self._pair_one(i, j, reason)

    def _were_made_anew(self, i: int, j: int) -> bool:
        """Whether two whose stable ids vanished and appeared are one that was made anew (spec/definitions#6-ids).

        They hang below a pair, and have equal texts, or half of what is said in their subtrees is said in both and
        nowhere else; or they are roots; or what they hang below was made anew as well.
        """
        before, after = self.before, self.after
        parent, parent_after = before.parents[i], after.parents[j]
        if self.partner(parent) != parent_after:
            return False
        if before.prints[i] == after.prints[j]:
            return True
        if before.texts[i] == after.texts[j] and before.texts[i] not in before.silent:
            return True
        if parent == before.root_family or (parent in before.strangers and parent_after in after.strangers):
            return True
        return self.afford(before.size(i) + after.size(j)) and self.evidence.share_unique(i, j) >= HALF

    def _stray(self, i: int, j: int) -> None:
        self.strays.append((i, j))
        self._break(i, self.before, self._broken_before)
        self._break(j, self.after, self._broken_after)

    def _pair_one(self, i: int, j: int, reason: int) -> None:
        self.after_of[i] = j
        self.before_of[j] = i
        self.reason_of[i] = reason
        if not self.before.is_leaf(i) and not self.after.is_leaf(j):
            self.open.append((i, j))

    @staticmethod
    def _break(index: int, tree: Tree, broken: bytearray) -> None:
        """Note for the ancestors that they cannot be paired whole any more."""
        above = tree.parents[index]
        while above > FIRST_FAMILY and not broken[above]:
            broken[above] = True
            above = tree.parents[above]

    def pairs(self, *, swapped: bool) -> Iterator[tuple[int, int, int]]:
        """The pairs by their indices in the snapshots, those of ``after`` first if ``swapped``, with their reasons."""
        indices, others = self.before.indices, self.after.indices
        for i, j in enumerate(self.after_of):
            if j != UNMATCHED:
                pair = (others[j], indices[i]) if swapped else (indices[i], others[j])
                yield *pair, self.reason_of[i]

    def partner(self, index: int) -> int:
        """The partner of a before-element or of a family, UNMATCHED for an element without."""
        return self.after_of[index] if index > FIRST_FAMILY else index

    def is_free(self, i: int, j: int) -> bool:
        """Whether neither the before-element i nor the after-element j has a partner."""
        return self.after_of[i] == UNMATCHED == self.before_of[j]

    def can_be_told(self, i: int, j: int) -> bool:
        """Whether two equal subtrees say something; if not, only that no run stands between them speaks for them."""
        return self.before.says(i) or self.before.windows[i] == self.after.windows[j]

    @property
    def free_count(self) -> int:
        """How many before-elements have no partner."""
        return self.after_of.count(UNMATCHED)

    @property
    def has_free_on_both_sides(self) -> bool:
        """Whether there is anything left to pair."""
        return UNMATCHED in self.after_of and UNMATCHED in self.before_of

    # -------------------------------------------------------------------- work

    def afford(self, cost: int) -> bool:
        """Whether a look ahead of that cost may be made; if so it is paid."""
        if cost > self.left:
            return False
        self.left -= cost
        self.work += cost
        return True

    # ---------------------------------------------------------------- siblings

    def free(self, mine: Iterable[int], theirs: Iterable[int]) -> tuple[list[int], list[int]]:
        """Those of the siblings on each side that have no partner yet."""
        after_of, before_of = self.after_of, self.before_of
        return [i for i in mine if after_of[i] == UNMATCHED], [j for j in theirs if before_of[j] == UNMATCHED]

    def gaps(self, mine: Sequence[int], theirs: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
        """What is free on both sides between neighbouring pairs of siblings that stay in order.

        In order is the longest increasing subsequence; a pair that is off it has moved, and bounds no gap. So does the
        run between two windows bound one.
        """
        self.work += len(mine) + len(theirs)
        if all(self.after_of[i] == UNMATCHED for i in mine):  # nothing between them bounds a gap
            yield from self._by_window(*self.free(mine, theirs))
            return
        place = {j: at for at, j in enumerate(theirs)}
        pairs = [(at, place[self.after_of[i]]) for at, i in enumerate(mine) if self.after_of[i] in place]
        inverse = sorted((at_theirs, at) for at, at_theirs in pairs)
        second = self.comes_second(mine, theirs)
        if inverse < pairs if second is None else second:  # of several longest subsequences always the same
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
        """An order of siblings by what they say, None for a tie: for steps that have to choose.

        Whichever side is ``before``, and whatever happens elsewhere, they then choose the same.
        """
        if len(mine) != len(theirs):
            return len(mine) > len(theirs)
        before, after = self.before, self.after
        rows = ((before.roles[i], before.text(i)) for i in mine)
        others = ((after.roles[j], after.text(j)) for j in theirs)
        return next((row > other for row, other in zip(rows, others, strict=True) if row != other), None)

    def _by_window(self, mine: list[int], theirs: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        """The siblings of a family split where a run stands between them."""
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
