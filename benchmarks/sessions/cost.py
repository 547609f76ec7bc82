"""What the answers of a session cost in two stores, and what it costs to follow a window that is still."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from statistics import median

import uidiff
from benchmarks.report import Report
from benchmarks.sessions.player import Player
from benchmarks.sessions.timed import COUNT, TimedSession, Times, fresh, uncollected
from uidiff.live.file_store import FileStore
from uidiff.live.moments import Clock
from uidiff.live.store import MemoryStore
from uidiff.model.columns import Columns

__all__ = ["StillWindow", "polls", "stores"]

ROUNDS = 21
POLLS = 1_000


def stores(report: Report) -> None:
    """Add a table of answers where nothing changes and where one value does, with each store."""
    with (
        tempfile.TemporaryDirectory() as folder,
        TimedSession(store=MemoryStore()) as in_memory,
        TimedSession(store=FileStore(Path(folder) / "still")) as in_files,
        TimedSession(store=MemoryStore(), changing=True) as changing_in_memory,
        TimedSession(store=FileStore(Path(folder) / "changing"), changing=True) as changing_in_files,
        uncollected(),
    ):
        asked = [
            ("nothing", "MemoryStore", in_memory),
            ("nothing", "FileStore", in_files),
            ("one value", "MemoryStore", changing_in_memory),
            ("one value", "FileStore", changing_in_files),
        ]
        found: list[list[Times]] = [[] for _ in asked]
        for number in range(ROUNDS):
            for times, (_, _, session) in zip(found, asked, strict=True):
                times.append(session.times(number))
    cells = [
        [change, store, *(f"{median(each) * 1e3:.2f}" for each in zip(*times, strict=True)), _ratio(times)]
        for (change, store, _), times in zip(asked, found, strict=True)
    ]
    milliseconds = ("describe, ms", "diff of the same two, ms", "the same, given its rules, ms")
    columns = ("what changes", "store", *milliseconds, "describe / diff")
    report.table(f"Answers about {COUNT} elements, less the read; medians of {ROUNDS} rounds", columns, cells)


def _ratio(times: Iterable[Times]) -> str:
    return f"{median(one.ratio for one in times):.2f}"


class StillWindow:
    """Reads of a still window: equal, and of new columns each.

    The first one shares no text with any other, and each later one none with the one before: whichever of them a
    session keeps to compare with, it compares no object with itself.

    Attributes:
        count: how many there were.
        seconds: how long they took.
    """

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self._first, *self._others = (fresh() for _ in range(3))

    def reads(self) -> Iterator[uidiff.Snapshot]:
        yield self._first
        for other in cycle(self._others):
            start = time.perf_counter()
            columns = Columns.of([list(column) for column in other.columns])
            snapshot = uidiff.Snapshot(columns, other.circumstances)
            self.count += 1
            self.seconds += time.perf_counter() - start
            yield snapshot


def polls(report: Report) -> None:
    """Add a table of a still window, followed: what a poll costs, and that it says nothing."""
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    still = StillWindow()
    clock = Clock(now=lambda: now, monotonic=lambda: now, sleep=sleep)
    with uidiff.Session(Player(still.reads()), "a window", clock=clock) as session:
        start = time.perf_counter()
        records = list(session.observe(interval=1.0, duration=float(POLLS)))
        each = (time.perf_counter() - start - still.seconds) / still.count
    told = len(records) - 2  # the first and the last
    cells = [[still.count, told, f"{each * 1e9 / COUNT:.0f}"]]
    columns = ("polls", "records between the first and the last", "ns per element and poll, less the read")
    report.table(f"observe of a still window of {COUNT} elements", columns, cells)
    report.target(f"records told in {still.count} polls of a still window", told, 0)
    report.target("polls of a still window", still.count, POLLS, at_least=True)
