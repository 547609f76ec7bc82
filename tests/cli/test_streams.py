"""Where nothing can be written, or the pipe is closed: exit codes stay what they are."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.calls import COMMAND, posix
from uidiff import Snapshot, read_recording, save, write_recording


@posix
@pytest.mark.parametrize("arguments", ["replay --demo", "diff no.json no.json"])
def test_a_closed_output_is_trouble_in_one_line(tmp_path: Path, arguments: str) -> None:
    done = in_a_shell(f"{arguments} >&-", tmp_path)
    assert (done.returncode, done.stderr) == (2, b"uidiff: there is no standard output to write to\n")


@posix
def test_a_closed_input_is_trouble_in_one_line(tmp_path: Path) -> None:
    done = in_a_shell("mcp --backend recorded <&-", tmp_path)
    line = b"uidiff: there is no standard input or output to talk by: leave both open, or serve by HTTP\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", line)


@posix
@pytest.mark.parametrize("how", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [("diff a a", 0), ("diff a b", 1), ("diff a none", 2), ("", 2), ("report --demo -o page.html", 0)],
)
def test_where_no_error_can_be_said_the_exit_code_stays_what_it_is(
    tmp_path: Path, arguments: str, code: int, how: str
) -> None:
    if how == "2>/dev/full" and not Path("/dev/full").exists():
        pytest.skip("no such device")
    two_files(tmp_path)
    assert in_a_shell(f"{arguments} {how}", tmp_path).returncode == code


@posix
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("arguments", "closed", "code"),
    [("diff a none", "stderr", 2), ("diff a b", "stderr", 1), ("diff a b", "stdout", 1), ("diff a a", "stdout", 0)],
)
def test_bad_input_64_a_closed_pipe_does_not_turn_different_or_trouble_into_the_same(
    tmp_path: Path, arguments: str, closed: str, code: int, unbuffered: str
) -> None:
    two_files(tmp_path)
    reading, writing = os.pipe()
    os.close(reading)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, closed: writing}
    known = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(  # type: ignore[call-overload]
        [*COMMAND, *arguments.split()], **streams, env=known, cwd=tmp_path, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr or b"") == (code, b"")


@posix
def test_a_full_standard_error_does_not_end_a_recording(tmp_path: Path) -> None:
    write_recording(tmp_path / "in", [Snapshot.from_dicts([{"role": "text", "name": name}]) for name in "abc"])
    call = "record out --backend recorded --app in --interval 50 --max-steps 3 2>/dev/full"
    assert in_a_shell(call, tmp_path).returncode == 0
    assert len(list(read_recording(tmp_path / "out"))) == 3


def two_files(folder: Path) -> None:
    for name in ("a", "b"):
        save(Snapshot.from_dicts([{"role": "text", "name": name}]), folder / name)


def in_a_shell(call: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """A command whose streams the shell redirects."""
    shell = f"exec {' '.join(COMMAND)} {call}"
    return subprocess.run(["/bin/sh", "-c", shell], capture_output=True, cwd=folder, check=False)
