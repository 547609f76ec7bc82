"""What the rows of tables come to together: rates of effects, sums of tokens, ways between screens; in Spark alone.

The definitions and types are those of ``uidiff.arrow``. The median and the 95th percentile are Spark's exact ones: a
task holds the distinct values of a group. They are numpy's, but for the last digit of a double.
"""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as f

from uidiff.arrow.engine import OF_TWO_FILES
from uidiff.arrow.tables.schemas import EFFECT_RATES, EFFECTS, SCREEN_GRAPH, SCREENS, TOKEN_COSTS, TOKEN_TOTALS
from uidiff.spark.frames import conformed_frame, expect_columns
from uidiff.spark.schemas import spark_schema

__all__ = ["effect_rates", "screen_graph", "token_totals"]

_EFFECTS = ("kind", "target", "action", "no_op", "seconds", "errors")
_COSTS = ("session", "window", "full_tokens", "diff_tokens", "auto_tokens")
_SCREENS = ("session", "window", "seq", "ts", "action", "screen", "error")

_MICROSECONDS = 1_000_000


def effect_rates(effects: DataFrame) -> DataFrame:
    """Count effects by kind of action and target: a row each (see ``EFFECT_RATE_SCHEMA``), in no order.

    What counts is said at :func:`uidiff.arrow.effect_rates`. ``.orderBy("steps", ascending=False)`` has the most
    frequent first. The frame is lazy.

    Args:
        effects: rows of ``EFFECT_SCHEMA``.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no frame.
    """
    seen = _columns(effects, EFFECTS, _EFFECTS, cure="give what effects gave").where(f.col("action").isNotNull())
    failed = f.coalesce(f.array_size("errors") > 0, f.lit(False))  # noqa: FBT003  # not ours
    rates = seen.groupBy(_filled("kind"), _filled("target")).agg(
        f.count("*").alias("steps"),
        f.avg(f.col("no_op").cast("int")).alias("no_op_rate"),
        f.percentile("seconds", 0.5).alias("seconds_median"),
        f.percentile("seconds", 0.95).alias("seconds_p95"),
        f.avg(failed.cast("int")).alias("error_rate"),
    )
    return _as(rates, EFFECT_RATES)


def token_totals(costs: DataFrame) -> DataFrame:
    """Add up the costs of each session and window (see ``TOKEN_TOTAL_SCHEMA``), in no order. The frame is lazy.

    Args:
        costs: rows of ``TOKEN_COST_SCHEMA``. Rows of reads that failed cost nothing.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no frame.
    """
    known = _columns(costs, TOKEN_COSTS, _COSTS, cure="give what token_cost gave")
    full = f.col("full_tokens")
    counted = {"full_tokens": full, "diff_tokens": f.coalesce("diff_tokens", full), "auto_tokens": f.col("auto_tokens")}
    totals = known.groupBy("session", "window").agg(
        f.count(full).alias("snapshots"),
        *(_sum(f.when(full.isNotNull(), cell)).alias(name) for name, cell in counted.items()),
    )
    return _as(totals, TOKEN_TOTALS)


def screen_graph(screens: DataFrame) -> DataFrame:
    """Count the ways between screens, a row each (see ``SCREEN_GRAPH_SCHEMA``), in no order. The frame is lazy.

    What is a way is said at :func:`uidiff.arrow.screen_graph`. ``.orderBy("count", ascending=False)`` has the most
    frequent first.

    Args:
        screens: rows of ``SCREEN_SCHEMA``, in any order: those of a window are taken by ``seq``, and those of one
            ``seq`` by ``ts``.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no frame.
    """
    shown = _columns(screens, SCREENS, _SCREENS, cure="give what screens gave")
    error = f.col("error")
    place = f.when(error == OF_TWO_FILES, 0).when(error.isNull(), 1).otherwise(2)  # among rows of one moment
    keys = [f.col("seq").asc_nulls_last(), f.col("ts").asc_nulls_last(), place]
    in_turn = Window.partitionBy("session", "window").orderBy(*keys)
    ways = shown.select(
        f.lag("screen").over(in_turn).alias("from_screen"),
        "action",
        f.col("screen").alias("to_screen"),
        (f.unix_micros("ts") - f.unix_micros(f.lag("ts").over(in_turn))).alias("passed"),
    ).where("from_screen IS NOT NULL AND to_screen IS NOT NULL AND (from_screen != to_screen OR action IS NOT NULL)")
    seconds = f.when(f.col("passed") >= 0, f.col("passed") / _MICROSECONDS)
    counted = ways.groupBy("from_screen", "action", "to_screen").agg(
        f.count("*").alias("count"), f.percentile(seconds, 0.5).alias("seconds_median")
    )
    return _as(counted, SCREEN_GRAPH)


def _columns(frame: DataFrame, of: pa.Schema, names: tuple[str, ...], *, cure: str) -> DataFrame:
    """Select columns of one of our tables. InvalidSnapshot: one is missing, or of another type. TypeError: no frame."""
    expect_columns(frame, *names, cure=cure)
    return conformed_frame(frame, pa.schema([of.field(name) for name in names]))


def _as(frame: DataFrame, schema: pa.Schema) -> DataFrame:
    """Give columns the types of one of our tables, and what they say of themselves."""
    return frame.select(
        *(
            f.col(each.name).cast(each.dataType).alias(each.name, metadata=each.metadata)
            for each in spark_schema(schema)
        )
    )


def _filled(name: str) -> Column:
    """Return the text of a column, NULL if it is empty."""
    return f.when(f.col(name) != "", f.col(name)).alias(name)


def _sum(cells: Column) -> Column:
    return f.coalesce(f.sum(cells), f.lit(0))
