"""The tables about sessions on a million elements: what each costs beside the changes alone, and its peak of memory.

It runs when it is named (``python -m benchmarks tables``), as it takes minutes. What needs Java is left out without it.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from benchmarks.report import Report
from benchmarks.tables.cost import CHANGES, FUNCTIONS, Cost, cost_of
from benchmarks.tables.data import SETS, make
from benchmarks.tables.in_spark import Times, times_in_spark

__all__ = ["run"]

FACTOR, SECONDS = 1.5, 2.0
"""``transitions`` takes ``FACTOR`` times as long as the changes alone, and ``SECONDS`` more a million elements."""

MOST_MEMORY = 350
"""MiB."""


def run() -> Report:
    report = Report("Tables about sessions")
    report.notes.append(
        "Made-up recordings (`benchmarks/spark/made.py`) of trees of 50, 500 and 5,000 elements, a few changes between"
        " two reads, an action before every second one; and the recordings of the second corpus, with which nothing was"
        " made faster. Each function reads Parquet by a lazy reader, in a process of its own, one after the other;"
        " seconds are of the processor, start and imports left out. `diff_batches` finds the changes alone."
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        elements = make(folder)
        costs = {(each, which): cost_of(each, folder / which) for which in elements for each in FUNCTIONS}
        _tables(report, elements, costs)
        if shutil.which("java"):
            _spark(report, times_in_spark(folder, [made.name for made in SETS]))
    return report


def _tables(report: Report, elements: dict[str, int], costs: dict[tuple[str, str], Cost]) -> None:
    made = [one.name for one in SETS]
    report.table("What there is", ["set", "elements"], [[which, f"{count:,}"] for which, count in elements.items()])
    rows, seconds = [], {}
    for each in FUNCTIONS:
        seconds[each] = sum(costs[each, which].seconds for which in made)
        cells = [f"{costs[each, which].seconds:.2f}" for which in elements]
        peak = max(costs[each, which].mebibytes for which in elements)
        rows.append([each, *cells, f"{seconds[each]:.2f}", f"{seconds[each] / seconds[CHANGES]:.1f}", peak])
    heads = ["function", *elements, "all made up", "times the changes alone", "peak MiB"]
    report.table("Seconds of one processor", heads, rows)
    millions = sum(elements[which] for which in made) / 1_000_000
    taken = (seconds["transitions"] - SECONDS * millions) / seconds[CHANGES]
    report.target("transitions less 2 s a million elements / diff_batches, one processor", taken, FACTOR)
    peak = max(costs["transitions", which].mebibytes for which in elements)
    report.target("peak of memory of transitions, MiB", peak, MOST_MEMORY)


def _spark(report: Report, times: Times) -> None:
    rows = [[name, f"{seconds:.2f}"] for name, seconds in times.items()]
    report.table("Seconds in Spark on two processors, of a clock, of all made up", ["function", "seconds"], rows)
    if "transitions" in times:
        taken = (times["transitions"] - SECONDS) / times["diff_recordings"]
        report.target("transitions less 2 s / diff_recordings, in Spark", taken, FACTOR)
