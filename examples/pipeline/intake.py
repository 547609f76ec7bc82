"""From files to rows: sessions of three tools become snapshots, and these changes, events, effects and screens.

The rows of some files are written below ``batch=<number>`` of each table, in place of what is there: done again, after
a restart, it gives the same rows once. A batch job has one batch, a stream one for each of its micro-batches.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import reduce
from pathlib import Path
from typing import TypeAlias

from cut_files import IGNORE_CORRUPT, cut_files
from pyspark.sql import Column, DataFrame, Row, SparkSession
from pyspark.sql import functions as sf

import uidiff
from uidiff import spark as uispark

__all__ = ["FILES", "FILE_COLUMNS", "IGNORE", "TABLES", "files_in", "take_in"]

Paths: TypeAlias = Sequence[str]

READERS: dict[str, tuple[tuple[str, ...], Callable[[SparkSession, Paths], DataFrame]]] = {
    "recording": ((".jsonl", ".jsonl.gz"), uispark.read_recordings),
    "rrweb": ((".json", ".json.gz"), uispark.read_rrweb),
    "trace": ((".zip",), uispark.read_playwright_traces),
}
"""By the ends of the files' names: what reads them. Of other files the page says how many there are."""

IGNORE = ("bounds", "focused", uidiff.Ignore(role="timer"), uidiff.Ignore(role="text", path="document > timer"))
"""What is no change: a click that moves the focus and lets the clock go on is a no-op.

What ticks in other programs ``uispark.ignore_rules(uispark.volatility(changes))`` says; the README shows it.
"""

TABLES = ("files", "snapshots", "changes", "events", "effects", "screens")
"""What is written of each batch: folders with these names, below them ``batch=<number>``."""

FILE_COLUMNS = "path string, modificationTime timestamp, length bigint, content binary"
FILES = {"recursiveFileLookup": "true"}
"""How the files of the folder are listed: by Spark's source ``binaryFile``, without a look at what is in them."""

_KEYS = ("session", "window", "seq")
_GLOB = re.compile(r"([\\*?\[\]{}^,])")


def files_in(frame: DataFrame) -> list[Row]:
    """Return path and length of the files that ``binaryFile`` has listed; nothing is read of them."""
    return frame.select("path", "length").orderBy("path").collect()


def take_in(spark: SparkSession, files: Sequence[Row], folder: str, out: str, *, batch: int) -> None:
    """Read the files, and write the rows of all tables."""
    partitions = 2 * spark.sparkContext.defaultParallelism
    written = _Writer(out, batch)
    written.write("files", _file_rows(spark, files, folder))
    spark.conf.set(IGNORE_CORRUPT, value=True)  # cut_files says which ones
    snapshots = written.write("snapshots", _snapshots(spark, [file["path"] for file in files], folder))
    spark.conf.set(IGNORE_CORRUPT, value=False)  # what we have written ourselves has to be whole
    # One window is the work of one task: as many tasks as two for each core share the windows out.
    written.write("changes", uispark.diff_snapshots(snapshots, ignore=IGNORE, partitions=partitions))
    written.write("events", uispark.semantic_events(snapshots, ignore=IGNORE, partitions=partitions))
    written.write("effects", uispark.effects(snapshots, ignore=IGNORE, partitions=partitions))
    screens = uispark.screens(snapshots, ignore=IGNORE, partitions=partitions)
    written.write("screens", _with_places(screens, snapshots))


class _Writer:
    def __init__(self, out: str, batch: int) -> None:
        self._out, self._batch = out, batch

    def write(self, table: str, frame: DataFrame) -> DataFrame:
        """Write the rows of this batch in place of what is there, and return them as they were written."""
        path = f"{self._out}/{table}/batch={self._batch}"
        frame.write.mode("overwrite").option("compression", "zstd").parquet(path)
        return frame.sparkSession.read.schema(frame.schema).parquet(path)


def _snapshots(spark: SparkSession, paths: Paths, folder: str) -> DataFrame:
    """Read the snapshots of all files. A session is called by the path of its file below the folder."""
    read = []
    for ends, reader in READERS.values():
        own = [_GLOB.sub(r"\\\1", path) for path in paths if path.lower().endswith(ends)]
        if own:
            read.append(reader(spark, own))
    # Of other files that are cut short the readers say it themselves.
    compressed = [_GLOB.sub(r"\\\1", path) for path in paths if path.lower().endswith(".jsonl.gz")]
    if compressed:
        read.append(cut_files(spark, compressed))
    none = spark.createDataFrame([], uispark.SNAPSHOT_SCHEMA)
    rows = reduce(lambda some, more: some.unionByName(more, allowMissingColumns=True), read, none)
    return rows.withColumn("session", _below(_path_of(sf.col("source")), folder))


def _file_rows(spark: SparkSession, files: Sequence[Row], folder: str) -> DataFrame:
    rows = [(file["path"], file["length"]) for file in files]
    frame = spark.createDataFrame(rows, "path string, bytes bigint")
    kind = sf.lit(None).cast("string")
    for name, (ends, _) in READERS.items():
        known = reduce(Column.__or__, [sf.lower("path").endswith(end) for end in ends])
        kind = sf.when(known, name).otherwise(kind)
    return frame.select(_below(sf.col("path"), folder).alias("session"), kind.alias("kind"), "bytes")


def _below(path: Column, folder: str) -> Column:
    """Return the path below the folder."""
    root = folder.rstrip("/") if ":/" in folder else os.fspath(Path(folder).resolve())
    return sf.regexp_replace(path, rf"^.*?\Q{root}\E/+", "")


def _path_of(uri: Column) -> Column:
    """Return the path in a URI as it is called: with ``%`` and blanks."""
    return sf.coalesce(sf.try_url_decode(sf.replace(uri, sf.lit("+"), sf.lit("%2B"))), uri)


def _with_places(screens: DataFrame, snapshots: DataFrame) -> DataFrame:
    """Add what a reader would call each screen: the title of the window and its first heading, 0 for numbers.

    The name of a screen in the table is of its exact tree; a list with other rows is another screen, at one place.
    """
    heading = sf.try_element_at(sf.filter("nodes", lambda node: node["role"] == "heading"), sf.lit(1))["name"]
    title = sf.coalesce("title", "window")
    place = sf.when(title.contains(heading), title).otherwise(sf.concat_ws(": ", title, heading))
    place = sf.substring(sf.regexp_replace(place, r"\d[\d.,]*", "0"), 1, 80)
    keys = [sf.col(key).alias(f"_{key}") for key in _KEYS]
    known = snapshots.where("error IS NULL AND nodes IS NOT NULL")
    named = known.groupBy(*keys).agg(sf.min(place).alias("place"))  # a number that stands twice has one of the places
    same = reduce(Column.__and__, [sf.col(key).eqNullSafe(sf.col(f"_{key}")) for key in _KEYS])
    return screens.join(named, same, "left").select(*screens.columns, "place")
