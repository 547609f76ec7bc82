"""Bring the snapshots of each session and window into one task, in order, and run an engine on them there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pyarrow as pa
from pyspark.cloudpickle import dumps
from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from uidiff.arrow.schema import NEEDLESS
from uidiff.spark.frames import Names, expect_partitions
from uidiff.spark.schemas import spark_schema
from uidiff.spark.sending import lean_pieces

__all__ = ["BY_BATCH", "answered", "expect_sendable", "in_order"]

BY_BATCH = "ask of each of its micro-batches, by foreachBatch"
"""What to do with a stream where no function takes one."""

_ORDER = ("session", "window", "seq", "ts", "source")


def in_order(
    frame: DataFrame,
    names: Names,
    partitions: int | None,
    *,
    together: bool = False,
    whole: bool = False,
    for_streams: str = "take diff_stream for it",
) -> DataFrame:
    """Select the columns of SNAPSHOTS and sort them as Arrow does: a window in one partition, its snapshots in order.

    Args:
        frame, names: the snapshots, and how their columns are called.
        partitions: the number of tasks; None: that of Spark's shuffles.
        together: bring all windows into one partition.
        whole: select all columns of SNAPSHOTS, not only those that engines look at.
        for_streams: what to do if the frame is a stream.

    Raises:
        InvalidSnapshot: no such column.
        ValueError: ``partitions`` is no whole number above 0, or the frame is a stream.
    """
    expect_partitions(partitions)
    chosen = names.chosen(frame, without=() if whole else NEEDLESS)
    if frame.isStreaming:
        raise ValueError(f"the frame is a stream: {for_streams}")
    known: list[str] = [] if together else [name for name in ("session", "window") if name in chosen.columns]
    order = [f.col(name).asc_nulls_last() for name in _ORDER if name in chosen.columns]
    return _dealt(chosen, known, partitions).sortWithinPartitions(*order)


def _dealt(frame: DataFrame, keys: list[str], partitions: int | None) -> DataFrame:
    if not keys:
        return frame.repartition(1)
    return frame.repartition(*keys) if partitions is None else frame.repartition(partitions, *keys)


def answered(
    frame: DataFrame,
    names: Names,
    partitions: int | None,
    engine: Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]],
    schema: pa.Schema,
    *,
    together: bool = False,
    whole: bool = False,
) -> DataFrame:
    """Run an engine of ``uidiff.arrow.tables`` on each partition of what :func:`in_order` gives. The frame is lazy."""
    ordered = in_order(frame, names, partitions, together=together, whole=whole, for_streams=BY_BATCH)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return engine(lean_pieces(batches))

    return ordered.mapInArrow(run, spark_schema(schema))


def expect_sendable(**options: object) -> None:
    """Raise TypeError unless the values of these options, such as a matcher of the caller's, can go to the workers."""
    for name, given in options.items():
        try:
            dumps(given)  # type: ignore[no-untyped-call]
        except Exception as error:  # a value may raise anything where it is pickled
            problem = f"{name} cannot be sent to the workers, as it cannot be pickled ({type(error).__name__})"
            cure = "give one of a module that they can import, without open files and locks"
            raise TypeError(f"{problem}: {cure}") from error
