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

from tests.recordings.common import endings
from uidiff import RecordingWriter, Snapshot, read_recording
from uidiff.errors import LimitExceeded


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


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> type[Failing]:
    """The disk that recordings are on, until the test has ended."""

    class Disk(Failing):
        pass

    monkeypatch.setattr("uidiff.recordings.growing.FileIO", Disk)
    return Disk


def errors(path: Path) -> list[str]:
    read = read_recording(path)
    assert list(read) == []
    assert not read.unfinished
    return [error.error for error in read.errors]


@endings
@pytest.mark.parametrize("trouble", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()], ids=repr)
def test_a_line_that_fails_is_taken_back_and_others_may_follow(
    tmp_path: Path, disk: type[Failing], ending: str, trouble: BaseException
) -> None:
    path = tmp_path / f"a.{ending}"
    recording = RecordingWriter(path)
    recording.write_error("0")
    disk.trouble = trouble
    for _ in range(2):
        with pytest.raises(type(trouble)) as raised:
            recording.write_error("1")
        assert getattr(raised.value, "filename", str(path)) == str(path)
        assert errors(path) == ["0"]
    disk.trouble = None
    recording.write_error("2")
    recording.write_error("3")
    assert errors(path) == ["0", "2", "3"]
    recording.close()
    assert errors(path) == ["0", "2", "3"]
    assert path.stat().st_size == recording.size


@endings
def test_a_file_whose_end_has_no_room_can_be_read(tmp_path: Path, disk: type[Failing], ending: str) -> None:
    recording = RecordingWriter(tmp_path / f"a.{ending}")
    recording.write_error("0")
    disk.trouble = OSError(errno.ENOSPC, "No space left on device")
    recording.close()
    assert recording.closed
    assert errors(tmp_path / f"a.{ending}") == ["0"]


@endings
def test_nothing_is_written_behind_what_could_not_be_taken_back(
    tmp_path: Path, disk: type[Failing], ending: str
) -> None:
    recording = RecordingWriter(tmp_path / f"a.{ending}")
    recording.write_error("0")
    disk.trouble, disk.stuck = OSError(errno.EIO, "Input/output error"), True
    with pytest.raises(OSError, match="Input/output error"):
        recording.write_error("1")
    with pytest.raises(ValueError, match="closed"):
        recording.write_error("2")
    recording.close()
    read = read_recording(tmp_path / f"a.{ending}")
    list(read)
    assert [error.error for error in read.errors] == ["0"]


@endings
def test_a_disk_that_fails_in_the_end_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    recording = RecordingWriter(path)

    def fail(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="Input/output error") as raised:
        recording.close()
    assert raised.value.filename == str(path)
    assert recording.closed


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
                assert_complete(path, said)  # while it is being written
            os.kill(writer.pid, signal.SIGKILL)
            said = max([said, *map(int, writer.stdout.read().split("\n")[:-1])])
        assert_complete(path, said)


def assert_complete(path: Path, said: int) -> None:
    """All steps of which the writer has said that they are in the file are, and nothing else but the next ones."""
    if not said and not (path.exists() and path.stat().st_size):
        return
    read = list(read_recording(path))
    assert len(read) >= said
    assert read == [page(number) for number in range(len(read))]
