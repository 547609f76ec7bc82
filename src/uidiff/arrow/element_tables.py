"""Diff two trees that are tables of elements: sort each into a snapshot, then run the engine on the two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.change_rows import change_rows, error_rows
from uidiff.arrow.codes import Codes
from uidiff.arrow.conform import conformed_to
from uidiff.arrow.convert import packed, unpacked
from uidiff.arrow.engine import keep_freed_memory
from uidiff.arrow.pairing import pair_block
from uidiff.arrow.schema import CHANGES, NODE, SNAPSHOTS
from uidiff.arrow.validator import Validator
from uidiff.diffing.ignoring import Ignored, IgnoreOption, checked_ignore
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.matching.matching import Matcher
from uidiff.matching.strategies import MatcherOption, resolve_matcher
from uidiff.model.limits import Limits

__all__ = ["ELEMENTS", "PACKED", "RARE", "CompareTrees", "PackElements"]

ELEMENTS = pa.schema([("index", pa.int32()), *NODE])
"""The columns of a table of elements that are read: the place in the tree, and those of NODE."""

PACKED = pa.schema([("after", pa.bool_()), ("elements", pa.binary())])
"""Batches of ELEMENTS on their way to one worker, and of which tree they are."""

_SIDES = ("before", "after")
_CURE = "give the elements of one snapshot, as explode_nodes has them"
_ANY_SIZE = Limits(max_elements=2**31 - 1, max_depth=2**31 - 1)
"""An index is a 32-bit number: the size of a tree has no other limit here."""

_NO_KEY = ("session", "window", "before_seq", "after_seq", "ts")


RARE = "rare"
"""A column that stands for the fields that few elements have: a list of their texts, empty where all are NULL."""


@attrs.frozen
class PackElements:
    """Convert batches of elements of one tree to rows of PACKED; can be sent to workers.

    Attributes:
        after: which tree it is.
        rare: the fields in the column RARE, in their order: texts, and flags as "true" or "false".
    """

    after: bool
    rare: Sequence[str] = ()

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Make a row of each batch."""
        for batch in batches:
            spread = _with_rare_fields(batch, self.rare) if self.rare else batch
            elements = _without_empty_lists(conformed_to(spread, ELEMENTS))
            cells = [pa.array([self.after]), pa.array([packed(elements)], pa.binary())]
            yield pa.RecordBatch.from_arrays(cells, schema=PACKED)


@attrs.frozen
class CompareTrees:
    """Diff two trees, all of whose elements are given; can be sent to a worker.

    It holds both trees, about 0.5 KB an element at its peak (two trees of 10^6 elements: 1 GB).
    """

    matcher: Matcher
    ignored: Ignored
    on_error: Literal["column", "raise"]

    @classmethod
    def of(cls, *, matcher: MatcherOption, ignore: IgnoreOption, on_error: str) -> CompareTrees:
        """Check the options. UnknownName: no such matcher, field or ``on_error``."""
        if on_error not in ("column", "raise"):
            raise UnknownName("on_error", on_error, ("column", "raise"))
        return cls(resolve_matcher(matcher), Ignored.of(checked_ignore(ignore)), on_error)  # type: ignore[arg-type]  # one of them

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Take all rows of PACKED, in any order; return the rows of CHANGES, in their order."""
        keep_freed_memory()
        sides: tuple[list[pa.RecordBatch], ...] = ([], [])
        for batch in batches:
            for after, cell in zip(batch.column("after").to_pylist(), batch.column("elements"), strict=True):
                sides[after].append(unpacked(cell.as_buffer()))
        try:
            rows = self._compared(_two_snapshots(sides))
        except InvalidSnapshot as error:
            if self.on_error == "raise":
                raise
            rows = error_rows(_rows([0], pa.array([[]], pa.list_(NODE))), {0: str(error)}, {})
        yield _without_key(rows)

    def _compared(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        checked = Validator(_ANY_SIZE).check(batch)
        for side, error in checked.errors.items():
            raise InvalidSnapshot(error, f"$.{_SIDES[side]}", _CURE)
        pairs = pair_block(checked.block, np.array([False, True]), self.matcher)
        for error in pairs.errors.values():
            raise InvalidSnapshot(error, "$", "take another matcher, or mend this one")
        return change_rows(checked.block, pairs.partners, self.ignored, carry=False)


def _with_rare_fields(batch: pa.RecordBatch, names: Sequence[str]) -> pa.RecordBatch:
    """Replace the column RARE by the fields that it stands for."""
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    lists = columns.pop(RARE)
    has_some = pc.list_value_length(lists).to_numpy(zero_copy_only=False) > 0
    starts = len(names) * (np.cumsum(has_some) - 1)
    texts = lists.flatten()
    for place, name in enumerate(names):
        cells = texts.take(pa.array(starts + place, mask=~has_some))
        columns[name] = cells.cast(ELEMENTS.field(name).type)
    return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def _without_empty_lists(elements: pa.RecordBatch) -> pa.RecordBatch:
    """Replace empty lists by NULL, as snapshots have it: senders write empty lists, which are faster to send."""
    columns = []
    for field, column in zip(ELEMENTS, elements.columns, strict=True):
        is_list = pa.types.is_list(field.type)
        empty = pc.equal(pc.list_value_length(column), 0) if is_list else None
        columns.append(pc.if_else(empty, pa.scalar(None, field.type), column) if is_list else column)
    return pa.RecordBatch.from_arrays(columns, schema=ELEMENTS)


def _two_snapshots(sides: tuple[list[pa.RecordBatch], ...]) -> pa.RecordBatch:
    """Make a batch of SNAPSHOTS with two rows. Empties the lists: the elements need not be held twice."""
    counts = [sum(batch.num_rows for batch in batches) for batches in sides]
    batches = [batch for side in sides for batch in sorted(side, key=_first)]
    for side in sides:
        side.clear()
    table = pa.Table.from_batches(batches, schema=ELEMENTS)
    batches.clear()
    index = table["index"].fill_null(-1).to_numpy()
    orders = [_in_order(part, name) for part, name in zip(np.split(index, counts[:1]), _SIDES, strict=True)]
    order = np.concatenate([orders[0], counts[0] + orders[1]])
    (nodes,) = table.drop_columns("index").combine_chunks().to_struct_array().chunks or [pa.array([], NODE)]
    nodes = nodes if (np.diff(order) == 1).all() else nodes.take(pa.array(order))
    return _rows([0, 1], pa.ListArray.from_arrays(pa.array(np.cumsum([0, *counts]), pa.int32()), nodes))


def _in_order(index: Codes, side: str) -> Codes:
    """Sort the places of a tree by their index. InvalidSnapshot: these are not the numbers from 0 on, each once."""
    order = np.argsort(index, kind="stable")
    found = index[order]
    if len(found) and found[0] < 0:
        raise InvalidSnapshot("an element without index, or with one below 0", f"$.{side}", _CURE)
    twice = found[1:][found[1:] == found[:-1]]
    if len(twice):
        raise InvalidSnapshot("two elements have this index", f"$.{side}[{twice[0]}]", _CURE)
    missing = np.nonzero(found != np.arange(len(found)))[0]
    if len(missing):
        raise InvalidSnapshot("no element has this index, and some have higher ones", f"$.{side}[{missing[0]}]", _CURE)
    return order


def _first(batch: pa.RecordBatch) -> int:
    """Return the first index of a batch: sorted tables come in sorted batches, which need not be sorted again."""
    return (batch.column("index")[0].as_py() or 0) if batch.num_rows else 0


def _rows(seqs: Sequence[int], nodes: pa.ListArray) -> pa.RecordBatch:
    """Make rows of SNAPSHOTS of which only these columns are known."""
    cells = {"seq": pa.array(seqs, pa.int64()), "nodes": nodes}
    columns = [cells.get(field.name, pa.nulls(len(seqs), field.type)) for field in SNAPSHOTS]
    return pa.RecordBatch.from_arrays(columns, schema=SNAPSHOTS)


def _without_key(rows: pa.RecordBatch) -> pa.RecordBatch:
    columns = [
        pa.nulls(rows.num_rows, field.type) if field.name in _NO_KEY else rows.column(field.name) for field in CHANGES
    ]
    return pa.RecordBatch.from_arrays(columns, schema=CHANGES)
