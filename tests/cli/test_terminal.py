"""The command in a shell: hostile texts, narrow encodings, closed pipes, Ctrl-C, other folders."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.calls import COMMAND, CORPUS, posix, running
from uidiff import Snapshot, diff, save, write_recording
from uidiff.cli import main
from uidiff.testing import HOSTILE_ROLES, HOSTILE_TEXTS

LONG = ("replay", "--all", "--bounds", str(CORPUS / "web" / "datatables.jsonl.gz"))
"""Prints more than a pipe holds, so it cannot end before its reader has read all."""

NARROW = {"PYTHONIOENCODING": "", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

Environment = Mapping[str, str]


def run(*arguments: str, folder: Path | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return run_in(environment, *arguments, folder=folder)


def run_in(environment: Environment, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    known = {**os.environ, **environment}
    return subprocess.run([*COMMAND, *arguments], capture_output=True, env=known, cwd=folder, check=False)


# hostile texts

TEXTS = [text for row in HOSTILE_TEXTS.values() for text in row]
FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u115f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\U000e0000-\U000e0fff]"
)
"""What ends a line for somebody, drives a terminal, turns the direction of reading, or is not seen; all but \\n."""


QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
LINE = re.compile(r'step \d+( "")?|# (diff: |No change).*|([~>]|[-+]\??) .*| +\S.*|… \d+ more .*')
"""A line of the output, its texts taken out."""


def plain(text: str, number: int) -> str:
    """A harmless text of that length, or longer."""
    return f"{number}".rjust(len(text), "p")


NOTHING = Snapshot.from_dicts([])
PLAIN = [plain(text, number) for number, text in enumerate(TEXTS)]


def hostile(step: int, texts: Sequence[str] = TEXTS) -> Snapshot:
    """Every hostile text in every place that a text can have; no two steps have a text in the same place."""
    turned = [*texts[step:], *texts[:step]]
    nodes: list[dict[str, object]] = [{"role": "document", "name": turned[0], "id": "root"}]
    nodes += [{"parent": 0, "role": "button", "id": f"{n}", **everywhere(text)} for n, text in enumerate(turned)]
    for number, role in enumerate(HOSTILE_ROLES[step:]):
        nodes.append({"parent": 0, "role": role, "id": f"role {number}", "native_role": role})
    circumstances = {"title": turned[0], "app": turned[1], "window": turned[2], "document": turned[3], "url": turned[4]}
    return Snapshot.from_dicts(nodes, **circumstances, action=turned[step])  # type: ignore[arg-type]  # texts


def everywhere(text: str) -> dict[str, object]:
    texts = {"name": text, "value": text, "description": text, "url": text, "automation_id": text}
    return {**texts, "states": {"valuetext": text, "haspopup": text}, "actions": [text]}


def small(text: str) -> Snapshot:
    """That text in elements that are printed in different ways."""
    roles = ("button", "textbox", "listitem", "cell", "heading", "combobox")
    below = [{"parent": 0, "role": role, "id": role, **everywhere(text)} for role in roles]
    return Snapshot.from_dicts([{"role": "document", "id": "root"}, *below], title=text, action=text)


@pytest.fixture
def replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Replays snapshots as they are recorded, with these options."""

    def printed(*taken: Snapshot, options: Sequence[str] = ("--matcher", "id")) -> str:
        write_recording(tmp_path / "a", taken)
        assert main(["replay", str(tmp_path / "a"), *options]) == 0
        return capsys.readouterr().out

    return printed


def assert_harmless(out: str, lines: int | None = None) -> None:
    if lines is not None:
        assert len(out.split("\n")) == lines + 1
    assert out.endswith("\n")
    assert FORBIDDEN.findall(out) == []
    bare = [QUOTED.sub('""', line) for line in out.splitlines()]
    assert [line for line in bare if not LINE.fullmatch(line) or '"' in line.replace('""', "")] == []
    assert "".join(bare).replace("…", "").isascii()


@pytest.mark.parametrize("options", [("--all",), ("--bounds", "--all")], ids=" ".join)
def test_bad_inputs_1_to_20_make_one_harmless_line_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    before, after = hostile(0), hostile(1)
    save(before, tmp_path / "a")
    save(after, tmp_path / "b")
    assert main(["diff", str(tmp_path / "a"), str(tmp_path / "b"), "--matcher", "id", *options]) == 1
    delta = diff(before, after, matcher="id")
    records = len(delta.circumstances) + len(delta.changed) + len(delta.moved) + len(delta.removed) + len(delta.added)
    assert len(delta.circumstances) == 3
    assert len(delta.changed) > len(TEXTS)
    assert_harmless(capsys.readouterr().out, 1 + records)


def test_bad_inputs_1_to_20_make_harmless_lines_where_they_come_and_go(replayed: Callable[..., str]) -> None:
    said = replayed(NOTHING, hostile(0), NOTHING, hostile(2), options=("--all", "--ignore", "title"))
    others = 2  # a line each for url and document
    assert_harmless(said, 3 * (2 + others) + 2 * len(hostile(0)) + len(hostile(2)))


@pytest.mark.parametrize("options", [(), ("--bounds",), ("--budget", "400")], ids=" ".join)
def test_bad_inputs_1_to_20_make_harmless_lines_where_something_is_folded(
    replayed: Callable[..., str], options: tuple[str, ...]
) -> None:
    taken = (NOTHING, hostile(0), hostile(1), NOTHING, hostile(2))
    assert_harmless(replayed(*taken, options=("--matcher", "id", *options)))


def test_bad_inputs_1_to_20_make_no_line_that_a_plain_text_does_not_make(replayed: Callable[..., str]) -> None:
    told = [replayed(hostile(0, texts), hostile(1, texts)) for texts in (TEXTS, PLAIN)]
    assert_harmless(told[0], told[1].count("\n"))
    other = small("other")
    for pair in zip(TEXTS, PLAIN, strict=True):  # and one by one
        told = [replayed(NOTHING, small(text), other, small(text), NOTHING) for text in pair]
        assert_harmless(told[0], told[1].count("\n"))


def test_bad_inputs_1_to_20_reach_a_terminal_as_they_are_printed(tmp_path: Path) -> None:
    write_recording(tmp_path / "a", [hostile(0), hostile(1)])
    done = run("replay", str(tmp_path / "a"), "--all", PYTHONIOENCODING="utf-8")
    assert (done.returncode, done.stderr) == (0, b"")
    assert FORBIDDEN.findall(done.stdout.decode()) == []


def test_bad_input_12_a_hostile_file_name_is_quoted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "a\n+ [Button] Pay\x1b[31m\u202e.json"
    (tmp_path / name).write_text("{")
    assert main(["diff", str(tmp_path / name), str(tmp_path / name)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(r'uidiff: "a\n+ [Button] Pay\u001b[31m\u202e.json": $: no JSON: ')
    assert FORBIDDEN.findall(err) == []


@posix
def test_bad_input_63_a_file_name_that_is_no_utf_8_is_no_trouble_of_its_own() -> None:
    done = subprocess.run([*map(os.fsencode, COMMAND), b"replay", b"caf\xe9\x1b"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (2, b'uidiff: "caf\\udce9\\u001b": No such file or directory\n')


def test_bad_input_63_an_unknown_argument_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--demo", "--x\x1b[31m\u202e"]) == 2
    assert FORBIDDEN.findall(capsys.readouterr().err) == []


# encodings


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        ({"PYTHONIOENCODING": "utf-8"}, "✖".encode()),
        ({"PYTHONIOENCODING": "cp1252"}, b"\\u2716"),
        ({"PYTHONIOENCODING": "ascii"}, b"\\u2716"),
        ({"PYTHONIOENCODING": "ascii:strict"}, b"\\u2716"),
        ({**NARROW, "LC_ALL": "C"}, b"\\u2716"),
        ({**NARROW, "LC_ALL": "no_SUCH.locale"}, b"\\u2716"),
    ],
    ids=str,
)
def test_bad_input_70_what_an_encoding_does_not_have_is_escaped(environment: Environment, shown: bytes) -> None:
    done = run_in(environment, "replay", "--demo")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b'+ after "Write report": button e126 "%s"\n' % shown in done.stdout


def test_bad_input_70_trouble_is_said_in_a_narrow_encoding_too() -> None:
    done = run("replay", "tschüß ✖", PYTHONIOENCODING="ascii")
    assert done.stderr == b'uidiff: "tsch\\xfc\\xdf \\u2716": No such file or directory\n'


def test_bad_input_70_hash_seed_and_locale_have_no_say() -> None:
    turkish = {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}
    environments: list[Environment] = [{"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "1"}, turkish]
    told = [run_in({"PYTHONIOENCODING": "utf-8", **known}, "replay", "--demo").stdout for known in environments]
    assert told[0].startswith(b'step 1 "add Buy milk"\n# diff: ')
    assert told[1:] == told[:1] * 2


# pipes


@posix
def test_bad_input_64_a_reader_of_one_line_gets_it_and_no_trouble() -> None:
    with running(*LONG) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'step 1 "')
        process.stdout.close()  # as head does
        assert (process.stderr.read(), process.wait()) == (b"", 0)


@posix
@pytest.mark.parametrize(
    "arguments",
    [("replay", "--demo"), LONG, ("--help",), ("replay", "--help"), ("--version",)],
    ids=["short", "long", "help", "help of a command", "version"],
)
def test_bad_input_64_a_closed_pipe_is_no_trouble(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, *arguments], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
@pytest.mark.parametrize("arguments", ["replay --demo", "windows --help", "--version"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_bad_input_58_a_full_disk_is_trouble(arguments: str, unbuffered: str) -> None:
    known = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("wb") as full:
        command = [*COMMAND, *arguments.split()]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=known, check=False)
    assert (done.returncode, done.stderr) == (2, b"uidiff: [Errno 28] No space left on device\n")


@posix
def test_bad_input_54_a_recording_from_a_pipe_is_refused_and_not_replayed_in_part(tmp_path: Path) -> None:
    steps = [Snapshot.from_dicts([{"role": "text", "name": f"{number} " + "x" * 500}]) for number in range(50)]
    write_recording(tmp_path / "a", steps, full=True)
    piped = (tmp_path / "a").read_bytes()
    done = subprocess.run([*COMMAND, "replay", "/dev/stdin"], input=piped, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b'uidiff: "stdin": $: a pipe; write what comes through a pipe to a file')


@posix
def test_bad_input_54_a_pipe_with_a_name_is_refused_as_a_recording_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    ended = subprocess.run([*COMMAND, "replay", str(tmp_path / "fifo")], capture_output=True, check=False, timeout=600)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.startswith(b'uidiff: "fifo": $: a pipe; write what comes through a pipe to a file')


# Ctrl-C


@posix
def test_bad_input_64_ctrl_c_while_it_says_ends_with_130_and_no_traceback() -> None:
    with running(*LONG) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=600)
        assert (process.returncode, err) == (130, b"")


@posix
def test_bad_input_64_ctrl_c_while_it_reads_ends_with_130_and_no_traceback(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with running("diff", str(tmp_path / "fifo"), str(tmp_path / "fifo")) as process:
        writing = opened_for_writing(tmp_path / "fifo", process)
        out, err = interrupted(process)
        os.close(writing)
    assert (process.returncode, out, err) == (130, b"", b"")


LOADING = """
import importlib.abc, sys

class Interrupted(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
from uidiff.cli import main
sys.exit(main(["replay", "--demo"]))
"""


@pytest.mark.parametrize("module", ["click", "uidiff.cli.app", "uidiff.cli.replay"])
def test_bad_input_64_ctrl_c_while_it_starts_ends_with_130_and_no_traceback(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", LOADING, module], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def interrupted(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """Ctrl-C until it ends: Python hears one that comes just before a read begins only when the read ends."""
    for _ in range(12):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=5)
    raise AssertionError("it does not end")


def opened_for_writing(fifo: Path, process: subprocess.Popen[bytes]) -> int:
    """Opens it as soon as the process reads it."""
    while process.poll() is None:
        with suppress(OSError):  # ENXIO: no reader yet
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
    raise AssertionError(process.communicate(timeout=600))


# where it is started


def test_it_writes_nothing_where_it_runs(tmp_path: Path) -> None:
    run("replay", "--demo", folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_usage_says_the_name_of_the_program() -> None:
    done = run()
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Usage: uidiff ")
