"""The file is whole after each line: at its largest size, on a full disk, on Ctrl-C, and when it is killed."""

import errno
import os
import random
import signal
import subprocess
import sys
from functools import cache
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from uidiff import RecordingWriter, Snapshot, read_recording
from uidiff.errors import LimitExceeded
from uidiff.recordings.growing import End, GrowingFile

endings = pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])


@cache
def page(number: int) -> Snapshot:
    rows = [{"parent": 0, "role": "listitem", "name": f"row {row} of {number}"} for row in range(8)]
    return Snapshot.from_dicts([{"role": "list", "name": f"List {number}"}, *rows])


# as large as it may be


@endings
@pytest.mark.parametrize("most", [200, 1000, 1003, 4000])
def test_a_file_grows_no_larger_than_it_may_and_is_whole(tmp_path: Path, ending: str, most: int) -> None:
    path = tmp_path / f"a.{ending}"
    number = 0
    with RecordingWriter(path, max_bytes=most) as recording:
        with pytest.raises(LimitExceeded, match=rf"a recording of more than {most} bytes; pass max_bytes="):  # noqa: PT012
            for number in range(1000):
                recording.write(page(number))
        size = recording.size
    assert path.stat().st_size == size <= most
    read = read_recording(path)
    assert list(read) == [page(earlier) for earlier in range(number)]
    assert not read.unfinished


@endings
def test_what_is_smaller_may_still_have_room(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    with RecordingWriter(path, max_bytes=600) as recording:
        with pytest.raises(LimitExceeded):
            recording.write(Snapshot.from_dicts([{"role": "text", "name": os.urandom(2000).hex()}]))
        recording.write(Snapshot.from_dicts([{"role": "text", "name": "small"}]))
        recording.write_error("gone")
    read = read_recording(path)
    assert [[element.name for element in snapshot] for snapshot in read] == [["small"]]
    assert [error.error for error in read.errors] == ["gone"]


def test_not_even_the_header_has_room_and_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded):
        RecordingWriter(tmp_path / "a.jsonl", max_bytes=20)
    assert list(tmp_path.iterdir()) == []


def test_what_is_discarded_is_removed_if_nothing_was_written_and_it_is_new(tmp_path: Path) -> None:
    for name in ("empty", "kept"):
        recording = RecordingWriter(tmp_path / name)
        if name == "kept":
            recording.write_error("gone")
        recording.discard()
        recording.discard()
    RecordingWriter(tmp_path / "kept", resume=True).discard()
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


# writes that fail


class Failing(FileIO):
    """A file on a disk that fails when it is told to: behind the first bytes of a write."""

    trouble: BaseException | None = None
    stuck = False

    def write(self, data: Any) -> int:  # noqa: ANN401  # bytes of any kind
        if self.trouble is not None:
            super().write(bytes(data)[: len(data) // 2])
            raise self.trouble
        return super().write(bytes(data)[:5]) if len(data) > 5 else super().write(data)  # bit by bit, as disks may

    def truncate(self, size: int | None = None) -> int:
        if self.stuck:
            raise OSError(errno.EIO, "Input/output error")
        return super().truncate(size)


def growing(path: Path, *, packed: bool) -> tuple[Failing, GrowingFile]:
    file = Failing(path, "w+")
    lines = GrowingFile(file, path, compressed=packed, max_bytes=None, end=End())
    lines.add(b'{"format":"uidiff/recording","version":"1.0","session":"a"}\n')
    return file, lines


def line(seq: int) -> bytes:
    return b'{"kind":"error","seq":%d,"error":"number %d"}\n' % (seq, seq)


def errors(path: Path) -> list[int]:
    read = read_recording(path)
    assert list(read) == []
    assert not read.unfinished
    return [error.seq for error in read.errors]


packings = pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])


@packings
@pytest.mark.parametrize("trouble", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()], ids=repr)
def test_a_line_that_fails_is_taken_back_and_others_may_follow(
    tmp_path: Path, packed: bool, trouble: BaseException
) -> None:
    file, lines = growing(tmp_path / "a", packed=packed)
    lines.add(line(0))
    file.trouble = trouble
    for _ in range(2):
        with pytest.raises(type(trouble)) as raised:
            lines.add(line(1))
        assert getattr(raised.value, "filename", str(tmp_path / "a")) == str(tmp_path / "a")
        assert errors(tmp_path / "a") == [0]
    file.trouble = None
    lines.add(line(2))
    lines.add(line(3))
    assert errors(tmp_path / "a") == [0, 2, 3]
    lines.close()
    assert errors(tmp_path / "a") == [0, 2, 3]
    assert (tmp_path / "a").stat().st_size == lines.size


@packings
def test_a_file_whose_end_has_no_room_can_be_read(tmp_path: Path, packed: bool) -> None:
    file, lines = growing(tmp_path / "a", packed=packed)
    lines.add(line(0))
    file.trouble = OSError(errno.ENOSPC, "No space left on device")
    lines.close()
    assert lines.closed
    assert errors(tmp_path / "a") == [0]


@packings
def test_nothing_is_written_behind_what_could_not_be_taken_back(tmp_path: Path, packed: bool) -> None:
    file, lines = growing(tmp_path / "a", packed=packed)
    lines.add(line(0))
    file.trouble, file.stuck = OSError(errno.EIO, "Input/output error"), True
    with pytest.raises(OSError, match="Input/output error"):
        lines.add(line(1))
    with pytest.raises(ValueError, match="closed"):
        lines.add(line(2))
    lines.close()
    read = read_recording(tmp_path / "a")
    list(read)
    assert [error.seq for error in read.errors] == [0]


@packings
def test_a_disk_that_fails_in_the_end_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool) -> None:
    _, lines = growing(tmp_path / "a", packed=packed)

    def fail(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="Input/output error") as raised:
        lines.close()
    assert raised.value.filename == str(tmp_path / "a")
    assert lines.closed


@pytest.mark.skipif(sys.platform == "win32", reason="no such locks there")
def test_a_file_system_that_knows_no_locks_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    with RecordingWriter(tmp_path / "a") as recording:
        recording.write(page(0))
    assert list(read_recording(tmp_path / "a")) == [page(0)]


FULL = """
import resource, sys, uidiff
from tests.recordings.test_growing import page
path = sys.argv[1]
with uidiff.RecordingWriter(path) as recording:
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, resource.RLIM_INFINITY))
    number = 0
    try:
        while True:
            recording.write(page(number))
            number += 1
    except OSError as error:
        print(number, error.filename == path)
    assert [*uidiff.read_recording(path)] == [page(earlier) for earlier in range(number)]
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    recording.write(page(number))
assert [*uidiff.read_recording(path)] == [page(earlier) for earlier in range(number + 1)]
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits there")
@endings
def test_a_system_that_takes_no_more_leaves_what_it_took(tmp_path: Path, ending: str) -> None:
    command = [sys.executable, "-c", FULL, str(tmp_path / f"a.{ending}")]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    number, named = ended.stdout.split()
    assert int(number) > 3
    assert named == "True"


# killed

ENDLESS = """
import sys, uidiff
from tests.recordings.test_growing import page
known = []
with uidiff.RecordingWriter(sys.argv[1], resume=True, each=known.append) as recording:
    number = len(known)
    for _ in sys.stdin:
        recording.write(page(number))
        number += 1
        print(number, flush=True)
"""

KILLS = 10
AT_ONCE = 6


@pytest.mark.skipif(sys.platform == "win32", reason="there, a file that was killed is let go of later")
@endings
def test_a_writer_that_is_killed_again_and_again_loses_no_step_and_can_always_be_read(
    tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"a.{ending}"
    chance = random.Random(ending)  # noqa: S311  # a test
    said = 0
    for _ in range(KILLS):
        command = [sys.executable, "-c", ENDLESS, str(path)]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as writer:
            assert writer.stdin is not None
            assert writer.stdout is not None
            writer.stdin.write("\n" * AT_ONCE)
            for _ in range(chance.randrange(AT_ONCE)):
                said = int(writer.stdout.readline())
                said_of(path, said)  # while it is being written
            os.kill(writer.pid, signal.SIGKILL)
            said = max([said, *map(int, writer.stdout.read().split("\n")[:-1])])
        said_of(path, said)


def said_of(path: Path, said: int) -> None:
    """All steps of which the writer has said that they are in the file are, and nothing else but the next ones."""
    if not said and not (path.exists() and path.stat().st_size):
        return
    read = list(read_recording(path))
    assert len(read) >= said
    assert read == [page(number) for number in range(len(read))]
