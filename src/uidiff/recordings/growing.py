"""Append lines to a recording so that the file can be read after each line, whatever happens to the writing program.

Each line is one write behind the last complete line. A write that fails or is interrupted is taken back. A killed
program leaves at most one incomplete line, which readers skip and :mod:`uidiff.recordings.resuming` cuts off.

Compressed data is flushed to a whole byte after each line (zlib's Z_SYNC_FLUSH), so a gzip member can end behind
any line.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import zlib
from contextlib import suppress
from io import FileIO
from pathlib import Path

import attrs

from uidiff.errors import LimitExceeded

__all__ = ["GZIP_WBITS", "MEMBER_HEAD", "End", "GrowingFile", "is_compressed_name", "open_to_add"]

MEMBER_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
"""The first bytes of each gzip member (RFC 1952): no name, no time, and 255 for the system, where zlib names the system
that it runs on. The same lines give the same file everywhere.
"""

GZIP_WBITS = 16 + zlib.MAX_WBITS
"""Tells zlib to write and read the gzip format."""

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

        Raises:
            LimitExceeded: the file would be larger than ``max_bytes``.
            OSError: the line cannot be written, for example because the disk is full.
            ValueError: the file is closed.
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
        """End the open gzip member, sync the file to the disk and close it. Repeated calls do nothing.

        Raises:
            OSError: the system could not sync the file.
        """
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
            self._compressor = zlib.compressobj(_LEVEL, wbits=GZIP_WBITS)
        data = self._compressor.compress(line) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
        if new:
            data = self._end.closing + MEMBER_HEAD + data[len(MEMBER_HEAD) :]
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
    """Open a file, mode 0600 if it is new, and lock it against other recorders.

    Args:
        path: the file.
        existing: whether it may exist already.

    Returns:
        The file, and whether it is new.

    Raises:
        FileExistsError: it exists, and ``existing`` is false.
        BlockingIOError: another recorder writes to it. Systems without such locks (Windows) do not detect this.
        OSError: it is a link, a pipe or another special file; or as the system raises it.
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
        import fcntl  # missing on Windows

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BlockingIOError(error.errno, "another recorder is writing to it", str(path)) from None
        except OSError:  # this file system has no locks
            return
