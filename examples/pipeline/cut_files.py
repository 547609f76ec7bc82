"""Find compressed files that are cut short: Spark would fail on one, or pass over the rest of it in silence."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator, Sequence

import pyarrow as pa
from pyspark import cloudpickle
from pyspark.sql import DataFrame, SparkSession

__all__ = ["IGNORE_CORRUPT", "cut_files"]

IGNORE_CORRUPT = "spark.sql.files.ignoreCorruptFiles"
"""With this setting Spark reads of a cut file what is there."""

_COLUMNS = "source string, error string"
_PIECE = 1 << 20
_GZIP = 31
"""``wbits`` of zlib for gzip with its header."""

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # type: ignore[no-untyped-call]  # workers lack this module


def cut_files(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    """Return a row of ``source`` and ``error`` for each of these gzip files that does not end as it should."""
    files = spark.read.format("binaryFile").load(list(paths)).select("_metadata.file_path", "content")
    return files.mapInArrow(_check, _COLUMNS)


def _check(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        for path, content in zip(*batch.columns, strict=True):
            if not _is_whole(memoryview(content.as_buffer())):
                error = "gzip data that is cut short or damaged: what is behind is lost; copy the file again"
                rows = {"source": [path.as_py()], "error": [error]}
                yield pa.RecordBatch.from_pydict(rows)


def _is_whole(data: memoryview) -> bool:
    """Decompress all members, piece by piece, and keep nothing."""
    reader = None
    try:
        for start in range(0, len(data), _PIECE):
            piece: bytes | memoryview = data[start : start + _PIECE]
            while piece:
                if reader is None or reader.eof:
                    reader = zlib.decompressobj(_GZIP)
                while piece and not reader.eof:
                    reader.decompress(piece, _PIECE)
                    piece = reader.unconsumed_tail
                piece = reader.unused_data
    except zlib.error:
        return False
    return reader is not None and reader.eof
