"""A state as the bytes of a file: what was written comes back, and nothing else."""

import json
from hashlib import blake2b
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.store_contract import assert_same, state
from uidiff import Limits, Snapshot
from uidiff.diffing.refs import Refs
from uidiff.errors import CorruptSnapshot
from uidiff.live.state_codec import decode_header, decode_state, encode_state
from uidiff.live.store import Kept, State
from uidiff.testing import snapshots

KEY = "0123456789abcdef" * 2


def encoded(given: State, seq: int = 1) -> bytes:
    return encode_state(given, key=KEY, seq=seq)


def decoded(data: bytes, seq: int = 1, limits: Limits | None = None) -> State:
    return decode_state(data, key=KEY, seq=seq, limits=limits or Limits())


@st.composite
def states(draw: st.DrawFn) -> State:
    snapshot = draw(snapshots(hostile=True, secrets=True, partial=True, unknown_roles=True, deep=True))
    count = len(snapshot)
    found = draw(st.lists(st.integers(1, 3 * count + 5), min_size=count, max_size=count, unique=True))
    numbers = draw(st.sampled_from([sorted(found), found, range(7, 7 + count)]))
    following = max(numbers, default=0) + draw(st.integers(1, 10**6))
    one = State(
        ts=draw(st.integers(0, 2**52)),
        snapshot=snapshot,
        refs=Refs(tuple(numbers), following),
        baseline=draw(st.booleans()),
    )
    return attrs.evolve(one, line=draw(st.sampled_from([one.id, "0" * 16])))


@given(states(), st.integers(1, 10**15))
def test_what_was_written_comes_back(given: State, seq: int) -> None:
    data = encoded(given, seq)
    assert_same(decoded(data, seq), given)
    line = data[: data.index(b"\n") + 1]
    kept = Kept(seq=seq, ts=given.ts, baseline=given.baseline, id=given.id, line=given.line)
    assert decode_header(line, key=KEY, seq=seq) == kept
    assert data.count(b"\n") == len(data.decode().splitlines()) == 2


@given(states())
def test_equal_states_have_equal_bytes(given: State) -> None:
    assert encoded(decoded(encoded(given))) == encoded(given)


def test_the_written_form_is_fixed() -> None:
    snapshot = Snapshot.from_dicts([{"role": "window"}, {"role": "button", "name": "Save", "parent": 0}], title="Mail")
    refs = Refs((1, 5), 9)
    one = State(ts=1_700_000_000_123, snapshot=snapshot, refs=refs, baseline=True, id="a" * 16, line="b" * 16)
    first, second, rest = encoded(one, 7).decode().split("\n")
    nodes = '[{"role":"window"},{"parent":0,"role":"button","name":"Save"}]'
    assert second == f'{{"refs":{{"runs":[[1,1],[5,1]],"next":9}},"snapshot":{{"title":"Mail","nodes":{nodes}}}}}'
    digest = blake2b(second.encode(), digest_size=16).hexdigest()
    state_itself = '"seq":7,"ts":1700000000123,"baseline":true,"id":"aaaaaaaaaaaaaaaa","line":"bbbbbbbbbbbbbbbb"'
    head = f'{{"format":"uidiff/baseline","version":"1.0","key":"{KEY}",{state_itself},"digest":"{digest}"'
    assert first == f'{head},"check":"{blake2b(head.encode(), digest_size=8).hexdigest()}"}}'
    assert rest == ""


def test_numbers_in_a_row_take_the_room_of_two() -> None:
    one = attrs.evolve(state(1, elements=500), refs=Refs(range(1, 501), 501))
    assert b'"runs":[[1,500]]' in encoded(one)
    assert_same(decoded(encoded(one)), one)


# ------------------------------------------------------------------- what is no state


def rewritten(change: dict[str, Any], payload: object = None) -> bytes:
    """The file of a state with another first line, or second, and checks that fit."""
    line, second, _ = encoded(state(1)).split(b"\n")
    if payload is not None:
        second = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    header = {**json.loads(line), "digest": blake2b(second, digest_size=16).hexdigest(), **change}
    del header["check"]
    head = json.dumps({key: value for key, value in header.items() if value is not None})[:-1].encode()
    return head + b',"check":"' + blake2b(head, digest_size=8).hexdigest().encode() + b'"}\n' + second + b"\n"


@pytest.mark.parametrize(
    "change",
    [
        *({"format": None}, {"format": "uidiff/snapshot"}, {"format": 1}, {"version": None}, {"version": 1.0}),
        *({"key": "f" * 32}, {"key": None}, {"seq": 2}, {"seq": None}, {"seq": "1"}, {"ts": None}, {"ts": 1.5}),
        *({"ts": -1}, {"ts": 2**63}, {"ts": True}, {"baseline": None}, {"baseline": 1}, {"id": None}, {"id": 7}),
        *({"line": None}, {"line": []}, {"digest": None}, {"digest": "0" * 32}, {"digest": 5}),
    ],
    ids=str,
)
def test_a_first_line_that_is_not_ours_is_damage(change: dict[str, Any]) -> None:
    assert_same(decoded(rewritten({"id": "x", "line": "y"})), attrs.evolve(state(1), id="x", line="y"))
    with pytest.raises(CorruptSnapshot):
        decoded(rewritten(change))


REFS = {"runs": [[1, 1]], "next": 2}
SNAPSHOT = {"nodes": [{"role": "row"}]}

NO_SNAPSHOTS: list[object] = [
    *([], {}, {"nodes": 1}, {"nodes": [{}]}, {"nodes": []}, {"nodes": [{"role": "row", "name": 5}]}),
    *({"nodes": [{"role": "row"}, {"role": "row"}]}, {**SNAPSHOT, "platform": "a platform"}),
]
NO_RUNS: list[object] = [
    *(1, [1], [[1]], [[1, 2]], [[1, 10**12]], [[0, 1]], [["1", 1]], [[1, -1]], [[1, True]], [[1.0, 1]]),
]


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
    ],
    ids=str,
)
def test_a_second_line_that_is_no_state_is_damage(payload: object) -> None:
    with pytest.raises(CorruptSnapshot, match="no state; it is removed"):
        decoded(rewritten({}, payload))


def test_bad_input_31_brackets_nested_deep_are_damage() -> None:
    with pytest.raises(CorruptSnapshot):
        decoded(rewritten({}, b"[" * 100_000 + b"]" * 100_000))


def test_a_state_above_the_limits_is_damage() -> None:
    data = encoded(state(1, elements=5))
    with pytest.raises(CorruptSnapshot):
        decoded(data, limits=Limits(max_elements=4))
    assert len(decoded(data, limits=Limits(max_elements=5)).snapshot) == 5


def test_a_second_line_of_another_minor_version_may_say_more() -> None:
    found = decoded(rewritten({"version": "1.7", "more": 1}, {"refs": REFS, "snapshot": SNAPSHOT, "more": [1]}))
    assert found.snapshot == Snapshot.from_dicts([{"role": "row"}])


@given(st.binary())
def test_whatever_bytes_give_a_state_or_damage(data: bytes) -> None:
    with pytest.raises(CorruptSnapshot):
        decoded(data)


def test_no_text_of_the_window_is_in_the_message_of_its_damage() -> None:
    nodes = [{"role": "row", "name": "SECRETIVE", "bounds": "SECRETIVE"}]
    payload = {"refs": REFS, "snapshot": {"title": "SECRETIVE", "nodes": nodes}}
    with pytest.raises(CorruptSnapshot) as caught:
        decoded(rewritten({}, payload))
    assert "SECRETIVE" not in f"{caught.value} {caught.value.__cause__}"
