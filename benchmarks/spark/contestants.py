"""Who is compared: each gives the same changes of a folder of recordings, in its own way."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as f
from pyspark.sql import types as t

import uidiff.arrow
from benchmarks.spark.answers import COLUMNS, Answer
from benchmarks.spark.core import Record, loop, said_of_pair
from benchmarks.spark.joins import windows_diff
from benchmarks.spark.session import run_job
from uidiff.spark.schemas import CHANGE_SCHEMA
from uidiff.spark.snapshots import diff_snapshots
from uidiff.spark.sorted_files import diff_recordings

__all__ = [
    "ARROW_UDF",
    "DIFF_RECORDINGS",
    "DIFF_SNAPSHOTS",
    "DIFF_TABLE",
    "LOOP",
    "PICKLE_UDF",
    "SQL",
    "Contestant",
    "InSpark",
    "OneProcess",
]


@attrs.frozen
class OneProcess:
    """One that runs in this process; its rows are those of a table, or tuples."""

    name: str
    run: Callable[..., Any]

    def seconds(self, _spark: SparkSession, folder: Path, matcher: str, _label: str) -> float:
        """How long it takes."""
        begin = time.perf_counter()
        self.run(folder, matcher=matcher)
        return time.perf_counter() - begin

    def answer(self, _spark: SparkSession, folder: Path, matcher: str) -> tuple[Answer, float | None]:
        """What it finds, and how long that has taken: there is nothing to warm up."""
        begin = time.perf_counter()
        found = self.run(folder, matcher=matcher)
        taken = time.perf_counter() - begin
        return Answer.of_table(found) if isinstance(found, pa.Table) else Answer.of_rows(found), taken


@attrs.frozen
class InSpark:
    """One that makes a DataFrame."""

    name: str
    frame: Callable[..., DataFrame]

    def seconds(self, spark: SparkSession, folder: Path, matcher: str, label: str) -> float:
        """All rows are computed and thrown away, in jobs of this label. Looking into the files counts too."""
        spark.sparkContext.setJobGroup(label, label)
        begin = time.perf_counter()
        frame = self.frame(spark, folder, matcher=matcher)
        return time.perf_counter() - begin + run_job(frame, label)

    def answer(self, spark: SparkSession, folder: Path, matcher: str) -> tuple[Answer, float | None]:
        """What it finds; this first run, which warms up the JVM and the workers, counts for nothing else."""
        spark.sparkContext.setJobGroup("answer", "answer")
        return Answer.of_table(self.frame(spark, folder, matcher=matcher).select(*COLUMNS).toArrow()), None


Contestant: TypeAlias = OneProcess | InSpark


# --------------------------------------------------------------------- contestants


def _table(folder: Path, *, matcher: str) -> pa.Table:
    return uidiff.arrow.diff_table(pq.read_table(folder), matcher=matcher)


def _udf(spark: SparkSession, folder: Path, *, matcher: str, arrow: bool) -> DataFrame:
    """A function over pairs of trees, the one before beside each by ``lag``."""
    window = Window.partitionBy("session", "window").orderBy("seq")
    before = [f.lag(name).over(window).alias(f"before_{name}") for name in ("seq", "nodes")]
    pairs = spark.read.parquet(str(folder)).select("session", "window", "seq", "nodes", *before)
    said = f.udf(partial(said_of_pair, matcher), t.ArrayType(_RECORD), useArrow=arrow)
    key = (f.col("session"), f.col("window"), f.col("before_seq"), f.col("seq").alias("after_seq"))
    found = pairs.where(f.col("before_seq").isNotNull()).select(*key, said("before_nodes", "nodes").alias("said"))
    return found.select("session", "window", "before_seq", "after_seq", f.inline("said"))


_RECORD = t.StructType([CHANGE_SCHEMA[name] for name in Record._fields])


def _sql(spark: SparkSession, folder: Path, *, matcher: str) -> DataFrame:
    assert matcher == "name-role-parent", "the join has its keys"
    return windows_diff(spark.read.parquet(str(folder)))


def _snapshots(spark: SparkSession, folder: Path, *, matcher: str) -> DataFrame:
    return diff_snapshots(spark.read.parquet(str(folder)), matcher=matcher)


def _recordings(spark: SparkSession, folder: Path, *, matcher: str) -> DataFrame:
    return diff_recordings(spark, str(folder), matcher=matcher)


LOOP = OneProcess("loop", loop)
DIFF_TABLE = OneProcess("diff_table", _table)
PICKLE_UDF = InSpark("pickle UDF", partial(_udf, arrow=False))
ARROW_UDF = InSpark("Arrow UDF", partial(_udf, arrow=True))
SQL = InSpark("SQL join", _sql)
DIFF_SNAPSHOTS = InSpark("diff_snapshots", _snapshots)
DIFF_RECORDINGS = InSpark("diff_recordings", _recordings)
