"""Write what changed in a block as rows of CHANGES."""

from __future__ import annotations

import json

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.block import Block, Flags, child_positions, element_paths, nearest_marked
from uidiff.arrow.block_fields import Cells, changed_cells, changed_circumstances
from uidiff.arrow.block_moves import BlockMoves, find_block_moves
from uidiff.arrow.codes import Codes
from uidiff.arrow.key_pairs import NO_PARTNER, Partners
from uidiff.arrow.pairing import matching_of
from uidiff.arrow.schema import CHANGES, FIELDS, NODE, OPS
from uidiff.diffing.compare import split_hidden, split_shown
from uidiff.diffing.ignoring import Ignored
from uidiff.diffing.patch import Patch

__all__ = ["change_rows", "error_rows"]

NOTHING = -1
_RANK = {op: rank for rank, op in enumerate(OPS)}
_CAME = ("added", "newly_read", "shown")


@attrs.frozen(eq=False)
class _Group:
    """Rows of one op: the number of the snapshot of each, and the places of its element before and after."""

    op: str
    snap: Codes
    before: Codes
    after: Codes
    cells: Cells | None = None
    orders: list[list[int]] | None = None
    carried: list[str] | None = None

    def __len__(self) -> int:
        return len(self.snap)


def change_rows(block: Block, partners: Partners, ignored: Ignored, *, carry: bool) -> pa.RecordBatch:
    """Return the rows of all linked snapshots of a block, in their order.

    Args:
        block: the snapshots.
        partners: the pairs of their elements.
        ignored: the changes that are not reported.
        carry: whether each pair has a row ``circumstances`` with the patch in ``carried``.
    """
    cells = changed_cells(block, partners, ignored)
    return _table(block, [*_groups(block, partners, cells), _circumstances(block, partners, ignored, carry=carry)])


def _groups(block: Block, partners: Partners, cells: Cells) -> list[_Group]:
    moves = find_block_moves(block, partners)
    return [
        *_came_and_went(block, partners),
        _changed(block, partners, cells),
        _moved(block, partners, moves),
        _reordered(block, partners, moves),
    ]


def error_rows(batch: pa.RecordBatch, errors: dict[int, str], before_seq: dict[int, int]) -> pa.RecordBatch:
    """Rows of op ``error`` for rows of a batch of SNAPSHOTS, by their numbers in it."""
    places = pa.array(sorted(errors), pa.int64())
    columns = {field.name: pa.nulls(len(places), field.type) for field in CHANGES}
    columns |= {name: batch.column(name).take(places) for name in ("session", "window", "ts")}
    columns |= {
        "after_seq": batch.column("seq").take(places),
        "before_seq": pa.array([before_seq.get(place) for place in sorted(errors)], pa.int64()),
        "ordinal": pa.array([0] * len(places), pa.int32()),
        "op": pa.array(["error"] * len(places), pa.string()),
        "error": pa.array([errors[place] for place in sorted(errors)], pa.string()),
    }
    return pa.RecordBatch.from_arrays(list(columns.values()), schema=CHANGES)


# ----------------------------------------------------------------------- groups


def _came_and_went(block: Block, partners: Partners) -> list[_Group]:
    alone_before, alone_after = partners.left(block)
    went, came = np.nonzero(alone_before)[0], np.nonzero(alone_after)[0]
    unsure_went, unsure_came = _unsure(block, partners) if block.flags("unread").any() else (went[:0], came[:0])
    hidden, shown, silent = _hidden_and_shown(block, partners)
    groups = [
        _Group("hidden", block.snap[hidden] + 1, hidden, np.full(len(hidden), NOTHING)),
        _Group("shown", block.snap[shown], partners.before[shown], shown),
    ]
    went, unsure_went = (np.setdiff1d(places, np.append(hidden, silent)) for places in (went, unsure_went))
    came, unsure_came = (np.setdiff1d(places, shown) for places in (came, unsure_came))
    for op, places in (("added", np.setdiff1d(came, unsure_came)), ("newly_read", unsure_came)):
        groups.append(_Group(op, block.snap[places], np.full(len(places), NOTHING), places))
    for op, places in (("removed", np.setdiff1d(went, unsure_went)), ("unknown", unsure_went)):
        groups.append(_Group(op, block.snap[places] + 1, places, np.full(len(places), NOTHING)))
    return groups


def _hidden_and_shown(block: Block, partners: Partners) -> tuple[Codes, Codes, Codes]:
    """Return the places of hidden and of shown elements, and of those that were hidden and stay so.

    See spec/definitions#20a-hidden. Few snapshots conceal anything: those are compared as the core compares them.
    """
    hidden, shown, silent = list[int](), list[int](), list[int]()
    for number in sorted({each + step for each in block.concealing for step in (0, 1)}):
        if number >= len(block) or not partners.linked[number]:
            continue
        start, middle = block.offsets[number - 1 : number + 1].tolist()
        before, after = block.snapshot(number - 1), block.snapshot(number)
        matching = matching_of(block, partners, number)
        gone, concealed = split_hidden(before, after, matching.unpaired_before)
        hidden += [start + index for index in concealed]
        silent += [start + index for index in {*matching.unpaired_before} - {*gone, *concealed}]
        shown += [middle + index for index in split_shown(before, after, matching)[1]]
    made = (np.array(sorted(places), np.int64) for places in (hidden, shown, silent))
    return next(made), next(made), next(made)


def _unsure(block: Block, partners: Partners) -> tuple[Codes, Codes]:
    """Return the places of the unpaired elements, before and after, that were perhaps neither removed nor added.

    See spec/definitions#12-partial: the partner of their nearest paired ancestor has a part that was not read.
    """
    alone_before, alone_after = (np.nonzero(alone)[0] for alone in partners.left(block))
    unread_before, up_before = _unread_below(block, partners.after != NO_PARTNER)
    unread_after, up_after = _unread_below(block, partners.before != NO_PARTNER)
    roots = len(block.nodes) + np.arange(len(block))  # what is above the roots of each snapshot is one with the next's
    went = np.concatenate([partners.after, roots + 1])[up_before[alone_before]]
    came = np.concatenate([partners.before, roots - 1])[up_after[alone_after]]
    return alone_before[unread_after[went]], alone_after[unread_before[came]]


def _unread_below(block: Block, paired: Flags) -> tuple[Flags, Codes]:
    """Mark the paired elements below which something was not read; and find each element's nearest paired ancestor.

    Behind the elements, from N on, comes what is above the roots of each snapshot, which counts as one with a partner.
    """
    count = len(block.nodes)
    unread = block.flags("unread")
    up = nearest_marked(block.parents, paired)
    up = np.where(up == count, count + block.snap, up)
    inside = unread | (nearest_marked(block.parents, unread) < count)
    found = np.append(paired & inside, np.zeros(len(block), np.bool_))
    found[up[unread & ~paired]] = True
    return found, up


def _changed(block: Block, partners: Partners, cells: Cells) -> _Group:
    places = np.unique(cells.places)
    return _Group("changed", block.snap[places], partners.before[places], places, cells)


def _moved(block: Block, partners: Partners, moves: BlockMoves) -> _Group:
    return _Group("moved", block.snap[moves.moved], partners.before[moves.moved], moves.moved)


def _reordered(block: Block, partners: Partners, moves: BlockMoves) -> _Group:
    snap = np.array([number for number, _, _ in moves.reordered], np.int64)
    after = np.array([NOTHING if parent is None else parent for _, parent, _ in moves.reordered], np.int64)
    before = np.where(after == NOTHING, NOTHING, partners.before[after]) if len(after) else after
    starts = block.offsets[snap - 1].tolist()
    orders = [[place - start for place in order] for start, (_, _, order) in zip(starts, moves.reordered, strict=True)]
    return _Group("reordered", snap, before, after, orders=orders)


def _circumstances(block: Block, partners: Partners, ignored: Ignored, *, carry: bool) -> _Group:
    cells = changed_circumstances(block, partners.linked, ignored.names)
    snap = np.nonzero(partners.linked)[0] if carry else np.unique(cells.places)
    carried = [_patch(block, partners, number) for number in snap.tolist()] if carry else None
    nothing = np.full(len(snap), NOTHING)
    return _Group("circumstances", snap, nothing, nothing, cells, carried=carried)


def _patch(block: Block, partners: Partners, number: int) -> str:
    """Return the patch that makes this snapshot of the one before it, as a line of a recording."""
    patch = Patch.between(block.snapshot(number - 1), block.snapshot(number), matching_of(block, partners, number))
    return json.dumps(patch.to_dict(), ensure_ascii=False, separators=(",", ":"))


# ------------------------------------------------------------------------ table


def _table(block: Block, given: list[_Group]) -> pa.RecordBatch:
    groups = [group for group in given if len(group)]
    if not groups:
        return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in CHANGES], schema=CHANGES)
    counts = [len(group) for group in groups]
    snap, before, after = (
        np.concatenate([getattr(group, side) for group in groups]) for side in ("snap", "before", "after")
    )
    rank = np.repeat([_RANK[group.op] for group in groups], counts)
    order = np.lexsort((np.where(after == NOTHING, before, after), rank, snap))
    rows = _Rows(block, groups, snap[order], before[order], after[order], rank[order], order)
    columns = {**rows.keys(), **rows.elements(), **rows.lists(), **rows.places()}
    return pa.RecordBatch.from_arrays([columns[name] for name in CHANGES.names], schema=CHANGES)


@attrs.frozen(eq=False)
class _Rows:
    """The rows of a block, sorted, made column by column. ``order``: each row's place among those of the groups."""

    block: Block
    groups: list[_Group]
    snap: Codes
    before: Codes
    after: Codes
    rank: Codes
    order: Codes

    def keys(self) -> dict[str, pa.Array]:
        """Make the columns that name the two snapshots and the row."""
        begins = np.ones(len(self.snap), np.bool_)
        begins[1:] = self.snap[1:] != self.snap[:-1]
        first = np.maximum.accumulate(np.where(begins, np.arange(len(self.snap)), 0))
        table, taken = self.block.rows, pa.array(self.snap)
        return {
            "session": table.column("session").take(taken),
            "window": table.column("window").take(taken),
            "before_seq": table.column("seq").take(pa.array(self.snap - 1)),
            "after_seq": table.column("seq").take(taken),
            "ts": table.column("ts").take(taken),
            "ordinal": pa.array(np.arange(len(self.snap)) - first, pa.int32()),
            "op": pa.array(OPS, pa.string()).take(pa.array(self.rank)),
            "error": pa.nulls(len(self.snap), pa.string()),
        }

    def elements(self) -> dict[str, pa.Array]:
        """Make the columns that describe the element of each row."""
        shown = np.where(self.after == NOTHING, self.before, self.after)
        taken = _nullable(shown)
        came = np.isin(self.rank, [_RANK[op] for op in _CAME])
        paths = element_paths(self.block, np.where(shown == NOTHING, 0, shown)) if len(self.block.nodes) else None
        none = pa.array(shown == NOTHING)
        return {
            "before_index": self._index(self.before, self.snap - 1),
            "after_index": self._index(self.after, self.snap),
            "role": pc.struct_field(self.block.nodes, "role").take(taken),
            "name": pc.struct_field(self.block.nodes, "name").take(taken),
            "path": pa.nulls(len(shown), pa.string()) if paths is None else pc.if_else(none, None, paths),
            "node": self.block.nodes.take(_nullable(np.where(came, self.after, NOTHING)))
            if came.any()
            else pa.nulls(len(shown), NODE),
        }

    def _index(self, places: Codes, snap: Codes) -> pa.Array:
        return pa.array(places - self.block.offsets[snap], pa.int32(), mask=places == NOTHING)

    def lists(self) -> dict[str, pa.Array]:
        """Make the columns that only some of the groups fill."""
        cells = [group.cells for group in self.groups]
        starts, lengths, parts = _cell_lists(self.groups, cells)
        fields = _gather(starts[self.order], lengths[self.order], parts)
        orders = [order for group in self.groups for order in (group.orders or [None] * len(group))]  # type: ignore[list-item]  # none
        carried = [text for group in self.groups for text in (group.carried or [None] * len(group))]  # type: ignore[list-item]  # none
        taken = pa.array(self.order)
        return {
            "fields": fields,
            "order": pa.array(orders, CHANGES.field("order").type).take(taken),
            "carried": pa.array(carried, pa.string()).take(taken),
        }

    def places(self) -> dict[str, pa.Array]:
        """Make the columns of moves: direct parents, and places among all their children."""
        moved = self.rank == _RANK["moved"]
        names = ("from_parent", "from_position", "to_parent", "to_position")
        if not moved.any():
            return {name: pa.nulls(len(self.snap), pa.int32()) for name in names}
        made = []
        for places, snap in ((self.before, self.snap - 1), (self.after, self.snap)):
            above = self.block.parents[places]
            rooted = above == len(self.block.nodes)
            made.append(pa.array(above - self.block.offsets[snap], pa.int32(), mask=~moved | rooted))
            positions = np.zeros(len(places), np.int64)
            positions[moved] = child_positions(self.block, places[moved])
            made.append(pa.array(positions, pa.int32(), mask=~moved))
        return dict(zip(names, made, strict=True))


def _nullable(places: Codes) -> pa.Array:
    return pa.array(places, pa.int64(), mask=places == NOTHING)


def _cell_lists(groups: list[_Group], cells: list[Cells | None]) -> tuple[Codes, Codes, pa.StructArray]:
    """Return for each row where its fields start among all cells, and their number (-1: no list)."""
    starts, lengths, taken = [], [], 0
    parts: list[list[pa.Array]] = [[], [], []]
    for group, found in zip(groups, cells, strict=True):
        if found is None:
            starts.append(np.zeros(len(group), np.int64))
            lengths.append(np.full(len(group), -1))
            continue
        keys = group.after if group.op == "changed" else group.snap
        begin = np.searchsorted(found.places, keys)
        starts.append(begin + taken)
        lengths.append(np.searchsorted(found.places, keys, side="right") - begin)
        taken += len(found.places)
        for column, texts in zip(parts, found[1:], strict=True):
            column.append(texts)
    columns = [pa.concat_arrays(texts) if texts else pa.array([], pa.string()) for texts in parts]
    return (
        np.concatenate(starts),
        np.concatenate(lengths),
        pa.StructArray.from_arrays(columns, fields=list(FIELDS.value_type)),
    )


def _gather(starts: Codes, lengths: Codes, items: pa.StructArray) -> pa.ListArray:
    """Make lists of adjacent items; NULL where the length is below 0."""
    counts = np.maximum(lengths, 0)
    nth = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    taken = items.take(pa.array(np.repeat(starts, counts) + nth))
    offsets = pa.array(np.concatenate([[0], np.cumsum(counts)]), pa.int32())
    return pa.ListArray.from_arrays(offsets, taken, mask=pa.array(lengths < 0))
