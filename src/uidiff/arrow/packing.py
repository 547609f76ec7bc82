"""Batches as bytes in Arrow's stream format, for cells of columns that cannot hold a batch."""

from __future__ import annotations

import pyarrow as pa

__all__ = ["packed", "unpacked"]


def packed(batch: pa.RecordBatch) -> bytes:
    """Return a batch with its schema, compressed: a later uidiff can read what an earlier one has stored."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_batch(batch)
    written: bytes = sink.getvalue().to_pybytes()
    return written


def unpacked(data: bytes | pa.Buffer) -> pa.RecordBatch:
    """Return the batch in the bytes that :func:`packed` made."""
    return pa.ipc.open_stream(data).read_next_batch()
