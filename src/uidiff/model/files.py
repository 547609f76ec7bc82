"""Read files within a limit, whole or by line; write them whole or not at all."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from typing import BinaryIO, NamedTuple

from uidiff.errors import InvalidSnapshot, LimitExceeded

__all__ = [
    "Line",
    "first_bytes",
    "is_left_over",
    "left_over_name",
    "lines_of",
    "pieces_of",
    "read_lines",
    "read_whole",
    "replacing",
    "written_beside",
]

_GZIP = b"\x1f\x8b"
_PIECE = 1 << 18
_OWN_PREFIX = ".uidiff-"
_OWN_SUFFIX = ".tmp"
_OWN_NAME = re.escape(_OWN_PREFIX) + "[0-9a-f]{16}" + re.escape(_OWN_SUFFIX)
_OWNER_ONLY = 0o600
_AS_UMASK_SAYS = 0o666


class Line(NamedTuple):
    """A line of a file, numbered from 1, without its end; ``ended`` is False for a last line without one."""

    number: int
    data: bytes
    ended: bool


def read_whole(path: str | os.PathLike[str], max_bytes: int) -> bytes:
    """Read all bytes of a file; LimitExceeded above ``max_bytes``, OSError as ``open`` raises it."""
    with open(os.fspath(path), "rb") as file:  # noqa: PTH123  # pathlib is slow to import
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise LimitExceeded(f"a file of more than {max_bytes} bytes", "$", "pass limits=Limits(max_file=…)")
    return data


def read_lines(path: str | os.PathLike[str], max_bytes: int, *, growing: bool = False) -> Iterator[Line]:
    r"""The lines of a file, plain or gzip, split at ``\n`` and at nothing else.

    Args:
        path: the file; its first bytes, not its name, show whether it is compressed.
        max_bytes: bytes of one line, after decompression.
        growing: a compressed file without end is one that is still being written: what is there is read, and a last
            line that has not ended is given as far as it goes.

    Raises:
        InvalidSnapshot: the compressed data is damaged, or cut short and not ``growing``; it names the line.
        LimitExceeded: a line is longer than ``max_bytes``.
        OSError: as ``open`` raises it.
    """
    with open(os.fspath(path), "rb") as file:  # noqa: PTH123  # as above
        yield from lines_of(file, max_bytes, growing=growing)


def lines_of(file: BufferedReader, max_bytes: int, *, growing: bool = False) -> Iterator[Line]:
    """Yield the lines of an open file; see :func:`read_lines`."""
    packed = file.peek(len(_GZIP)).startswith(_GZIP)
    lines = _split(_unpacked(file), max_bytes) if packed else _plain(file, max_bytes)
    number = 0
    try:
        for number, (data, ended) in enumerate(lines, start=1):  # used where it breaks
            yield Line(number, data, ended)
    except _CutShort as cut:
        if not growing:
            problem = "the file is cut short"
            raise InvalidSnapshot(problem, f"line {number + 1}", "copy it again, whole") from None
        if cut.rest:
            yield Line(number + 1, cut.rest, ended=False)
    except _Damaged:
        problem = "compressed data that is damaged"
        raise InvalidSnapshot(problem, f"line {number + 1}", "copy it again, or use the lines before") from None
    except LimitExceeded as error:
        raise LimitExceeded(error.problem, f"line {number + 1}", error.cure) from None


def pieces_of(file: BufferedReader) -> Iterator[Line]:
    """Yield an open file in pieces of at most 256 KiB, whatever its lines: none has ended. Errors as of
    :func:`read_lines`; the number is that of the piece.
    """
    packed = file.peek(len(_GZIP)).startswith(_GZIP)
    pieces = _unpacked(file) if packed else iter(lambda: file.read(_PIECE), b"")
    try:
        for number, data in enumerate(pieces, start=1):
            yield Line(number, data, ended=False)
    except _CutShort:
        raise InvalidSnapshot("the file is cut short", "$", "copy it again, whole") from None
    except _Damaged:
        raise InvalidSnapshot("compressed data that is damaged", "$", "copy it again") from None


def first_bytes(file: BufferedReader, count: int) -> bytes:
    """Return at most ``count`` bytes from the beginning of a file, plain or gzip; of damaged data what can be read."""
    if not file.peek(len(_GZIP)).startswith(_GZIP):
        return file.read(count)
    head = b""
    with suppress(_CutShort, _Damaged):
        for piece in _unpacked(file):
            head += piece
            if len(head) >= count:
                break
    return head[:count]


class _CutShort(Exception):  # it is no error where the file is still being written
    """Compressed data without its end. ``rest``: the beginning of the last line."""

    def __init__(self, rest: bytes = b"") -> None:
        super().__init__()
        self.rest = rest


class _Damaged(Exception):
    """Compressed data that cannot be decompressed further."""


def _plain(file: BinaryIO, max_bytes: int) -> Iterator[tuple[bytes, bool]]:
    while data := file.readline(max_bytes + 2):
        ended = data.endswith(b"\n")
        yield _within(data[:-1] if ended else data, max_bytes), ended


def _split(chunks: Iterator[bytes], max_bytes: int) -> Iterator[tuple[bytes, bool]]:
    """Yield the lines in chunks of data."""
    rest: list[bytes] = []  # the pieces of the line that has not ended
    length = 0
    try:
        for chunk in chunks:
            first, *others = chunk.split(b"\n")
            rest.append(first)
            length += len(first)
            for other in others:
                yield _within(b"".join(rest), max_bytes), True
                rest, length = [other], len(other)
            if length > max_bytes:
                _within(b"".join(rest), max_bytes)
    except _CutShort:
        raise _CutShort(b"".join(rest)) from None
    if length:
        yield b"".join(rest), False


def _within(line: bytes, max_bytes: int) -> bytes:
    if len(line) > max_bytes:
        raise LimitExceeded(f"a line of more than {max_bytes} bytes", "$", "pass limits=Limits(max_file=…)")
    return line


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    """Yield the data of a gzip file; _CutShort where its end is missing, _Damaged where it is corrupt."""
    import gzip  # slow to import, as zlib is, and most files are not compressed
    import zlib

    with gzip.GzipFile(fileobj=file) as unpacked:
        try:
            while piece := unpacked.read1(_PIECE):
                yield piece
        except EOFError:
            raise _CutShort from None
        except (zlib.error, gzip.BadGzipFile) as error:
            raise _Damaged from error


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Yield a file that replaces ``path`` when the block ends without an error; else ``path`` is unchanged.

    Raises:
        OSError: ``path`` is a folder, a device or a pipe; or as the system raises it.
    """
    import shutil  # slow to import, as pathlib is, and only needed to write
    from pathlib import Path

    target = Path(path)
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "no plain file, name another one", str(path))

    def replace(beside: str) -> None:
        if target.exists():
            shutil.copymode(target, beside)
        os.replace(beside, target)  # noqa: PTH105  # names come in as texts

    with written_beside(target, replace) as file:
        yield file


@contextmanager
def written_beside(
    path: str | os.PathLike[str],
    publish: Callable[[str], None],
    *,
    private: bool = False,
) -> Iterator[BinaryIO]:
    """Yield a file with a temporary name in the folder of ``path``, and publish it when the block ends without an
    error.

    The order is restic's: written, synchronised, closed, published. The temporary name is removed afterwards, unless
    the process is killed: :func:`is_left_over` recognises such a name.

    Args:
        path: the name that it will have.
        publish: gives it that name, by a rename or a link; called with the temporary name.
        private: only its owner may read and write it, whatever the umask.
    """
    from pathlib import Path  # as above

    target = Path(path)
    beside = str(target.with_name(left_over_name()))

    def opened(name: str, flags: int) -> int:
        return os.open(name, flags, _OWNER_ONLY if private else _AS_UMASK_SAYS)

    try:
        file = open(beside, "xb", opener=opened)  # noqa: SIM115  # in a folder by its descriptor
    except OSError as error:
        error.filename = str(target)  # the name that the caller knows
        raise
    try:
        with file:
            if private and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), _OWNER_ONLY)
            yield file
            file.flush()
            os.fsync(file.fileno())
        publish(beside)
    finally:
        with suppress(OSError):  # a rename has taken it away already
            os.unlink(beside)  # noqa: PTH108  # pathlib is slow to import


def left_over_name() -> str:
    """Return a new name that :func:`is_left_over` recognises."""
    return f"{_OWN_PREFIX}{os.urandom(8).hex()}{_OWN_SUFFIX}"


def is_left_over(name: str) -> bool:
    """Return whether a file of that name was left by, or is in use by, :func:`written_beside`."""
    return re.fullmatch(_OWN_NAME, name) is not None
