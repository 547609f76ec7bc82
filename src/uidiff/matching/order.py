"""What stays in order: the longest increasing subsequence."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

__all__ = ["longest_increasing", "off_the_longest"]


def longest_increasing(values: Sequence[int]) -> list[int]:
    """The longest increasing subsequence; of several the one whose sorted values come first. n log n.

    Among the values that may stand at one place of a longest subsequence, later ones are smaller; so at each place
    the smallest value that is larger than the one chosen before it also stands behind it.
    """
    if _increases(values):
        return list(values)
    ending = _lengths_ending(values)
    starting = _lengths_ending([-value for value in reversed(values)])[::-1]
    longest = max(ending, default=0)
    best: dict[int, list[int]] = {}
    for value, head, tail in zip(values, ending, starting, strict=True):
        if head + tail - 1 == longest:
            best.setdefault(head, []).append(value)  # decreasing
    chosen: list[int] = []
    for place in range(1, longest + 1):
        floor = chosen[-1] if chosen else None
        chosen.append(next(value for value in reversed(best[place]) if floor is None or value > floor))
    return chosen


def off_the_longest(order: Sequence[int]) -> list[int]:
    """What is not on the longest increasing subsequence, in the order given."""
    if _increases(order):
        return []
    stays = set(longest_increasing(order))
    return [value for value in order if value not in stays]


def _increases(order: Sequence[int]) -> bool:
    return all(map(int.__lt__, order, order[1:]))


def _lengths_ending(values: Sequence[int]) -> list[int]:
    """For each value the length of the longest increasing subsequence that ends with it (patience sorting)."""
    tops: list[int] = []
    lengths = []
    for value in values:
        pile = bisect_left(tops, value)
        tops[pile : pile + 1] = [value]
        lengths.append(pile + 1)
    return lengths
