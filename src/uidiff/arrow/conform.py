"""Convert tables of other tools to the columns and types of our own tables. Names and types are checked, not values.

A column of the right kind may hold numbers that do not fit its type. They become a value that the validator refuses, as
an error of their row. Messages of pyarrow about a cell are not passed on, as they quote it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.schema import BOUNDS, NAME_KEY, NODE, SCHEMA_VERSION, SNAPSHOTS, STATES, TIME, VERSION_KEY
from uidiff.errors import InvalidSnapshot

__all__ = [
    "cast_column",
    "conformed",
    "conformed_nodes",
    "conformed_to",
    "expect_columns",
    "expect_readable",
    "expect_snapshots",
    "expect_table",
    "expect_types",
    "lists_of",
]

_REQUIRED = ("seq", "nodes")


def conformed(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the batch with the columns of SNAPSHOTS, missing ones as NULL, without any others.

    Raises:
        InvalidSnapshot: no ``seq`` or ``nodes``, or a column of another kind; or a newer uidiff wrote it.
    """
    expect_readable(batch.schema, SNAPSHOTS)
    for name in _REQUIRED:
        if name not in batch.schema.names:
            raise InvalidSnapshot("no such column", f"$.{name}", "rename the column that holds it")
    return conformed_to(batch, SNAPSHOTS)


def conformed_to(batch: pa.RecordBatch, wanted: pa.Schema) -> pa.RecordBatch:
    """Return the batch with the columns of one of our schemas, missing ones as NULL, without any others.

    Raises:
        InvalidSnapshot: a column of another kind.
    """
    if batch.schema.equals(wanted):
        return batch
    given = {name: batch.column(place) for place, name in enumerate(batch.schema.names)}
    columns = [_cell(field, given.get(field.name), batch.num_rows) for field in wanted]
    return pa.RecordBatch.from_arrays(columns, schema=wanted)


def expect_snapshots(schema: pa.Schema) -> None:
    """Raise InvalidSnapshot unless the columns of SNAPSHOTS that are there can be converted to it."""
    ours = [field for field in schema if field.name in SNAPSHOTS.names]
    conformed(_empty(pa.schema(ours, metadata=schema.metadata)))


def expect_readable(schema: pa.Schema, wanted: pa.Schema) -> None:
    """Raise InvalidSnapshot if a schema says that it is ``wanted`` in a version that only a newer uidiff knows.

    A schema that says nothing, as those of tables of other tools, is judged by its columns alone.
    """
    said = schema.metadata or {}
    if VERSION_KEY not in said or said.get(NAME_KEY) != wanted.metadata[NAME_KEY]:
        return
    name, version = wanted.metadata[NAME_KEY].decode(), said[VERSION_KEY]
    place = f"metadata {VERSION_KEY.decode()}"
    if not (version.isdigit() and int(version[:_DIGITS]) > 0):
        raise InvalidSnapshot("no version", place, "write the table again with uidiff")
    if len(version) > _DIGITS or int(version) > SCHEMA_VERSION:
        problem = f"version {version[:_DIGITS].decode()} of uidiff/{name} was written by a newer uidiff"
        raise InvalidSnapshot(problem, place, "upgrade uidiff to read it")


_DIGITS = 9  # of a version, at the most


def expect_types(schema: pa.Schema, wanted: pa.Schema) -> None:
    """Raise InvalidSnapshot unless columns of these types can be converted to those of ``wanted``."""
    conformed_to(_empty(schema), wanted)


def _empty(schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema)


def expect_table(table: object) -> None:
    """Raise TypeError unless it is a ``pyarrow.Table``."""
    if not isinstance(table, pa.Table):
        cure = "recording_table(path), pa.Table.from_pandas(frame) and pa.Table.from_batches(batches) make one"
        raise TypeError(f"a pyarrow.Table is wanted, not {type(table).__name__}: {cure}")


def expect_columns(table: pa.Table, names: Iterable[str], cure: str) -> None:
    """Raise TypeError unless it is a ``pyarrow.Table``, InvalidSnapshot with the cure unless it has these columns."""
    expect_table(table)
    for name in names:
        if name not in table.column_names:
            raise InvalidSnapshot("no such column", f"$.{ascii(name)[1:-1][:60]}", cure)


def conformed_nodes(column: pa.Array) -> pa.ListArray:
    """Convert a column of trees to lists of NODE. InvalidSnapshot: it is not a list of structs with such fields."""
    if pa.types.is_null(column.type):
        return column.cast(pa.list_(NODE))
    if not (pa.types.is_list(column.type) or pa.types.is_large_list(column.type)):
        raise _wrong("nodes", "a list of structs", column.type)
    lengths = pc.list_value_length(column)
    items = column.flatten()
    if not pa.types.is_struct(items.type):
        raise _wrong("nodes", "a list of structs", column.type)
    given = {field.name: pc.struct_field(items, place) for place, field in enumerate(items.type)}
    cells = [_cell(field, given.get(field.name), len(items), "nodes.") for field in NODE]
    missing = items.is_null() if items.null_count else None
    structs = pa.StructArray.from_arrays(cells, fields=list(NODE), mask=missing)
    return lists_of(lengths, structs)


def lists_of(lengths: pa.Array, items: pa.Array) -> pa.ListArray:
    """Make lists of successive items, of these lengths; NULL where the length is NULL."""
    ends = pc.cumulative_sum(lengths.fill_null(0).cast(pa.int32()))
    offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends])
    return pa.ListArray.from_arrays(offsets, items, mask=lengths.is_null())


def _cell(field: pa.Field, column: pa.Array | None, count: int, above: str = "") -> pa.Array:
    """Convert a column to the type of a field of our tables. ``above``: what errors put before its name."""
    if column is None:
        return pa.nulls(count, field.type)
    if field.name == "nodes":
        return conformed_nodes(column)
    name = above + field.name
    if field.type == STATES:
        return _states(column, name)
    if field.type == BOUNDS and any(kind(column.type) for kind in _LISTS):
        return _boxes(column, name)
    if field.type == BOUNDS and pa.types.is_struct(column.type):
        return _named(column, BOUNDS, name)
    return cast_column(field, column, above)


def _states(column: pa.Array, name: str) -> pa.ListArray:
    """Convert a map, as JSON readers give it, or a list of names and values, to a list sorted by name."""
    if column.type == STATES:
        return column
    if pa.types.is_null(column.type):
        return column.cast(STATES)
    if pa.types.is_map(column.type):
        column = column.cast(pa.list_(pa.struct([("name", column.type.key_type), ("value", column.type.item_type)])))
    if not (pa.types.is_list(column.type) and pa.types.is_struct(column.type.value_type)):
        raise _wrong(name, "a map of texts, or a list of structs of name and value", column.type)
    lengths = pc.list_value_length(column)
    names, values = _named(column.flatten(), STATES.value_type, name).flatten()
    rows = np.repeat(np.arange(len(column)), lengths.fill_null(0).to_numpy(zero_copy_only=False))
    order = pc.sort_indices(pa.table({"row": rows, "name": names}), [("row", "ascending"), ("name", "ascending")])
    pairs = pa.StructArray.from_arrays([names.take(order), values.take(order)], fields=list(STATES.value_type))
    return lists_of(lengths, pairs)


def _boxes(column: pa.Array, name: str) -> pa.StructArray:
    """Convert lists of four numbers to bounds; of a list of another length all sides are NULL."""
    kind, width = column.type, len(BOUNDS)
    if pa.types.is_fixed_size_list(kind) and kind.list_size != width:
        raise _wrong(name, "lists of four numbers", kind)
    numbers = cast_column(pa.field("bounds", pa.int32()), column.flatten(), name.removesuffix("bounds"))
    missing = column.is_null()
    lengths = pc.if_else(missing, 0, pc.list_value_length(column)).to_numpy(zero_copy_only=False).astype(np.int64)
    starts = pa.array(np.cumsum(lengths) - lengths, mask=lengths != width)
    sides = [numbers.take(pc.add(starts, side)) for side in range(width)]
    return pa.StructArray.from_arrays(sides, fields=list(BOUNDS), mask=missing)


def _named(column: pa.StructArray, wanted: pa.StructType, name: str) -> pa.StructArray:
    """Convert a struct to another one, field by field by their names."""
    given = {field.name: pc.struct_field(column, place) for place, field in enumerate(column.type)}
    missing = [field.name for field in wanted if field.name not in given]
    if missing:
        raise _wrong(name, f"a struct with the field {missing[0]}", column.type)
    cells = [cast_column(field, given[field.name], f"{name}.") for field in wanted]
    return pa.StructArray.from_arrays(cells, fields=list(wanted), mask=column.is_null())


def cast_column(field: pa.Field, column: pa.Array, above: str = "") -> pa.Array:
    """Convert a column to the type of a field. InvalidSnapshot: it is of another kind.

    A number that does not fit becomes one that the validator refuses (see ``_REFUSED``), or NULL.
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
"""Values that these fields cannot have, for numbers that do not fit: NULL would mean a root, or no process."""

_NUMBERS = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
_TEXTS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
_LISTS = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)


def _is_of_kind(found: pa.DataType, wanted: pa.DataType) -> bool:
    """Whether columns of one type can be converted to the other."""
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
    """Convert numbers of any kind to whole ones; ``refused`` (or NULL) where a cell is no whole number or too large."""
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
    """Which cells are whole numbers from ``-limit`` to ``limit - 1``."""
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
    """Convert moments to whole microseconds in UTC, NULL where out of range. Without a time zone they are UTC's."""
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
