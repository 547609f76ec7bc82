"""Where a recording that was broken off goes on: everything in it is read and checked, what is not whole is cut off."""

from __future__ import annotations

import mmap
import os
import zlib
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from uidiff.errors import InvalidSnapshot
from uidiff.model.files import Line, read_lines
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.growing import MEMBER_HEAD, End, end_of_member, is_packed_name
from uidiff.recordings.lines import FORMAT
from uidiff.recordings.reader import Recording

__all__ = ["ResumePoint", "find_end"]

_BEGINS = f'{{"format":"{FORMAT}"'.encode()
_GZIP = MEMBER_HEAD[:2]
_FLUSHED = b"\x00\x00\xff\xff"
"""What zlib writes last in a flush (an empty stored block); it may occur elsewhere too, so each is tried."""

_PIECE = 1 << 18
_CURE = "record to another file"


class ResumePoint(NamedTuple):
    """What is in a file that is to go on.

    Attributes:
        session: the run of the recorder that it was made in; None where not even the header is whole.
        seq: the next sequence number.
        end: where it is whole.
        packed: whether it is compressed.
        ended: whether the last line has an end.
    """

    session: str | None
    seq: int
    end: End
    packed: bool
    ended: bool = True


def find_end(file: FileIO, path: Path, each: Callable[[Snapshot], object], limits: Limits) -> ResumePoint:
    """Read a recording to its end.

    Args:
        file: open, from its beginning.
        path: the same file.
        each: called with each snapshot in it.
        limits: how large a snapshot and a line may be.

    Raises:
        InvalidSnapshot: it is no recording, was written by a newer uidiff, or is damaged before its end.
    """
    head = file.read(len(MEMBER_HEAD))
    if _is_torn_head(head, path, limits):
        return ResumePoint(None, 0, End(), packed=is_packed_name(path))
    recording = Recording(path, "raise", limits, None)
    if recording.newer:
        raise InvalidSnapshot("this was written by a newer uidiff", "line 1: $.version", _CURE)
    seq = -1
    for step in recording.steps():
        seq = step.seq
        if step.snapshot is not None:
            each(step.snapshot)
    if head.startswith(_GZIP):
        end = _end_of_packed(file)
        return ResumePoint(recording.session if end.size else None, seq + 1, end, packed=True)
    size = os.fstat(file.fileno()).st_size
    whole = _end_of_lines(file, size)
    if recording.unfinished or whole == size:
        return ResumePoint(recording.session, seq + 1, End(whole), packed=False)
    return ResumePoint(recording.session, seq + 1, End(size), packed=False, ended=False)


def _is_torn_head(head: bytes, path: Path, limits: Limits) -> bool:
    """Whether a file is empty, or what is left of a recording whose recorder was killed at its first line."""
    if not head or (len(head) < len(MEMBER_HEAD) and MEMBER_HEAD.startswith(head)):
        return True
    first = next(read_lines(path, limits.max_file, growing=True), None)
    if first is None:
        return head == MEMBER_HEAD
    return not first.ended and not first.data.endswith(b"}") and _is_ours(first)


def _is_ours(first: Line) -> bool:
    return first.data.startswith(_BEGINS) or _BEGINS.startswith(first.data)


def _end_of_lines(file: FileIO, size: int) -> int:
    """Where the last line that has an end ends."""
    end = size
    while end:
        start = max(0, end - _PIECE)
        file.seek(start)
        at = file.read(end - start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0


def _end_of_packed(file: FileIO) -> End:
    """Where compressed lines can go on: behind the last member, or the last line that was flushed of one."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        start = 0
        end = End()
        try:
            while start < len(data):
                end, start = _end_of_one(data, start)
        except zlib.error:
            raise _cannot_go_on() from None
        return end


def _end_of_one(data: mmap.mmap, start: int) -> tuple[End, int]:
    """Of the member that begins at ``start``: where it is whole, and where it ends."""
    unpacker = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    end = End(start)
    crc = length = behind = 0
    while start < len(data):
        stop = data.find(_FLUSHED, start, start + _PIECE + len(_FLUSHED))
        stop = min(start + _PIECE, len(data)) if stop < 0 else stop + len(_FLUSHED)
        last = b""
        for piece in _unpacked(unpacker, data[start:stop]):
            crc, length, last = zlib.crc32(piece, crc), length + len(piece), piece
            behind += piece.count(b"\n")
        if unpacker.eof:
            return End(stop - len(unpacker.unused_data)), stop - len(unpacker.unused_data)
        start = stop
        if last.endswith(b"\n") and _can_end(unpacker, crc, length):
            end, behind = End(start, (crc, length)), 0
    if behind > 1:  # it was not written line by line, and would lose more than the last one
        raise _cannot_go_on()
    return end, start


def _unpacked(unpacker: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    """What is in the data, piece by piece."""
    while True:
        piece = unpacker.decompress(data, _PIECE)
        if piece:
            yield piece
        data = unpacker.unconsumed_tail
        if unpacker.eof or (not data and len(piece) < _PIECE):
            return


def _can_end(unpacker: zlib._Decompress, crc: int, length: int) -> bool:
    """Whether a member can end here."""
    trial = unpacker.copy()
    try:
        trial.decompress(end_of_member(crc, length))
    except zlib.error:
        return False
    return trial.eof and not trial.unused_data


def _cannot_go_on() -> InvalidSnapshot:
    return InvalidSnapshot("compressed data that was cut short, and not by a recorder", "$", _CURE)
