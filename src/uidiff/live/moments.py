"""Time in a session: its clock, the moments of its reads, what ``since`` may be, and when to read next
(spec/definitions#2-time-and-tokens).

Moments are whole Unix milliseconds. Within a window they are strictly increasing, whatever the clock does, and none is
a whole second: so a text or a number without decimals always means a second, never the moment of a read.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from math import ceil, floor, inf

import attrs

__all__ = [
    "LEAST_INTERVAL",
    "SLACK",
    "Clock",
    "Since",
    "Ticks",
    "latest_moment",
    "next_moment",
    "seconds_of",
    "token_of",
]

Since = float | str | datetime
"""What ``since`` takes: a token, Unix seconds, either as text, or a date with its zone, as text or as a datetime."""

_SECOND = 1000
_FURTHEST = 10**11
"""Unix seconds from which on a time is a mistake (the year 5138)."""

_ROOM = 366 * 24 * 3600
"""Seconds before that in which no read may begin, so that the moments of later reads are times too."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_HOURS = 11
"""Characters of a date as text; behind them are the seconds, if any, and no dash but that of the zone."""

_NUMBER = re.compile(r"(\d{1,11})(?:\.(\d{1,9}))?", re.ASCII)
_CURE = (
    "give a report's token, Unix seconds, or a date with its zone such as 2024-01-15T10:30:45Z; "
    "or leave it out for what changed since the last read"
)


@attrs.frozen(kw_only=True)
class Clock:
    """Tells a session the time, and waits. For tests; the default is the machine's clock.

    Attributes:
        now: Unix seconds, which may jump when the clock is set.
        monotonic: seconds from any start, which never go back: ages and waits are measured by them.
        sleep: waits for a number of seconds. An ``AsyncSession`` awaits what it returns, if it can be awaited.
    """

    now: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None] | None] = time.sleep

    def waiting(self, seconds: float) -> float:
        """The seconds that a source of changes may wait: all of them by the machine's clock, none by another one."""
        return seconds if self.monotonic is time.monotonic else 0.0


def next_moment(seconds: float, last: int) -> int:
    """The moment of a read at ``seconds``, later than ``last``, and no whole second."""
    moment = max(math.floor(seconds * _SECOND), last + 1)
    return moment if moment % _SECOND else moment + 1


def is_time(seconds: float | None) -> bool:
    """Whether a backend's time can be used: known, from 1970 on, and early enough that later moments can follow."""
    return seconds is not None and 0 <= seconds < _FURTHEST - _ROOM


def seconds_of(moment: int) -> float:
    """A moment in Unix seconds."""
    return moment / _SECOND


def token_of(moment: int) -> str:
    """A moment as a token: Unix seconds with three decimals."""
    return f"{moment // _SECOND}.{moment % _SECOND:03d}"


def latest_moment(since: Since) -> int:
    """The latest moment that ``since`` may mean: reads up to then have been seen.

    A whole number, and a date or a text without a fraction, mean the end of their second.

    Raises:
        TypeError: neither a number, nor a text, nor a date.
        ValueError: it cannot be read, is no finite time from 1970 on, or a date without its zone.
    """
    if isinstance(since, datetime):
        return _of_date(since)
    if isinstance(since, str):
        found = _NUMBER.fullmatch(since.strip())
        if found is None:
            return _of_date(_date(since), exact=_has_fraction(since))
        whole, fraction = found.groups()
        return _end(int(whole)) if fraction is None else int(whole) * _SECOND + int(fraction.ljust(3, "0")[:3])
    if isinstance(since, bool) or not isinstance(since, int | float):
        raise TypeError(f"since cannot be {type(since).__name__}; {_CURE}")
    if not 0 <= since < _FURTHEST:  # nor NaN
        raise ValueError(f"since is no time; {_CURE}")
    return _end(int(since)) if since == int(since) else round(since * _SECOND)


def _date(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(f"since is no time; {_CURE}") from None


def _has_fraction(date: str) -> bool:
    """Whether a date as text gives a fraction of its second, even 0: a point or comma between hours and zone."""
    time = re.split("[+-]", date.strip()[_HOURS:], maxsplit=1)[0]
    return "." in time or "," in time


def _of_date(date: datetime, *, exact: bool = False) -> int:
    if date.utcoffset() is None:
        raise ValueError(f"since is a date without its zone; {_CURE}")
    moment = (date - _EPOCH) // _MILLISECOND
    if moment < 0:
        raise ValueError(f"since is before 1970; {_CURE}")
    return moment if exact or date.microsecond else _end(moment // _SECOND)


def _end(second: int) -> int:
    return second * _SECOND + _SECOND - 1


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
