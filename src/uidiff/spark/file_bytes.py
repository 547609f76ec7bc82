"""The bytes of files through Spark: a row for each piece of a file, those of a file together and in order.

Workers open no path: what Spark can read can be read so. A worker holds a batch of pieces, whatever the files' length.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql import types as t

__all__ = ["files_in", "lines_by_file", "pieces_by_file"]

_SPLITTING = ("spark.sql.files.maxPartitionBytes", "spark.sql.files.openCostInBytes")
"""No file of fewer bytes than both is read by several tasks."""

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40, "p": 1 << 50}

_SEPARATOR = "},"
"""JSON that is recorded has one every few hundred bytes, and none can have it at its end, where Spark would lose it."""

_NOT_GZ = "{?,??,*[!z],*[!g]z,*[!.]gz}"
"""The names that do not end in .gz, as a pattern of Hadoop's."""

_BUFFER = 1 << 18
_ROWS = 500
"""Pieces that are joined at once: a batch, which may be of 64 MB, is not copied whole."""

_PIECE = 4096
"""Bytes of a piece of a binary file: Spark sends at most 10,000 rows at once, 40 MB."""


def lines_by_file(spark: SparkSession, frame: DataFrame) -> DataFrame:
    """Select the lines of text files, as ``source`` and ``line``, those of a file together and in order; only files
    that Spark reads in parts are shuffled.
    """
    lines = frame.select(
        f.col("_metadata.file_path").alias("source"),
        f.col("value").cast(t.BinaryType()).alias("line"),
        f.col("_metadata.file_size").alias("size"),
        f.col("_metadata.file_block_start").alias("start"),
        (f.col("_metadata.file_block_length") < f.col("_metadata.file_size")).alias("in_parts"),
    )
    large = f.col("size") > min(_bytes(spark, name) for name in _SPLITTING)  # by which Spark need not open the others
    whole = lines.where(~(large & f.col("in_parts")))
    in_parts = (
        lines.where(large & f.col("in_parts"))
        .withColumn("nth", f.monotonically_increasing_id())
        .repartition("source")
        .sortWithinPartitions("source", "start", "nth")
    )
    return whole.select("source", "line").union(in_parts.select("source", "line"))


def _bytes(spark: SparkSession, setting: str) -> int:
    """Read a size in the form of Spark's settings, such as 128MB; 0 for another form."""
    found = re.fullmatch(r"(\d+)([kmgtp]?)i?b?", str(spark.conf.get(setting)).strip().lower())
    return int(found[1]) * _UNITS[found[2]] if found else 0


def pieces_by_file(spark: SparkSession, paths: list[str], *, json: bool) -> DataFrame:
    """Read files as pieces, a row each: ``source``, ``piece``, and ``separator``, which stands between two pieces.

    Args:
        spark: the session.
        paths: files, folders with all that is below them, or patterns.
        json: whether they are JSON, of any name, plain or ``.gz``; else zips. JSON is read from object to object: the
            JVM holds little of a file. Zips and ``.gz`` go through it whole, and as they are.
    """
    if not json:
        return _whole(spark, paths, "*.zip")
    reader = spark.read.option("recursiveFileLookup", "true").option("lineSep", _SEPARATOR)
    lines = lines_by_file(spark, reader.option("pathGlobFilter", _NOT_GZ).text(paths))
    pieces = lines.select("source", f.col("line").alias("piece"), f.lit(_SEPARATOR).alias("separator"))
    return pieces.union(_whole(spark, paths, "*.gz"))


def _whole(spark: SparkSession, paths: list[str], names: str) -> DataFrame:
    reader = spark.read.format("binaryFile").option("recursiveFileLookup", "true").option("pathGlobFilter", names)
    last = f.greatest(f.col("length") - 1, f.lit(0)).cast(t.IntegerType())
    pieces = f.transform(
        f.sequence(f.lit(0), last, f.lit(_PIECE)),
        lambda start: f.substr(f.col("content"), start + 1, f.lit(_PIECE)),
    )
    return reader.load(paths).select(
        f.col("_metadata.file_path").alias("source"), f.explode(pieces).alias("piece"), f.lit("").alias("separator")
    )


def files_in(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[str, io.BufferedReader]]:
    """Yield the files in batches of pieces, each with its source; one is read before the next one is asked for."""
    for source, pieces in groupby(_joined(batches), key=itemgetter(0)):
        yield source, io.BufferedReader(_Bytes(data for _, data in pieces), _BUFFER)


def _joined(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[str, bytes]]:
    """Yield the bytes of successive pieces of one file in a batch, with its source and the separators."""
    last: str | None = None
    for batch in batches:
        for few in (batch.slice(start, _ROWS) for start in range(0, batch.num_rows, _ROWS)):
            start = 0
            for source, end, separator in _runs(few):
                data = _join(few.column("piece").slice(start, end - start), separator.encode())
                yield source, separator.encode() + data if source == last else data
                last, start = source, end


def _join(pieces: pa.Array, separator: bytes) -> bytes:
    whole = pa.LargeListArray.from_arrays(pa.array([0, len(pieces)], pa.int64()), pieces.cast(pa.large_binary()))
    joined: bytes = pc.binary_join(whole, pa.scalar(separator, pa.large_binary()))[0].as_py()
    return joined


def _runs(batch: pa.RecordBatch) -> Iterator[tuple[str, int, str]]:
    """Yield source, end and separator of successive pieces of one file."""
    runs = pc.run_end_encode(batch.column("source"))
    for source, end in zip(runs.values.to_pylist(), runs.run_ends.to_pylist(), strict=True):
        yield source, end, batch.column("separator")[end - 1].as_py()


class _Bytes(io.RawIOBase):
    """Pieces of bytes as an open file, which cannot be sought."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        super().__init__()
        self._pieces = pieces
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]  # io.RawIOBase's is of typeshed's own type
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = memoryview(piece)
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count
