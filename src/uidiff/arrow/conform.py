"""A table as it comes, brought into the columns and types of SNAPSHOTS: names and types, not values.

A column of the right kind may hold numbers that its type has not. Each becomes something that is refused later on, as
an error of its row; what pyarrow says of such a cell is not passed on, since it quotes it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.schema import BOUNDS, NODE, SNAPSHOTS, STATES, TIME
from uidiff.errors import InvalidSnapshot

__all__ = ["cast_column", "conformed", "conformed_nodes", "expect_snapshots", "expect_table", "lists_of"]


def conformed(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch with the columns of SNAPSHOTS: what is missing is NULL, what is too much is left out.

    Raises:
        InvalidSnapshot: no ``seq`` or ``nodes``, or a column of another kind.
    """
    if batch.schema.equals(SNAPSHOTS):
        return batch
    given = {name: batch.column(place) for place, name in enumerate(batch.schema.names)}
    for name in ("seq", "nodes"):
        if name not in given:
            raise InvalidSnapshot("no such column", f"$.{name}", "rename the column that holds it")
    columns = [_column(field, given.get(field.name), batch.num_rows) for field in SNAPSHOTS]
    return pa.RecordBatch.from_arrays(columns, schema=SNAPSHOTS)


def expect_snapshots(schema: pa.Schema) -> None:
    """Raise InvalidSnapshot unless columns of such types can be read as SNAPSHOTS, whatever is in them."""
    conformed(pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema))


def expect_table(table: object) -> None:
    """Raise TypeError unless it is a table of Arrow."""
    if not isinstance(table, pa.Table):
        cure = "recording_table(path), pa.Table.from_pandas(frame) and pa.Table.from_batches(batches) make one"
        raise TypeError(f"a pyarrow.Table is wanted, not {type(table).__name__}: {cure}")


def conformed_nodes(column: pa.Array) -> pa.ListArray:
    """A column of trees as lists of NODE. InvalidSnapshot if it is none."""
    if pa.types.is_null(column.type):
        return column.cast(pa.list_(NODE))
    if not (pa.types.is_list(column.type) or pa.types.is_large_list(column.type)):
        raise _wrong("nodes", "a list of structs", column.type)
    lengths = pc.list_value_length(column)
    items = column.flatten()
    if not pa.types.is_struct(items.type):
        raise _wrong("nodes", "a list of structs", column.type)
    given = {field.name: pc.struct_field(items, place) for place, field in enumerate(items.type)}
    cells = [_cell(field, given.get(field.name), len(items)) for field in NODE]
    missing = items.is_null() if items.null_count else None
    structs = pa.StructArray.from_arrays(cells, fields=list(NODE), mask=missing)
    return lists_of(lengths, structs)


def lists_of(lengths: pa.Array, items: pa.Array) -> pa.ListArray:
    """Lists of so many items each, one behind the other; NULL where the length is."""
    ends = pc.cumulative_sum(lengths.fill_null(0).cast(pa.int32()))
    offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends])
    return pa.ListArray.from_arrays(offsets, items, mask=lengths.is_null())


def _column(field: pa.Field, column: pa.Array | None, count: int) -> pa.Array:
    if column is None:
        return pa.nulls(count, field.type)
    if field.name == "nodes":
        return conformed_nodes(column)
    return cast_column(field, column)


def _cell(field: pa.Field, column: pa.Array | None, count: int) -> pa.Array:
    if column is None:
        return pa.nulls(count, field.type)
    if field.type == STATES:
        return _states(column)
    if field.type == BOUNDS and any(kind(column.type) for kind in _LISTS):
        return _boxes(column)
    if field.type == BOUNDS and pa.types.is_struct(column.type):
        return _named(column, BOUNDS, "nodes.bounds")
    return cast_column(field, column, "nodes.")


def _states(column: pa.Array) -> pa.ListArray:
    """States as a map, as JSON readers give them, or as a list of names and values, in the order of their names."""
    if column.type == STATES:
        return column
    if pa.types.is_null(column.type):
        return column.cast(STATES)
    if pa.types.is_map(column.type):
        column = column.cast(pa.list_(pa.struct([("name", column.type.key_type), ("value", column.type.item_type)])))
    if not (pa.types.is_list(column.type) and pa.types.is_struct(column.type.value_type)):
        raise _wrong("nodes.states", "a map of texts, or a list of structs of name and value", column.type)
    lengths = pc.list_value_length(column)
    names, values = _named(column.flatten(), STATES.value_type, "nodes.states").flatten()
    rows = np.repeat(np.arange(len(column)), lengths.fill_null(0).to_numpy(zero_copy_only=False))
    order = pc.sort_indices(pa.table({"row": rows, "name": names}), [("row", "ascending"), ("name", "ascending")])
    pairs = pa.StructArray.from_arrays([names.take(order), values.take(order)], fields=list(STATES.value_type))
    return lists_of(lengths, pairs)


def _boxes(column: pa.Array) -> pa.StructArray:
    """Bounds as lists of four numbers; where a list is of another length, no side is known."""
    kind, width = column.type, len(BOUNDS)
    if pa.types.is_fixed_size_list(kind) and kind.list_size != width:
        raise _wrong("nodes.bounds", "lists of four numbers", kind)
    numbers = cast_column(pa.field("bounds", pa.int32()), column.flatten(), "nodes.")
    missing = column.is_null()
    lengths = pc.if_else(missing, 0, pc.list_value_length(column)).to_numpy(zero_copy_only=False).astype(np.int64)
    starts = pa.array(np.cumsum(lengths) - lengths, mask=lengths != width)
    sides = [numbers.take(pc.add(starts, side)) for side in range(width)]
    return pa.StructArray.from_arrays(sides, fields=list(BOUNDS), mask=missing)


def _named(column: pa.StructArray, wanted: pa.StructType, name: str) -> pa.StructArray:
    """A struct with the fields wanted, found by their names."""
    given = {field.name: pc.struct_field(column, place) for place, field in enumerate(column.type)}
    missing = [field.name for field in wanted if field.name not in given]
    if missing:
        raise _wrong(name, f"a struct with the field {missing[0]}", column.type)
    cells = [cast_column(field, given[field.name], f"{name}.") for field in wanted]
    return pa.StructArray.from_arrays(cells, fields=list(wanted), mask=column.is_null())


def cast_column(field: pa.Field, column: pa.Array, above: str = "") -> pa.Array:
    """A column in the type of a field. InvalidSnapshot: it is of another kind.

    A number that does not fit is what is refused as a value of that field: NULL, if nothing else is known of it.
    """
    if column.type == field.type:
        return column
    if pa.types.is_null(column.type):
        return pa.nulls(len(column), field.type)
    found, wanted = column.type, field.type
    if pa.types.is_dictionary(found):
        column = column.dictionary_decode()
    name = above + field.name
    if not _is_of_kind(column.type, wanted):
        raise _wrong(name, str(wanted), found)
    try:
        if pa.types.is_integer(wanted):
            return _whole_numbers(column, wanted, _REFUSED.get(field.name))
        if wanted == TIME:
            return _moments(column)
        return column.cast(wanted, safe=not pa.types.is_floating(wanted))
    except pa.ArrowException:
        raise _wrong(name, str(wanted), found) from None


_REFUSED = {"parent": 2**31 - 1, "pid": -1}
"""What no such field can be, where NULL would say that there is none."""

_NUMBERS = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
_TEXTS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
_LISTS = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)


def _is_of_kind(found: pa.DataType, wanted: pa.DataType) -> bool:
    """Whether such a column may stand for the other, whatever is in its cells."""
    if pa.types.is_dictionary(found):
        return _is_of_kind(found.value_type, wanted)
    if pa.types.is_list(wanted) and any(kind(found) for kind in _LISTS):
        return pa.types.is_null(found.value_type) or _is_of_kind(found.value_type, wanted.value_type)
    if pa.types.is_integer(wanted) or pa.types.is_floating(wanted):
        return any(kind(found) for kind in _NUMBERS)
    if pa.types.is_timestamp(wanted):
        return bool(pa.types.is_timestamp(found))
    if pa.types.is_boolean(wanted):
        return bool(pa.types.is_boolean(found)) or any(kind(found) for kind in _NUMBERS)
    return bool(pa.types.is_string(wanted)) and any(kind(found) for kind in _TEXTS)


def _whole_numbers(column: pa.Array, wanted: pa.DataType, refused: int | None) -> pa.Array:
    """Numbers of any kind as whole ones; ``refused`` where a cell is none, or too large."""
    if not pa.types.is_floating(column.type):  # of these, casts of large ones differ from processor to processor
        with suppress(pa.ArrowException):
            return column.cast(wanted)
    there = np.nonzero(column.is_valid().to_numpy(zero_copy_only=False))[0]
    cells = column.drop_null().to_numpy(zero_copy_only=False)
    fits = _fits(cells, 2 ** (wanted.bit_width - 1))
    made = np.full(len(column), 0 if refused is None else refused, np.int64)
    made[there[fits]] = cells[fits].astype(np.int64)
    missing = np.ones(len(column), np.bool_)
    missing[there if refused is not None else there[fits]] = False
    return pa.array(made, wanted, mask=missing)


def _fits(cells: np.ndarray[Any, Any], limit: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which of them are whole numbers from ``-limit`` to one below ``limit``."""
    if cells.dtype.kind in "iu":
        known = np.iinfo(cells.dtype)
        found = (cells >= max(-limit, known.min)) & (cells <= min(limit - 1, known.max))
    else:  # decimals are objects
        cells = cells.astype(np.float64) if cells.dtype.kind == "f" else cells
        found = (cells >= -limit) & (cells < limit)
        found[found] = np.floor(cells[found]) == cells[found]
    return found


_PER_UNIT = {"s": 1_000_000, "ms": 1_000}


def _moments(column: pa.Array) -> pa.Array:
    """Moments in whole microseconds; NULL where that is too far away. Without a time zone they are UTC's."""
    per_unit = _PER_UNIT.get(column.type.unit)
    if per_unit is None:
        return column.cast(TIME, safe=False)
    far = (2**63 - 1) // per_unit
    counts = column.cast(pa.int64())
    near = pc.and_(pc.greater_equal(counts, -far), pc.less_equal(counts, far))
    return pc.if_else(near, column, None).cast(TIME)


def _wrong(name: str, wanted: str, found: pa.DataType) -> InvalidSnapshot:
    shown = ascii(str(found))[1:-1][:60]
    cure = f"make it {wanted}, not {shown}: see uidiff.arrow.SNAPSHOTS"
    return InvalidSnapshot("a column of another type", f"$.{name}", cure)
