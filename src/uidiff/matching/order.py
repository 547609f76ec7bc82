"""The longest increasing subsequence: which elements stay in order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

__all__ = ["longest_increasing", "off_the_longest"]


def longest_increasing(values: Sequence[int]) -> list[int]:
    """Return the longest increasing subsequence, in n log n; of several the one with the smallest values first.

    Among the values that can stand at one place of a longest subsequence, later ones are smaller; so each place takes
    the smallest value above the one chosen before it.
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
    """Return the values that are not on the longest increasing subsequence, in the order given."""
    if _increases(order):
        return []
    stays = set(longest_increasing(order))
    return [value for value in order if value not in stays]


def _increases(order: Sequence[int]) -> bool:
    return all(map(int.__lt__, order, order[1:]))


def _lengths_ending(values: Sequence[int]) -> list[int]:
    """Return for each value the length of the longest increasing subsequence ending there (patience sorting)."""
    tops: list[int] = []
    lengths = []
    for value in values:
        pile = bisect_left(tops, value)
        tops[pile : pile + 1] = [value]
        lengths.append(pile + 1)
    return lengths
