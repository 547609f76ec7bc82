"""Two trees of a million elements: ``diff_trees`` beside a full outer join, and both beside the core."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

import uidiff
from benchmarks.spark.answers import Answer
from benchmarks.spark.core import records
from benchmarks.spark.joins import STATES, join_diff, numbered, state_of
from benchmarks.spark.made import Cell, node_lists, parents_of
from uidiff.arrow import SNAPSHOTS, snapshots_of
from uidiff.spark.giant_trees import diff_trees

__all__ = ["CONTESTANTS", "answer_of_core", "answer_of_frame", "write_trees"]

ROLES = ("group", "list", "listitem", "button", "textbox", "text", "link", "img", "row", "cell")
SIDES = ("before", "after")
DEPTH = 12
KEY = (None,) * 4
"""Two trees have no session, window or sequence numbers."""


def write_trees(count: int, folder: Path) -> None:
    """Two trees: of the elements 0.5 % are changed, 0.2 % go and 0.2 % come. Each as a table and as a snapshot.

    What comes and goes has a name, as where it has none all elements behind it are other ones by their keys.
    """
    rng = random.Random(7)
    before = [_cell(rng, number, count) for number in range(count)]
    depth = -1
    for number, cell in enumerate(before):
        depth = min(depth + 1, rng.randrange(1, DEPTH)) if number else 0
        before[number] = cell._replace(depth=depth)
    for side, cells in zip(SIDES, (before, _changed(rng, before)), strict=True):
        parents = parents_of(cells)
        nodes = node_lists([cells], [parents])
        pq.write_table(_table(cells, parents, nodes.values), folder / f"{side}.parquet", row_group_size=131_072)
        with pa.ipc.new_file(folder / f"{side}.arrow", SNAPSHOTS) as out:
            out.write_batch(_snapshot(nodes))


def _cell(rng: random.Random, number: int, count: int) -> Cell:
    name = f"name {rng.randrange(count)}" if rng.random() < 0.7 else rng.choice(("OK", "Cancel", "Item", None))
    value = None if rng.random() < 0.5 else f"value {rng.randrange(100)}"
    bounds = (rng.randrange(1900), rng.randrange(1000), 10, 20)
    return Cell(0, rng.choice(ROLES), name, value, None, bounds, (), f"n{number}")


def _changed(rng: random.Random, before: list[Cell]) -> list[Cell]:
    count = len(before)
    changed = set(rng.sample(range(count), count // 200))
    leaves = [
        place
        for place in range(1, count - 1)
        if before[place + 1].depth <= before[place].depth and (before[place].name or "").startswith("name")
    ]
    gone = set(rng.sample(leaves, count // 500))
    grown = set(rng.sample(range(count), count // 500)) - gone
    after: list[Cell] = []
    for place, cell in enumerate(before):
        if place not in gone:
            after.append(cell._replace(value=f"changed {rng.randrange(100)}") if place in changed else cell)
        if place in grown:
            after.append(cell._replace(depth=cell.depth + 1, role="button", name=f"new {place}", id=f"m{place}"))
    return after


def _table(cells: list[Cell], parents: list[int | None], nodes: pa.StructArray) -> pa.Table:
    """The tree as a table of elements, with ``nth`` for the joins: the how many-th it is of its key."""
    columns = {field.name: nodes.field(place) for place, field in enumerate(nodes.type)}
    above = [None if parent is None else cells[parent].name for parent in parents]
    seen: Counter[tuple] = Counter()
    nth = []
    for cell, parent, name in zip(cells, parents, above, strict=True):
        key = cell.role, cell.name, name, parent is None
        seen[key] += 1
        nth.append(seen[key])
    own = {"index": range(len(cells)), "nth": nth}
    return pa.table(
        {name: pa.array(list(column), pa.int32()) for name, column in own.items()}
        | {"parent_name": pa.array(above, pa.string()), **columns},
    )


def _snapshot(nodes: pa.ListArray) -> pa.RecordBatch:
    columns = {"seq": pa.array([0], pa.int64()), "nodes": nodes}
    return pa.RecordBatch.from_arrays(
        [columns.get(field.name, pa.nulls(1, field.type)) for field in SNAPSHOTS], schema=SNAPSHOTS
    )


# --------------------------------------------------------------------- contestants


def _frames(spark: SparkSession, folder: Path) -> list[DataFrame]:
    return [spark.read.parquet(str(folder / f"{side}.parquet")) for side in SIDES]


def _ours(spark: SparkSession, folder: Path) -> DataFrame:
    before, after = (frame.drop("nth") for frame in _frames(spark, folder))
    return diff_trees(before, after)


def _join(spark: SparkSession, folder: Path) -> DataFrame:
    """The number of each element among those of its key is found in the query, as with any table of elements."""
    before, after = (numbered(_typed(frame.drop("nth"))) for frame in _frames(spark, folder))
    return join_diff(before, after)


def _join_of_numbered(spark: SparkSession, folder: Path) -> DataFrame:
    """The number stands in the table, where Python has put it."""
    before, after = (_typed(frame) for frame in _frames(spark, folder))
    return join_diff(before, after)


def _typed(frame: DataFrame) -> DataFrame:
    states = [state_of(f.col("states"), state).alias(state) for state in STATES]
    return frame.select("*", *states, f.col("parent").isNull().alias("root")).drop("states")


CONTESTANTS: dict[str, Callable[[SparkSession, Path], DataFrame]] = {
    "join": _join,
    "join, k-th known": _join_of_numbered,
    "diff_trees": _ours,
}


def answer_of_frame(frame: DataFrame) -> Answer:
    """That of the rows of a contestant."""
    columns = ("op", "before_index", "after_index", "role", "name", "fields")
    rows = frame.select(*columns).toArrow().to_pylist()
    said = (tuple((one["field"], one["before"], one["after"]) for one in row["fields"] or ()) for row in rows)
    return Answer.of_rows(
        (*KEY, *(row[name] for name in columns[:-1]), fields) for row, fields in zip(rows, said, strict=True)
    )


def answer_of_core(folder: Path) -> Answer:
    """That of ``uidiff.diff``."""
    before, after = (_snapshot_in(folder / f"{side}.arrow") for side in SIDES)
    return Answer.of_rows((*KEY, *record) for record in records(before, after, "name-role-parent"))


def _snapshot_in(path: Path) -> uidiff.Snapshot:
    with pa.memory_map(str(path)) as source:
        return next(snapshots_of(pa.ipc.open_file(source).read_all()))
