"""A day of 10^10 elements on a cluster, from what was measured: how long it takes, and what one giant session does.

A core takes one task at a time, the next as soon as it is free, as Spark's scheduler does it. Start-up, stragglers for
other reasons and the network between machines are not simulated.
"""

from __future__ import annotations

import heapq
import math
import pickle
import random
from collections.abc import Iterable, Sequence

import attrs

from benchmarks.spark.constants import Constants
from uidiff.arrow.parquet_plan import File, Plan, Run, make_plan

__all__ = ["DAY", "GIANT", "Way", "makespan", "makespans", "needs", "plan_of_recordings", "session_lengths", "ways"]

DAY = 10_000_000_000
"""Elements."""

GIANT = 0.1
"""Of all elements, those of one session."""

ZIPF = 0.8
"""The n-th longest of the other sessions is shorter than the longest by n to this power."""

SESSIONS = 50_000
TASK = 4_000_000
"""Elements in a task, as ``diff_recordings`` cuts them at most."""

SNAPSHOT = 200
"""Elements in a snapshot."""

GROUP = 500
"""Snapshots in a row group."""

GROUPS = 250
"""Row groups in a file: some 100 MB of elements of real programs."""

WINDOWS = 100_000
"""Windows that are watched at once."""

MATCHER = "name-role-parent"
CORES = (4, 16, 64, 256)
PARTITIONS = 8
"""To a core, of a shuffle."""


@attrs.frozen
class Way:
    """Stages, one after the other: the seconds of each task, in the order in which they are started."""

    name: str
    stages: tuple[tuple[float, ...], ...]

    @property
    def core_seconds(self) -> float:
        return sum(map(sum, self.stages))

    def seconds(self, cores: int) -> float:
        """From the first task's begin to the last one's end."""
        return sum(makespan(stage, cores) for stage in self.stages)


def needs(constants: Constants) -> list[list[str]]:
    """What a day takes in all, however it is shared out."""
    million = DAY / 1e6
    stored = [[f"stored, {kind}", _bytes(value * DAY)] for kind, value in constants.stored.items()]
    seconds = [
        [f"{name}, {matcher}", f"{value * million / 3600:.1f} core hours"]
        for name, by_matcher in (("diff_recordings", constants.recordings), ("diff_snapshots", constants.snapshots))
        for matcher, value in by_matcher.items()
    ]
    plan = plan_of_recordings()
    giant = GIANT * million * constants.snapshots[MATCHER] * (1 - constants.map_side) / 60
    return [
        [f"snapshots of {SNAPSHOT} elements", f"{DAY // SNAPSHOT:,}"],
        [f"row groups of {GROUP} snapshots", f"{DAY // SNAPSHOT // GROUP:,}"],
        *stored,
        ["changes", f"{constants.rows * DAY / 1000:,.0f}, {_bytes(constants.rows * DAY / 1000 * constants.row)}"],
        ["shuffled by diff_snapshots", _bytes(constants.shuffled * DAY)],
        ["shuffled by diff_recordings", "nothing"],
        [f"files of {GROUPS} row groups", f"{DAY // SNAPSHOT // GROUP // GROUPS:,}"],
        [f"tasks of diff_recordings, of at most {TASK:,} elements and a row group", f"{len(plan):,}"],
        ["the plan that diff_recordings sends to each task", _bytes(len(pickle.dumps(plan)))],
        *seconds,
        ["one session of a tenth of it in one task of diff_snapshots", f"{giant:.0f} minutes"],
        ["memory of Python workers on 64 cores", _bytes(constants.worker * 64 * 2**20)],
        ["elements a second, where they come evenly", f"{DAY / 86_400:,.0f}"],
        [f"state of diff_stream, {WINDOWS:,} windows", _bytes(WINDOWS * SNAPSHOT * constants.state)],
    ]


def makespans(constants: Constants) -> tuple[list[str], list[list[str]]]:
    """Columns and rows of a table: the minutes of each way by the number of cores."""
    tried = {cores: ways(constants, PARTITIONS * cores) for cores in CORES}
    rows = [[str(cores), *(f"{way.seconds(cores) / 60:.1f}" for way in found)] for cores, found in tried.items()]
    return ["cores", *(way.name for way in tried[CORES[0]])], rows


def _bytes(count: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} TB"


def plan_of_recordings(elements: int = DAY) -> Plan:
    """The plan of a day that lies in row groups of GROUP snapshots, one session after the other."""
    runs: list[Run] = []
    snapshots = 0
    for number, length in enumerate(session_lengths(elements)):
        session, left, seq = f"session {number:06d}", round(length / SNAPSHOT), 0
        while left:
            group, start = divmod(snapshots, GROUP)
            rows = min(left, GROUP - start)
            place = divmod(group, GROUPS)
            runs.append(Run(*place, session, "main", start, rows, seq, seq + rows - 1, rows * SNAPSHOT, SNAPSHOT))
            snapshots, left, seq = snapshots + rows, left - rows, seq + rows
    files = [File("", f"/recordings/part-{number:05d}.zstd.parquet") for number in range(runs[-1].file + 1)]
    return make_plan(files, runs)


def makespan(tasks: Iterable[float], cores: int) -> float:
    """When the last of some tasks ends that are taken in turn by whichever core is free first."""
    free = [0.0] * cores
    last = 0.0
    for seconds in tasks:
        begin = heapq.heapreplace(free, free[0] + seconds)
        last = max(last, begin + seconds)
    return last


def ways(constants: Constants, partitions: int, *, elements: int = DAY) -> list[Way]:
    """Three ways through the day by name-role-parent: by windows, by windows with the giant session cut, by row groups.

    ``partitions``: into how many parts a shuffle deals.
    """
    lengths = session_lengths(elements)
    pieces = [piece for length in lengths for piece in _cut(length)]
    tasks = _cut(elements)
    snapshots = constants.snapshots[MATCHER]
    read = _seconds(tasks, snapshots * constants.map_side)
    diff = snapshots * (1 - constants.map_side)
    return [
        Way("diff_snapshots, a session in one task", (read, _seconds(_dealt(lengths, partitions), diff))),
        Way("diff_snapshots, sessions cut", (read, _seconds(_dealt(pieces, partitions), diff))),
        Way("diff_recordings", (_seconds(tasks, constants.recordings[MATCHER]),)),
    ]


def session_lengths(elements: int) -> list[float]:
    """One session of GIANT of all elements, and the rest by Zipf's law."""
    weights = [rank**-ZIPF for rank in range(1, SESSIONS)]
    rest = elements * (1 - GIANT) / sum(weights)
    return [elements * GIANT, *(weight * rest for weight in weights)]


def _cut(length: float) -> Sequence[float]:
    parts = max(1, math.ceil(length / TASK))
    return [length / parts] * parts


def _dealt(lengths: Sequence[float], partitions: int) -> list[float]:
    """What falls to each partition where a hash deals; the order of the partitions says nothing of their size."""
    rng = random.Random(0)
    found = [0.0] * partitions
    for length in lengths:
        found[rng.randrange(partitions)] += length
    return found


def _seconds(elements: Iterable[float], per_million: float) -> tuple[float, ...]:
    return tuple(count / 1e6 * per_million for count in elements)
