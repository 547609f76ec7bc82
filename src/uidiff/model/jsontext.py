"""Strict JSON: refuse, with its place, what the standard library would accept silently.

Refused: bytes that are not UTF-8, a byte order mark, brackets nested too deep (before parsing, so that no parser runs
out of stack), a key twice in one object, integers too long to convert. Infinity and NaN come through as floats and
are refused by the check of the field.

The ``expect_…`` functions check values that were read. Unknown keys of an element or a snapshot are kept in ``extra``
as the text of one JSON object: a key that names a field is refused, values are plain and finite JSON, and the text fits
the limits.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping
from itertools import accumulate
from typing import Any

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model.limits import Limits
from uidiff.text import replace_surrogates

__all__ = [
    "decode",
    "expect_count",
    "expect_index",
    "expect_list",
    "expect_object",
    "expect_text",
    "expect_unknown",
    "parse",
    "plain_text",
    "unknown_keys",
    "unknown_keys_text",
]

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
        self.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # None


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


def expect_object(value: object, path: str) -> Mapping[str, Any]:
    """The value, an object; InvalidSnapshot otherwise."""
    if not isinstance(value, Mapping):
        raise _unexpected("an object", value, path)
    return value


def expect_list(value: object, path: str, length: int | None = None) -> list[Any]:
    """The value, a list (of ``length`` items); InvalidSnapshot otherwise."""
    if type(value) is not list or (length is not None and len(value) != length):
        raise _unexpected("a list" if length is None else f"a list of {length}", value, path)
    return value


def expect_index(value: object, path: str, count: int) -> int:
    """The value, a whole number from 0 up to but not including ``count``; InvalidSnapshot otherwise."""
    if type(value) is not int or not 0 <= value < count:
        raise _unexpected(f"a whole number from 0 to {count - 1}" if count else "nothing", value, path)
    return value


def expect_count(value: object, path: str, limit: int) -> int:
    """The value, a whole number from 0 to ``limit``; LimitExceeded where it is larger, InvalidSnapshot otherwise."""
    if type(value) is int and value > limit:
        raise LimitExceeded(f"more than {limit}", path, "pass limits=Limits(max_elements=…)")
    return expect_index(value, path, limit + 1)


def expect_text(value: object, path: str) -> str:
    """The value, a text without lone surrogates; InvalidSnapshot otherwise."""
    if type(value) is not str:
        raise _unexpected("text", value, path)
    if replace_surrogates(value)[1]:
        raise InvalidSnapshot("a lone surrogate", path, "write it again with uidiff: the input is damaged")
    return value


def _unexpected(wanted: str, value: object, path: str) -> InvalidSnapshot:
    got = f"{type(value).__name__} of {len(value)}" if isinstance(value, list) else type(value).__name__
    if type(value) is int:
        got = "another number"
    return InvalidSnapshot(f"expected {wanted}, got {got}", path, "write it again with uidiff: the input is damaged")


_BRACKETS_AROUND = 3  # of the file, the list of its nodes and the node


def unknown_keys(given: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Return the keys that are not ``known``, with their values, in the order given."""
    return {key: given[key] for key in given if key not in known}


def expect_unknown(given: Mapping[str, object], known: Collection[str], path: str, cure: str) -> None:
    """Raise InvalidSnapshot if one of the keys is ``known``: it would say something of a field."""
    taken = next((key for key in given if key in known), None)
    if taken is not None:
        raise InvalidSnapshot(f"an unknown key of the name {taken!a}", path, cure)


def plain_text(given: Mapping[str, object]) -> tuple[str, int]:
    """Return the JSON text of unknown keys, and how many lone surrogates were replaced in it.

    Raises:
        TypeError, ValueError, RecursionError: values that are not plain, finite JSON, as ``json.dumps`` raises them.
    """
    return replace_surrogates(json.dumps(given, ensure_ascii=False, allow_nan=False))


def unknown_keys_text(given: Mapping[str, object], path: str, limits: Limits, notes: Counter[str]) -> str:
    """Return unknown keys as JSON text, in the order given; count replaced surrogates in ``notes``.

    Raises:
        InvalidSnapshot: not plain, finite JSON, or keys that become equal in it.
        LimitExceeded: longer than a text may be, or nested so deep that a file with it could not be read.
    """
    if not all(type(key) is str for key in given):
        raise InvalidSnapshot("a key that is no text", path, "use texts as keys")
    try:
        text, replaced = plain_text(given)
    except (TypeError, ValueError, RecursionError) as error:
        names = ", ".join(ascii(key)[:40] for key in list(given)[:5])
        problem = f"unknown keys whose values are not plain, finite JSON: {names}"
        raise InvalidSnapshot(problem, path, "leave them out, or give texts, numbers, lists and objects") from error
    if len(text) > limits.max_text:
        problem = f"unknown keys of {len(text)} characters, at most {limits.max_text} are kept"
        raise LimitExceeded(problem, path, "leave them out, or pass limits=Limits(max_text=…)")
    try:
        parse(text, max_nesting=max(1, limits.max_nesting - _BRACKETS_AROUND))
    except InvalidSnapshot as error:
        raise error.inside(path) from None
    notes.update({"replaced surrogates": replaced} if replaced else {})
    return text
