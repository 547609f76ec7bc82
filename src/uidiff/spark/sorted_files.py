"""Diff sorted Parquet files: the workers read them, and nothing is shuffled."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from typing import cast

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from uidiff.arrow.engine import Engine, OnError
from uidiff.arrow.parquet_files import diff_task
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.spark.frames import expect_session
from uidiff.spark.planning import plan_files, task_numbers
from uidiff.spark.schemas import CHANGE_SCHEMA

__all__ = ["diff_recordings"]

_LOG = logging.getLogger("uidiff.spark")


def diff_recordings(
    spark: SparkSession,
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    carry: bool = False,
    on_error: OnError = "column",
    limits: Limits | None = None,
    nodes_per_task: int | None = None,
) -> DataFrame:
    """Diff the successive snapshots in sorted Parquet files, a row a record: the fastest way.

    The workers read the files themselves, each its row groups and one snapshot from before them, so nothing is
    shuffled. The keys are read at once; the frame is lazy. The rows of a session and
    window must stand together and in the order of ``seq`` in each file, as ``write_recordings`` makes them, and may go
    on in other row groups, files and folders. Rows with equal or lower numbers than rows before them are errors.

    Args:
        spark: a session, classic or Connect.
        paths: files, or folders with all files below them, as the workers see them: paths, or URIs of a file system
            that pyarrow knows. Values in the names of folders (``date=…``) are not read.
        matcher, ignore, carry, limits: as in ``uidiff.arrow.diff_table``.
        on_error: what becomes of a row that is no snapshot or comes too late: a row of op ``error`` ("column"), an
            error that ends the job ("raise"), or nothing ("drop").
        nodes_per_task: about how many elements one task diffs, at least one row group; by default as many as make 64
            tasks, but at least 250,000 and at most 4,000,000.

    Returns:
        Rows of CHANGE_SCHEMA, in no order. Without any file there are none, and the log ``uidiff.spark`` has a line.

    Raises:
        InvalidSnapshot: there is no such path; a file is no Parquet, lacks a column, or is not sorted at all.
        TypeError: no session; or a path that is no text, such as bytes.
        UnknownName: no such matcher, field or ``on_error``.
        ValueError: ``nodes_per_task`` is no whole number above 0.
    """
    engine = Engine.of(matcher=matcher, ignore=ignore, carry=carry, on_error=on_error, limits=limits)
    if nodes_per_task is not None and (type(nodes_per_task) is not int or nodes_per_task < 1):
        raise ValueError("nodes_per_task is a whole number above 0")
    expect_session(spark, "diff_recordings")
    plan = plan_files(spark, _texts(paths), nodes_per_task=nodes_per_task)
    if not len(plan):
        _LOG.warning("no file below the paths: no rows")
        return spark.createDataFrame([], CHANGE_SCHEMA)

    def changes(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for task in task_numbers(batches):
            yield from diff_task(plan, task, engine)

    return spark.range(0, len(plan), 1, len(plan)).mapInArrow(changes, CHANGE_SCHEMA)


def _texts(paths: object) -> list[str]:
    """Return the paths as texts. TypeError: one is neither a text nor os.PathLike."""
    many = isinstance(paths, Iterable) and not isinstance(paths, (str, bytes, bytearray, os.PathLike))
    texts = []
    for path in cast("Iterable[object]", paths) if many else [paths]:
        text = os.fspath(path) if isinstance(path, os.PathLike) else path
        if not isinstance(text, str):
            raise TypeError(f"paths takes texts or os.PathLike, one or several, not {type(text).__name__}")
        texts.append(text)
    return texts
