"""Strict JSON: refuse, with its place, what the standard library would accept silently.

Refused: bytes that are not UTF-8, a byte order mark, brackets nested too deep (before parsing, so that no parser runs
out of stack), a key twice in one object, integers too long to convert. Infinity and NaN come through as floats and
are refused by the check of the field.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from uidiff.errors import InvalidSnapshot, LimitExceeded

__all__ = ["decode", "parse"]

_ESCAPED = re.compile(rb"\\.", re.DOTALL)
_STRING = re.compile(rb'"[^"]*"')
_NOT_STRUCTURE = bytes(set(range(256)) - set(b'[]{}"'))
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_LONGEST_STEP = 40
_LONGEST_PATH = 120
_BOM = b"\xef\xbb\xbf"


def decode(data: bytes) -> str:
    """Decode UTF-8 without byte order mark; InvalidSnapshot otherwise."""
    if data.startswith(_BOM):
        raise InvalidSnapshot("the file begins with a byte order mark", "$", "save it as UTF-8 without one")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        problem = f"no UTF-8 at byte {error.start}"
        raise InvalidSnapshot(problem, "$", "save it as UTF-8; a compressed or binary file is no JSON") from None


def parse(text: str, *, max_nesting: int) -> Any:  # noqa: ANN401  # JSON is of any type
    """Return the value of a JSON text.

    Raises:
        InvalidSnapshot: not JSON, or a key twice in one object; the path says where.
        LimitExceeded: brackets nested deeper than ``max_nesting``.
    """
    if _deeper_than(max_nesting, text.encode("utf-8", "surrogatepass")):
        problem = f"brackets nested more than {max_nesting} deep"
        raise LimitExceeded(problem, "$", "write a flat list with parents, or pass limits=Limits(max_nesting=…)")
    hook = _PairsHook()
    try:
        value = json.loads(text, object_pairs_hook=hook)
    except json.JSONDecodeError as error:
        problem = f"no JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        raise InvalidSnapshot(problem, "$", "the file is damaged, cut short, or of another kind") from None
    except RecursionError:  # max_nesting is above what the parser can do, or the caller is very deep already
        problem = "brackets nested deeper than Python can follow"
        raise LimitExceeded(problem, "$", "write a flat list with parents") from None
    except ValueError as error:  # an integer of thousands of digits
        problem = f"JSON that cannot be converted ({type(error).__name__})"
        raise InvalidSnapshot(problem, "$", "shorten its numbers") from None
    if hook.repeated:
        path, key = _repeated_key(value)
        raise InvalidSnapshot(f"the key {ascii(key)[:60]} stands twice in one object", path, "remove one of the two")
    return value


class _PairsHook:
    """Makes dicts, and notes whether any object had a key twice."""

    def __init__(self) -> None:
        self.repeated = False

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        self.repeated = True
        return _Repeating(pairs)


class _Repeating(dict[str, Any]):
    """An object in which a key stands twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        seen: set[str] = set()
        self.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]


def _repeated_key(value: object) -> tuple[str, str]:
    """Return the path of the first object with a repeated key, in document order, and the key."""
    waiting: list[tuple[str, object]] = [("$", value)]
    while waiting:
        path, item = waiting.pop()
        if isinstance(item, _Repeating):
            return path, item.key
        if isinstance(item, Mapping):
            waiting.extend((_below(path, f".{ascii(key)[1:-1]}"), value) for key, value in reversed(list(item.items())))
        elif isinstance(item, list):
            waiting.extend((_below(path, f"[{number}]"), value) for number, value in reversed(list(enumerate(item))))
    return "$", ""  # the object itself was overwritten by its repeated parent key


def _below(path: str, step: str) -> str:
    """Extend a path by a step, keeping it short."""
    return path + step[:_LONGEST_STEP] if len(path) < _LONGEST_PATH else path


def _deeper_than(limit: int, data: bytes) -> bool:
    """Return whether brackets outside strings nest deeper than ``limit``."""
    if data.count(b"[") + data.count(b"{") <= limit:
        return False
    if b"\\" in data:
        data = _ESCAPED.sub(b"", data)
    data = data.translate(None, _NOT_STRUCTURE).replace(b'""', b"")
    brackets = _STRING.sub(b"", data).replace(b'"', b"")
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > limit
