"""Compare two columns that mostly agree: in slices, which runs in C, and cell by cell where a slice differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, count
from operator import ne

__all__ = ["common_cells", "unequal_cells"]

_SLICE = 256
"""Cells in the first slice, and in the first behind a difference; each following slice has four times as many."""


def common_cells(left: Sequence[object], right: Sequence[object], i: int, j: int, limit: int) -> int:
    """Count the equal cells from ``left[i]`` and ``right[j]`` on, at most ``limit``."""
    start, length = 0, _SLICE
    while start < limit:
        stop = min(limit, start + length)
        ours, others = left[i + start : i + stop], right[j + start : j + stop]
        if ours != others:
            return start + next(compress(count(), map(ne, ours, others)))
        start, length = stop, length * 4
    return limit


def unequal_cells(left: Sequence[object], right: Sequence[object], i: int, j: int, limit: int) -> Iterator[int]:
    """Yield the offsets from ``left[i]`` and ``right[j]`` at which the next ``limit`` cells differ."""
    if limit == len(left) == len(right) and left == right:
        return  # no slice has to be made, and this is the usual case
    start = common_cells(left, right, i, j, limit)
    while start < limit:
        stop = min(limit, start + _SLICE)
        yield from compress(count(start), map(ne, left[i + start : i + stop], right[j + start : j + stop]))
        start = stop + common_cells(left, right, i + stop, j + stop, limit - stop)
