"""The order of the steps: from the roots down, then what is left, until nothing more is found."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from uidiff.matching.structural.alignment import Alignment
from uidiff.matching.structural.leftovers import LeftoverStep
from uidiff.matching.structural.siblings import EqualEnds, SiblingStep

__all__ = ["Cascade"]


@attrs.frozen(eq=False, repr=False)
class Cascade:
    """Steps in order; each pairs among what those before it left free.

    Attributes:
        ends: the children of a pair that begin and end alike.
        anchors: among those between them, in whatever order they stand.
        in_gaps: between neighbouring pairs that keep their order.
        across: again in whatever order.
        last: in the gaps that are left, by what is weakest.
        leftovers: wherever something is free; after each, what it opened is aligned from there down.
        rounds: how often the leftovers are gone through at most.
    """

    ends: EqualEnds
    anchors: Sequence[SiblingStep]
    in_gaps: Sequence[SiblingStep]
    across: Sequence[SiblingStep]
    last: Sequence[SiblingStep]
    leftovers: Sequence[LeftoverStep]
    rounds: int

    def run(self, alignment: Alignment) -> None:
        """Pair what can be paired."""
        alignment.open += [(family, family) for family in alignment.before.families]
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
        while alignment.open:
            i, j = alignment.open.pop()
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
