"""Answers are compared first; then all are timed in turn, so that none has a better hour."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import attrs
from pyspark.sql import DataFrame, SparkSession

from benchmarks.spark.answers import Answer
from benchmarks.spark.contestants import SQL, Contestant
from benchmarks.spark.giant import CONTESTANTS, answer_of_core, answer_of_frame
from benchmarks.spark.session import run_job, worker_peaks

__all__ = ["Compared", "Peak", "compare", "compare_trees", "peak_of"]

ROUNDS = 3
PATIENCE = 20.0
"""Seconds of one contestant on one set after which it is not asked again."""

WARM = 10.0
"""Seconds for which each contestant in Spark runs before it is timed: Java compiles what runs often, and a job of a
second is twice as fast the tenth time as the second time."""

SETTLING = 0.5
"""Seconds until the last worker of a job has noted its peak."""


@attrs.frozen
class Compared:
    """Contestants on one set with one matcher.

    Attributes:
        data, matcher: on what, and how.
        elements: how many there are in the set.
        answer: what they found.
        equal: whether all found the same.
        times: the seconds of each round, by contestant.
    """

    data: str
    matcher: str
    elements: int
    answer: Answer
    equal: bool
    times: Mapping[str, Sequence[float]]

    def seconds(self, name: str) -> float:
        return statistics.median(self.times[name])

    def ratio(self, name: str, base: str) -> float:
        """How many times as fast as another."""
        return self.seconds(base) / self.seconds(name)

    def label(self, name: str) -> str:
        """The name of its jobs in Spark's log."""
        return f"{name}, {self.data}, {self.matcher}"


def compare(
    spark: SparkSession, contestants: Sequence[Contestant], folder: Path, elements: int, matcher: str
) -> Compared:
    """Let all of them find the changes in the recordings of a folder."""
    first = {one.name: _warmed_up(spark, one, folder, matcher) for one in contestants}
    whole = next(answer for name, (answer, _) in first.items() if name != SQL.name)
    equal = all(answer.agrees(whole, content=name == SQL.name) for name, (answer, _) in first.items())
    found = Compared(folder.name, matcher, elements, whole, equal, {one.name: [] for one in contestants})
    times = {name: [] if taken is None else [taken] for name, (_, taken) in first.items()}
    for _ in range(ROUNDS):
        for one in contestants:
            if len(times[one.name]) < ROUNDS and sum(times[one.name]) < PATIENCE:
                times[one.name].append(one.seconds(spark, folder, matcher, found.label(one.name)))
    _tell(f"{found.data}, {matcher}", times, equal=equal)
    return attrs.evolve(found, times=times)


def _warmed_up(spark: SparkSession, one: Contestant, folder: Path, matcher: str) -> tuple[Answer, float | None]:
    """What one finds; in Spark it has then run for a while."""
    begin = time.perf_counter()
    answer, taken = one.answer(spark, folder, matcher)
    while taken is None and time.perf_counter() - begin < WARM:
        one.seconds(spark, folder, matcher, "warm-up")
    return answer, taken


def compare_trees(spark: SparkSession, folder: Path, elements: int) -> Compared:
    """The same for two trees of so many elements each."""
    core = answer_of_core(folder)
    answers = {}
    for name, make in CONTESTANTS.items():
        begin = time.perf_counter()
        spark.sparkContext.setJobGroup("answer", "answer")
        answers[name] = answer_of_frame(make(spark, folder))
        while time.perf_counter() - begin < WARM:
            _timed(spark, make, folder, "warm-up")
    equal = all(answer.agrees(core, content=name != "diff_trees") for name, answer in answers.items())
    times: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    found = Compared("two trees", "name-role-parent", 2 * elements, core, equal, times)
    for _ in range(ROUNDS):
        for name, make in CONTESTANTS.items():
            times[name].append(_timed(spark, make, folder, found.label(name)))
    _tell("two trees", times, equal=equal)
    return found


def _timed(spark: SparkSession, make: Callable[[SparkSession, Path], DataFrame], folder: Path, label: str) -> float:
    begin = time.perf_counter()
    frame = make(spark, folder)
    return time.perf_counter() - begin + run_job(frame, label)


@attrs.frozen
class Peak:
    """One job, and the highest peak of memory of its Python workers, in MiB."""

    data: str
    name: str
    matcher: str
    rows: int
    equal: bool
    mebibytes: int


def peak_of(spark: SparkSession, one: Contestant, folder: Path, matcher: str, *, expected: Answer, logs: Path) -> Peak:
    """Compute an answer. ``logs``: the folder of the session, in which each task has a worker of its own."""
    before = len(_peaks(logs))
    answer, _ = one.answer(spark, folder, matcher)
    peak = max(_peaks(logs)[before:])
    equal = answer.agrees(expected)
    _tell(f"{one.name}, {folder.name}, {matcher}, {peak} MiB", {}, equal=equal)
    return Peak(folder.name, one.name, matcher, answer.rows, equal, peak)


def _peaks(logs: Path) -> list[int]:
    time.sleep(SETTLING)
    return worker_peaks(logs)


def _tell(what: str, times: Mapping[str, Sequence[float]], *, equal: bool) -> None:
    said = "; ".join(f"{name} {' '.join(f'{one:.2f}' for one in found)}" for name, found in times.items())
    print(f"{what} {'equal' if equal else 'NOT EQUAL'}: {said}", flush=True)
