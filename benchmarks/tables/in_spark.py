"""``diff_recordings`` and ``transitions`` in Spark, on the same files."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["Times", "times_in_spark"]

Times = dict[str, float]
"""Seconds of a clock, by name."""

ROUNDS = 3


def times_in_spark(folder: Path, names: Sequence[str]) -> Times:
    """Run both in turn, once without being timed, on all sets of these names together: a folder of all their files."""
    from benchmarks.spark.session import run_job, session
    from uidiff import spark as uispark

    together = folder / "together"
    together.mkdir()
    for name in names:
        for file in (folder / name).iterdir():
            (together / f"{name} {file.name}").hardlink_to(file)
    with session(folder / "spark", reuse_workers=True) as spark:
        jobs: dict[str, Callable[[], DataFrame]] = {
            "diff_recordings": lambda: uispark.diff_recordings(spark, str(together)),
        }
        if (transitions := getattr(uispark, "transitions", None)) is not None:
            jobs["transitions"] = lambda: transitions(spark.read.parquet(str(together)))
        times: dict[str, list[float]] = {name: [] for name in jobs}
        for round_ in range(1 + ROUNDS):
            for name, job in jobs.items():
                begin = time.perf_counter()
                seconds = run_job(job(), name)
                print(f"{name}: {seconds:.2f} s of {time.perf_counter() - begin:.2f} s", flush=True)
                times[name] += [seconds] if round_ else []
    return {name: median(found) for name, found in times.items()}
