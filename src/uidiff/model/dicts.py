"""Elements as dicts, a flat list with parents or nested with children, to raw columns and back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model.builder import Place, RawColumns, columns_of_rows, row_place
from uidiff.model.columns import NODE_KEYS, Columns, Row
from uidiff.model.jsontext import unknown_keys
from uidiff.model.limits import LARGEST_EXACT, Limits
from uidiff.model.shape import NO_PARENT

__all__ = ["Given", "columns_of_nodes", "node_of_row", "nodes_of_columns", "plain_cell", "row_of_node"]

Node: TypeAlias = Mapping[str, object]
_PathOf: TypeAlias = Callable[[], str]


_LONGEST_PATH = 400
"""Innermost steps of a path that are shown."""


class Given(NamedTuple):
    """The elements as given: raw columns, the place of each in the input, and notes of repairs."""

    columns: RawColumns
    place: Place
    notes: Mapping[str, int]


_FIELDS = tuple(name for name in Row._fields if name not in {"depth", "extra"})
_FALSE_BY_DEFAULT = ("id_stable", "secret", "unread")


def columns_of_nodes(nodes: object, limits: Limits) -> Given:
    """Return the raw columns of elements given as dicts.

    Raises:
        InvalidSnapshot: not a list of objects, a parent that does not fit, flat and nested mixed.
        LimitExceeded: nested deeper than ``limits.max_nesting``, more elements than ``limits.max_elements``.
    """
    if isinstance(nodes, Mapping):
        return _from_nested([nodes], limits, single=True)
    if not isinstance(nodes, Sequence) or isinstance(nodes, str | bytes):
        raise InvalidSnapshot(f"expected a list of elements, got {type(nodes).__name__}", "$", "give [{...}, ...]")
    for index, node in enumerate(nodes):
        _object(node, partial(row_place, index))
    if any(node.get("children") for node in nodes):
        return _from_nested(nodes, limits, single=False)
    for index, node in enumerate(nodes):
        if not isinstance(node.get("children", ()), list | tuple | type(None)):
            raise _no_list(node["children"], row_place(index))
    depths = _depths_of_flat(nodes)
    rows = [row_of_node(node, depth) for node, depth in zip(nodes, depths, strict=True)]
    return Given(columns_of_rows(rows), row_place, {})


def nodes_of_columns(columns: Columns, parents: Sequence[int]) -> list[dict[str, object]]:
    """Return the elements as a flat list of dicts, in pre-order, without absent fields."""
    nodes = []
    for row, parent in zip(zip(*columns, strict=True), parents, strict=True):
        nodes.append({**({} if parent == NO_PARENT else {"parent": parent}), **node_of_row(row)})
    return nodes


def node_of_row(row: Sequence[object]) -> dict[str, object]:
    """Return a row of checked columns as a dict, without its place and its absent fields."""
    said = zip(Row._fields[1:-1], row[1:-1], strict=True)
    node = {
        name: plain_cell(name, cell) for name, cell in said if cell is not None and cell is not False and cell != ()
    }
    extra = row[-1]
    return {**node, **json.loads(extra)} if isinstance(extra, str) else node


def plain_cell(column: str, cell: object) -> object:
    """Return a cell of a checked column as JSON: states and unknown keys as objects, tuples as lists."""
    if column == "states":
        return dict(cell)  # type: ignore[call-overload]  # pairs
    if column == "extra" and isinstance(cell, str):
        return json.loads(cell)
    return list(cell) if isinstance(cell, tuple) else cell


def _object(node: object, path: _PathOf) -> Node:
    if not isinstance(node, Mapping):
        raise InvalidSnapshot(f"expected an object, got {type(node).__name__}", path(), 'give {"role": "button", ...}')
    if not all(type(key) is str for key in node):
        raise InvalidSnapshot("a key that is no text", path(), "use the names of the fields as keys")
    return node


def row_of_node(node: Node, depth: int) -> tuple[object, ...]:
    """Return one element as a raw, unchecked row; an absent or null flag is False."""
    cells = [node.get(name) for name in _FIELDS]
    for name in _FALSE_BY_DEFAULT:
        place = _PLACES[name]
        if cells[place] is None:
            cells[place] = False
    extra = unknown_keys(node, NODE_KEYS) if node.keys() - NODE_KEYS else None
    return (depth, *cells, extra)


_PLACES = {name: place for place, name in enumerate(_FIELDS)}


# ---------------------------------------------------------------------- flat


def _depths_of_flat(nodes: Sequence[Node]) -> list[int]:
    depths: list[int] = []
    branch: list[int] = []  # the indices from a root down to the last element
    for index, node in enumerate(nodes):
        depth = _depth_below(node.get("parent"), index, depths, branch)
        del branch[depth:]
        branch.append(index)
        depths.append(depth)
    return depths


def _depth_below(parent: object, index: int, depths: Sequence[int], branch: Sequence[int]) -> int:
    if parent is None:
        return 0
    path = f"{row_place(index)}.parent"
    if type(parent) is not int:
        problem = f"expected an index, got {type(parent).__name__}"
        raise InvalidSnapshot(problem, path, "give the parent's place in the list, null for a root")
    if not 0 <= parent < index:
        shown = parent if abs(parent) < LARGEST_EXACT else "far away"
        problem = f"parent {shown} does not stand before element {index}"
        raise InvalidSnapshot(problem, path, "give parents before their children")
    depth = depths[parent]
    if depth >= len(branch) or branch[depth] != parent:
        problem = f"not in pre-order: element {index} is not next to the other descendants of its parent {parent}"
        raise InvalidSnapshot(
            problem, path, "give each element right after its parent and its elder siblings' subtrees"
        )
    return depth + 1


# -------------------------------------------------------------------- nested


def _from_nested(roots: Sequence[Node], limits: Limits, *, single: bool) -> Given:
    rows: list[tuple[object, ...]] = []
    notes: Counter[str] = Counter()
    for node, depth, path in _walk(roots, limits, notes, single=single):
        if "parent" in node:
            cure = "give either parents or children"
            raise InvalidSnapshot("both nested children and parent", f"{path()}.parent", cure)
        if len(rows) == limits.max_elements:
            problem = f"more than {limits.max_elements} elements"
            raise LimitExceeded(problem, path(), "read less, or pass limits=Limits(max_elements=…)")
        rows.append(row_of_node(node, depth))

    def place(index: int) -> str:
        walk = _walk(roots, limits, Counter(), single=single)
        return next(path() for number, (_, _, path) in enumerate(walk) if number == index)

    return Given(columns_of_rows(rows), place, notes)


def _no_list(children: object, path: str) -> InvalidSnapshot:
    problem = f"expected a list of elements, got {type(children).__name__}"
    return InvalidSnapshot(problem, f"{path}.children", "give [] or leave it out")


class _Branch:
    """The path from the roots down to the visited node."""

    def __init__(self, roots: Sequence[Node], *, single: bool) -> None:
        self.single = single
        self.levels: list[Iterator[tuple[int, object]]] = [iter(enumerate(roots))]
        self.numbers: list[int] = []
        self.above: dict[int, None] = {}  # id() of the nodes that are open, in order

    def path(self) -> str:
        first, *rest = self.numbers
        start = "$" if self.single else row_place(first)
        shown = "".join(f".children[{number}]" for number in rest[-_LONGEST_PATH:])
        return start + ("…" if len(rest) > _LONGEST_PATH else "") + shown

    def enter(self, node: Node) -> None:
        self.levels.append(iter(enumerate(self._children(node))))
        self.above[id(node)] = None

    def leave(self) -> None:
        self.levels.pop()
        if self.above:
            self.above.popitem()
            self.numbers.pop()

    def _children(self, node: Node) -> Sequence[object]:
        children = node.get("children")
        if children is None:
            return ()
        if not isinstance(children, Sequence) or isinstance(children, str | bytes):
            raise _no_list(children, self.path())
        return children


def _walk(
    roots: Sequence[Node],
    limits: Limits,
    notes: Counter[str],
    *,
    single: bool,
) -> Iterator[tuple[Node, int, _PathOf]]:
    """Yield every node in pre-order with depth and path. A node that is its own ancestor is dropped and counted."""
    branch = _Branch(roots, single=single)
    while branch.levels:
        number, node = next(branch.levels[-1], (NO_PARENT, None))
        if number == NO_PARENT:
            branch.leave()
            continue
        if id(node) in branch.above:
            notes["cut cycles"] += 1
            continue
        branch.numbers.append(number)
        checked = _object(node, branch.path)
        depth = len(branch.above)
        if depth >= limits.max_nesting:
            problem = f"children nested more than {limits.max_nesting} deep"
            raise LimitExceeded(problem, "$", "give a flat list with parents, or pass limits=Limits(max_nesting=…)")
        yield checked, depth, branch.path
        branch.enter(checked)
