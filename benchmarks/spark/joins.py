"""The usual diff of two DataFrames, in SQL alone: a full outer join on typed keys, null-safe, field by field.

The k-th element of a key is the k-th of that key: without that number, elements of one key would multiply.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as f

__all__ = ["exploded", "join_diff", "numbered", "windows_diff"]

STATES = ("disabled", "focused")
"""Those that the made-up recordings have."""

KEY = ("role", "name", "parent_name", "root", "nth")

FIELDS = "array<struct<field: string, before: string, after: string>>"


def windows_diff(frame: DataFrame) -> DataFrame:
    """What changed between the successive snapshots of each window, by (role, name, parent's name), k-th with k-th."""
    window = Window.partitionBy("session", "window").orderBy("seq")
    steps = frame.select("session", "window", "seq", f.lead("seq").over(window).alias("next"))
    nodes = numbered(exploded(frame), "session", "window", "seq")
    where = ["session", "window", "seq"]
    step = f.broadcast(steps.where(f.col("next").isNotNull()))
    before = nodes.join(step, where).withColumnRenamed("seq", "before_seq").withColumnRenamed("next", "after_seq")
    after = nodes.withColumnRenamed("seq", "next").join(step, ["session", "window", "next"])
    after = after.withColumnRenamed("seq", "before_seq").withColumnRenamed("next", "after_seq")
    return join_diff(before, after, "session", "window", "before_seq", "after_seq")


def exploded(frame: DataFrame) -> DataFrame:
    """The elements of snapshots, a row each, with the name of the parent, which needs no join while they are a list."""
    nodes = f.transform("nodes", lambda node, index: _with_parent(node, index, f.col("nodes")))
    flat = frame.select("session", "window", "seq", f.inline(nodes))
    return flat.select("*", *[state_of(f.col("states"), state).alias(state) for state in STATES]).drop("states")


def _with_parent(node: Column, index: Column, nodes: Column) -> Column:
    parent = node["parent"]
    columns = [node[name].alias(name) for name in ("id", "role", "name", "value", "description", "bounds", "states")]
    above = f.when(parent.isNotNull(), f.get(nodes, parent)["name"])
    return f.struct(index.alias("index"), *columns, above.alias("parent_name"), parent.isNull().alias("root"))


def state_of(states: Column, name: str) -> Column:
    return f.coalesce(f.exists(states, lambda state: state["name"] == name), f.lit(False))  # noqa: FBT003  # a value


def numbered(nodes: DataFrame, *where: str) -> DataFrame:
    """The elements with ``nth``: the how many-th it is of its key, in its snapshot."""
    window = Window.partitionBy(*where, *KEY[:-1]).orderBy("index")
    return nodes.withColumn("nth", f.row_number().over(window))


def join_diff(before: DataFrame, after: DataFrame, *where: str) -> DataFrame:
    """What came, went and changed: the columns ``where``, op, both indices, role, name, and the fields that differ."""
    a, b = before.alias("a"), after.alias("b")
    same = reduce(Column.__and__, [f.col(f"a.{name}").eqNullSafe(f.col(f"b.{name}")) for name in (*where, *KEY)])
    gone, came = f.col("b.index").isNull(), f.col("a.index").isNull()
    op = f.when(came, "added").when(gone, "removed").otherwise("changed")
    changed = f.when(~gone & ~came, _fields()).otherwise(f.array().cast(FIELDS))
    joined = a.join(b, same, "full_outer").select(
        *[f.coalesce(f"a.{name}", f"b.{name}").alias(name) for name in where],
        op.alias("op"),
        f.col("a.index").alias("before_index"),
        f.col("b.index").alias("after_index"),
        *[f.coalesce(f"b.{name}", f"a.{name}").alias(name) for name in ("role", "name")],
        changed.alias("fields"),
    )
    return joined.where((f.col("op") != "changed") | (f.size("fields") > 0))


def _fields() -> Column:
    """The fields that differ, as the change table has them; the made-up texts need no escapes."""
    found = [_field(name, _text) for name in ("value", "description")]
    found += [_field("bounds", _bounds), *[_field(state, _flag) for state in STATES]]
    return f.filter(f.array(*found), lambda field: field.isNotNull())


def _field(name: str, shown: Callable[[Column], Column]) -> Column:
    before, after = f.col(f"a.{name}"), f.col(f"b.{name}")
    values = f.struct(f.lit(name).alias("field"), shown(before).alias("before"), shown(after).alias("after"))
    return f.when(~before.eqNullSafe(after), values)


def _text(column: Column) -> Column:
    return f.coalesce(f.concat(f.lit('"'), column, f.lit('"')), f.lit("null"))


def _bounds(column: Column) -> Column:
    return f.concat(f.lit("["), f.concat_ws(",", *[column[side] for side in ("x", "y", "width", "height")]), f.lit("]"))


def _flag(column: Column) -> Column:
    return column.cast("string")
