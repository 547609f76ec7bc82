"""The times of reads: whole intervals from the start, and the end."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, inf

__all__ = ["LEAST_INTERVAL", "SLACK", "Ticks"]

LEAST_INTERVAL = 0.05
"""Fewest seconds between two reads (spec/bad-inputs#65)."""

SLACK = 1e-6
"""Seconds by which two equal times may differ, from rounding."""


class Ticks:
    """Computes when to read, in seconds since the start. Times that pass while the reader is busy are skipped.

    Args:
        monotonic: seconds of a clock that never goes back.
        interval: seconds between two reads, raised to :data:`LEAST_INTERVAL`.
        duration: seconds until the last read; None: no last read.
    """

    def __init__(self, monotonic: Callable[[], float], interval: float, duration: float | None) -> None:
        self._monotonic = monotonic
        self._start = monotonic()
        self._interval = max(LEAST_INTERVAL, interval)
        self._end = inf if duration is None else duration
        self._earliest = 0.0  # of the next tick
        self._last = 0.0  # start of the last read

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self._monotonic() - self._start

    @property
    def over(self) -> bool:
        """Whether the read at the end has begun."""
        return self._last >= self._end - SLACK

    def begin_read(self, *, early: bool = False) -> None:
        """Note that a read begins: when it was due, or ``early`` because of a change."""
        self._last = self.elapsed
        if early:
            self._earliest = self._last + LEAST_INTERVAL

    def next(self, sooner: float = inf) -> float:
        """When the next read is due: at the next tick, or at ``sooner`` if that is still to come."""
        behind = floor((self.elapsed + 2 * SLACK) / self._interval)
        tick = max(behind + 1, ceil((self._earliest - SLACK) / self._interval)) * self._interval
        wanted = max(sooner, self._last + LEAST_INTERVAL) if sooner > self._last + SLACK else inf
        return min(tick, wanted, self._end)
