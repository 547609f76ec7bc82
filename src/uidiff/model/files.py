"""Files read within a limit, whole or line by line, and written whole or not at all."""

from __future__ import annotations

import gzip
import os
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from uidiff.errors import InvalidSnapshot, LimitExceeded

__all__ = ["Line", "read_lines", "read_whole", "replacing"]

_GZIP = b"\x1f\x8b"


class Line(NamedTuple):
    """A line of a file, from number 1 on, without its end; ``ended`` is false for a last one that had none."""

    number: int
    data: bytes
    ended: bool


def read_whole(path: str | os.PathLike[str], max_bytes: int) -> bytes:
    """All bytes of a file; LimitExceeded if it has more than ``max_bytes``, OSError as ``open`` raises it."""
    with Path(path).open("rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise LimitExceeded(f"a file of more than {max_bytes} bytes", "$", "pass limits=Limits(max_file=…)")
    return data


def read_lines(path: str | os.PathLike[str], max_bytes: int, *, growing: bool = False) -> Iterator[Line]:
    r"""The lines of a file, plain or gzip, split at ``\n`` and at nothing else.

    Args:
        path: the file; whether it is compressed is told by its first bytes, not by its name.
        max_bytes: bytes of one line, after decompression.
        growing: a compressed file without end is one that is still being written: what is there is read.

    Raises:
        InvalidSnapshot: the compressed data is damaged, or cut short and not ``growing``; it names the line.
        LimitExceeded: a line is longer than ``max_bytes``.
        OSError: as ``open`` raises it.
    """
    number = 0
    with _opened(path) as file:
        while True:
            number += 1
            try:
                data = file.readline(max_bytes + 2)
            except EOFError:
                if growing:
                    return
                raise InvalidSnapshot("the file is cut short", f"line {number}", "copy it again, whole") from None
            except (zlib.error, gzip.BadGzipFile):
                problem = "compressed data that is damaged"
                raise InvalidSnapshot(problem, f"line {number}", "copy it again, or use the lines before") from None
            if not data:
                return
            ended = data.endswith(b"\n")
            if len(data) - ended > max_bytes:
                problem = f"a line of more than {max_bytes} bytes"
                raise LimitExceeded(problem, f"line {number}", "pass limits=Limits(max_file=…)")
            yield Line(number, data[:-1] if ended else data, ended)


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    with Path(path).open("rb") as file:
        if not file.peek(len(_GZIP)).startswith(_GZIP):
            yield file
            return
        with gzip.GzipFile(fileobj=file) as unpacked:
            yield cast("BinaryIO", unpacked)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file that takes the place of ``path`` when the block ends well; else ``path`` stays as it was.

    The order is restic's: written beside it, synchronised, closed, renamed.
    """
    target = Path(path)
    beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(8)}.tmp")
    try:
        with beside.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
