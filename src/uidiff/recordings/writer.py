"""Recordings written: line by line as it goes, or whole from many snapshots."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from uidiff.diffing.patch import Patch
from uidiff.matching.matching import Matching
from uidiff.matching.strategies import MatcherOption, match, resolve_matcher
from uidiff.model.codec import snapshot_to_dict
from uidiff.model.files import replacing
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.lines import FORMAT, MAX_STEPS, VERSION, encode_line

__all__ = ["RecordingWriter", "write_recording"]

_SHORTEST_NODE = len('{"role":"a"},')
"""Bytes that an element takes at least in a whole snapshot: a delta shorter than all of them needs no comparison."""


def write_recording(
    path: str | os.PathLike[str],
    snapshots: Iterable[Snapshot],
    *,
    session: str | None = None,
    full: bool = False,
    matcher: MatcherOption = "auto",
) -> None:
    """Write a recording, whole or not at all: a file that was there stays until the last snapshot is written.

    Args:
        path: where to; compressed if its name ends in ``.gz``.
        snapshots: in the order in which they were taken.
        session: the name of this run of the recorder; the file's stem by default.
        full: write only whole snapshots, no deltas.
        matcher: how deltas find what is the same; any gives the same snapshots back, a good one smaller files.
    """
    name = _session(session, path)
    with replacing(path) as file:
        lines = _Lines(file, compressed=_is_compressed(path), live=False)
        try:
            encoder = _Encoder(lines, name, full=full, matcher=matcher)
            for snapshot in snapshots:
                encoder.write(snapshot)
        finally:
            lines.close()


class RecordingWriter:
    """Writes a recording as it goes: each line is in the file, and can be read there, when its call returns.

    A context manager. The file must not exist yet (FileExistsError): nothing that was recorded is overwritten.
    The arguments are those of :func:`write_recording`.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        session: str | None = None,
        full: bool = False,
        matcher: MatcherOption = "auto",
    ) -> None:
        resolve_matcher(matcher)  # what cannot be is said before there is a file
        name = _session(session, path)
        self._file = Path(path).open("xb")  # noqa: SIM115  # close() closes it
        self._lines = _Lines(self._file, compressed=_is_compressed(path), live=True)
        self._encoder = _Encoder(self._lines, name, full=full, matcher=matcher)

    def write(self, snapshot: Snapshot) -> None:
        """Add a snapshot: whole, or what changed since the one before if that is shorter."""
        self._encoder.write(snapshot)

    def write_error(self, error: str, *, taken_at: float | None = None) -> None:
        """Add that a read failed, and how, in words."""
        self._encoder.write_error(error, taken_at)

    def close(self) -> None:
        """End the file. It may be called again."""
        if not self._file.closed:
            self._lines.close()
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _session(given: str | None, path: str | os.PathLike[str]) -> str:
    """The session given, else the file's name without its endings."""
    if given is not None:
        return _expect_text("session", given)
    name = Path(path).name
    return name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json") or name


def _expect_text(what: str, given: object) -> str:
    if type(given) is not str:
        raise TypeError(f"{what} must be text, got {type(given).__name__}")
    return given


def _is_compressed(path: str | os.PathLike[str]) -> bool:
    return Path(path).suffix == ".gz"


class _Lines:
    """Puts lines into a file, compressed or not; live ones can be read before the file ends.

    Compressed bytes carry neither a time nor a name: the same snapshots give the same file.
    """

    def __init__(self, file: BinaryIO, *, compressed: bool, live: bool) -> None:
        self.live = live
        self.file = file
        self.packed = gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) if compressed else None

    def write(self, line: bytes) -> None:
        if self.packed is None:
            self.file.write(line)
        else:
            self.packed.write(line)
            if self.live:
                self.packed.flush(zlib.Z_SYNC_FLUSH)
        if self.live:
            self.file.flush()

    def close(self) -> None:
        if self.packed is not None:
            self.packed.close()


class _Encoder:
    """Chooses between whole snapshots and deltas."""

    def __init__(self, lines: _Lines, session: str, *, full: bool, matcher: MatcherOption) -> None:
        self.lines = lines
        self.full = full
        self.matcher = resolve_matcher(matcher)
        self.seq = 0
        self.last: Snapshot | None = None
        self.steps = 0  # since the last whole snapshot
        lines.write(encode_line({"format": FORMAT, "version": VERSION, "session": session}))

    def write(self, snapshot: Snapshot) -> None:
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"a recording takes snapshots, got {type(snapshot).__name__}")
        delta = self._delta(snapshot)
        self.lines.write(delta or self._whole(snapshot))
        self.steps = self.steps + 1 if delta else 0
        self.last = snapshot
        self.seq += 1

    def write_error(self, error: str, taken_at: float | None) -> None:
        known = {} if taken_at is None else {"taken_at": float(taken_at)}
        line = {"kind": "error", "seq": self.seq, **known, "error": _expect_text("error", error)}
        self.lines.write(encode_line(line))
        self.seq += 1

    def _whole(self, snapshot: Snapshot) -> bytes:
        own = {"kind": "snapshot", "seq": self.seq, "digest": snapshot.digest}
        return encode_line({**own, **snapshot_to_dict(snapshot)})

    def _delta(self, snapshot: Snapshot) -> bytes | None:
        """A delta line, None where a whole snapshot is due or shorter."""
        if self.full or self.last is None or self.steps + 1 >= MAX_STEPS:
            return None
        same = self.last.columns == snapshot.columns
        matching = Matching.identity(len(snapshot)) if same else self._match(self.last, snapshot)
        patch = Patch.between(self.last, snapshot, matching)
        line = encode_line({"kind": "delta", "seq": self.seq, **patch.to_dict()})
        if len(line) > _SHORTEST_NODE * len(snapshot) and len(line) >= len(self._whole(snapshot)):
            return None
        return line

    def _match(self, before: Snapshot, after: Snapshot) -> Matching:
        return match(before, after, matcher=self.matcher)
