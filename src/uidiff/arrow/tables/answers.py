"""Run an engine on a table or a reader, and make batches of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import pyarrow as pa

from uidiff.arrow.conform import expect_snapshots
from uidiff.arrow.engine import sorted_table

__all__ = ["Row", "Rows", "answered", "in_batches"]

Row: TypeAlias = dict[str, Any]
Rows: TypeAlias = Iterable[pa.RecordBatch]

_MOST_ROWS = 1_000
_MOST_CHARACTERS = 4_000_000
"""The most rows of a batch, and characters of texts in it, unless one row has more: some 20 MB in two copies."""


def answered(
    table: pa.Table | pa.RecordBatchReader,
    engine: Callable[[Rows], Iterator[pa.RecordBatch]],
    schema: pa.Schema,
) -> pa.Table | pa.RecordBatchReader:
    """Return the rows of an engine: a table for a table, in any order; a lazy reader for a reader of sorted rows.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types.
        TypeError: neither a table nor a reader.
    """
    if isinstance(table, pa.RecordBatchReader):
        expect_snapshots(table.schema)
        return pa.RecordBatchReader.from_batches(schema, engine(table))
    return pa.Table.from_batches(engine(sorted_table(table).to_batches()), schema=schema)


def in_batches(rows: Iterable[Mapping[str, Any]], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Make batches of rows; what a row lacks is NULL."""
    waiting: list[Mapping[str, Any]] = []
    characters = 0
    for row in rows:
        waiting.append(row)
        characters += sum(len(cell) for cell in row.values() if isinstance(cell, str))
        if len(waiting) >= _MOST_ROWS or characters >= _MOST_CHARACTERS:
            yield pa.RecordBatch.from_pylist(waiting, schema=schema)
            waiting, characters = [], 0
    if waiting:
        yield pa.RecordBatch.from_pylist(waiting, schema=schema)
