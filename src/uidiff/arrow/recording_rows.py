"""Read recordings as rows of SNAPSHOTS. The core reads every line; a damaged line is a row with its error.

table = uidiff.arrow.recording_table("mail.jsonl.gz")
"""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import attrs
import pyarrow as pa

from uidiff.arrow.outgoing import MAX_NODES, Failed, Origin, Outgoing, Whole
from uidiff.arrow.schema import SNAPSHOTS
from uidiff.errors import InvalidSnapshot
from uidiff.model import jsontext
from uidiff.model.files import Line, read_lines
from uidiff.model.limits import Limits
from uidiff.recordings.reader import LineReader, is_unfinished, read_header
from uidiff.text import replace_surrogates

__all__ = ["LinesToRows", "Paths", "files_below", "read_file", "recording_batches", "recording_table"]

_LOG = logging.getLogger("uidiff.arrow")

Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]

_HIDDEN = (".", "_")
"""Files and folders whose names begin so are left out, as Spark does."""


def recording_table(paths: Paths, *, limits: Limits | None = None) -> pa.Table:
    """Read one recording or several, or all below a folder, as a table: see :func:`recording_batches`."""
    return pa.Table.from_batches(recording_batches(paths, limits=limits), schema=SNAPSHOTS)


def recording_batches(
    path: Paths,
    *,
    limits: Limits | None = None,
    max_nodes: int = MAX_NODES,
) -> Iterator[pa.RecordBatch]:
    """Read recordings, plain or gzip, in batches of SNAPSHOTS; only a batch and a snapshot are held in memory.

    A failed read is a row with ``error`` and its ``seq``; so is a damaged line, without ``seq``, and each delta that
    rests on one, up to the next whole snapshot. A file that is no recording is one row with ``error``. A last line that
    has not been written to its end is no row.

    A recording's session is the name of its file, unless it was made with another one. Snapshots of two files are not
    compared: where files in several folders have the same name, put ``source`` in the place of ``session``.

    Args:
        path: a file, a folder with all that is below it, or several of them. The files of a folder are sorted; names
            that begin with a dot or ``_`` are none, and of a folder without any file the log ``uidiff.arrow`` says so.
            The file is the ``source`` of its rows.
        limits: how large a snapshot and a line may be.
        max_nodes: how many elements a batch has at most, or one snapshot.

    Raises:
        FileNotFoundError: there is no such file or folder.
        OSError: as ``open`` raises it.
    """
    several = [path] if isinstance(path, str | os.PathLike) else path
    for given in several:
        for file in files_below(given):
            yield from read_file(file, limits or Limits(), Outgoing(max_nodes))


def files_below(path: str | os.PathLike[str]) -> list[str]:
    """Return the file, or the files below the folder, sorted."""
    found = Path(path)
    if found.is_dir():
        below = (file for file in found.rglob("*") if file.is_file())
        files = [os.fspath(file) for file in below if not _is_hidden(file.relative_to(found))]
        if not files:
            _LOG.warning("a folder without any file: no rows")
        return sorted(files)
    if not found.exists():
        problem = "no such recording; give a file, a folder of recordings, or several of them"
        raise FileNotFoundError(errno.ENOENT, problem, os.fspath(path))
    return [os.fspath(path)]


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(_HIDDEN) for part in path.parts)


class _Rows(Protocol):
    """Rows on their way to batches, such as ``Outgoing``."""

    def add(self, row: Failed | Whole, /) -> None: ...

    def full(self) -> Iterator[pa.RecordBatch]: ...

    def all(self) -> Iterator[pa.RecordBatch]: ...


def read_file(path: str, limits: Limits, rows: _Rows, *, session: str | None = None) -> Iterator[pa.RecordBatch]:
    """Read one recording. ``session``: what to call it in place of what its header says."""
    reading = _Reading(path, limits, rows, session)
    try:
        for line in read_lines(path, limits.max_file, growing=True):
            reading.read(line)
            yield from rows.full()
        reading.end()
    except InvalidSnapshot as error:  # compressed data that is damaged: nothing behind it can be read
        rows.add(Failed(reading.origin, None, str(error)))
    yield from rows.all()


class _Reading:
    """Turns the lines of one file into rows. ``number``: that of the last line."""

    def __init__(self, source: str | None, limits: Limits, rows: _Rows, session: str | None = None) -> None:
        self.origin = Origin(source, session)
        self.number = 0
        self._limits = limits
        self._rows = rows
        self._reader: LineReader | None = None

    def _begin(self, line: Line | None) -> None:
        """Read the header. Without one, the lines behind it are not read."""
        try:
            header = read_header(line, self._limits)
        except InvalidSnapshot as error:
            self._rows.add(Failed(self.origin, None, str(error)))
            return
        if self.origin.session is None:
            self.origin = attrs.evolve(self.origin, session=header.session)
        self._reader = LineReader(self._limits, newer=header.newer)

    def read(self, line: Line) -> None:
        """Read the next line."""
        self.number = line.number
        if line.number == 1:
            self._begin(line)
        elif self._reader is not None:
            self._read(self._reader, line)

    def end(self) -> None:
        """End the file: one without lines is an error."""
        if not self.number:
            self._begin(None)

    def _read(self, reader: LineReader, line: Line) -> None:
        try:
            step = reader.read(line)
        except InvalidSnapshot as error:
            if not is_unfinished(line, error):
                self._rows.add(Failed(self.origin, None, str(error), action=_action_in(line, self._limits)))
            return
        if step is None:
            return
        if step.snapshot is not None:
            self._rows.add(Whole(self.origin, step.seq, step.snapshot))
        elif step.error is not None:
            failed, action = step.error, _action_in(line, self._limits)
            self._rows.add(Failed(self.origin, step.seq, failed.error, failed.taken_at, action))


def _action_in(line: Line, limits: Limits) -> str | None:
    """Return the action that a line without a snapshot names; None if it names none, or cannot be read."""
    try:
        value = jsontext.parse(jsontext.decode(line.data), max_nesting=limits.max_nesting)
    except InvalidSnapshot:
        return None
    action = value.get("action") if isinstance(value, dict) else None
    return replace_surrogates(action)[0][: limits.max_text] if isinstance(action, str) else None


@attrs.frozen
class LinesToRows:
    """Make batches of SNAPSHOTS of batches of lines; the lines of a file stand together and in their order.

    Columns of the batches are ``source``, the file, and ``line``, the bytes of one of its lines.
    """

    limits: Limits = attrs.field(factory=Limits)
    max_nodes: int = MAX_NODES

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the rows of all lines."""
        rows = Outgoing(self.max_nodes)
        reading: _Reading | None = None
        for batch in batches:
            sources = batch.column("source").to_pylist()
            for source, data in zip(sources, batch.column("line"), strict=True):
                if reading is None or reading.origin.source != source:
                    reading = _Reading(source, self.limits, rows)
                reading.read(Line(reading.number + 1, data.as_py(), ended=True))
                yield from rows.full()
            yield from rows.all()
