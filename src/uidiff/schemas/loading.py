"""Give the JSON Schemas that are kept beside this file."""

from __future__ import annotations

import json
from pkgutil import get_data
from typing import Any, cast

from uidiff.errors import UnknownName

__all__ = ["NAMES", "json_schema"]

NAMES = (
    "change-row",
    "delta",
    "effect-rate-row",
    "effect-row",
    "event-row",
    "node-row",
    "recording",
    "run-difference-row",
    "screen-row",
    "screen-way-row",
    "snapshot",
    "snapshot-row",
    "token-cost-row",
    "token-total-row",
    "transition-row",
)
"""The names of the schemas."""


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what uidiff writes; it refers to nothing outside of itself.

    Its ``$id`` has the name and the version: ``urn:uidiff:snapshot:1.0``.

    Args:
        name: ``snapshot``, ``delta``: a file of ``uidiff.save``, the object of ``TreeDiff.to_dict``. ``recording``: a
            line of a recording. ``snapshot-row``, ``change-row``, ``event-row``, ``node-row``, and the others that end
            so (``NAMES``): a row of a table of ``uidiff.arrow`` or ``uidiff.spark`` as JSON.

    Raises:
        UnknownName: no such schema.
    """
    if name not in NAMES:
        raise UnknownName("schema", name, NAMES)
    data = cast("bytes", get_data(__package__, f"{name}.schema.json"))
    found: dict[str, Any] = json.loads(data)
    return found
