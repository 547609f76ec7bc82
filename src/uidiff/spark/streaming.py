"""Diff snapshots while they are recorded: Structured Streaming with one snapshot of each window as state.

Spark's stateful functions take rows as pandas has them, and pandas has no elements: rows go through them packed, as
binaries in Arrow's own format, and so do the state and the changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql.streaming.state import GroupState, GroupStateTimeout

from uidiff.arrow.block import Block
from uidiff.arrow.conform import conformed
from uidiff.arrow.convert import packed, unpacked
from uidiff.arrow.engine import MAX_NODES, Engine, OnError, pieces
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.spark.frames import Names
from uidiff.spark.schemas import CHANGE_SCHEMA, spark_schema
from uidiff.spark.sending import lean_pieces

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["diff_stream"]

_PACKED = pa.schema(
    [
        ("session", pa.string()),
        ("window", pa.string()),
        ("first", pa.int64()),
        ("last", pa.int64()),
        ("rows", pa.binary()),
    ],
)
"""Some rows of one session and window, in order: the lowest and the highest sequence number, and the rows."""

_LAST = pa.schema([("last", pa.binary())])
_CHANGES = pa.schema([("changes", pa.binary())])

_NO_SEQ = -(2**63)
"""Stands for NULL: a column with NULL would become one of floats in pandas."""

_SECONDS = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400}


def diff_stream(
    stream: DataFrame,
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
    timeout: str | float | None = None,
) -> DataFrame:
    """Diff a stream of snapshots, a row a record: for snapshots that come in order, the rows of ``diff_snapshots``.

    Kept from one micro-batch to the next is the last good snapshot of each session and window. Snapshots of one
    micro-batch are put in order; one that comes in a later micro-batch than a snapshot with its sequence number or a
    higher one is an error. Output mode is ``append``. Any state store will do; with windows by the hundred thousand
    take RocksDB (``spark.sql.streaming.stateStore.providerClass``). A query that is started again at its checkpoint
    goes on where it was; for another ``matcher`` or ``ignore`` no new checkpoint is needed.

    Args:
        stream: a streaming DataFrame with the columns of SNAPSHOTS; required are ``seq`` and ``nodes``.
        session, window, seq, ts, nodes: the names of these columns, of any characters; None: there is no such column,
            and all rows count as NULL there.
        matcher, ignore, carry, limits: as in ``uidiff.arrow.diff_table``.
        on_error: what becomes of a row that is no snapshot or comes too late: a row of op ``error`` ("column"), an
            error that ends the query ("raise"), or nothing ("drop").
        timeout: in seconds, or as in "90 minutes": what is kept of a window that has been quiet for so long, by the
            machine's clock, is forgotten, and its next snapshot is a first one. By default nothing is ever forgotten.
            Spark then goes on making micro-batches when there is no more data, to look for what is to be forgotten: a
            query with the trigger ``availableNow`` does not end by itself.

    Returns:
        A streaming DataFrame of CHANGE_SCHEMA.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        UnknownName: no such matcher, field or ``on_error``.
        ValueError: a ``timeout`` that is no duration above 0, or a frame that is no stream.
    """
    engine = Engine.of(matcher=matcher, ignore=ignore, carry=carry, on_error=on_error, limits=limits)
    pause = None if timeout is None else _milliseconds(timeout)
    chosen = Names(session, window, seq, ts, nodes).chosen(stream)
    if not stream.isStreaming:
        raise ValueError("the frame is no stream: take diff_snapshots for it")
    sent = chosen.mapInArrow(_pack, spark_schema(_PACKED))
    changes = sent.groupBy("session", "window").applyInPandasWithState(
        _Step(engine, pause),
        outputStructType=spark_schema(_CHANGES),
        stateStructType=spark_schema(_LAST),
        outputMode="append",
        timeoutConf=GroupStateTimeout.NoTimeout if pause is None else GroupStateTimeout.ProcessingTimeTimeout,
    )
    return changes.mapInArrow(_unpack, CHANGE_SCHEMA)


def _milliseconds(timeout: str | float) -> int:
    if isinstance(timeout, str):
        found = re.fullmatch(r"(\d{1,9}) (second|minute|hour|day)s?", timeout, re.ASCII)
        seconds: float = int(found[1]) * _SECONDS[found[2]] if found else 0
    else:
        seconds = timeout if type(timeout) in (int, float) else 0
    if not 0 < seconds < 2**40:  # NaN neither
        raise ValueError("timeout is a number of seconds above 0, or a text such as '90 minutes', '1 hour' or '2 days'")
    return max(1, int(seconds * 1000))


# ---------------------------------------------------------------------- packing


def _pack(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Pack rows with snapshots into rows of _PACKED: in each the rows of a window that came together."""
    for batch in lean_pieces(batches, MAX_NODES):
        given = conformed(batch)
        keys = given.select(["session", "window", "seq", "ts", "source"])
        order = pc.sort_indices(keys, [(name, "ascending") for name in keys.schema.names])
        rows = given if (np.diff(order.to_numpy()) == 1).all() else given.take(order)
        runs = zip(*(_run_codes(rows.column(name)) for name in ("session", "window")), strict=True)
        starts = [0]
        known = None
        for place, key in enumerate(runs):
            if known is not None and key != known:
                starts.append(place)
            known = key
        for start, stop in zip(starts, [*starts[1:], rows.num_rows], strict=True):
            yield pa.RecordBatch.from_pylist([_packed_rows(rows.slice(start, stop - start))], schema=_PACKED)


def _run_codes(texts: pa.Array) -> list[int | None]:
    codes: list[int | None] = texts.dictionary_encode().indices.to_pylist()
    return codes


def _packed_rows(rows: pa.RecordBatch) -> dict[str, Any]:
    seqs = pc.min_max(rows.column("seq").fill_null(_NO_SEQ)).as_py()
    key = {name: rows.column(name)[0].as_py() for name in ("session", "window")}
    return {**key, "first": seqs["min"], "last": seqs["max"], "rows": packed(rows)}


def _unpack(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        for binary in batch.column(0):
            yield unpacked(binary.as_buffer())


# ------------------------------------------------------------------------ state


class _Rows(NamedTuple):
    """Some packed rows, and the lowest and the highest sequence number of them."""

    first: int
    last: int
    rows: bytes


@attrs.frozen
class _Step:
    """Diffs the new rows of a window; its state is the last good snapshot."""

    engine: Engine
    pause: int | None

    def __call__(self, _: object, frames: Iterable[pd.DataFrame], state: GroupState) -> Iterator[pd.DataFrame]:
        import pandas as pd

        if state.hasTimedOut:
            state.remove()
            return
        engine = attrs.evolve(self.engine, last=None)
        if state.exists:
            engine.last = Block.of_batch(conformed(unpacked(bytes(state.get[0]))))
        for batch in _in_order(_rows(frames)):
            for piece in pieces(batch, MAX_NODES):
                changes = engine.step(piece)
                if changes.num_rows:
                    yield pd.DataFrame({"changes": [packed(changes)]})
        if engine.last is not None:
            state.update((packed(engine.last.rows),))
            if self.pause is not None:
                state.setTimeoutDuration(self.pause)


def _rows(frames: Iterable[pd.DataFrame]) -> list[_Rows]:
    found = []
    for frame in frames:
        for first, last, rows in zip(frame["first"], frame["last"], frame["rows"], strict=True):
            found.append(_Rows(int(first), int(last), bytes(rows)))
    return found


def _in_order(found: list[_Rows]) -> Iterator[pa.RecordBatch]:
    """Yield the rows by their sequence numbers; only rows that overlap are unpacked together."""
    held: list[pa.RecordBatch] = []
    reach = 0
    for some in sorted(found):
        if held and some.first > reach:
            yield _sorted(held)
            held = []
        reach = max(reach, some.last) if held else some.last
        held.append(unpacked(some.rows))
    if held:
        yield _sorted(held)


def _sorted(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    if len(batches) == 1:
        return batches[0]
    table = pa.Table.from_batches(batches).sort_by([(name, "ascending") for name in ("seq", "ts", "source")])
    return table.combine_chunks().to_batches()[0]
