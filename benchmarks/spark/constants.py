"""What a cluster is reckoned with: bytes and seconds an element, measured."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

import uidiff
from benchmarks.recorded import entries
from uidiff.arrow import batch_of, diff_table

__all__ = ["Constants", "corpus_bytes", "folder_bytes", "rows_and_bytes", "state_bytes"]

GROUP = 500
"""Snapshots in a row group, as ``write_recordings`` makes them."""


@attrs.frozen
class Constants:
    """An element is one of a snapshot; core seconds are as long as a core was taken, waiting for the disk included.

    Attributes:
        stored: bytes an element in Parquet, by the kind of recordings.
        shuffled: bytes an element that ``diff_snapshots`` writes for its shuffle.
        snapshots, recordings: core seconds for 10^6 elements of these functions, by matcher.
        map_side: the share of the core seconds of ``diff_snapshots`` that goes before its shuffle.
        state: bytes an element that ``diff_stream`` keeps.
        rows: changes for 1,000 elements.
        row: bytes a change in Parquet.
        worker: MiB of the largest Python worker.
    """

    stored: dict[str, float]
    shuffled: float
    snapshots: dict[str, float]
    recordings: dict[str, float]
    map_side: float
    state: float
    rows: float
    row: float
    worker: int


def folder_bytes(folder: Path, elements: int) -> float:
    """Bytes an element of a folder of Parquet files."""
    return sum(file.stat().st_size for file in folder.iterdir()) / elements


def corpus_bytes(place: str) -> float:
    """The same of the recorded sessions of real programs in ``benchmarks/corpus``; one file for all."""
    elements = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "recordings.parquet"
        writer = None
        for entry in entries(place, "first"):
            snapshots = list(uidiff.import_recording(entry.file, format="corpus"))
            for batch in _batches(snapshots, entry.file.name):
                writer = writer or pq.ParquetWriter(path, batch.schema, compression="zstd")
                writer.write_batch(batch, row_group_size=GROUP)
                elements += sum(batch.column("n_nodes").to_pylist())
        assert writer is not None
        writer.close()
        return path.stat().st_size / elements


def _batches(snapshots: Sequence[uidiff.Snapshot], session: str) -> list[pa.RecordBatch]:
    return [
        batch_of(part, session=session, seqs=range(start, start + len(part)))
        for start in range(0, len(snapshots), GROUP)
        if (part := snapshots[start : start + GROUP])
    ]


def state_bytes(folder: Path) -> float:
    """Bytes an element of a window's state in ``diff_stream``: its last snapshot in Arrow's stream format, lz4."""
    sizes = []
    for file in sorted(folder.iterdir()):
        table = pq.read_table(file)
        last = table.take([len(table) - 1])
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, last.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as out:
            out.write_table(last)
        sizes.append(sink.getvalue().size / last["n_nodes"][0].as_py())
    return sum(sizes) / len(sizes)


def rows_and_bytes(folder: Path, elements: int) -> tuple[float, float]:
    """Changes for 1,000 elements, and bytes a change where they are stored as Parquet."""
    changes = diff_table(pq.read_table(folder), matcher="name-role-parent")
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "changes.parquet"
        pq.write_table(changes, path, compression="zstd")
        return len(changes) / elements * 1000, path.stat().st_size / len(changes)
