"""List files and read their keys in small jobs: the client need not see the files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import attrs
import pyarrow as pa
from pyspark.sql import SparkSession

from uidiff.arrow.parquet_files import list_files, scan_file
from uidiff.arrow.parquet_plan import File, Plan, Run, make_plan
from uidiff.errors import InvalidSnapshot
from uidiff.spark.schemas import spark_schema

__all__ = ["plan_files", "task_numbers"]

_MOST_READERS = 256
"""The most tasks that read the keys of all files."""

_FEW = 32
"""Up to this number of files the task that lists them reads their keys too: a second job would take longer."""

_TYPES = {
    **dict.fromkeys(("root", "path", "session", "window", "problem", "place", "cure"), pa.string()),
    **dict.fromkeys(("first", "last", "nodes"), pa.int64()),
}

_FOUND = pa.schema(
    [(name, _TYPES.get(name, pa.int32())) for name in (*File._fields, *Run._fields, "problem", "place", "cure")],
)
"""A row is a file, a run or a problem."""


def plan_files(spark: SparkSession, paths: Sequence[str], *, nodes_per_task: int | None = None) -> Plan:
    """Plan how the snapshots in files are diffed; a job of one stage, and for many files a second one.

    Args:
        paths: of files and folders, as the workers see them.
        nodes_per_task: about how many elements one task diffs.

    Raises:
        InvalidSnapshot: there is no such file, or it cannot be diffed in this way.
    """
    found = _collected(spark, 1, _Lister(tuple(paths)))
    files = [File(row["root"], row["path"]) for row in found if row["path"] is not None]
    if len(files) > _FEW:
        readers = min(len(files), _MOST_READERS)
        found = _collected(spark, readers, _Scanner(tuple(files), readers))
    runs = (Run(*(row[name] for name in Run._fields)) for row in found if row["file"] is not None)
    return make_plan(files, runs, nodes_per_task=nodes_per_task)


def _collected(spark: SparkSession, tasks: int, function: _Lister | _Scanner) -> list[dict[str, Any]]:
    """Run a function once in each of ``tasks`` tasks and collect its rows. InvalidSnapshot: the first problem found."""
    frame = spark.range(0, tasks, 1, tasks).mapInArrow(function, spark_schema(_FOUND))
    rows: list[dict[str, Any]] = frame.toArrow().to_pylist()
    for row in rows:
        if row["problem"] is not None:
            raise InvalidSnapshot(row["problem"], row["place"], row["cure"])
    return rows


@attrs.frozen
class _Lister:
    """Lists the files of paths, each once and sorted; of a few files it reads the keys too."""

    paths: tuple[str, ...]

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for _ in task_numbers(batches):
            try:
                files = _once(file for path in self.paths for file in list_files(path))
            except InvalidSnapshot as error:
                yield _batch([_said(error)])
                return
            yield _batch([file._asdict() for file in files])
            if len(files) <= _FEW:
                for number, file in enumerate(files):
                    yield _batch(_runs(file, number))


@attrs.frozen
class _Scanner:
    """Reads the keys of every n-th file, n being the number of tasks."""

    files: tuple[File, ...]
    tasks: int

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for task in task_numbers(batches):
            for number in range(task, len(self.files), self.tasks):
                yield _batch(_runs(self.files[number], number))


def _once(files: Iterable[File]) -> list[File]:
    """Sort the files and leave out second names of a file."""
    found = {_identity(file): file for file in sorted(files, reverse=True)}
    return sorted(found.values())


def _identity(file: File) -> tuple[str, ...]:
    """Identify a file: by its real path on this machine, or by file system and path."""
    root = urlsplit(file.root)
    if root.scheme in ("", "file"):
        return (os.path.realpath(file.path),)
    scheme = "s3" if root.scheme in ("s3a", "s3n") else root.scheme
    return (scheme, root.netloc, root.query, file.path)


def _runs(file: File, number: int) -> list[dict[str, object]]:
    try:
        return [run._asdict() for run in scan_file(file, number)]
    except InvalidSnapshot as error:
        return [_said(error)]


def _batch(rows: list[dict[str, object]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(rows, schema=_FOUND)


def task_numbers(batches: Iterator[pa.RecordBatch]) -> Iterator[int]:
    """Yield the numbers in a partition of ``spark.range``."""
    for batch in batches:
        yield from batch.column(0).to_pylist()


def _said(error: InvalidSnapshot) -> dict[str, object]:
    return {"problem": error.problem, "place": error.path, "cure": error.cure}
