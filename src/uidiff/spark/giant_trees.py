"""Diff two giant trees, each a table of elements: packed by all workers, compared by one."""

from __future__ import annotations

from typing import Literal

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f
from pyspark.sql import types as t

from uidiff.arrow.element_tables import ELEMENTS, PACKED, RARE, CompareTrees, PackElements
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.matching.strategies import MatcherOption
from uidiff.spark.frames import column, expect_columns, expect_types, picked
from uidiff.spark.schemas import CHANGE_SCHEMA, spark_schema

__all__ = ["diff_trees"]

_REQUIRED = ("index", "parent", "role")
_LISTS = ("states", "actions")
_FREQUENT = ("role", "name", "value", "id")
_RARE_TYPES = (t.StringType, t.BooleanType)


def diff_trees(
    before: DataFrame,
    after: DataFrame,
    *,
    matcher: MatcherOption = "name-role-parent",
    ignore: IgnoreOption = (),
    on_error: Literal["column", "raise"] = "column",
) -> DataFrame:
    """Diff two trees that may have millions of elements: the rows are those of ``uidiff.diff``.

    All workers read the elements, one worker sorts and compares them: two trees of 10^6 elements take it 1 GB with a
    key strategy. Cells that the core would not accept are mended or refused, and secrets are hidden, as in
    ``diff_snapshots``.

    Args:
        before, after: the elements of one snapshot each, as ``explode_nodes`` has them: ``index``, ``parent``,
            ``role``, and any other fields of ``NODE_TYPE``. Texts of a field may have 2 GiB in both trees together.
        matcher, ignore: as in ``uidiff.diff``. "name-role-parent" and "id" take time in proportion to the elements;
            the others take more of it, and memory.
        on_error: two tables that are not trees (an index that is missing or there twice, a parent that does not stand
            before its child) give one row of op ``error`` ("column"), or the job fails with InvalidSnapshot ("raise").

    Returns:
        Rows of ``CHANGE_SCHEMA`` in one partition, in their order; session, window, sequence numbers and ts are NULL.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        UnknownName: no such matcher, field or ``on_error``.
    """
    compare = CompareTrees.of(matcher=matcher, ignore=ignore, on_error=on_error)
    both = _packed(before, after=False).union(_packed(after, after=True))
    return both.repartition(1).mapInArrow(compare, CHANGE_SCHEMA)


def _packed(frame: DataFrame, *, after: bool) -> DataFrame:
    expect_columns(frame, *_REQUIRED, cure="give what explode_nodes gave")
    found = picked(frame, {name: name for name in ELEMENTS.names if name in frame.columns})
    types = {field.name: field.dataType for field in found.schema}
    expect_types(types, ELEMENTS)
    cells = {name: column(found, name) for name in types}
    cells |= {name: _never_null(cells[name], types[name]) for name in _LISTS if name in cells}
    rare = [name for name, kind in types.items() if name not in _FREQUENT and isinstance(kind, _RARE_TYPES)]
    if rare:
        cells[RARE] = _rare([cells.pop(name).cast("string") for name in rare])
    sent = found.select(*(cell.alias(name) for name, cell in cells.items()))
    return sent.mapInArrow(PackElements(after, rare), spark_schema(PACKED))


def _rare(cells: list[Column]) -> Column:
    """A list of texts, empty where all are NULL: each column costs time, also one of NULL alone."""
    return f.when(f.coalesce(*cells).isNotNull(), f.array(*cells)).otherwise(f.array().cast("array<string>"))


def _never_null(cells: Column, kind: t.DataType) -> Column:
    """An empty list means the same as NULL, and many NULL in a row take long to send (see ``sending``)."""
    empty = {t.ArrayType: f.array(), t.MapType: f.create_map()}.get(type(kind))
    return cells if empty is None else f.coalesce(cells, empty.cast(kind))
