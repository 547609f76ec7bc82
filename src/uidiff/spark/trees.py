"""Two giant trees, each a table of elements, diffed by all workers."""

from __future__ import annotations

from functools import reduce
from typing import Literal

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f

from uidiff.arrow.tree_parts import ELEMENTS, PARTS, PLACE, WIDTH, Bundles
from uidiff.arrow.trees import stages
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.matching.strategies import MatcherOption
from uidiff.spark.casting import conformed_frame
from uidiff.spark.frames import expect_columns, expect_partitions
from uidiff.spark.schemas import CHANGE_SCHEMA, spark_schema

__all__ = ["diff_trees"]

_ELEMENTS = spark_schema(ELEMENTS)
_PLACED = ("index", "parent", "unread")
_FIRST = 2
"""What PLACE has for the parent 0; below it are roots."""

_REQUIRED = {"id": ("index", "parent", "role"), "as read": ("index", "parent", "role", "parent_name")}


def diff_trees(
    before: DataFrame,
    after: DataFrame,
    *,
    matcher: MatcherOption = "name-role-parent",
    ignore: IgnoreOption = (),
    on_error: Literal["column", "raise"] = "column",
    partitions: int | None = None,
) -> DataFrame:
    """What changed between two trees that may have millions of elements: the rows that ``uidiff.diff`` has.

    The elements are dealt out by their keys, so those of one key (all without name below one parent's name, or all
    without id) are in one worker: up to about a million of them. The places of all elements, some 20 bytes each, are in
    one worker at the end. The cells are taken as they are: of foreign data make a snapshot first.

    Args:
        before, after: the elements of one snapshot each, as ``explode_nodes`` has them: ``index``, ``parent``,
            ``role``, for "name-role-parent" also ``parent_name``, and what else there is of ``NODE_TYPE``.
        matcher: "name-role-parent" or "id". Others look at the whole tree: ``diff_snapshots`` takes them.
        ignore: as in ``uidiff.diff``.
        on_error: two tables that are no trees (an index that is missing or there twice, a parent that does not stand
            before its child) give one row of op ``error`` ("column"), or the job fails with InvalidSnapshot ("raise").
        partitions: into how many parts the elements are dealt; by default as many as Spark's shuffles have.

    Returns:
        Rows of ``CHANGE_SCHEMA`` in one partition, in their order; session, window, sequence numbers and ts are NULL.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        UnknownName: no such matcher (or one that needs the whole tree), field or ``on_error``.
        ValueError: ``partitions`` is no whole number above 0.
    """
    pair, join = stages(matcher, ignore, on_error)
    expect_partitions(partitions)
    for frame in (before, after):
        expect_columns(frame, *_REQUIRED[pair.kind], cure="give what explode_nodes gave")
    bundles = Bundles.of(pair.kind, pair.ignore)
    names = [name for name in ELEMENTS.names[1:] if name in before.columns or name in after.columns]
    both = _side(before, names, bundles, after=False).union(_side(after, names, bundles, after=True))
    keys = _keys(pair.kind, names)
    dealt = both.repartition(*keys) if partitions is None else both.repartition(partitions, *keys)
    parts = dealt.mapInArrow(pair, spark_schema(PARTS))
    return parts.repartition(1).mapInArrow(join, CHANGE_SCHEMA)


def _side(frame: DataFrame, names: list[str], bundles: Bundles, *, after: bool) -> DataFrame:
    """What the workers need of a tree: few columns, as each costs time."""
    elements = conformed_frame(frame, [_ELEMENTS[name] for name in names])
    cells = {name: f.col(name) for name in names}
    bundled = {
        bundle: _bundle({name: cells[name] for name in fields if name in cells})
        for bundle, fields in bundles._asdict().items()
        if not cells.keys().isdisjoint(fields)
    }
    told = {*_PLACED, *bundles.compared, *bundles.ignored}
    plain = {name: cell for name, cell in cells.items() if name not in told}
    sent = {PLACE: _place(cells, after=after), **plain, **bundled}
    return elements.select(*(cell.alias(name) for name, cell in sent.items()))


def _bundle(cells: dict[str, Column]) -> Column:
    """What Bundles says of these fields. Making JSON costs more than all else here: not where there is nothing."""
    told = reduce(Column.__or__, (cell.isNotNull() for cell in cells.values()))
    if "bounds" in cells:
        sides = (cells["bounds"][side.name] for side in ELEMENTS.field("bounds").type)
        cells = cells | {"bounds": f.when(cells["bounds"].isNotNull(), f.array(*sides))}
    return f.when(told, f.to_json(f.struct(*(cell.alias(name) for name, cell in cells.items()))))


def _place(cells: dict[str, Column], *, after: bool) -> Column:
    """The column PLACE. An index or a parent that is too large for it is one that no element has."""
    index, parent = (
        f.least(f.greatest(f.coalesce(cells[name], f.lit(-1)), f.lit(lowest)), f.lit(2 ** (WIDTH - 1))).cast("long")
        for name, lowest in (("index", -1), ("parent", -2))
    )
    unread = f.coalesce(cells.get("unread", f.lit(None)), f.lit(False)).cast("long")  # noqa: FBT003  # a value
    bits = f.shiftleft(index + 1, WIDTH).bitwiseOR(parent + 2)
    return f.shiftleft(bits, 2).bitwiseOR(f.shiftleft(unread, 1)).bitwiseOR(f.lit(int(after)).cast("long"))


def _keys(kind: str, names: list[str]) -> list[Column]:
    """Elements that may be paired have these alike; who is in one part is no more than that."""
    if kind == "id":
        return [f.col("id")] if "id" in names else [f.lit(0)]
    texts = [f.coalesce(f.col(name), f.lit("")) for name in ("name", "parent_name") if name in names]
    native = [f.col("native_role")] if "native_role" in names else []
    parent = f.shiftrightunsigned(f.col(PLACE), 2).bitwiseAND(f.lit((1 << WIDTH) - 1))
    return [f.col("role"), *native, *texts, parent < _FIRST]
