"""Find the files of sessions: which reader reads each, and what its session is called."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from typing import TypeAlias

import attrs
import pyarrow as pa

from uidiff.arrow.recording_rows import Paths, files_below
from uidiff.model.limits import Limits

__all__ = ["Read", "Reader", "SessionFile", "session_files"]

_LOG = logging.getLogger("uidiff.arrow")

Read: TypeAlias = Callable[["SessionFile", Limits, int], Iterator[pa.RecordBatch]]


@attrs.frozen
class Reader:
    """Reads the files of one tool.

    Attributes:
        name: of the tool or its format.
        suffixes: with which the names of its files end; the files of a folder with other names are left out.
        read: makes batches of SNAPSHOTS of a file, of at most this number of elements.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Read


@attrs.frozen
class SessionFile:
    """A file: its path, its session, and its reader."""

    path: str
    session: str
    reader: Reader


def session_files(paths: Paths, readers: Sequence[Reader]) -> list[SessionFile]:
    """Return the files of paths in order. A session is the path below the given folder, without its suffix.

    Of a file that is given it is the name; of several paths the path below the folder that all of them are in. Where
    two files would have one session, as ``mail.jsonl`` and ``mail.jsonl.gz``, the second one keeps its suffix, with a
    number behind it if that is taken too. A file that is given is read by the first reader if none has its suffix.

    Raises:
        FileNotFoundError: there is no such file or folder.
    """
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    for path in given:
        if not Path(path).exists():
            problem = "no such recording; give a file, a folder of recordings, or several of them"
            raise FileNotFoundError(errno.ENOENT, problem, os.fspath(path))
    if not given:
        return []
    folders = [_absolute(path) if Path(path).is_dir() else _absolute(path).parent for path in given]
    top = Path(os.path.commonpath(folders))
    found: dict[str, SessionFile] = {}
    seen: set[Path] = set()
    left_out = 0
    for path in given:
        for file in files_below(path):
            absolute = _absolute(file)
            reader, suffix = _reader(file, readers)
            if reader is None and Path(path).is_dir():
                left_out += 1
            elif absolute not in seen:
                seen.add(absolute)
                whole = absolute.relative_to(top).as_posix()
                session = _free(found, whole.removesuffix(suffix), whole)
                found[session] = SessionFile(file, session, reader or readers[0])
    if left_out:
        _LOG.warning("files of other kinds were left out: %d", left_out)
    return list(found.values())


def _free(taken: Container[str], short: str, whole: str) -> str:
    """Return the first name that is not taken: without the suffix, with it, with a number behind it."""
    names = chain((short, whole) if short else (whole,), (f"{whole}#{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def _absolute(path: str | os.PathLike[str]) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100  # links stay: two links are two sessions


def _reader(file: str, readers: Sequence[Reader]) -> tuple[Reader | None, str]:
    """Return the reader whose suffix a file has, and that suffix; else its last one."""
    name = Path(file).name.lower()
    known = ((reader, suffix) for reader in readers for suffix in reader.suffixes if name.endswith(suffix))
    found = max(known, key=lambda each: len(each[1]), default=None)
    if found is None:
        return None, Path(file).suffix
    return found[0], file[len(file) - len(found[1]) :]
