"""Chromium's accessibility tree: what ``Accessibility.getFullAXTree`` of the Chrome DevTools protocol answers.

cdp = page.context.new_cdp_session(page)
snapshot = uidiff.import_tree(cdp.send("Accessibility.getFullAXTree"), format="chrome")
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.importers.chrome_nodes import mended
from uidiff.importers.chrome_rows import (
    DOCUMENT_ROLE,
    LINE_ROLE,
    READ,
    AxNode,
    AxStates,
    AxTree,
    ax_row,
    ax_url,
    backend_id,
    is_masked,
    native_role,
)
from uidiff.importers.source import decoded_head, snapshot_of_rows, text_of, whole
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["ChromeImporter"]

_KEYS = ('"nodeId"', '"ignored"')
"""The keys of every node (Accessibility.AXNode)."""

_FRAME = "Iframe"
_ALSO = ('"role"', '"ignoredReasons"', '"childIds"', '"properties"')
_FIRST = re.compile(r'\s*(?:\[\s*\{|\{\s*"(?:nodes|result|id|sessionId)"\s*:)')
_CURE = "give what Accessibility.getFullAXTree answered, whole"
_FIELD: Mapping[str, str] = {"url": "properties", "states": "properties", "id": "backendDOMNodeId"}


class ChromeImporter:
    """Reads one tree: ``{"nodes": […]}``, the bare list of nodes, or the whole message with its ``result``.

    The ids are those of the DOM nodes. They are not stable: two dumps may be of different documents with the same
    numbers. There are no bounds. A field whose value is given as bullets is secret. The content of a frame is only in
    its own dump: the element of the frame is unread.
    """

    def sniff(self, head: bytes) -> float:
        """Return 1 for JSON whose first object is a node of such a tree."""
        text = decoded_head(head)
        known = _FIRST.match(text) and all(key in text for key in _KEYS) and any(key in text for key in _ALSO)
        return 1.0 if known else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        value = jsontext.parse(text_of(whole(lines, limits)), max_nesting=limits.max_nesting)
        nodes, path = _nodes(value)
        reader = _Reader(nodes, path)
        rows = reader.rows()
        keys = {**{name: name for name in Row._fields}, **_FIELD}
        first = next((node for node in nodes if not node.get("ignored") and native_role(node) == DOCUMENT_ROLE), None)
        yield snapshot_of_rows(
            rows, _circumstances(first), reader.places.__getitem__, limits=limits, redact=redact, keys=keys
        )


def _circumstances(document: AxNode | None) -> Circumstances:
    """Return title and address of the document."""
    if document is None:
        return Circumstances(platform="web")
    title = (document.get("name") or {}).get("value")
    return Circumstances(title=title or None, url=ax_url(document), platform="web")


def _nodes(value: object) -> tuple[list[Any], str]:
    """Check the nodes of a dump one by one; return them, and the path of their list."""
    path = "$"
    for key in ("result", "nodes"):
        if isinstance(value, Mapping) and key in value:
            value, path = value[key], f"{path}.{key}"
    if type(value) is not list:
        raise _unexpected("a list of nodes", value, path)
    if not value:
        raise InvalidSnapshot("no nodes", path, "wait until the page is there, and read it again")
    for index, node in enumerate(value):
        _check(node, f"{path}[{index}]")
    return value, path


_TEXT_ID, _NUMBER, _FLAG = str, int, bool
_SHAPE: Mapping[str, type] = {
    "nodeId": _TEXT_ID,
    "parentId": _TEXT_ID,
    "ignored": _FLAG,
    "backendDOMNodeId": _NUMBER,
    "childIds": list,
    "properties": list,
    "role": dict,
    "name": dict,
    "value": dict,
    "description": dict,
}
_PLAIN = (str, int, float, bool, type(None))
_NAMES: Mapping[type, str] = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def _check(node: object, path: str) -> None:
    """Raise InvalidSnapshot unless a node has the types of the protocol, for the fields that are read."""
    if type(node) is not dict:
        raise _unexpected("an object", node, path)
    if "nodeId" not in node:
        raise InvalidSnapshot("no nodeId", path, _CURE)
    for key, kind in _SHAPE.items():
        if key in node and type(node[key]) is not kind:
            raise _unexpected(_NAMES[kind], node[key], f"{path}.{key}")
    for key in ("role", "name", "description"):
        text = node.get(key, {}).get("value")
        if type(text) not in {str, type(None)}:
            raise _unexpected("text", text, f"{path}.{key}.value")
    for number, child in enumerate(node.get("childIds", ())):
        if type(child) is not str:
            raise _unexpected("text", child, f"{path}.childIds[{number}]")
    for number, each in enumerate(node.get("properties", ())):
        _check_property(each, f"{path}.properties[{number}]")


def _check_property(given: object, path: str) -> None:
    if type(given) is not dict or type(given.get("name")) is not str or type(given.get("value")) is not dict:
        raise _unexpected("a property with its name and value", given, path)
    value = given["value"].get("value")
    if given["name"] in READ and type(value) not in _PLAIN:
        raise _unexpected("one value", value, f"{path}.value.value")


def _unexpected(wanted: str, value: object, path: str) -> InvalidSnapshot:
    return InvalidSnapshot(f"expected {wanted}, got {type(value).__name__}", path, _CURE)


_END: AxNode = {}


@attrs.define
class _Reader:
    """Makes rows of nodes in pre-order, and keeps the place of each."""

    nodes: Sequence[AxNode]
    path: str
    places: list[str] = attrs.field(factory=list)

    def rows(self) -> list[Row]:
        """Return the rows; InvalidSnapshot where two nodes have one id, or a state does not convert."""
        numbers: dict[str, int] = {}
        for index, node in enumerate(self.nodes):
            first = numbers.setdefault(node["nodeId"], index)
            if node != self.nodes[first]:  # Chromium gives some lines of text twice
                problem = f"the nodeId of {self.path}[{first}] again"
                raise InvalidSnapshot(problem, f"{self.path}[{index}].nodeId", "give the tree of one frame")
        tree, states = AxTree(mended(self.nodes)), AxStates(strict=True)
        rows: list[Row] = []
        branch = [tree.roots()]
        while branch:
            if (node := next(branch[-1], _END)) is _END:
                branch.pop()
                continue
            place = f"{self.path}[{numbers[node['nodeId']]}]"
            try:
                converted = states.of(node)
            except ValueError as error:
                raise InvalidSnapshot(str(error), f"{place}.properties", "leave it out") from None
            self.places.append(place)
            rows.append(self._row(tree, node, len(branch) - 1, converted))
            branch.append(tree.below(node))
        self._expect_all(tree, set(self.places), numbers)
        return rows

    def _expect_all(self, tree: AxTree, reached: set[str], numbers: Mapping[str, int]) -> None:
        """Raise InvalidSnapshot if a node was not reached from a root: a cycle, or no parent lists it."""
        for node in tree.nodes:
            place = f"{self.path}[{numbers[node['nodeId']]}]"
            if not node.get("ignored") and native_role(node) != LINE_ROLE and place not in reached:
                raise InvalidSnapshot("a node that is no child of its parent", f"{place}.parentId", _CURE)

    @staticmethod
    def _row(tree: AxTree, node: AxNode, depth: int, states: Mapping[str, object]) -> Row:
        dom = backend_id(node)
        id_ = node["nodeId"] if dom is None else str(dom)
        unread = tree.cut(node) or (native_role(node) == _FRAME and not node.get("childIds"))
        row = ax_row(node, depth, states=states, id=id_, secret=is_masked(node), unread=unread)
        return row._replace(url=None) if depth == 0 and row.role == DOCUMENT_ROLE else row
