"""Sum up the changes of many sessions: counts, and how often each element changes."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from operator import and_

from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from uidiff.arrow.schema import OPS
from uidiff.arrow.volatile import (
    COUNTED,
    KEY,
    OF_VOLATILITY,
    PAIR,
    VOLATILITY,
    expect_groups,
    expect_share,
    expect_windows,
    rules_of,
)
from uidiff.diffing.ignoring import Ignore
from uidiff.spark.frames import OF_CHANGES, column, expect_columns, picked

__all__ = ["ignore_rules", "summarize", "volatility"]

_SUMMARY = ("pairs", *OPS, "first_ts", "last_ts")


def summarize(changes: DataFrame, *, by: Collection[str] = ("session", "window")) -> DataFrame:
    """Count what changed, a row a group.

    Args:
        changes: rows of ``CHANGE_SCHEMA``.
        by: the columns of the groups; none: one group of all rows.

    Returns:
        The columns ``by``, then ``pairs`` (pairs of snapshots in which anything changed), a count of rows for each op
        (``added`` … ``newly_read``, ``error``), ``first_ts`` and ``last_ts``.

    Raises:
        InvalidSnapshot: no such column.
        TypeError: a text where a collection of names is wanted.
        ValueError: a column in ``by`` that the answer has of its own.
    """
    changes, names = _grouped(changes, by, *PAIR, "op", "ts", "fields", made=_SUMMARY)
    said = (column(changes, "op") != "circumstances") | (f.coalesce(f.size(column(changes, "fields")), f.lit(-1)) > 0)
    op = f.when(said, column(changes, "op"))
    pair = f.struct(*(column(changes, name) for name in PAIR))
    return changes.groupBy(*(column(changes, name) for name in names)).agg(
        f.countDistinct(f.when(op != "error", pair)).alias("pairs"),
        *(f.count(f.when(op == name, 1)).alias(name) for name in OPS),
        f.min(column(changes, "ts")).alias("first_ts"),
        f.max(column(changes, "ts")).alias("last_ts"),
    )


def volatility(
    changes: DataFrame,
    *,
    by: Collection[str] = ("window",),
    snapshots: DataFrame | None = None,
) -> DataFrame:
    """Count how often each element changes, comes, goes or moves, to ignore it (see :func:`ignore_rules`).

    What counts, and the columns of the answer, are those of :func:`uidiff.arrow.volatility`; the rows come in no order:
    ``.orderBy("share", ascending=False)``.

    Args:
        changes: rows of ``CHANGE_SCHEMA``.
        by: the columns of the groups; none: one group of all rows.
        snapshots: the snapshots that were diffed, as in :func:`uidiff.arrow.volatility`.

    Raises:
        InvalidSnapshot: no such column.
        TypeError: a text where a collection of names is wanted.
        ValueError: a column in ``by`` that the answer has of its own, or that snapshots are not told apart by.
    """
    changes, names = _grouped(changes, by, *PAIR, "op", "role", "path", "name", "fields", made=VOLATILITY)
    if snapshots is not None:
        expect_windows(names)
    rows = _rows(changes, names)
    groups = [f"group_{number}" for number in range(len(names))]
    counted = (
        _counted(rows, groups)
        .groupBy(*groups, *KEY)
        .agg(f.count("*").alias("changes"), f.countDistinct("pair").alias("changed_steps"))
    )
    steps = _steps(rows, groups) if snapshots is None else _all_steps(snapshots, names, groups)
    return _joined(counted, steps, groups).select(
        *(f.col(group).alias(name) for group, name in zip(groups, names, strict=True)),
        *VOLATILITY[:-1],
        f.try_divide("changed_steps", "steps").alias("share"),  # no steps: snapshots of something else
    )


def ignore_rules(volatility: DataFrame, *, share: float = 0.5, limit: int = 100) -> tuple[Ignore, ...]:
    """Return the most frequent changes as values for ``ignore=`` of ``uidiff.diff``, a Session or ``diff_snapshots``.

    Args:
        volatility: rows of :func:`volatility`. It is evaluated here.
        share, limit: as in :func:`uidiff.arrow.ignore_rules`, as is the answer.

    Raises:
        InvalidSnapshot: no such column.
        ValueError: a share or a limit out of range.
    """
    expect_share(share, limit)
    expect_columns(volatility, *VOLATILITY, cure=OF_VOLATILITY)
    volatility = picked(volatility, {name: name for name in VOLATILITY})
    often = (f.col("op") == "changed") & (f.col("share") >= share)
    found = (
        volatility.where(often)
        .groupBy(*KEY[1:])
        .agg(f.max("share").alias("share"), f.sum("changes").alias("changes"))
        .orderBy(f.col("share").desc(), f.col("changes").desc(), *KEY[1:])
        .limit(limit)
    )
    return rules_of(row.asDict() for row in found.collect())


# ------------------------------------------------------------------------- steps


def _rows(changes: DataFrame, names: list[str]) -> DataFrame:
    """Select the columns that are needed, under our names, without errors."""
    groups = [column(changes, name).alias(f"group_{number}") for number, name in enumerate(names)]
    pair = f.struct(*(column(changes, name) for name in PAIR)).alias("pair")
    own = [column(changes, name).alias(name) for name in ("op", "role", "path", "name", "fields")]
    return changes.where(column(changes, "op") != "error").select(*groups, pair, *own)


def _counted(rows: DataFrame, groups: list[str]) -> DataFrame:
    """Make a row for each element that was added, removed or moved, and for each field that changed."""
    fields = f.when(f.col("op") == "changed", f.col("fields").getField("field"))
    renamed = f.coalesce(f.array_contains(fields, "name"), f.lit(False))  # noqa: FBT003  # not ours
    name = f.when(~renamed, f.coalesce("name", f.lit("")))
    kept = rows.where(f.col("op").isin(*COUNTED))
    return kept.select(
        *groups, "pair", "op", "role", "path", name.alias("name"), f.explode_outer(fields).alias("field")
    )


def _steps(rows: DataFrame, groups: list[str]) -> DataFrame:
    return rows.groupBy(*groups).agg(f.countDistinct("pair").alias("steps"))


def _all_steps(snapshots: DataFrame, names: list[str], groups: list[str]) -> DataFrame:
    """Count the steps of each session and window: one less than its snapshots."""
    expect_columns(snapshots, *PAIR[:2], "seq", cure="give the snapshots that were diffed")
    wanted = (*PAIR[:2], "seq", "error", "nodes")
    snapshots = picked(snapshots, {name: name for name in wanted if name in snapshots.columns})
    window = [column(snapshots, name).alias(name) for name in PAIR[:2]]
    read = [column(snapshots, "error").isNull()] if "error" in snapshots.columns else []
    read += [column(snapshots, "nodes").isNotNull()] if "nodes" in snapshots.columns else []
    good = snapshots.where(reduce(and_, read)) if read else snapshots
    each = good.groupBy(*window).agg((f.countDistinct(column(snapshots, "seq")) - 1).alias("steps"))
    named = [f.col(name).alias(group) for name, group in zip(names, groups, strict=True)]
    return each.groupBy(*named).agg(f.sum(f.greatest("steps", f.lit(0))).alias("steps"))


def _joined(counted: DataFrame, steps: DataFrame, groups: list[str]) -> DataFrame:
    """Join each row with the steps of its group; NULL is a group too."""
    if not groups:
        return counted.crossJoin(steps)
    other = steps.select(*(f.col(group).alias(f"other_{group}") for group in groups), "steps")
    same = [f.col(group).eqNullSafe(f.col(f"other_{group}")) for group in groups]
    return counted.join(other, reduce(and_, same), "left")


def _grouped(
    changes: DataFrame, by: Collection[str], *needed: str, made: Collection[str]
) -> tuple[DataFrame, list[str]]:
    """Select what is needed of the frame; return it with the checked columns of the groups."""
    names = expect_groups(by, made)
    expect_columns(changes, *needed, cure=OF_CHANGES)
    expect_columns(changes, *names, cure="by takes names of columns of the changes")
    return picked(changes, {name: name for name in (*names, *needed)}), names
