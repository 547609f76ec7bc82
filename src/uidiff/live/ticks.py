"""When to read: at whole intervals from the start, and once more at the end."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, inf

__all__ = ["LEAST_INTERVAL", "SLACK", "Ticks"]

LEAST_INTERVAL = 0.05
"""Seconds between two reads, at least (spec/bad-inputs#65)."""

SLACK = 1e-6
"""Times are compared to the microsecond."""


class Ticks:
    """The times of reads, in seconds since the start. Those that go by while the reader is busy are skipped.

    Args:
        monotonic: a clock that never goes back.
        interval: seconds between two reads, at least :data:`LEAST_INTERVAL`.
        duration: seconds after which the last read is due; None: there is none.
    """

    def __init__(self, monotonic: Callable[[], float], interval: float, duration: float | None) -> None:
        self._monotonic = monotonic
        self._start = monotonic()
        self._interval = max(LEAST_INTERVAL, interval)
        self._end = inf if duration is None else duration
        self._least = 0.0  # no read is due before
        self._last = 0.0  # when the last read began

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self._monotonic() - self._start

    @property
    def over(self) -> bool:
        """Whether the last read was the last one."""
        return self._last >= self._end - SLACK

    def begin_read(self, *, early: bool = False) -> None:
        """A read begins: when it was due, or early, as a change was told of."""
        self._last = self.elapsed
        if early:
            self._least = self._last + LEAST_INTERVAL

    def next(self, sooner: float = inf) -> float:
        """When the next read is due: at the next tick, or ``sooner`` if that is still to come, but not at once."""
        behind = floor((self.elapsed + 2 * SLACK) / self._interval)
        tick = max(behind + 1, ceil((self._least - SLACK) / self._interval)) * self._interval
        wanted = max(sooner, self._last + LEAST_INTERVAL) if sooner > self._last + SLACK else inf
        return min(tick, wanted, self._end)
