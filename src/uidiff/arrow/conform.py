"""A table as it comes, brought into the columns and types of SNAPSHOTS: names and types, not values."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.schema import BOUNDS, NODE, SNAPSHOTS, STATES, TIME
from uidiff.errors import InvalidSnapshot

__all__ = ["cast_column", "conformed"]


def conformed(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch with the columns of SNAPSHOTS: what is missing is NULL, what is too much is left out.

    Raises:
        InvalidSnapshot: no ``seq`` or ``nodes``, or a column of a type that cannot be read as its own.
    """
    if batch.schema.equals(SNAPSHOTS):
        return batch
    given = {name: batch.column(place) for place, name in enumerate(batch.schema.names)}
    for name in ("seq", "nodes"):
        if name not in given:
            raise InvalidSnapshot("no such column", f"$.{name}", "rename the column that holds it")
    columns = [_column(field, given.get(field.name), batch.num_rows) for field in SNAPSHOTS]
    return pa.RecordBatch.from_arrays(columns, schema=SNAPSHOTS)


def conformed_nodes(column: pa.Array) -> pa.ListArray:
    """A column of trees as lists of NODE. InvalidSnapshot if it is none."""
    if pa.types.is_null(column.type):
        return column.cast(pa.list_(NODE))
    if not (pa.types.is_list(column.type) or pa.types.is_large_list(column.type)):
        raise _wrong("nodes", "a list of structs")
    lengths = pc.list_value_length(column)
    items = column.flatten()
    if not pa.types.is_struct(items.type):
        raise _wrong("nodes", "a list of structs")
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
    if field.type == TIME and pa.types.is_timestamp(column.type) and column.type.tz is None:
        raise _wrong(field.name, "a timestamp with a time zone")
    return cast_column(field, column)


def _cell(field: pa.Field, column: pa.Array | None, count: int) -> pa.Array:
    if column is None:
        return pa.nulls(count, field.type)
    if field.type == STATES:
        return _states(column)
    if field.type == BOUNDS and (pa.types.is_list(column.type) or pa.types.is_fixed_size_list(column.type)):
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
        raise _wrong("nodes.states", "a map of texts, or a list of structs of name and value")
    lengths = pc.list_value_length(column)
    names, values = _named(column.flatten(), STATES.value_type, "nodes.states").flatten()
    rows = np.repeat(np.arange(len(column)), lengths.fill_null(0).to_numpy(zero_copy_only=False))
    order = pc.sort_indices(pa.table({"row": rows, "name": names}), [("row", "ascending"), ("name", "ascending")])
    pairs = pa.StructArray.from_arrays([names.take(order), values.take(order)], fields=list(STATES.value_type))
    return lists_of(lengths, pairs)


def _boxes(column: pa.Array) -> pa.StructArray:
    """Bounds as lists of four numbers."""
    if set(pc.unique(pc.list_value_length(column)).to_pylist()) - {None, len(BOUNDS)}:
        raise _wrong("nodes.bounds", "lists of four numbers")
    missing = column.is_null()
    places = pa.array(np.cumsum(~missing.to_numpy(zero_copy_only=False)) - 1).fill_null(0)
    numbers = pc.cast(column.flatten(), pa.int32())
    width = len(BOUNDS)
    safe = pc.if_else(missing, None, places)
    sides = [numbers.take(pc.add(pc.multiply(safe, width), side)) for side in range(width)]
    return pa.StructArray.from_arrays(sides, fields=list(BOUNDS), mask=missing)


def _named(column: pa.StructArray, wanted: pa.StructType, name: str) -> pa.StructArray:
    """A struct with the fields wanted, found by their names."""
    given = {field.name: pc.struct_field(column, place) for place, field in enumerate(column.type)}
    missing = [field.name for field in wanted if field.name not in given]
    if missing:
        raise _wrong(name, f"a struct with the field {missing[0]}")
    cells = [cast_column(field, given[field.name], f"{name}.") for field in wanted]
    return pa.StructArray.from_arrays(cells, fields=list(wanted), mask=column.is_null())


def cast_column(field: pa.Field, column: pa.Array, above: str = "") -> pa.Array:
    """A column in the type of a field; InvalidSnapshot if that is of another kind, or a cell does not fit."""
    if column.type == field.type:
        return column
    if pa.types.is_binary(column.type) or pa.types.is_string(field.type) != _is_text(column.type):
        raise _wrong(above + field.name, str(field.type))
    try:
        return column.cast(field.type)
    except pa.ArrowException as error:
        raise _wrong(above + field.name, str(field.type)) from error


def _is_text(given: pa.DataType) -> bool:
    if pa.types.is_dictionary(given):
        return _is_text(given.value_type)
    kinds = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
    return any(kind(given) for kind in kinds)


def _wrong(name: str, wanted: str) -> InvalidSnapshot:
    return InvalidSnapshot("a column of another type", f"$.{name}", f"make it {wanted}: see uidiff.arrow.SNAPSHOTS")
