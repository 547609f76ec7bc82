"""A state as the bytes of a file, and back: exactly what was written, or CorruptSnapshot.

    {"format": "uidiff/baseline", "version": "1.0", "key": …, "seq": 7, "ts": …, "baseline": true, "id": …, "line": …,
     "digest": …, "check": …}
    {"refs": {"runs": [[1, 120], [124, 2]], "next": 126}, "snapshot": {"title": …, "nodes": […]}}

Each object is one line, without the spaces. Line 1 says what a store has to know of it without reading on, and ends in
a check of itself, the same in every version to come; ``digest`` is that of line 2. So no bit can be another one without
being seen. ``key`` is the hash of the window's key: the key itself is written nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import chain
from typing import Any, NamedTuple

from uidiff.diffing.refs import Refs
from uidiff.errors import CorruptSnapshot, InvalidSnapshot, SnapshotExpired, UIDiffError
from uidiff.live.store import Kept, State
from uidiff.model import jsontext
from uidiff.model.codec import check_format, raw_snapshot_from_dict, snapshot_to_dict
from uidiff.model.expect import expect_index, expect_list, expect_object
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.lines import encode_line

__all__ = ["FORMAT", "LONGEST_HEADER", "VERSION", "NewerVersion", "decode_header", "decode_state", "encode_state"]

FORMAT = "uidiff/baseline"
VERSION = "1.0"
LONGEST_HEADER = 4096
"""Bytes of line 1, at the most."""

_CHECKED = re.compile(rb'(\{.*),"check":"([0-9a-f]{16})"\}\n', re.DOTALL)
_PAYLOAD_BRACKETS = 1  # around a snapshot, more than there are around one in a file of its own
_HIGHEST = 2**63


class NewerVersion(SnapshotExpired):
    """A file of the store that a newer uidiff wrote: for this one there is nothing. It is left as it is."""


def encode_state(state: State, *, key: str, seq: int) -> bytes:
    """The file of a state. ``key``: the hash of the window's key, 32 hex digits."""
    refs = {"runs": _runs(state.refs.numbers), "next": state.refs.next}
    payload = encode_line({"refs": refs, "snapshot": snapshot_to_dict(state.snapshot)})
    header = {
        "format": FORMAT,
        "version": VERSION,
        "key": key,
        "seq": seq,
        "ts": state.ts,
        "baseline": state.baseline,
        "id": state.id,
        "line": state.line,
        "digest": _digest(payload[:-1], 16),
    }
    return _with_check(encode_line(header)) + payload


def decode_header(line: bytes, *, key: str, seq: int) -> Kept:
    """What line 1, its end included, says of the state.

    Raises:
        CorruptSnapshot: it is damaged, or that of another window or number.
        NewerVersion: a newer uidiff wrote it.
    """
    return _header(line, key, seq).kept


def decode_state(data: bytes, *, key: str, seq: int, limits: Limits) -> State:
    """The state in the bytes of a file.

    Raises:
        CorruptSnapshot: as :func:`decode_header`; the rest is damaged, or larger than ``limits``.
        NewerVersion: a newer uidiff wrote it.
    """
    line, end, payload = data.partition(b"\n")
    kept, digest = _header(line + end, key, seq)
    if not payload.endswith(b"\n") or _digest(payload[:-1], 16) != digest:
        raise _corrupt("it is not what was written")
    try:
        text = jsontext.decode(payload)
        value = expect_object(jsontext.parse(text, max_nesting=limits.max_nesting + _PAYLOAD_BRACKETS), "$")
        snapshot = raw_snapshot_from_dict(expect_object(value.get("snapshot"), "$.snapshot"), limits=limits)
        refs = _refs(expect_object(value.get("refs"), "$.refs"), snapshot)
    except (UIDiffError, TypeError, ValueError) as error:
        raise _corrupt("what it says is no state") from error
    return State(ts=kept.ts, snapshot=snapshot, refs=refs, baseline=kept.baseline, id=kept.id, line=kept.line)


# ------------------------------------------------------------------- line 1


class _Header(NamedTuple):
    """What line 1 says: of the state, and the digest of line 2."""

    kept: Kept
    digest: str


def _header(line: bytes, key: str, seq: int) -> _Header:
    found = _CHECKED.fullmatch(line)
    if found is None or _digest(found[1], 8) != found[2].decode():
        raise _corrupt("its first line is not what was written")
    try:
        value = expect_object(jsontext.parse(jsontext.decode(line), max_nesting=LONGEST_HEADER), "$")
        _expect_format(value)
        ts = expect_index(value.get("ts"), "$.ts", _HIGHEST)
    except InvalidSnapshot as error:
        raise _corrupt("its first line is not ours") from error
    baseline = value.get("baseline")
    names: list[Any] = [value.get(name) for name in ("id", "line", "digest")]
    if value.get("key") != key or value.get("seq") != seq:
        raise _corrupt("it is not the one of its name")
    if type(baseline) is not bool or any(type(name) is not str for name in names):
        raise _corrupt("its first line is not ours")
    identity, refs_line, digest = names
    return _Header(Kept(seq=seq, ts=ts, baseline=baseline, id=identity, line=refs_line), digest)


def _expect_format(value: Mapping[str, Any]) -> None:
    try:
        check_format(value, FORMAT, VERSION)
    except InvalidSnapshot as error:
        written = value.get("version")
        major = written.partition(".")[0] if isinstance(written, str) else ""
        if value.get("format") == FORMAT and re.fullmatch("[0-9]{1,8}", major) and int(major) > 0:
            raise NewerVersion(
                f"a file of the store is of version {major}, which a newer uidiff wrote; upgrade uidiff, "
                "or set UIDIFF_STORE to a folder of its own",
            ) from error
        raise


def _with_check(header: bytes) -> bytes:
    start = header.removesuffix(b"}\n")
    return b'%b,"check":"%b"}\n' % (start, _digest(start, 8).encode())


def _digest(data: bytes, size: int) -> str:
    return blake2b(data, digest_size=size).hexdigest()


def _corrupt(problem: str) -> CorruptSnapshot:
    return CorruptSnapshot(f"a file of the store is damaged: {problem}; it is removed, read the window anew")


# ------------------------------------------------------------------- line 2


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """The numbers as runs of successive ones: the first of each, and how many they are."""
    runs: list[list[int]] = []
    following = None  # the number that would go on with the last run
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
