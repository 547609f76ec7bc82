"""Events that a recorder compressed: a text with a byte a character.

rrweb's packer (``@rrweb/packer`` 2.1, ``pack``: zlib of a whole event with ``"v": "v1"``) and PostHog
(``cv: "2024-10"``: gzip of ``data``, or of parts of it). Nothing grows beyond the length that an event may have.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

from uidiff.errors import InvalidSnapshot, LimitExceeded

__all__ = ["LONG_CURE", "PACKED", "unpacked"]

LONG_CURE = "record without inlined images and styles, or pass longest_event="
"""What to do about an event that is too long."""

PACKED = r'"x(?:\\u00(?:01|5[eE]|9[cC]|[dD][aA])|[\x01\x5e\x9c\xda])'
"""The beginning of a packed event in JSON, as a pattern: the quote and the two bytes that zlib begins with."""

_CURE = "record it again, or copy it again, whole"
_PARTS = ("texts", "attributes", "removes", "adds")
_ANY_HEADER = 32 + zlib.MAX_WBITS
"""zlib or gzip."""


def unpacked(event: object, longest: int) -> Any:  # noqa: ANN401  # JSON
    """Return an event with everything unpacked; what is not packed is returned as it is.

    Raises:
        InvalidSnapshot: what is packed is damaged, or was packed by another version.
        LimitExceeded: it has more than ``longest`` bytes.
    """
    if isinstance(event, str):
        found = _inflated(event, "$", longest)
        version = found.get("v") if isinstance(found, dict) else None
        if version != "v1":
            cure = "unpack it with the packer that packed it: the version v1 is known"
            raise InvalidSnapshot("a packed event of an unknown version", "$.v", cure)
        return found
    if not isinstance(event, dict) or "cv" not in event:
        return event
    data = event.get("data")
    if isinstance(data, str):
        return {**event, "data": _inflated(data, "$.data", longest)}
    if not isinstance(data, Mapping):
        return event
    parts = {key: _inflated(data[key], f"$.data.{key}", longest) for key in _PARTS if isinstance(data.get(key), str)}
    return {**event, "data": {**data, **parts}}


def _inflated(text: str, path: str, longest: int) -> Any:  # noqa: ANN401  # JSON
    try:
        packed = zlib.decompressobj(wbits=_ANY_HEADER)
        data = packed.decompress(text.encode("latin-1"), longest)
        if packed.unconsumed_tail:
            raise LimitExceeded(f"more than {longest} bytes", path, LONG_CURE)
        if not packed.eof:
            raise InvalidSnapshot("compressed data that is cut short", path, _CURE)
        return json.loads(data)
    except (UnicodeEncodeError, zlib.error):
        raise InvalidSnapshot("compressed data that is damaged", path, _CURE) from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, InvalidSnapshot):
            raise
        raise InvalidSnapshot("compressed data that is no JSON", path, _CURE) from None
