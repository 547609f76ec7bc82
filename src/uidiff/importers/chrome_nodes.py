"""Mends what Chromium's accessibility tree says in more nodes than a reader sees: dates, and markers of lists.

A date or time field is one element with one value. Chromium has its spin buttons and the button of its picker below it;
the focus is said about them only. The marker of an item without the role of one is a plain text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

__all__ = ["DATE_ROLES", "AxNode", "ignored_for", "mended"]

AxNode: TypeAlias = Mapping[str, Any]
"""One AXNode of the protocol, as parsed JSON."""

DATE_ROLES = frozenset({"Date", "DateTime", "InputTime"})
"""Chromium's roles of fields for dates and times, months and weeks."""

_PICKER = "group"
"""The role of an open picker, which hangs below its field too, and stays there."""

_MARKER = {"type": "role", "value": "ListMarker"}
_PLAIN = frozenset({"StaticText", "image"})
"""The roles of markers of items without a role."""

_UNMARKED = ["presentationalRole"]


def mended(nodes: Sequence[AxNode]) -> Sequence[AxNode]:
    """Return the nodes with dates as one node each, and with all markers of lists as such, in the same order."""
    by_id = {node["nodeId"]: node for node in nodes}
    changed: dict[str, AxNode | None] = {}
    for node in nodes:
        role = _role(node)
        if role in DATE_ROLES:
            parts = list(_parts(node, by_id))
            changed.update(dict.fromkeys((part["nodeId"] for part in parts), None))
            changed[node["nodeId"]] = _whole(node, parts)
        elif role in _PLAIN and "backendDOMNodeId" not in node and _is_unmarked(by_id.get(node.get("parentId") or "")):
            changed[node["nodeId"]] = {**node, "role": _MARKER}
    if not changed:
        return nodes
    return [kept for node in nodes if (kept := changed.get(node["nodeId"], node)) is not None]


def ignored_for(node: AxNode) -> Sequence[str]:
    """Return the names of the reasons that the engine has to ignore a node."""
    given = node.get("ignoredReasons")
    found = given if isinstance(given, list) else []
    return [each.get("name", "") for each in found if isinstance(each, Mapping)]


def _role(node: AxNode) -> str | None:
    found: str | None = (node.get("role") or {}).get("value")
    return found


def _parts(date: AxNode, by_id: Mapping[str, AxNode]) -> Iterator[AxNode]:
    """Yield what is below a date, but for its open picker; each once."""
    given: set[str] = set()
    waiting = _children(date)
    while waiting:
        node_id = waiting.pop()
        node = by_id.get(node_id)
        if node is None or node_id in given or _role(node) == _PICKER or node is date:
            continue
        given.add(node_id)
        waiting += _children(node)
        yield node


def _children(node: AxNode) -> list[str]:
    return list(node.get("childIds") or ())


def _whole(date: AxNode, parts: Sequence[AxNode]) -> AxNode:
    """Return a date without its parts: focused if one of them is."""
    gone = {part["nodeId"] for part in parts}
    kept = {**date, "childIds": [child for child in _children(date) if child not in gone]}
    focus = next((each for part in parts for each in part.get("properties") or () if _is_focus(each)), None)
    if focus is not None:
        others = [each for each in date.get("properties") or () if each["name"] != "focused"]
        kept["properties"] = [*others, focus]
    return kept


def _is_focus(given: Mapping[str, Any]) -> bool:
    return given["name"] == "focused" and given["value"].get("value") in (True, "true")


def _is_unmarked(parent: AxNode | None) -> bool:
    """Return whether a node is that of the marker of an item without a role; those of other generated texts differ."""
    return parent is not None and bool(parent.get("ignored")) and ignored_for(parent) == _UNMARKED
