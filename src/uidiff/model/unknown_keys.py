"""Unknown keys of an element or a snapshot, kept in ``extra`` as the text of one JSON object.

One rule for every reader: a key that names a field is refused, values are plain and finite JSON, and the text fits the
limits. :func:`plain_text` is the form in which the text is kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model import jsontext
from uidiff.model.limits import Limits
from uidiff.text import replace_surrogates

__all__ = ["expect_unknown", "plain_text", "unknown_keys", "unknown_keys_text"]

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
        jsontext.parse(text, max_nesting=max(1, limits.max_nesting - _BRACKETS_AROUND))
    except InvalidSnapshot as error:
        raise error.inside(path) from None
    notes.update({"replaced surrogates": replaced} if replaced else {})
    return text
