"""Columns of a frame in the types of our tables: fields go by their names, where Spark's cast goes by their places.

No cell ends the job, and none is quoted: a type that may hold anything else is refused at once, and a number that does
not fit is NULL.
"""

from __future__ import annotations

from collections.abc import Collection

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f
from pyspark.sql import types as t

from uidiff.arrow.schema import BOUNDS, STATES
from uidiff.errors import InvalidSnapshot
from uidiff.spark.frames import column as column_of
from uidiff.spark.frames import picked
from uidiff.spark.schemas import spark_type

__all__ = ["conformed_column", "conformed_frame"]

_STATES = spark_type(STATES)
_BOUNDS = spark_type(BOUNDS)
_SIDES = [field.name for field in BOUNDS]
_WHOLE = (_BOUNDS, spark_type(STATES.value_type))
"""Structs of which no field may be missing: all of them would be damaged."""

_TEXTS = (t.StringType, t.VarcharType, t.CharType)

_PARENT = "parent"
_NOBODY = -2
"""Instead of a parent that does not fit: no element has this index, where NULL would make a root."""

_SHOWN = 80
"""Characters of a type that an error shows: it may hold names of any length."""


def conformed_frame(frame: DataFrame, fields: Collection[t.StructField]) -> DataFrame:
    """The frame with just these columns, in their types; what is missing is NULL.

    Raises:
        InvalidSnapshot: a column of another type, or two of one name.
    """
    types = {field.name: field.dataType for field in frame.schema}
    given = picked(frame, {field.name: field.name for field in fields if field.name in types})
    cells = {}
    for field in fields:
        name, wanted = field.name, field.dataType
        if name in types:
            cells[name] = conformed_column(column_of(given, name), types[name], wanted, f"$.{name}")
        else:
            cells[name] = f.lit(None).cast(wanted)
    return given.select(*(cell.alias(name) for name, cell in cells.items()))


def conformed_column(column: Column, given: t.DataType, wanted: t.DataType, place: str) -> Column:
    """A column in another type: the fields of structs by their names, what is missing NULL, what is too much left out.

    States may be a map of texts too, and bounds an array of four numbers. A column of the type wanted costs nothing.

    Args:
        column: any column, or an item in one.
        given: its type.
        wanted: one of the types of our tables.
        place: where it stands, for errors: ``$.nodes``.

    Raises:
        InvalidSnapshot: it is of another kind, as a text is where a number is wanted.
    """
    if _bare(given) == wanted:
        return column
    if isinstance(given, t.NullType) or (isinstance(wanted, t.StringType) and isinstance(given, _TEXTS)):
        return column.cast(wanted)
    if isinstance(wanted, t.ArrayType):
        return _array(column, given, wanted, place)
    if isinstance(wanted, t.StructType):
        return _struct(column, given, wanted, place)
    if isinstance(wanted, t.NumericType) and isinstance(given, t.NumericType):
        return _number(column, given, wanted, place)
    raise _wrong(given, wanted.simpleString(), place)


def _array(column: Column, given: t.DataType, wanted: t.ArrayType, place: str) -> Column:
    if wanted == _STATES and isinstance(given, t.MapType):
        return _states(column, given, place)
    if not isinstance(given, t.ArrayType):
        raise _wrong(given, wanted.simpleString(), place)
    of = given.elementType

    def conformed_item(item: Column) -> Column:
        return conformed_column(item, of, wanted.elementType, place)

    return f.transform(column, conformed_item)


def _states(column: Column, given: t.MapType, place: str) -> Column:
    """A map, as JSON readers give them, in the order of its keys."""
    if not all(isinstance(kind, (*_TEXTS, t.NullType)) for kind in (given.keyType, given.valueType)):
        raise _wrong(given, "a map of texts, or an array of structs of name and value", place)
    return f.array_sort(f.map_entries(column).cast(_STATES))


def _struct(column: Column, given: t.DataType, wanted: t.StructType, place: str) -> Column:
    if wanted == _BOUNDS and isinstance(given, t.ArrayType):
        return _box(column, given, place)
    if not isinstance(given, t.StructType):
        raise _wrong(given, wanted.simpleString(), place)
    cells = []
    called, named = _told_apart(column, given)
    for field in wanted:
        where = f"{place}.{field.name}"
        if given.names.count(field.name) > 1:
            raise InvalidSnapshot("two fields of one name", where, "rename or drop one of them")
        if field.name in called:
            cell = named.getField(called[field.name])
            cell = conformed_column(cell, given[field.name].dataType, field.dataType, where)
        elif wanted in _WHOLE:
            raise _wrong(given, f"a struct with the field {field.name}", place)
        else:
            cell = f.lit(None).cast(field.dataType)
        cells.append(cell.alias(field.name))
    return f.when(column.isNotNull(), f.struct(*cells))


def _told_apart(column: Column, given: t.StructType) -> tuple[dict[str, str], Column]:
    """How the fields are called, and the struct in which they are: Spark itself takes NAME for name."""
    if len({_folded(name) for name in given.names}) == len(given):
        return {name: name for name in given.names}, column
    called = {name: f"field_{place}" for place, name in enumerate(given.names)}
    fields = [t.StructField(f"field_{place}", field.dataType) for place, field in enumerate(given)]
    return called, column.cast(t.StructType(fields))  # which goes by the places


def _folded(name: str) -> str:
    """Alike for names that Java takes for one: it compares letter by letter."""
    return "".join(letter.upper().lower()[:1] for letter in name)


def _box(column: Column, given: t.ArrayType, place: str) -> Column:
    """Bounds as an array. Of more or fewer than four numbers are made bounds that are damaged."""
    if not isinstance(given.elementType, t.NumericType | t.NullType):
        raise _wrong(given, "a struct of four numbers, or an array of them", place)
    whole = f.size(column) == len(_SIDES)
    sides = []
    for number, name in enumerate(_SIDES):
        side = f.when(whole, f.get(column, f.lit(number)))
        side = conformed_column(side, given.elementType, t.IntegerType(), f"{place}[{number}]")
        sides.append(side.alias(name))
    return f.when(column.isNotNull(), f.struct(*sides))


def _number(column: Column, given: t.NumericType, wanted: t.NumericType, place: str) -> Column:
    number = column.try_cast(wanted)
    if isinstance(given, t.FractionalType) and isinstance(wanted, t.IntegralType):
        number = f.when(number.cast("double") == column.cast("double"), number)
    if place.endswith(f".{_PARENT}"):
        return f.coalesce(number, f.when(column.isNotNull(), f.lit(_NOBODY)))
    return number


def _bare(given: t.DataType) -> t.DataType:
    """The type as our tables have it: without comments, and with NULL everywhere."""
    if isinstance(given, t.ArrayType):
        return t.ArrayType(_bare(given.elementType))
    if isinstance(given, t.StructType):
        return t.StructType([t.StructField(field.name, _bare(field.dataType)) for field in given])
    return given


def _wrong(given: t.DataType, wanted: str, place: str) -> InvalidSnapshot:
    found = ascii(given.simpleString())[1:-1][:_SHOWN]
    cure = f"make it {wanted}: see uidiff.spark.SNAPSHOT_SCHEMA"
    return InvalidSnapshot(f"a column of another type, {found}", place, cure)
