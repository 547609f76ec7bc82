"""Compare two runs session by session: a task has a session of each."""

from __future__ import annotations

import attrs
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f

from uidiff import arrow
from uidiff.arrow.conform import conformed
from uidiff.arrow.schema import SNAPSHOTS
from uidiff.diffing.ignoring import IgnoreOption, checked_ignore
from uidiff.formats.rendering import load_format
from uidiff.matching.strategies import MatcherOption, resolve_matcher
from uidiff.model.limits import Limits
from uidiff.spark.frames import Names, expect_partitions
from uidiff.spark.schemas import RUN_DIFFERENCE_SCHEMA
from uidiff.spark.sending import lean_pieces
from uidiff.spark.windows import BY_BATCH, expect_sendable

__all__ = ["compare_runs"]

_RUN = "run"
"""The column by which sessions of the two runs belong together."""


def compare_runs(
    left: DataFrame,
    right: DataFrame,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    format: str = "agent",  # the word of the public face
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Say where two runs differ (see ``RUN_DIFFERENCE_SCHEMA``): one that passed and one that failed, or two builds.

    Sessions of one name are compared, and the only ones of both frames, whatever their names. To know how many there
    are Spark reads their names first: cache a frame that takes long to make, such as that of ``read_recordings``.

    Args:
        left, right: snapshots (see ``SNAPSHOT_SCHEMA``); ``seq`` and ``nodes`` are required.
        matcher, ignore, format: as in :func:`uidiff.arrow.compare_runs`.
        session, window, seq, ts, nodes, limits, partitions: as in ``diff_snapshots``, for both frames.

    Returns:
        The rows of :func:`uidiff.arrow.compare_runs`, those of one session in their order. A task holds all snapshots
        of two sessions that are compared. The frame is lazy.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no frame, or a matcher that cannot be pickled.
        UnknownName: no such matcher, field or format.
        ValueError: ``partitions`` is no whole number above 0, or a frame is a stream.
    """
    load_format(format)
    expect_partitions(partitions)
    expect_sendable(matcher=matcher)
    compare = _Compare(resolve_matcher(matcher), checked_ignore(ignore), format, limits)
    names = Names(session, window, seq, ts, nodes)
    sides = [_chosen(frame, names) for frame in (left, right)]

    def compared(one: pa.Table, other: pa.Table) -> pa.Table:  # Spark counts the arguments of a plain function
        return compare(one, other)

    one, other = (_dealt(side, _are_alone(*sides), partitions).groupBy(_RUN) for side in sides)
    return one.cogroup(other).applyInArrow(compared, RUN_DIFFERENCE_SCHEMA)


@attrs.frozen
class _Compare:
    """Compares two sessions, of which one may have no rows."""

    matcher: MatcherOption
    ignore: IgnoreOption
    format: str
    limits: Limits | None

    def __call__(self, left: pa.Table, right: pa.Table) -> pa.Table:
        """Return the rows."""
        sides = [
            pa.Table.from_batches(map(conformed, lean_pieces(side.to_batches())), SNAPSHOTS) for side in (left, right)
        ]
        return arrow.compare_runs(
            *sides, matcher=self.matcher, ignore=self.ignore, format=self.format, limits=self.limits
        )


def _chosen(frame: DataFrame, names: Names) -> DataFrame:
    """Select the columns of SNAPSHOTS that are needed, and one of sessions. ValueError: the frame is a stream."""
    chosen = names.chosen(frame)
    if frame.isStreaming:
        raise ValueError(f"the frame is a stream: {BY_BATCH}")
    return chosen if "session" in chosen.columns else chosen.withColumn("session", f.lit(None).cast("string"))


def _are_alone(left: DataFrame, right: DataFrame) -> DataFrame:
    """Make a row that says whether both frames have one session, NULL being a name."""
    counts = [side.agg(_sessions().alias(name)) for side, name in ((left, "of_left"), (right, "of_right"))]
    return counts[0].crossJoin(counts[1]).select((f.greatest("of_left", "of_right") == 1).alias("alone"))


def _sessions() -> Column:
    return f.count_distinct("session") + f.coalesce(f.max(f.col("session").isNull().cast("int")), f.lit(0))


def _dealt(side: DataFrame, alone: DataFrame, partitions: int | None) -> DataFrame:
    """Add the column by which sessions belong together: their names, or the same for two that are alone."""
    name = f.coalesce(f.concat(f.lit("="), f.col("session").cast("string")), f.lit(""))
    named = (
        side.crossJoin(f.broadcast(alone)).withColumn(_RUN, f.when(f.col("alone"), "").otherwise(name)).drop("alone")
    )
    return named if partitions is None else named.repartition(partitions, _RUN)
