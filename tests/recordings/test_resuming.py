"""A recording that was broken off goes on: at whatever byte it broke off, and only if it is one."""

import gzip
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.recordings.common import endings
from uidiff import RecordingWriter, Snapshot, read_recording, write_recording
from uidiff.errors import InvalidSnapshot, LimitExceeded


def page(number: int) -> Snapshot:
    rows = [{"parent": 0, "role": "listitem", "name": f"row {row}"} for row in range(number % 7 + 3)]
    return Snapshot.from_dicts([{"role": "list", "name": f"List {number}"}, *rows], taken_at=1_700_000_000.0 + number)


STEPS = [page(number) for number in range(6)]
NEW = page(50)


def written(path: Path, steps: list[Snapshot] = STEPS) -> list[int]:
    """Write a recording, live; the size of the file after the header and after each step."""
    with RecordingWriter(path) as recording:
        sizes = [path.stat().st_size]
        for step in steps:
            recording.write(step)
            sizes.append(path.stat().st_size)
    return sizes


def resumed(path: Path, *more: Snapshot) -> list[Snapshot]:
    """Go on in a file; what is in it then, and before."""
    before: list[Snapshot] = []
    with RecordingWriter(path, resume=True, each=before.append) as recording:
        for step in more:
            recording.write(step)
    return before


def lines(path: Path) -> list[dict[str, object]]:
    data = path.read_bytes()
    return [json.loads(line) for line in (gzip.decompress(data) if data[:1] == b"\x1f" else data).splitlines()]


@endings
def test_what_is_there_stays_and_what_comes_is_added(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    written(path)
    assert resumed(path, NEW, STEPS[0]) == STEPS
    assert list(read_recording(path)) == [*STEPS, NEW, STEPS[0]]


@endings
def test_numbers_go_on_and_the_first_new_step_is_whole(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    written(path, [STEPS[0], STEPS[0]])
    resumed(path, STEPS[0], STEPS[0])
    header, *others = lines(path)
    assert header["session"] == "a"
    assert [(line["seq"], line["kind"]) for line in others] == [
        (0, "snapshot"),
        (1, "delta"),
        (2, "snapshot"),
        (3, "delta"),
    ]


@endings
def test_it_may_go_on_any_number_of_times(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    for number in range(5):
        assert resumed(path, page(number)) == [page(earlier) for earlier in range(number)]
    assert list(read_recording(path)) == [page(number) for number in range(5)]


@endings
@pytest.mark.parametrize("runs", [1, 2])
def test_at_whatever_byte_it_broke_off_it_goes_on(tmp_path: Path, ending: str, runs: int) -> None:
    sizes = written(tmp_path / f"whole.{ending}", STEPS[:2])
    begun = (tmp_path / f"whole.{ending}").stat().st_size
    if runs > 1:
        resumed(tmp_path / f"whole.{ending}", STEPS[2])
        sizes.append((tmp_path / f"whole.{ending}").stat().st_size)
    whole = (tmp_path / f"whole.{ending}").read_bytes()
    for size in range(0 if runs == 1 else begun, len(whole)):
        if size == begun + 1 and ending.endswith("gz"):
            continue  # a byte of the head of a gzip member: that is no gzip file to anybody
        path = tmp_path / f"{size}.{ending}"
        path.write_bytes(whole[:size])
        surely = max(0, sum(end <= size for end in sizes) - 1)
        before = resumed(path, NEW)
        assert before in (STEPS[:surely], STEPS[: surely + 1])
        read = list(read_recording(path))
        assert read in ([*STEPS[:surely], NEW], [*STEPS[: surely + 1], NEW])
        seqs = [int(str(line["seq"])) for line in lines(path)[1:]]
        assert seqs == sorted(set(seqs))


@endings
def test_what_was_written_whole_can_go_on_too_and_whether_it_is_compressed_is_told_by_its_bytes(
    tmp_path: Path, ending: str
) -> None:
    write_recording(tmp_path / f"a.{ending}", STEPS, session="mail")
    path = (tmp_path / f"a.{ending}").rename(tmp_path / "a")
    if ending == "jsonl":
        path.write_bytes(path.read_bytes()[:-1])  # a last line that only lacks its end is kept
    resumed(path, NEW)
    assert list(read_recording(path)) == [*STEPS, NEW]
    assert read_recording(path).session == "mail"


def test_long_recordings_of_long_lines_go_on(tmp_path: Path) -> None:
    noise = [[{"role": "text", "name": os.urandom(3000).hex()} for _ in range(100)] for _ in range(3)]
    steps = [Snapshot.from_dicts([{"role": "list", "name": str(n), "children": noise[n]}]) for n in range(3)]
    for ending in ("jsonl", "jsonl.gz"):
        path = tmp_path / f"a.{ending}"
        written(path, steps)
        path.write_bytes(path.read_bytes()[:-100_000])
        resumed(path, NEW)
        assert list(read_recording(path)) == [*steps[:2], NEW]


@endings
def test_a_file_that_is_not_there_is_begun(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    assert resumed(path, NEW) == []
    assert list(read_recording(path)) == [NEW]


# what cannot go on is left as it was


def damaged_line(path: Path) -> None:
    written(path)
    whole = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*whole[:2], b'{"kind":', *whole[3:]]))


def damaged_data(path: Path) -> None:
    written(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def cut_copy(path: Path) -> None:
    """Not written line by line: cut anywhere, it would lose many lines."""
    write_recording(path, STEPS)
    path.write_bytes(path.read_bytes()[:-30])


def padded(path: Path) -> None:
    written(path)
    path.write_bytes(path.read_bytes() + b"\0" * 8)


def newer(path: Path) -> None:
    path.write_text('{"format":"uidiff/recording","version":"1.7","session":"a"}\n')


FOREIGN: dict[str, Callable[[Path], object]] = {
    "damaged.jsonl": damaged_line,
    "damaged.jsonl.gz": damaged_data,
    "cut.jsonl.gz": cut_copy,
    "padded.jsonl.gz": padded,
    "newer.jsonl": newer,
    "text.jsonl": lambda path: path.write_text("precious"),
    "a line.jsonl": lambda path: path.write_text('{"precious": 1}\n'),
    "no line.jsonl": lambda path: path.write_text('{"format":"uidiff/snapshot","nod'),
    "another.jsonl.gz": lambda path: path.write_bytes(gzip.compress(b"precious")),
    "nothing.jsonl.gz": lambda path: path.write_bytes(gzip.compress(b"")[:12]),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_cannot_go_on_is_refused_and_left_as_it_was(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    FOREIGN[name](path)
    before = path.read_bytes()
    with pytest.raises(InvalidSnapshot):
        RecordingWriter(path, resume=True)
    assert path.read_bytes() == before


def test_another_session_than_the_files_is_refused(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl")
    with pytest.raises(ValueError, match="this recording is of the session 'a': leave session out"):
        RecordingWriter(tmp_path / "a.jsonl", session="b", resume=True)
    RecordingWriter(tmp_path / "a.jsonl", session="a", resume=True).close()
    assert list(read_recording(tmp_path / "a.jsonl")) == STEPS


def test_resume_and_overwrite_at_once_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="say one of them"):
        RecordingWriter(tmp_path / "a.jsonl", resume=True, overwrite=True)
    assert not (tmp_path / "a.jsonl").exists()


# overwriting


@endings
def test_a_file_is_overwritten_on_demand(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    written(path)
    path.chmod(0o644)
    with RecordingWriter(path, overwrite=True) as recording:
        recording.write(NEW)
    assert list(read_recording(path)) == [NEW]
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("option", ["resume", "overwrite"])
def test_bad_input_53_a_link_is_no_file_to_add_to(tmp_path: Path, option: str) -> None:
    (tmp_path / "victim").write_text("precious")
    (tmp_path / "a.jsonl").symlink_to(tmp_path / "victim")
    with pytest.raises(OSError, match="this is a link: name the file itself"):
        RecordingWriter(tmp_path / "a.jsonl", **{option: True})  # type: ignore[arg-type]  # a name of a table
    assert (tmp_path / "victim").read_text() == "precious"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names there")
@pytest.mark.parametrize("option", ["resume", "overwrite"])
def test_a_pipe_is_no_file_to_add_to_and_is_not_waited_for(tmp_path: Path, option: str) -> None:
    os.mkfifo(tmp_path / "a.jsonl")
    with pytest.raises(OSError, match="this is no plain file: name another one"):
        RecordingWriter(tmp_path / "a.jsonl", **{option: True})  # type: ignore[arg-type]  # a name of a table


@pytest.mark.skipif(os.name == "nt", reason="no such locks there")
@pytest.mark.parametrize("option", ["resume", "overwrite"])
def test_two_do_not_write_to_one_file(tmp_path: Path, option: str) -> None:
    path = tmp_path / "a.jsonl"
    with RecordingWriter(path) as recording:
        recording.write(STEPS[0])
        with pytest.raises(BlockingIOError, match="another recorder is writing to it"):
            RecordingWriter(path, **{option: True})  # type: ignore[arg-type]  # a name of a table
        recording.write(STEPS[1])
    assert resumed(path, STEPS[2]) == STEPS[:2]


@endings
def test_what_is_overwritten_is_there_until_the_first_line_is_written(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    written(path)
    RecordingWriter(path, overwrite=True).discard()
    recording = RecordingWriter(path, overwrite=True, max_bytes=200)
    with pytest.raises(LimitExceeded):
        recording.write(STEPS[0])
    recording.discard()
    assert list(read_recording(path)) == STEPS
    with RecordingWriter(path, overwrite=True, session="new") as recording:
        recording.write(NEW)
        assert list(read_recording(path)) == [NEW]
    assert read_recording(path).session == "new"
    RecordingWriter(path, overwrite=True).close()
    assert list(read_recording(path)) == []
    assert not read_recording(path).unfinished


def test_a_folder_is_said_to_be_one(tmp_path: Path) -> None:
    for resume, overwrite in ((False, False), (True, False), (False, True)):
        with pytest.raises(OSError, match=re.escape(str(tmp_path))) as caught:
            RecordingWriter(tmp_path, resume=resume, overwrite=overwrite)
        assert not isinstance(caught.value, FileExistsError)
