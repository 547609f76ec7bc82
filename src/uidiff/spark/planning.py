"""Which files there are and what stands where in them, found out by a small job: the client need not see the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
import pyarrow as pa
from pyspark.sql import SparkSession

from uidiff.arrow.parquet_files import list_files, scan_file
from uidiff.arrow.parquet_plan import File, Plan, Run, make_plan
from uidiff.errors import InvalidSnapshot
from uidiff.spark.schemas import spark_schema

__all__ = ["plan_files"]

_MOST_READERS = 256
"""So many tasks at most read the keys of all files."""

_PROBLEM = [("problem", pa.string()), ("place", pa.string()), ("cure", pa.string())]

_FILES = pa.schema([("root", pa.string()), ("path", pa.string()), *_PROBLEM])

_TYPES = {"session": pa.string(), "window": pa.string(), "first": pa.int64(), "last": pa.int64(), "nodes": pa.int64()}

_RUNS = pa.schema([*((name, _TYPES.get(name, pa.int32())) for name in Run._fields), *_PROBLEM])


def plan_files(spark: SparkSession, paths: Sequence[str], *, nodes_per_task: int | None = None) -> Plan:
    """The plan by which the snapshots in some files are diffed; two jobs of one stage each.

    Args:
        paths: of files and folders, as the workers see them.
        nodes_per_task: about so many elements are diffed by one task.

    Raises:
        InvalidSnapshot: a path leads to nothing, or a file is none that can be diffed so.
    """
    listed = _collected(spark, 1, _Lister(tuple(paths)), _FILES)
    files = sorted({File(row["root"], row["path"]) for row in listed})
    readers = min(len(files), _MOST_READERS)
    scanned = _collected(spark, readers, _Scanner(tuple(files), readers), _RUNS) if files else []
    runs = (Run(*(row[name] for name in Run._fields)) for row in scanned)
    return make_plan(files, runs, nodes_per_task=nodes_per_task)


def _collected(
    spark: SparkSession, tasks: int, function: _Lister | _Scanner, schema: pa.Schema
) -> list[dict[str, Any]]:
    """What a function finds that is run once in each of some tasks. InvalidSnapshot: the first problem it met with."""
    frame = spark.range(0, tasks, 1, tasks).mapInArrow(function, spark_schema(schema))
    rows: list[dict[str, Any]] = frame.toArrow().to_pylist()
    for row in rows:
        if row["problem"] is not None:
            raise InvalidSnapshot(row["problem"], row["place"], row["cure"])
    return rows


@attrs.frozen
class _Lister:
    paths: tuple[str, ...]

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for _ in _tasks(batches):
            for path in self.paths:
                try:
                    rows = [file._asdict() for file in list_files(path)]
                except InvalidSnapshot as error:
                    rows = [_said(error)]
                yield pa.RecordBatch.from_pylist(rows, schema=_FILES)


@attrs.frozen
class _Scanner:
    files: tuple[File, ...]
    tasks: int

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for task in _tasks(batches):
            for number in range(task, len(self.files), self.tasks):
                try:
                    rows = [run._asdict() for run in scan_file(self.files[number], number)]
                except InvalidSnapshot as error:
                    rows = [_said(error)]
                yield pa.RecordBatch.from_pylist(rows, schema=_RUNS)


def _tasks(batches: Iterator[pa.RecordBatch]) -> Iterator[int]:
    """The numbers in a partition of ``spark.range``."""
    for batch in batches:
        yield from batch.column(0).to_pylist()


def _said(error: InvalidSnapshot) -> dict[str, object]:
    return {"problem": error.problem, "place": error.path, "cure": error.cure}
