"""The format ``jsonl`` and the stream records, spec/features#d31."""

import json
from typing import Any

import pytest
from hypothesis import given

from tests.formats import seven
from tests.outline import outline
from uidiff import Matching, Snapshot, TreeDiff, diff, render
from uidiff.diffing.records import Changed
from uidiff.diffing.refs import Refs
from uidiff.errors import InvalidSnapshot
from uidiff.formats.jsonl import records_of, records_of_tree
from uidiff.formats.stream import StreamRecord, read_line
from uidiff.stream import AddedRecord, ChangedRecord, DoneRecord, ErrorRecord, SnapshotRecord
from uidiff.testing import snapshots
from uidiff.text import estimate_tokens


def lines(what: TreeDiff | Snapshot, *, bounds: bool = False) -> list[dict[str, Any]]:
    return [json.loads(line) for line in render(what, "jsonl", bounds=bounds).splitlines()]


# ---------------------------------------------------------------- the document


def test_d3_1_the_line_of_a_snapshot() -> None:
    assert SnapshotRecord(1707504000.0, 42).line() == '{"type":"snapshot","ts":1707504000,"count":42}'


def test_d3_1_the_line_of_an_added_element() -> None:
    tree = outline("window\n  document\n    form", taken_at=1707504000.5)
    after = outline('window\n  document\n    form\n      dialog "Save?"', taken_at=1707504003.25)
    assert render(diff(tree, after), "jsonl") == (
        '{"type":"added","ts":1707504003.25,"el":{"i":4,"r":"dialog","t":"Save?"},"p":"window > web > form"}'
    )


def test_d3_1_the_line_of_a_removed_element() -> None:
    before = Snapshot.from_dicts([{"role": "window"}, {"role": "button", "name": "Loading...", "parent": 0}])
    after = Snapshot.from_dicts([{"role": "window"}], taken_at=7)
    delta = diff(before, after, refs=(1, 15))
    assert render(delta, "jsonl") == '{"type":"removed","ts":7,"id":15,"r":"btn","t":"Loading..."}'


def test_d3_1_the_line_of_a_changed_element() -> None:
    before = Snapshot.from_dicts([{"role": "textbox", "value": "old"}])
    after = Snapshot.from_dicts([{"role": "textbox", "value": "new"}], taken_at=7)
    delta = diff(before, after, refs=(5,))
    assert render(delta, "jsonl") == '{"type":"changed","ts":7,"id":5,"changes":{"v":["old","new"]}}'


def test_d3_1_the_line_of_an_error() -> None:
    assert ErrorRecord(7.0, "no\nanswer").line() == '{"type":"error","ts":7,"error":"no\\nanswer"}'


@pytest.mark.parametrize(("elapsed", "said"), [(10.0, "10.0s"), (9.96, "10.0s"), (0.04, "0.0s"), (1.25, "1.2s")])
def test_d3_1_the_line_of_the_end(elapsed: float, said: str) -> None:
    assert DoneRecord(7.0, elapsed, 7).line() == f'{{"type":"done","ts":7,"elapsed":"{said}","events":7}}'


def test_d3_1_nothing_is_said_where_nothing_changed() -> None:
    assert render(diff(seven.snapshot(), seven.snapshot()), "jsonl") == ""


def test_d3_4_every_field_is_compared() -> None:
    before: seven.Node = {"role": "button"}
    after: seven.Node = {
        "role": "link",
        "name": "t",
        "value": "v",
        "description": "d",
        "bounds": [1, 2, 3, 4],
        "url": "/u",
        "actions": ["a"],
        "states": {"focused": True, "selected": True, "disabled": True, "readonly": True, "checked": True},
    }
    [line] = lines(seven.changed(before, after))
    assert line["changes"] == {
        "r": ["btn", "lnk"],
        "t": [None, "t"],
        "v": [None, "v"],
        "d": [None, "d"],
        "b": [None, [1, 2, 3, 4]],
        "u": [None, "/u"],
        "a": [[], ["a"]],
        "f": [False, True],
        "s": [False, True],
        "e": [True, False],
        "readonly": [False, True],
        "checked": [None, True],
    }


def test_d3_5_a_dialog_of_five_elements_takes_about_250_tokens() -> None:
    dialog: list[seven.Node] = [
        {"role": "dialog", "name": "Save changes?", "states": {"modal": True}},
        {"role": "text", "name": "Your changes will be lost.", "parent": 41},
        {"role": "button", "name": "Save", "parent": 41, "states": {"focused": True}},
        {"role": "button", "name": "Discard", "parent": 41},
        {"role": "button", "name": "Cancel", "parent": 41},
    ]
    before = seven.snapshot(*seven.filler(40), taken_at=1707504000.0)
    after = seven.snapshot(*seven.filler(40), *dialog, taken_at=1707504003.5)
    records = (SnapshotRecord(1707504000.0, 41), *records_of(diff(before, after)), DoneRecord(1707504010.0, 10.0, 5))
    assert len(records) == 7
    tokens = estimate_tokens("\n".join(record.line() for record in records))
    assert tokens <= 260  # the estimate is rather too high: o200k_base counts 224


# ----------------------------------------------------------------- other lines


def test_a_move_is_said_by_numbers() -> None:
    before, after = outline('window\n  dialog "d"'), outline('window\ndialog "d"')
    matching = Matching.from_pairs([(0, 0), (1, 1)], before=before, after=after)
    assert lines(diff(before, after, matcher=matching)) == [
        {
            "type": "moved",
            "ts": None,
            "id": 2,
            "from_parent": 1,
            "from_position": 0,
            "to_parent": None,
            "to_position": 1,
        }
    ]


def test_a_new_order_is_said_by_numbers() -> None:
    nodes = seven.filler(10)
    assert lines(diff(seven.snapshot(*nodes), seven.snapshot(*reversed(nodes)))) == [
        {"type": "reordered", "ts": None, "parent": 1, "order": [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]}
    ]


def test_unread_parts_are_neither_removed_nor_added() -> None:
    whole, partial = outline('window\n  list\n    row "1"'), outline("window\n  list unread")
    assert lines(diff(whole, partial)) == [{"type": "unknown", "ts": None, "id": 3, "r": "row", "t": "1"}]
    assert [line["type"] for line in lines(diff(partial, whole))] == ["newly_read"]


def test_a_navigation_is_said_first() -> None:
    before = outline('document\n  link "a"', title="A", url="https://example.org/a?q=1")
    after = outline("document", title="B", url="https://example.org/a?q=2")
    first, second = lines(diff(before, after))
    shown = "https://example.org/a?q=…"
    assert first["changes"] == {"title": ["A", "B"], "url": [shown, shown]}
    assert first["hidden"] == ["url"]
    assert second["type"] == "removed"


def test_a_secret_that_changed_is_said_to_have_changed() -> None:
    secret: seven.Node = {"role": "textbox", "value": "1", "secret": True}
    delta = seven.changed(secret, {**secret, "states": {"focused": True}})
    [record] = delta.changed
    hidden = Changed(record.before, record.after, {"value": ("[redacted]", "[redacted]")})
    [line] = lines(seven.with_records(delta, changed=(hidden,)))
    assert line["changes"] == {"v": ["[redacted]", "[redacted]"]}
    assert line["hidden"] == ["v"]


def test_records_stand_in_document_order_and_removals_where_they_were() -> None:
    before = outline('window\n  link "a"\n  link "b"\n  link "c"\n  link "d"')
    after = outline('window\n  link "a" focused\n  link "new"\n  link "c"\n  link "d" focused')
    matching = Matching.from_pairs([(0, 0), (1, 1), (3, 3), (4, 4)], before=before, after=after)
    said = [
        (line["type"], line.get("id", line.get("el", {}).get("i")))
        for line in lines(diff(before, after, matcher=matching))
    ]
    assert said == [("changed", 2), ("removed", 3), ("added", 6), ("changed", 5)]


def test_a_whole_tree_is_a_snapshot_line_and_an_added_line_each() -> None:
    tree = outline('window "Shop"\n  button "Buy" {"bounds": [1, 2, 3, 4]}', taken_at=7.0)
    assert [json.loads(line) for line in render(tree, "jsonl", refs=(4, 9)).splitlines()] == [
        {"type": "snapshot", "ts": 7, "count": 2},
        {"type": "added", "ts": 7, "el": {"i": 4, "r": "window", "t": "Shop"}, "p": ""},
        {"type": "added", "ts": 7, "el": {"i": 9, "r": "btn", "t": "Buy"}, "p": "window"},
    ]
    assert lines(tree, bounds=True)[2]["el"]["b"] == [1, 2, 3, 4]


def test_a_stream_record_knows_the_record_of_the_delta() -> None:
    delta = seven.of_document_1()
    assert [record.record for record in records_of(delta) if isinstance(record, AddedRecord)] == list(delta.added)
    assert [record.record for record in records_of(delta) if isinstance(record, ChangedRecord)] == list(delta.changed)


# ---------------------------------------------------------------- reading back


def parsed(text: str) -> list[StreamRecord]:
    return [read_line(line) for line in text.splitlines()]


@given(delta=seven.deltas())
def test_bad_input_04_every_line_reads_back_as_its_record(delta: TreeDiff) -> None:
    assert parsed(render(delta, "jsonl")) == list(records_of(delta))
    assert parsed(render(delta, "jsonl", bounds=True)) == list(records_of(delta, bounds=True))
    assert [record.to_dict() for record in records_of(delta)] == lines(delta)


@given(tree=snapshots(hostile=True, unknown_roles=True, secrets=True))
def test_bad_input_04_every_line_of_a_tree_reads_back_as_its_record(tree: Snapshot) -> None:
    assert parsed(render(tree, "jsonl")) == list(records_of_tree(tree, Refs.first(len(tree))))


@pytest.mark.parametrize("record", [ErrorRecord(None, "a\u2028\ud800"), DoneRecord(1.0004, 10.04, 3)])
def test_the_other_records_read_back_too(record: StreamRecord) -> None:
    assert read_line(record.line()) == record
    assert record.line().encode()


def test_later_keys_are_passed_over() -> None:
    assert read_line('{"type":"snapshot","ts":1,"count":2,"later":[]}') == SnapshotRecord(1, 2)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("{", "$"),
        ("[]", "$"),
        ("{}", "$.type"),
        ('{"type":"snapshots"}', "$.type"),
        ('{"type":["added"]}', "$.type"),
        ('{"type":"snapshot","ts":1}', "$.count"),
        ('{"type":"snapshot","ts":"1","count":2}', "$.ts"),
        ('{"type":"snapshot","ts":true,"count":2}', "$.ts"),
        ('{"type":"snapshot","ts":NaN,"count":2}', "$.ts"),
        ('{"type":"snapshot","ts":1e999,"count":2}', "$.ts"),
        ('{"type":"snapshot","ts":1,"count":2.0}', "$.count"),
        ('{"type":"added","ts":1,"el":[],"p":""}', "$.el"),
        ('{"type":"removed","ts":1,"id":1,"r":null}', "$.r"),
        ('{"type":"changed","ts":1,"id":1,"changes":{"v":[1]}}', "$.changes.v"),
        ('{"type":"reordered","ts":1,"parent":null,"order":[1,"2"]}', "$.order[1]"),
        ('{"type":"moved","ts":1,"id":null}', "$.id"),
        ('{"type":"changed","ts":1,"id":1,"changes":{},"hidden":[1]}', "$.hidden[0]"),
        ('{"type":"done","ts":1,"elapsed":"soon","events":1}', "$.elapsed"),
        ('{"type":"done","ts":1,"elapsed":"nans","events":1}', "$.elapsed"),
    ],
)
def test_a_line_that_is_no_record_is_refused_by_its_place(line: str, path: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        read_line(line)
    assert caught.value.path == path
