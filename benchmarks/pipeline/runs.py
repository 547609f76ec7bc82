"""Runs of the example pipeline in processes of their own, to be killed in the middle; and the rows that they left."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import attrs
import pyarrow.dataset as ds

from tests.own_spark import spark_environment
from tests.spark.cluster_job import distribution

__all__ = ["CLUSTER", "LOCAL", "Run", "rows_of", "run", "started"]

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "pipeline"
LOCAL = "local[2]"
CLUSTER = "local-cluster[2,1,1024]"
"""Two executors of one core, each a Java of its own."""

EXECUTOR, WORKER = b"CoarseGrainedExecutorBackend", b"pyspark.daemon"
"""What stands in the command lines of executors, and of Python workers."""

PATIENCE = 1_800.0
"""Seconds after which what is waited for will not happen."""

TABLES = ("files", "snapshots", "changes", "events", "effects", "screens")


@attrs.frozen
class Run:
    """A job that runs: the process of its driver, and where its output goes."""

    process: subprocess.Popen[bytes]
    log: Path

    def processes(self, kind: bytes = b"") -> list[int]:
        """Return the ids of its processes, on Linux: those of its session with this in their command lines."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                session = int((folder / "stat").read_bytes().rpartition(b")")[2].split()[3])
                if session == self.process.pid and kind in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except OSError:  # it has ended
                continue
        return sorted(found)

    def until(self, happened: Callable[[], bool]) -> None:
        """Wait for a condition; AssertionError if the job ends before, or if it takes too long."""
        end = time.monotonic() + PATIENCE
        while not happened():
            assert self.process.poll() is None, f"it has ended: {self.tail()}"
            assert time.monotonic() < end, f"it does not happen: {self.tail()}"
            time.sleep(0.02)

    def kill(self, kind: bytes = b"") -> int:
        """Kill the first process of a kind; without a kind all of them, the driver with all that it has started."""
        killed = 0
        for pid in self.processes(kind)[: 1 if kind else None]:
            try:
                os.kill(pid, signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                continue
        if not kind:
            self.process.wait(PATIENCE)
        return killed

    def end(self) -> int:
        """Wait until it has ended: the exit code. What is left of it is killed."""
        code = self.process.wait(PATIENCE)
        self.kill()
        return code

    def tail(self) -> str:
        """Return the end of what it has printed."""
        return self.log.read_text(encoding="utf-8", errors="replace")[-3000:]


def started(script: str, *arguments: str | Path, folder: Path, master: str = LOCAL, memory: str = "1g") -> Run:
    """Start a script of the example. ``folder`` takes what Spark writes; ``memory``: of the driver."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = spark_environment(folder)
    options = (
        environment["PYSPARK_SUBMIT_ARGS"]
        .replace("local[2]", master)
        .replace("driver-memory 1g", f"driver-memory {memory}")
    )
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    environment |= {"PYSPARK_SUBMIT_ARGS": options, "PYTHONPATH": path}
    if master != LOCAL:
        environment["SPARK_HOME"] = str(distribution(folder / f"spark-{time.monotonic_ns()}"))
    log = folder / f"{Path(script).stem}-{time.monotonic_ns()}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603  # our own
            [sys.executable, str(EXAMPLE / script), *map(str, arguments)],
            env=environment,
            cwd=folder,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    return Run(process, log)


def run(script: str, *arguments: str | Path, folder: Path, master: str = LOCAL, memory: str = "1g") -> Run:
    """Run a script to its end. AssertionError, with what it printed, unless its exit code is 0."""
    done = started(script, *arguments, folder=folder, master=master, memory=memory)
    code = done.end()
    assert code == 0, f"{shlex.join([script, *map(str, arguments)])}: {code}: {done.tail()}"
    return done


def rows_of(out: Path) -> dict[str, Counter[str]]:
    """Return how many times each row stands in each table, whatever the batch."""
    return {table: Counter(map(repr, ds.dataset(out / table).to_table().to_pylist())) for table in TABLES}
