"""The three tables that answer: what comes of each action, how long each screen takes, what fails after which action.

They are made of the effects and the screens of all batches, and a fourth one says what could not be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as sf

__all__ = ["ANSWERS", "answers", "write_answers"]

ANSWERS = ("actions", "screens", "failures", "files")
"""The tables: files below ``answers``."""

_Z = 1.96
"""Of the normal distribution: 95 % lie within this number of standard deviations."""

_LONGEST_ERROR = 160
_KEYS = ("session", "window", "seq")
_DONE = ("kind", "target", "place")


def write_answers(spark: SparkSession, out: str) -> dict[str, pa.Table]:
    """Make the tables of what is below ``out``, write each to a file there, and return them."""
    found = {name: frame.toArrow() for name, frame in answers(spark, out).items()}
    below = Path(out, "answers")
    below.mkdir(exist_ok=True)
    for name, table in found.items():
        pq.write_table(table, below / f".{name}", compression="zstd")
        (below / f".{name}").replace(below / f"{name}.parquet")
    return found


def answers(spark: SparkSession, out: str) -> Mapping[str, DataFrame]:
    """Return the tables of ``ANSWERS``, those first in each that matter most."""
    screens = spark.read.parquet(f"{out}/screens")
    steps = _placed(spark.read.parquet(f"{out}/effects"), screens).cache()
    files = spark.read.parquet(f"{out}/files")
    snapshots = spark.read.parquet(f"{out}/snapshots")
    return {
        "actions": _actions(steps),
        "screens": _screens(steps, screens),
        "failures": _failures(steps),
        "files": _files(files, snapshots.select("session", "seq", "n_nodes", "error")),
    }


def _placed(effects: DataFrame, screens: DataFrame) -> DataFrame:
    """Add the place where a step was done, the one where it ended, its day, and the errors that are the program's."""
    places = screens.where("place IS NOT NULL").select(*_KEYS, "place").distinct()  # a number may stand twice
    steps = effects.drop("batch")
    for column, seq in (("place", "before_seq"), ("end_place", "after_seq")):
        named = places.select(*(sf.col(key).alias(f"_{key}") for key in _KEYS), sf.col("place").alias(column))
        own = [sf.col(key).eqNullSafe(sf.col(f"_{key}")) for key in _KEYS[:2]]
        same = reduce(Column.__and__, own, sf.col(seq) == sf.col("_seq"))
        steps = steps.join(named, same, "left").drop(*(f"_{key}" for key in _KEYS))
    day = sf.regexp_extract("session", r"(?:^|/)day=([^/]+)/", 1)
    return steps.withColumns(
        {
            "day": sf.when(day != "", day).otherwise(sf.date_format("ts", "yyyy-MM-dd")),
            "faults": sf.filter(sf.coalesce("errors", sf.array()), lambda error: error["kind"] != "read"),
        }
    )


def _actions(steps: DataFrame) -> DataFrame:
    """Count by action and place: how many steps did nothing, how many failed, how long they took."""
    no_op = sf.coalesce("no_op", sf.lit(False))  # noqa: FBT003  # a column
    counted = (
        steps.where("action IS NOT NULL")
        .groupBy(*_DONE)
        .agg(
            sf.count("*").alias("steps"),
            sf.count("no_op").alias("known"),
            sf.sum(no_op.cast("bigint")).alias("no_ops"),
            sf.sum((sf.size("faults") > 0).cast("bigint")).alias("failed"),
            sf.median("seconds").alias("seconds_median"),
            sf.count_distinct("session").alias("sessions"),
            _example(no_op).alias("no_op_example"),
        )
    )
    rates = {
        "no_op_rate": sf.when(sf.col("known") > 0, sf.col("no_ops") / sf.col("known")),
        "no_ops_at_least": sf.col("known") * _least(sf.col("no_ops"), sf.col("known")),
        "error_rate": sf.col("failed") / sf.col("steps"),
    }
    return counted.withColumns(rates).orderBy(sf.desc("no_ops_at_least"), sf.desc("steps"), *_DONE)


def _screens(steps: DataFrame, screens: DataFrame) -> DataFrame:
    """Count by place: arrivals, the seconds from the first look to the last change, and the trees seen there."""
    arrived = steps.where("end_place IS NOT NULL AND NOT end_place <=> place")
    states = screens.where("place IS NOT NULL").groupBy("place").agg(sf.count_distinct("screen").alias("states"))
    counted = arrived.groupBy(sf.col("end_place").alias("place")).agg(
        sf.count("*").alias("visits"),
        sf.count("seconds").alias("timed"),
        sf.median("seconds").alias("seconds_median"),
        sf.percentile("seconds", sf.lit(0.9)).alias("seconds_p90"),
        sf.avg((~sf.col("settled")).cast("int")).alias("unsettled_rate"),
        sf.max(sf.when(sf.col("seconds").isNotNull(), sf.struct("seconds", _step().alias("step"))))["step"].alias(
            "slowest"
        ),
    )
    return counted.join(states, "place").orderBy(sf.desc_nulls_last("seconds_median"), "place")


def _failures(steps: DataFrame) -> DataFrame:
    """Count errors by the action before, its place and the text: of how many such steps, and on which days."""
    keyed = steps.withColumns({name: sf.coalesce(name, sf.lit("")) for name in _DONE})
    all_days = keyed.groupBy(*_DONE, "day").agg(sf.count("*").alias("steps"))
    text = sf.regexp_replace(sf.btrim("fault.text", sf.lit('"')), r"\d[\d.,]*", "0")  # rrweb keeps the quotes
    faults = (
        keyed.select("*", sf.explode("faults").alias("fault"))
        .withColumn("error", sf.substring(text, 1, _LONGEST_ERROR))
        .groupBy(*_DONE, "error", "day", "session", "window", "step")
        .agg(sf.min("after_seq").alias("after_seq"))  # an error that a step says twice counts once
    )
    which = [*_DONE, "error"]
    by_day = faults.groupBy(*which, "day").agg(
        sf.count("*").alias("failed"),
        sf.collect_set("session").alias("in_sessions"),
        sf.min(_step()).alias("example"),
    )
    days = by_day.select(*which).distinct().join(all_days, [*_DONE]).join(by_day, [*which, "day"], "left")
    failed = sf.coalesce("failed", sf.lit(0))
    counted = days.groupBy(*which).agg(
        sf.sum("steps").alias("steps"),
        sf.sum(failed).alias("failed"),
        sf.size(sf.array_distinct(sf.flatten(sf.collect_list("in_sessions")))).alias("sessions"),
        sf.array_sort(sf.collect_list(sf.struct("day", "steps", failed.alias("failed")))).alias("days"),
        sf.min("example").alias("example"),
    )
    rates = {
        "rate": sf.col("failed") / sf.col("steps"),
        "at_least": sf.col("steps") * _least(sf.col("failed"), sf.col("steps")),
        **{name: sf.nullif(sf.col(name), sf.lit("")) for name in _DONE},
    }
    return counted.withColumns(rates).orderBy(sf.desc("at_least"), *which)


def _files(files: DataFrame, snapshots: DataFrame) -> DataFrame:
    """Say of each file how much was read, and what could not be."""
    read = snapshots.groupBy("session").agg(
        sf.count_if(sf.col("error").isNull()).alias("snapshots"),
        sf.coalesce(sf.sum("n_nodes"), sf.lit(0)).alias("elements"),
        sf.count("error").alias("errors"),
        sf.min(sf.substring("error", 1, _LONGEST_ERROR)).alias("error"),
    )
    known = files.drop("batch").join(read, "session", "left")
    return known.fillna(0, ["snapshots", "elements", "errors"]).orderBy(sf.desc("errors"), "session")


def _step() -> Column:
    return sf.struct("session", "window", sf.col("after_seq").alias("seq"))


def _example(where: Column) -> Column:
    """Return the first step of which something is true: where to look."""
    return sf.min(sf.when(where, _step()))


def _least(found: Column, of: Column) -> Column:
    """Return the lower end of Wilson's interval of a rate (E. B. Wilson 1927), 95 %: 1 of 1 says little."""
    rate, z = found / of, _Z
    middle = rate + z * z / (2 * of)
    spread = z * sf.sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    return sf.when(of > 0, sf.greatest(sf.lit(0.0), (middle - spread) / (1 + z * z / of))).otherwise(0.0)
