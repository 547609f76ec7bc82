"""What a delta does not report, as JSON values: names of fields, and an object for each rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from uidiff.diffing.ignoring import Ignore, checked_ignore
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.model.expect import expect_list, expect_text

__all__ = ["ignore_from_list", "ignore_to_list"]

_DAMAGED = "write the delta again: it is damaged"
_KEYS = tuple(attrs.fields_dict(Ignore))


def ignore_to_list(ignore: Iterable[str | Ignore]) -> list[str | dict[str, str]]:
    """The names as they are; of a rule what it says."""
    return [each if isinstance(each, str) else _said(each) for each in ignore]


def ignore_from_list(value: object) -> tuple[str | Ignore, ...]:
    """What is not reported, read from ``$.ignore``; InvalidSnapshot names the place of what does not fit."""
    items = [_read(item, f"$.ignore[{number}]") for number, item in enumerate(expect_list(value, "$.ignore"))]
    try:
        return checked_ignore(items)
    except UnknownName as error:
        raise InvalidSnapshot("no name of a field", "$.ignore", _DAMAGED) from error


def _said(rule: Ignore) -> dict[str, str]:
    return {key: text for key, text in zip(_KEYS, rule.values, strict=True) if text is not None}


def _read(item: object, path: str) -> str | Ignore:
    if not isinstance(item, Mapping):
        return expect_text(item, path)
    return _rule(item, path)


def _rule(item: Mapping[str, Any], path: str) -> Ignore:
    if not item.keys() <= {*_KEYS}:
        raise InvalidSnapshot(f"a rule has no keys but {', '.join(_KEYS)}", path, _DAMAGED)
    texts = {key: expect_text(text, f"{path}.{key}") for key, text in item.items()}
    try:
        return Ignore(**texts)
    except (UnknownName, ValueError) as error:
        raise InvalidSnapshot("no rule by which anything is ignored", path, _DAMAGED) from error
