"""The example pipeline over 2 million elements, and its stream while drivers, executors and workers are killed.

It runs when it is named (``python -m benchmarks pipeline``), as it needs Java. Kills are found in /proc: on Linux.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import attrs
import pyarrow.parquet as pq

from benchmarks.pipeline.runs import CLUSTER, EXAMPLE, EXECUTOR, WORKER, Run, rows_of, started
from benchmarks.pipeline.runs import run as run_job
from benchmarks.report import Report

__all__ = ["LARGE", "SMALL", "Sessions", "run"]

LONGEST = 240.0
"""Seconds that the batch job may take, from its start to its end, on two cores."""

KILLS = 20
FILES = 4
"""Of a micro-batch, while there are kills."""

MOST_FAILURES = 5
"""Runs that fail by themselves, one after the other: then something else is wrong."""

DRIVER = b""
_NAMES = {
    DRIVER: "the driver, with all processes",
    EXECUTOR: "an executor",
    WORKER: "the Python workers of an executor",
}


@attrs.frozen
class Sessions:
    """How much is made: days, sessions a day, steps a session, rows of the list on a screen (of 4 elements each)."""

    days: int
    sessions: int
    steps: int
    rows: int

    def make(self, folder: Path) -> Path:
        sizes = [f"--{name}={size}" for name, size in attrs.asdict(self).items()]
        subprocess.run([sys.executable, EXAMPLE / "make_sessions.py", folder, *sizes], check=True)  # noqa: S603
        return folder


LARGE = Sessions(days=4, sessions=25, steps=30, rows=80)
SMALL = Sessions(days=2, sessions=9, steps=10, rows=2)


def run(large: Sessions = LARGE, small: Sessions = SMALL, kills: int = KILLS) -> Report:
    report = Report("The example pipeline")
    report.notes.append(
        f"`examples/pipeline` on {os.cpu_count()} cores: its batch job on `local[2]`, from the start of the process to"
        " its end, over sessions that `make_sessions.py` made; then its stream on two executors while processes are"
        " killed at random moments, each run again until it ends."
    )
    with tempfile.TemporaryDirectory() as folder:
        _batch(report, Path(folder, "large"), large)
        _kills(report, Path(folder, "small"), small, kills)
    return report


def _batch(report: Report, folder: Path, made: Sessions) -> None:
    folder.mkdir()
    sessions, out = made.make(folder / "sessions"), folder / "out"
    begin = time.perf_counter()
    run_job("batch.py", sessions, out, folder=folder / "spark", memory="4g")
    seconds = time.perf_counter() - begin
    files = pq.read_table(out / "answers" / "files.parquet").to_pylist()
    snapshots, elements = (sum(row[name] for row in files) for name in ("snapshots", "elements"))
    columns = ("files", "snapshots", "elements", "seconds", "elements a second")
    row = [len(files), f"{snapshots:,}", f"{elements:,}", f"{seconds:.0f}", f"{elements / seconds:,.0f}"]
    report.table("The batch job", columns, [row])
    report.target("elements", elements, 2_000_000, at_least=True)
    report.target("seconds of the batch job", seconds, LONGEST)


def _kills(report: Report, folder: Path, made: Sessions, wanted: int) -> None:
    folder.mkdir()
    sessions, out = made.make(folder / "sessions"), folder / "expected"
    run_job("batch.py", sessions, out, folder=folder / "spark")
    expected, page = rows_of(out), (out / "page.html").read_bytes()
    begin = time.perf_counter()
    _Killer(folder, sessions, 0).stream(folder / "undisturbed")
    killer = _Killer(folder, sessions, wanted, longest=time.perf_counter() - begin)
    lost = doubled = streams = pages = 0
    while killer.kills.total() < wanted:
        streams += 1
        killer.stream(folder / f"out-{streams}")
        found = rows_of(folder / f"out-{streams}")
        lost += sum((rows - found[table]).total() for table, rows in expected.items())
        doubled += sum((found[table] - rows).total() for table, rows in expected.items())
        pages += (folder / f"out-{streams}" / "page.html").read_bytes() == page
    rows = [[_NAMES[kind], count] for kind, count in sorted(killer.kills.items())]
    report.table("Kills", ("killed", "times"), [*rows, ["runs that failed by it, and were run again", killer.failed]])
    total = sum(table.total() for table in expected.values())
    columns = ("streams", "rows of each", "lost", "doubled", "the same page")
    report.table("Rows", columns, [[streams, f"{total:,}", lost, doubled, f"{pages} of {streams}"]])
    report.target("kills", killer.kills.total(), wanted, at_least=True)
    report.target("rows lost", lost, 0)
    report.target("rows doubled", doubled, 0)


class _Killer:
    """Runs streams, and kills what they run on until it has done so often enough."""

    def __init__(self, folder: Path, sessions: Path, wanted: int, longest: float = 0.0) -> None:
        self._folder, self._sessions, self._wanted, self._longest = folder, sessions, wanted, longest
        self._random = Random(24)
        self.kills: Counter[bytes] = Counter()
        self.failed = 0

    def stream(self, out: Path) -> None:
        """Run a stream, again and again, until one run has come to its end."""
        in_a_row = 0
        while True:
            arguments = self._sessions, out, "--files", str(FILES)
            job = started("stream.py", *arguments, folder=self._folder / "spark", master=CLUSTER)
            code = self._until_over(job)
            if code == 0:
                return
            in_a_row = in_a_row + 1 if code else 0
            self.failed += code is not None
            assert in_a_row < MOST_FAILURES, job.tail()

    def _until_over(self, job: Run) -> int | None:
        """Return the exit code of a run that has ended by itself; None if its driver was killed."""
        while self.kills.total() < self._wanted:
            try:
                job.process.wait(self._random.uniform(0, self._longest))
            except subprocess.TimeoutExpired:
                kind = self._random.choice((DRIVER, EXECUTOR, WORKER))
                self.kills[kind] += job.kill(kind) > 0
                if kind == DRIVER:
                    return None
            else:
                break
        return job.end()
