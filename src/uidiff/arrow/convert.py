"""Convert snapshots of the core to rows of SNAPSHOTS, and batches to bytes, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any

import pyarrow as pa

from uidiff.arrow.block import Block
from uidiff.arrow.schema import (
    BOUNDS,
    CIRCUMSTANCES,
    NODE,
    SCHEMA_VERSION,
    SNAPSHOTS,
    STATES,
    TIME,
    cell_of_ids,
    cell_of_states,
)
from uidiff.model.columns import EMPTY, Columns
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["batch_of", "batch_of_errors", "packed", "snapshots_of", "unpacked"]

_MICROSECONDS = 1_000_000
_BEYOND = 2**62 / _MICROSECONDS
"""In seconds, some 146,000 years: what is further away has no place in a column of moments."""


def batch_of(
    snapshots: Sequence[Snapshot],
    *,
    session: str | None,
    seqs: Sequence[int],
    windows: Sequence[str | None] | None = None,
    source: str | None = None,
) -> pa.RecordBatch:
    """Make rows of SNAPSHOTS of snapshots.

    Args:
        snapshots: one for each row.
        session: of all of them.
        seqs: their sequence numbers.
        windows: the window of each; by default each snapshot's own.
        source: the file that they come from.
    """
    circumstances = [snapshot.circumstances for snapshot in snapshots]
    count = len(snapshots)
    columns: dict[str, pa.Array] = {name: pa.nulls(count, SNAPSHOTS.field(name).type) for name in SNAPSHOTS.names}
    for field in CIRCUMSTANCES:
        if field.name != "concealed":
            columns[field.name] = pa.array([getattr(known, field.name) for known in circumstances], field.type)
    columns["concealed"] = pa.array([cell_of_ids(known.concealed) for known in circumstances], pa.string())
    columns |= {
        "session": pa.array([session] * count, pa.string()),
        "window": pa.array([known.window for known in circumstances] if windows is None else windows, pa.string()),
        "seq": pa.array(seqs, pa.int64()),
        "ts": moments([known.taken_at for known in circumstances]),
        "source": pa.array([source] * count, pa.string()),
        "n_nodes": pa.array(map(len, snapshots), pa.int32()),
        "schema_version": pa.array([SCHEMA_VERSION] * count, pa.int32()),
        "nodes": node_lists(snapshots),
    }
    return pa.RecordBatch.from_arrays(list(columns.values()), schema=SNAPSHOTS)


def batch_of_errors(
    errors: Sequence[tuple[int | None, str, float | None]],
    *,
    session: str | None,
    window: str | None = None,
    source: str | None = None,
    actions: Sequence[str | None] | None = None,
) -> pa.RecordBatch:
    """Make rows of SNAPSHOTS without elements, of sequence number, error, and time in Unix seconds, if known.

    ``actions``: what was done before each, if known.
    """
    made = [
        {
            "session": session,
            "window": window,
            "seq": seq,
            "action": action,
            "taken_at": taken_at,
            "source": source,
            "schema_version": SCHEMA_VERSION,
            "error": error,
        }
        for (seq, error, taken_at), action in zip(errors, actions or [None] * len(errors), strict=True)
    ]
    batch = pa.RecordBatch.from_pylist(made, schema=SNAPSHOTS)
    place = SNAPSHOTS.get_field_index("ts")
    return batch.set_column(place, SNAPSHOTS.field(place), moments([taken_at for _, _, taken_at in errors]))


def moments(times: Iterable[float | None]) -> pa.Array:
    """Convert Unix seconds to moments in whole microseconds; NULL beyond ``_BEYOND``."""
    return pa.array(map(_moment, times), pa.int64()).cast(TIME)


def _moment(time: float | None) -> int | None:
    return None if time is None or abs(time) >= _BEYOND else round(time * _MICROSECONDS)


def snapshots_of(table: pa.Table | pa.RecordBatch) -> Iterator[Snapshot]:
    """Yield the snapshots in a table whose rows the engine has checked, or that :func:`batch_of` has made."""
    for batch in table.to_batches() if isinstance(table, pa.Table) else [table]:
        block = Block.of_batch(batch)
        yield from (block.snapshot(number) for number in range(len(block)))


# --------------------------------------------------------------------- elements


def node_lists(snapshots: Sequence[Snapshot]) -> pa.ListArray:
    """Make a list of NODE of each snapshot."""
    each = zip(*(snapshot.columns for snapshot in snapshots), strict=True)
    columns = Columns.of(map(chain.from_iterable, each)) if snapshots else EMPTY
    parents = [None if p == NO_PARENT else p for snapshot in snapshots for p in snapshot.parents]
    made: Mapping[str, pa.Array] = {
        "parent": pa.array(parents, pa.int32()),
        "bounds": _bounds(columns.bounds),
        "states": _states(columns.states),
        "actions": _lists([list(actions) or None for actions in columns.actions], pa.string()),
    }
    arrays = [
        made[field.name] if field.name in made else pa.array(getattr(columns, field.name), field.type) for field in NODE
    ]
    offsets = pa.array([0, *accumulate(map(len, snapshots))], pa.int32())
    return pa.ListArray.from_arrays(offsets, pa.StructArray.from_arrays(arrays, fields=list(NODE)))


def _bounds(cells: Sequence[tuple[int, int, int, int] | None]) -> pa.StructArray:
    sides = zip(*(cell or (0,) * 4 for cell in cells), strict=True) if cells else ((),) * 4
    missing = pa.array([cell is None for cell in cells], pa.bool_())
    return pa.StructArray.from_arrays([pa.array(side, pa.int32()) for side in sides], fields=list(BOUNDS), mask=missing)


def _states(cells: Sequence[Any]) -> pa.ListArray:
    known = {states: cell_of_states(states) for states in set(cells)}
    lists = [known[states] for states in cells]
    flat = [pair for cell in lists if cell for pair in cell]
    columns = [pa.array([pair[place] for pair in flat], pa.string()) for place in (0, 1)]
    pairs = pa.StructArray.from_arrays(columns, fields=list(STATES.value_type))
    return _list_array(lists, pairs)


def _lists(cells: Sequence[list[Any] | None], of: pa.DataType) -> pa.ListArray:
    return _list_array(cells, pa.array([item for cell in cells if cell for item in cell], of))


def _list_array(cells: Sequence[Sequence[Any] | None], items: pa.Array) -> pa.ListArray:
    offsets = pa.array([0, *accumulate(len(cell or ()) for cell in cells)], pa.int32())
    return pa.ListArray.from_arrays(offsets, items, mask=pa.array([not cell for cell in cells], pa.bool_()))


def packed(batch: pa.RecordBatch) -> bytes:
    """Return a batch as bytes for a cell, with its schema: a later uidiff reads what an earlier one stored."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_batch(batch)
    written: bytes = sink.getvalue().to_pybytes()
    return written


def unpacked(data: bytes | pa.Buffer) -> pa.RecordBatch:
    """Return the batch in the bytes that :func:`packed` made."""
    return pa.ipc.open_stream(data).read_next_batch()
