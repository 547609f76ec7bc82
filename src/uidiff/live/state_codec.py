"""Histories and states as the bytes of a database, and back.

A history is one JSON line; its states are stored apart, so that they are read only when they are needed:

    {"lineage": …, "next": 126, "reported": …, "entries": [[id, ts, baseline], …], "questions": [[key, id], …],
     "departed": {…}}

A state is one JSON line; runs of successive numbers are given by the first one and their length:

    {"refs": {"runs": [[1, 120], [124, 2]], "next": 126}, "snapshot": {"title": …, "nodes": […]}}

Where the reader knows more than the read showed, these are all elements that it knows, and ``unread`` has the runs of
the places of those that the read did not show. ``departed`` is there if anything has left: of each tree the number of
its parent, the runs of its numbers, its depths, and the digests of its contents as hex digits:

    {"document": …, "trees": [[3, [[12, 2]], [0, 1], "01…00…"], …]}

Each is stored with a digest of its bytes and of what it belongs to, so a flipped bit or a row in the wrong place is
detected. The key of a window is stored as its hash only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from itertools import chain
from typing import Any

import attrs

from uidiff.diffing.refs import Refs
from uidiff.errors import CorruptSnapshot, UIDiffError
from uidiff.live.departed import CONTENT, MOST_DEPARTED, Departed, DepartedTree
from uidiff.live.known import Known
from uidiff.live.store import HistoryEntry, State, WindowHistory
from uidiff.model import jsontext
from uidiff.model.codec import raw_snapshot_from_dict, snapshot_to_dict
from uidiff.model.jsontext import expect_index, expect_list, expect_object
from uidiff.model.limits import Limits
from uidiff.model.selection import select
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
    return CorruptSnapshot(f"what is kept of the window is damaged: {problem}; it is removed, read the window again")


def encode_history(history: WindowHistory) -> bytes:
    """The line of a history; its states are not in it."""
    departed = history.departed
    trees = [
        [tree.parent, _runs(tree.numbers), list(tree.depths), b"".join(tree.contents).hex()] for tree in departed.trees
    ]
    return encode_line(
        {
            "lineage": history.lineage,
            "next": history.next_ref,
            "reported": history.reported_at,
            "entries": [[entry.id, entry.ts, entry.baseline] for entry in history.entries],
            "questions": [[*pair] for pair in history.questions],
            **({"departed": {"document": departed.document, "trees": trees}} if trees else {}),
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
        history = WindowHistory(entries=tuple(entries))
        return attrs.evolve(
            history,
            lineage=str(value["lineage"]),
            questions=_questions(value, history),
            next_ref=expect_index(value.get("next"), "$.next", _HIGHEST),
            reported_at=expect_index(value.get("reported"), "$.reported", _HIGHEST),
            departed=_departed(value["departed"]) if "departed" in value else Departed(),
        )
    except (UIDiffError, KeyError, TypeError, ValueError) as error:
        raise corrupt("its history is none") from error


def _questions(value: Mapping[str, Any], history: WindowHistory) -> tuple[tuple[str, str], ...]:
    """Which entry the last answer to each question was of; in a store of version 1 all had the newest baseline."""
    if "questions" not in value:
        return (("", history.tail[0].id),) if history.entries else ()
    pairs = [expect_list(pair, "$.questions", 2) for pair in expect_list(value["questions"], "$.questions")]
    ids = {entry.id for entry in history.entries}
    if not all(type(key) is str and id_ in ids for key, id_ in pairs):
        raise ValueError("a question whose answer is none of the entries")
    return tuple((key, id_) for key, id_ in pairs)


def _departed(value: object) -> Departed:
    """The elements that have left. An error of :func:`decode_history` where they are none."""
    known = expect_object(value, "$.departed")
    document = known["document"]
    trees = []
    room = MOST_DEPARTED
    for tree in expect_list(known.get("trees"), "$.departed.trees"):
        parent, runs, depths, contents = expect_list(tree, "$.departed.trees", 4)
        numbers = _numbers(runs, room)
        room -= len(numbers)
        digests = bytes.fromhex(contents)
        made = DepartedTree(
            expect_index(parent, "$.departed.trees", _HIGHEST),
            numbers,
            tuple(expect_index(depth, "$.departed.trees", MOST_DEPARTED) for depth in expect_list(depths, "$")),
            tuple(digests[start : start + CONTENT] for start in range(0, len(digests), CONTENT)),
        )
        if not len(made.numbers) == len(made.depths) == len(made.contents) or not made.is_tree:
            raise ValueError("no tree of departed elements")
        trees.append(made)
    return Departed(None if document is None else str(document), tuple(trees))


def encode_state(state: State) -> bytes:
    """The line of a state; its id and its moment are in the line of the history."""
    known = state.known
    return encode_line(
        {
            "refs": {"runs": _runs(known.refs.numbers), "next": known.refs.next},
            "snapshot": snapshot_to_dict(known.snapshot),
            **({"unread": _runs(sorted(known.unread))} if known.unread else {}),
        }
    )


def decode_state(data: bytes, id_: str, ts: int, *, limits: Limits) -> State:
    """The state of a line whose digest has been checked. CorruptSnapshot if it is none, or beyond ``limits``."""
    try:
        text = jsontext.decode(data)
        value = expect_object(jsontext.parse(text, max_nesting=limits.max_nesting + _PAYLOAD_BRACKETS), "$")
        snapshot = raw_snapshot_from_dict(expect_object(value.get("snapshot"), "$.snapshot"), limits=limits)
        refs = _refs(expect_object(value.get("refs"), "$.refs"), snapshot)
        unread = frozenset(_numbers(value.get("unread", []), len(snapshot)))
        if not unread:
            return State(id=id_, ts=ts, snapshot=snapshot, refs=refs)
        shown = select(snapshot, [index not in unread for index in range(len(snapshot))])
    except (UIDiffError, TypeError, ValueError) as error:
        raise corrupt("one of its states is none") from error
    numbers = tuple(map(refs.numbers.__getitem__, shown.kept))
    memory = Known(snapshot, refs, unread)
    return State(id=id_, ts=ts, snapshot=shown.snapshot, refs=Refs(numbers, refs.next), memory=memory)


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


def _numbers(runs: object, most: int) -> tuple[int, ...]:
    """The numbers of runs. InvalidSnapshot where they are none, or more than ``most``."""
    ranges = []
    left = most
    for run in expect_list(runs, "$.runs"):
        first, length = expect_list(run, "$.runs", 2)
        left -= expect_index(length, "$.runs", left + 1)
        start = expect_index(first, "$.runs", _HIGHEST)
        ranges.append(range(start, start + length))
    return tuple(chain.from_iterable(ranges))


def _refs(value: Mapping[str, Any], snapshot: Snapshot) -> Refs:
    """The refs of a snapshot. InvalidSnapshot, ValueError or DeltaMismatch where they are none, or not its own."""
    following = expect_index(value.get("next"), "$.refs.next", _HIGHEST)
    return Refs.of(Refs(_numbers(value.get("runs"), len(snapshot)), following), len(snapshot))
