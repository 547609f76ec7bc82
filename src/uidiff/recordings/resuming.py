"""Find the place where an interrupted recording goes on: read and check all of it, and leave out an incomplete end."""

from __future__ import annotations

import mmap
import zlib
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from uidiff.errors import InvalidSnapshot
from uidiff.model.files import read_lines
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.growing import GZIP_WBITS, MEMBER_HEAD, End, is_compressed_name
from uidiff.recordings.lines import FORMAT
from uidiff.recordings.reader import Recording

__all__ = ["ResumePoint", "find_end"]

_HEADER_START = f'{{"format":"{FORMAT}"'.encode()
_GZIP = MEMBER_HEAD[:2]
_FLUSHED = b"\x00\x00\xff\xff"
"""The last bytes of a flush of zlib: the lengths of an empty stored block (RFC 1951, 3.2.4). Compressed data may hold
them elsewhere too, so each place is tried.
"""

_LAST_BLOCK = b"\x03\x00"
"""An empty deflate block marked as the last one (RFC 1951, 3.2.6)."""

_PIECE = 1 << 14
"""Bytes decompressed at once: at most a thousand times as many come out."""

_CURE = "record to another file"


class ResumePoint(NamedTuple):
    """Where and how a recording goes on.

    Attributes:
        session: the session that its header names; None if there is no complete header.
        seq: the next sequence number.
        end: where its complete lines end.
        compressed: whether it is gzip.
        ended: whether the last line there has its line end.
    """

    session: str | None
    seq: int
    end: End
    compressed: bool
    ended: bool = True


def find_end(file: FileIO, path: Path, each: Callable[[Snapshot], object], limits: Limits) -> ResumePoint:
    """Read a recording to its end.

    Args:
        file: the open file, at its start.
        path: the same file.
        each: called with each snapshot in it.
        limits: the largest snapshot and line that are read.

    Raises:
        InvalidSnapshot: it is no recording, a newer uidiff wrote it, or it is damaged before its end.
    """
    head = file.read(len(MEMBER_HEAD))
    if _is_incomplete_header(head, path, limits):
        return ResumePoint(None, 0, End(), compressed=is_compressed_name(path))
    recording = Recording(path, "raise", limits, None)
    if recording.newer:
        raise InvalidSnapshot("this was written by a newer uidiff", "line 1: $.version", _CURE)
    seq = -1
    for step in recording.steps():
        seq = step.seq
        if step.snapshot is not None:
            each(step.snapshot)
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if head.startswith(_GZIP):
            end = _end_of_gzip(data)
            return ResumePoint(recording.session if end.size else None, seq + 1, end, compressed=True)
        size = data.rfind(b"\n") + 1
        ended = recording.unfinished or size == len(data)
        return ResumePoint(recording.session, seq + 1, End(size if ended else len(data)), compressed=False, ended=ended)


def _is_incomplete_header(head: bytes, path: Path, limits: Limits) -> bool:
    """Whether a file is empty, or holds no more than a part of the first line that a recorder writes."""
    if len(head) < len(MEMBER_HEAD) and MEMBER_HEAD.startswith(head):
        return True
    first = next(read_lines(path, limits.max_file, growing=True), None)
    if first is None:
        return head == MEMBER_HEAD
    if first.ended or first.data.endswith(b"}"):
        return False
    return first.data.startswith(_HEADER_START) or _HEADER_START.startswith(first.data)


def _end_of_gzip(data: mmap.mmap) -> End:
    """Where the lines end: behind the last gzip member, or behind the last flushed line of a member without end."""
    start = 0
    end = End()
    try:
        while start < len(data):
            end, start = _end_of_member(data, start)
    except zlib.error:
        raise _cannot_go_on() from None
    return end


def _end_of_member(data: mmap.mmap, start: int) -> tuple[End, int]:
    """Read the gzip member at ``start``: where its complete lines end, and where the data of the member ends."""
    decompressor = zlib.decompressobj(GZIP_WBITS)
    end = End(start)
    crc = length = lines = 0  # lines: those behind ``end``
    while start < len(data):
        flushed = data.find(_FLUSHED, start, start + _PIECE + len(_FLUSHED))
        stop = min(start + _PIECE, len(data)) if flushed < 0 else flushed + len(_FLUSHED)
        text = decompressor.decompress(data[start:stop])
        crc, length, lines = zlib.crc32(text, crc), length + len(text), lines + text.count(b"\n")
        start = stop - len(decompressor.unused_data)
        if decompressor.eof:
            return End(start), start
        if text.endswith(b"\n"):
            closing = _LAST_BLOCK + crc.to_bytes(4, "little") + (length % 2**32).to_bytes(4, "little")
            if _can_end(decompressor, closing):
                end, lines = End(start, closing), 0
    if lines > 1:  # not written line by line: more than the last line would be lost
        raise _cannot_go_on()
    return end, start


def _can_end(decompressor: zlib._Decompress, closing: bytes) -> bool:
    """Whether ``closing`` completes the member."""
    trial = decompressor.copy()
    try:
        trial.decompress(closing)
    except zlib.error:
        return False
    return trial.eof and not trial.unused_data


def _cannot_go_on() -> InvalidSnapshot:
    return InvalidSnapshot("compressed data that was cut short, and not by a recorder", "$", _CURE)
