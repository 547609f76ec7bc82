"""What a session does besides reading, matching and diffing, on a window in which nothing changes."""

from __future__ import annotations

import os
from statistics import median, quantiles

import attrs

from benchmarks.report import Report
from benchmarks.sessions.timed import COUNT, TimedSession, Times, uncollected

__all__ = ["BLOCKS", "STEADY", "overhead"]

BOUND = 0.2
ROUNDS = 101
BLOCKS = 5
STEADY = 0.05
"""A block whose quartiles are no farther apart is good enough; of five that are not, the best one is."""


@attrs.frozen
class _Block:
    """The times of some rounds in a row."""

    rounds: tuple[Times, ...]

    @property
    def quartiles(self) -> list[float]:
        """Of what the answers took beyond the diffs, in diffs."""
        return quantiles((one.more for one in self.rounds), n=4)

    @property
    def spread(self) -> float:
        first, _, third = self.quartiles
        return third - first

    def row(self) -> list[object]:
        ruled = quantiles((one.more_than_ruled for one in self.rounds), n=4)
        microseconds = [median(each) * 1e6 for each in zip(*self.rounds, strict=True)]
        return [*(f"{one:.0f}" for one in microseconds), _three(self.quartiles), _three(ruled)]


def overhead(report: Report) -> None:
    """Add the tables and the target."""
    load = _load()
    blocks = [_measured()]
    while len(blocks) < BLOCKS and blocks[-1].spread > STEADY:
        blocks.append(_measured())
    taken = min(blocks, key=lambda block: block.spread)
    rows = [[number, *block.row(), "taken" if block is taken else ""] for number, block in enumerate(blocks, start=1)]
    title = f"All but read, match and diff: {COUNT} elements, nothing changes, {ROUNDS} rounds a block"
    times = ("describe, µs", "diff, µs", "diff given its rules, µs")
    columns = ("block", *times, "more than a diff (p25, median, p75)", "more than one given its rules", "")
    report.table(title, columns, rows)
    report.table("The machine", ("processors", "load before", "load after"), [[os.cpu_count(), load, _load()]])
    report.target("all but read, match and diff, unchanged window / diff", taken.quartiles[1], BOUND)


def _measured() -> _Block:
    with TimedSession() as session, uncollected():
        return _Block(tuple(session.times(number) for number in range(ROUNDS)))


def _three(quartiles: list[float]) -> str:
    return ", ".join(f"{one:.3f}" for one in quartiles)


def _load() -> str:
    """How many processes wanted a processor in the last minute, on the average; this one is one of them."""
    return f"{os.getloadavg()[0]:.2f}"
