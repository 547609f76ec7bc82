"""Share out the row groups of sorted Parquet files among tasks, and note where the snapshot before each part stands.

One task reads a row group whole, and the engine goes from row to row. Where a window goes on from another place (a
cut), the engine needs the snapshot before: the last good one of the runs before. There is no I/O here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import attrs

from uidiff.errors import InvalidSnapshot

__all__ = ["NOWHERE", "Cut", "File", "Group", "Past", "Plan", "Run", "make_plan"]

NOWHERE = -1
"""Instead of the number of a list of runs: there is no run before."""

MOST_NODES_PER_TASK = 4_000_000
"""Seconds of work for one core (``benchmarks/spark``): much longer than the start of a task."""

FEWEST_NODES_PER_TASK = 250_000
"""Several row groups as ``write_recordings`` makes them: much more than the one that is read again for one row."""

WANTED_TASKS = 64
"""The number of tasks that keeps a small cluster busy to the end."""


class File(NamedTuple):
    """A file: the URI that says which file system it is on ("" for that of the machine), and its path there."""

    root: str
    path: str


class Run(NamedTuple):
    """The rows of one session and window in a row group, which stand together.

    Attributes:
        file, group: where it stands: the number of the file, and of the row group in it.
        session, window: of all rows.
        start, rows: its first row in the row group, and how many it has.
        first, last: the lowest and the highest sequence number; None where no row has one.
        nodes: how many elements the snapshots have.
        most: how many the largest of them has.
    """

    file: int
    group: int
    session: str | None
    window: str | None
    start: int
    rows: int
    first: int | None
    last: int | None
    nodes: int
    most: int


class Past(NamedTuple):
    """A run that has gone before.

    Attributes:
        file, group: where it stands.
        most: the elements of the largest snapshot of that row group.
        start, rows: its first row, and how many it has.
        reach: the highest sequence number in it and in all before it.
    """

    file: int
    group: int
    most: int
    start: int
    rows: int
    reach: int | None


class Cut(NamedTuple):
    """From this row on, the snapshot before is another: the last good one in the first ``upto`` of a list of runs."""

    row: int
    chain: int
    upto: int


class Group(NamedTuple):
    """A row group to be diffed. ``most``: the elements of its largest snapshot."""

    file: int
    group: int
    most: int
    cuts: tuple[Cut, ...]


@attrs.frozen
class Plan:
    """The tasks of a job, kept small: every task gets all of the plan and opens its own part.

    Attributes:
        files: where they are.
        _tasks: for each task its row groups, as JSON.
        _chains: for each window that goes on from one row group to another its runs, in order, as JSON.
    """

    files: tuple[File, ...]
    _tasks: tuple[bytes, ...]
    _chains: tuple[bytes, ...]

    def __len__(self) -> int:
        return len(self._tasks)

    def groups(self, task: int) -> list[Group]:
        """Return the row groups of a task, in reading order."""
        found = json.loads(self._tasks[task])
        return [Group(file, group, most, tuple(Cut(*cut) for cut in cuts)) for file, group, most, cuts in found]

    def before(self, cut: Cut) -> list[Past]:
        """Return the runs in which the snapshot before a cut may be, the nearest first."""
        if cut.chain == NOWHERE:
            return []
        return [Past(*past) for past in json.loads(self._chains[cut.chain])[: cut.upto]][::-1]


def make_plan(files: Sequence[File], runs: Iterable[Run], *, nodes_per_task: int | None = None) -> Plan:
    """Share out the row groups of some files.

    The runs of a window follow on each other by their first sequence numbers, wherever they stand. Where they overlap,
    the rows that come too late are errors, as they are for the engine.

    Args:
        files: where they are.
        runs: all of all row groups, in any order.
        nodes_per_task: about how many elements one task diffs; by default as many as make 64 tasks, but at least
            250,000 and at most 4,000,000.

    Raises:
        InvalidSnapshot: the rows of a window do not stand together in a row group.
    """
    ordered = sorted(runs, key=lambda run: (run.file, run.group, run.start))
    tasks = _tasks(ordered, nodes_per_task or _nodes_per_task(sum(run.nodes for run in ordered)))
    chains = _chains(ordered)
    most: dict[tuple[int, int], int] = {}
    for run in ordered:
        most[run[:2]] = max(most.get(run[:2], 0), run.most)
    kept: list[bytes] = []
    cuts: dict[int, Cut] = {}
    task_of = {number: task for task, numbers in enumerate(tasks) for number in numbers}
    for chain in chains:
        _expect_one_run_per_group(files, [ordered[number] for number in chain])
        if len(chain) > 1:
            _cut(chain, task_of, len(kept), cuts)
            kept.append(_packed(_pasts([ordered[number] for number in chain], most)))
    return Plan(tuple(files), tuple(_packed(_groups(ordered, numbers, cuts, most)) for numbers in tasks), tuple(kept))


def _nodes_per_task(nodes: int) -> int:
    about = min(max(nodes // WANTED_TASKS, FEWEST_NODES_PER_TASK), MOST_NODES_PER_TASK)
    return nodes // max(1, round(nodes / about)) or 1


def _tasks(runs: Sequence[Run], nodes_per_task: int) -> list[list[int]]:
    """Return the numbers of the runs of each task: whole row groups, in their order.

    A task that begins within a window has to read the snapshot before its first one. So a task ends with a window where
    that makes it smaller by no more than a quarter, or larger by no more than FEWEST_NODES_PER_TASK,
    and no more than twice as large.
    """
    left = _left_of_windows(runs)
    tasks: list[list[int]] = []
    nodes = 0
    for number, run in enumerate(runs):
        last = runs[number - 1] if number else None
        if last is None or (
            run[:2] != last[:2] and _is_enough(nodes, nodes_per_task, _goes_on(last, run) * left[number])
        ):
            tasks.append([])
            nodes = 0
        tasks[-1].append(number)
        nodes += run.nodes
    return tasks


def _is_enough(nodes: int, wanted: int, left: int) -> bool:
    """Whether a task of ``nodes`` elements ends before a row group whose first window has ``left`` elements to go."""
    if not left:
        return 4 * nodes >= 3 * wanted
    return nodes >= wanted and nodes + left > wanted + min(wanted, FEWEST_NODES_PER_TASK)


def _goes_on(last: Run, run: Run) -> bool:
    return (last.session, last.window) == (run.session, run.window)


def _left_of_windows(runs: Sequence[Run]) -> list[int]:
    """Return for each run the elements of its window from there to the next window."""
    left = [run.nodes for run in runs]
    for number in range(len(runs) - 1, 0, -1):
        if _goes_on(runs[number - 1], runs[number]):
            left[number - 1] += left[number]
    return left


def _chains(runs: Sequence[Run]) -> list[list[int]]:
    """Return the numbers of the runs of each window, in the order of their sequence numbers."""
    found: dict[tuple[str | None, str | None], list[int]] = {}
    for number, run in enumerate(runs):
        found.setdefault((run.session, run.window), []).append(number)

    def key(number: int) -> tuple[bool, int, int]:
        first = runs[number].first
        return (first is None, first or 0, number)

    return [sorted(numbers, key=key) for numbers in found.values()]


def _cut(chain: Sequence[int], task_of: dict[int, int], name: int, cuts: dict[int, Cut]) -> None:
    """Cut before each run of a window that does not go on from the rows just read by the same task."""
    for upto, number in enumerate(chain):
        goes_on = upto > 0 and chain[upto - 1] == number - 1 and task_of[number] == task_of[number - 1]
        if not goes_on:
            cuts[number] = Cut(0, name if upto else NOWHERE, upto)


def _groups(
    runs: Sequence[Run], numbers: Sequence[int], cuts: dict[int, Cut], most: dict[tuple[int, int], int]
) -> list[Group]:
    found: dict[tuple[int, int], list[Cut]] = {}
    for number in numbers:
        own = found.setdefault(runs[number][:2], [])
        if number in cuts:
            own.append(cuts[number]._replace(row=runs[number].start))
    return [Group(*place, most[place], tuple(own)) for place, own in found.items()]


def _pasts(runs: Sequence[Run], most: dict[tuple[int, int], int]) -> list[Past]:
    pasts = []
    reach: int | None = None
    for run in runs:
        reach = max((seq for seq in (reach, run.last) if seq is not None), default=None)
        pasts.append(Past(run.file, run.group, most[run[:2]], run.start, run.rows, reach))
    return pasts


def _expect_one_run_per_group(files: Sequence[File], chain: Sequence[Run]) -> None:
    seen: set[tuple[int, int]] = set()
    for run in chain:
        if run[:2] in seen:
            problem = f"row group {run.group}: rows of a session and window that do not stand together"
            raise InvalidSnapshot(
                problem, ascii(files[run.file].path), "write them with write_recordings, or take diff_snapshots"
            )
        seen.add(run[:2])


def _packed(values: object) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode()
