"""Diff the snapshots of any DataFrame, each with the one before it: one shuffle, then the engine.

The worker's memory: Spark sends rows by the batch, and ends one after ``spark.sql.execution.arrow.maxBytesPerBatch``
(64 MiB in Spark 4.3) even where ``maxRecordsPerBatch`` (10,000 rows) would have it go on. Its reader holds two of them.
The engine takes a batch in pieces, and nothing of it is kept but its last snapshot. Where that limit is larger, set
``maxRecordsPerBatch`` to 256. The elements were sent in smaller rows for comparison: five times as slow, and more.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pyarrow as pa
from pyspark.sql import DataFrame

from uidiff.arrow.conform import conformed
from uidiff.arrow.engine import Engine, OnError
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.spark.frames import Names, expect_partitions
from uidiff.spark.schemas import CHANGE_SCHEMA
from uidiff.spark.sending import lean_pieces

__all__ = ["Steps", "diff_snapshots", "in_order"]


def diff_snapshots(
    frame: DataFrame,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    carry: bool = False,
    on_error: OnError = "column",
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Diff the successive snapshots of each session and window, a row a record.

    The rows may come in any order; each session and window is brought into one task and sorted there. Sorted Parquet
    files need no such shuffle: ``diff_recordings`` is quicker on them, and splits a giant session.

    Args:
        frame: snapshots (see ``SNAPSHOT_SCHEMA``); ``seq`` and ``nodes`` are required.
        matcher, ignore, carry, limits: as in ``uidiff.arrow.diff_table``.
        session, window, seq, ts, nodes: the names of these columns, of any characters; None: there is no such column,
            and all rows count as NULL there.
        on_error: what becomes of a row that is no snapshot: a row of op ``error`` ("column"), an error that ends the
            job ("raise"), or nothing ("drop"). The snapshots around it are compared with each other. The same becomes
            of two snapshots of one session and window that are from two files (``source``): they are not compared.
        partitions: the number of tasks that share the windows; by default that of Spark's shuffles.

    Returns:
        Rows of CHANGE_SCHEMA, those of one window in their order. The frame is lazy.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        UnknownName: no such matcher, field or ``on_error``.
        ValueError: ``partitions`` is no whole number above 0, or the frame is a stream.
    """
    engine = Engine.of(matcher=matcher, ignore=ignore, carry=carry, on_error=on_error, limits=limits)
    ordered = in_order(frame, Names(session, window, seq, ts, nodes), partitions)
    return ordered.mapInArrow(Steps(engine), CHANGE_SCHEMA)


def in_order(frame: DataFrame, names: Names, partitions: int | None) -> DataFrame:
    """Select the columns of SNAPSHOTS and sort them: a window in one partition, its snapshots in order.

    Raises:
        InvalidSnapshot: no such column.
        ValueError: ``partitions`` is no whole number above 0.
    """
    expect_partitions(partitions)
    chosen = names.chosen(frame)
    if frame.isStreaming:
        raise ValueError("the frame is a stream: take diff_stream for it")
    known: list[str] = [name for name in ("session", "window") if name in chosen.columns]
    dealt = _dealt(chosen, known, partitions)
    return dealt.sortWithinPartitions(*(name for name in (*known, "seq", "ts", "source") if name in chosen.columns))


def _dealt(frame: DataFrame, keys: list[str], partitions: int | None) -> DataFrame:
    if not keys:
        return frame.repartition(1)
    return frame.repartition(*keys) if partitions is None else frame.repartition(partitions, *keys)


@attrs.frozen
class Steps:
    """Runs an engine, of changes or of events, on the snapshots of one partition."""

    engine: Engine

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the rows, a batch for each piece."""
        engine = attrs.evolve(self.engine, last=None)
        for piece in lean_pieces(batches):
            yield engine.step(conformed(piece))
