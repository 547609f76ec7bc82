"""Two giant trees in Spark: the rows of the core, on classic and on Connect."""

import random
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import uidiff
from tests.arrow.oracle import Row, plain, rows_of_pairs, said
from uidiff import Snapshot
from uidiff.arrow import CHANGES, batch_of, nodes_table
from uidiff.errors import InvalidSnapshot, UnknownName

pytest.importorskip("pyspark")

from tests.spark.test_writing import AS_JSON_HAS_IT, RESHAPED
from uidiff.spark.giant_trees import diff_trees
from uidiff.spark.schemas import CHANGE_SCHEMA

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

SIZE = 3_000


def giant(size: int) -> tuple[Snapshot, Snapshot]:
    """A tree of so many elements, and what has become of it: some changed, came, went, moved; some names repeat."""
    rng = random.Random(7)  # noqa: S311  # no secrets
    nodes: list[dict[str, Any]] = [{"role": "window", "name": "W"}]
    branch = [0]
    while len(nodes) < size:
        branch = branch[: max(1, rng.randrange(1, len(branch) + 1))]
        node = {"role": rng.choice(["listitem", "button", "group"]), "parent": branch[-1], "id": f"i{len(nodes)}"}
        node["name"] = rng.choice([f"n{rng.randrange(size)}", "OK", None, "", "caf\u00e9 "])
        node["bounds"] = [rng.randrange(1900), rng.randrange(1000), 10, 20]
        node["states"] = rng.choice([{}, {"focusable": True}, {"checked": False, "level": 2}])
        branch.append(len(nodes))
        nodes.append(node)
    after = [{**node, "value": f"v{rng.randrange(9)}"} if rng.random() < 0.005 else dict(node) for node in nodes]
    for node in after[1:]:
        if rng.random() < 0.004:
            node["name"] = rng.choice(["OK", "new", "cafe\u0301"])
            node["id"] = None
    return Snapshot.from_dicts(nodes), Snapshot.from_dicts([*after, {"role": "button", "name": "last", "parent": 0}])


@pytest.fixture(scope="module")
def trees() -> tuple[Snapshot, Snapshot]:
    return giant(SIZE)


def frame_of(spark: "SparkSession", snapshot: Snapshot) -> "DataFrame":
    table = nodes_table(pa.Table.from_batches([batch_of([snapshot], session="s", seqs=[0])]))
    return spark.createDataFrame(table)


def rows_of(changes: "DataFrame") -> list[Row]:
    assert changes.schema == CHANGE_SCHEMA
    return plain(changes.toArrow().cast(CHANGES))


@pytest.mark.parametrize("matcher", ["name-role-parent", "id", "auto"])
def test_it_gives_the_rows_of_the_core(spark: "SparkSession", trees: tuple[Snapshot, Snapshot], matcher: str) -> None:
    before, after = trees
    ignore = ("level", uidiff.Ignore(role="button", field="value"))
    expected = said(rows_of_pairs([(0, before), (0, after)], matcher=matcher, ignore=ignore))
    frames = [frame_of(spark, snapshot).repartition(3) for snapshot in trees]
    found = rows_of(diff_trees(*frames, matcher=matcher, ignore=ignore))
    assert found == [{k: v for k, v in row.items() if k not in ("before_seq", "after_seq")} for row in expected]
    assert {row["op"] for row in found} >= {"added", "changed"}


def test_columns_that_are_not_needed_may_be_missing(classic: "SparkSession") -> None:
    frame = classic.createDataFrame([(0, None, "window"), (1, 0, "button")], "index int, parent int, role string")
    assert rows_of(diff_trees(frame, frame)) == []
    assert [row["op"] for row in rows_of(diff_trees(frame.limit(0), frame))] == ["added", "added"]


def test_tables_that_are_no_trees_are_told(classic: "SparkSession", trees: tuple[Snapshot, Snapshot]) -> None:
    frame = frame_of(classic, trees[0])
    (row,) = rows_of(diff_trees(frame, frame.union(frame.limit(1))))
    assert row["op"] == "error"
    assert row["error"].startswith("$.after[0]: two elements have this index")
    with pytest.raises(Exception, match="two elements have this index"):
        diff_trees(frame.union(frame.limit(1)), frame, on_error="raise").collect()


def test_what_cannot_work_is_refused_at_once(classic: "SparkSession") -> None:
    frame = classic.createDataFrame([(0, "button")], "index int, role string")
    with pytest.raises(InvalidSnapshot, match="'parent'"):
        diff_trees(frame, frame)
    with pytest.raises(UnknownName, match="on_error"):
        diff_trees(frame, frame, on_error="drop")  # type: ignore[arg-type]  # the point


@pytest.mark.parametrize("changed", [RESHAPED, AS_JSON_HAS_IT], ids=["in another order", "as JSON has it"])
def test_fields_go_by_their_names(
    spark: "SparkSession", trees: tuple[Snapshot, Snapshot], changed: dict[str, str]
) -> None:
    before, after = (frame_of(spark, snapshot) for snapshot in trees)
    shaped = after.alias("n").selectExpr(
        *(f"{changed.get(name, f'n.`{name}`')} AS `{name}`" for name in reversed(after.columns)), "1 AS ROLE"
    )
    assert rows_of(diff_trees(before, shaped)) == rows_of(diff_trees(before, after))
    assert [row["op"] for row in rows_of(diff_trees(after, shaped))] == []


def test_columns_of_another_kind_are_refused_at_once(classic: "SparkSession") -> None:
    frame = classic.sql("SELECT 0 AS index, 0 AS parent, 'button' AS role")
    for name, sql in (("name", "1"), ("parent", "'secret'"), ("bounds", "'secret'"), ("states", "map('a', 1)")):
        with pytest.raises(InvalidSnapshot, match=rf"\$\.{name}(\.value)?: a column of another type"):
            diff_trees(frame, frame.selectExpr(*(n for n in frame.columns if n != name), f"{sql} AS {name}"))


def test_a_parent_that_does_not_fit_is_none_and_no_root(classic: "SparkSession") -> None:
    columns = "index long, parent long, role string"
    frame = classic.createDataFrame([(0, None, "window"), (1, 2**40, "button")], columns)
    (row,) = rows_of(diff_trees(frame, frame))
    assert row["op"] == "error"
