"""Tables without the role of one (``role="presentation"``): Chromium says nothing of their rows and cells.

They are read as it reads tables that it takes for a layout by itself: with the roles ``LayoutTable``,
``LayoutTableRow`` and ``LayoutTableCell``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from uidiff.backends.web.facts import DocumentFacts
from uidiff.importers.chrome_rows import AxNode, backend_id, is_dull, is_presentational, native_role

__all__ = ["SELECTED_ROLES", "with_layout_tables"]

_ROLES: Mapping[str, str] = {"TR": "LayoutTableRow", "TD": "LayoutTableCell", "TH": "LayoutTableCell"}
_TABLE, _PLAIN = "TABLE", "generic"

SELECTED_ROLES = frozenset({*_ROLES.values(), "cell", "columnheader", "row", "rowheader"})
"""Roles of which Chromium does not say that they are selected, outside of a grid."""


def with_layout_tables(facts: DocumentFacts, nodes: Sequence[AxNode]) -> Sequence[AxNode]:
    """The nodes of a document with the rows and cells of its tables without a role."""
    if not facts.layouts:
        return nodes
    roles = {facts.order[place]: role for table in facts.layouts for place, role in _parts(facts, table)}
    return [_as(node, roles.get(backend_id(node) or 0)) for node in nodes]


def _parts(facts: DocumentFacts, table: int) -> Iterator[tuple[int, str]]:
    """Yield the places of a table, its rows and cells, without those of tables in it, and their roles."""
    drawn = facts.drawn
    yield table, "LayoutTable"
    at, end = table + 1, drawn.end(table)
    while at < end:
        tag = drawn.tag(at)
        if tag == _TABLE:
            at = drawn.end(at)
            continue
        if tag in _ROLES and "role" not in drawn.attributes(at):
            yield at, _ROLES[tag]
        at += 1


def _as(node: AxNode, role: str | None) -> AxNode:
    """A node with a role, unless it has one already, or is hidden."""
    free = is_dull(node) or is_presentational(node) if node.get("ignored") else native_role(node) == _PLAIN
    return {**node, "ignored": False, "role": {"value": role}} if role is not None and free else node
