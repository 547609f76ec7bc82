"""Times of a session's answers, each beside the time of a diff of the same two snapshots."""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple, Self, TypeAlias

import uidiff
from benchmarks.sessions.player import Player
from benchmarks.trees import rows, separate
from uidiff.live.store import Store
from uidiff.model.circumstances import Circumstances

__all__ = ["COUNT", "TimedSession", "Times", "fresh", "uncollected"]

COUNT = 10_000
"""So many elements the window has."""

_WINDOW = Circumstances(app="Bench", window="1")
_EDITED = 2

_Timed: TypeAlias = Callable[[uidiff.Snapshot, uidiff.Snapshot], float]
"""What looks at two snapshots, and says how many seconds that took."""


class Times(NamedTuple):
    """Seconds of one answer without its read, and of diffs of the two snapshots that it compared.

    Attributes:
        describe: the answer.
        diff: ``uidiff.diff(before, after)``, which makes rules for events first.
        ruled: the same, given the rules, as the session does it.
    """

    describe: float
    diff: float
    ruled: float

    @property
    def ratio(self) -> float:
        return self.describe / self.diff

    @property
    def more(self) -> float:
        """What the answer took beyond the diff, in diffs."""
        return (self.describe - self.diff) / self.diff

    @property
    def more_than_ruled(self) -> float:
        """The same of the diff that was given its rules."""
        return (self.describe - self.ruled) / self.ruled


def fresh(value: str | None = None) -> uidiff.Snapshot:
    """A read as from a live program: it shares nothing with any other; ``value`` is what one of its elements says."""
    given = separate(rows(COUNT))
    if value is not None:
        given[_EDITED] = given[_EDITED]._replace(value=value)
    return uidiff.Snapshot.from_rows(given, circumstances=_WINDOW)


class TimedSession:
    """A session on a window in which nothing changes; or one value from each read to the next.

    Every read is kept: to free the objects of an old one is not the session's work, but would be done in its time.
    """

    def __init__(self, *, store: Store | None = None, changing: bool = False) -> None:
        self._changing = changing
        self._reads: list[uidiff.Snapshot] = []
        self._reading = 0.0
        self._rules = uidiff.events.EventRules()
        self._session = uidiff.Session(Player(self._serve()), "a window", store=store)
        self._read()
        self._last = self._session.describe().snapshot

    def _serve(self) -> Iterator[uidiff.Snapshot]:
        while True:
            start = time.perf_counter()
            snapshot = self._reads[-1]
            self._reading = time.perf_counter() - start
            yield snapshot

    def _read(self) -> uidiff.Snapshot:
        snapshot = fresh(f"typed {len(self._reads)}" if self._changing else None)
        self._reads.append(snapshot)
        return snapshot

    def times(self, turn: int) -> Times:
        """The times of one more answer, and of the diffs; ``turn`` says with which of the three it begins.

        Each would find in the processor's caches what the one before has looked at. So another window is read before
        each of them, as a session reads before it answers, and the caches hold what that leaves in them.
        """
        before, after = self._last, self._read()
        order = deque[_Timed]((self._describe, _diff, partial(_diff, rules=self._rules)))
        order.rotate(-turn)
        seconds = deque(timed(before, after) for timed in order)
        seconds.rotate(turn)
        return Times(*seconds)

    def _describe(self, *_: uidiff.Snapshot) -> float:
        other = fresh()
        start = time.perf_counter()
        report = self._session.describe()
        seconds = time.perf_counter() - start - self._reading
        del other
        self._last = report.snapshot
        return seconds

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()


def _diff(before: uidiff.Snapshot, after: uidiff.Snapshot, *, rules: uidiff.events.EventRules | None = None) -> float:
    sides = [uidiff.Snapshot(one.columns, one.circumstances) for one in (before, after)]  # nothing is worked out yet
    other = fresh()
    start = time.perf_counter()
    delta = uidiff.diff(*sides, rules=rules)
    seconds = time.perf_counter() - start
    del other, delta
    return seconds


@contextmanager
def uncollected() -> Iterator[None]:
    """The collector waits until it is over."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
