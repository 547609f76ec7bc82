"""Checks of JSON values, with errors that name the place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.text import replace_surrogates

__all__ = ["expect_count", "expect_index", "expect_list", "expect_object", "expect_text"]


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
