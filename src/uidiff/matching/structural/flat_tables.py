"""Give rows to flat tables.

GTK and Qt tell the cells of a table as one run below it, row after row behind the column headers. A cell without text,
or with a text that many rows have, belongs to its row mates and goes where they go. So the matcher sees a tree in
which each row of such a table is an element; the pairs of these rows are not told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

import attrs

from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.model.columns import Columns, Row
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["HEADER", "WithRows", "lift", "lower", "with_any_rows", "with_rows"]

CELLS = frozenset({"cell", "gridcell", "rowheader", "treeitem"})
"""Roles of what stands behind the column headers of a flat table (AT-SPI: table cell, table row header, tree item)."""

HEADER = "columnheader"

MOST_OF_A_HEADER = 64
"""Elements of a column header, at most: work stays linear where headers stand in headers."""

_T = TypeVar("_T")

FEWEST = 2
"""Columns of a flat table, at least: with one column each cell is a row."""


_ROW = Snapshot.from_rows([Row(0, "row")])
"""What an inserted row has: nothing but its role."""


@attrs.frozen(eq=False)
class WithRows:
    """A snapshot with an element for each row of its flat tables.

    Attributes:
        snapshot: with the rows.
        places: for each element of the original snapshot its index in ``snapshot``.
        originals: for each element of ``snapshot`` its index in the original, UNMATCHED for a row.
    """

    snapshot: Snapshot
    places: Sequence[int]
    originals: Sequence[int]


def with_rows(snapshot: Snapshot) -> WithRows | None:
    """Return the snapshot with rows; None if it has no flat table."""
    return snapshot.view(_with_rows)


def with_any_rows(snapshot: Snapshot) -> WithRows:
    """Return the snapshot with rows, which is itself if it has no flat table."""
    places = range(len(snapshot))
    return with_rows(snapshot) or WithRows(snapshot, places, places)


def _with_rows(snapshot: Snapshot) -> WithRows | None:
    rows = _rows(snapshot)
    if not rows:
        return None
    starts = [start for start, _ in rows]
    deeper = bytearray(len(snapshot))
    for start, end in rows:
        deeper[start:end] = bytes((1,)) * (end - start)
    columns = snapshot.columns
    rows_in = {name: [cell] * len(rows) for name, (cell,) in _ROW.columns._asdict().items()}
    rows_in["depth"] = [columns.depth[start] for start in starts]
    cells = columns._asdict() | {"depth": [depth + more for depth, more in zip(columns.depth, deeper, strict=True)]}
    made = Columns.of(_inserted(cells[name], starts, rows_in[name]) for name in Columns._fields)
    originals = _inserted(range(len(snapshot)), starts, [UNMATCHED] * len(rows))
    places = [at for at, original in enumerate(originals) if original != UNMATCHED]
    return WithRows(Snapshot(made, snapshot.circumstances), places, originals)


def _inserted(column: Sequence[_T], starts: Sequence[int], cells: Sequence[_T]) -> list[_T]:
    """Return a column with a cell more before each of the places in ``starts``."""
    found = [*column[: starts[0]]]
    for cell, start, end in zip(cells, starts, [*starts[1:], len(column)], strict=True):
        found.append(cell)
        found += column[start:end]
    return found


def _rows(snapshot: Snapshot) -> list[tuple[int, int]]:
    """Return where the rows of flat tables start and end, in order; none of them overlap."""
    roles = snapshot.columns.role
    headers = [at for at, role in enumerate(roles) if role == HEADER] if HEADER in roles else []
    if not any(_is_before_a_cell(snapshot, header) for header in headers):
        return []
    parents, ends = snapshot.parents, snapshot.ends
    tables = {parents[header] for header in headers} - {NO_PARENT}
    children: dict[int, list[int]] = defaultdict(list)
    for at, parent in enumerate(parents):
        if parent in tables:
            children[parent].append(at)
    found: list[tuple[int, int]] = []
    for row in sorted(chain.from_iterable(_rows_of(some, roles, ends) for some in children.values())):
        if not found or found[-1][1] <= row[0]:  # a table within a cell of another stays flat
            found.append(row)
    return found


def _is_before_a_cell(snapshot: Snapshot, header: int) -> bool:
    """Return whether the sibling behind a column header is a cell: in a table with rows it is in another row."""
    roles, depths = snapshot.columns.role, snapshot.columns.depth
    nearby = range(header + 1, min(len(depths), header + MOST_OF_A_HEADER))
    behind = next((at for at in nearby if depths[at] <= depths[header]), header)
    return depths[behind] == depths[header] and roles[behind] in CELLS


def _rows_of(children: Sequence[int], roles: Sequence[str], ends: Sequence[int]) -> list[tuple[int, int]]:
    """Return the rows of one table: behind the headers as many cells a row as there are headers."""
    headers = next((at for at, child in enumerate(children) if roles[child] in CELLS), len(children))
    cells = children[headers:]
    is_header = [roles[child] == HEADER for child in children[:headers]]
    width = headers if all(is_header[1:]) else 0  # the first may be the corner above the row headers
    if width < FEWEST or len(cells) % width or not CELLS.issuperset(roles[cell] for cell in cells):
        return []
    return [(cells[at], ends[cells[at + width - 1]]) for at in range(0, len(cells), width)]


def lift(given: Matching, before: WithRows, after: WithRows) -> Matching:
    """Return pairs of the original snapshots as pairs of those with rows."""
    pairs = ((before.places[i], after.places[j]) for i, j in given.pairs)
    made = Matching.from_pairs(pairs, before=before.snapshot, after=after.snapshot, work=given.work)
    return attrs.evolve(made, reasons=given.reasons, reason_of=_picked(given.reason_of, before.originals))


def lower(made: Matching, before: WithRows, after: WithRows) -> Matching:
    """Return pairs of the snapshots with rows as pairs of the original ones; those of rows are left out."""
    partners = made.after_of
    after_of = [partners[place] for place in before.places]
    after_of = [UNMATCHED if j == UNMATCHED else after.originals[j] for j in after_of]
    return Matching.from_partners(
        after_of,
        len(after.places),
        work=made.work,
        reasons=made.reasons,
        reason_of=_picked(made.reason_of, before.places),
    )


def _picked(reasons: bytes, places: Sequence[int]) -> bytes:
    return bytes(reasons[at] if at != UNMATCHED else 0 for at in places) if reasons else b""
