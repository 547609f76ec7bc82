"""A file to which lines are added: it is whole after each of them, whatever happens to the program that adds them.

Each line is one write behind the last whole one. A write that fails, or is interrupted, is taken back; one that is
killed leaves a line without end, which readers pass over and :mod:`uidiff.recordings.resuming` cuts off.

Compressed data is flushed to a whole byte after each line (zlib's Z_SYNC_FLUSH), so that the few bytes that end a gzip
member can stand behind any line: they are worked out from what is in the file, and owe nothing to the compressor.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
import sys
import zlib
from contextlib import suppress
from io import FileIO
from pathlib import Path

import attrs

from uidiff.errors import LimitExceeded

__all__ = ["MEMBER_HEAD", "End", "GrowingFile", "end_of_member", "is_packed_name", "open_to_add"]

MEMBER_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
"""How a gzip member of ours begins (RFC 1952): no name, no time, of no system: the same lines give the same file."""

_LAST_BLOCK = b"\x03\x00"
"""An empty deflate block that is the last one (RFC 1951, 3.2.6)."""

_WORD = 0xFFFFFFFF
_LEVEL = 9
_OWNER_ONLY = 0o600
_FLAGS = os.O_RDWR | getattr(os, "O_BINARY", 0)
_NO_DETOURS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def end_of_member(crc: int, length: int) -> bytes:
    """What ends a gzip member that was flushed: of how many bytes it is, and their CRC-32."""
    return _LAST_BLOCK + struct.pack("<LL", crc, length & _WORD)


@attrs.frozen
class End:
    """The end of what is whole in a file.

    Attributes:
        size: bytes up to there.
        member: CRC-32 and length of what is in the gzip member that has not ended; None where there is none.
    """

    size: int = 0
    member: tuple[int, int] | None = None

    @property
    def closing(self) -> bytes:
        """What is to follow if nothing more comes."""
        return b"" if self.member is None else end_of_member(*self.member)


class GrowingFile:
    """Adds lines to a file that :func:`open_to_add` gave.

    Args:
        file: the file; it is closed by :meth:`close`.
        path: what it is called.
        packed: whether its lines are compressed.
        max_bytes: how large it may become, with all that ends it; None: as large as the disk allows.
        end: where to go on; what is behind is cut off.
        later: that only with the first line that is added; without one the file stays as it was.
    """

    def __init__(
        self, file: FileIO, path: Path, *, packed: bool, max_bytes: int | None, end: End, later: bool = False
    ) -> None:
        self._file = file
        self._path = path
        self._packed = packed
        self._max_bytes = max_bytes
        self._end = end
        self._packer: zlib._Compress | None = None
        self._begun = not later
        if self._begun:
            self._cut_off()

    @property
    def size(self) -> int:
        """Its bytes, those that will end it included."""
        return self._end.size + len(self._end.closing)

    @property
    def closed(self) -> bool:
        """Whether nothing can be added."""
        return self._file.closed

    def add(self, line: bytes) -> None:
        """Add a line; it can be read when this returns. Whatever is raised, the file is as it was.

        Raises:
            LimitExceeded: it would be too large.
            OSError: it cannot be written: the disk is full.
            ValueError: it is closed.
        """
        if self.closed:
            raise ValueError("the recording is closed: open it again with resume=True")
        try:
            data, member = self._encoded(line)
            end = End(self._end.size + len(data), member)
            self._expect_room(end)
            self._begin()
            self._write(data)
            self._end = end
        except BaseException:  # Ctrl-C too
            self._take_back()
            raise

    def close(self) -> None:
        """End it, and have the system put it on the disk. It may be called again.

        Raises:
            OSError: the disk did not take it.
        """
        if self.closed:
            return
        try:
            try:
                self._write(self._end.closing)
            except OSError:  # no room for the end: without it all lines can be read
                self._take_back()
            if not self.closed:
                os.fsync(self._file.fileno())
        except OSError as error:
            raise self._named(error) from None
        finally:
            self._file.close()

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            self._cut_off()

    def _cut_off(self) -> None:
        self._file.truncate(self._end.size)
        self._file.seek(self._end.size)

    def _encoded(self, line: bytes) -> tuple[bytes, tuple[int, int] | None]:
        """The bytes of a line, and the member that is open behind them."""
        if not self._packed:
            return line, None
        crc, length = self._end.member or (0, 0)
        head = b""
        if self._packer is None:  # a new member: nothing is known of how the one before was packed
            crc = length = 0
            head = self._end.closing + MEMBER_HEAD
            self._packer = zlib.compressobj(_LEVEL, wbits=-zlib.MAX_WBITS)
        data = head + self._packer.compress(line) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        return data, (zlib.crc32(line, crc), length + len(line))

    def _expect_room(self, end: End) -> None:
        if self._max_bytes is not None and end.size + len(end.closing) > self._max_bytes:
            problem = f"a recording of more than {self._max_bytes} bytes"
            raise LimitExceeded(problem, "$", "pass max_bytes=…, or go on in another file")

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise self._named(error) from None

    def _take_back(self) -> None:
        """Cut off what is not whole. Where even that fails, nothing more is written."""
        self._packer = None
        if not self._begun:
            return
        try:
            self._cut_off()
        except OSError:
            with suppress(OSError):
                self._file.close()

    def _named(self, error: OSError) -> OSError:
        """The error with the name of the file."""
        return type(error)(error.errno, error.strerror, str(self._path))


def is_packed_name(path: str | os.PathLike[str]) -> bool:
    """Whether a new file of that name is compressed."""
    return Path(path).suffix == ".gz"


def open_to_add(path: Path, *, existing: bool) -> tuple[FileIO, bool]:
    """A file for its owner alone, that nobody else adds to; and whether it is new.

    Args:
        path: what it is called.
        existing: whether it may be there already.

    Raises:
        FileExistsError: it is there, and may not be.
        BlockingIOError: another one adds to it. Where the system knows no such locks (Windows), nobody is told.
        OSError: it is a link, a pipe or the like; or as the system raises it.
    """
    try:
        descriptor, new = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), True
    except FileExistsError:
        if not (existing or path.is_dir()):  # opening a folder says what it is
            problem = "there is such a file: say resume=True to go on in it, or overwrite=True"
            raise FileExistsError(errno.EEXIST, problem, str(path)) from None
        if path.is_symlink():
            raise OSError(errno.ELOOP, "this is a link: name the file itself", str(path)) from None
        descriptor, new = os.open(path, _FLAGS | _NO_DETOURS), False
    file = FileIO(descriptor, "r+")
    try:
        _expect_plain(descriptor, path)
        _lock(descriptor, path)
    except BaseException:
        file.close()
        raise
    return file, new


def _expect_plain(descriptor: int, path: Path) -> None:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise OSError(errno.EINVAL, "this is no plain file: name another one", str(path))


def _lock(descriptor: int, path: Path) -> None:
    if sys.platform != "win32":
        import fcntl  # there is none on Windows

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BlockingIOError(error.errno, "another recorder is writing to it", str(path)) from None
        except OSError:  # a file system that knows no locks
            return
