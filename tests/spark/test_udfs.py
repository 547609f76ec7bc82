"""Trees that stand in one row: what changed between two, and a digest of one, in frames and in SQL."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import uidiff
from tests.arrow.oracle import rows_of_delta
from tests.spark.drawn import in_order, windows
from uidiff import Snapshot
from uidiff.arrow import NODE, batch_of
from uidiff.errors import UnknownName

pytest.importorskip("pyspark")

from uidiff.arrow.tree_columns import tree_hashes
from uidiff.arrow.validator import Validator
from uidiff.spark.udfs import TREE_CHANGES_TYPE, register, tree_diff, tree_hash

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PAIRS = pa.schema([("id", pa.int64()), ("a`.b", pa.list_(NODE)), ("after", pa.list_(NODE))])


def trees(*snapshots: Snapshot) -> list[Any]:
    nodes: list[Any] = batch_of(snapshots, session=None, seqs=range(len(snapshots))).column("nodes").to_pylist()
    return nodes


def pairs() -> list[tuple[Snapshot, Snapshot]]:
    """Two successive snapshots, their circumstances left behind."""
    runs = ([Snapshot.from_dicts(one.to_dicts()) for _, one in run] for run in windows().values())
    return [pair for run in runs for pair in pairwise(run)]


def pairs_table(given: list[tuple[Snapshot, Snapshot]]) -> pa.Table:
    columns = [range(len(given)), *(trees(*side) for side in zip(*given, strict=True))]
    return pa.table([pa.array(column, field.type) for column, field in zip(columns, PAIRS, strict=True)], schema=PAIRS)


def without_nothing(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if value is not None} for row in rows]


@pytest.mark.parametrize("matcher", ["name-role-parent", "structural"])
def test_rows_of_a_pair_are_those_of_the_core(spark: "SparkSession", matcher: str) -> None:
    frame = spark.createDataFrame(pairs_table(pairs()))
    changes = tree_diff(frame["`a``.b`"], "after", matcher=matcher, ignore=("bounds",))
    made = frame.select("id", changes.alias("changes"))
    assert made.schema["changes"].dataType == TREE_CHANGES_TYPE
    for row in made.toArrow().to_pylist():
        before, after = pairs()[row["id"]]
        expected = rows_of_delta(uidiff.diff(before, after, matcher=matcher, ignore=("bounds",)))
        numbered = [{**one, "ordinal": ordinal} for ordinal, one in enumerate(expected)]
        assert in_order(without_nothing(row["changes"])) == in_order(without_nothing(numbered))


def test_what_is_no_tree_is_one_error(spark: "SparkSession") -> None:
    from pyspark.sql import functions as F  # noqa: N812  # as everybody writes it

    ok, bad = [{"role": "button"}], [{"role": "button", "parent": 3}]
    rows = [(ok, None), (None, ok), (None, None), (bad, bad), (ok, ok), ([], ok), (None, None)]
    table = pa.table([pa.array(side, pa.list_(NODE)) for side in zip(*rows, strict=True)], names=["before", "after"])
    frame = spark.createDataFrame(table).coalesce(1)
    register(spark, prefix="ui_", matcher="id")
    made = frame.select(
        F.call_udf("ui_tree_diff", "before", "after").alias("changes"),
        tree_hash("before").alias("hash"),
        F.call_udf("ui_node_count", "before").alias("count"),
    ).toArrow()
    ops = [[(one["op"], (one["error"] or "")[:7]) for one in changes] for changes in made["changes"].to_pylist()]
    null = [("error", "no tree")]
    assert ops == [null, null, null, [("error", "$[0].pa")], [], [("added", "")], null]
    assert [one is None for one in made["hash"].to_pylist()] == [False, True, True, True, False, False, True]
    assert made["count"].to_pylist() == [1, None, None, 1, 1, 0, None]


def test_sql_knows_the_functions(spark: "SparkSession") -> None:
    register(spark)
    query = """
        SELECT size(uidiff_tree_diff(before, after)) AS n, uidiff_tree_hash(before) = uidiff_tree_hash(after) AS same,
               uidiff_node_count(before) AS count
        FROM (SELECT array(named_struct('role', 'button', 'name', name)) AS before,
                     array(named_struct('role', 'button', 'name', 'O''K')) AS after
              FROM VALUES ('O''K'), ('No') AS t(name))
    """
    assert spark.sql(query).toArrow().to_pylist() == [
        {"n": 0, "same": True, "count": 1},
        {"n": 1, "same": False, "count": 1},
    ]


def test_a_wrong_name_is_said_at_once(classic: "SparkSession") -> None:
    with pytest.raises(UnknownName):
        tree_diff("before", "after", matcher="no such")
    with pytest.raises(UnknownName):
        register(classic, ignore=("parent",))


# what a digest tells apart

SAME: list[dict[str, Any]] = [{"role": "list"}, {"parent": 0, "role": "textbox", "name": "A", "value": "x"}]


def digest(nodes: list[dict[str, Any]]) -> int:
    found: int = tree_hashes(pa.array([[], nodes], pa.list_(NODE)), Validator())[1].as_py()
    return found


def edited(**fields: object) -> list[dict[str, Any]]:
    return [SAME[0], {**SAME[1], **fields}]


@pytest.mark.parametrize(
    "fields",
    [
        {"role": "button"},
        {"name": "B"},
        {"name": None},
        {"value": "y"},
        {"description": "x"},
        {"bounds": {"x": 1, "y": 2, "width": 3, "height": 4}},
        {"states": [("focused", None)]},
        {"actions": ["press"]},
        {"unread": True},
        {"parent": None},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_a_digest_tells_what_is_compared(fields: dict[str, object]) -> None:
    assert digest(edited(**fields)) != digest(SAME)


@pytest.mark.parametrize("fields", [{"id": "7", "id_stable": True}, {"automation_id": "a"}, {"extra": '{"x": 1}'}])
def test_what_is_only_carried_does_not_count(fields: dict[str, object]) -> None:
    assert digest(edited(**fields)) == digest(SAME)


def test_a_digest_is_the_same_everywhere() -> None:
    assert digest(SAME) == -5446052925618970090
    assert digest([]) == -1970711489451281740


def test_without_arrow_functions_the_cure_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.sql import functions

    from uidiff.errors import MissingExtra

    monkeypatch.delattr(functions, "arrow_udf")
    with pytest.raises(MissingExtra, match=r"pyspark>=4\.1"):
        tree_hash("nodes")
