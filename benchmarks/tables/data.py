"""Recordings for the tables: trees of three sizes, a few changes between two reads, something done before every second.

They are made up by ``benchmarks.spark.made``. What makes the tables fast was found on others that it made; the
recordings of the second corpus are held out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import uidiff
from benchmarks.recorded import entries
from benchmarks.spark.made import Recordings, write
from uidiff import arrow

__all__ = ["HELD_OUT", "SETS", "batches_of", "make"]

SETS = (
    Recordings("trees of 50", (440,) * 12, 50),
    Recordings("trees of 500", (112,) * 6, 500),
    Recordings("trees of 5,000", (33,) * 2, 5_000),
)
"""A third of a million elements each."""

HELD_OUT = "second corpus"
_GROUP = 100


def make(folder: Path) -> dict[str, int]:
    """Write all sets below a folder, a file a session; the number of elements of each."""
    found = {}
    for recordings in SETS:
        found[recordings.name] = write(recordings, folder)
        for file in (folder / recordings.name).iterdir():
            _complete(file, recordings.name)
    found[HELD_OUT] = _corpus(folder / HELD_OUT)
    return found


def batches_of(folder: Path) -> pa.RecordBatchReader:
    """The rows of a set, sorted, read as they are asked for."""
    files = sorted(folder.iterdir())
    return pa.RecordBatchReader.from_batches(arrow.SNAPSHOTS, _read(files))


def _read(files: list[Path]) -> Iterator[pa.RecordBatch]:
    for file in files:
        for batch in pq.ParquetFile(file).iter_batches(batch_size=_GROUP):
            yield batch.cast(arrow.SNAPSHOTS)


def _complete(file: Path, of: str) -> None:
    """Put an action before every second read, and the name of the set before that of the session."""
    table = pq.read_table(file)
    place = table.schema.get_field_index("session")
    sessions = [f"{of}, {session}" for session in table["session"].to_pylist()]
    table = table.set_column(place, table.schema.field(place), pa.array(sessions, pa.string()))
    words = [f'click button "Action {row % 9}"' if row % 2 else None for row in range(table.num_rows)]
    place = table.schema.get_field_index("action")
    table = table.set_column(place, table.schema.field(place), pa.array(words, pa.string()))
    pq.write_table(table, file, compression="zstd", row_group_size=_GROUP)


def _corpus(folder: Path) -> int:
    """Write the recordings of the second corpus, each a session, with their actions."""
    folder.mkdir()
    elements = 0
    for number, entry in zip(count(), entries(of="second")):
        snapshots = list(uidiff.import_recording(entry.file, format="corpus"))
        elements += sum(map(len, snapshots))
        name = f"{number:03d} {entry.place} {entry.app}"
        batch = arrow.batch_of(snapshots, session=name, seqs=range(len(snapshots)), windows=["main"] * len(snapshots))
        pq.write_table(pa.Table.from_batches([batch]), folder / f"{name}.parquet", row_group_size=_GROUP)
    return elements
