"""Collect rows of SNAPSHOTS of different kinds into batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

import attrs
import pyarrow as pa

from uidiff.arrow.convert import batch_of, batch_of_errors
from uidiff.model.snapshot import Snapshot

__all__ = ["MAX_NODES", "Failed", "Origin", "Outgoing", "Taken", "Whole"]

MAX_NODES = 20_000
"""The elements of a batch, or those of one larger snapshot. Snapshots of the core take more memory than rows: with this
limit a worker that reads snapshots of 20,000 elements peaks at 290 MB (Spark 4.3, Python 3.11)."""

_MAX_ROWS = 1_000
"""The most rows of a batch, for small snapshots."""


@attrs.frozen
class Origin:
    """The file, session and window of a row; ``window`` is for rows without a snapshot."""

    source: str | None = None
    session: str | None = None
    window: str | None = None


@attrs.frozen
class Failed:
    """A read that failed, a line that is damaged, a patch that fits nothing.

    ``taken_at``: Unix seconds; ``action``: what was done before it, if known.
    """

    origin: Origin
    seq: int | None
    error: str
    taken_at: float | None = None
    action: str | None = None


@attrs.frozen
class Whole:
    """A snapshot of the core."""

    origin: Origin
    seq: int
    snapshot: Snapshot


@attrs.frozen(eq=False)
class Taken:
    """A row of a batch of SNAPSHOTS."""

    rows: pa.RecordBatch
    place: int


_Row: TypeAlias = Failed | Whole | Taken


class Outgoing:
    """Rows in their order that wait for a batch. ``max_nodes``: the elements of snapshots of the core in a batch."""

    def __init__(self, max_nodes: int) -> None:
        self._max_nodes = max_nodes
        self._waiting: list[_Row] = []
        self._nodes = 0

    def add(self, row: _Row) -> None:
        """Append a row."""
        self._waiting.append(row)
        self._nodes += len(row.snapshot) if isinstance(row, Whole) else 0

    def full(self) -> Iterator[pa.RecordBatch]:
        """Return the waiting rows if they are enough for a batch."""
        if self._nodes >= self._max_nodes or len(self._waiting) >= _MAX_ROWS:
            yield from self.all()

    def all(self) -> Iterator[pa.RecordBatch]:
        """Return the waiting rows, those of one kind in a batch."""
        waiting, self._waiting, self._nodes = self._waiting, [], 0
        for _, group in groupby(waiting, key=_kind):
            yield _batch(list(group))


def _kind(row: _Row) -> tuple[object, ...]:
    """The kind of a row: successive rows of one kind make one batch."""
    return (Taken, id(row.rows)) if isinstance(row, Taken) else (type(row), row.origin)


def _batch(rows: Sequence[_Row]) -> pa.RecordBatch:
    first = rows[0]
    if isinstance(first, Taken):
        return _rows_at(first.rows, [row.place for row in rows if isinstance(row, Taken)])
    session, source = first.origin.session, first.origin.source
    if isinstance(first, Whole):
        whole = [row for row in rows if isinstance(row, Whole)]
        return batch_of(
            [row.snapshot for row in whole], session=session, seqs=[row.seq for row in whole], source=source
        )
    failed = [row for row in rows if isinstance(row, Failed)]
    return batch_of_errors(
        [(row.seq, row.error, row.taken_at) for row in failed],
        session=session,
        source=source,
        window=first.origin.window,
        actions=[row.action for row in failed],
    )


def _rows_at(batch: pa.RecordBatch, places: list[int]) -> pa.RecordBatch:
    """Return rows of a batch, by ascending numbers; adjacent ones are not copied."""
    if places[-1] - places[0] == len(places) - 1:
        return batch.slice(places[0], len(places))
    return batch.take(pa.array(places))
