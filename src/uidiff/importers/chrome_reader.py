"""Reads the nodes of Chromium's accessibility tree: checks them one by one, and makes rows of them in pre-order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import isfinite
from typing import Any, TypeAlias

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.importers.chrome_nodes import mended
from uidiff.importers.chrome_rows import DOCUMENT_ROLE, LINE_ROLE, READ, AxNode, AxStates, AxTree, ax_url, native_role
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row

__all__ = ["AX_FIELDS", "AxReader", "MakeRow", "checked_nodes", "circumstances_of", "is_unread"]

AX_FIELDS: Mapping[str, str] = {"url": "properties", "states": "properties"}
"""The keys of a node that fields come from, where they have another name."""

_FRAME = "Iframe"

MakeRow: TypeAlias = Callable[[AxTree, AxNode, int, Mapping[str, object]], Row]
"""Makes the row of a node: of its tree, the node, its depth and its states."""


_CURE = "give the tree as it was read, whole"


def circumstances_of(nodes: Sequence[AxNode]) -> Circumstances:
    """Return title and address of the first document."""
    kept = (node for node in nodes if not node.get("ignored"))
    document = next((node for node in kept if native_role(node) == DOCUMENT_ROLE), None)
    if document is None:
        return Circumstances(platform="web")
    title = (document.get("name") or {}).get("value")
    return Circumstances(title=title or None, url=ax_url(document), platform="web")


def is_unread(tree: AxTree, node: AxNode) -> bool:
    """Return whether more is below a node than the dump has: it ends there, or it has nothing of a frame."""
    return tree.cut(node) or (native_role(node) == _FRAME and not node.get("childIds"))


def checked_nodes(value: object, path: str = "$") -> tuple[list[Any], str]:
    """Check the nodes of a dump one by one; return them, and the path of their list."""
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
    _check_texts(node, path)
    for number, child in enumerate(node.get("childIds", ())):
        if type(child) is not str:
            raise _unexpected("text", child, f"{path}.childIds[{number}]")
    for number, each in enumerate(node.get("properties", ())):
        _check_property(each, f"{path}.properties[{number}]")


def _check_texts(node: AxNode, path: str) -> None:
    for key in ("role", "name", "description"):
        text = node.get(key, {}).get("value")
        if type(text) not in {str, type(None)}:
            raise _unexpected("text", text, f"{path}.{key}.value")
    value = node.get("value", {}).get("value")
    if type(value) is float and not isfinite(value):
        raise InvalidSnapshot("a number that is not finite", f"{path}.value.value", _CURE)


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
class AxReader:
    """Makes rows of nodes in pre-order, and keeps where each comes from.

    Args:
        nodes: the nodes, checked.
        place: where a node is, by its number, for errors.
        row: makes the row of one.

    Attributes:
        numbers: of the node of each row.
    """

    nodes: Sequence[AxNode]
    place: Callable[[int], str]
    row: MakeRow
    numbers: list[int] = attrs.field(factory=list, init=False)
    _by_id: dict[str, int] = attrs.field(factory=dict, init=False)

    def rows(self, *, without: Collection[str] = ()) -> list[Row]:
        """Return the rows of all nodes but those with the ids of ``without``.

        Raises:
            InvalidSnapshot: two nodes with one id, a node that no root leads to, a state that does not convert.
        """
        for index, node in enumerate(self.nodes):
            first = self._by_id.setdefault(node["nodeId"], index)
            if node != self.nodes[first]:  # Chromium gives some lines of text twice
                problem = f"the nodeId of {self.place(first)} again"
                raise InvalidSnapshot(problem, f"{self.place(index)}.nodeId", "give the tree of one page")
        kept = [node for node in self.nodes if node["nodeId"] not in without] if without else self.nodes
        tree, states = AxTree(mended(kept)), AxStates(strict=True)
        rows: list[Row] = []
        branch = [tree.roots()]
        while branch:
            if (node := next(branch[-1], _END)) is _END:
                branch.pop()
                continue
            number = self._by_id[node["nodeId"]]
            try:
                converted = states.of(node)
            except ValueError as error:
                raise InvalidSnapshot(str(error), f"{self.place(number)}.properties", "leave it out") from None
            self.numbers.append(number)
            rows.append(self._row(tree, node, len(branch) - 1, converted))
            branch.append(tree.below(node))
        self._expect_all(tree)
        return rows

    def row_place(self, row: int) -> str:
        """Return where the node of a row is."""
        return self.place(self.numbers[row])

    def _row(self, tree: AxTree, node: AxNode, depth: int, states: Mapping[str, object]) -> Row:
        row = self.row(tree, node, depth, states)
        return row._replace(url=None) if depth == 0 and row.role == DOCUMENT_ROLE else row

    def _expect_all(self, tree: AxTree) -> None:
        """Raise InvalidSnapshot if a node was not reached from a root: a cycle, or no parent lists it."""
        reached = set(self.numbers)
        for node in tree.nodes:
            number = self._by_id[node["nodeId"]]
            if not node.get("ignored") and native_role(node) != LINE_ROLE and number not in reached:
                problem = "a node that is no child of its parent"
                raise InvalidSnapshot(problem, f"{self.place(number)}.parentId", _CURE)
