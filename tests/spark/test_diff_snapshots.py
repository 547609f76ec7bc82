"""Any frame of snapshots gives the rows of the core, on classic sessions and on Connect, in little memory."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs
import pyarrow as pa
import pytest

import uidiff
from tests.arrow.oracle import plain, rows_of_pairs, said
from tests.spark.drawn import in_order, table_of, windows
from uidiff import Snapshot
from uidiff.arrow import CHANGES, SNAPSHOTS, batch_of, diff_table
from uidiff.errors import InvalidSnapshot, UnknownName

pytest.importorskip("pyspark")

from uidiff.arrow.engine import Engine
from uidiff.spark.schemas import CHANGE_SCHEMA, SNAPSHOT_SCHEMA
from uidiff.spark.sending import AT_ONCE, lean_pieces
from uidiff.spark.snapshots import _Steps, diff_snapshots

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

OK = [{"role": "window"}, {"parent": 0, "role": "button", "name": "OK"}]
CANCEL = [{"role": "window"}, {"parent": 0, "role": "button", "name": "Cancel"}]


def frame_of(spark: "SparkSession", table: pa.Table) -> "DataFrame":
    return spark.createDataFrame(table)


def rows_of(*given: dict[str, Any]) -> pa.Table:
    made = [{"session": "s", "window": "w", "nodes": OK, **row} for row in given]
    return pa.Table.from_pylist(made, schema=SNAPSHOTS)


def changes_of(changes: "DataFrame") -> pa.Table:
    return changes.toArrow().cast(CHANGES)


@pytest.mark.parametrize("matcher", ["id", "name-role-parent", "content-hash", "structural"])
def test_rows_are_those_of_the_core(spark: "SparkSession", matcher: str) -> None:
    expected = [
        row
        for (session, window), run in windows().items()
        for row in rows_of_pairs(list(run), session=session, window=window, matcher=matcher)
    ]
    changes = diff_snapshots(frame_of(spark, table_of(windows())), matcher=matcher)
    assert in_order(plain(changes_of(changes))) == in_order(said(expected))


BAD: list[dict[str, Any]] = [
    {"seq": 0},
    {"seq": 1, "nodes": None},
    {"seq": 2, "nodes": [{"role": "a"}, {"role": "b", "parent": 7}]},
    {"seq": 3, "nodes": CANCEL},
    {"seq": 3, "nodes": CANCEL},
    {"seq": 4, "error": "the window did not answer", "nodes": None},
    {"seq": 5, "nodes": []},
    {"seq": None},
]


def test_bad_rows_are_rows_and_the_others_go_on(spark: "SparkSession") -> None:
    changes = changes_of(diff_snapshots(frame_of(spark, rows_of(*BAD[::-1]))))
    assert in_order(plain(changes)) == in_order(plain(diff_table(rows_of(*BAD))))
    assert changes["op"].to_pylist().count("error") == 5
    assert set(changes["after_seq"].to_pylist()) == {None, 1, 2, 3, 4, 5}


def test_of_two_rows_with_one_number_the_one_whose_time_is_known_counts(spark: "SparkSession") -> None:
    rows = rows_of({"seq": 0, "ts": 0}, {"seq": 1, "nodes": CANCEL}, {"seq": 1, "ts": 1, "nodes": []})
    changes = changes_of(diff_snapshots(frame_of(spark, rows)))
    assert in_order(plain(changes)) == in_order(plain(diff_table(rows)))
    assert set(changes["op"].to_pylist()) == {"removed", "error"}


def test_bad_rows_are_left_out_where_that_is_wanted(classic: "SparkSession") -> None:
    changes = diff_snapshots(frame_of(classic, rows_of(*BAD)), on_error="drop")
    assert in_order(plain(changes_of(changes))) == in_order(plain(diff_table(rows_of(*BAD), on_error="drop")))


def test_bad_rows_end_the_job_where_that_is_wanted(spark: "SparkSession") -> None:
    from pyspark.errors import PySparkException

    changes = diff_snapshots(frame_of(spark, rows_of(*BAD[:2])), on_error="raise")
    with pytest.raises(PySparkException, match="InvalidSnapshot: session 's', window 'w', seq 1: no tree"):
        changes.collect()


def test_an_empty_frame_gives_an_empty_frame(spark: "SparkSession") -> None:
    changes = diff_snapshots(spark.createDataFrame([], SNAPSHOT_SCHEMA), partitions=2)
    assert changes.schema == CHANGE_SCHEMA
    assert changes.collect() == []


def test_columns_that_are_not_there_are_null(spark: "SparkSession") -> None:
    table = rows_of({"seq": 2, "nodes": CANCEL}, {"seq": 1}).select(["session", "seq", "nodes"])
    expected = in_order(plain(diff_table(table.select(["seq", "nodes"]))))
    frame = frame_of(spark, table)
    assert in_order(plain(changes_of(diff_snapshots(frame.select("seq", "nodes"))))) == expected
    assert in_order(plain(changes_of(diff_snapshots(frame, session=None, partitions=3)))) == expected
    kept = changes_of(diff_snapshots(frame.withColumnRenamed("session", "window")))
    assert kept["window"].to_pylist() == ["s"]


def test_what_is_ignored_and_carried_is_as_in_the_table(classic: "SparkSession") -> None:
    table = table_of(windows())
    ignore = ("value", uidiff.Ignore(role="button"))
    changes = diff_snapshots(frame_of(classic, table), ignore=ignore, carry=True)
    assert in_order(plain(changes_of(changes))) == in_order(plain(diff_table(table, ignore=ignore, carry=True)))


def test_the_time_zone_of_the_session_changes_nothing(classic: "SparkSession") -> None:
    made = batch_of([Snapshot.from_dicts(nodes) for nodes in (OK, CANCEL)], session="s", seqs=[1, 2])
    moments = pa.array([1_700_000_000_000_000, 1_700_000_000_000_001]).cast(SNAPSHOTS.field("ts").type)
    table = pa.Table.from_batches([made.set_column(3, SNAPSHOTS.field("ts"), moments)])
    classic.conf.set("spark.sql.session.timeZone", "Asia/Kolkata")
    try:
        found = changes_of(diff_snapshots(frame_of(classic, table)))
    finally:
        classic.conf.set("spark.sql.session.timeZone", "UTC")
    assert found["ts"].to_pylist() == moments.slice(1).to_pylist()


def test_options_are_looked_at_at_once(spark: "SparkSession") -> None:
    frame = frame_of(spark, rows_of({"seq": 1}))
    option: dict[str, Any]
    for option in ({"matcher": "no such"}, {"ignore": ("parent",)}, {"on_error": "ignore"}):
        with pytest.raises(UnknownName):
            diff_snapshots(frame, **option)
    with pytest.raises(InvalidSnapshot, match="no column 'tree'"):
        diff_snapshots(frame, nodes="tree")
    with pytest.raises(InvalidSnapshot, match="no column 'device'"):
        diff_snapshots(frame, session="device")
    for number in (0, True, "4"):
        with pytest.raises(ValueError, match="partitions"):
            diff_snapshots(frame, partitions=number)  # type: ignore[arg-type]  # that is what is tested


# memory


@attrs.define
class Counting:
    """Stands for an engine, and notes how much it is given at once."""

    last: None = None
    elements: list[int] = attrs.field(factory=list)
    rows: int = 0

    def step(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        self.elements.append(len(batch.column("nodes").flatten()))
        self.rows += batch.num_rows
        return batch


def batches_of(*lengths: int) -> Iterator[pa.RecordBatch]:
    """Two batches of snapshots of so many elements each."""
    tree = [{"role": "listitem", "name": "x" * 20}]
    for first in (0, len(lengths)):
        rows = [{"seq": first + number, "nodes": tree * length} for number, length in enumerate(lengths)]
        yield pa.RecordBatch.from_pylist(rows, schema=SNAPSHOTS)


def test_a_worker_diffs_few_elements_at_once_however_many_it_is_sent() -> None:
    engine = Counting()
    lengths = (*[AT_ONCE // 4] * 9, 0, AT_ONCE + 1, 1)
    for piece in lean_pieces(batches_of(*lengths)):
        engine.step(piece)
    assert engine.rows == 2 * len(lengths)
    assert sorted(engine.elements, reverse=True)[:2] == [AT_ONCE + 1] * 2
    assert max(count for count in engine.elements if count != AT_ONCE + 1) <= AT_ONCE


def test_what_a_worker_keeps_of_a_batch_is_little() -> None:
    (batch, _) = batches_of(*[1_000] * 300)
    engine = Engine.of(matcher="id")
    for piece in lean_pieces([batch], max_nodes=10_000):
        engine.step(piece)
    assert engine.last is not None
    assert engine.last.rows.get_total_buffer_size() < batch.get_total_buffer_size() / 10


def test_a_task_knows_nothing_of_the_task_before_it() -> None:
    task = _Steps(Engine.of(matcher="id"))
    (first, second) = batches_of(1)
    assert [batch.num_rows for batch in task(iter([first]))] == [0]
    assert [batch.num_rows for batch in task(iter([second.slice(0, 1), first]))] == [0, 1]
    assert [batch.num_rows for batch in task(iter([first]))] == [0]
