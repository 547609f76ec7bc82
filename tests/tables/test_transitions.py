"""What each step did: the rows are those of a loop over the core."""

import gc
import weakref
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uidiff
from tests.tables.oracle import Scripted, page, scripts, steps_of, table_of
from uidiff import Snapshot, arrow
from uidiff.arrow.event_rows import event_cells
from uidiff.arrow.tables import looks as looks_module
from uidiff.arrow.tables.words import kind_of, target_of
from uidiff.diffing.refs import Refs
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.tokens import estimate_tokens

TOLD = ("before_text", "after_text", "delta_text", "events", "before_tokens", "after_tokens", "delta_tokens", "error")


def expected(table: pa.Table, script: list[Scripted], each: str) -> Iterator[dict[str, Any]]:
    """The rows by a loop over the core, with the trees that the table holds."""
    good = iter(arrow.snapshots_of(table.filter(pa.compute.is_null(table["error"]))))
    trees = {look.seq: next(good) for look in script if look.snapshot is not None}
    refs = Refs.first(0)
    last: int | None = None
    for number, step in enumerate(steps_of(script)):
        for place, look in enumerate(step.looks):
            row: dict[str, Any] = dict.fromkeys(TOLD)
            row |= {"step": number, "action": step.action, "after_seq": look.seq, "before_seq": None}
            if look.snapshot is None:
                yield {**row, "before_seq": None if step.start is None else step.start.seq, "error": "no answer"}
                continue
            if each == "step" and place < len(step.looks) - 1:
                continue
            before: int | None = last
            after = trees[look.seq]
            last = look.seq
            old_refs = refs
            delta: uidiff.TreeDiff | None = None if before is None else uidiff.diff(trees[before], after, refs=refs)
            refs = Refs.first(len(after)) if delta is None else delta.refs[1]
            row["after_text"] = uidiff.render(after, refs=refs)
            row["after_tokens"] = estimate_tokens(row["after_text"])
            if delta is not None and before is not None and (step.comparable or (each == "snapshot" and place)):
                row["before_text"] = uidiff.render(trees[before], refs=old_refs)
                row["before_tokens"] = estimate_tokens(row["before_text"])
                row["delta_text"] = uidiff.render(delta)
                row["delta_tokens"] = estimate_tokens(row["delta_text"])
                row["events"] = [event_cells(event) for event in delta.events]
                row["before_seq"] = before
            yield row


@given(scripts(), st.sampled_from(["step", "snapshot"]))
def test_rows_are_those_of_a_loop_over_the_core(script: list[Scripted], each: Any) -> None:  # noqa: ANN401  # a word
    table = table_of(script)
    rows = arrow.transitions(table, each=each).to_pylist()
    wanted = list(expected(table, script, each))
    assert [{name: row[name] for name in wanted[0]} for row in rows] == wanted
    assert [row["target"] for row in rows] == [target_of(row["action"]) for row in wanted]


def test_rows_in_any_order_are_sorted_and_two_windows_are_kept_apart() -> None:
    script = [Scripted(seq, f"press e{seq}", page({"role": "button", "name": str(seq)}), 1.0 * seq) for seq in range(4)]
    table = pa.concat_tables([table_of(script), table_of(script, window="dialog")])
    mixed = table.take([7, 2, 0, 5, 1, 3, 6, 4])
    assert arrow.transitions(mixed) == arrow.transitions(table)
    assert arrow.transitions(mixed)["before_seq"].to_pylist() == [None, 0, 1, 2] * 2


def test_a_recording_of_the_repository_keeps_its_numbers_from_step_to_step() -> None:
    rows = arrow.transitions(arrow.read_sessions("src/uidiff/recordings/data").read_all()).to_pylist()
    assert len(rows) == 23
    for row, following in pairwise(rows):
        assert following["before_text"] == row["after_text"]
        assert following["before_seq"] == row["after_seq"]


def test_a_number_that_is_there_twice_is_an_error_row_and_the_rest_goes_on() -> None:
    script = [Scripted(seq, f"a{seq}", page({"role": "text", "name": str(seq)}), None) for seq in (0, 1, 1, 2)]
    rows = arrow.transitions(table_of(script)).to_pylist()
    assert [row["after_seq"] for row in rows] == [0, 1, 1, 2]
    assert [row["error"] for row in rows] == [
        None,
        None,
        "a row of this session, window and sequence number is there already",
        None,
    ]
    assert [row["delta_text"] is None for row in rows] == [True, False, True, True]


def test_what_an_action_did_after_a_failed_read_is_not_known_and_not_blamed_on_the_one_before() -> None:
    save = [Scripted(0, None, page(), 0.0), Scripted(1, "press Save", page({"role": "alert", "name": "Saved"}), 1.0)]
    script = [
        *save,
        Scripted(2, "press Close", None, 2.0),
        Scripted(3, None, page(), 3.0),
        Scripted(4, "x", page(), 4.0),
    ]
    rows = arrow.transitions(table_of(script)).to_pylist()
    assert [(row["action"], row["before_seq"], row["after_seq"]) for row in rows] == [
        (None, None, 0),
        ("press Save", 0, 1),
        ("press Close", 1, 2),
        (None, 1, 3),
        ("x", 3, 4),
    ]
    assert rows[2]["error"] == "no answer"
    assert rows[2]["after_text"] is None
    hidden = [Scripted(5, "y", None, None), Scripted(6, "z", page(), None)]
    after = arrow.transitions(table_of([*script, *hidden])).to_pylist()[-1]
    assert (after["action"], after["before_seq"], after["delta_text"]) == ("z", None, None)


def test_a_session_over_midnight_has_moments_in_utc() -> None:
    script = [Scripted(seq, "x", page(), 86_399.0 + 2 * seq) for seq in range(2)]
    times = arrow.transitions(table_of(script))["ts"]
    assert times.type == pa.timestamp("us", "UTC")
    assert [moment.isoformat() for moment in times.to_pylist()] == [
        "1970-01-01T23:59:59+00:00",
        "1970-01-02T00:00:01+00:00",
    ]


def test_a_reader_is_answered_lazily_with_a_few_snapshots_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[Snapshot]] = []
    most = []
    whole = looks_module.Look.__init__

    def counted(look: Any, *cells: Any, **named: Any) -> None:  # noqa: ANN401  # a Look, and its cells
        whole(look, *cells, **named)
        if look.snapshot is not None:
            made.append(weakref.ref(look.snapshot))
            gc.collect()
            most.append(len({id(each()) for each in made if each() is not None}))

    monkeypatch.setattr(looks_module.Look, "__init__", counted)
    script = [Scripted(seq, None, page({"role": "text", "name": str(seq)}), None) for seq in range(60)]
    table = table_of(script)
    reader = pa.RecordBatchReader.from_batches(table.schema, table.combine_chunks().to_batches())
    answer = arrow.transitions(reader, each="snapshot")
    assert not most
    assert len(answer.read_all()) == 60
    assert max(most) <= 5


def test_rows_of_a_reader_that_are_not_sorted_are_refused() -> None:
    script = [Scripted(0, None, page(), None)]
    batches = [batch for window in ("a", "b", "a") for batch in table_of(script, window=window).to_batches()]
    reader = pa.RecordBatchReader.from_batches(batches[0].schema, batches)
    with pytest.raises(InvalidSnapshot, match="do not stand together"):
        arrow.transitions(reader).read_all()


def test_wrong_options_are_refused_at_once() -> None:
    table = table_of([Scripted(0, None, page(), None)])
    with pytest.raises(UnknownName, match="each"):
        arrow.transitions(table, each="look")  # type: ignore[arg-type]  # so it is
    with pytest.raises(UnknownName, match="format"):
        arrow.transitions(table, format="agnet")
    with pytest.raises(TypeError, match=r"pyarrow\.Table"):
        arrow.transitions([])


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("EFFECTS", "effect-row"),
        ("EFFECT_RATES", "effect-rate-row"),
        ("RUN_DIFFERENCES", "run-difference-row"),
        ("SCREENS", "screen-row"),
        ("SCREEN_GRAPH", "screen-way-row"),
        ("TOKEN_COSTS", "token-cost-row"),
        ("TOKEN_TOTALS", "token-total-row"),
        ("TRANSITIONS", "transition-row"),
    ],
)
def test_a_schema_keeps_its_name_and_version_in_parquet(
    table: str,
    name: str,
    tmp_path: Any,  # noqa: ANN401  # a Path
) -> None:
    schema = getattr(arrow, table)
    pq.write_table(schema.empty_table(), tmp_path / "t.parquet")
    found = pq.read_table(tmp_path / "t.parquet").schema
    assert found == schema
    kept = {key: found.metadata[key] for key in (b"uidiff.schema", b"uidiff.schema_version")}
    assert kept == {b"uidiff.schema": name.encode(), b"uidiff.schema_version": b"1"}
    assert uidiff.json_schema(name)["$id"] == f"urn:uidiff:{name}:1"


def test_words_of_an_action_name_its_kind_and_its_target() -> None:
    assert target_of('click button "Save \\"all\\" 2"') == 'button "Save \\"all\\" 2"'
    assert target_of('type "ada" into textbox "User"') == 'textbox "User"'
    assert target_of("press e12") is target_of(None) is target_of('goto "http://a"') is None
    assert kind_of('click button "Save"') == "click"
    assert kind_of('type "ada" into textbox "User"') == "type into"
    assert kind_of("press e12") == "press"
    assert kind_of("wait 1.5 s") == "wait 0 s"
    assert kind_of("") is None
