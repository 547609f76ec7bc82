"""Histories and states as the bytes of a database, and back.

A history is one JSON line; its states are stored apart, so that they are read only when they are needed:

    {"lineage": …, "next": 126, "reported": …, "entries": [[id, ts, baseline], …]}

A state is one JSON line; runs of successive refs are given by the first one and their number:

    {"refs": {"runs": [[1, 120], [124, 2]], "next": 126}, "snapshot": {"title": …, "nodes": […]}}

Each is stored with a digest of its bytes and of what it belongs to, so a flipped bit or a row in the wrong place is
detected. The key of a window is stored as its hash only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from itertools import chain
from typing import Any

from uidiff.diffing.refs import Refs
from uidiff.errors import CorruptSnapshot, UIDiffError
from uidiff.live.store import HistoryEntry, State, WindowHistory
from uidiff.model import jsontext
from uidiff.model.codec import raw_snapshot_from_dict, snapshot_to_dict
from uidiff.model.jsontext import expect_index, expect_list, expect_object
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.lines import encode_line

__all__ = ["corrupt", "decode_history", "decode_state", "digest", "encode_history", "encode_state"]

_PAYLOAD_BRACKETS = 1
"""Levels of brackets around a snapshot here, beyond those in a file of its own."""

_HIGHEST = 2**63


def digest(data: bytes, *owners: str) -> bytes:
    """blake2b, 16 bytes, of the data and of what it belongs to: the hash of a window, and a version or a state's id."""
    return blake2b(b"\n".join((*map(str.encode, owners), data)), digest_size=16).digest()


def corrupt(problem: str) -> CorruptSnapshot:
    """The error for stored data that cannot be used."""
    return CorruptSnapshot(f"what is kept of the window is damaged: {problem}; it is removed, read the window anew")


def encode_history(history: WindowHistory) -> bytes:
    """The line of a history; its states are not in it."""
    return encode_line(
        {
            "lineage": history.lineage,
            "next": history.next_ref,
            "reported": history.reported_at,
            "entries": [[entry.id, entry.ts, entry.baseline] for entry in history.entries],
        }
    )


def decode_history(data: bytes, source: Callable[[str, int], State]) -> WindowHistory:
    """The history of a line, of which the digest has been checked. CorruptSnapshot if it is none.

    Args:
        data: the line.
        source: loads the state of an id and a moment.
    """
    try:
        value = expect_object(jsontext.parse(jsontext.decode(data), max_nesting=8), "$")
        entries = []
        for entry in expect_list(value.get("entries"), "$.entries"):
            id_, ts, baseline = expect_list(entry, "$.entries", 3)
            given = (str(id_), expect_index(ts, "$.entries", _HIGHEST))
            entries.append(
                HistoryEntry(id=given[0], ts=given[1], baseline=baseline is True, source=partial(source, *given))
            )
        return WindowHistory(
            lineage=str(value["lineage"]),
            entries=tuple(entries),
            next_ref=expect_index(value.get("next"), "$.next", _HIGHEST),
            reported_at=expect_index(value.get("reported"), "$.reported", _HIGHEST),
        )
    except (UIDiffError, KeyError, TypeError, ValueError) as error:
        raise corrupt("its history is none") from error


def encode_state(state: State) -> bytes:
    """The line of a state; its id and its moment are in the line of the history."""
    refs = {"runs": _runs(state.refs.numbers), "next": state.refs.next}
    return encode_line({"refs": refs, "snapshot": snapshot_to_dict(state.snapshot)})


def decode_state(data: bytes, id_: str, ts: int, *, limits: Limits) -> State:
    """The state of a line whose digest has been checked. CorruptSnapshot if it is none, or beyond ``limits``."""
    try:
        text = jsontext.decode(data)
        value = expect_object(jsontext.parse(text, max_nesting=limits.max_nesting + _PAYLOAD_BRACKETS), "$")
        snapshot = raw_snapshot_from_dict(expect_object(value.get("snapshot"), "$.snapshot"), limits=limits)
        refs = _refs(expect_object(value.get("refs"), "$.refs"), snapshot)
    except (UIDiffError, TypeError, ValueError) as error:
        raise corrupt("one of its states is none") from error
    return State(id=id_, ts=ts, snapshot=snapshot, refs=refs)


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """The numbers as runs of successive ones: the first of each, and its length."""
    runs: list[list[int]] = []
    following = None  # the number that would continue the last run
    for number in numbers:
        if number != following:
            runs.append([number, 0])
        runs[-1][1] += 1
        following = number + 1
    return runs


def _refs(value: Mapping[str, Any], snapshot: Snapshot) -> Refs:
    """The refs of a snapshot. InvalidSnapshot, ValueError or DeltaMismatch where they are none, or not its own."""
    count = len(snapshot)
    ranges = []
    left = count
    for run in expect_list(value.get("runs"), "$.refs.runs"):
        first, length = expect_list(run, "$.refs.runs", 2)
        left -= expect_index(length, "$.refs.runs", left + 1)
        start = expect_index(first, "$.refs.runs", _HIGHEST)
        ranges.append(range(start, start + length))
    following = expect_index(value.get("next"), "$.refs.next", _HIGHEST)
    return Refs.of(Refs(tuple(chain.from_iterable(ranges)), following), count)
