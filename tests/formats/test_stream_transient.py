"""spec/features#x8: the stream record of what was seen and gone."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.outline import outline
from uidiff import Snapshot
from uidiff.diffing.refs import Refs
from uidiff.errors import InvalidSnapshot
from uidiff.formats.jsonl import added_record, records_of_tree
from uidiff.formats.stream import AddedRecord, read_line
from uidiff.stream import TransientRecord
from uidiff.testing import hostile_texts, snapshots

LINE = '{"type":"transient","ts":7,"el":{"i":50,"r":"status","t":"Saved"},"p":"window","shown":"1.5s"}'
RECORD = TransientRecord(7.0, {"i": 50, "r": "status", "t": "Saved"}, "window", 1.5)


def test_x_8_the_line_of_what_was_seen_and_gone() -> None:
    assert RECORD.line() == LINE
    assert read_line(LINE) == RECORD
    assert RECORD.number == 50


@pytest.mark.parametrize(("seconds", "said"), [(0, "0.0s"), (0.04, "0.0s"), (2, "2.0s"), (3599.96, "3600.0s")])
def test_x_8_its_time_is_said_to_the_tenth(seconds: float, said: str) -> None:
    record = TransientRecord(None, {"i": 1}, "", seconds)
    assert record.to_dict()["shown"] == said
    assert read_line(record.line()) == record


@given(name=hostile_texts(), path=st.sampled_from(("", "window", "window > list")), shown=st.floats(0, 1e9))
def test_bad_input_04_it_reads_back_whatever_it_says(name: str, path: str, shown: float) -> None:
    element = outline("status")[0]
    made = Snapshot.from_dicts([{"role": element.role, "name": name, "description": name}])
    came = added_record(made[0], Refs((5,), 6), 1.25)
    record = TransientRecord(came.ts, came.element, path, shown)
    assert len(record.line().splitlines()) == 1
    assert read_line(record.line()) == record
    assert json.loads(record.line()) == record.to_dict()


@given(tree=snapshots(min_size=1, hostile=True, secrets=True, unknown_roles=True), bounds=st.booleans())
def test_an_added_record_tells_of_an_element_of_a_tree(tree: Snapshot, bounds: bool) -> None:
    refs = Refs(range(11, 11 + len(tree)), 11 + len(tree))
    records = [added_record(element, refs, tree.taken_at, bounds=bounds) for element in tree]
    assert records == list(records_of_tree(tree, refs, bounds=bounds))[1:]
    assert [record.number for record in records] == list(refs.numbers)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"shown": None}, "$.shown"),
        ({"shown": 1.5}, "$.shown"),
        ({"shown": "1.5"}, "$.shown"),
        ({"shown": "1.55s"}, "$.shown"),
        ({"shown": "-1.5s"}, "$.shown"),
        ({"el": "status"}, "$.el"),
        ({"p": None}, "$.p"),
    ],
)
def test_a_line_that_is_no_such_record_is_refused_by_its_place(change: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        read_line(json.dumps({**json.loads(LINE), **change}))
    assert caught.value.path == path


def test_a_line_without_its_time_is_refused() -> None:
    with pytest.raises(InvalidSnapshot, match=r"\$\.shown: it is missing"):
        read_line('{"type":"transient","ts":7,"el":{},"p":""}')


@pytest.mark.parametrize("number", [None, "5", True, 1.0])
def test_an_element_without_a_number_has_none(number: object) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        _ = AddedRecord(None, {"i": number}, "").number
    assert caught.value.path == "$.el.i"
