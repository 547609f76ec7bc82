"""The format ``jsonl`` and the stream records, spec/features#d31."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats import seven
from tests.outline import outline
from uidiff import Matching, Snapshot, TreeDiff, diff, render
from uidiff.diffing.refs import Refs
from uidiff.errors import InvalidSnapshot
from uidiff.formats.jsonl import added_record, records_of, records_of_tree
from uidiff.formats.stream import StreamRecord, read_line
from uidiff.stream import AddedRecord, ChangedRecord, DoneRecord, ErrorRecord, SnapshotRecord, TransientRecord
from uidiff.testing import snapshots
from uidiff.tokens import estimate_tokens


def lines(what: TreeDiff | Snapshot, *, bounds: bool = False) -> list[dict[str, Any]]:
    return [json.loads(line) for line in render(what, "jsonl", bounds=bounds).splitlines()]


# ---------------------------------------------------------------- the document


def test_d3_1_the_line_of_a_snapshot() -> None:
    assert SnapshotRecord(1707504000.0, 42).line() == '{"type":"snapshot","ts":1707504000,"count":42}'
    assert SnapshotRecord(1.5, 2, 1).line() == '{"type":"snapshot","ts":1.5,"count":2,"unread":1}'


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


TRANSIENT = TransientRecord(7.0, {"i": 50, "r": "status", "t": "Saved"}, "window", 1.54)


def test_x_8_the_line_of_what_was_seen_and_gone() -> None:
    line = '{"type":"transient","ts":7,"el":{"i":50,"r":"status","t":"Saved"},"p":"window","shown":"1.5s"}'
    assert TRANSIENT.line() == line
    assert TRANSIENT.number == 50


@given(tree=snapshots(min_size=1, hostile=True, secrets=True, unknown_roles=True), bounds=st.booleans())
def test_an_added_record_tells_of_an_element_of_a_tree(tree: Snapshot, bounds: bool) -> None:
    refs = Refs(range(11, 11 + len(tree)), 11 + len(tree))
    records = [added_record(element, refs, tree.taken_at, bounds=bounds) for element in tree]
    assert records == list(records_of_tree(tree, refs, bounds=bounds))[1:]
    assert [record.number for record in records] == list(refs.numbers)


@pytest.mark.parametrize("number", [None, "5", True, 1.0])
def test_an_element_without_a_number_has_none(number: object) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        _ = AddedRecord(None, {"i": number}, "").number
    assert caught.value.path == "$.el.i"


@pytest.mark.parametrize("record", [ErrorRecord(None, "a\u2028\ud800"), DoneRecord(1.0004, 10.04, 3), TRANSIENT])
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
        *(
            (f'{{"type":"transient","ts":7,"el":{{}},"p":"window","shown":{shown}}}', "$.shown")
            for shown in ("null", "1.5", '"1.5"', '"1.55s"', '"-1.5s"')
        ),
        ('{"type":"transient","ts":7,"el":"status","p":"","shown":"1.5s"}', "$.el"),
        ('{"type":"transient","ts":7,"el":{},"p":null,"shown":"1.5s"}', "$.p"),
        ('{"type":"transient","ts":7,"el":{},"p":""}', "$.shown"),
    ],
)
def test_a_line_that_is_no_record_is_refused_by_its_place(line: str, path: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        read_line(line)
    assert caught.value.path == path
