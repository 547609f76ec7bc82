"""Write recordings: line by line while a program runs, or whole from snapshots."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO, Self

from uidiff.diffing.patch import Patch
from uidiff.matching.matching import Matching
from uidiff.matching.strategies import MatcherOption, match, resolve_matcher
from uidiff.model.codec import snapshot_to_dict
from uidiff.model.files import replacing
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.growing import End, GrowingFile, ResumePoint, find_end, is_compressed_name, open_to_add
from uidiff.recordings.lines import FORMAT, MAX_STEPS, VERSION, encode_line

__all__ = ["RecordingWriter", "write_recording"]

_OWNER_ONLY = 0o600

_SHORTEST_NODE = len('{"role":"a"},')
"""The fewest bytes of an element in a whole snapshot: a delta shorter than all of them is the shorter line."""


def write_recording(
    path: str | os.PathLike[str],
    snapshots: Iterable[Snapshot],
    *,
    session: str | None = None,
    full: bool = False,
    matcher: MatcherOption = "auto",
) -> None:
    """Write a recording, whole or not at all: an existing file stays until the last snapshot is written.

    Args:
        path: the file; gzip if its name ends in ``.gz``.
        snapshots: in the order in which they were taken.
        session: the session of the header; the stem of the file's name by default.
        full: write only whole snapshots, no deltas.
        matcher: pairs the elements of a delta; a better one gives a smaller file, and each gives the snapshots back.
    """
    name = _session(session, path)
    with replacing(path) as file:
        lines: BinaryIO | gzip.GzipFile = file
        if is_compressed_name(path):  # without time and name, so the same snapshots give the same file
            lines = gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0)
        try:
            encoder = _Encoder(lines.write, full=full, matcher=matcher)
            lines.write(_header(name))
            for snapshot in snapshots:
                encoder.write(snapshot)
        finally:
            if lines is not file:
                lines.close()


class RecordingWriter:
    """Writes a recording line by line: a line is in the file, and can be read there, when its call returns.

    A context manager. The file has mode 0600, and no other recorder may write to it meanwhile. A line that cannot be
    written leaves the file as it was; a killed program loses at most the line that it was writing.

    Args:
        path: the file; gzip if its name ends in ``.gz``. It must not exist, unless ``resume`` or ``overwrite`` is set.
        session: the session of the header; by default that of a resumed file, else the stem of the file's name.
        full, matcher: as of :func:`write_recording`.
        resume: append to an existing file: it is read and checked first, an incomplete last line is cut off, and the
            first new snapshot is a whole one.
        overwrite: replace an existing file when the first line is written.
        max_bytes: the largest size of the file in bytes; None: no limit.
        limits: the largest snapshot and line that a resumed file may hold.
        each: called with each snapshot of a resumed file.

    Raises:
        FileExistsError: the file exists, and neither ``resume`` nor ``overwrite`` is set.
        BlockingIOError: another recorder writes to it.
        InvalidSnapshot: it cannot be resumed, as it is no recording or damaged before its end. It stays as it was.
        LimitExceeded: not even the first line has room.
        OSError: it is a link or no plain file; or as the system raises it.
        ValueError: both ``resume`` and ``overwrite``; or the file to resume is of another session.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        session: str | None = None,
        full: bool = False,
        matcher: MatcherOption = "auto",
        resume: bool = False,
        overwrite: bool = False,
        max_bytes: int | None = None,
        limits: Limits | None = None,
        each: Callable[[Snapshot], object] | None = None,
    ) -> None:
        if resume and overwrite:
            raise ValueError("resume goes on in the file and overwrite replaces it: say one of them")
        resolve_matcher(matcher)  # before the file is made
        name = _session(session, path)
        self.path = Path(path)
        file, self._new = open_to_add(self.path, existing=resume or overwrite)
        try:
            found = ResumePoint(None, 0, End(), compressed=is_compressed_name(path))
            if resume and not self._new:
                found = find_end(file, self.path, each or (lambda _: None), limits or Limits())
                _check_session(session, found.session)
            if overwrite and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), _OWNER_ONLY)
            later = overwrite and not self._new
            self._lines = GrowingFile(
                file, self.path, compressed=found.compressed, max_bytes=max_bytes, end=found.end, later=later
            )
            if found.session is None:
                if not later:
                    self._lines.add(_header(name))
            elif not found.ended:
                self._lines.add(b"\n")
        except BaseException:
            file.close()
            if self._new:
                self.path.unlink(missing_ok=True)
            raise
        self.session = name if found.session is None else found.session
        self._encoder = _Encoder(self._add, full=full, matcher=matcher, seq=found.seq)
        self._written = False

    @property
    def size(self) -> int:
        """Bytes of the file once it is closed."""
        return self._lines.size

    @property
    def closed(self) -> bool:
        """Whether no line can be written any more."""
        return self._lines.closed

    @property
    def seq(self) -> int:
        """The sequence number of the next line."""
        return self._encoder.seq

    def write(self, snapshot: Snapshot, *, matching: Matching | None = None) -> None:
        """Add a snapshot, whole or as a delta from the one before, whichever is shorter.

        Args:
            snapshot: the snapshot.
            matching: its matching with the snapshot before, if it is known; else ``matcher`` computes it.

        Raises:
            LimitExceeded: the file would be larger than ``max_bytes``. After any error the file is as it was.
            OSError: the line cannot be written, for example because the disk is full.
            ValueError: the writer is closed.
        """
        self._encoder.write(snapshot, matching)
        self._written = True

    def write_error(self, error: str, *, taken_at: float | None = None) -> None:
        """Add a failed read: what failed in words, and Unix seconds. Raises as :meth:`write`."""
        self._encoder.write_error(error, taken_at)
        self._written = True

    def close(self) -> None:
        """End the file and sync it to the disk; OSError if that fails. Repeated calls do nothing."""
        try:
            if not self.closed and not self._lines.size:
                self._lines.add(_header(self.session))
        finally:
            self._lines.close()

    def discard(self) -> None:
        """Close the file. If nothing was written, remove a new one and leave one to overwrite as it was."""
        empty = self._new and not self._written and not self.closed
        self._lines.close()
        if empty:
            self.path.unlink(missing_ok=True)

    def _add(self, line: bytes) -> None:
        """Add a line, and the header before the first one."""
        self._lines.add(line if self._lines.size else _header(self.session) + line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_session(given: str | None, found: str | None) -> None:
    if None not in (given, found) and given != found:
        raise ValueError(f"this recording is of the session {str(found)[:80]!a}: leave session out")


def _header(session: str) -> bytes:
    return encode_line({"format": FORMAT, "version": VERSION, "session": session})


def _session(given: str | None, path: str | os.PathLike[str]) -> str:
    """The session given, else the name of the file without its endings."""
    if given is not None:
        return _expect_text("session", given)
    name = Path(path).name
    return name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json") or name


def _expect_text(what: str, given: object) -> str:
    if type(given) is not str:
        raise TypeError(f"{what} must be text, got {type(given).__name__}")
    return given


class _Encoder:
    """Encodes snapshots, whole or as deltas, and failed reads, and passes the lines to ``add``."""

    def __init__(self, add: Callable[[bytes], object], *, full: bool, matcher: MatcherOption, seq: int = 0) -> None:
        self.add = add
        self.full = full
        self.matcher = resolve_matcher(matcher)
        self.seq = seq
        self.last: Snapshot | None = None
        self.steps = 0  # since the last whole snapshot

    def write(self, snapshot: Snapshot, matching: Matching | None = None) -> None:
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"a recording takes snapshots, got {type(snapshot).__name__}")
        delta = self._delta(snapshot, matching)
        line = delta or self._whole(snapshot)
        last, self.last = self.last, None  # an interrupt leaves it unknown whether the line was added
        try:
            self._add(line)
        except (OSError, ValueError):
            self.last = last
            raise
        self.steps = self.steps + 1 if delta else 0
        self.last = snapshot

    def write_error(self, error: str, taken_at: float | None) -> None:
        known = {} if taken_at is None else {"taken_at": float(taken_at)}
        line = {"kind": "error", "seq": self.seq, **known, "error": _expect_text("error", error)}
        self._add(encode_line(line))

    def _add(self, line: bytes) -> None:
        self.seq += 1  # before the line is added: an interrupt must not give a number twice
        try:
            self.add(line)
        except (OSError, ValueError):  # it was not added
            self.seq -= 1
            raise

    def _whole(self, snapshot: Snapshot) -> bytes:
        own = {"kind": "snapshot", "seq": self.seq, "digest": snapshot.digest}
        return encode_line({**own, **snapshot_to_dict(snapshot)})

    def _delta(self, snapshot: Snapshot, matching: Matching | None) -> bytes | None:
        """A delta line; None if a whole snapshot is due or shorter."""
        if self.full or self.last is None or self.steps + 1 >= MAX_STEPS:
            return None
        if matching is None:
            same = self.last.columns == snapshot.columns
            matching = Matching.identity(len(snapshot)) if same else match(self.last, snapshot, matcher=self.matcher)
        patch = Patch.between(self.last, snapshot, matching)
        line = encode_line({"kind": "delta", "seq": self.seq, **patch.to_dict()})
        if len(line) > _SHORTEST_NODE * len(snapshot) and len(line) >= len(self._whole(snapshot)):
            return None
        return line
