"""Send elements to the workers as a list for each of their fields, not as lists of structs.

Spark fills Arrow's vectors cell by cell, and asks after each row how large they have become. That takes the longer the
more cells of a vector of lists are NULL in a row, as ``actions`` are in most recordings: the time of a batch grows with
its square (Spark 4.3; Arrow's ``ListVector.setValueCount`` begins where something was set last). Apart from the others,
lists that are all NULL can be sent as an empty list, which takes no time: ``diff_snapshots`` is two to four times as
fast (``benchmarks/spark``). ``array_max`` is the cheapest way to know, as Spark compiles it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import Column
from pyspark.sql import functions as f
from pyspark.sql import types as t

from uidiff.arrow.conform import lists_of
from uidiff.arrow.engine import spans
from uidiff.arrow.schema import NODE
from uidiff.errors import InvalidSnapshot
from uidiff.spark.schemas import NODE_TYPE

__all__ = ["AT_ONCE", "lean_pieces", "spread"]

AT_ONCE = 25_000
"""The most elements that a worker diffs at once. The engine needs about 1 MB for 1,000 of them; Spark's reader
holds two batches of up to 64 MiB beside it, and a worker shall stay below 350 MB."""

_TREES = t.ArrayType(NODE_TYPE)
_SIZE = "nodes_size"
_PREFIX = "nodes_of_"


def spread(nodes: Column, given: t.DataType) -> dict[str, Column]:
    """Make the columns that are sent for a column of trees, by name.

    Raises:
        InvalidSnapshot: no elements, or they have no role, or two fields of one name.
    """
    if isinstance(given, t.NullType):
        nodes, given = nodes.cast(_TREES), _TREES
    elements = given.elementType if isinstance(given, t.ArrayType) else None
    cure = "see uidiff.spark.NODE_TYPE"
    if not isinstance(elements, t.StructType):
        raise InvalidSnapshot("no list of structs", "$.nodes", cure)
    names = elements.names
    if "role" not in names:
        raise InvalidSnapshot("the elements have no field 'role'", "$.nodes", cure)
    if len(set(names)) < len(names):
        raise InvalidSnapshot("the elements have two fields of one name", "$.nodes", cure)
    if len(set(map(_folded, names))) < len(names):  # Spark does not tell these apart
        return {"nodes": nodes}
    cells = {field.name: nodes.getField(field.name) for field in NODE if field.name in names}
    types = {field.name: field.dataType for field in elements}
    return {
        _SIZE: f.array_size(nodes),
        **{_PREFIX + name: _trimmed(cell, types[name]) for name, cell in cells.items()},
    }


def _folded(name: str) -> str:
    """Fold a name as Spark does to compare it with another one: Java compares names letter by letter."""
    return "".join(letter.upper().lower()[:1] for letter in name)


def _trimmed(cells: Column, of: t.DataType) -> Column:
    """Replace lists of which all items are NULL by empty ones: these are what takes long."""
    if not isinstance(of, t.ArrayType | t.MapType):
        return cells
    no_order = "map<" in of.simpleString()
    there = f.exists(cells, _is_there) if no_order else f.array_max(cells).isNotNull()
    return f.when(there, cells).otherwise(f.array().cast(t.ArrayType(of)))


def _is_there(cell: Column) -> Column:
    return cell.isNotNull()


def lean_pieces(batches: Iterable[pa.RecordBatch], max_nodes: int = AT_ONCE) -> Iterator[pa.RecordBatch]:
    """Cut batches into pieces of at most ``max_nodes`` elements, or of one row, with a column of trees again.

    Each piece is a copy: to keep one of its rows does not keep the whole batch in memory.
    """
    for batch in batches:
        sizes = batch.column(_SIZE) if _SIZE in batch.schema.names else pc.list_value_length(batch.column("nodes"))
        for start, stop in spans(sizes, max_nodes):
            yield _gathered(batch.slice(start, stop - start)).take(pa.array(np.arange(stop - start)))


def _gathered(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Replace the columns that :func:`spread` made by a column of trees."""
    if _SIZE not in batch.schema.names:
        return batch
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    sizes = columns.pop(_SIZE)
    sent = [name for name in columns if name.startswith(_PREFIX)]
    cells = {name.removeprefix(_PREFIX): _cells(columns.pop(name), sizes) for name in sent}
    nodes = pa.StructArray.from_arrays(list(cells.values()), names=list(cells), mask=_missing(cells))
    columns["nodes"] = lists_of(sizes, nodes)
    return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def _missing(cells: dict[str, pa.Array]) -> pa.Array | None:
    """Mark the elements that are NULL themselves: those of which all fields are."""
    if not cells["role"].null_count:
        return None
    return reduce(pc.and_, (column.is_null() for column in cells.values()))


def _cells(lists: pa.ListArray, sizes: pa.Array) -> pa.Array:
    """Return the cells of a field of all elements; those of a row with an empty list are NULL."""
    cells, count = lists.flatten(), pc.sum(sizes).as_py() or 0
    if len(cells) == count:
        return cells
    if not len(cells):
        return pa.nulls(count, cells.type)
    there = pc.list_value_length(lists).fill_null(0).to_numpy(zero_copy_only=False) > 0
    sent = np.repeat(there, sizes.fill_null(0).to_numpy(zero_copy_only=False))
    return cells.take(pa.array(np.cumsum(sent) - 1, mask=~sent))
