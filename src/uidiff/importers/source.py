"""Where an importer's input comes from (a file, bytes, a text, parsed values), and the snapshot that it becomes."""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from io import BufferedReader, BytesIO
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

import attrs

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.files import Line, first_bytes, lines_of
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.text import replace_surrogates

__all__ = [
    "HEAD",
    "Source",
    "TreeData",
    "decoded_head",
    "has_mark",
    "placed_errors",
    "snapshot_of_rows",
    "source_of",
    "text_of",
    "unmarked",
    "whole",
]


class Message(Protocol):
    """A message of protobuf: any object that lists its fields, each with its descriptor."""

    def ListFields(self) -> Sequence[tuple[Any, Any]]:  # noqa: N802  # protobuf's name
        """Return the fields that are set."""
        ...


TreeData: TypeAlias = "str | bytes | os.PathLike[str] | Mapping[str, object] | list[Any] | Message"

HEAD = 8192
"""Bytes of the beginning that importers judge the format by."""

_MARKS: Mapping[bytes, str] = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
"""Byte order marks: tools on Windows write them before texts, and UTF-16 where output is redirected into a file."""

_DECLARED = re.compile(r"""(?s)\A(\s*<\?xml\b[^>]*?)\s+encoding\s*=\s*["'][^"'>]*["']""")
"""The encoding in an XML declaration: a decoded text no longer has it."""


@attrs.frozen
class Source:
    """An input: its kind in a word, and a function that opens it."""

    kind: str
    opened: Callable[[], BufferedReader]

    def head(self) -> bytes:
        """Return its first bytes, decompressed."""
        with self.opened() as file:
            return first_bytes(file, HEAD)

    def lines(self, limits: Limits) -> Iterator[Line]:
        """Yield its lines, decompressed; errors as of :func:`uidiff.model.files.read_lines`."""
        with self.opened() as file:
            yield from lines_of(file, limits.max_file)


def source_of(data: object) -> Source:
    """Return the source of ``data``; a ``str`` is a text, never a file's name; messages and dataclasses become JSON.

    Raises:
        InvalidSnapshot: values that are not JSON.
        TypeError: any other type.
    """
    if isinstance(data, os.PathLike):
        path = Path(os.fsdecode(data))
        return Source("file", lambda: _opened(path))
    if isinstance(data, str):
        return _in_memory("text", _DECLARED.sub(r"\1", replace_surrogates(data)[0], count=1).encode())
    if isinstance(data, bytes):
        return _in_memory("data", data)
    if isinstance(data, Mapping | list) or _is_message(data):
        return _in_memory("value", _json(data))
    kinds = "a text, bytes, a path, or a dict or a list from JSON, or a message of protobuf"
    raise TypeError(f"import_tree takes {kinds}, got {type(data).__name__}")


def whole(lines: Iterator[Line], limits: Limits) -> bytes:
    """Join all lines as in the file; LimitExceeded above ``limits.max_file`` bytes."""
    pieces: list[bytes] = []
    length = 0
    for line in lines:
        pieces.append(line.data + b"\n" if line.ended else line.data)
        length += len(pieces[-1])
        if length > limits.max_file:
            problem = f"more than {limits.max_file} bytes"
            raise LimitExceeded(problem, f"line {line.number}", "pass limits=Limits(max_file=…)")
    return b"".join(pieces)


def unmarked(lines: Iterator[Line], limits: Limits) -> Iterator[Line]:
    """Yield the lines in UTF-8 without a byte order mark; a file with one is read whole first."""
    first = next(lines, None)
    if first is None:
        return
    if not has_mark(first.data):
        yield first
        yield from lines
        return
    pieces = text_of(whole(chain([first], lines), limits)).encode().split(b"\n")
    for number, piece in enumerate(pieces, start=1):
        yield Line(number, piece, ended=number < len(pieces))


def has_mark(data: bytes) -> bool:
    """Return whether it begins with a byte order mark, which overrides other statements of the encoding."""
    return bool(_mark(data))


def text_of(data: bytes) -> str:
    """Decode a whole file: UTF-8, or by its byte order mark; InvalidSnapshot otherwise."""
    mark = _mark(data)
    encoding = _MARKS[mark] if mark else "utf-8"
    try:
        return data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        problem = f"no {encoding.upper()} at byte {error.start + len(mark)}"
        raise InvalidSnapshot(problem, "$", "save it as UTF-8; a binary file is no tree") from None


def decoded_head(head: bytes) -> str:
    """Decode a file's first bytes, which may end within a character; invalid bytes are replaced."""
    mark = _mark(head)
    return head[len(mark) :].decode(_MARKS[mark] if mark else "utf-8", "replace")


def _opened(path: Path) -> BufferedReader:
    """Open a regular file; a pipe or device, which may block or never end, is refused."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # opening a folder raises the system's error
        raise InvalidSnapshot("no plain file", "$", "write what comes out of it to a file: it is read more than once")
    return path.open("rb")


def _mark(data: bytes) -> bytes:
    return next((mark for mark in _MARKS if data.startswith(mark)), b"")


def _in_memory(kind: str, data: bytes) -> Source:
    return Source(kind, lambda: BufferedReader(BytesIO(data)))


def _json(value: object) -> bytes:
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":"), default=_plain).encode()
    except RecursionError:
        raise LimitExceeded("values nested deeper than Python can follow", "$", "give the JSON text") from None
    except (TypeError, ValueError) as error:
        problem = f"values that are not plain, finite JSON ({type(error).__name__})"
        raise InvalidSnapshot(problem, "$", "give what json.loads gives") from None


def _is_message(value: object) -> bool:
    return callable(getattr(value, "ListFields", None)) and not isinstance(value, type)


def _plain(value: Any) -> dict[str, object]:  # noqa: ANN401  # what json.dumps does not know
    """Return the fields of a message of protobuf that are set, or those of a dataclass."""
    if _is_message(value):
        return {field.name: given if _is_one(given) else [*given] for field, given in value.ListFields()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    raise TypeError


def _is_one(value: object) -> bool:
    """Return whether the value of a field is not repeated."""
    return isinstance(value, str | bytes | int | float) or _is_message(value)


_PLACE = re.compile(r"\$\[(\d+)\](?:\.(\w+))?")
_AS_OURS: Mapping[str, str] = MappingProxyType({})


def snapshot_of_rows(
    rows: Sequence[Row],
    circumstances: Circumstances,
    place: Callable[[int], str],
    *,
    limits: Limits,
    redact: RedactOption,
    keys: Mapping[str, str] = _AS_OURS,
) -> Snapshot:
    """Build the snapshot of rows; errors name ``place`` of a row and, by ``keys``, the file's key of a field."""
    with placed_errors(place, keys):
        return Snapshot.from_rows(rows, circumstances=circumstances, limits=limits, redact=redact)


@contextmanager
def placed_errors(place: Callable[[int], str], keys: Mapping[str, str]) -> Iterator[None]:
    """Rewrite the path of an InvalidSnapshot: ``$[3].name`` becomes the place of row 3 and the file's key of name."""

    def placed(found: re.Match[str]) -> str:
        field = found[2]
        return place(int(found[1])) + (f".{keys.get(field, field)}" if field else "")

    try:
        yield
    except InvalidSnapshot as error:
        raise type(error)(error.problem, _PLACE.sub(placed, error.path), error.cure) from None
