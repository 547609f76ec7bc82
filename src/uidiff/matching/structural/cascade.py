"""The order of the steps: siblings from the roots down, then leftovers, until no more pairs are found."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from uidiff.matching.structural.alignment import Alignment
from uidiff.matching.structural.leftovers import LeftoverStep
from uidiff.matching.structural.siblings import EqualEnds, SiblingStep

__all__ = ["Cascade"]


@attrs.frozen(eq=False, repr=False)
class Cascade:
    """The steps in order; each pairs elements that the steps before it left free.

    Attributes:
        ends: equal first and last children of a pair.
        anchors: the surest steps, among the children between the ends, in any order.
        in_gaps: in the gaps between neighbouring pairs that keep their order.
        across: again in any order.
        last: the weakest evidence, in the remaining gaps.
        leftovers: steps on all free elements; after each, new pairs are aligned from there down.
        rounds: how often the leftover steps run at most.
    """

    ends: EqualEnds
    anchors: Sequence[SiblingStep]
    in_gaps: Sequence[SiblingStep]
    across: Sequence[SiblingStep]
    last: Sequence[SiblingStep]
    leftovers: Sequence[LeftoverStep]
    rounds: int

    def run(self, alignment: Alignment) -> None:
        """Run all steps."""
        alignment.to_align += [(family, family) for family in alignment.before.families]
        self._descend(alignment)
        for _ in range(self.rounds):
            free = alignment.free_count
            if not alignment.has_free_on_both_sides:
                return
            for step in self.leftovers:
                step.pair(alignment)
                self._descend(alignment)
            if alignment.free_count == free:
                return

    def _descend(self, alignment: Alignment) -> None:
        while alignment.to_align:
            i, j = alignment.to_align.pop()
            self._align(alignment, alignment.before.children(i), alignment.after.children(j))

    def _align(self, alignment: Alignment, mine: Sequence[int], theirs: Sequence[int]) -> None:
        alignment.work += len(mine) + len(theirs)
        mine, theirs = self.ends.trim(alignment, mine, theirs)
        for steps, gaps in ((self.anchors, False), (self.in_gaps, True), (self.across, False), (self.last, True)):
            for step in steps:
                free = alignment.free(mine, theirs)
                if not free[0] or not free[1]:
                    return
                for some_mine, some_theirs in alignment.gaps(mine, theirs) if gaps else (free,):
                    step.pair(alignment, some_mine, some_theirs)
