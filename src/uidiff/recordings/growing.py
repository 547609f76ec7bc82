"""Append lines to a recording so that the file can be read after each line, whatever happens to the writing program.

Each line is one write behind the last complete line. A write that fails or is interrupted is taken back. A killed
program leaves at most one incomplete line, which readers skip. To go on in such a file, :func:`find_end` reads and
checks all of it, and leaves out the incomplete end.

Compressed data is flushed to a whole byte after each line (zlib's Z_SYNC_FLUSH), so a gzip member can end behind
any line.
"""

from __future__ import annotations

import errno
import mmap
import os
import stat
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import NamedTuple

import attrs

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model.files import read_lines
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.lines import FORMAT
from uidiff.recordings.reader import Recording

__all__ = ["End", "GrowingFile", "ResumePoint", "find_end", "is_compressed_name", "open_to_add"]

_MEMBER_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
"""The first bytes of each gzip member (RFC 1952): no name, no time, and 255 for the system, where zlib names the system
that it runs on. The same lines give the same file everywhere.
"""

_GZIP_WBITS = 16 + zlib.MAX_WBITS
"""Tells zlib to write and read the gzip format."""

_HEADER_START = f'{{"format":"{FORMAT}"'.encode()
_GZIP = _MEMBER_HEAD[:2]
_FLUSHED = b"\x00\x00\xff\xff"
"""The last bytes of a flush of zlib: the lengths of an empty stored block (RFC 1951, 3.2.4). Compressed data may hold
them elsewhere too, so each place is tried.
"""

_LAST_BLOCK = b"\x03\x00"
"""An empty deflate block marked as the last one (RFC 1951, 3.2.6)."""

_PIECE = 1 << 14
"""Bytes decompressed at once: at most a thousand times as many come out."""

_CURE = "record to another file"

_LEVEL = 9
_OWNER_ONLY = 0o600
_FLAGS = os.O_RDWR | getattr(os, "O_BINARY", 0)
_PLAIN_FILES_ONLY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


@attrs.frozen
class End:
    """Where the complete lines of a file end.

    Attributes:
        size: bytes up to there.
        closing: bytes that end the open gzip member there; empty if no member is open.
    """

    size: int = 0
    closing: bytes = b""

    @property
    def closed_size(self) -> int:
        """Bytes of the file once it is closed."""
        return self.size + len(self.closing)


class GrowingFile:
    """Appends lines to a file that :func:`open_to_add` opened.

    Args:
        file: the file; :meth:`close` closes it.
        path: its path, for error messages.
        compressed: whether to write gzip.
        max_bytes: the largest size of the closed file in bytes; None: no limit.
        end: where to append; what is behind it is cut off.
        later: cut off only when the first line is added; without a line the file stays as it was.
    """

    def __init__(
        self, file: FileIO, path: Path, *, compressed: bool, max_bytes: int | None, end: End, later: bool = False
    ) -> None:
        self._file = file
        self._path = path
        self._compressed = compressed
        self._max_bytes = max_bytes
        self._end = end
        self._compressor: zlib._Compress | None = None  # of the open gzip member
        self._begun = not later
        if self._begun:
            self._cut_off()

    @property
    def size(self) -> int:
        """Bytes of the file once it is closed."""
        return self._end.closed_size

    @property
    def closed(self) -> bool:
        """Whether no line can be added any more."""
        return self._file.closed

    def add(self, line: bytes) -> None:
        """Append a line; it can be read when this returns. After any exception the file is as it was before.

        Raises as ``RecordingWriter.write``.
        """
        if self.closed:
            raise ValueError("the recording is closed: open it again with resume=True")
        try:
            data, closing = self._encoded(line)
            end = End(self._end.size + len(data), closing)
            self._expect_room(end.closed_size)
            if not self._begun:
                self._begun = True
                self._cut_off()
            self._write(data)
            self._end = end
        except BaseException:  # KeyboardInterrupt too
            self._take_back()
            raise

    def close(self) -> None:
        """End the open gzip member, sync the file to the disk and close it; OSError if it could not be synced."""
        if self.closed:
            return
        try:
            try:
                self._write(self._end.closing)
            except OSError:  # no room for the closing bytes: all lines can be read without them
                self._take_back()
            if not self.closed:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise self._named(error) from None
        finally:
            self._file.close()

    def _encoded(self, line: bytes) -> tuple[bytes, bytes]:
        """The bytes that add a line, and the closing bytes behind them."""
        if not self._compressed:
            return line, b""
        if new := self._compressor is None:
            self._compressor = zlib.compressobj(_LEVEL, wbits=_GZIP_WBITS)
        data = self._compressor.compress(line) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
        if new:
            data = self._end.closing + _MEMBER_HEAD + data[len(_MEMBER_HEAD) :]
        return data, self._compressor.copy().flush()

    def _expect_room(self, size: int) -> None:
        if self._max_bytes is not None and size > self._max_bytes:
            problem = f"a recording of more than {self._max_bytes} bytes"
            raise LimitExceeded(problem, "$", "pass max_bytes=…, or go on in another file")

    def _cut_off(self) -> None:
        self._file.truncate(self._end.size)
        self._file.seek(self._end.size)

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise self._named(error) from None

    def _take_back(self) -> None:
        """Cut off an incomplete line. If that fails too, close the file, so that nothing is written behind it."""
        self._compressor = None  # it has compressed the line that is cut off
        if not self._begun:
            return
        try:
            self._cut_off()
        except OSError:
            with suppress(OSError):
                self._file.close()

    def _named(self, error: OSError) -> OSError:
        """The error with the path of the file."""
        return type(error)(error.errno, error.strerror, str(self._path))


def is_compressed_name(path: str | os.PathLike[str]) -> bool:
    """Whether a new file of this name is written as gzip."""
    return Path(path).suffix == ".gz"


def open_to_add(path: Path, *, existing: bool) -> tuple[FileIO, bool]:
    """Open a file, mode 0600 if it is new, and lock it against other recorders; return it, and whether it is new.

    FileExistsError if it exists and ``existing`` is false; BlockingIOError if another recorder writes to it, which
    Windows does not detect; OSError if it is a link, a pipe or another special file, or as the system raises it.
    """
    try:
        descriptor, new = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), True
    except FileExistsError:
        if not (existing or path.is_dir()):  # opening a folder raises the system's error
            problem = "there is such a file: say resume=True to go on in it, or overwrite=True"
            raise FileExistsError(errno.EEXIST, problem, str(path)) from None
        if path.is_symlink():
            raise OSError(errno.ELOOP, "this is a link: name the file itself", str(path)) from None
        descriptor, new = os.open(path, _FLAGS | _PLAIN_FILES_ONLY), False
    file = FileIO(descriptor, "r+")
    try:
        _lock(descriptor, path)
    except BaseException:
        file.close()
        raise
    return file, new


def _lock(descriptor: int, path: Path) -> None:
    """Lock a plain file; OSError if it is another one, or locked."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise OSError(errno.EINVAL, "this is no plain file: name another one", str(path))
    if sys.platform != "win32":
        import fcntl  # missing on Windows

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BlockingIOError(error.errno, "another recorder is writing to it", str(path)) from None
        except OSError:  # this file system has no locks
            return


# ------------------------------------------------------------------- resuming


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
    """Read the recording in an open file, at its start, to its end; ``each`` is called with each snapshot.

    InvalidSnapshot if it is no recording, if a newer uidiff wrote it, or if it is damaged before its end.
    """
    head = file.read(len(_MEMBER_HEAD))
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
    if len(head) < len(_MEMBER_HEAD) and _MEMBER_HEAD.startswith(head):
        return True
    first = next(read_lines(path, limits.max_file, growing=True), None)
    if first is None:
        return head == _MEMBER_HEAD
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
    decompressor = zlib.decompressobj(_GZIP_WBITS)
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
