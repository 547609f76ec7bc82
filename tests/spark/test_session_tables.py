"""Tables that answer questions, as frames: their rows are those of ``uidiff.arrow``, cell for cell."""

import json
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from tests.spark.recorded import CLICK, FAILED, MAIL, SAVED, row, sessions, texts
from uidiff import Matching, Snapshot, arrow
from uidiff.arrow import SNAPSHOTS
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.events import EventRules

pytest.importorskip("pyspark")

from uidiff import spark as uispark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

ZONE = "spark.sql.session.timeZone"

SCHEMAS = {
    "transitions": (arrow.TRANSITIONS, uispark.TRANSITION_SCHEMA),
    "effects": (arrow.EFFECTS, uispark.EFFECT_SCHEMA),
    "effect_rates": (arrow.EFFECT_RATES, uispark.EFFECT_RATE_SCHEMA),
    "token_cost": (arrow.TOKEN_COSTS, uispark.TOKEN_COST_SCHEMA),
    "token_totals": (arrow.TOKEN_TOTALS, uispark.TOKEN_TOTAL_SCHEMA),
    "screens": (arrow.SCREENS, uispark.SCREEN_SCHEMA),
    "screen_graph": (arrow.SCREEN_GRAPH, uispark.SCREEN_GRAPH_SCHEMA),
    "deduplicate": (SNAPSHOTS, uispark.SNAPSHOT_SCHEMA),
    "compare_runs": (arrow.RUN_DIFFERENCES, uispark.RUN_DIFFERENCE_SCHEMA),
}


@pytest.fixture
def far(spark: "SparkSession") -> "Iterator[SparkSession]":
    """Each session in turn, in a time zone where midnight in UTC is noon."""
    zone = spark.conf.get(ZONE)
    spark.conf.set(ZONE, "Pacific/Auckland")
    yield spark
    spark.conf.set(ZONE, str(zone))


def frame_of(spark: "SparkSession", table: pa.Table) -> "DataFrame":
    """The rows in several partitions; what ``createDataFrame`` makes of UTC is as Arrow has it."""
    return spark.createDataFrame(table).repartition(3)


def collected(frame: "DataFrame", name: str) -> pa.Table:
    """The rows, after a look at the types and at what the columns say of themselves."""
    schema, wanted = SCHEMAS[name]
    expect_schema(frame.schema, wanted)
    return frame.toArrow().cast(schema)


def expect_schema(found: "StructType", wanted: "StructType") -> None:
    shown = [[(field.name, field.dataType, field.metadata) for field in schema] for schema in (found, wanted)]
    assert shown[0] == shown[1]


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("transitions", {}),
    ("transitions", {"each": "snapshot", "format": "compact", "fold": False, "budget": 200, "matcher": "id"}),
    ("effects", {}),
    ("effects", {"ignore": ("name",), "rules": EventRules(loaded_count=1), "matcher": "content-hash"}),
    ("token_cost", {"counter": len, "full_when": "half"}),
    ("screens", {"ignore": ("name",)}),
    ("deduplicate", {}),
    ("deduplicate", {"within": "table", "most_differing": 0.3}),
]


@pytest.mark.parametrize(
    ("name", "options"), OPTIONS, ids=lambda each: each if isinstance(each, str) else "-".join(each)
)
def test_rows_are_those_of_arrow(far: "SparkSession", name: str, options: dict[str, Any]) -> None:
    found = collected(getattr(uispark, name)(frame_of(far, sessions()), **options), name)
    expected = getattr(arrow, name)(sessions(), **options)
    assert len(texts(expected)) > 10
    assert texts(found) == texts(expected)


def test_rates_are_those_of_arrow(far: "SparkSession") -> None:
    click = {"kind": "click", "action": CLICK, "errors": []}
    rows: list[dict[str, Any]] = [{**click, "seconds": each} for each in (0.1, 0.7, 1.3, 9.0, None)]
    rows += [{"action": "", "no_op": True, "errors": [{"kind": "read", "text": "x"}]}, {"no_op": True}]
    seen = pa.concat_tables([arrow.effects(sessions()), pa.Table.from_pylist(rows, schema=arrow.EFFECTS)])
    found = collected(uispark.effect_rates(frame_of(far, seen)), "effect_rates").to_pylist()
    expected = arrow.effect_rates(seen).to_pylist()
    assert sorted(map(str, map(without_p95, found))) == sorted(map(str, map(without_p95, expected)))
    high = [{(each["kind"], each["target"]): each["seconds_p95"] for each in rows} for rows in (found, expected)]
    assert high[0] == {key: each and pytest.approx(each, rel=1e-15) for key, each in high[1].items()}
    assert (high[0]["click", None], high[0][None, None]) == (pytest.approx(7.845), None)


def without_p95(rates: dict[str, Any]) -> dict[str, Any]:
    return {name: cell for name, cell in rates.items() if name != "seconds_p95"}


def test_totals_are_those_of_arrow(far: "SparkSession") -> None:
    costs = arrow.token_cost(sessions())
    found = collected(uispark.token_totals(frame_of(far, costs)), "token_totals")
    assert texts(found) == texts(arrow.token_totals(costs))


def test_the_graph_is_that_of_arrow_whatever_the_order_of_the_rows(far: "SparkSession") -> None:
    shown = arrow.screens(sessions())
    expected = arrow.screen_graph(shown)
    assert len({way["action"] for way in expected.to_pylist()}) > 2
    frame = uispark.screens(frame_of(far, sessions()))
    assert texts(collected(uispark.screen_graph(frame.repartition(3)), "screen_graph")) == texts(expected)


def test_names_of_columns_may_be_any_and_keys_may_be_missing(spark: "SparkSession") -> None:
    table = sessions()
    named = frame_of(spark, table).withColumnRenamed("seq", "n`.o").withColumnRenamed("ts", "when")
    shown = uispark.screens(named, seq="n`.o", ts="when", partitions=3)
    assert texts(collected(shown, "screens")) == texts(arrow.screens(table))
    kept = table.take([place for place, name in enumerate(table["session"].to_pylist()) if name == "night"])
    frame = frame_of(spark, kept.drop_columns(["session", "window"]))
    alone = collected(uispark.effects(frame, session=None, window=None), "effects")
    assert texts(alone) == texts(arrow.effects(kept.drop_columns(["session", "window"])))


def test_an_empty_frame_gives_empty_tables(spark: "SparkSession") -> None:
    frame = spark.createDataFrame([], uispark.SNAPSHOT_SCHEMA)
    for name in ("transitions", "effects", "token_cost", "screens", "deduplicate"):
        assert collected(getattr(uispark, name)(frame), name).num_rows == 0
    assert collected(uispark.compare_runs(frame, frame), "compare_runs").num_rows == 0


def test_what_a_table_is_stays_with_it_in_parquet(classic: "SparkSession", tmp_path: Any) -> None:  # noqa: ANN401
    path = str(tmp_path / "screens")
    uispark.screens(frame_of(classic, sessions())).write.parquet(path)
    kept = classic.read.parquet(path)
    assert kept.schema["screen"].metadata == {"uidiff.schema": "screen-row", "uidiff.schema_version": "1"}
    assert texts(kept.toArrow().cast(arrow.SCREENS)) == texts(arrow.screens(sessions()))


# ----------------------------------------------------------------------- options


def test_options_are_looked_at_at_once(spark: "SparkSession") -> None:
    frame = spark.createDataFrame([], uispark.SNAPSHOT_SCHEMA)
    wrong: list[tuple[type[Exception], str, dict[str, Any]]] = [
        (UnknownName, "transitions", {"each": "look"}),
        (UnknownName, "effects", {"matcher": "no such"}),
        (UnknownName, "screens", {"ignore": ("parent",)}),
        (UnknownName, "token_cost", {"format": "no such"}),
        (UnknownName, "deduplicate", {"within": "all"}),
        (ValueError, "deduplicate", {"within": "table", "partitions": 2}),
        (ValueError, "transitions", {"partitions": 0}),
        (InvalidSnapshot, "effects", {"seq": "number"}),
        (TypeError, "screens", {"window": 1}),
    ]
    for kind, name, options in wrong:
        with pytest.raises(kind):
            getattr(uispark, name)(frame, **options)
    for name in ("effect_rates", "token_totals", "screen_graph"):
        with pytest.raises(InvalidSnapshot, match="no column"):
            getattr(uispark, name)(frame)
        with pytest.raises(TypeError, match="a DataFrame of Spark"):
            getattr(uispark, name)(pa.table({}))


def test_a_stream_is_refused(classic: "SparkSession") -> None:
    stream = classic.readStream.schema(uispark.SNAPSHOT_SCHEMA).parquet("/nowhere-at-all*")
    for name in ("transitions", "deduplicate"):
        with pytest.raises(ValueError, match="foreachBatch"):
            getattr(uispark, name)(stream)
    with pytest.raises(ValueError, match="foreachBatch"):
        uispark.compare_runs(stream, stream)


class Locked:
    """A matcher and a counter that cannot leave its process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        raise NotImplementedError(self.lock, before, after, given)

    def __call__(self, text: str) -> int:
        raise NotImplementedError(self.lock, text)


def test_what_cannot_be_sent_to_the_workers_is_named(spark: "SparkSession") -> None:
    frame = spark.createDataFrame([], uispark.SNAPSHOT_SCHEMA)
    for name in ("transitions", "effects", "token_cost"):
        with pytest.raises(TypeError, match=r"matcher cannot be sent to the workers"):
            getattr(uispark, name)(frame, matcher=Locked())
    with pytest.raises(TypeError, match=r"counter cannot be sent to the workers"):
        uispark.token_cost(frame, counter=Locked())
    with pytest.raises(TypeError, match=r"matcher cannot be sent to the workers"):
        uispark.compare_runs(frame, frame, matcher=Locked())


# ---------------------------------------------------------------------- two runs


def runs(spark: "SparkSession", left: pa.Table, right: pa.Table, **options: Any) -> list[str]:  # noqa: ANN401
    """What differs, once it was seen to be what Arrow says."""
    frames = [frame_of(spark, side) for side in (left, right)]
    found = texts(collected(uispark.compare_runs(*frames, **options), "compare_runs"))
    options.pop("partitions", None)
    assert found == texts(arrow.compare_runs(left, right, **options))
    return found


def run_of(session: str | None, *trees: tuple[dict[str, Any], ...]) -> pa.Table:
    rows = [row(seq, nodes, seq, session=session, action=CLICK) for seq, nodes in enumerate(trees)]
    return pa.Table.from_pylist(rows, schema=SNAPSHOTS)


def test_sessions_of_one_name_are_compared(far: "SparkSession") -> None:
    table = sessions()
    kept = [place for place, seq in enumerate(table["seq"].to_pylist()) if seq != 4]
    assert len(runs(far, table, table.take(kept), partitions=3)) > 3
    assert runs(far, table, table) == []


def test_the_only_sessions_are_compared_whatever_their_names(spark: "SparkSession") -> None:
    found = [json.loads(each) for each in runs(spark, run_of("a", MAIL, SAVED), run_of(None, MAIL, FAILED))]
    assert [(each["kind"], each["left_session"], each["right_session"]) for each in found] == [
        ("other_screen", "a", None)
    ]


def test_other_sessions_are_on_one_side_alone(spark: "SparkSession") -> None:
    left = pa.concat_tables([run_of(None, MAIL), run_of("", MAIL, SAVED), run_of("=", MAIL)])
    right = pa.concat_tables([run_of(None, SAVED), run_of("", MAIL, SAVED)])
    kinds = [json.loads(each)["kind"] for each in runs(spark, left, right, format="compact", matcher="id")]
    assert sorted(kinds) == ["only_left", "other_screen"]


def test_a_frame_may_be_compared_with_a_part_of_itself(spark: "SparkSession") -> None:
    whole = pa.concat_tables([run_of("a", MAIL, SAVED), run_of("b", MAIL)])
    frame = frame_of(spark, whole)
    found = uispark.compare_runs(frame, frame.where("seq = 0")).toArrow().to_pylist()
    assert [(each["kind"], each["left_session"], each["left_seq"]) for each in found] == [("only_left", "a", 1)]
