"""Write snapshots as Parquet files that are quick to diff: sorted, in row groups of the size of a task."""

from __future__ import annotations

import os
from typing import Literal

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f
from pyspark.sql import types as t

from uidiff.arrow.schema import SCHEMA_VERSION, SNAPSHOTS
from uidiff.errors import UnknownName
from uidiff.spark.frames import conformed_frame, expect_columns

__all__ = ["Mode", "write_recordings"]

Mode = Literal["error", "append", "overwrite", "ignore"]

_MODES = ("append", "error", "ignore", "overwrite")
_ORDER = ("session", "window", "seq")
_SECONDS_A_DAY = 24 * 60 * 60

_GROUP_BYTES = 16 << 20
"""Bytes before compression that end a row group with fewer rows: about a million elements, at 12 bytes each
(snapshots of 6,300 elements from ``benchmarks/corpus``)."""


def write_recordings(
    snapshots: DataFrame,
    path: str | os.PathLike[str],
    *,
    mode: Mode = "error",
    partition_by_date: bool = True,
    rows_per_group: int = 500,
) -> None:
    """Write snapshots as Parquet files (zstd), which :func:`read_recordings` and ``diff_recordings`` read.

    The rows in a file are in the order of session, window and sequence number; a long session goes on in the next file.
    To share the rows out evenly Spark looks at all of them once before: cache what took long to make.

    Args:
        snapshots: rows of ``SNAPSHOT_SCHEMA``; required are ``seq`` and ``nodes``. Other columns are left out.
        path: the folder.
        mode: what to do where there is something: raise ("error"), add to it, replace it, or do nothing ("ignore").
        partition_by_date: a folder for each day, ``date=2026-11-20``, by ``ts`` in UTC, and one for rows without it.
        rows_per_group: snapshots in a row group, fewer if they are large: a group is the least that a task of
            ``diff_recordings`` can take. Spark 4.0 does not count them: there a group has 16 MiB.

    Raises:
        InvalidSnapshot: no such columns, or one of another type.
        UnknownName: no such ``mode``.
        ValueError: ``rows_per_group`` is no whole number above 0.
        AnalysisException: there is something, and ``mode`` is "error".
    """
    if mode not in _MODES:
        raise UnknownName("mode", mode, _MODES)
    if type(rows_per_group) is not int or rows_per_group < 1:
        raise ValueError(f"rows_per_group must be a whole number above 0, got {type(rows_per_group).__name__}")
    expect_columns(snapshots, "seq", "nodes", cure="rename the column that holds it")
    order = ["date", *_ORDER] if partition_by_date else list(_ORDER)
    rows = _complete(snapshots)
    rows = rows.withColumn("date", _date_in_utc(f.col("ts"))) if partition_by_date else rows
    sorted_rows = rows.repartitionByRange(*order).sortWithinPartitions(*order, "ts", "source")
    writer = sorted_rows.write.mode(mode)
    writer = writer.partitionBy("date") if partition_by_date else writer
    options = {"parquet.block.row.count.limit": rows_per_group, "parquet.block.size": _GROUP_BYTES}
    writer.options(**options, compression="zstd").parquet(os.fspath(path))


def _complete(snapshots: DataFrame) -> DataFrame:
    """Select the columns of the table; missing ones are NULL, those that follow from the rest are filled."""
    rows = conformed_frame(snapshots.drop("n_nodes", "schema_version"), SNAPSHOTS)
    count = f.when(f.col("nodes").isNotNull(), f.size("nodes"))
    return rows.withColumns({"n_nodes": count, "schema_version": f.lit(SCHEMA_VERSION)})


def _date_in_utc(moment: Column) -> Column:
    """Return the day of a moment in UTC, in any time zone of the session."""
    days = f.floor(f.unix_seconds(moment) / f.lit(_SECONDS_A_DAY))
    return f.date_from_unix_date(days.cast(t.IntegerType()))
