"""Files that are no recording, versions, limits, and reading on behind damaged lines."""

import gzip
import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tests.recordings.common import MARK, STEPS, Write, lines, read, values, whole, written
from uidiff import Limits, Redaction, diff, dumps, read_recording, write_recording
from uidiff.errors import InvalidSnapshot, LimitExceeded, UnknownName
from uidiff.testing import Edited, edited, edits, snapshots


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return partial(written, tmp_path)


# other files

NEWER = "line 1: $.version: version 2 of uidiff/recording was written by a newer uidiff; upgrade uidiff to read it"


def test_bad_input_28_a_newer_major_version_is_refused_by_name(write: Write) -> None:
    assert read(write({**values()[0], "version": "2.0"}, *lines()[1:])).error == NEWER


def test_bad_input_28_a_newer_minor_version_is_read_and_its_kinds_of_lines_are_passed_over(write: Write) -> None:
    header = {**values()[0], "version": "1.7", "made_by": "uidiff 1.7"}
    event = {"kind": "event", "name": "FocusMoved"}
    assert read(write(header, *lines()[1:3], event, *lines()[3:]))[::2] == (STEPS, "")


def test_bad_input_28_unknown_keys_of_a_snapshot_line_are_kept(write: Write) -> None:
    value = {key: cell for key, cell in values()[1].items() if key != "digest"}  # it is one of the line as it was
    (snapshot,) = read(write(lines()[0], {**value, "zoom": 1.5})).snapshots
    assert dict(snapshot.extra) == {"zoom": 1.5}


@pytest.mark.parametrize("version", [None, 1, "", "x", "v1", "\u0661.0"], ids=ascii)
def test_what_is_no_version_is_refused(write: Write, version: object) -> None:
    assert read(write({**values()[0], "version": version})).error.startswith("line 1: $.version: no version: ")


OTHERS: dict[str, bytes] = {
    "empty": b"",
    "line end": b"\n",
    "text": b"recording\n",
    "null": b"null\n",
    "list": b"[]\n",
    "object": b"{}\n",
    "snapshot": dumps(STEPS[0]).encode(),
    "delta": json.dumps(diff(*STEPS[:2]).to_dict()).encode(),
    "corpus": json.dumps({"app": MARK, "toolkit": "web", "step": 0, "doc": 0, "nodes": []}).encode(),
    "binary": bytes(range(256)),
    "zeros": bytes(1000),
    "byte order mark": b"\xef\xbb\xbf" + whole(),
    "utf-16": whole().decode().encode("utf-16"),
    "latin-1": whole().replace(b"SECRETIVE 3", "caf\u00e9".encode("latin-1"), 1).partition(b"\n")[2],
    "gzip of nothing": gzip.compress(b""),
    "gzip of text": gzip.compress(b"recording\n"),
    "half a gzip header": b"\x1f\x8b\x08",
}


@pytest.mark.parametrize("name", OTHERS)
def test_bad_input_56_another_file_is_refused_at_once(tmp_path: Path, name: str) -> None:
    (tmp_path / "other").write_bytes(OTHERS[name])
    outcome = read(tmp_path / "other")
    assert outcome.recording is None
    assert outcome.error.startswith("line 1: ")


@pytest.mark.parametrize("line", [b"\xff", b"caf\xe9", b"\xef\xbb\xbf{}", b"", b"[]", b'{"kind":"error"} x'], ids=ascii)
def test_bad_input_56_a_line_that_is_no_json_object_in_utf_8_is_named(write: Write, line: bytes) -> None:
    outcome = read(write(*lines()[:2], line, *lines()[2:]))
    assert outcome.snapshots == STEPS[:1]
    assert outcome.error.startswith("line 3: $: ")


def test_bad_input_56_garbage_behind_a_compressed_recording_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(whole("jsonl.gz") + b"garbage")
    assert read(tmp_path / "a.jsonl.gz")[::2] == (
        STEPS,
        "line 8: compressed data that is damaged; copy it again, or use the lines before",
    )


def test_bad_input_54_a_folder_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"directory|denied"):
        read_recording(tmp_path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_bad_input_54_a_device_without_end_meets_the_limit() -> None:
    assert read(Path("/dev/zero"), limits=Limits(max_file=1000)).error.startswith(
        "line 1: a line of more than 1000 bytes"
    )


COUNT = "import sys, uidiff; print(sum(1 for _ in uidiff.read_recording('/dev/stdin')))"


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no such device")
def test_bad_input_54_a_pipe_is_read_whole_or_refused() -> None:
    once = b"".join(line + b"\n" for line in lines()[:2])
    more = [json.dumps({**values()[1], "seq": seq}).encode() + b"\n" for seq in range(1, 200)]
    done = subprocess.run([sys.executable, "-c", COUNT], input=once + b"".join(more), capture_output=True, check=False)
    assert done.stdout == b"200\n" or (done.returncode != 0 and b"uidiff.errors" in done.stderr)


# limits


def test_a_line_of_just_the_limit_is_read_and_a_longer_one_refused_by_its_number(write: Write) -> None:
    path, length = write(*lines()[:2]), len(lines()[1])
    assert read(path, limits=Limits(max_file=length))[::2] == (STEPS[:1], "")
    outcome = read(path, limits=Limits(max_file=length - 1))
    assert outcome.error == f"line 2: a line of more than {length - 1} bytes; pass limits=Limits(max_file=…)"


def test_a_compressed_line_that_unpacks_to_more_than_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(lines()[0] + b"\n" + b" " * 50_000_000))
    outcome = read(tmp_path / "bomb.gz", limits=Limits(max_file=10_000))
    assert outcome.error == "line 2: a line of more than 10000 bytes; pass limits=Limits(max_file=…)"


@pytest.mark.parametrize("depth", [500, 100_000])
@pytest.mark.parametrize("end", [b"\n", b""], ids=["ended", "not ended"])
def test_bad_input_31_a_line_nested_too_deep_is_refused(write: Write, depth: int, end: bytes) -> None:
    path = write(*lines()[:2], b'{"x":' + b"[" * depth + b"]" * depth + b"}", end=end)
    with pytest.raises(LimitExceeded, match=r"^line 3: \$: brackets nested more than 400 deep"):
        list(read_recording(path))


# secrets and limits of the reader

RULES = Redaction(patterns=(r"o", r"a\w"), rule=lambda fields: fields["role"] == "row")
READERS: list[dict[str, Any]] = [
    {"redact": RULES},
    {"limits": Limits(max_text=64)},
    {"redact": RULES, "limits": Limits(max_text=64)},
]
trees = snapshots(hostile=True, partial=True, secrets=True, unknown_roles=True, max_size=4)


@pytest.mark.parametrize("options", READERS, ids=["secrets", "limits", "both"])
@settings(max_examples=settings().max_examples // 4)  # each writes two files
@given(pair=edited(trees, scripts=edits(hostile=True)))
def test_a_reader_hides_and_clips_in_deltas_what_it_does_in_whole_snapshots(
    options: dict[str, Any], pair: Edited
) -> None:
    read = []
    for full in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            write_recording(Path(folder, "a"), [pair.before, pair.after, pair.before], full=full)
            read.append(list(read_recording(Path(folder, "a"), **options)))
    assert read[0] == read[1]


# reading on


DAMAGES = {
    "no json": b"{",
    "no utf-8": b"\xff",
    "no object": b"[]",
    "no kind": b'{"kind":"x"}',
    "no text": b'{"kind":[]}',
    "too deep": b"[" * 500,
    "empty": b"",
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize(
    ("number", "left", "skipped"),
    [
        pytest.param(2, [3, 4], 3, id="first snapshot"),
        pytest.param(3, [0, 3, 4], 2, id="delta"),
        pytest.param(4, [0, 1, 2, 3, 4], 1, id="failed read"),
        pytest.param(6, [0, 1, 2], 2, id="second snapshot"),
        pytest.param(7, [0, 1, 2, 3], 1, id="last delta"),
    ],
)
def test_skipping_goes_on_at_the_next_whole_snapshot(
    write: Write, damage: str, number: int, left: list[int], skipped: int
) -> None:
    path = write(*lines()[: number - 1], DAMAGES[damage], *lines()[number:])
    recording = read_recording(path, on_error="skip")
    assert list(recording) == [STEPS[step] for step in left]
    assert (recording.skipped, recording.unfinished) == (skipped, False)
    assert len(recording.errors) == (number != 4)


def test_skipped_lines_are_those_of_the_last_reading(write: Write) -> None:
    recording = read_recording(write(*lines()[:2], b"{", *lines()[3:]), on_error="skip")
    assert recording.skipped == 0
    assert [len(list(recording)), recording.skipped, len(list(recording)), recording.skipped] == [3, 2, 3, 2]


@pytest.mark.parametrize(
    ("last", "left", "skipped"), [(lines()[-1][:-1], 4, 0), (b'{"kind":"x"}', 4, 1)], ids=["not whole", "wrong"]
)
def test_a_last_line_that_is_not_whole_is_unfinished_and_a_wrong_one_skipped(
    write: Write, last: bytes, left: int, skipped: int
) -> None:
    recording = read_recording(write(*lines()[:-1], last, end=b""), on_error="skip")
    assert list(recording) == STEPS[:left]
    assert (recording.skipped, recording.unfinished) == (skipped, not skipped)


def test_a_header_is_not_skipped(write: Write) -> None:
    with pytest.raises(InvalidSnapshot, match=r"^line 1: \$: "):
        read_recording(write(b"{", *lines()[1:]), on_error="skip")


def test_skipping_takes_what_is_before_the_damage_in_compressed_data(tmp_path: Path) -> None:
    packed = whole("jsonl.gz")
    (tmp_path / "a.jsonl.gz").write_bytes(packed[:-8] + bytes(8))  # the checksum and the length
    recording = read_recording(tmp_path / "a.jsonl.gz", on_error="skip")
    assert (list(recording), recording.skipped) == (STEPS, 1)


@pytest.mark.parametrize("name", ["skp", "ignore", "", None], ids=ascii)
def test_bad_input_66_an_unknown_way_with_errors_is_said(write: Write, name: object) -> None:
    with pytest.raises(UnknownName, match=r"^unknown on_error .*known: raise, skip$"):
        read_recording(write(*lines()), on_error=name)  # type: ignore[arg-type]  # on purpose
