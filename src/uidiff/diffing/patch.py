"""Patches: exactly what makes the after-snapshot from the before-snapshot, checked by digests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter, sub
from typing import Any, NamedTuple, TypeAlias

import attrs

from uidiff.diffing.differences import Difference, column_differences
from uidiff.errors import DeltaMismatch, InvalidSnapshot
from uidiff.matching.matching import Matching
from uidiff.model.builder import check_depths, checked_cells, row_place
from uidiff.model.circumstances import Circumstances
from uidiff.model.codec import circumstances_from_dict, circumstances_to_dict
from uidiff.model.columns import EMPTY, Columns, Row
from uidiff.model.dicts import node_of_row, plain_cell, row_of_node
from uidiff.model.jsontext import expect_count, expect_index, expect_list, expect_object, expect_text
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot

__all__ = ["Patch"]

_LINKED = (("role", "native_role"), ("url", "url_digest"))
"""Columns whose cells belong together: if one of them changes, both are stored."""


class Piece(NamedTuple):
    """The before-elements i … i+n-1 are the after-elements j … j+n-1, ``shift`` levels deeper (negative: less deep)."""

    i: int
    j: int
    n: int
    shift: int


class SnapshotMark(NamedTuple):
    """The number of elements of a snapshot, and its digest."""

    elements: int
    digest: str


Inserted: TypeAlias = tuple[tuple[int, ...], Columns]
"""The after-indices of added elements, and their cells, depths included."""

Changes: TypeAlias = Mapping[str, tuple[tuple[int, object], ...]]
"""By column the cells that differ: the after-index, and the cell after."""


@attrs.frozen(repr=False)
class Patch:
    """Pieces to keep, elements to put in, cells to set, circumstances to replace."""

    before: SnapshotMark
    after: SnapshotMark
    pieces: tuple[Piece, ...]
    inserted: Inserted
    changes: Changes
    circumstances: Circumstances

    # ------------------------------------------------------------ construction

    @classmethod
    def between(
        cls,
        before: Snapshot,
        after: Snapshot,
        matching: Matching,
        differences: Mapping[str, Sequence[Difference]] | None = None,
    ) -> Patch:
        """Make the patch from one snapshot to another; ``differences`` are those of the pairs, if known."""
        if differences is None:
            differences = column_differences(before.columns, after.columns, matching.runs_by_after)
        added = tuple(matching.unpaired_after)
        cells = Columns.of(map(column.__getitem__, added) for column in after.columns) if added else EMPTY
        return cls(
            before=SnapshotMark(len(before), before.digest),
            after=SnapshotMark(len(after), after.digest),
            pieces=tuple(_pieces(before.columns.depth, after.columns.depth, matching)),
            inserted=(added, cells),
            changes=_changes(after.columns, differences),
            circumstances=after.circumstances,
        )

    @property
    def matching(self) -> Matching:
        """The pairs of elements."""
        return Matching(self.before.elements, self.after.elements, tuple((i, j, n) for i, j, n, _ in self.pieces))

    # ------------------------------------------------------------------- apply

    def apply(self, before: Snapshot) -> Snapshot:
        """Make the after-snapshot.

        Raises:
            DeltaMismatch: ``before`` is not the snapshot that the patch was made from, or the patch was tampered with.
        """
        if len(before) != self.before.elements or before.digest != self.before.digest:
            raise DeltaMismatch("this delta was made from another snapshot; use the snapshot that it was made from")
        columns = dict(self._kept(before.columns))
        indices, cells = self.inserted
        for name, column in cells._asdict().items():
            for j, cell in zip(indices, column, strict=True):
                columns[name][j] = cell
        for name, changed in self.changes.items():
            for j, cell in changed:
                columns[name][j] = cell
        try:
            check_depths(columns["depth"], Limits(max_depth=max(1, self.after.elements)), row_place)
        except InvalidSnapshot as error:
            raise DeltaMismatch("this delta is damaged: it gives no tree; make it again") from error
        after = Snapshot(Columns.of(columns.values()), self.circumstances)
        if after.digest != self.after.digest:
            raise DeltaMismatch(
                "this delta is damaged: it does not give the snapshot that it was made for; make it again"
            )
        return after

    def _kept(self, before: Columns) -> Iterator[tuple[str, list[Any]]]:
        """Yield for each column its kept cells in their new places, None at those of inserted elements."""
        for name, column in before._asdict().items():
            kept: list[Any] = [None] * self.after.elements
            for i, j, n, shift in self.pieces:
                cells = column[i : i + n]
                kept[j : j + n] = [depth + shift for depth in cells] if name == "depth" and shift else cells
            yield name, kept

    def __repr__(self) -> str:
        counts = f"{len(self.pieces)} pieces, {len(self.inserted[0])} inserted, {len(self.changes)} fields"
        return f"<Patch from {self.before.elements} to {self.after.elements} elements: {counts}>"

    # -------------------------------------------------------------------- JSON

    def to_dict(self) -> dict[str, Any]:
        """Return the patch as JSON values."""
        indices, cells = self.inserted
        rows = zip(*cells, strict=True)
        return {
            "before": self.before._asdict(),
            "after": {**self.after._asdict(), "circumstances": circumstances_to_dict(self.circumstances)},
            "pieces": [list(piece) for piece in self.pieces],
            "inserted": [[j, row[0], node_of_row(row)] for j, row in zip(indices, rows, strict=True)],
            "changes": {
                name: [[j, plain_cell(name, cell)] for j, cell in cells] for name, cells in self.changes.items()
            },
        }

    @classmethod
    def from_dict(cls, value: object, *, limits: Limits | None = None) -> Patch:
        """Read JSON values of :meth:`to_dict`; InvalidSnapshot names the place of what does not fit."""
        return _read(expect_object(value, "$"), limits or Limits())


# ---------------------------------------------------------------------- making


def _pieces(before: Sequence[int], after: Sequence[int], matching: Matching) -> Iterator[Piece]:
    """Yield the runs in after-order, cut where the shift of the depth changes."""
    for i, j, n in matching.runs_by_after:
        shifts = enumerate(map(sub, after[j : j + n], before[i : i + n]))
        for shift, group in groupby(shifts, key=itemgetter(1)):
            offsets = [offset for offset, _ in group]
            yield Piece(i + offsets[0], j + offsets[0], len(offsets), shift)


def _changes(after: Columns, differences: Mapping[str, Sequence[Difference]]) -> Changes:
    touched = {name: {difference.after_index for difference in cells} for name, cells in differences.items()}
    for one, other in _LINKED:
        together = touched.get(one, set()) | touched.get(other, set())
        if together:
            touched[one] = touched[other] = together
    columns = after._asdict()
    return {
        name: tuple((j, columns[name][j]) for j in sorted(touched[name])) for name in Columns._fields if name in touched
    }


# --------------------------------------------------------------------- reading


def _read(value: Mapping[str, Any], limits: Limits) -> Patch:
    before = _mark(value.get("before"), "$.before", limits)
    after = _mark(value.get("after"), "$.after", limits)
    known = expect_object(value["after"].get("circumstances"), "$.after.circumstances")
    try:
        circumstances = circumstances_from_dict(known, limits)
    except InvalidSnapshot as error:
        raise error.inside("$.after.circumstances") from None
    pieces = []
    for number, item in enumerate(expect_list(value.get("pieces"), "$.pieces")):
        path = f"$.pieces[{number}]"
        i, j, n, shift = expect_list(item, path, length=4)
        expect_index(i, path, before.elements)
        expect_index(j, path, after.elements)
        expect_index(n, path, min(before.elements, after.elements) + 1)
        expect_index(abs(shift) if type(shift) is int else shift, path, limits.max_depth)
        pieces.append(Piece(i, j, n, shift))
    try:
        patch = Patch(
            before=before,
            after=after,
            pieces=tuple(pieces),
            inserted=_inserted(value.get("inserted"), after.elements, limits),
            changes=_read_changes(value.get("changes"), after.elements, limits),
            circumstances=circumstances,
        )
        unkept = set(patch.matching.unpaired_after)
    except ValueError as error:
        if isinstance(error, InvalidSnapshot):
            raise
        raise InvalidSnapshot("pieces that overlap", "$.pieces", "write the delta again") from None
    if unkept != set(patch.inserted[0]):
        problem = "elements are put in where others are kept, or some are missing"
        raise InvalidSnapshot(problem, "$.inserted", "write the delta again")
    return patch


def _mark(value: object, path: str, limits: Limits) -> SnapshotMark:
    mark = expect_object(value, path)
    count = expect_count(mark.get("elements"), f"{path}.elements", limits.max_elements)
    return SnapshotMark(count, expect_text(mark.get("digest"), f"{path}.digest"))


def _inserted(value: object, count: int, limits: Limits) -> Inserted:
    indices, depths, rows = [], [], []
    for number, item in enumerate(expect_list(value, "$.inserted")):
        path = f"$.inserted[{number}]"
        j, depth, node = expect_list(item, path, length=3)
        indices.append(expect_index(j, f"{path}[0]", count))
        depths.append(expect_index(depth, f"{path}[1]", limits.max_depth))
        rows.append(row_of_node(expect_object(node, f"{path}[2]"), 0))
    if any(map(int.__ge__, indices, indices[1:])):
        raise InvalidSnapshot("indices out of order", "$.inserted", "write the delta again")
    cells = checked_cells(rows, limits, lambda number: f"$.inserted[{number}][2]")
    return tuple(indices), cells._replace(depth=tuple(depths))


def _read_changes(value: object, count: int, limits: Limits) -> Changes:
    """Read the cells that differ, each checked as a cell of an element without others."""
    given = expect_object(value, "$.changes")
    for name in given:
        if name not in Columns._fields[1:]:
            raise InvalidSnapshot(f"no field {ascii(name)[:60]}", "$.changes", "write the delta again")
    cells = {name: _cells(given[name], f"$.changes.{name}", count) for name in given}
    found: dict[str, tuple[tuple[int, object], ...]] = {}
    for group in (*_LINKED, *((name,) for name in Columns._fields if name not in chain(*_LINKED))):
        present = [name for name in group if name in cells]
        if not present:
            continue
        if any(cells.get(name, {}).keys() != cells[present[0]].keys() for name in group):
            problem = f"{' and '.join(group)} change together, and do not here"
            raise InvalidSnapshot(problem, f"$.changes.{present[0]}", "write the delta again")
        checked = _checked(group, cells, limits)
        found.update({name: tuple(zip(cells[name], getattr(checked, name), strict=True)) for name in group})
    return {name: found[name] for name in Columns._fields if name in found}


def _cells(items: object, path: str, count: int) -> dict[int, object]:
    cells: dict[int, object] = {}
    last = -1
    for number, item in enumerate(expect_list(items, path)):
        j, cell = expect_list(item, f"{path}[{number}]", length=2)
        if expect_index(j, f"{path}[{number}][0]", count) <= last:
            raise InvalidSnapshot("indices out of order", path, "write the delta again")
        cells[j] = cell
        last = j
    return cells


def _checked(group: Sequence[str], cells: Mapping[str, Mapping[int, object]], limits: Limits) -> Columns:
    """Check cells of columns that belong together, as those of elements without others."""
    empty: dict[str, Any] = Row(depth=0, role="generic")._asdict()
    rows = [Row(**{**empty, **{name: cells[name][j] for name in group}}) for j in cells[group[0]]]
    try:
        return checked_cells(rows, limits, lambda number: f"$[{number}]")
    except InvalidSnapshot as error:
        place = re.fullmatch(_PLACE, error.path, re.DOTALL)
        if place is None:
            raise error.inside(f"$.changes.{group[0]}") from None
        path = f"$.changes.{place[2] or group[0]}[{place[1]}][1]{place[3]}"
        raise type(error)(error.problem, path, error.cure) from None


_PLACE = r"\$\[(\d+)\](?:\.(\w+))?(.*)"
