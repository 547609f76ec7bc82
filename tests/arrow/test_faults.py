"""Bad rows (spec/bad-inputs#68 and #69): each is one row of op error, or raises, or is left out; the others go on."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest

import uidiff
from tests.arrow.oracle import plain
from uidiff import Matching, Snapshot
from uidiff.arrow import CHANGES, SNAPSHOTS, batch_of, diff_batches, diff_table, events_table, nodes_table
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.model.columns import NODE_KEYS

OK: list[dict[str, Any]] = [{"role": "window"}, {"parent": 0, "role": "button", "name": "OK"}]
CANCEL = [{"role": "window"}, {"parent": 0, "role": "button", "name": "Cancel"}]


def table(*rows: dict[str, Any]) -> pa.Table:
    made = [{"session": "s", "window": "w", "seq": seq, "nodes": OK, **row} for seq, row in enumerate(rows)]
    return pa.Table.from_pylist(made, schema=SNAPSHOTS)


def rows(*given: dict[str, Any], **options: Any) -> list[dict[str, Any]]:  # noqa: ANN401  # those of diff_table
    return plain(diff_table(table(*given), **options))


def error(seq: int | None, text: str, **more: object) -> dict[str, Any]:
    known = {} if seq is None else {"after_seq": seq}
    return {"session": "s", "window": "w", **known, "ordinal": 0, "op": "error", "error": text, **more}


ORPHAN = [{"role": "window"}, {"parent": 1, "role": "button"}]
BAD: Sequence[tuple[str, dict[str, Any], str]] = [
    ("no tree", {"nodes": None}, "no tree: nodes is NULL"),
    ("a failed read", {"nodes": None, "error": "the window did not answer"}, "the window did not answer"),
    ("a tree beside an error", {"error": "half a read"}, "half a read"),
    ("its own parent", {"nodes": ORPHAN}, "$[1].parent: parent 1 does not stand before element 1; give parents"),
    ("a parent behind", {"nodes": [{"role": "a", "parent": 1}, {"role": "b"}]}, "$[0].parent: parent 1 does not stand"),
    ("a parent far away", {"nodes": [{"role": "a"}, {"role": "b", "parent": 2**31 - 1}]}, "$[1].parent: parent 21474"),
    ("a parent below -1", {"nodes": [{"role": "a"}, {"role": "b", "parent": -2}]}, "$[1].parent: parent -2 does not"),
    (
        "no pre-order",
        {"nodes": [{"role": "a"}, {"role": "b", "parent": 0}, {"role": "c"}, {"role": "d", "parent": 1}]},
        "$[3].parent: not in pre-order",
    ),
    ("no role", {"nodes": [{"name": "OK"}]}, "$[0]: no role"),
    ("no element", {"nodes": [None]}, "$[0]: expected an object, got NoneType"),
    ("half a box", {"nodes": [{"role": "a", "bounds": {"x": 1}}]}, "$[0].bounds: "),
    ("a state of another kind", {"nodes": [{"role": "a", "states": [("level", "two")]}]}, "$[0].states.level: "),
    ("a state without name", {"nodes": [{"role": "a", "states": [(None, "x")]}]}, "$[0].states: "),
    ("unknown keys that are none", {"nodes": [{"role": "a", "extra": "[1"}]}, "$[0]: extra is not the text of a JSON"),
    ("unknown keys nested too deep", {"nodes": [{"role": "a", "extra": "[" * 100_000}]}, "$[0]: extra is not the text"),
    *(
        (f"an unknown key {key}", {"nodes": [{"role": "a", "extra": f'{{"x": 1, "{key}": null}}'}]}, f"$[0]: {said}")
        for key, said in ((key, f"an unknown key of the name '{key}'; give it as") for key in sorted(NODE_KEYS))
    ),
    ("no such platform", {"platform": "amiga"}, "unknown platform 'amiga'"),
    ("a process id below 0", {"pid": -1}, "$.pid: out of range"),
    ("no time", {"taken_at": float("nan")}, "$.taken_at: expected a finite number"),
]


@pytest.mark.parametrize(("row", "problem"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_a_bad_row_is_an_error_and_its_neighbours_are_compared(row: dict[str, Any], problem: str) -> None:
    *changes, wrong = rows({}, row, {"nodes": CANCEL})
    assert wrong["error"].startswith(problem)
    assert wrong == error(1, wrong["error"])
    assert [(r["before_seq"], r["after_seq"], r["op"]) for r in changes] == [(0, 2, "changed")]


@pytest.mark.parametrize(("row", "problem"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_or_it_raises_and_says_where(row: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        diff_table(table({}, row), on_error="raise")
    assert caught.value.path == "session 's', window 'w', seq 1"
    assert caught.value.problem.startswith(problem)


@pytest.mark.parametrize("row", [bad[1] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_or_it_is_left_out(row: dict[str, Any]) -> None:
    assert rows({}, row, on_error="drop") == []


@pytest.mark.parametrize(
    "said",
    ['{"secret": false}', '{"name": "b"}', '{"role": "text", "states": {}}', '{"parent": null}', '{"children": []}'],
)
def test_unknown_keys_bring_nothing_back_that_is_hidden(said: str) -> None:
    hidden = {"role": "textbox", "name": "a", "value": "hunter2", "secret": True, "extra": said}
    given = table({}, {"nodes": [hidden]}, {"nodes": [{**hidden, "value": "hunter3", "extra": None}]})
    changes = diff_table(given, carry=True)
    assert [row["after_seq"] for row in plain(changes) if row["op"] == "error"] == [1]
    assert "hunter" not in repr(changes.to_pylist())
    assert "hunter" not in repr(nodes_table(given).to_pylist())


def test_a_row_without_sequence_number_is_an_error() -> None:
    assert rows({}, {"seq": None}) == [error(None, "no sequence number: seq is NULL")]


def test_a_sequence_number_that_stands_twice_is_an_error_once() -> None:
    found = rows({"seq": 3}, {"seq": 3}, {"seq": 4, "nodes": CANCEL})
    assert [row["op"] for row in found] == ["changed", "error"]
    assert found[1] == error(3, "a row of this session, window and sequence number is there already")


def test_of_two_rows_of_one_number_the_earlier_one_counts() -> None:
    late = {"seq": 3, "nodes": CANCEL, "ts": 9_000_000}
    found = rows({"seq": 2}, late, {"seq": 3, "ts": 8_000_000})
    assert [row["op"] for row in found] == ["error"]


def test_batches_out_of_order_are_errors() -> None:
    batches = [table({"seq": seq}).to_batches()[0] for seq in (5, 4, 6)]
    found = pa.Table.from_batches(diff_batches(batches), schema=CHANGES)
    cure = "sort by session, window and seq (write_recordings does)"
    assert plain(found) == [error(4, f"a sequence number below the one before it: {cure}")]


FILES = 'take each file for a session: session="source", or in Arrow source in the place of the column session'
TWICE = f"a row of this session, window and sequence number is there already, from another file: {FILES}"
APART = f"not compared, as the snapshot before it is from another file: {FILES}; or leave source out"


def test_snapshots_of_two_files_are_not_compared() -> None:
    one, other = {"source": "1/a.jsonl"}, {"source": "2/a.jsonl", "nodes": CANCEL}
    more = {**other, "nodes": [*CANCEL, {"parent": 0, "role": "text"}]}
    found = rows({"seq": 0, **other}, {"seq": 0, **one}, {"seq": 1, **other}, {"seq": 2, **more})
    assert [row for row in found if row["op"] == "error"] == [error(0, TWICE), error(1, APART, before_seq=0)]
    assert [(row["before_seq"], row["op"]) for row in found if row["op"] != "error"] == [(1, "added")]
    assert rows({"seq": 0, **one}, {"seq": 1, **other}, on_error="drop") == []
    with pytest.raises(InvalidSnapshot, match="from another file"):
        diff_table(table({"seq": 0, **one}, {"seq": 1, **other}), on_error="raise")


def test_of_two_recordings_of_one_name_and_length_the_first_one_is_diffed() -> None:
    runs = [
        {"seq": seq, "source": source, "nodes": nodes}
        for source, trees in (("2", [CANCEL, OK, OK]), ("1", [OK, CANCEL, OK]))
        for seq, nodes in enumerate(trees)
    ]
    found = rows(*runs)
    assert [(row["after_seq"], row["op"]) for row in found if row["op"] != "error"] == [(1, "changed"), (2, "changed")]
    assert [row for row in found if row["op"] == "error"] == [error(seq, TWICE) for seq in range(3)]


def test_of_a_file_that_is_not_known_nothing_is_thought() -> None:
    found = rows({"source": "a"}, {"nodes": CANCEL}, {"source": "b"})
    assert [(row["before_seq"], row["op"]) for row in found] == [(0, "changed"), (1, "changed")]


def test_the_file_is_remembered_from_batch_to_batch() -> None:
    batches = table({"source": "a"}, {"source": "b", "nodes": CANCEL}).to_batches(max_chunksize=1)
    assert plain(pa.Table.from_batches(diff_batches(batches))) == [error(1, APART, before_seq=0)]


def test_events_are_of_one_file_too() -> None:
    found = events_table(table({"source": "a"}, {"source": "b", "nodes": CANCEL}))
    assert found["error"].to_pylist() == [APART]


def test_an_error_names_the_rows_of_its_own_window() -> None:
    hostile = "'; DROP TABLE x; --"
    (found,) = rows({}, {"window": None, "session": hostile, "nodes": None})
    assert found.pop("session") == hostile
    assert found == {k: v for k, v in error(1, "no tree: nodes is NULL").items() if k not in ("session", "window")}


def test_a_matcher_that_fails_is_an_error_of_that_pair_and_says_no_text_of_the_ui() -> None:
    class Moody:
        def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
            assert before is not after
            if after[1].name == "Cancel":
                raise RuntimeError(after[1].name)
            return given

    found = rows({}, {"nodes": CANCEL}, {"nodes": [*OK, {"parent": 0, "role": "text"}]}, matcher=Moody())
    assert [(row["op"], row.get("before_seq"), row["after_seq"]) for row in found if row["op"] == "error"] == [
        ("error", 0, 1)
    ]
    assert {(row["before_seq"], row["after_seq"]) for row in found if row["op"] != "error"} == {(1, 2)}
    assert "the matcher failed: RuntimeError" in {row.get("error") for row in found}


def test_unknown_options_are_refused_at_once() -> None:
    with pytest.raises(UnknownName, match="on_error"):
        diff_batches([], on_error="ignore")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(UnknownName, match="matcher"):
        diff_batches([], matcher="structurel")
    with pytest.raises(UnknownName, match="field"):
        diff_batches([], ignore=("bouns",))


def test_a_time_that_no_calendar_has_is_kept_beside_a_ts_of_null() -> None:
    for taken_at in (1.7e308, -1e13, 2.0**62):
        snapshot = Snapshot.from_dicts(OK, taken_at=taken_at)
        batch = batch_of([snapshot], session=None, seqs=[0])
        assert batch.column("ts").to_pylist() == [None]
        assert batch.column("taken_at").to_pylist() == [taken_at]


def test_an_empty_table_has_the_schema_of_changes() -> None:
    assert diff_table(SNAPSHOTS.empty_table()).schema.equals(CHANGES)
    assert diff_table(table({"nodes": []}, {"nodes": []})).num_rows == 0


def test_a_snapshot_beyond_the_limits_is_an_error() -> None:
    found = rows({}, {"nodes": [{"role": "a"}] * 3}, {}, limits=uidiff.Limits(max_elements=2))
    assert [row["op"] for row in found] == ["error"]
    assert "at most 2 are allowed" in found[0]["error"]


def test_a_long_text_is_clipped_as_the_core_clips_it() -> None:
    limits = uidiff.Limits(max_text=100)
    long = [{"role": "window", "name": "x" * 101}]
    (row,) = rows({"nodes": [{"role": "window", "name": "y"}]}, {"nodes": long}, limits=limits)
    assert row["name"] == Snapshot.from_dicts(long, limits=limits)[0].name


def test_changes_of_ten_kilobytes_and_of_hostile_text_are_told_as_they_are() -> None:
    for text in ("\x00", '"', "`", "a\u2028b", "🙂" * 3000, "=1+1", "\\u0000"):
        found = rows({"session": text}, {"session": text, "nodes": [OK[0], {**OK[1], "value": text}]})
        assert [(row["session"], row["op"]) for row in found] == [(text, "changed")]
        assert uidiff.arrow.block_fields.json_text(text) == found[0]["fields"][0]["after"]


def test_one_snapshot_has_no_changes() -> None:
    assert list(map(len, diff_batches([batch_of([Snapshot.from_dicts(OK)], session=None, seqs=[0])]))) == [0]
