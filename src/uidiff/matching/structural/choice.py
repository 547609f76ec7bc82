"""Choose, part by part, between two matchings of the same snapshots, so that a diff has no more records for it.

Where the matchings differ, the elements form parts: elements that stand in one chain of pairs, an element and the
paired ancestor below which it stands, siblings that are out of order. Each part can be taken from either matching
without the others. What it costs are its records: elements that changed, moved, were added or removed
(spec/definitions#3-what-is-compared, #9-added-removed and #10-moved). Bounds are left out: of equal elements that are
told apart, one that went shifts those behind it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

import attrs

from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.matching.moves import find_families, find_moves, paired_ancestors, split_siblings
from uidiff.matching.structural.ids import IdEvidence
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import state_differences
from uidiff.text import same_text, same_texts

__all__ = ["choose"]


@attrs.frozen
class _Sides:
    before: Snapshot
    after: Snapshot

    def differ(self, i: int, j: int) -> bool:
        """Return whether a pair differs in a reported field other than its bounds."""
        old, new = self.before.columns, self.after.columns
        return (
            old.url[i] != new.url[j]
            or old.url_digest[i] != new.url_digest[j]
            or not self.say_the_same(i, j)
            or not same_texts(old.actions[i], new.actions[j])
            or any(True for _ in state_differences(old.states[i], new.states[j]))
        )

    def say_the_same(self, i: int, j: int) -> bool:
        """Return whether role and texts of a pair are equal."""
        old, new = self.before.columns, self.after.columns
        return (
            same_text(old.role[i], new.role[j])
            and same_text(old.name[i], new.name[j])
            and same_text(old.value[i], new.value[j])
            and same_text(old.description[i], new.description[j])
        )


def choose(before: Snapshot, after: Snapshot, first: Matching, second: Matching, ids: IdEvidence) -> Matching:
    """Return the first matching with the parts of the second for which ids speak and that cost no more.

    Swapping the snapshots, and the pairs of both matchings, swaps the pairs of the answer.
    """
    differing = _Differing(_Sides(before, after), first, second)
    taken = differing.parts_of_second(ids)
    work = first.work + second.work + len(before) + len(after)
    if not taken:
        return attrs.evolve(first, work=work)
    mixed = differing.mixed(taken)
    bound = differing.records(first)
    for made in (mixed, second):
        if differing.records(made) <= bound:
            return attrs.evolve(made, work=work)
    return attrs.evolve(first, work=work)


class _Charge(NamedTuple):
    """Records that one of the matchings costs, with all elements that cause them; after-elements count on from the
    before-elements.
    """

    elements: tuple[int, ...]
    records: int


class _Differing:
    """The elements on whose partners two matchings differ, in parts."""

    def __init__(self, sides: _Sides, first: Matching, second: Matching) -> None:
        self.sides, self.first, self.second = sides, first, second
        self.count = len(sides.before)
        self.mine = [i for i, (j, k) in enumerate(zip(first.after_of, second.after_of, strict=True)) if j != k]
        self.theirs = [j for j, (i, k) in enumerate(zip(first.before_of, second.before_of, strict=True)) if i != k]
        self._part: dict[int, int] = {one: one for one in (*self.mine, *(self.count + j for j in self.theirs))}

    # ------------------------------------------------------------------- parts

    def part(self, element: int) -> int:
        """Return the element that stands for the part of an element."""
        root = element
        while self._part[root] != root:
            root = self._part[root]
        while self._part[element] != root:
            self._part[element], element = root, self._part[element]
        return root

    def _join(self, elements: Iterable[int]) -> None:
        """Make one part of those of the elements on which the matchings differ."""
        roots = [self.part(one) for one in elements if one in self._part]
        for root in roots[1:]:
            self._part[root] = roots[0]
            roots[0] = self.part(roots[0])

    def parts_of_second(self, ids: IdEvidence) -> set[int]:
        """Return the parts to be taken from the second matching."""
        charges = [[*self._charges(matching)] for matching in (self.first, self.second)]
        for some, out_of_order in zip(charges, self._out_of_order(), strict=True):
            some.extend(out_of_order)
        for charge in (*charges[0], *charges[1]):
            self._join(charge.elements)
        costs: list[dict[int, int]] = [{}, {}]
        for cost, some in zip(costs, charges, strict=True):
            for charge in some:
                part = self.part(charge.elements[0])
                cost[part] = cost.get(part, 0) + charge.records
        alike: dict[int, int] = {}
        for sign, matching in ((-1, self.first), (1, self.second)):
            for i in self.mine:
                j = matching.after_of[i]
                if j != UNMATCHED and self.sides.say_the_same(i, j):
                    alike[self.part(i)] = alike.get(self.part(i), 0) + sign
        strong, weak = ({self.part(i) for i in some if i in self._part} for some in (ids.stable, ids.automation))

        def is_better(part: int) -> bool:
            gain = costs[0].get(part, 0) - costs[1].get(part, 0)
            return gain > 0 or (gain == 0 and part in strong and alike.get(part, 0) >= 0)

        return {part for part in strong | weak if is_better(part)}

    def _charges(self, matching: Matching) -> Iterator[_Charge]:
        """Yield what a matching costs where the two differ."""
        before, after = self.sides.before, self.sides.after
        ups = paired_ancestors(before.parents, matching.after_of), paired_ancestors(after.parents, matching.before_of)
        for i in self.mine:
            j = matching.after_of[i]
            if j == UNMATCHED:
                yield _Charge((i, ups[0][i]), 1)
            else:
                yield _Charge((i, ups[0][i], *self._after(j, ups[1][j])), int(self.sides.differ(i, j)))
        for j in self.theirs:
            if matching.before_of[j] == UNMATCHED:
                yield _Charge(self._after(j, ups[1][j]), 1)
        for j in find_families(before, after, matching)[0]:
            i = matching.before_of[j]
            yield from self._charge((i, ups[0][i], *self._after(j, ups[1][j])), 1)

    def _out_of_order(self) -> tuple[list[_Charge], list[_Charge]]:
        """Return what siblings out of order cost each matching.

        Both are charged with the same elements: a child that only one of them pairs may be what the order costs there.
        """
        matchings = self.first, self.second
        families = [find_families(self.sides.before, self.sides.after, matching)[1] for matching in matchings]
        charges: tuple[list[_Charge], list[_Charge]] = ([], [])
        for up in sorted(families[0].keys() | families[1].keys()):
            orders = [some.get(up, []) for some in families]
            if orders[0] == orders[1]:
                continue
            for charge, order in zip(charges, orders, strict=True):
                off, many = split_siblings(order)
                charge.extend(self._charge((*orders[0], *orders[1], *self._after(up)), 1 if many else len(off)))
        return charges

    def _after(self, *indices: int) -> tuple[int, ...]:
        return tuple(self.count + j for j in indices if j != NO_PARENT)

    def _charge(self, elements: Iterable[int], records: int) -> Iterator[_Charge]:
        known = tuple(one for one in elements if one in self._part)
        if known:
            yield _Charge(known, records)

    # ------------------------------------------------------------------ answer

    def mixed(self, taken: Collection[int]) -> Matching:
        """Return the first matching, with these parts of the second."""
        first, second = self.first, self.second
        partners, reasons = list(first.after_of), list(dict.fromkeys((*first.reasons, *second.reasons)))
        why = bytearray(first.reason_of)
        for i in self.mine:
            if self.part(i) in taken:
                partners[i] = second.after_of[i]
                number = second.reason_of[i]
                why[i] = number and reasons.index(second.reasons[number - 1]) + 1
        return Matching.from_partners(partners, len(first.before_of), reasons=tuple(reasons), reason_of=bytes(why))

    def records(self, matching: Matching) -> int:
        """Count the records of a diff, less those of the pairs that both matchings have."""
        moves = find_moves(self.sides.before, self.sides.after, matching)
        pairs = ((i, matching.after_of[i]) for i in self.mine)
        changed = sum(j != UNMATCHED and self.sides.differ(i, j) for i, j in pairs)
        alone = matching.before_count + matching.after_count - 2 * len(matching)
        return changed + alone + len(moves.moved) + len(moves.reordered)
