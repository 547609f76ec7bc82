"""New orders: each ``> n rows in e7 reordered`` line is so, and each group that changed its order has one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs

from benchmarks.honesty.case import Case, has_ref, is_around
from benchmarks.honesty.labelling import may_be_called, places_of
from benchmarks.honesty.reader import Node, Reader
from benchmarks.honesty.roles import singulars
from benchmarks.honesty.syntax import Ascending, Called, Listed, Order, ReorderedLine, SortedBy

__all__ = ["Group", "groups", "order_fault"]

SEVERAL = 3
"""So many have to change places before one line is about all of that role."""

LISTED = 40
"""So many are listed of a new order."""

_NUMBER = re.compile(r"[$€£ ]*(-?\d+(?:[.,]\d+)*)")


@attrs.frozen(eq=False)
class Group:
    """All printed elements of one role in one printed parent, in their new order.

    ``moved``: the after-indices of those that changed places.
    """

    nodes: list[Node]
    moved: list[int]


def groups(case: Case) -> list[Group]:
    """The groups of which three or more changed places within the same printed parent."""
    found: dict[tuple[int, str], list[int]] = {}
    for index in _moved(case):
        nodes, sources = case.after.topmost(index), case.before.topmost(case.delta.matching.before_of[index])
        if len(nodes) == len(sources) == 1 and _partner(case, sources[0].parent) == _index(nodes[0].parent):
            found.setdefault((_index(nodes[0].parent), nodes[0].role), []).append(nodes[0].index)
    return [
        Group([one for one in case.after.siblings(case.after.nodes[indices[0]]) if one.role == role], indices)
        for (_, role), indices in found.items()
        if len(set(indices)) >= SEVERAL
    ]


def _moved(case: Case) -> Iterator[int]:
    yield from (record.after.index for record in case.delta.moved)
    for record in case.delta.reordered:
        yield from (case.delta.matching.after_of[i] for i in record.order)


def _index(node: Node | None) -> int:
    return -1 if node is None else node.index


def _partner(case: Case, node: Node | None) -> int:
    return -1 if node is None else case.delta.matching.after_of[node.index]


def order_fault(line: ReorderedLine, group: Group, case: Case) -> str:
    """Why a line cannot mean a group; "" if it can."""
    nodes, after = group.nodes, case.after
    if len(nodes) != line.count:
        return f"{len(nodes)} elements"
    if nodes[0].spelt not in singulars(line.plural):
        return f"they are {nodes[0].spelt}"
    if not is_around(line.where, nodes[0], after):
        return "not in there"
    return _direction_fault(line.order, nodes, case)


def _direction_fault(order: Order, nodes: Sequence[Node], case: Case) -> str:
    if order is None:
        return "" if _is_reversed(nodes, case) else "not reversed"
    if isinstance(order, SortedBy):
        return _sorting_fault(order, nodes, case.after)
    if isinstance(order, Ascending):
        return _alphabet_fault(order, nodes, case.after)
    return _list_fault(order, nodes, case.after)


def _is_reversed(nodes: Sequence[Node], case: Case) -> bool:
    places = [case.delta.matching.before_of[node.index] for node in nodes]
    return min(places) >= 0 and all(one > other for one, other in pairwise(places))


# ------------------------------------------------------------------------ lists


def _list_fault(order: Listed, nodes: Sequence[Node], reader: Reader) -> str:
    if (len(order.first), order.more) != (min(len(nodes), LISTED), max(len(nodes) - LISTED, 0)):
        return f"{len(order.first)} are listed and {order.more} more said, of {len(nodes)}"
    for said, node in zip(order.first, nodes, strict=False):
        if not _is_listed(said, node, reader):
            return f"{said} is {node.spelt} {node.first_text!r}"
    return ""


def _alphabet_fault(order: Ascending, nodes: Sequence[Node], reader: Reader) -> str:
    """The other labels are not said; each is the own text of an element, or of the same texts in it as the first."""
    if not (_is_listed(order.first, nodes[0], reader) and _is_listed(order.last, nodes[-1], reader)):
        return f"not from {nodes[0].first_text!r} to {nodes[-1].first_text!r}"
    parts = places_of(order.first.label or "", list(reader.texts_in(nodes[0].index))) or ()
    texts = [list(reader.texts_in(node.index)) for node in nodes]
    made = [" ".join(own[place] for place in parts if place < len(own)) for own in texts]
    for labels in (made, [node.label for node in nodes], [node.first_text for node in nodes]):
        folded = [label.casefold() for label in labels]
        if all(folded) and folded == sorted(folded):
            return ""
    return "not in alphabetical order"


def _is_listed(said: Called, node: Node, reader: Reader) -> bool:
    """Whether an element may be called so in a new order: by its label alone, or as elsewhere."""
    if said.role and (said.role != node.spelt or not has_ref(said, node, reader)):
        return False
    return may_be_called(said.label, node.index, reader) if said.label is not None else bool(said.role)


# ---------------------------------------------------------------------- sorting


def _sorting_fault(order: SortedBy, nodes: Sequence[Node], reader: Reader) -> str:
    headers, rows = _table(nodes)
    places = [at for at, one in enumerate(headers) if may_be_called(order.header, one.index, reader)]
    if not places:
        return f"no header is called {order.header!r}, but {[one.first_text for one in headers]}"
    columns = [[_cell_texts(row, place, reader) for row in rows] for place in places]
    if any(_is_sorted(cells, ascending=order.ascending) for cells in columns):
        return ""
    return f"the cells of that column are {columns[0][:12]}"


def _table(nodes: Sequence[Node]) -> tuple[list[Node], list[Node]]:
    """The column headers of the table, and the rows that are not of headers."""
    rows = [node for node in nodes if all(kid.role != "columnheader" for kid in node.children)]
    for one in (*nodes, *nodes[0].above):
        found = [kid for kid in one.walk() if kid.role == "columnheader"]
        if found:
            return found, rows
    return [], rows


def _cell_texts(row: Node, place: int, reader: Reader) -> list[str]:
    if place >= len(row.children):
        return []
    return list(dict.fromkeys(reader.texts_in(row.children[place].index)))


def _is_sorted(cells: Sequence[list[str]], *, ascending: bool) -> bool:
    """Whether cells are in order, by the first text of each, or by all of them."""
    if not all(cells):
        return False
    return any(
        _in_order(texts if ascending else texts[::-1])
        for texts in ([cell[0] for cell in cells], [" ".join(cell) for cell in cells])
    )


def _in_order(texts: Sequence[str]) -> bool:
    numbers = [_NUMBER.match(text) for text in texts]
    if all(numbers):
        values = [_value(found[1]) for found in numbers if found]
        return all(one <= other for one, other in pairwise(values))
    return all(one.casefold() <= other.casefold() for one, other in pairwise(texts))


def _value(number: str) -> float:
    """A number; its last sign is the point if one or two digits follow."""
    whole, point, rest = re.fullmatch(r"(.*?)(?:([.,])(\d\d?))?", number).groups()  # type: ignore[union-attr]
    digits = re.sub("[.,]", "", whole)
    return float(f"{digits}.{rest}" if point else digits)
