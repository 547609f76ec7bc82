"""``uidiff record``: any backend to a recording, and what is said of it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.calls import Run, page
from tests.live.watching import mail
from uidiff import RecordingWriter, Snapshot, read_recording, write_recording
from uidiff.backends.registry import BACKENDS
from uidiff.backends.scripted import ScriptedBackend
from uidiff.live import asking

STEPS = [page("a", action="open"), page("a", "b", action='add "b"'), page("b", action="remove\na")]
QUICK = ("--interval", "50")


@pytest.fixture
def recording(tmp_path: Path) -> str:
    """A recording of three steps and a failed read."""
    with RecordingWriter(tmp_path / "in.jsonl") as writer:
        writer.write(STEPS[0])
        writer.write(STEPS[1])
        writer.write_error("no\nanswer")
        writer.write(STEPS[2])
    return "in.jsonl"


def columns(path: Path) -> list[object]:
    return [snapshot.columns for snapshot in read_recording(path)]


def test_a_backend_is_recorded_and_each_step_and_the_end_are_said(run: Run, recording: str, tmp_path: Path) -> None:
    ended = run("record", "recorded", recording, "out.jsonl.gz", *QUICK)
    assert ended[:2] == (0, "")
    size = (tmp_path / "out.jsonl.gz").stat().st_size
    assert ended.err.splitlines() == [
        'step 0: 2 elements "open"',
        r'step 1: 3 elements "add \"b\""',
        r'read 2 failed: "step 2 of the recording is a read that failed: \"no\\nanswer\""',
        r'step 3: 2 elements "remove\na"',
        'read 4 failed: "the recording has ended: open it anew with another backend …"',
        f'uidiff: 3 steps and 2 failed reads in "out.jsonl.gz", {size} bytes: the program has gone',
    ]
    assert columns(tmp_path / "out.jsonl.gz") == [step.columns for step in STEPS]


def test_replay_shows_what_was_recorded(run: Run, recording: str) -> None:
    run("record", "recorded", recording, "out.jsonl.gz", *QUICK)
    ended = run("replay", "out.jsonl.gz")
    assert ended.code == 0
    assert [line for line in ended.out.splitlines() if line.startswith("step ")] == [
        r'step 1 "add \"b\""',
        r'step 2 "remove\na"',
    ]


def test_quietly_only_the_end_is_said(run: Run, recording: str) -> None:
    ended = run("record", "recorded", recording, "out.jsonl", "--quiet", "--max-steps", "2", *QUICK)
    assert ended.code == 0
    (line,) = ended.err.splitlines()
    assert line.startswith('uidiff: 2 steps in "out.jsonl", ')
    assert line.endswith(" bytes: as many steps as wanted")


def test_the_time_and_the_size_end_it(run: Run, tmp_path: Path) -> None:
    noise = [[{"role": "text", "name": os.urandom(1900).hex()} for _ in range(20)] for _ in range(20)]
    write_recording(tmp_path / "in.jsonl.gz", (Snapshot.from_dicts(nodes) for nodes in noise))
    ended = run("record", "recorded", "in.jsonl.gz", "out.jsonl", "--max-size", "1", "--quiet", *QUICK)
    assert ended.err.endswith(": the file is as large as it may be\n")
    assert 900_000 < (tmp_path / "out.jsonl").stat().st_size <= 1 << 20
    ended = run("record", "recorded", "in.jsonl.gz", "short.jsonl", "--duration", "0.1", "--quiet", *QUICK)
    assert ended.err.endswith(": the time is over\n")


def test_it_goes_on_in_a_file_or_begins_it_anew_only_if_that_is_said(run: Run, recording: str, tmp_path: Path) -> None:
    call = ("record", "recorded", recording, "out.jsonl", "--quiet", *QUICK)
    run(*call)
    ended = run(*call)
    said = 'uidiff: "out.jsonl": there is such a file: give --resume to go on in it, or --overwrite\n'
    assert ended == (2, "", said)
    assert run(*call, "--resume").code == 0
    assert len(columns(tmp_path / "out.jsonl")) == 6
    assert run(*call, "--overwrite").code == 0
    assert len(columns(tmp_path / "out.jsonl")) == 3


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A backend "scripted" that knows a UI of its own, as one of a real system does."""
    ui = mail()
    monkeypatch.setattr(asking, "load_backend", lambda _: ScriptedBackend(ui))
    yield
    ui.close()


@pytest.mark.usefixtures("shown")
@pytest.mark.parametrize(
    ("target", "options"),
    [("mail", ("--title", "box")), ("", ("--pid", "1000")), ("Mail", ("--window", "1000-1", "--full"))],
)
def test_a_window_may_be_said_more_precisely(run: Run, target: str, options: tuple[str, ...]) -> None:
    ended = run("record", "scripted", target, "out.jsonl", *options, "--max-steps", "1")
    assert ended.code == 0
    assert ended.err.startswith("step 0: 7 elements\nuidiff: 1 step in ")


@pytest.mark.usefixtures("shown")
def test_ctrl_c_before_the_first_read_records_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ScriptedBackend, "read", interrupted)
    ended = run("record", "scripted", "Mail", "out.jsonl", "--pid", "1000")
    assert ended == (0, "", "uidiff: nothing was recorded: interrupted\n")
    assert list(tmp_path.iterdir()) == []


TROUBLE = [
    ("recordd in.jsonl out.jsonl", "unknown backend 'recordd'; did you mean 'recorded'? known: "),
    ("recorded no.jsonl out.jsonl", "there is no recording at 'no.jsonl'"),
    ("scripted Mail out.jsonl", '"scripted": no scripted UI, but str: give a ScriptedUI or a uidiff.Window'),
    ("scripted Mail out.jsonl --title x", "0 of the 0 scripted windows fit"),
    ("recorded in.jsonl out.jsonl --ignore focussed", "unknown field 'focussed'; did you mean 'focused'?"),
    ("recorded in.jsonl out.jsonl --timeout 0", "--timeout takes seconds above 0"),
    ("recorded in.jsonl out.jsonl --pid -1", "--pid takes a process id, a whole number"),
    ("recorded in.jsonl no/out.jsonl", '"no/out.jsonl": No such file or directory'),
    ("recorded in.jsonl out\0.jsonl", r'"out\u0000.jsonl": a file name has no NUL in it'),
    ("recorded in.jsonl text --resume", "line 1: $: "),
]


@pytest.mark.parametrize(("call", "message"), TROUBLE, ids=ascii)
def test_trouble_is_one_line_and_exit_code_2_and_leaves_no_file(
    run: Run, recording: str, tmp_path: Path, call: str, message: str
) -> None:
    del recording
    (tmp_path / "text").write_text("precious\n")
    ended = run("record", *call.split(" "))
    assert ended[:2] == (2, "")
    assert ended.err.startswith(f"uidiff: {message}")
    assert len(ended.err.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "text"]
    assert (tmp_path / "text").read_text() == "precious\n"


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "recorded",
        "recorded a",
        "recorded a b --interval x",
        "recorded a b --interval -1",
        "recorded a b --duration nan",
        "recorded a b --max-size 0",
        "recorded a b --max-steps 1.5",
        "recorded a b --resume --overwrite",
    ],
)
def test_wrong_usage_is_exit_code_2_and_a_usage_line(run: Run, arguments: str) -> None:
    ended = run("record", *arguments.split())
    assert ended[:2] == (2, "")
    assert ended.err.startswith("usage: uidiff record ")


def test_help_says_every_option_and_backend(run: Run) -> None:
    said = run("record", "--help").out
    for name in (*BACKENDS.names(), "--resume", "--overwrite", "--reconnect", "--max-size", "--interval", "Ctrl-C"):
        assert name in said
    assert "record" in run("--help").out


ENDLESS = """
import sys
from tests.live.watching import mail
from uidiff.backends.scripted import ScriptedBackend
from uidiff.cli import main
from uidiff.live import asking
asking.load_backend = lambda _: ScriptedBackend(mail())
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_ctrl_c_is_how_one_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl.gz"
    command = [sys.executable, "-c", ENDLESS, "record", "scripted", "Mail", str(path), "--pid", "1000"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as recorder:
        assert recorder.stderr is not None
        assert recorder.stderr.readline() == "step 0: 7 elements\n"
        os.kill(recorder.pid, signal.SIGINT)
        said = recorder.stderr.read()
    assert recorder.returncode == 0
    assert said.startswith("uidiff: 1 step in ")
    assert said.endswith(": interrupted\n")
    read = read_recording(path)
    assert len(list(read)) == 1
    assert not read.unfinished


@pytest.mark.parametrize("call", ["recordd in.jsonl", "recorded none.jsonl", "web http://127.0.0.1:1"])
def test_a_recording_that_is_to_be_begun_anew_is_not_lost_by_a_typo(
    run: Run, recording: str, tmp_path: Path, call: str
) -> None:
    assert run("record", "recorded", recording, "out.jsonl", *QUICK).code == 0
    before = columns(tmp_path / "out.jsonl")
    assert run("record", *call.split(), "out.jsonl", "--overwrite").code == 2
    assert columns(tmp_path / "out.jsonl") == before


@pytest.mark.parametrize("options", [(), ("--title", "Mail")])
def test_no_application_at_all_is_said_in_one_line(run: Run, options: tuple[str, ...]) -> None:
    ended = run("record", "atspi", "", "out.jsonl", *options)
    assert ended.code == 2
    assert ended.err.startswith("uidiff: which application? TARGET, --pid or --window says it")
    assert ended.err.count("\n") == 1
