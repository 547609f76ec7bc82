"""Take the snapshots of any DataFrame: their changes, events and elements; and snapshots again of changes.

Changes and events are of each snapshot and the one before it: one shuffle, then the engine.

The worker's memory: Spark sends rows by the batch, and ends one after ``spark.sql.execution.arrow.maxBytesPerBatch``
(64 MiB in Spark 4.3) even where ``maxRecordsPerBatch`` (10,000 rows) would have it go on. Its reader holds two of them.
The engine takes a batch in pieces, and nothing of it is kept but its last snapshot. Where that limit is larger, set
``maxRecordsPerBatch`` to 256. The elements were sent in smaller rows for comparison: five times as slow, and more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import attrs
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from uidiff.arrow.apply_rows import APPLIED, OF_CHANGES, Applier
from uidiff.arrow.conform import conformed
from uidiff.arrow.engine import Engine, OnError
from uidiff.arrow.event_rows import EventFinder
from uidiff.arrow.node_rows import NodeRows
from uidiff.arrow.schema import CHANGES, SNAPSHOTS
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.rules import EventRules
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.spark.frames import Names, conformed_frame, expect_columns, expect_readable
from uidiff.spark.schemas import CHANGE_SCHEMA, EVENT_SCHEMA, NODES_SCHEMA, SNAPSHOT_SCHEMA, spark_schema
from uidiff.spark.sending import lean_pieces
from uidiff.spark.windows import in_order

__all__ = ["apply_changes", "diff_snapshots", "explode_nodes", "semantic_events"]

_APPLIED = spark_schema(APPLIED)
_GROUP = ("session", "window")
_OF_BASE = {name: name for name in SNAPSHOT_SCHEMA.names}
_NEEDED = ("op", *OF_CHANGES.values())


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
    return ordered.mapInArrow(_Steps(engine), CHANGE_SCHEMA)


def semantic_events(
    frame: DataFrame,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    rules: EventRules | None = None,
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    on_error: OnError = "column",
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Find what happened between the successive snapshots of each session and window, a row an event.

    The core compares each two snapshots that differ: with any matcher this is slower than ``diff_snapshots``.

    Args:
        frame: snapshots (see ``SNAPSHOT_SCHEMA``); ``seq`` and ``nodes`` are required.
        matcher, ignore, rules: as in ``uidiff.diff``.
        session, window, seq, ts, nodes, limits, partitions: as in ``diff_snapshots``.
        on_error: what becomes of a row that is no snapshot: a row with an ``error`` and no event ("column"), an error
            that ends the job ("raise"), or nothing ("drop"). The snapshots around it are compared with each other.

    Returns:
        Rows of EVENT_SCHEMA, those of one window in their order. The frame is lazy.

    Raises:
        InvalidSnapshot: no such column.
        UnknownName: no such matcher, field or ``on_error``.
        ValueError: ``partitions`` is no whole number above 0.
    """
    finder = EventFinder.with_rules(rules, matcher=matcher, ignore=ignore, on_error=on_error, limits=limits)
    ordered = in_order(frame, Names(session, window, seq, ts, nodes), partitions)
    return ordered.mapInArrow(_Steps(finder), EVENT_SCHEMA)


def explode_nodes(
    frame: DataFrame,
    *,
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    on_error: Literal["drop", "raise"] = "drop",
    limits: Limits | None = None,
) -> DataFrame:
    """Return the elements of snapshots, a row each.

    Cells that the core would not accept are mended or refused, and secrets are hidden, as in ``diff_snapshots``.

    Args:
        frame: snapshots (see ``SNAPSHOT_SCHEMA``); ``seq`` and ``nodes`` are required.
        session, window, seq, ts, nodes: the names of these columns, of any characters; None: there is no such column,
            and all rows count as NULL there.
        on_error: what becomes of a row that is no snapshot: it is left out ("drop"; ``diff_snapshots`` names it), or
            the job fails with InvalidSnapshot ("raise").
        limits: how large a snapshot may be.

    Returns:
        Rows of ``NODES_SCHEMA``: which snapshot (session, window, seq, ts), where in it (``index`` in pre-order,
        ``parent``, ``depth``, ``position`` among the children of the parent, ``parent_name``, ``path``),
        ``subtree_hash``, and then the fields of the element. Of equal subtrees (role, name, value, description and
        shape) the hash is equal everywhere; it has 62 bits, and collisions can be made on purpose.

    Raises:
        InvalidSnapshot: no such column.
        UnknownName: no such ``on_error``.
    """
    rows = NodeRows(on_error, limits)

    def elements(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return rows(lean_pieces(batches))

    return Names(session, window, seq, ts, nodes).chosen(frame).mapInArrow(elements, NODES_SCHEMA)


def apply_changes(base: DataFrame, changes: DataFrame, *, limits: Limits | None = None) -> DataFrame:
    """Make all snapshots of some and of what changed between them: the inverse of ``diff_snapshots(…, carry=True)``.

    Args:
        base: rows of ``SNAPSHOT_SCHEMA``: of each session and window the first one, and any others.
        changes: rows of ``CHANGE_SCHEMA``, made with ``carry=True``.
        limits: how large a snapshot may be.

    Returns:
        Rows of ``SNAPSHOT_SCHEMA``, in no order: those of ``base``, and one for each patch and each error in
        ``changes``. They are the snapshots that were diffed, which their digests show; where one cannot be made, its
        row has an ``error``. The ``source`` of those made is not known. Each session and window is the work of one
        task, which holds a snapshot and a batch.

    Raises:
        InvalidSnapshot: no such columns, or one of another type; or their metadata say that a newer uidiff wrote them.
    """
    expect_columns(base, "seq", "nodes", cure="give the snapshots that were diffed")
    expect_columns(changes, *_NEEDED, cure="give what diff_snapshots gave with carry=True")
    expect_readable(base, SNAPSHOTS)
    expect_readable(changes, CHANGES)
    said = conformed_frame(changes, pa.schema([CHANGES.field(name) for name in _NEEDED]))
    patched = said.where((f.col("op") == "error") | f.col("carried").isNotNull())
    rows = _filled(conformed_frame(base, SNAPSHOTS), _OF_BASE)
    rows = rows.union(_filled(patched, OF_CHANGES))
    return (
        rows.repartition(*_GROUP)
        .sortWithinPartitions(*_GROUP, "seq", "before_seq")
        .mapInArrow(Applier(limits or Limits()), SNAPSHOT_SCHEMA)
    )


def _filled(frame: DataFrame, names: Mapping[str, str]) -> DataFrame:
    """Select all columns of APPLIED, NULL where ``names`` has none for it."""
    return frame.select(
        *(
            (f.col(names[field.name]) if field.name in names else f.lit(None).cast(field.dataType)).alias(field.name)
            for field in _APPLIED
        )
    )


# --------------------------------------------------------------------- engine


@attrs.frozen
class _Steps:
    """Runs an engine, of changes or of events, on the snapshots of one partition."""

    engine: Engine

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the rows, a batch for each piece."""
        engine = attrs.evolve(self.engine, last=None)
        for piece in lean_pieces(batches):
            yield engine.step(conformed(piece))
