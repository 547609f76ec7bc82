"""Read recordings snapshot by snapshot; each line is checked before it is used."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from uidiff.diffing.patch import Patch
from uidiff.errors import DeltaMismatch, InvalidSnapshot, LimitExceeded, UnknownName
from uidiff.model import jsontext
from uidiff.model.codec import check_format, raw_snapshot_from_dict
from uidiff.model.files import Line, read_lines
from uidiff.model.jsontext import expect_index, expect_object, expect_text
from uidiff.model.limits import LARGEST_EXACT, Limits
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.recordings.lines import FORMAT, VERSION, RecordedError

__all__ = ["Header", "LineReader", "Recording", "RecordingStep", "is_unfinished", "read_header", "read_recording"]

OnError = Literal["raise", "skip"]


class RecordingStep(NamedTuple):
    """One line of a recording: its sequence number, and its snapshot or its failed read."""

    seq: int
    snapshot: Snapshot | None
    error: RecordedError | None


def read_recording(
    path: str | os.PathLike[str],
    *,
    on_error: OnError = "raise",
    limits: Limits | None = None,
    redact: RedactOption = None,
) -> Recording:
    """Open a recording, plain or gzip; iterate over it for its snapshots.

    Args:
        path: the file. If it is still being written, what is there is read.
        on_error: "raise" at a damaged line; "skip" leaves it and the deltas based on it out, and counts them.
        limits: the largest snapshot and line that are read.
        redact: what to hide besides what the recording hides.

    Raises:
        InvalidSnapshot: here, if this is no recording; while iterating, at a damaged line, which the message names.
        LimitExceeded: something is larger than ``limits``.
        OSError: as ``open`` raises it.
    """
    if on_error not in {"raise", "skip"}:
        raise UnknownName("on_error", on_error, ("raise", "skip"))
    return Recording(Path(path), on_error, limits or Limits(), redact)


class Recording:
    """A recording in a file. Each iteration reads it from its start.

    Attributes:
        path: the file, as given.
        session: the session that the header names: the run of the recorder.
        newer: whether a newer uidiff of the same major version wrote it; lines of unknown kinds are left out then.
        skipped: lines that the last iteration has skipped so far.
        errors: failed reads that the last iteration has met so far.
        unfinished: whether the last iteration ended at an incomplete last line, as of a file being written.
    """

    def __init__(self, path: Path, on_error: OnError, limits: Limits, redact: RedactOption) -> None:
        if path.is_fifo():
            problem = "a pipe"
            raise InvalidSnapshot(problem, "$", "write what comes through a pipe to a file: it is read more than once")
        self.path = path
        self._on_error = on_error
        self._limits = limits
        self._redact = redact
        self.session, self.newer = read_header(next(read_lines(path, limits.max_file, growing=True), None), limits)
        self._reset()

    def __iter__(self) -> Iterator[Snapshot]:
        return (step.snapshot for step in self.steps() if step.snapshot is not None)

    def steps(self) -> Iterator[RecordingStep]:
        """Read every line after the header, failed reads included."""
        self._reset()
        reader = LineReader(self._limits, self._redact, newer=self.newer)
        for line in self._lines():
            try:
                step = reader.read(line)
            except InvalidSnapshot as error:
                if is_unfinished(line, error):
                    self.unfinished = True
                    return
                self._skip(error)
                continue
            if step is not None:
                if step.error is not None:
                    self.errors.append(step.error)
                yield step

    def __repr__(self) -> str:
        return f"<Recording {self.path.name!a}>"

    def _lines(self) -> Iterator[Line]:
        """The lines behind the header, up to damaged compressed data."""
        lines = read_lines(self.path, self._limits.max_file, growing=True)
        next(lines, None)  # the header
        try:
            yield from lines
        except InvalidSnapshot as error:
            self._skip(error)

    def _skip(self, error: InvalidSnapshot) -> None:
        if self._on_error == "raise":
            raise error
        self.skipped += 1

    def _reset(self) -> None:
        self.skipped = 0
        self.errors: list[RecordedError] = []
        self.unfinished = False


class Header(NamedTuple):
    """The first line: the session, and whether a newer uidiff of the same major version wrote the recording."""

    session: str
    newer: bool


def read_header(line: Line | None, limits: Limits) -> Header:
    """Read the first line; None stands for a file without lines. InvalidSnapshot if this is no recording."""
    if line is None:
        raise InvalidSnapshot("the file is empty", "line 1", "a recording begins with a header line")
    header = _object(line, limits)
    try:
        check_format(header, FORMAT, VERSION)
        return Header(expect_text(header.get("session"), "$.session"), header["version"] != VERSION)
    except InvalidSnapshot as error:
        raise error.inside("line 1") from None


class LineReader:
    """Reads the lines behind the header in order. It holds the last snapshot as it was written.

    Args:
        limits: the largest snapshot and line that are read.
        redact: what to hide besides what the recording hides.
        newer: ``newer`` of the header: whether lines of unknown kinds are left out, not refused as damaged.
    """

    def __init__(self, limits: Limits, redact: RedactOption = None, *, newer: bool = False) -> None:
        self._seq = -1
        self._limits = limits
        self._redact = redact
        self._newer = newer
        self._last: Snapshot | None = None

    def read(self, line: Line) -> RecordingStep | None:
        """Read the next line; None if only a newer uidiff knows its kind.

        Raises:
            InvalidSnapshot: it is damaged, or a delta without the snapshot that it is based on. The next line can be
                read all the same.
        """
        value = _object(line, self._limits)
        try:
            return self._read(value)
        except InvalidSnapshot as error:
            raise error.inside(f"line {line.number}") from None
        except DeltaMismatch as error:
            problem = "a delta that does not fit the snapshot before it"
            cure = "read with on_error='skip' to go on at the next whole snapshot"
            raise InvalidSnapshot(problem, f"line {line.number}: $", cure) from error

    def _read(self, value: Mapping[str, Any]) -> RecordingStep | None:
        kind = value.get("kind")
        if kind not in ("snapshot", "delta", "error"):  # no set: it may be unhashable
            if self._newer and isinstance(kind, str):
                return None
            raise InvalidSnapshot("no kind of line", "$.kind", "expected snapshot, delta or error")
        seq = expect_index(value.get("seq"), "$.seq", LARGEST_EXACT)
        if seq <= self._seq:
            raise InvalidSnapshot("a sequence number that is not above the one before", "$.seq", "remove the line")
        if kind == "error":
            failed = RecordedError(seq, expect_text(value.get("error"), "$.error"), _seconds(value.get("taken_at")))
            self._seq = seq
            return RecordingStep(seq, None, failed)
        if kind == "snapshot":
            snapshot = raw_snapshot_from_dict(value, limits=self._limits)
            if "digest" in value and value["digest"] != snapshot.digest:
                raise InvalidSnapshot("a snapshot that is not what was written", "$.digest", "the line is damaged")
        else:
            patch = Patch.from_dict(value, limits=self._limits)
            if self._last is None:
                raise DeltaMismatch("a delta without a snapshot before it")
            snapshot = patch.apply(self._last)
        self._seq, self._last = seq, snapshot  # not redacted: the base of the next delta
        return RecordingStep(seq, snapshot.finished(limits=self._limits, redact=self._redact), None)


def is_unfinished(line: Line, error: InvalidSnapshot) -> bool:
    """Whether the error of a line is that the line is still being written."""
    return not line.ended and isinstance(error, _NotWhole)


def _object(line: Line, limits: Limits) -> Mapping[str, Any]:
    """Parse the object in a line; _NotWhole if it is no JSON."""
    if len(line.data) > limits.max_file:
        problem = f"a line of more than {limits.max_file} bytes"
        raise LimitExceeded(problem, f"line {line.number}", "pass limits=Limits(max_file=…)")
    try:
        value = jsontext.parse(jsontext.decode(line.data), max_nesting=limits.max_nesting)
    except LimitExceeded as error:
        raise error.inside(f"line {line.number}") from None
    except InvalidSnapshot as error:
        raise _NotWhole(error.problem, f"line {line.number}: {error.path}", error.cure) from None
    return expect_object(value, f"line {line.number}: $")


class _NotWhole(InvalidSnapshot):
    """A line that is no JSON: damaged or incomplete."""


def _seconds(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, int | float) and type(value) is not bool and abs(value) < LARGEST_EXACT:  # no NaN either
        return float(value)
    raise InvalidSnapshot(f"expected seconds, got {type(value).__name__}", "$.taken_at", "leave it out")
