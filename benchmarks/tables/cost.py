"""What a function costs, in a process of its own: the seconds of its processor, and its peak of memory."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.tables.data import batches_of
from uidiff import arrow
from uidiff.tokens import estimate_tokens

__all__ = ["CHANGES", "FUNCTIONS", "Cost", "cost_of"]

CHANGES = "diff_batches"


class Cost(NamedTuple):
    """Seconds of a processor, and the most memory that the process had."""

    seconds: float
    mebibytes: int


def cost_of(name: str, folder: Path) -> Cost:
    """Run one of ``FUNCTIONS`` on the rows of a folder."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as worker:
        found = worker.submit(_measured, name, folder).result()
    print(f"{name}, {folder.name}: {found.seconds:.2f} s, {found.mebibytes} MiB", flush=True)
    return found


def _measured(name: str, folder: Path) -> Cost:
    estimate_tokens("")  # reads its table
    begin = time.process_time()
    FUNCTIONS[name](folder)
    seconds = time.process_time() - begin
    return Cost(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def _drain(rows: Iterable[pa.RecordBatch]) -> None:
    for _ in rows:
        pass


def _halves(folder: Path) -> tuple[pa.Table, pa.Table]:
    """The first half of the sessions, and the others under their names, as two runs."""
    table = batches_of(folder).read_all()
    names = sorted(set(table["session"].to_pylist()))
    half = len(names) // 2
    runs = []
    for part in (names[:half], names[half : 2 * half]):
        run = table.filter(pc.is_in(table["session"], pa.array(part)))
        known = dict(zip(part, names, strict=False))
        sessions = pa.array([known[name] for name in run["session"].to_pylist()], pa.string())
        runs.append(run.set_column(run.schema.get_field_index("session"), "session", sessions))
    return runs[0], runs[1]


FUNCTIONS: dict[str, Callable[[Path], object]] = {
    CHANGES: lambda folder: _drain(arrow.diff_batches(batches_of(folder))),
    "transitions": lambda folder: _drain(arrow.transitions(batches_of(folder))),
    "transitions, each snapshot": lambda folder: _drain(arrow.transitions(batches_of(folder), each="snapshot")),
    "effects": lambda folder: arrow.effect_rates(arrow.effects(batches_of(folder)).read_all()),
    "token_cost": lambda folder: arrow.token_totals(arrow.token_cost(batches_of(folder)).read_all()),
    "screens": lambda folder: arrow.screen_graph(arrow.screens(batches_of(folder)).read_all()),
    "deduplicate": lambda folder: _drain(arrow.deduplicate(batches_of(folder))),
    "compare_runs": lambda folder: arrow.compare_runs(*_halves(folder)),
}
"""By name, with what adds up its rows: effect_rates, token_totals, screen_graph. ``compare_runs`` takes tables."""
