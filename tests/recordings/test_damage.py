"""Recordings cut short, flipped, shuffled and tampered with: never a wrong or half snapshot, the line named."""

import copy
import gzip
import os
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.recordings.common import KINDS, STEPS, Outcome, Write, lines, read, values, whole, written


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return partial(written, tmp_path)


def test_the_recording_that_is_damaged_here_has_every_kind_of_line() -> None:
    assert [line.get("kind") for line in values()] == [None, *KINDS]


# cut short


def snapshots_in(text: bytes) -> tuple[int, bool]:
    """How many of STEPS stand in the whole lines of a text, and whether something is left over."""
    full, _, rest = text.rpartition(b"\n")
    rest_is_whole = rest in lines()
    count = full.count(b"\n") + (1 if full else 0) + rest_is_whole
    return sum(kind != "error" for kind in KINDS[: max(0, count - 1)]), bool(rest) and not rest_is_whole


def test_bad_input_56_a_file_cut_at_any_byte_gives_the_whole_lines_before(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(whole())
    header = len(lines()[0])
    for length in range(len(whole()), -1, -1):
        os.truncate(path, length)
        outcome = read(path)
        if length < header:
            assert (outcome.snapshots, outcome.error.partition(": ")[0]) == ([], "line 1"), length
        else:
            count, rest = snapshots_in(whole()[:length])
            assert outcome[:1] + outcome[2:] == (STEPS[:count], ""), length
            assert outcome.unfinished == rest, length


def cut(path: Path, packed: bytes) -> Iterator[tuple[bytes, Outcome]]:
    """A compressed recording cut at every byte: the text that can be unpacked, and what the reader makes of it."""
    path.write_bytes(packed)
    for length in range(len(packed), 1, -1):
        os.truncate(path, length)
        yield zlib.decompressobj(wbits=31).decompress(packed[:length]), read(path)


@pytest.mark.parametrize("live", [True, False], ids=["line by line", "at once"])
def test_bad_input_56_a_gz_cut_at_any_byte_gives_the_whole_lines_before(tmp_path: Path, *, live: bool) -> None:
    for text, outcome in cut(tmp_path / "a", whole("jsonl.gz") if live else gzip.compress(whole())):
        if len(text) < len(lines()[0]):
            assert (outcome.snapshots, outcome.error.partition(": ")[0]) == ([], "line 1")
        else:
            count, _ = snapshots_in(text)
            assert (outcome.snapshots, outcome.error) == (STEPS[:count], "")


def test_bad_input_56_a_gz_cut_within_a_line_is_unfinished(tmp_path: Path) -> None:
    packed = gzip.compress(whole())
    within = [outcome for text, outcome in cut(tmp_path / "a", packed) if not outcome.error and snapshots_in(text)[1]]
    assert within
    assert all(outcome.unfinished for outcome in within)


# bytes, lines


@pytest.mark.parametrize("number", [3, 5, 7])
def test_bad_input_57_a_bit_flipped_in_a_delta_gives_no_wrong_snapshot(tmp_path: Path, number: int) -> None:
    start = sum(len(line) + 1 for line in lines()[: number - 1])
    length = len(lines()[number - 1])
    for place in range(start, start + length, 2):  # every other byte: each line has all kinds of characters
        damaged = bytearray(whole())
        damaged[place] ^= 1 << place // 2 % 7
        (tmp_path / "a.jsonl").write_bytes(damaged)
        outcome = read(tmp_path / "a.jsonl")
        assert outcome.snapshots == STEPS[: len(outcome.snapshots)], place
        assert outcome.error or outcome.unfinished or len(outcome.snapshots) == len(STEPS), place


def test_bad_input_57_a_letter_changed_in_a_whole_snapshot_is_noticed(write: Write) -> None:
    path = write(lines()[0], lines()[1].replace(b"SECRETIVE 3", b"SECRETIVE 4"))
    assert read(path).snapshots == []


def test_bad_input_57_a_byte_flipped_in_a_gz_is_noticed_or_harmless(tmp_path: Path) -> None:
    packed = whole("jsonl.gz")
    for place in range(len(packed)):
        damaged = bytearray(packed)
        damaged[place] ^= 1 << place % 8
        (tmp_path / "a.jsonl.gz").write_bytes(damaged)
        outcome = read(tmp_path / "a.jsonl.gz")
        assert outcome.error or outcome.snapshots == STEPS[: len(outcome.snapshots)], place


REST = "a delta that does not fit the snapshot before it; read with on_error='skip' to go on at the next whole snapshot"
AGAIN = "$.seq: a sequence number that is not above the one before; remove the line"
NO_KIND = "$.kind: no kind of line; expected snapshot, delta or error"
NO_FORMAT = (
    '$.format: expected the format uidiff/recording, got none; write "format": "uidiff/recording", "version": "1.0"'
)


@pytest.mark.parametrize(
    ("order", "count", "message"),
    [
        pytest.param("123456", 0, f"line 1: {NO_FORMAT}", id="no header"),
        pytest.param("023456", 0, f"line 2: $: {REST}", id="no first snapshot"),
        pytest.param("013456", 1, f"line 4: $: {REST}", id="no delta"),
        pytest.param("012346", 3, f"line 6: $: {REST}", id="no second snapshot"),
        pytest.param("102345", 0, f"line 1: {NO_FORMAT}", id="header second"),
        pytest.param("0213456", 0, f"line 2: $: {REST}", id="delta before its snapshot"),
        pytest.param("0132456", 1, f"line 4: {AGAIN}", id="error before delta"),
        pytest.param("0124356", 3, f"line 5: {AGAIN}", id="error after delta"),
        pytest.param("00123456", 0, f"line 2: {NO_KIND}", id="header twice"),
        pytest.param("01123456", 1, f"line 3: {AGAIN}", id="snapshot twice"),
        pytest.param("01223456", 2, f"line 4: {AGAIN}", id="delta twice"),
        pytest.param("01233456", 2, f"line 5: {AGAIN}", id="error twice"),
        pytest.param("0123456123456", 5, f"line 8: {AGAIN}", id="all twice"),
    ],
)
def test_lines_that_are_missing_swapped_or_there_twice_are_named(
    write: Write, order: str, count: int, message: str
) -> None:
    outcome = read(write(*(lines()[int(number)] for number in order)))
    assert (outcome.snapshots, outcome.error) == (STEPS[:count], message)


@pytest.mark.parametrize(
    ("order", "left"),
    [("012456", [0, 1, 2, 3, 4]), ("01235", [0, 1, 3]), ("0123", [0, 1]), ("056", [3, 4]), ("03", []), ("0", [])],
)
def test_what_does_not_rest_on_a_missing_line_is_read(write: Write, order: str, left: list[int]) -> None:
    outcome = read(write(*(lines()[int(number)] for number in order)))
    assert (outcome.snapshots, outcome.error) == ([STEPS[step] for step in left], "")


# values

WRONG: tuple[object, ...] = (None, True, -1, 1, 10**6, 2**70, 1.5, float("nan"), "x", [], {}, [[1]])


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value within a JSON value; of a list only those of the first item."""
    if path:
        yield path
    keys = list(value) if isinstance(value, dict) else [0] if isinstance(value, list) and value else []
    for key in keys:
        yield from places(value[key], (*path, key))  # type: ignore[index]  # an object or a list


def with_value(value: dict[str, Any], path: tuple[Any, ...], wrong: object) -> dict[str, Any]:
    changed = copy.deepcopy(value)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = wrong
    return changed


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_a_value_of_another_kind_at_any_place_is_refused_or_right(write: Write, number: int) -> None:
    value = values()[number - 1]
    for path in places(value):
        for wrong in WRONG if path != ("kind",) else (None, True, 5, "x", "Snapshot"):
            outcome = read(write(*lines()[: number - 1], with_value(value, path, wrong)))
            assert outcome.error.startswith(f"line {number}: $") or not outcome.error, (path, wrong)
            if value["kind"] == "delta":
                assert outcome.snapshots == STEPS[: len(outcome.snapshots)], (path, wrong)


@pytest.mark.parametrize(
    "kind", [None, True, 5, "", "Snapshot", "event", "x\n\x1b[31m", [], {}, ["snapshot"]], ids=ascii
)
def test_a_line_of_another_kind_is_refused(write: Write, kind: object) -> None:
    assert read(write(lines()[0], {"kind": kind, "seq": 0})).error == f"line 2: {NO_KIND}"


@pytest.mark.parametrize("seconds", ['"5"', "true", "[]", "1" * 20, "NaN", "Infinity", "1e999"])
def test_bad_input_24_an_error_at_no_time_is_refused(write: Write, seconds: str) -> None:
    line = b'{"kind":"error","seq":0,"error":"x","taken_at":%s}' % seconds.encode()
    assert read(write(lines()[0], line)).error.startswith("line 2: $.taken_at: ")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("before", "digest"), "0" * 32),
        (("after", "digest"), "0" * 32),
        (("inserted", 0, 2, "name"), "other"),  # under the same digest
    ],
)
def test_a_delta_that_was_tampered_with_is_noticed(write: Write, place: tuple[Any, ...], value: str) -> None:
    assert read(write(*lines()[:2], with_value(values()[2], place, value)))[::2] == (STEPS[:1], f"line 3: $: {REST}")


def test_a_delta_of_more_elements_than_its_snapshot_has_is_refused(write: Write) -> None:
    delta = {**values()[2], "pieces": [[0, 0, 10, 0], [500, 10, 39, 0]]}
    delta["before"]["elements"], delta["after"]["elements"], delta["inserted"][0][0] = 1000, 50, 49
    assert read(write(*lines()[:2], delta)).error.startswith("line 3: $")


def test_the_message_of_a_key_that_stands_twice_names_the_place(write: Write) -> None:
    line = lines()[1].replace(b'"role":', b'"role":"x","role":', 1)
    message = "line 2: $.nodes[0]: the key 'role' stands twice in one object; remove one of the two"
    assert read(write(lines()[0], line)).error == message
