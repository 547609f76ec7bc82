"""Recordings written and read back: lines, deltas, errors, bytes, and files that are there whole or not at all."""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recordings.common import TWENTY as ROWS
from tests.recordings.common import endings
from tests.recordings.common import things as page
from uidiff import Limits, Redaction, Row, Snapshot, diff, read_recording, write_recording
from uidiff.errors import LimitExceeded
from uidiff.recordings.demo import demo_path
from uidiff.recordings.lines import RecordedError
from uidiff.recordings.reader import RecordingStep
from uidiff.recordings.writer import RecordingWriter
from uidiff.testing import HOSTILE_TEXTS, edited, edits, snapshots


def growing(count: int) -> list[Snapshot]:
    """Snapshots that differ in little from one to the next."""
    return [page(*ROWS, f"last {number}") for number in range(count)]


def text_of(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text_of(path).removesuffix("\n").split("\n")]


def write_live(path: Path, taken: list[Snapshot], session: str | None = None) -> None:
    with RecordingWriter(path, session=session) as recording:
        for snapshot in taken:
            recording.write(snapshot)


def kinds(path: Path) -> list[str]:
    return [line["kind"] for line in lines_of(path)[1:]]


# there and back


@endings
def test_a_recording_written_whole_or_one_by_one_gives_its_snapshots_back(tmp_path: Path, ending: str) -> None:
    live, whole = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
    write_live(live, growing(4))
    write_recording(whole, growing(4), session="a")
    assert list(read_recording(live)) == list(read_recording(whole)) == growing(4)
    assert text_of(live) == text_of(whole)


trees = snapshots(hostile=True, partial=True, secrets=True, unknown_roles=True, max_size=6)
steps = edited(trees, scripts=edits(hostile=True)).map(lambda pair: [pair.before, pair.after])


@settings(max_examples=settings().max_examples // 4)  # each writes a file
@given(parts=st.lists(steps | trees.map(lambda tree: [tree]), max_size=4), full=st.booleans())
def test_any_snapshots_come_back_in_lines_of_one_line_each(parts: list[list[Snapshot]], *, full: bool) -> None:
    taken = [snapshot for part in parts for snapshot in part]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.jsonl")
        write_recording(path, taken, full=full)
        assert list(read_recording(path)) == taken
        assert len(text_of(path).splitlines()) == len(taken) + 1


@pytest.mark.parametrize("row", HOSTILE_TEXTS)
def test_bad_input_hostile_texts_stay_within_their_line(tmp_path: Path, row: int) -> None:
    path = tmp_path / "a.jsonl"
    texts = HOSTILE_TEXTS[row]
    taken = [page(*ROWS, text, title=text, action=text) for text in texts]
    write_recording(path, taken)
    assert list(read_recording(path)) == taken
    assert len(text_of(path).splitlines()) == len(texts) + 1


NOTHING = Snapshot.from_dicts([], title="nothing")
SECRET = {"role": "textbox", "name": "Password", "value": "x", "states": {"protected": True, "invalid": "spelling"}}


@pytest.mark.parametrize(
    "taken",
    [
        pytest.param([], id="no snapshots"),
        pytest.param([NOTHING, NOTHING, page(*ROWS), NOTHING, page(*ROWS)], id="without elements"),
        pytest.param([page(*ROWS, str(n), window=w) for n in range(3) for w in ("main", "other")], id="two windows"),
        pytest.param([Snapshot.from_dicts([SECRET])], id="a secret field that is invalid"),
    ],
)
def test_they_come_back_again_and_again(tmp_path: Path, taken: list[Snapshot]) -> None:
    write_recording(tmp_path / "a.jsonl", taken)
    recording = read_recording(tmp_path / "a.jsonl")
    assert list(recording) == list(recording) == taken
    assert len(lines_of(tmp_path / "a.jsonl")) == len(taken) + 1
    assert list(zip(recording, recording, strict=True)) == list(zip(taken, taken, strict=True))  # side by side


@pytest.mark.parametrize("depths", [range(20_001), [0, *[1] * 20_000]], ids=["deep", "wide"])
def test_large_trees_come_back(tmp_path: Path, depths: list[int]) -> None:
    rows = [Row(depth=depth, role="group", name=f"n{place}") for place, depth in enumerate(depths)]
    taken = [Snapshot.from_rows([*rows[:-1], rows[-1]._replace(name=name)]) for name in ("a", "b")]
    write_recording(tmp_path / "a.jsonl.gz", taken)
    assert kinds(tmp_path / "a.jsonl.gz") == ["snapshot", "delta"]
    assert list(read_recording(tmp_path / "a.jsonl.gz")) == taken


def test_whether_a_file_is_compressed_is_told_by_its_bytes(tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl.gz", growing(2))
    renamed = (tmp_path / "a.jsonl.gz").rename(tmp_path / "a.jsonl")
    assert renamed.read_bytes().startswith(b"\x1f\x8b")
    assert list(read_recording(renamed)) == growing(2)


# the header


@pytest.mark.parametrize(
    ("name", "session"),
    [("mail.jsonl", "mail"), ("mail.jsonl.gz", "mail"), ("mail.json", "mail"), ("v1.2.jsonl", "v1.2"), ("m", "m")],
)
def test_the_first_line_is_the_header_with_the_name_of_the_file_by_default(
    tmp_path: Path, name: str, session: str
) -> None:
    write_recording(tmp_path / name, growing(1))
    first = text_of(tmp_path / name).split("\n")[0]
    assert first == f'{{"format":"uidiff/recording","version":"1.0","session":"{session}"}}'
    assert read_recording(tmp_path / name).session == session


HOSTILE = ("a\n{}", "a\u2028b\x85c", "\x00", '"quoted\\', "../../etc/passwd", "\x1b[31m", "x" * 10_000, "a\ud800")


@pytest.mark.parametrize("session", HOSTILE, ids=ascii)
def test_bad_input_19_a_hostile_session_stays_within_the_header(tmp_path: Path, session: str) -> None:
    write_recording(tmp_path / "a.jsonl", growing(1), session=session)
    assert read_recording(tmp_path / "a.jsonl").session == session.replace("\ud800", "\ufffd")
    assert len(text_of(tmp_path / "a.jsonl").splitlines()) == 2


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="file names are texts there")
def test_bad_input_19_a_file_name_that_is_no_utf_8_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.jsonl")
    write_recording(path, growing(1))
    assert read_recording(path).session == "caf\ufffd"


# lines


def test_a_snapshot_line_is_its_circumstances_and_its_nodes(tmp_path: Path) -> None:
    snapshot = page("a", app="Mail", title="Inbox", taken_at=1700000000.5)
    write_recording(tmp_path / "a.jsonl", [snapshot])
    nodes = [{"role": "list", "name": "Things"}, {"parent": 0, "role": "listitem", "name": "a"}]
    known = {"digest": snapshot.digest, "app": "Mail", "title": "Inbox", "taken_at": 1700000000.5}
    assert lines_of(tmp_path / "a.jsonl")[1] == {"kind": "snapshot", "seq": 0, **known, "nodes": nodes}


def test_a_delta_line_is_the_patch_from_the_snapshot_before(tmp_path: Path) -> None:
    before, after = growing(2)
    write_recording(tmp_path / "a.jsonl", [before, after])
    assert lines_of(tmp_path / "a.jsonl")[2] == {"kind": "delta", "seq": 1, **diff(before, after).patch.to_dict()}


def test_equal_trees_are_a_delta_of_circumstances_alone(tmp_path: Path) -> None:
    taken = [page(*ROWS, taken_at=1.0), page(*ROWS, taken_at=2.0)]
    write_recording(tmp_path / "a.jsonl", taken)
    line = lines_of(tmp_path / "a.jsonl")[2]
    assert (line["pieces"], line["inserted"], line["changes"]) == ([[0, 0, 21, 0]], [], {})
    assert line["after"]["circumstances"] == {"taken_at": 2.0}
    assert list(read_recording(tmp_path / "a.jsonl")) == taken


def test_a_whole_snapshot_stands_every_hundred_steps(tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl", growing(250))
    whole = [place for place, kind in enumerate(kinds(tmp_path / "a.jsonl")) if kind == "snapshot"]
    assert whole == [0, 100, 200]
    write_recording(tmp_path / "a.jsonl", growing(5), full=True)
    assert kinds(tmp_path / "a.jsonl") == ["snapshot"] * 5


@pytest.mark.parametrize("names", [("a",), ("b", "c", "d")], ids=["small", "other"])
def test_where_a_delta_is_no_shorter_the_snapshot_is_whole(tmp_path: Path, names: tuple[str, ...]) -> None:
    write_recording(tmp_path / "a.jsonl", [page(*names[:1]), page(*names, "more")])
    assert kinds(tmp_path / "a.jsonl") == ["snapshot", "snapshot"]


@pytest.mark.parametrize(
    "taken",
    [list(read_recording(demo_path())), [page(*ROWS, *ROWS), page("a"), page("b"), page("c")]],
    ids=["demo", "a tree that has shrunk"],
)
def test_no_line_is_longer_than_its_whole_snapshot(tmp_path: Path, taken: list[Snapshot]) -> None:
    write_recording(tmp_path / "a.jsonl", taken)
    write_recording(tmp_path / "full.jsonl", taken, session="a", full=True)
    lines = [text_of(tmp_path / name).splitlines() for name in ("a.jsonl", "full.jsonl")]
    assert [len(line) for line, whole in zip(*lines, strict=True) if len(line) > len(whole)] == []


@endings
@pytest.mark.parametrize("write", [write_recording, write_live])
def test_the_same_snapshots_give_the_same_bytes(tmp_path: Path, ending: str, write: Callable[..., None]) -> None:
    written = []
    for name in ("one", "two"):
        write(tmp_path / f"{name}.{ending}", growing(3), session="s")
        written.append((tmp_path / f"{name}.{ending}").read_bytes())
    assert written[0] == written[1]


@pytest.mark.parametrize("write", [write_recording, write_live])
def test_compressed_bytes_carry_neither_time_nor_name_nor_system(tmp_path: Path, write: Callable[..., None]) -> None:
    write(tmp_path / "mail.jsonl.gz", growing(1))
    head = (tmp_path / "mail.jsonl.gz").read_bytes()[:10]
    assert (head[3], head[4:8], head[9]) == (0, bytes(4), 255)  # RFC 1952: no name, no time, no system


COPY = """
import sys, uidiff
uidiff.write_recording(sys.argv[2], uidiff.read_recording(sys.argv[1]), session="s")
"""


def test_bad_input_70_the_hash_seed_has_no_say_in_the_bytes(tmp_path: Path) -> None:
    copies = []
    for seed in ("0", "1"):
        arguments = [sys.executable, "-c", COPY, str(demo_path()), str(tmp_path / seed)]
        subprocess.run(arguments, env={**os.environ, "PYTHONHASHSEED": seed}, check=True)
        copies.append((tmp_path / seed).read_bytes())
    assert copies[0] == copies[1]


# failed reads


def test_a_failed_read_is_a_line_and_a_step_of_its_own(tmp_path: Path) -> None:
    before, after = growing(2)
    with RecordingWriter(tmp_path / "a.jsonl") as recording:
        recording.write(before)
        recording.write_error("the window did not answer", taken_at=1700000000)
        recording.write_error("gone")
        recording.write(after)
    said = {"taken_at": 1700000000.0, "error": "the window did not answer"}
    assert lines_of(tmp_path / "a.jsonl")[2] == {"kind": "error", "seq": 1, **said}
    assert lines_of(tmp_path / "a.jsonl")[3] == {"kind": "error", "seq": 2, "error": "gone"}
    failed = [RecordedError(1, "the window did not answer", 1700000000.0), RecordedError(2, "gone")]
    assert list(read_recording(tmp_path / "a.jsonl").steps()) == [
        RecordingStep(0, before, None),
        *(RecordingStep(error.seq, None, error) for error in failed),
        RecordingStep(3, after, None),
    ]


@pytest.mark.parametrize(("written", "read"), [(b"5", 5.0), (b"-1.5", -1.5), (b"null", None)])
def test_the_time_of_a_failed_read_is_seconds(tmp_path: Path, written: bytes, read: float | None) -> None:
    write_recording(tmp_path / "a.jsonl", [])
    with (tmp_path / "a.jsonl").open("ab") as file:
        file.write(b'{"kind":"error","seq":0,"error":"gone","taken_at":%s}\n' % written)
    assert list(read_recording(tmp_path / "a.jsonl").steps()) == [
        RecordingStep(0, None, RecordedError(0, "gone", read))
    ]


def test_errors_are_those_of_the_last_reading(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.jsonl") as recording:
        recording.write_error("a\nb\u2028c")
    read = read_recording(tmp_path / "a.jsonl")
    assert read.errors == []
    assert list(read) == list(read) == []
    assert read.errors == [RecordedError(0, "a\nb\u2028c")]
    assert len(text_of(tmp_path / "a.jsonl").splitlines()) == 2


def test_bad_input_19_a_lone_surrogate_in_an_error_is_replaced(tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a.jsonl") as recording:
        recording.write_error("no file \udce9")
    read = read_recording(tmp_path / "a.jsonl")
    assert [step.error for step in read.steps()] == [RecordedError(0, "no file \ufffd")]


# options of reading


def test_a_limit_holds_for_whole_snapshots_and_for_what_a_delta_gives(tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl", [page(*ROWS), page(*ROWS, "more")])
    reading = iter(read_recording(tmp_path / "a.jsonl", limits=Limits(max_elements=21)))
    assert next(reading) == page(*ROWS)
    with pytest.raises(LimitExceeded, match=r"^line 3: "):
        next(reading)
    with pytest.raises(LimitExceeded, match=r"^line 2: \$\.nodes: 21 elements, at most 20 are allowed"):
        list(read_recording(tmp_path / "a.jsonl", limits=Limits(max_elements=20)))


REDACTION = Redaction(patterns=(r"\d{6}",))
CODES = [page(*ROWS, "no code"), page(*ROWS, "code 123456"), page(*ROWS, "code 654321")]


@pytest.mark.parametrize("full", [True, False])
def test_what_is_secret_to_the_reader_is_hidden_in_whole_snapshots_and_in_deltas(tmp_path: Path, full: bool) -> None:
    write_recording(tmp_path / "a.jsonl", CODES, full=full)
    read = read_recording(tmp_path / "a.jsonl", redact=REDACTION)
    assert [snapshot[-1].name for snapshot in read] == ["no code", "code [redacted]", "code [redacted]"]
