"""The events of the core, a row each, in tables without Spark and in frames of both sessions."""

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs
import pyarrow as pa
import pytest

import uidiff
from tests.spark.drawn import in_order, table_of, windows
from uidiff import Matching, Snapshot
from uidiff.arrow import SNAPSHOTS, batch_of
from uidiff.arrow.event_rows import EVENTS, EventFinder, events_table
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.events import EventRules

pytest.importorskip("pyspark")

from uidiff.arrow.block import Block
from uidiff.spark.schemas import EVENT_SCHEMA, SNAPSHOT_SCHEMA
from uidiff.spark.snapshots import semantic_events

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LOUD = EventRules(reordered_from=2, loaded_count=2)
PAGE = [{"role": "window", "name": "W"}, {"parent": 0, "role": "button", "name": "OK"}]
ASKED = [*PAGE, {"parent": 0, "role": "dialog", "name": "Sure?"}]


def expected(**options: Any) -> list[dict[str, Any]]:  # noqa: ANN401  # those of diff
    """What the core says of the windows that were drawn."""
    rows = []
    for (session, window), run in windows().items():
        for (before_seq, before), (after_seq, after) in pairwise(run):
            delta = uidiff.diff(before, after, **options)
            key = {"session": session, "window": window, "before_seq": before_seq, "after_seq": after_seq}
            for ordinal, event in enumerate(delta.events):
                known = attrs.asdict(event, recurse=False)
                records = known.pop("records")
                row = {**key, "ordinal": ordinal, "event": type(event).__name__, "label": known.pop("label")}
                if records and records[0].before is not None:
                    row["before_index"] = records[0].before.index
                if records and records[0].after is not None:
                    row["after_index"] = records[0].after.index
                row |= {"details": known, "summary": delta.summary}
                rows.append({name: cell for name, cell in row.items() if cell is not None})
    return rows


def plain(table: pa.Table) -> list[dict[str, Any]]:
    """The rows without their time and without what is NULL."""
    assert table.schema.equals(EVENTS)
    rows = [{k: v for k, v in row.items() if v is not None and k != "ts"} for row in table.to_pylist()]
    return [{**row, "details": json.loads(row["details"])} if "details" in row else row for row in rows]


def rows_of(*given: dict[str, Any]) -> pa.Table:
    made = [{"session": "s", "window": "w", "seq": seq, "nodes": PAGE, **row} for seq, row in enumerate(given)]
    return pa.Table.from_pylist(made, schema=SNAPSHOTS)


@pytest.mark.parametrize("matcher", ["id", "content-hash", "structural"])
def test_a_table_gives_the_events_of_the_core(matcher: str) -> None:
    options: dict[str, Any] = {"matcher": matcher, "ignore": ("value",), "rules": LOUD}
    assert in_order(plain(events_table(table_of(windows()), **options))) == in_order(expected(**options))


def test_a_frame_gives_them_too(spark: "SparkSession") -> None:
    frame = spark.createDataFrame(table_of(windows())).withColumnRenamed("seq", "n`.o")
    events = semantic_events(frame, seq="n`.o", rules=LOUD, partitions=2).toArrow().cast(EVENTS)
    assert in_order(plain(events)) == in_order(expected(rules=LOUD))


def test_an_empty_frame_gives_an_empty_frame(spark: "SparkSession") -> None:
    events = semantic_events(spark.createDataFrame([], SNAPSHOT_SCHEMA))
    assert (events.schema, events.collect()) == (EVENT_SCHEMA, [])


def test_bad_rows_have_an_error_and_no_event() -> None:
    table = rows_of({}, {"nodes": None}, {"nodes": ASKED}, {"seq": 2})
    found = plain(events_table(table))
    assert [(row.get("event"), row["after_seq"], row.get("error")) for row in found] == [
        ("DialogAppeared", 2, None),
        (None, 1, "no tree: nodes is NULL"),
        (None, 2, "a row of this session, window and sequence number is there already"),
    ]
    assert plain(events_table(table, on_error="drop")) == found[:1]
    with pytest.raises(InvalidSnapshot, match="session 's', window 'w', seq 1: no tree: nodes is NULL"):
        events_table(table, on_error="raise")


def test_events_go_on_from_batch_to_batch() -> None:
    table = rows_of({}, {"nodes": ASKED}, {"nodes": ASKED}, {}, {"seq": 3})
    finder = EventFinder.with_rules(None)
    found = pa.Table.from_batches(finder.run(table.slice(place, 1).to_batches()[0] for place in range(table.num_rows)))
    assert found == events_table(table)
    assert found["event"].to_pylist() == ["DialogAppeared", "DialogClosed", None]


class Broken:
    """A matcher that says what it read in an error of its own."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        raise RuntimeError(before[0].name, after, given)


def test_a_matcher_that_fails_is_an_error_without_the_text_of_the_ui() -> None:
    (row,) = plain(events_table(rows_of({}, {"nodes": ASKED}, {"nodes": ASKED}), matcher=Broken()))
    assert (row["before_seq"], row["after_seq"], row["error"]) == (0, 1, "the matcher failed: RuntimeError")


def test_pairs_that_are_equal_are_not_made_into_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Block, "snapshot")
    table = pa.Table.from_batches([batch_of([Snapshot.from_dicts(PAGE)] * 5, session="s", seqs=range(5))])
    assert events_table(table).num_rows == 0


def test_options_are_looked_at_at_once(spark: "SparkSession") -> None:
    frame = spark.createDataFrame(rows_of({}))
    option: dict[str, Any]
    for option in ({"matcher": "no such"}, {"ignore": ("parent",)}, {"on_error": "ignore"}):
        with pytest.raises(UnknownName):
            semantic_events(frame, **option)
    with pytest.raises(InvalidSnapshot, match="no column"):
        semantic_events(frame, ts="when")
