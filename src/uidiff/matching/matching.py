"""A matching: the one-to-one pairing of before-elements and after-elements."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, pairwise
from operator import itemgetter, sub
from typing import NamedTuple, Protocol, TypeAlias

import attrs

from uidiff.model.snapshot import Snapshot

__all__ = ["GIVEN", "UNMATCHED", "Explanation", "Matcher", "Matching", "Reason", "Run"]

Run: TypeAlias = tuple[int, int, int]
"""(i, j, n): the before-elements i … i+n-1 are paired with the after-elements j … j+n-1, in that order."""

UNMATCHED = -1


class Reason(NamedTuple):
    """Why a matcher paired two elements.

    Attributes:
        step: the name of the step that paired them.
        why: what it compares, in a few words.
    """

    step: str
    why: str


GIVEN = Reason("given", "the pair was settled before this matcher began")
NO_PAIR = Reason("no pair", "no step found it on the other side")


@attrs.frozen
class Explanation:
    """Why a before-element has its partner, or none; ``str()`` makes a sentence of it.

    Attributes:
        before_index: the element.
        after_index: its partner, None without one.
        step: the name of the step that paired them.
        why: what that step compares.
    """

    before_index: int
    after_index: int | None
    step: str
    why: str

    def __str__(self) -> str:
        partner = "has no partner" if self.after_index is None else f"is {self.after_index} after"
        return f"{self.before_index} before {partner}: {self.step} ({self.why})"


def _count(_: object, attribute: attrs.Attribute[int], value: int) -> None:
    if type(value) is not int or value < 0:
        raise ValueError(f"{attribute.name} must be a whole number from 0 on")


def _maximal(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Sort the runs, join those that continue each other, drop empty ones."""
    joined: list[Run] = []
    i = j = n = 0
    for next_i, next_j, next_n in sorted(runs):
        if n and next_i == i + n and next_j == j + n:
            n += next_n
        else:
            if n:
                joined.append((i, j, n))
            i, j, n = next_i, next_j, next_n
    if n:
        joined.append((i, j, n))
    return tuple(joined)


def runs_of(after_of: Sequence[int]) -> tuple[Run, ...]:
    """Return the pairs as maximal runs, given the partner of each before-element."""
    steps = map(sub, after_of, (UNMATCHED, *after_of))
    breaks = [i for i, (step, j) in enumerate(zip(steps, after_of, strict=False)) if step != 1 or j == 0]
    lengths = map(sub, (*breaks[1:], len(after_of)), breaks)
    return tuple((i, after_of[i], n) for i, n in zip(breaks, lengths, strict=True) if after_of[i] != UNMATCHED)


def _between(spans: Iterable[tuple[int, int]], count: int) -> list[int]:
    """Return the indices below ``count`` that no span (start, length) covers; spans come in order."""
    left: list[int] = []
    end = 0
    for start, length in spans:
        left.extend(range(end, start))
        end = start + length
    left.extend(range(end, count))
    return left


def partner_in(runs: Sequence[Run], index: int, side: int = 0) -> int:
    """Return the partner of a before-element (of an after-element if ``side`` is 1) in ordered runs, else UNMATCHED."""
    at = bisect_right(runs, index, key=itemgetter(side)) - 1
    if at < 0 or index >= runs[at][side] + runs[at][2]:
        return UNMATCHED
    return index - runs[at][side] + runs[at][1 - side]


@attrs.frozen
class Matching:
    """The one-to-one pairing of before-elements and after-elements; ValueError if it is not one-to-one.

    Attributes:
        before_count, after_count: how many elements the two snapshots have.
        runs: maximal runs of pairs, sorted by their before-index.
        work: elements, keys and candidates that the matcher visited; not compared.
        reasons: each reason of a pair once; not compared.
        reason_of: for each before-element the number of its reason, from 1 on, 0 without; empty if unknown. Not
            compared.
    """

    before_count: int = attrs.field(validator=_count)
    after_count: int = attrs.field(validator=_count)
    runs: tuple[Run, ...] = attrs.field(default=(), converter=_maximal)
    work: int = attrs.field(default=0, eq=False)
    reasons: tuple[Reason, ...] = attrs.field(default=(GIVEN,), eq=False, repr=False)
    reason_of: bytes = attrs.field(default=b"", eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if not self.runs:
            return
        kinds = set(map(type, chain.from_iterable(self.runs)))
        if kinds != {int} or min(map(itemgetter(2), self.runs)) < 0:
            raise ValueError("no one-to-one matching: a run is three whole numbers, its length from 0 on")
        for side, (start, count) in enumerate(((0, self.before_count), (1, self.after_count))):
            spans = sorted((run[start], run[start] + run[2]) for run in self.runs)
            inside = not spans or (spans[0][0] >= 0 and spans[-1][1] <= count)
            if not inside or any(span[1] > following[0] for span, following in pairwise(spans)):
                name = "after" if side else "before"
                raise ValueError(f"no one-to-one matching: an {name}-index stands in two pairs, or is no element")

    # ------------------------------------------------------------ construction

    @classmethod
    def from_pairs(
        cls,
        pairs: Iterable[tuple[int, int]],
        *,
        before: Snapshot,
        after: Snapshot,
        work: int = 0,
    ) -> Matching:
        """Make a matching of pairs (before-index, after-index) in any order."""
        runs = tuple((i, j, 1) for i, j in sorted(pairs))
        return cls(len(before), len(after), runs, work)

    @classmethod
    def from_partners(
        cls,
        after_of: Sequence[int],
        after_count: int,
        *,
        work: int = 0,
        reasons: tuple[Reason, ...] = (GIVEN,),
        reason_of: bytes = b"",
    ) -> Matching:
        """Make a matching of the partner of each before-element, UNMATCHED without one."""
        return cls(len(after_of), after_count, runs_of(after_of), work, reasons, reason_of)

    @classmethod
    def identity(cls, count: int, *, work: int = 0) -> Matching:
        """Pair each of ``count`` elements with itself."""
        return cls(count, count, ((0, 0, count),) if count else (), work)

    @classmethod
    def nothing(cls, before: Snapshot, after: Snapshot) -> Matching:
        """Return a matching without pairs: the start of a matcher."""
        return cls(len(before), len(after))

    # ----------------------------------------------------------------- queries

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """All pairs (before-index, after-index), sorted by before-index."""
        return tuple((i + k, j + k) for i, j, n in self.runs for k in range(n))

    @cached_property
    def after_of(self) -> tuple[int, ...]:
        """For each before-element its partner's index, or UNMATCHED."""
        partners = [UNMATCHED] * self.before_count
        for i, j, n in self.runs:
            partners[i : i + n] = range(j, j + n)
        return tuple(partners)

    @cached_property
    def before_of(self) -> tuple[int, ...]:
        """For each after-element its partner's index, or UNMATCHED."""
        partners = [UNMATCHED] * self.after_count
        for i, j, n in self.runs:
            partners[j : j + n] = range(i, i + n)
        return tuple(partners)

    @property
    def unpaired_before(self) -> list[int]:
        """The before-elements without partner, in order."""
        return _between(((i, n) for i, _, n in self.runs), self.before_count)

    @property
    def unpaired_after(self) -> list[int]:
        """The after-elements without partner, in order."""
        return _between(((j, n) for _, j, n in self.runs_by_after), self.after_count)

    def before_index(self, after_index: int) -> int:
        """Return the partner of an after-element, or UNMATCHED; for a few elements faster than ``before_of``."""
        return partner_in(self.runs_by_after, after_index, 1)

    @cached_property
    def runs_by_after(self) -> tuple[Run, ...]:
        """The runs sorted by their after-index."""
        return tuple(sorted(self.runs, key=itemgetter(1)))

    def explain(self, before_index: int) -> Explanation:
        """Return which step paired a before-element, and why. IndexError if there is no such element."""
        if not 0 <= before_index < self.before_count:
            raise IndexError(f"element {before_index} of a snapshot of {self.before_count}")
        partner = self.after_of[before_index]
        if partner == UNMATCHED:
            return Explanation(before_index, None, *NO_PAIR)
        number = self.reason_of[before_index] if self.reason_of else 1
        return Explanation(before_index, partner, *self.reasons[number - 1])

    def __len__(self) -> int:
        return sum(n for _, _, n in self.runs)

    def __repr__(self) -> str:
        return f"<Matching of {len(self)} pairs, {self.before_count} before, {self.after_count} after>"


class Matcher(Protocol):
    """A strategy that pairs the elements of two snapshots."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair the elements that are the same.

        Args:
            before, after: the snapshots; never changed.
            given: pairs that are settled; they are part of the answer. At the start ``Matching.nothing``.

        Returns:
            A matching of the two snapshots, with its work counted.
        """
        ...
