"""Refs: numbers that name elements, ``e12``, as long as the elements live (spec/definitions#16-refs)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from uidiff.errors import DeltaMismatch
from uidiff.matching.matching import Matching

__all__ = ["Refs", "RefsOption", "SidesRefs", "number_of_ref"]

_REF = r"e?([1-9][0-9]{0,17})"


@attrs.frozen
class Refs:
    """The numbers of the elements of one snapshot, and the next free one.

    Attributes:
        numbers: by index.
        next: above every number of the session, those of removed elements included.
    """

    numbers: Sequence[int]
    next: int

    @classmethod
    def first(cls, count: int) -> Refs:
        """Return the numbers of a first read: 1, 2, … in pre-order."""
        return cls(range(1, count + 1), count + 1)

    @classmethod
    def of(cls, given: RefsOption, count: int) -> Refs:
        """Check numbers that a caller gives for a snapshot of ``count`` elements; None: those of a first read.

        Raises:
            TypeError: something else than whole numbers.
            ValueError: a number below 1, or a duplicate.
            DeltaMismatch: not one number for each element.
        """
        if given is None:
            return cls.first(count)
        numbers = tuple(given.numbers if isinstance(given, Refs) else given)
        if any(type(number) is not int for number in numbers):
            raise TypeError("refs take whole numbers, one for each element, as report.refs gives them")
        if len(numbers) != count:
            raise DeltaMismatch(f"{len(numbers)} refs for {count} elements: give one for each, in document order")
        highest = max(numbers, default=0)
        if len(set(numbers)) != count or min(numbers, default=1) < 1:
            raise ValueError("refs are numbers from 1 on, none of them twice")
        if isinstance(given, Refs) and given.next <= highest:
            raise ValueError(f"the next ref, {given.next}, is not above the highest one, {highest}")
        return cls(numbers, given.next if isinstance(given, Refs) else highest + 1)

    def same_numbers(self, other: Refs) -> bool:
        """Return whether the elements of two snapshots have the same numbers, one by one."""
        ours, others = self.numbers, other.numbers
        return ours is others or (len(ours) == len(others) and tuple(ours) == tuple(others))

    def carried(self, matching: Matching) -> Refs:
        """Return the numbers of the snapshot after: paired elements keep theirs, others get the next in after-order."""
        if matching.runs == ((0, 0, matching.after_count),) and len(self.numbers) == matching.after_count:
            return self
        numbers: list[int] = []
        free = self.next
        for i, j, length in (*matching.runs_by_after, (0, matching.after_count, 0)):
            added = j - len(numbers)
            numbers.extend(range(free, free + added))
            numbers.extend(self.numbers[i : i + length])
            free += added
        return Refs(tuple(numbers), free)


RefsOption = Refs | Sequence[int] | None
"""The refs of a snapshot as a caller gives them: from an earlier delta, as a column of numbers, or not at all."""

SidesRefs = tuple[Refs, Refs]
"""The refs of both sides of a diff."""


def number_of_ref(ref: str | int) -> int:
    """Return the number of a ref: 12 for "e12", "12" or 12.

    Raises:
        ValueError: it is no ref.
    """
    found = re.fullmatch(_REF, ref) if isinstance(ref, str) else None
    if found is not None:
        return int(found[1])
    if type(ref) is not int or ref < 1:
        raise ValueError(f"a ref is a text such as 'e12', or its number, got {ascii(ref)[:40]}")
    return ref
