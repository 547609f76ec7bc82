"""Read sessions from files of any kind as rows of SNAPSHOTS: nothing that is damaged is left out in silence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pyarrow as pa
import pyarrow.parquet as pq

from uidiff.arrow.conform import conformed
from uidiff.arrow.convert import batch_of_errors
from uidiff.arrow.engine import pieces
from uidiff.arrow.outgoing import MAX_NODES, Failed, Origin, Outgoing
from uidiff.arrow.placed_rows import PlacedRows
from uidiff.arrow.recording_rows import Paths, read_file
from uidiff.arrow.schema import SNAPSHOTS
from uidiff.arrow.step_rows import STEPS, Found, step_batches
from uidiff.arrow.tables.session_files import Read, Reader, SessionFile, session_files
from uidiff.errors import InvalidSnapshot
from uidiff.importers.browsergym import BrowserGymImporter
from uidiff.importers.playwright_trace import PlaywrightTraceImporter
from uidiff.importers.registry import AnyImporter
from uidiff.importers.rrweb import RrwebImporter
from uidiff.importers.source import HEAD
from uidiff.model.files import Line, first_bytes
from uidiff.model.limits import Limits
from uidiff.recordings.reader import read_header

__all__ = ["READERS", "read_sessions"]

_FEW_ROWS = 64
"""Rows of Parquet that are read at once."""


def read_sessions(paths: Paths, *, limits: Limits | None = None, max_nodes: int = MAX_NODES) -> pa.RecordBatchReader:
    """Read the sessions in files, or in all files below folders, as rows of ``SNAPSHOTS``.

    The answer is read file by file, as it is asked for; ``read_all()`` makes a table of it. The rows of a file are in
    the order of their sequence numbers.

    Read are recordings of uidiff, recordings of rrweb and steps of BrowserGym (``.jsonl``, ``.json``, plain or
    ``.gz``), which are told apart by how they begin, Playwright's traces (``.zip``) and rows of Parquet
    (``.parquet``). Each file is a session of its own, called by its path below the given folder, without the suffix:
    two files of one name in two folders are two sessions. Rows of Parquet have their sessions in them; those without
    one get it likewise. Of rrweb, traces and BrowserGym each step is a row; they are numbered from 0 on through the
    file, in all its windows, as these formats have no numbers.

    What cannot be read is a row with ``error``, which says the place and the cause: a damaged line, a file that ends
    in the middle, a file that is something else or may not be read. The rows behind it go on, if any can be read. Such
    a row stands where it was in the session, with the number that is free there (NULL if none is), its window or that
    of the row before it, and its time and action if they are known. Nothing that a file names is fetched.

    Args:
        paths: files and folders; names that begin with a dot or ``_`` are left out, of a folder also files with other
            suffixes, which the log ``uidiff.arrow`` counts.
        limits: how large a snapshot and a line may be.
        max_nodes: how many elements a batch has at most, or one snapshot.

    Raises:
        FileNotFoundError: there is no such file or folder.
    """
    files = session_files(paths, READERS)
    batches = (batch for file in files for batch in file.reader.read(file, limits or Limits(), max_nodes))
    return pa.RecordBatchReader.from_batches(SNAPSHOTS, batches)


def _read_recording(file: SessionFile, limits: Limits, max_nodes: int) -> Iterator[pa.RecordBatch]:
    rows = PlacedRows(Outgoing(max_nodes))
    try:
        yield from read_file(file.path, limits, rows, session=file.session)
    except OSError as error:  # what was read before is not lost
        rows.add(Failed(Origin(file.path, file.session), None, str(_unreadable(error))))
        yield from rows.all()


def _read_steps(file: SessionFile, limits: Limits, max_nodes: int, format: str) -> Iterator[pa.RecordBatch]:
    with Path(file.path).open("rb") as opened:
        found = _readable(STEPS[format](opened, limits))
        yield from step_batches(found, Origin(file.path, file.session), max_nodes)


def _readable(found: Iterator[Found]) -> Iterator[Found]:
    """Yield steps. InvalidSnapshot: the file cannot be read any further."""
    try:
        yield from found
    except OSError as error:
        raise _unreadable(error) from error


def _read_trace(file: SessionFile, limits: Limits, max_nodes: int) -> Iterator[pa.RecordBatch]:
    yield from _read_steps(file, limits, max_nodes, _TRACE)


def _read_told(file: SessionFile, limits: Limits, max_nodes: int) -> Iterator[pa.RecordBatch]:
    """Read a file of one of several formats, by how it begins."""
    with Path(file.path).open("rb") as opened:
        head = first_bytes(opened, HEAD)
    judged = {name: importer.sniff(head) for name, importer in _TOLD.items()}
    likely = max(judged, key=lambda name: judged[name])
    if not _is_recording(head, limits) and judged[likely] >= _SURE:
        yield from _read_steps(file, limits, max_nodes, likely)
    elif file.path.lower().endswith(_OF_OTHERS):
        yield _failed(file, _UNKNOWN)
    else:
        yield from _read_recording(file, limits, max_nodes)


def _is_recording(head: bytes, limits: Limits) -> bool:
    try:
        read_header(Line(1, head.partition(b"\n")[0], ended=True), limits)
    except InvalidSnapshot:
        return False
    return True


def _read_parquet(file: SessionFile, limits: Limits, max_nodes: int) -> Iterator[pa.RecordBatch]:
    del limits  # each table checks the trees by its own
    try:
        with pq.ParquetFile(file.path, pre_buffer=False, buffer_size=1 << 20) as opened:
            for batch in opened.iter_batches(batch_size=_FEW_ROWS):
                yield from pieces(_filled(conformed(batch), file), max_nodes)
    except InvalidSnapshot as error:
        yield _failed(file, str(error))
    except (OSError, ValueError, pa.ArrowException) as error:  # its message may hold text of the UI
        yield _failed(file, f"no Parquet that can be read: {type(error).__name__}; write the file again")


def _filled(batch: pa.RecordBatch, file: SessionFile) -> pa.RecordBatch:
    """Fill in the session and the file where the rows have none."""
    for name, known in (("session", file.session), ("source", file.path)):
        place = SNAPSHOTS.get_field_index(name)
        batch = batch.set_column(place, SNAPSHOTS.field(place), batch.column(place).fill_null(known))
    return batch


def _surviving(read: Read) -> Read:
    """Make a file that cannot be opened a row with ``error``: the files behind it are read."""

    def batches(file: SessionFile, limits: Limits, max_nodes: int) -> Iterator[pa.RecordBatch]:
        try:
            yield from read(file, limits, max_nodes)
        except OSError as error:
            yield _failed(file, str(_unreadable(error)))

    return batches


def _unreadable(error: OSError) -> InvalidSnapshot:
    cause = error.strerror or type(error).__name__
    return InvalidSnapshot(f"the file cannot be read: {cause}", "$", "see that it is there, whole, and may be read")


def _failed(file: SessionFile, error: str) -> pa.RecordBatch:
    return batch_of_errors([(None, error, None)], session=file.session, source=file.path)


_TRACE = "playwright-trace"
_TOLD: Mapping[str, AnyImporter] = MappingProxyType(
    {"rrweb": RrwebImporter(), "browsergym": BrowserGymImporter(), _TRACE: PlaywrightTraceImporter()}
)
"""Those that read what is no recording of uidiff, by how it begins."""

_SURE = 0.5
_OF_OTHERS = (".json", ".json.gz")
"""Suffixes that recordings of uidiff never have."""
_UNKNOWN = (
    "$: no recording of rrweb, and no steps of BrowserGym; convert it with uidiff.import_recording and write_recording"
)

READERS = (
    Reader("told by its beginning", (".jsonl", ".jsonl.gz", *_OF_OTHERS), _surviving(_read_told)),
    Reader(_TRACE, (".zip",), _surviving(_read_trace)),
    Reader("parquet", (".parquet",), _surviving(_read_parquet)),
)
"""By which files are read; the first one also reads a file that is given and has another suffix."""
