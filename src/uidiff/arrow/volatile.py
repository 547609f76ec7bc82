"""Count how often each element changes, and make rules that ignore the most frequent changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.conform import cast_column, expect_columns, expect_readable
from uidiff.arrow.schema import CHANGES, FIELDS, SNAPSHOTS
from uidiff.diffing.ignoring import Ignore
from uidiff.errors import InvalidSnapshot, UIDiffError

__all__ = [
    "COUNTED",
    "KEY",
    "OF_VOLATILITY",
    "PAIR",
    "VOLATILITY",
    "expect_groups",
    "expect_share",
    "expect_windows",
    "ignore_rules",
    "rules_of",
    "volatility",
]

PAIR = ("session", "window", "before_seq", "after_seq")
KEY = ("op", "role", "path", "name", "field")
COUNTED = ("added", "removed", "changed", "moved")
VOLATILITY = (*KEY, "changes", "changed_steps", "steps", "share")
OF_VOLATILITY = "give what volatility gave"

_OF_CHANGES = "give what diff_table gave"
_MOST = 1 << 31
"""Spark takes a smaller number as a limit of rows."""


def volatility(
    changes: pa.Table,
    *,
    by: Collection[str] = ("window",),
    snapshots: pa.Table | None = None,
) -> pa.Table:
    """Count how often each element changes, comes, goes or moves, to ignore it (see :func:`ignore_rules`).

    An element is known by its role, path and name. A changed element counts once for each of its fields; where its name
    is among them, its name is NULL, which stands for any: a counter would look like many elements.

    Args:
        changes: rows of ``CHANGES``.
        by: the columns of the groups; none: one group of all rows.
        snapshots: the snapshots that were diffed (``session``, ``window``, ``seq``). With them a step counts where
            nothing changed too; ``by`` may then be of ``session`` and ``window`` only.

    Returns:
        The columns ``by``, then ``op`` (added, removed, changed or moved), ``role``, ``path``, ``name`` ("" for none),
        ``field`` (of ``changed``, else NULL), ``changes`` (rows), ``changed_steps`` (pairs of snapshots with such a
        row), ``steps`` (pairs of snapshots in the group: with any row, or with ``snapshots`` all) and ``share``,
        ``changed_steps`` of ``steps``, from 0 to 1. What changes most comes first.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no table, or a text where a collection of names is wanted.
        ValueError: a column in ``by`` that the answer has of its own, or that snapshots are not told apart by.
    """
    names = expect_groups(by, VOLATILITY)
    if snapshots is not None:
        expect_windows(names)
    groups = [f"group {number}" for number in range(len(names))]
    pair = [f"pair {name}" for name in PAIR]
    rows = _rows(changes, names, dict(zip((*groups, *pair), (*names, *PAIR), strict=True)))
    each = _times(_cells(rows), [*groups, *KEY, *pair])
    found = each.group_by([*groups, *KEY], use_threads=False).aggregate([("times", "sum"), ([], "count_all")])
    steps = _steps(rows, pair, groups) if snapshots is None else _all_steps(snapshots, names)
    known = pa.array([steps.get(group) for group in _tuples(found, groups)], pa.int64())
    counted = {name: found[name] for name in (*groups, *KEY)}
    counted |= {"changes": found["times_sum"], "changed_steps": found["count_all"], "steps": known}
    of = pc.if_else(pc.greater(known, 0), known, None).cast(pa.float64())  # no steps: snapshots of something else
    counted["share"] = pc.divide(found["count_all"].cast(pa.float64()), of)
    order = [("share", "descending"), ("changes", "descending"), *((name, "ascending") for name in (*groups, *KEY))]
    return pa.table(counted).sort_by(order).rename_columns([*names, *VOLATILITY])


def ignore_rules(volatility: pa.Table, *, share: float = 0.5, limit: int = 100) -> tuple[Ignore, ...]:
    """Return the most frequent changes as values for ``ignore=`` of ``uidiff.diff``, a Session or ``diff_table``.

    Args:
        volatility: rows of :func:`volatility`.
        share: in how many of the steps of a group an element has to have changed, 0 to 1: by default in every other.
        limit: the most rules, those with the largest share first.

    Returns:
        Rules for changes of one field of elements of one role, path and name. What comes, goes or moves cannot be
        ignored; a field whose name the core does not take is left out.

    Raises:
        InvalidSnapshot: no such column.
        TypeError: no table.
        ValueError: a share or a limit out of range.
    """
    expect_share(share, limit)
    expect_columns(volatility, VOLATILITY, OF_VOLATILITY)
    often = volatility.filter((pc.field("op") == "changed") & (pc.field("share") >= share))
    found = often.group_by([*KEY[1:]], use_threads=False).aggregate([("share", "max"), ("changes", "sum")])
    order = [("share_max", "descending"), ("changes_sum", "descending"), *((name, "ascending") for name in KEY[1:])]
    indices = pc.sort_indices(found, [(*key, "at_start") for key in order])  # NULL is the first, as for Spark
    return rules_of(found.take(indices).slice(0, limit).to_pylist())


# ------------------------------------------------------------------ what is asked


def expect_groups(by: Collection[str], made: Collection[str]) -> list[str]:
    """Return the names of columns in ``by``, checked; ``made``: the columns that the answer has of its own."""
    if isinstance(by, str):
        raise TypeError(f"by takes a collection of names of columns: write by=({by!a},)")
    names = list(by)
    if len({name.lower() for name in (*names, *made)}) < len(names) + len(made):  # as Spark compares them
        raise ValueError(f"by names a column twice, or one that the answer has of its own: {', '.join(made)}")
    return names


def expect_windows(names: Collection[str]) -> None:
    """Raise ValueError if a column is not a key of snapshots."""
    if not {*names} <= {*PAIR[:2]}:
        raise ValueError("with snapshots= the groups are by session, window or both: leave out what else is in by")


def expect_share(share: object, limit: object) -> None:
    """Raise ValueError unless the share is from 0 to 1 and the limit a whole number in range."""
    good = isinstance(share, int | float) and type(share) is not bool and 0 <= share <= 1
    if not good or type(limit) is not int or not 0 <= limit < _MOST:
        raise ValueError("share is a number from 0 to 1, limit a whole number from 0 to 2**31 - 1")


def rules_of(rows: Iterable[Mapping[str, Any]]) -> tuple[Ignore, ...]:
    """Make a rule of each row of role, path, name and field; rows that the core refuses are left out."""
    rules = []
    for row in rows:
        with suppress(UIDiffError, ValueError):
            rules.append(Ignore(**{name: row[name] for name in KEY[1:]}))
    return tuple(rules)


# ----------------------------------------------------------------------- counting


def _rows(changes: pa.Table, names: list[str], called: Mapping[str, str]) -> pa.Table:
    """Select the rows without errors; ``called``: by our name the column of the table."""
    own = ("op", "role", "path", "name", "fields")
    expect_columns(changes, (*PAIR, *own), _OF_CHANGES)
    expect_readable(changes.schema, CHANGES)
    expect_columns(changes, names, "by takes names of columns of the changes")
    given = {name: _column(changes, name) for name in own}
    given |= {name: _column(changes, of) for name, of in called.items()}
    return pa.table(given).filter(pc.field("op") != "error")


def _column(table: pa.Table, name: str) -> pa.Array:
    """Return a column in the type of our tables; columns that these do not have stay as they are."""
    column = table[name].combine_chunks()
    if name == "fields":
        if column.type == FIELDS:
            return column
        raise InvalidSnapshot("a column of another type", "$.fields", f"{_OF_CHANGES}: see uidiff.arrow.CHANGES")
    field = next((schema.field(name) for schema in (CHANGES, SNAPSHOTS) if name in schema.names), None)
    return column if field is None else cast_column(field, column)


def _cells(rows: pa.Table) -> pa.Table:
    """Make a row for each element that was added, removed or moved, and for each field that changed."""
    rows = rows.filter(pc.is_in(rows["op"], pa.array(COUNTED)))
    lists = rows["fields"].combine_chunks()
    lengths = pc.list_value_length(lists).fill_null(0).to_numpy(zero_copy_only=False)
    fields = pc.struct_field(lists.flatten(), "field")
    parents = np.repeat(np.arange(len(rows)), lengths)
    told = pc.equal(rows["op"], "changed").to_numpy()[parents]
    parents, fields = parents[told], fields.filter(pa.array(told))
    renamed = np.zeros(len(rows), np.bool_)
    renamed[parents[pc.equal(fields, "name").fill_null(False).to_numpy(zero_copy_only=False)]] = True  # noqa: FBT003  # a value
    alone = np.setdiff1d(np.arange(len(rows)), parents)
    name = pc.if_else(pa.array(renamed), None, rows["name"].combine_chunks().fill_null(""))
    rows = rows.drop_columns(["fields"]).set_column(rows.column_names.index("name"), "name", name)
    taken = rows.take(pa.array(np.concatenate([parents, alone])))
    return taken.append_column("field", pa.concat_arrays([fields, pa.nulls(len(alone), fields.type)]))


def _times(rows: pa.Table, names: list[str]) -> pa.Table:
    """Count the rows of each combination of these columns; NULL is a value."""
    found = rows.group_by(names, use_threads=False).aggregate([([], "count_all")])
    return pa.table({**{name: found[name] for name in names}, "times": found["count_all"]})


def _steps(rows: pa.Table, pair: list[str], groups: list[str]) -> dict[tuple[Any, ...], int]:
    """Count by group the pairs of snapshots that have a row."""
    found = _times(_times(rows, [*groups, *pair]), groups)
    return dict(zip(_tuples(found, groups), found["times"].to_pylist(), strict=True))


def _all_steps(snapshots: pa.Table, names: list[str]) -> dict[tuple[Any, ...], int]:
    """Count by group the steps: in each session and window one less than its snapshots."""
    keys = [*PAIR[:2], "seq"]
    expect_columns(snapshots, keys, "give the snapshots that were diffed")
    good = np.ones(len(snapshots), np.bool_)
    for name, read in (("error", pc.is_null), ("nodes", pc.is_valid), ("seq", pc.is_valid)):
        if name in snapshots.column_names:
            good &= read(snapshots[name]).to_numpy()
    windows = pa.table({name: _column(snapshots, name) for name in keys}).filter(pa.array(good))
    each = _times(_times(windows, keys), keys[:2])
    steps: dict[tuple[Any, ...], int] = {}
    for group, count in zip(_tuples(each, names), each["times"].to_pylist(), strict=True):
        steps[group] = steps.get(group, 0) + count - 1
    return steps


def _tuples(table: pa.Table, names: list[str]) -> list[tuple[Any, ...]]:
    columns = [table[name].to_pylist() for name in names]
    return list(zip(*columns, strict=True)) if names else [()] * len(table)
