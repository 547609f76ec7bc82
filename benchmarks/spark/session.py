"""A Spark session to be measured: jobs under names, and what each has cost, from Spark's own event log."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs
from pyspark import SparkContext
from pyspark.sql import DataFrame, SparkSession

from benchmarks.spark.daemon import LOG

__all__ = ["Cost", "costs", "run_job", "session", "worker_peaks"]

ROOT = Path(__file__).parents[2]
CORES = 2
MIB = 1 << 20


@attrs.define
class Cost:
    """What the jobs of a name have cost, all together.

    Attributes:
        task_seconds: as long were cores taken.
        map_seconds: of these, by tasks that wrote for a shuffle.
        shuffle_bytes: written for other tasks to read, compressed.
        spilled_bytes: written to disk because memory did not suffice.
    """

    task_seconds: float = 0.0
    map_seconds: float = 0.0
    shuffle_bytes: int = 0
    spilled_bytes: int = 0


@contextmanager
def session(folder: Path, *, reuse_workers: bool) -> Iterator[SparkSession]:
    """A classic session on two cores that keeps its logs in this folder.

    ``reuse_workers``: Spark's default; without it each task has a worker of its own, whose peak of memory is its own.
    """
    folder.mkdir()
    (folder / "events").mkdir()
    os.environ |= {
        LOG: str(folder / "workers"),
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    settings: dict[str, bool | float | int | str | None] = {
        "spark.driver.memory": "2g",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": (folder / "events").as_uri(),
        "spark.eventLog.enabled": "true",
        "spark.eventLog.rolling.enabled": "false",
        "spark.executorEnv." + LOG: str(folder / "workers"),
        "spark.local.dir": str(folder),
        "spark.log.level": "ERROR",
        "spark.python.daemon.module": "benchmarks.spark.daemon",
        "spark.python.worker.reuse": str(reuse_workers).lower(),
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": str(4 * CORES),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    assert SparkContext._active_spark_context is None, "Spark is running already"  # noqa: SLF001  # no other way to know
    spark = SparkSession.builder.master(f"local[{CORES}]").appName("uidiff").config(map=settings).getOrCreate()
    try:
        yield spark
    finally:
        spark.stop()


def run_job(frame: DataFrame, name: str) -> float:
    """Compute all rows of a frame and throw them away: the seconds that it took. Its jobs are logged by this name."""
    frame.sparkSession.sparkContext.setJobGroup(name, name)
    begin = time.perf_counter()
    frame.write.format("noop").mode("overwrite").save()
    return time.perf_counter() - begin


def costs(folder: Path) -> dict[str, Cost]:
    """By the names of jobs what they have cost. ``folder``: that of a session that has ended."""
    (log,) = (folder / "events").iterdir()
    with log.open(encoding="utf-8") as lines:
        return costs_of(map(json.loads, lines))


def costs_of(events: Iterable[dict]) -> dict[str, Cost]:
    """The same from the events themselves."""
    names: dict[int, str] = {}
    found: dict[str, Cost] = defaultdict(Cost)
    for event in events:
        if event["Event"] == "SparkListenerJobStart":
            name = event.get("Properties", {}).get("spark.jobGroup.id", "")
            names |= dict.fromkeys(event["Stage IDs"], name)
        if event["Event"] == "SparkListenerTaskEnd" and event.get("Task Metrics"):
            cost, metrics = found[names[event["Stage ID"]]], event["Task Metrics"]
            seconds, written = (
                metrics["Executor Run Time"] / 1000,
                metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"],
            )
            cost.task_seconds += seconds
            cost.map_seconds += seconds if written else 0
            cost.shuffle_bytes += written
            cost.spilled_bytes += metrics["Disk Bytes Spilled"]
    return dict(found)


def worker_peaks(folder: Path) -> list[int]:
    """The peaks of memory of the Python workers so far, in MiB, a number a task, in the order in which tasks ended."""
    log = folder / "workers"
    if not log.exists():
        return []
    return [int(line) // 1024 for line in log.read_text(encoding="utf-8").split()]
