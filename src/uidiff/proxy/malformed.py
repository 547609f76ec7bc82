"""What can be saved of a message that the SDK could not read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.shared.message import SessionMessage

from uidiff.text import replace_surrogates

__all__ = ["ids_in", "readable"]


def readable(item: SessionMessage | Exception) -> SessionMessage | Exception:
    """The message where only halves of characters (surrogates) made it unreadable: each is U+FFFD now.

    JavaScript cuts texts between the two halves, writes one as an escape, and reads it again; the SDK does not.
    """
    if not isinstance(item, Exception):
        return item
    for line in _inputs(item):
        if isinstance(line, str):
            try:
                text, _ = replace_surrogates(json.dumps(json.loads(line), ensure_ascii=False))
                return SessionMessage(types.jsonrpc_message_adapter.validate_json(text, by_name=False))
            except (ValueError, RecursionError):
                return item
    return item


def ids_in(error: Exception) -> set[int | str]:
    """The ids in a message that is JSON, but none of the protocol."""
    found = (value.get("id") for value in _inputs(error) if isinstance(value, Mapping))
    return {one for one in found if isinstance(one, int | str) and not isinstance(one, bool)}


def _inputs(error: Exception) -> list[Any]:
    """What could not be read: pydantic's errors have it."""
    details = getattr(error, "errors", None)
    return [] if details is None else [one.get("input") for one in details(include_url=False, include_context=False)]
