"""Read recordings and Parquet files as DataFrames of snapshots; write snapshots as Parquet that is quick to diff."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from typing import Literal

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql import types as t

from uidiff.arrow.recording_rows import LinesToRows
from uidiff.arrow.schema import SCHEMA_VERSION, SNAPSHOTS
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.model.limits import Limits
from uidiff.spark.file_bytes import lines_by_file
from uidiff.spark.frames import conformed_frame, expect_columns, expect_session, has_sense
from uidiff.spark.schemas import SNAPSHOT_SCHEMA

__all__ = ["Format", "Mode", "read_recordings", "write_recordings"]

_LOG = logging.getLogger("uidiff.spark")

Format = Literal["jsonl", "parquet"]

Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

_FORMATS = ("jsonl", "parquet")

Mode = Literal["error", "append", "overwrite", "ignore"]

_MODES = ("append", "error", "ignore", "overwrite")
_ORDER = ("session", "window", "seq")
_SECONDS_A_DAY = 24 * 60 * 60

_GROUP_BYTES = 16 << 20
"""Bytes before compression that end a row group with fewer rows: about a million elements, at 12 bytes each
(snapshots of 6,300 elements from ``benchmarks/corpus``)."""


def read_recordings(
    spark: SparkSession,
    path: Paths,
    *,
    format: Format | None = None,  # as everywhere in uidiff
    limits: Limits | None = None,
) -> DataFrame:
    """Read recorded snapshots, a row each (see ``SNAPSHOT_SCHEMA``).

    Recordings (``uidiff.write_recording``) are read as the core reads them: deltas become snapshots, and secrets are
    hidden. A failed read is a row with ``error`` and its ``seq``; so is a damaged line, without ``seq``, and each delta
    that rests on one, up to the next whole snapshot. A file that is no recording, or of a newer major version, is one
    row with ``error``; ``source`` names the file, as a URI. A file without any line has no row; of a folder without any
    file the log ``uidiff.spark`` says so. A last line that was not written to its end is a damaged one.

    A recording's session is the name of its file, unless it was made with another one. Where files in several folders
    have the same name, say ``session="source"`` to ``diff_snapshots``: snapshots of two files are not compared.

    Each file is read by one task, which holds a snapshot and a batch: of as many bytes as Spark's setting
    ``spark.sql.execution.arrow.maxBytesPerBatch`` says (64 MB in Spark 4.3; where a Spark does not know it, lower
    ``spark.sql.execution.arrow.maxRecordsPerBatch``). A file of many gigabytes is better converted once, by
    :func:`write_recordings`. A byte order mark is passed over.

    Compressed files need the ending ``.gz``. One that is cut short, as it is while it is written, fails the job, unless
    the session has ``spark.sql.files.ignoreCorruptFiles``: then what is there is read.

    Args:
        spark: the session, classic or Connect.
        path: files, folders with all that is below them, or patterns, as Spark takes them.
        format: "jsonl" for recordings, "parquet" for the files of :func:`write_recordings`, which are believed as they
            are. By default by the names: Parquet if all of them end in ``.parquet``.
        limits: how large a snapshot and a line may be.

    Raises:
        InvalidSnapshot: files of both kinds, and no ``format``.
        UnknownName: no such ``format``.
        AnalysisException: there is no such path.
        TypeError: no session.
    """
    expect_session(spark, "read_recordings")
    paths = [os.fspath(path)] if isinstance(path, str | os.PathLike) else [os.fspath(one) for one in path]
    if format not in (None, *_FORMATS):
        raise UnknownName("format", format, _FORMATS)
    files = spark.read.option("recursiveFileLookup", "true").option("lineSep", "\n")
    if (format or _format_of(files.text(paths))) == "parquet":
        return files.schema(SNAPSHOT_SCHEMA).parquet(*paths)
    rows = LinesToRows(limits or Limits())
    return lines_by_file(spark, files.text(paths)).mapInArrow(rows, SNAPSHOT_SCHEMA)


def _format_of(frame: DataFrame) -> Format:
    """Choose the format by the names of the files."""
    kinds = {name.endswith(".parquet") for name in frame.inputFiles()}
    if not kinds:
        _LOG.warning("no file below the paths: no rows")
    if len(kinds) > 1:
        raise InvalidSnapshot("Parquet files and others", "$", 'read them apart, or say format="parquet" or "jsonl"')
    return "parquet" if True in kinds else "jsonl"


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
    known = snapshots if has_sense(snapshots, "schema_version") else snapshots.drop("schema_version")
    rows = conformed_frame(known.drop("n_nodes"), SNAPSHOTS)
    count = f.when(f.col("nodes").isNotNull(), f.size("nodes"))
    version = f.greatest(f.lit(SCHEMA_VERSION), "schema_version")  # of a newer uidiff's row it stays as it is
    return rows.withColumns({"n_nodes": count, "schema_version": version})


def _date_in_utc(moment: Column) -> Column:
    """Return the day of a moment in UTC, in any time zone of the session."""
    days = f.floor(f.unix_seconds(moment) / f.lit(_SECONDS_A_DAY))
    return f.date_from_unix_date(days.cast(t.IntegerType()))
