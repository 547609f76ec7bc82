"""Check the columns of frames, find them by exact name, and convert them to the types of our tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import attrs
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f
from pyspark.sql import types as t

from uidiff.arrow import conform
from uidiff.arrow.schema import NAME_KEY, NEEDLESS, SNAPSHOTS, VERSION_KEY
from uidiff.errors import InvalidSnapshot, looks_like_one_of
from uidiff.spark.schemas import arrow_type, spark_schema, spark_type
from uidiff.spark.sending import lean_pieces, spread

__all__ = [
    "OF_CHANGES",
    "Names",
    "column",
    "conformed_frame",
    "expect_columns",
    "expect_frame",
    "expect_partitions",
    "expect_readable",
    "expect_session",
    "expect_types",
    "picked",
]

OF_CHANGES = "give what diff_snapshots or diff_recordings gave"
"""The cure where a column of CHANGE_SCHEMA is missing."""

_SHOWN = 60
"""Characters of a type that an error shows: it may hold names of any length."""

_MANY = 20
"""The most columns that an error names."""


@attrs.frozen
class Names:
    """The columns of a frame of snapshots that hold the keys and the elements; None: there is no such column."""

    session: str | None
    window: str | None
    seq: str
    ts: str | None
    nodes: str

    def chosen(self, frame: DataFrame, *, without: Collection[str] = NEEDLESS) -> DataFrame:
        """Select the columns of SNAPSHOTS that the engine needs, for ``lean_pieces`` in the workers.

        They get our names; the elements are columns as :func:`spread` makes them. ``without``: columns that are not
        needed.

        Raises:
            InvalidSnapshot: no such column, or one of another type.
            TypeError: no frame, or no names.
        """
        expect_frame(frame)
        named = {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}
        for own, name in named.items():
            if not (isinstance(name, str) or (name is None and own not in _REQUIRED)):
                raise TypeError(f"{own} takes the name of a column, as a text")
        for own, name in named.items():
            if own in _REQUIRED or name not in (None, own):
                expect_columns(frame, name, cure=f'say {own}="…" with the name of the column that holds it')
        for own in ("session", "window", "ts"):
            if named[own] == own:
                _expect_no_variant(frame, own)
        there = set(frame.columns)
        places = {own: named.get(own, own) for own in SNAPSHOTS.names if own not in without}
        for own in ("source", "schema_version"):
            if not has_sense(frame, own):
                del places[own]
        found = picked(frame, {own: name for own, name in places.items() if name in there})
        types = {field.name: field.dataType for field in found.schema}
        expect_types(types, SNAPSHOTS, {own: name for own, name in named.items() if name is not None})
        sent = {own: found[own] for own in found.columns if own != "nodes"}
        sent |= spread(found["nodes"], types["nodes"])
        return found.select(*(cells.alias(name) for name, cells in sent.items()))


_REQUIRED = ("seq", "nodes")


_OF_SENSE = {"source": t.StringType, "schema_version": t.IntegralType}


def has_sense(frame: DataFrame, own: str) -> bool:
    """Return whether the frame has such a column of ours, not one of that name and of another sense."""
    return any(field.name == own and isinstance(field.dataType, _OF_SENSE[own]) for field in frame.schema)


def column(frame: DataFrame, name: str) -> Column:
    """Return the column of exactly that name: dots, spaces and backticks are characters of it."""
    return frame["`" + name.replace("`", "``") + "`"]


def picked(frame: DataFrame, names: Mapping[str, str]) -> DataFrame:
    """Select columns under other names; ``names``: by new name the old one. Spark itself takes SEQ for seq.

    Raises:
        InvalidSnapshot: there are two columns of one of these names.
    """
    known = frame.columns
    for name in names.values():
        if known.count(name) > 1:
            raise InvalidSnapshot(f"two columns {_shown(name)}", "$", "give one of them another name")
    if len({name.lower() for name in known}) == len(known):
        return frame.select(*(column(frame, name).alias(own) for own, name in names.items()))
    numbered = frame.toDF(*(f"column_{place}" for place in range(len(known))))
    return numbered.select(*(numbered[f"column_{known.index(name)}"].alias(own) for own, name in names.items()))


def expect_frame(frame: object) -> None:
    """Raise TypeError unless it is a DataFrame of Spark."""
    if not isinstance(frame, DataFrame):
        kind, room = type(frame).__name__, type(frame).__module__.partition(".")[0]
        if room == "pandas":
            raise TypeError(f"a DataFrame of Spark is wanted, not {room}.{kind}: spark.createDataFrame(…) makes one")
        raise TypeError(f"a DataFrame of Spark is wanted, not {kind}: tables of Arrow are for uidiff.arrow")


def expect_session(spark: object, function: str) -> None:
    """Raise TypeError unless it is a session of Spark, classic or Connect."""
    if not hasattr(spark, "createDataFrame"):
        raise TypeError(f"the session comes first, {function}(spark, …): got {type(spark).__name__}")


def expect_columns(frame: DataFrame, *names: str, cure: str = "name the column that holds it") -> None:
    """Raise InvalidSnapshot unless the frame has these columns; ``cure``: what to do. TypeError: it is no frame."""
    expect_frame(frame)
    known = frame.columns
    for name in names:
        if name not in known:
            meant = looks_like_one_of(name, known, alike=0.6)
            hint = f"did you mean {_shown(meant)}? " if meant else ""
            shown = ", ".join(ascii(one)[:40] for one in known[:_MANY]) + (", …" if len(known) > _MANY else "")
            raise InvalidSnapshot(f"no column {_shown(name)}", "$", f"{hint}{cure}; there are: {shown or 'none'}")


def expect_partitions(partitions: object) -> None:
    """Raise ValueError unless it is a number of partitions, or None."""
    if partitions is not None and (type(partitions) is not int or partitions < 1):
        raise ValueError("partitions is a whole number above 0, or None")


def _expect_no_variant(frame: DataFrame, own: str) -> None:
    """Raise InvalidSnapshot if there is a column of that name in another case only."""
    for name in frame.columns:
        if name != own and name.lower() == own and own not in frame.columns:
            raise InvalidSnapshot(
                f"no column {own!r}", "$", f"say {own}={name!r}, or {own}=None if it is another thing"
            )


def expect_readable(frame: DataFrame, wanted: pa.Schema) -> None:
    """Raise InvalidSnapshot if a column says that it is of ``wanted`` in a version that only a newer uidiff knows.

    Spark keeps what our frames say of themselves in the metadata of their columns (see ``spark_schema``).
    """
    for field in frame.schema:
        if field.name in wanted.names:
            said = {key.decode(): field.metadata.get(key.decode()) for key in (NAME_KEY, VERSION_KEY)}
            known = {key: text for key, text in said.items() if isinstance(text, str)}
            conform.expect_readable(pa.schema([], metadata=known), wanted)


def expect_types(types: Mapping[str, t.DataType], wanted: pa.Schema, named: Mapping[str, str] | None = None) -> None:
    """Raise InvalidSnapshot unless columns of these types can be converted to those of ``wanted``.

    ``named``: what the frame calls them, if the caller may choose the names.
    """
    try:
        conform.expect_types(pa.schema([(own, arrow_type(given)) for own, given in types.items()]), wanted)
    except InvalidSnapshot as error:
        own, *inside = error.path.removeprefix("$.").split(".")
        given, kind = types[own], spark_type(wanted.field(own).type)
        for name in inside:
            given, kind = _field(given, name), _field(kind, name)
        place = ".".join([f"$.{own if named is None else _shown(named.get(own, own))}", *inside])
        found = ascii(given.simpleString())[1:-1][:_SHOWN]
        cure = f"make it {kind.simpleString()}: see uidiff.spark.SNAPSHOT_SCHEMA"
        raise InvalidSnapshot(f"a column of another type, {found}", place, cure) from None


def conformed_frame(frame: DataFrame, wanted: pa.Schema) -> DataFrame:
    """Return the frame with the columns of one of our schemas, missing ones as NULL, without any others.

    Columns that have the right types already cost nothing; else the workers convert the rows.

    Raises:
        InvalidSnapshot: a column of another type, or two of one name.
    """

    def convert(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        pieces = lean_pieces(batches) if "nodes" in wanted.names else batches
        return (conform.conformed_to(piece, wanted) for piece in pieces)

    schema = spark_schema(wanted)
    given = picked(frame, {name: name for name in wanted.names if name in frame.columns})
    types = {field.name: field.dataType for field in given.schema}
    expect_types(types, wanted)
    if any(arrow_type(kind) not in (wanted.field(name).type, pa.null()) for name, kind in types.items()):
        sent = {name: column(given, name) for name in types if name != "nodes"}
        sent |= spread(given["nodes"], types["nodes"]) if "nodes" in types else {}
        return given.select(*(cell.alias(name) for name, cell in sent.items())).mapInArrow(convert, schema)
    cells = {field.name: column(given, field.name) if field.name in types else f.lit(None) for field in schema}
    return given.select(*(cells[field.name].cast(field.dataType).alias(field.name) for field in schema))


def _field(given: t.DataType, name: str) -> t.DataType:
    """Return the type of a field of a struct, or of the structs in a list; without such a field the type itself."""
    inside = given.elementType if isinstance(given, t.ArrayType) else given
    return inside[name].dataType if isinstance(inside, t.StructType) and name in inside.names else given


def _shown(name: str) -> str:
    return ascii(name)[:80]
