"""Read what other tools recorded as DataFrames of snapshots: rrweb, Playwright's traces, steps of BrowserGym."""

from __future__ import annotations

import os
import posixpath
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from io import BufferedReader
from pathlib import Path, PurePosixPath
from tempfile import SpooledTemporaryFile
from typing import Any, cast
from urllib.parse import unquote, urlsplit

import attrs
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from uidiff.arrow.outgoing import Origin
from uidiff.arrow.step_rows import STEPS, StepReader, rrweb_reader, step_batches
from uidiff.importers.rrweb import StepRules
from uidiff.model.limits import Limits
from uidiff.spark.file_bytes import files_in, pieces_by_file
from uidiff.spark.frames import expect_session
from uidiff.spark.recordings import Paths
from uidiff.spark.schemas import SNAPSHOT_SCHEMA

__all__ = ["StepBatches", "read_browsergym", "read_playwright_traces", "read_rrweb"]

_IN_MEMORY = 32 << 20
"""Bytes of a zip that a worker holds; of a larger one it makes a file that has no name."""

_SUFFIXES = (".json.gz", ".jsonl.gz", ".json", ".jsonl", ".zip")
_PATTERN = frozenset("*?[{")
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?://[^/]*)?")
"""How a URI begins, up to its path."""


def read_rrweb(
    spark: SparkSession,
    paths: Paths,
    *,
    quiet: float = 100,
    every: float = 1_000,
    limits: Limits | None = None,
) -> DataFrame:
    """Read recordings of rrweb, a row for each step (see ``SNAPSHOT_SCHEMA``).

    The rows are those of ``uidiff.arrow.read_sessions``: a step is what a user did and what changed by it, or changes
    of the page by itself. What does not fit is a row with ``error`` in its place, and the rest goes on. The rows of a
    file are numbered from 0 on in all its windows; ``source`` names the file, as a URI.

    The session is the path of the file below what was given, without its suffix; of several paths, below the folder
    that all of them are in. Of a pattern that folder ends where the pattern begins. Where that is not known, as of a
    path that is neither a URI nor absolute nor there on this machine, it is the name of the file; say
    ``session="source"`` then where files in several folders have the same name. So it is for files in one folder
    that differ in their suffixes only.

    One task reads a file, and holds a batch and the page of each of its windows, whatever the length. Files ending in
    ``.gz`` go to it as they are, so that one that is cut short is a row with ``error``; Spark's JVM holds them whole
    (at most 2 GB, ``spark.sql.sources.binaryFile.maxLength``). Nothing that a recording names is fetched.

    Args:
        spark: the session, classic or Connect.
        paths: files, folders with all that is below them, or patterns, as Spark takes them; all are read, whatever
            their names. An empty file has no row, unless it ends in ``.gz``.
        quiet: milliseconds without changes, after which a step ends.
        every: milliseconds from its first change on, after which a step ends although changes go on.
        limits: how large a page may be.

    Raises:
        ValueError: a time below 0.
        AnalysisException: there is no such path.
        TypeError: no session.
    """
    expect_session(spark, "read_rrweb")
    return _read(spark, paths, StepBatches("rrweb", limits or Limits(), StepRules(quiet=quiet, every=every)))


def read_playwright_traces(spark: SparkSession, paths: Paths, *, limits: Limits | None = None) -> DataFrame:
    """Read Playwright's traces, a row for each call. Sessions, numbers and errors are those of :func:`read_rrweb`.

    A zip goes to one task, which puts one of more than 32 MiB into a temporary file; Spark's JVM holds it whole (at
    most 2 GB). An archive that is cut short, packed like a bomb, or has names that climb out of it, is one row with
    ``error``. Nothing that a trace names is fetched.

    Args:
        spark: the session, classic or Connect.
        paths: files, folders with all that is below them, or patterns. Only files ending in ``.zip`` are read: videos
            and pictures of tests are beside them.
        limits: how large a snapshot and what is read of an archive may be.

    Raises:
        AnalysisException: there is no such path.
        TypeError: no session.
    """
    expect_session(spark, "read_playwright_traces")
    return _read(spark, paths, StepBatches("playwright-trace", limits or Limits()))


def read_browsergym(spark: SparkSession, paths: Paths, *, limits: Limits | None = None) -> DataFrame:
    """Read steps of BrowserGym and AgentLab, JSON in lines or lists, a row each, as :func:`read_rrweb` does.

    A pickle is a row with ``error``, which says how to write it as JSON: reading one runs any code that it names. A
    task holds a list whole, of lines one at a time.

    Args:
        spark: the session, classic or Connect.
        paths: files, folders with all that is below them, or patterns; all are read, whatever their names.
        limits: how large a snapshot, a line and a list may be.

    Raises:
        AnalysisException: there is no such path.
        TypeError: no session.
    """
    expect_session(spark, "read_browsergym")
    return _read(spark, paths, StepBatches("browsergym", limits or Limits()))


def _read(spark: SparkSession, paths: Paths, batches: StepBatches) -> DataFrame:
    given = [paths] if isinstance(paths, str | os.PathLike) else paths
    each = list(
        dict.fromkeys(os.fspath(path) for path in given)
    )  # given twice, a file would be read as one of twice the length
    pieces = pieces_by_file(spark, each, json=batches.format != "playwright-trace")
    return pieces.mapInArrow(attrs.evolve(batches, top=_top(each)), SNAPSHOT_SCHEMA)


@attrs.frozen
class StepBatches:
    """Makes batches of SNAPSHOTS of batches of pieces of files. ``top``: the folder below which sessions are named."""

    format: str
    limits: Limits
    rules: StepRules | None = None
    top: PurePosixPath | None = None

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the rows of all files."""
        steps = STEPS[self.format] if self.rules is None else rrweb_reader(self.rules)
        for source, file in files_in(batches):
            origin = Origin(source, _session_of(source, self.top))
            if self.format == "playwright-trace":
                yield from self._of_zip(file, steps, origin)
            else:
                yield from step_batches(steps(file, self.limits), origin)

    def _of_zip(self, file: BufferedReader, steps: StepReader, origin: Origin) -> Iterator[pa.RecordBatch]:
        with SpooledTemporaryFile(_IN_MEMORY) as sought:
            shutil.copyfileobj(file, sought)
            sought.seek(0)
            yield from step_batches(steps(cast("Any", sought), self.limits), origin)


def _session_of(source: str, top: PurePosixPath | None) -> str:
    """Return what to call the session in a file: its path below ``top``, or its name; without the suffix.

    Args:
        source: the file's URI.
        top: a folder, as the path of a URI.
    """
    path = PurePosixPath(unquote(urlsplit(source).path))
    name = path.name if top is None or top not in path.parents else str(path.relative_to(top))
    suffix = next((suffix for suffix in _SUFFIXES if name.lower().endswith(suffix)), path.suffix)
    return name[: len(name) - len(suffix)] or name


def _top(paths: Sequence[str]) -> PurePosixPath | None:
    """Return the folder that all paths are in, as the path of a URI; None if one does not say where it is."""
    folders = [_folder(path) for path in paths]
    known = [folder for folder in folders if folder is not None]
    if not known or len(known) < len(folders):
        return None
    return PurePosixPath(posixpath.commonpath(known))


def _folder(path: str) -> str | None:
    """Return the folder that was given, or that a given file or pattern is in."""
    is_here = not _URI.match(path) and Path(path).exists()
    whole = Path(os.path.abspath(path)).as_posix() if is_here else _URI.sub("", path)  # noqa: PTH100  # links stay
    if not whole.startswith("/"):
        return None
    parts = PurePosixPath(posixpath.normpath(whole)).parts
    if is_here:
        return str(PurePosixPath(*parts[: len(parts) - Path(path).is_file()]))
    plain = next((at for at, part in enumerate(parts) if _PATTERN & set(part)), len(parts))
    is_file = plain == len(parts) and parts[-1].lower().endswith(_SUFFIXES)
    return str(PurePosixPath(*parts[: plain - is_file]))
