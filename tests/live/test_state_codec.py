"""Histories and states as bytes: what was written comes back, and nothing else."""

import json
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.store_contract import assert_equal, assert_same, history, state
from uidiff import Limits, Snapshot
from uidiff.diffing.refs import Refs
from uidiff.errors import CorruptSnapshot
from uidiff.live.state_codec import decode_history, decode_state, encode_history, encode_state
from uidiff.live.store import State
from uidiff.testing import snapshots


def decoded(data: bytes, given: State, limits: Limits | None = None) -> State:
    return decode_state(data, given.id, given.ts, limits=limits or Limits())


@st.composite
def states(draw: st.DrawFn) -> State:
    snapshot = draw(snapshots(hostile=True, secrets=True, partial=True, unknown_roles=True, deep=True))
    count = len(snapshot)
    found = draw(st.lists(st.integers(1, 3 * count + 5), min_size=count, max_size=count, unique=True))
    numbers = draw(st.sampled_from([sorted(found), found, range(7, 7 + count)]))
    following = max(numbers, default=0) + draw(st.integers(1, 10**6))
    return State(ts=draw(st.integers(0, 2**52)), snapshot=snapshot, refs=Refs(tuple(numbers), following))


@given(states())
def test_what_was_written_comes_back(given: State) -> None:
    data = encode_state(given)
    found = decoded(data, given)
    assert_same(found, given)
    assert encode_state(found) == data
    assert len(data.decode().splitlines()) == 1


def test_the_written_form_is_fixed() -> None:
    snapshot = Snapshot.from_dicts([{"role": "window"}, {"role": "button", "name": "Save", "parent": 0}], title="Mail")
    one = State(ts=1_700_000_000_123, snapshot=snapshot, refs=Refs((1, 5), 9), id="a" * 16)
    nodes = '[{"role":"window"},{"parent":0,"role":"button","name":"Save"}]'
    payload = f'{{"refs":{{"runs":[[1,1],[5,1]],"next":9}},"snapshot":{{"title":"Mail","nodes":{nodes}}}}}\n'
    assert encode_state(one).decode() == payload
    made = attrs.evolve(history(), lineage="b" * 16).with_state(one, baseline=True)
    head = '{"lineage":"bbbbbbbbbbbbbbbb","next":9,"reported":1700000000123,"entries":'
    assert encode_history(made).decode() == head + '[["aaaaaaaaaaaaaaaa",1700000000123,true]],"questions":[]}\n'


def test_numbers_in_a_row_take_the_room_of_two() -> None:
    one = attrs.evolve(state(1, elements=500), refs=Refs(range(1, 501), 501))
    assert b'"runs":[[1,500]]' in encode_state(one)
    assert_same(decoded(encode_state(one), one), one)


def test_a_history_comes_back_and_loads_its_states_when_they_are_needed() -> None:
    made = history(1, 2, -3).reported(77)
    made = made.answered("", made.entries[0].id).answered("a" * 32, made.entries[2].id)
    asked: list[str] = []

    def source(id_: str, ts: int) -> State:
        asked.append(id_)
        (found,) = [entry.state() for entry in made.entries if (entry.id, entry.ts) == (id_, ts)]
        return found

    found = decode_history(encode_history(made), source)
    assert asked == []
    assert_equal(found, made)
    assert asked == [entry.id for entry in made.entries]


# ------------------------------------------------------------------- what is none

REFS = {"runs": [[1, 1]], "next": 2}
SNAPSHOT = {"nodes": [{"role": "row"}]}

NO_SNAPSHOTS: list[object] = [
    *([], {}, {"nodes": 1}, {"nodes": [{}]}, {"nodes": []}, {"nodes": [{"role": "row", "name": 5}]}),
    *({"nodes": [{"role": "row"}, {"role": "row"}]}, {**SNAPSHOT, "platform": "a platform"}),
]
NO_RUNS: list[object] = [
    *(1, [1], [[1]], [[1, 2]], [[1, 10**12]], [[0, 1]], [["1", 1]], [[1, -1]], [[1, True]], [[1.0, 1]]),
]


def as_bytes(payload: object) -> bytes:
    return payload if isinstance(payload, bytes) else json.dumps(payload).encode()


@pytest.mark.parametrize(
    "payload",
    [
        *(b"", b"{}", b"[]", b"1", b"{", b"\xff", b'{"refs":1,"refs":2}', {"refs": REFS}, {"snapshot": SNAPSHOT}),
        *({"refs": REFS, "snapshot": one} for one in NO_SNAPSHOTS),
        *({"refs": {"runs": runs, "next": 9}, "snapshot": SNAPSHOT} for runs in NO_RUNS),
        {"refs": {"runs": [[2**70, 1]], "next": 2**71}, "snapshot": SNAPSHOT},
        {"refs": {"runs": [[3, 1], [3, 1]], "next": 9}, "snapshot": {"nodes": [{"role": "row"}] * 2}},
        *({"refs": {"runs": [[1, 1]], "next": following}, "snapshot": SNAPSHOT} for following in (1, None, "2", 2.0)),
        {"refs": {"runs": [[1, 1]]}, "snapshot": SNAPSHOT},
        b"[" * 100_000 + b"]" * 100_000,
    ],
    ids=lambda payload: str(payload)[:60],
)
def test_bad_inputs_31_56_a_line_that_is_no_state_is_damage(payload: object) -> None:
    with pytest.raises(CorruptSnapshot, match="damaged: one of its states is none; it is removed"):
        decoded(as_bytes(payload), state(1))


HISTORY: dict[str, Any] = {"lineage": "x", "next": 1, "reported": 0, "entries": []}


@pytest.mark.parametrize(
    "payload",
    [
        *(b"", b"{}", b"[]", b"\xff", b"[" * 100_000),
        *({key: value for key, value in HISTORY.items() if key != missing} for missing in HISTORY),
        *({**HISTORY, "entries": entries} for entries in (1, [1], [["a", 1]], [["a", -1, True]], [["a", "1", True]])),
        *({**HISTORY, "next": 2**70}, {**HISTORY, "reported": 1.5}),
        *({**HISTORY, "questions": questions} for questions in (1, [1], [["a"]], [["", "a"]], [[1, "a"]])),
    ],
    ids=lambda payload: str(payload)[:60],
)
def test_bad_input_56_a_line_that_is_no_history_is_damage(payload: object) -> None:
    with pytest.raises(CorruptSnapshot, match="damaged: its history is none"):
        decode_history(as_bytes(payload), lambda *_: state(1))


def test_a_state_above_the_limits_is_damage() -> None:
    given = state(1, elements=5)
    with pytest.raises(CorruptSnapshot):
        decoded(encode_state(given), given, Limits(max_elements=4))
    assert len(decoded(encode_state(given), given, Limits(max_elements=5)).snapshot) == 5


def test_no_text_of_the_window_is_in_the_message_of_its_damage() -> None:
    nodes = [{"role": "row", "name": "SECRETIVE", "bounds": "SECRETIVE"}]
    with pytest.raises(CorruptSnapshot) as caught:
        decoded(as_bytes({"refs": REFS, "snapshot": {"title": "SECRETIVE", "nodes": nodes}}), state(1))
    assert "SECRETIVE" not in f"{caught.value} {caught.value.__cause__}"
