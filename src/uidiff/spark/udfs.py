"""Functions of columns, for DataFrames and SQL: for trees that stand in one row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import Column, SparkSession
from pyspark.sql import functions as f
from pyspark.sql import types as t

from uidiff.arrow.conform import conformed_nodes
from uidiff.arrow.engine import Engine
from uidiff.arrow.tree_columns import TREE_CHANGES, pair_changes, tree_hashes
from uidiff.arrow.validator import Validator
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.errors import MissingExtra
from uidiff.matching.strategies import MatcherOption
from uidiff.spark.frames import expect_session
from uidiff.spark.schemas import spark_type

__all__ = ["TREE_CHANGES_TYPE", "register", "tree_diff", "tree_hash"]

TREE_CHANGES_TYPE = spark_type(TREE_CHANGES)
"""What ``tree_diff`` gives: an array of the columns of CHANGE_SCHEMA from ``ordinal`` on."""


def tree_diff(
    before: str | Column,
    after: str | Column,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
) -> Column:
    """Diff two trees of one row: an array of rows as ``diff_snapshots`` has them.

    Do not bring snapshots together with ``lag()`` for it: that ships every tree twice, ``diff_snapshots`` once.

    Args:
        before, after: columns of arrays of elements (see ``NODE_TYPE``; fields that are not there are NULL).
        matcher, ignore: as in ``uidiff.diff``.

    Returns:
        TREE_CHANGES_TYPE: an empty array where nothing changed; where a side is NULL or no tree, one row of op
        ``error``.

    Raises:
        MissingExtra: pyspark is older than 4.1.
        UnknownName: no such matcher or field.
    """
    made: Column = _tree_diff(matcher, ignore)(before, after)
    return made


def tree_hash(nodes: str | Column) -> Column:
    """Hash a tree, the same on every machine: equal for trees that are equal in all that is compared.

    The hash covers the shape, and of each element role, name, value, description, url, bounds, actions, states and
    whether it was read; not ids, unknown keys and other carried fields. NULL for NULL and for a cell that is no tree.
    It has 64 bits: for "has anything changed", not for joins across billions of trees.

    Args:
        nodes: a column of arrays of elements (see ``NODE_TYPE``).

    Raises:
        MissingExtra: pyspark is older than 4.1.
    """
    made: Column = _tree_hash()(nodes)
    return made


def register(
    spark: SparkSession,
    *,
    prefix: str = "uidiff_",
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
) -> None:
    """Register ``uidiff_tree_diff``, ``uidiff_tree_hash`` and ``uidiff_node_count`` for SQL in this session.

    Args:
        spark: a session, classic or Connect.
        prefix: what their names begin with. Register again with another prefix for another ``matcher``.
        matcher, ignore: of ``tree_diff``, as in ``uidiff.diff``.

    Raises:
        MissingExtra: pyspark is older than 4.1.
        TypeError: no session.
        UnknownName: no such matcher or field.
    """
    expect_session(spark, "register")
    spark.udf.register(f"{prefix}tree_diff", _tree_diff(matcher, ignore))
    spark.udf.register(f"{prefix}tree_hash", _tree_hash())
    spark.udf.register(f"{prefix}node_count", _node_count())


# ---------------------------------------------------------------------- columns


def _tree_diff(matcher: MatcherOption, ignore: IgnoreOption) -> Any:  # noqa: ANN401  # PySpark names no type for it
    engine = Engine.of(matcher=matcher, ignore=ignore)

    def changes(before: pa.Array, after: pa.Array) -> pa.Array:
        return pair_changes(before, after, engine)

    return _column_function(changes, TREE_CHANGES_TYPE)


def _tree_hash() -> Any:  # noqa: ANN401  # as above
    validator = Validator()

    def digests(nodes: pa.Array) -> pa.Array:
        return tree_hashes(nodes, validator)

    return _column_function(digests, t.LongType())


def _node_count() -> Any:  # noqa: ANN401  # as above
    def counts(nodes: pa.Array) -> pa.Array:
        return pc.list_value_length(conformed_nodes(nodes)).cast(pa.int32())

    return _column_function(counts, t.IntegerType())


def _column_function(function: Callable[..., pa.Array], returns: t.DataType) -> Any:  # noqa: ANN401  # as above
    arrow_udf = getattr(f, "arrow_udf", None)
    if arrow_udf is None:
        raise MissingExtra("spark", "pyspark>=4.1")
    return arrow_udf(function, returns)
