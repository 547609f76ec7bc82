"""The structural matcher: identity by texts, by place in the tree, and by what stands around an element."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

import attrs

from uidiff.matching.documents import DocumentMatcher, is_navigation
from uidiff.matching.matching import UNMATCHED, Matching, runs_of
from uidiff.matching.structural.alignment import NUMBERS, REASONS, Alignment
from uidiff.matching.structural.alike import pair_alike
from uidiff.matching.structural.choice import choose
from uidiff.matching.structural.evidence import Evidence
from uidiff.matching.structural.flat_tables import lift, lower, with_rows
from uidiff.matching.structural.frame import find_frame
from uidiff.matching.structural.ids import IdEvidence
from uidiff.matching.structural.leftovers import pair_by_children, pair_moved_and_changed, pair_moved_subtrees
from uidiff.matching.structural.siblings import (
    Siblings,
    pair_by_column,
    pair_equal_across,
    pair_equal_subtrees,
    pair_only_of_role,
    pair_renamed_in_place,
    pair_same_place,
    pair_same_role,
    trim_equal_ends,
)
from uidiff.matching.structural.trees import Numbering, Tree
from uidiff.matching.structural.votes import pair_by_votes, pair_equal_names, pair_records
from uidiff.matching.structural.windows import Document, Tokens, Window
from uidiff.matching.structural.wrappers import pair_unwrapped, pair_unwrapped_by_children
from uidiff.model.snapshot import Snapshot

__all__ = ["StructuralMatcher"]

SMALL = 4_096
"""Visits that looks ahead may cost however few elements are aligned."""


def _share(_: object, attribute: attrs.Attribute[float], value: float) -> None:
    if not 0 < value <= 1:
        raise ValueError(f"{attribute.name} must be above 0 and at most 1")


def _from_one_on(_: object, attribute: attrs.Attribute[int], value: int) -> None:
    if type(value) is not int or value < 1:
        raise ValueError(f"{attribute.name} must be a whole number from 1 on")


@attrs.frozen(kw_only=True)
class StructuralMatcher:
    """Pair the elements of two trees without ids, and better with ids: the matcher "auto".

    1. Elements that stayed in place need no alignment (``frame``): trees of one shape whose texts changed in place;
    the common start and end of the documents. 2. The rest is aligned from the roots down (``siblings``): the children
    of each pair, the surest evidence first. 3. Free elements may hang elsewhere (``leftovers``): moved subtrees,
    their surroundings, wrappers. 4. Ids decide where they disagree (``ids``, ``choice``) and the diff has no more
    records for it (spec/definitions#6-ids). Flat tables are given rows first (``flat_tables``).

    Across documents only equal text pairs (spec/definitions#7-documents). Bounds decide only
    where no text does; states nothing.

    Swapping the snapshots swaps the pairs. Work is linear, but for sorting, and for looks ahead, which are paid from
    a linear budget; when it is spent, the steps do without them.

    Attributes:
        stable_ids: whether ids are used: stable ones, and those of the author.
        likeness: the least share of text in common (Dice, each text weighted by rarity and length) by which two
            containers of one role are alike. Values from 0.2 to 0.6 score the same on the corpus, to 0.0001.
        shared_text: the least share of the smaller container's text that must be found in the other alone among all
            siblings; 0.2 to 0.5 give the same on the corpus. GumTree (Falleri et al., ICSE 2014) asks for half,
            ChangeDistiller (Fluri et al., TSE 2007) for 0.4 to 0.6 of trees of source code.
        moved_text: the same for containers that hang elsewhere: the half of GumTree.
        wrapped: the least share of a wrapper's elements that must be wrapped ones.
        letters: letters in a text that are enough to tell an element from others: the length of the common English
            word; a lone element needs several words or twice as many before it counts as moved.
        cells: the largest table of an in-order alignment; larger gaps are paired with queues.
        budget: visits that looks ahead may cost, per element that is aligned (and 4,096 in any case). From 8 on
            nothing changes on the corpus.
        rounds: how often the leftover steps run at most: moved parts within moved parts are rare.
    """

    stable_ids: bool = True
    likeness: float = attrs.field(default=0.4, validator=_share)
    shared_text: float = attrs.field(default=0.3, validator=_share)
    moved_text: float = attrs.field(default=0.5, validator=_share)
    wrapped: float = attrs.field(default=0.5, validator=_share)
    letters: int = attrs.field(default=4, validator=_from_one_on)
    cells: int = attrs.field(default=256, validator=_from_one_on)
    budget: int = attrs.field(default=12, validator=_from_one_on)
    rounds: int = attrs.field(default=3, validator=_from_one_on)

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair by structure; see :class:`Matcher`."""
        if is_navigation(before, after):
            return DocumentMatcher().match(before, after, given=given)
        bare = self._match(before, after, given)
        ids = IdEvidence.against(bare, before, after, given) if self.stable_ids else None
        if ids is None:
            return bare
        informed = self._match(before, after, ids.settled)
        return choose(before, after, bare, informed, ids)

    def _match(self, before: Snapshot, after: Snapshot, settled: Matching) -> Matching:
        mine, theirs = with_rows(before), with_rows(after)
        if mine is None or theirs is None:
            return self._match_trees(before, after, settled)
        made = self._match_trees(mine.snapshot, theirs.snapshot, lift(settled, mine, theirs))
        return lower(made, mine, theirs)

    def _match_trees(self, before: Snapshot, after: Snapshot, settled: Matching) -> Matching:
        tokens = _tokens(settled)
        frame = find_frame(Document(before, tokens[0]), Document(after, tokens[1]))
        runs, why = frame.runs, bytearray((NUMBERS["in place"],)) * len(before)
        work = settled.work + sum(n for _, _, n in runs)
        for window in frame.windows:
            why[window.before.start : window.before.stop] = bytes(len(window.before))
        if not frame.complete:
            alignment, swapped = self._aligned(before, after, frame.windows, tokens)
            for start, partners, reasons in alignment.by_window([one.before for one in frame.windows], swapped=swapped):
                runs += ((start + i, j, n) for i, j, n in runs_of(partners))
                why[start : start + len(reasons)] = reasons
            work += alignment.work
        made = Matching(len(before), len(after), tuple(runs), work, REASONS, bytes(why))
        return _with_reasons_of(settled, made) if settled.runs else made

    def _aligned(
        self,
        before: Snapshot,
        after: Snapshot,
        windows: Sequence[Window],
        tokens: Sequence[Tokens],
    ) -> tuple[Alignment, bool]:
        """Align the elements in the windows; return the alignment, and whether its trees are swapped."""
        numbering = Numbering()
        trees = [Tree(one, windows, side, numbering, tokens[side]) for side, one in enumerate((before, after))]
        # steps that must choose see the trees in one order, so that swapping the snapshots changes nothing
        swapped = not trees[0].comes_before(trees[1])
        if swapped:
            trees.reverse()
        for tree in trees:
            tree.number()
        evidence = Evidence(trees[0], trees[1], self.likeness, self.letters)
        alignment = Alignment(evidence, budget=self.budget * sum(map(len, trees)) + SMALL)
        self._run(alignment)
        return alignment, swapped

    def _run(self, alignment: Alignment) -> None:
        """Run the cascade: siblings from the roots down, then leftovers, until no more pairs are found.

        After each step on the leftovers, new pairs are aligned from there down.
        """
        alignment.to_align += [(family, family) for family in alignment.before.families]
        self._descend(alignment)
        for _ in range(self.rounds):
            free = alignment.free_count
            if not alignment.has_free_on_both_sides:
                return
            pair_moved_subtrees(alignment)
            self._descend(alignment)
            pair_by_children(alignment)
            self._descend(alignment)
            pair_moved_and_changed(alignment, share=self.moved_text)
            self._descend(alignment)
            if alignment.free_count == free:
                return

    def _descend(self, alignment: Alignment) -> None:
        """Align the children of pairs, until no pair waits; each step sees what those before it left free."""
        shared_text = partial(pair_by_votes, share=self.shared_text, step="shared text")
        steps: tuple[tuple[_SiblingStep, bool], ...] = (  # with whether the step runs in each gap, or on all siblings
            (pair_equal_subtrees, False),
            (pair_equal_names, False),
            (partial(pair_unwrapped, share=self.wrapped), False),
            (pair_unwrapped_by_children, False),
            (pair_records, False),
            (pair_same_place, True),
            (partial(pair_alike, cells=self.cells), True),
            (pair_renamed_in_place, True),
            (partial(shared_text, moved=False), True),
            (partial(shared_text, moved=True), False),
            (pair_equal_across, False),
            (pair_same_role, True),
            (pair_only_of_role, False),
        )
        while alignment.to_align:
            i, j = alignment.to_align.pop()
            mine, theirs = alignment.before.children(i), alignment.after.children(j)
            alignment.work += len(mine) + len(theirs)
            if i >= 0 <= j and alignment.before.roles[i] == "row" == alignment.after.roles[j]:
                pair_by_column(alignment, mine, theirs)
            _align(alignment, *trim_equal_ends(alignment, mine, theirs), steps)


_SiblingStep: TypeAlias = Callable[[Alignment, Siblings, Siblings], None]
"""Pairs free children, given in order, of a before-element and its partner."""


def _align(
    alignment: Alignment,
    mine: Siblings,
    theirs: Siblings,
    steps: Iterable[tuple[_SiblingStep, bool]],
) -> None:
    free, known, gaps = (mine, theirs), None, list[tuple[list[int], list[int]]]()
    for step, in_gaps in steps:
        free = alignment.free(*free)
        if not free[0] or not free[1]:
            return
        if in_gaps and free != known:
            known, gaps = free, [*alignment.gaps(mine, theirs)]
        for some_mine, some_theirs in gaps if in_gaps else (free,):
            step(alignment, some_mine, some_theirs)


def _tokens(settled: Matching) -> tuple[Tokens, Tokens]:
    """Return the tokens before and after: those of a settled pair are its before-index."""
    if not settled.runs:
        return None, None
    mine = [None if j == UNMATCHED else i for i, j in enumerate(settled.after_of)]
    theirs = [None if i == UNMATCHED else i for i in settled.before_of]
    return mine, theirs


def _with_reasons_of(settled: Matching, made: Matching) -> Matching:
    """Return ``made`` with the reasons of the settled pairs."""
    reasons = tuple(dict.fromkeys((*settled.reasons, *made.reasons)))
    numbers = [0, *(reasons.index(reason) + 1 for reason in made.reasons)]
    why = bytearray(numbers[number] for number in made.reason_of)
    for i, _, n in settled.runs:
        why[i : i + n] = settled.reason_of[i : i + n] or bytes((1,)) * n
    return attrs.evolve(made, reasons=reasons, reason_of=bytes(why))
