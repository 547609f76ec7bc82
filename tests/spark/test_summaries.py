"""What many changes come to, counted by hand; and that the rules made of it silence what they are about."""

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import uidiff
from tests.spark.drawn import table_of, windows
from uidiff import Ignore, Snapshot, arrow
from uidiff.arrow import batch_of, diff_table
from uidiff.errors import InvalidSnapshot

pytest.importorskip("pyspark")

from pyspark.sql import functions as f

from uidiff.spark.schemas import CHANGE_SCHEMA
from uidiff.spark.summaries import ignore_rules, summarize, volatility

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

HOSTILE = "a`b.c'"


def screen(step: int) -> Snapshot:
    """A clock whose name counts, a bar whose value counts, a label that changes once, and a banner that comes once."""
    nodes: list[dict[str, Any]] = [
        {"role": "window", "name": "W"},
        {"role": "status", "parent": 0, "name": f"12:0{step}", "value": str(step)},
        {"role": "progressbar", "parent": 0, "value": str(step), "states": {"valuenow": f"{step} %"}},
        {"role": "button", "parent": 0, "name": "OK", "states": {"focused": step > 2}},
    ]
    return Snapshot.from_dicts(nodes + [{"role": "alert", "parent": 0, "name": "!"}] * (step == 3))


STEPS = [screen(step) for step in range(4)]
STILL = [STEPS[3]] * 3


def tables() -> tuple[pa.Table, pa.Table]:
    """Snapshots of two windows, of which one never changes, and a read that failed; and the changes."""
    moving = batch_of(STEPS, session="s", seqs=[1, 2, 4, 7], windows=[HOSTILE] * 4)
    still = batch_of(STILL, session="s", seqs=[1, 2, 3], windows=[None] * 3)
    failed = pa.Table.from_batches([moving.slice(0, 1)]).to_pylist()[0] | {"seq": 9, "nodes": None}
    wrong = pa.RecordBatch.from_pylist([failed], schema=moving.schema)
    table = pa.Table.from_batches([moving, still, wrong])
    return table, diff_table(table, matcher="structural", carry=True)


@pytest.fixture
def given(spark: "SparkSession") -> "tuple[DataFrame, DataFrame]":
    snapshots, changes = tables()
    return spark.createDataFrame(snapshots), spark.createDataFrame(changes)


def test_changes_are_counted_by_window(given: "tuple[DataFrame, DataFrame]") -> None:
    _, changes = given
    rows = {row["window"]: row.asDict() for row in changes.transform(summarize).collect()}
    assert set(rows) == {HOSTILE, None}
    moving, still = rows[HOSTILE], rows[None]
    counts = {"pairs": 3, "added": 1, "removed": 0, "changed": 7, "moved": 0, "circumstances": 0, "error": 1}
    assert {name: moving[name] for name in counts} == counts
    assert {name: still[name] for name in counts} == dict.fromkeys(counts, 0)
    (whole,) = summarize(changes, by=()).collect()
    assert (whole["pairs"], whole["changed"]) == (3, 7)


def test_volatility_says_how_often_each_element_changes(given: "tuple[DataFrame, DataFrame]") -> None:
    snapshots, changes = given
    rows = [row.asDict() for row in volatility(changes).where(f.col("window") == HOSTILE).collect()]
    for row in rows:
        row["name"] = "any" if row["name"] is None else row["name"]
    assert {row["window"] for row in rows} == {HOSTILE}
    assert sorted(
        (r["op"], r["role"], r["path"], r["name"], r["field"], r["changes"], r["changed_steps"], r["steps"])
        for r in [
            {**row, "name": row["name"] if row["name"] is not None else "any", "field": row["field"] or "-"}
            for row in rows
        ]
    ) == [
        ("added", "alert", "window", "!", "-", 1, 1, 3),
        ("changed", "button", "window", "OK", "focused", 1, 1, 3),
        ("changed", "progressbar", "window", "", "value", 3, 3, 3),
        ("changed", "progressbar", "window", "", "valuenow", 3, 3, 3),
        ("changed", "status", "window", "any", "name", 3, 3, 3),
        ("changed", "status", "window", "any", "value", 3, 3, 3),
    ]
    all_steps = volatility(changes, by=(), snapshots=snapshots).collect()
    assert {row["steps"] for row in all_steps} == {5}
    assert {(row["field"], row["share"]) for row in all_steps if row["role"] == "button"} == {("focused", 0.2)}


def test_the_rules_silence_what_they_are_about(given: "tuple[DataFrame, DataFrame]") -> None:
    _, changes = given
    often = volatility(changes)
    rules = ignore_rules(often)
    assert rules == (
        Ignore(role="progressbar", path="window", name="", field="value"),
        Ignore(role="progressbar", path="window", name="", field="valuenow"),
        Ignore(role="status", path="window", field="name"),
        Ignore(role="status", path="window", field="value"),
    )
    assert ignore_rules(often, limit=1) == rules[:1]
    assert ignore_rules(often, share=0)[4:] == (Ignore(role="button", path="window", name="OK", field="focused"),)
    told = [uidiff.diff(before, after, ignore=rules) for before, after in pairwise(STEPS)]
    assert [(len(delta.changed), len(delta.added)) for delta in told] == [(0, 0), (0, 0), (1, 1)]


OF_SNAPSHOTS = ["session", "window", "seq", "error", "nodes"]


@pytest.mark.parametrize("by", [(), ("session", "window")], ids="-".join)
def test_arrow_counts_as_spark_does(classic: "SparkSession", by: tuple[str, ...]) -> None:
    """On changes of hostile recordings, with NULL in all keys, and on the ones counted by hand."""
    drawn = table_of(windows())
    for snapshots, changes in (tables(), (drawn, diff_table(drawn, carry=True))):
        frame = classic.createDataFrame(changes, CHANGE_SCHEMA)
        for known in (snapshots, snapshots.slice(0, 3)) if "window" in by else (None, snapshots):
            found = arrow.volatility(changes, by=by, snapshots=known)
            told = None if known is None else classic.createDataFrame(known.select(OF_SNAPSHOTS))
            counted = volatility(frame, by=by, snapshots=told)
            rows = [row.asDict() for row in counted.collect()]
            assert found.column_names == counted.columns
            assert sorted(map(json.dumps, found.to_pylist())) == sorted(map(json.dumps, rows))
            for share, limit in ((0.5, 100), (0, 3)):
                assert arrow.ignore_rules(found, share=share, limit=limit) == ignore_rules(
                    counted, share=share, limit=limit
                )


def test_the_frame_that_is_wanted_is_named(classic: "SparkSession") -> None:
    snapshots, changes = (classic.createDataFrame(table) for table in tables())
    for function in (summarize, volatility):
        with pytest.raises(
            InvalidSnapshot, match=r"no column 'before_seq'; give what diff_snapshots or diff_recordings"
        ):
            function(snapshots)
    with pytest.raises(InvalidSnapshot, match=r"no column 'field'; did you mean 'fields'\? give what volatility gave"):
        ignore_rules(changes)
    with pytest.raises(InvalidSnapshot, match=r"no column 'seq'; .*give the snapshots that were diffed"):
        volatility(changes, snapshots=changes)


def test_what_cannot_work_is_refused_at_once(classic: "SparkSession") -> None:
    changes = classic.createDataFrame(tables()[1])
    with pytest.raises(TypeError, match="by takes a collection"):
        summarize(changes, by="window")
    with pytest.raises(InvalidSnapshot, match="no column 'app'"):
        volatility(changes, by=("app",))
    with pytest.raises(ValueError, match="of its own"):
        volatility(changes, by=("role",))
    with pytest.raises(ValueError, match="session, window or both"):
        volatility(changes, by=("before_seq",), snapshots=changes)
    with pytest.raises(ValueError, match="from 0 to 1"):
        ignore_rules(changes, share=2)


def test_names_of_the_answer_are_taken_in_any_case(classic: "SparkSession") -> None:
    changes = classic.createDataFrame(tables()[1]).withColumns({"Share": f.lit(1), "PAIRS": f.lit(1)})
    with pytest.raises(ValueError, match="of its own"):
        volatility(changes, by=("Share",))
    with pytest.raises(ValueError, match="of its own"):
        summarize(changes, by=("PAIRS",))


@pytest.mark.parametrize(
    "wrong",
    [{"limit": limit} for limit in (1.5, True, 10**12, -1, "1", None)]
    + [{"share": share} for share in (True, "0.5", None, float("nan"), -0.1)],
    ids=str,
)
def test_shares_and_limits_are_numbers(classic: "SparkSession", wrong: dict[str, Any]) -> None:
    changes = classic.createDataFrame(tables()[1])
    with pytest.raises(ValueError, match=r"share is a number from 0 to 1, limit a whole number from 0 to 2\*\*31 - 1"):
        ignore_rules(volatility(changes), **wrong)
    assert ignore_rules(volatility(changes), limit=2**31 - 1, share=1)


def test_columns_that_differ_by_case_alone_are_told_apart(given: "tuple[DataFrame, DataFrame]") -> None:
    snapshots, changes = given
    twins = changes.select("*", f.lit("x").alias("OP"), f.lit(1).alias("Window"))
    expected = in_order(summarize(changes))
    assert in_order(summarize(twins)) == expected
    also = snapshots.select("*", f.lit(7).alias("SEQ"))
    found, wanted = (volatility(frame, snapshots=of) for frame, of in ((twins, also), (changes, snapshots)))
    assert in_order(found) == in_order(wanted)
    assert ignore_rules(found.select("*", f.lit(0).alias("Share"))) == ignore_rules(wanted)


def in_order(frame: "DataFrame") -> list[str]:
    return sorted(map(repr, frame.collect()))
