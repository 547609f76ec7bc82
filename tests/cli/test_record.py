"""``uidiff record``: any backend to a recording, and what it prints."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.calls import Run, page, posix, running, trouble
from tests.live.watching import mail
from uidiff import RecordingWriter, Snapshot, read_recording, write_recording
from uidiff.backends.scripted import ScriptedBackend
from uidiff.cli import window_choice

STEPS = [page("a", action="open"), page("a", "b", action='add "b"'), page("b", action="remove\na")]
QUICK = ("--interval", "50")
REPLAYED = ("--backend", "recorded", "--app")


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
    ended = run("record", "out.jsonl.gz", *REPLAYED, recording, *QUICK)
    assert ended[:2] == (0, "")
    size = (tmp_path / "out.jsonl.gz").stat().st_size
    assert ended.err.splitlines() == [
        'step 0: 2 elements "open"',
        r'step 1: 3 elements "add \"b\""',
        r'read 2 failed: "step 2 of the recording is a read that failed: \"no\\nanswer\""',
        r'step 3: 2 elements "remove\na"',
        'read 4 failed: "the recording has ended: open it again with another backend…"',
        f'uidiff: 3 steps and 2 failed reads in "out.jsonl.gz", {size} bytes: the program has gone',
    ]
    assert columns(tmp_path / "out.jsonl.gz") == [step.columns for step in STEPS]


def test_replay_shows_what_was_recorded(run: Run, recording: str) -> None:
    run("record", "out.jsonl.gz", *REPLAYED, recording, *QUICK)
    ended = run("replay", "out.jsonl.gz")
    assert ended.code == 0
    assert [line for line in ended.out.splitlines() if line.startswith("step ")] == [
        r'step 1 "add \"b\""',
        r'step 2 "remove\na"',
    ]


def test_quietly_only_the_end_is_said(run: Run, recording: str) -> None:
    ended = run("record", "out.jsonl", *REPLAYED, recording, "--quiet", "--max-steps", "2", *QUICK)
    assert ended.code == 0
    (line,) = ended.err.splitlines()
    assert line.startswith('uidiff: 2 steps in "out.jsonl", ')
    assert line.endswith(" bytes: as many steps as wanted")


def test_the_time_and_the_size_end_it(run: Run, tmp_path: Path) -> None:
    noise = [[{"role": "text", "name": os.urandom(1900).hex()} for _ in range(20)] for _ in range(20)]
    write_recording(tmp_path / "in.jsonl.gz", (Snapshot.from_dicts(nodes) for nodes in noise))
    ended = run("record", "out.jsonl", *REPLAYED, "in.jsonl.gz", "--max-size", "1", "--quiet", *QUICK)
    assert ended.err.endswith(": the file is as large as it may be\n")
    assert 900_000 < (tmp_path / "out.jsonl").stat().st_size <= 1 << 20
    ended = run("record", "short.jsonl", *REPLAYED, "in.jsonl.gz", "--duration", "0.1", "--quiet", *QUICK)
    assert ended.err.endswith(": the time is over\n")


def test_an_existing_file_is_resumed_or_overwritten_only_on_demand(run: Run, recording: str, tmp_path: Path) -> None:
    call = ("record", "out.jsonl", *REPLAYED, recording, "--quiet", *QUICK)
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
    monkeypatch.setattr(window_choice, "load_backend", lambda _: ScriptedBackend(ui))
    yield
    ui.close()


@pytest.mark.usefixtures("shown")
@pytest.mark.parametrize(
    "options",
    [
        "--app mail --window box",
        "--pid 1000",
        "--app Mail --window-id 1000-1 --full",
        "--window-id 1000-1 --window box --quiet",
    ],
)
def test_a_window_may_be_said_in_many_ways(run: Run, options: str) -> None:
    ended = run("record", "out.jsonl", "--backend", "scripted", *options.split(), "--max-steps", "1")
    assert ended.code == 0
    assert ended.err.removeprefix("step 0: 7 elements\n").startswith("uidiff: 1 step in ")


@pytest.mark.usefixtures("shown")
def test_ctrl_c_before_the_first_read_records_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ScriptedBackend, "read", interrupted)
    ended = run("record", "out.jsonl", "--backend", "scripted", "--pid", "1000")
    assert ended == (0, "", "uidiff: nothing was recorded: interrupted\n")
    assert list(tmp_path.iterdir()) == []


TROUBLE = [
    ("out.jsonl --backend recordd --app in.jsonl", "unknown backend 'recordd'; did you mean 'recorded'? known: "),
    ("out.jsonl --backend recorded --app no.jsonl", "there is no recording at 'no.jsonl'"),
    ("out.jsonl --backend scripted --app Mail", "the backend 'scripted' takes no such target: no scripted UI, but str"),
    ("out.jsonl --backend scripted --app Mail --window x", "0 of the 0 scripted windows fit"),
    (
        "out.jsonl --backend recorded --app in.jsonl --ignore focussed",
        "unknown field 'focussed'; did you mean 'focused'?",
    ),
    ("out.jsonl --backend recorded --app in.jsonl --duration nan", "duration is a number of seconds from 0 on"),
    ("no/out.jsonl --backend recorded --app in.jsonl", '"no/out.jsonl": No such file or directory'),
    ("out\0.jsonl --backend recorded --app in.jsonl", "Invalid value for 'FILE': a file name has no NUL in it; see "),
    ("text --resume --backend recorded --app in.jsonl", "line 1: $: "),
    ("out.jsonl", "which "),
    ("out.jsonl --backend atspi", "which window? give --app, --pid, --window-id or --window; "),
    ("out.jsonl --backend atspi --window Mail", "which application? give --app, --pid, --window-id or --url: "),
    ("out.jsonl --backend web", "which browser? start it with --remote-debugging-port=9222, and give --cdp "),
    ("out.jsonl --backend atspi --cdp http://127.0.0.1:1", "--cdp is for a browser: "),
    ("out.jsonl --cdp http://127.0.0.1:1", 'no browser answers at "http://127.0.0.1:1": '),
    ("out.jsonl --cdp nonsense", '"nonsense" is no address of a browser: '),
]


@pytest.mark.parametrize(("call", "message"), TROUBLE, ids=ascii)
def test_trouble_is_one_line_and_exit_code_2_and_leaves_no_file(
    run: Run, recording: str, tmp_path: Path, call: str, message: str
) -> None:
    del recording
    (tmp_path / "text").write_text("precious\n")
    assert trouble(run("record", *call.split(" "))).startswith(message)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "text"]
    assert (tmp_path / "text").read_text() == "precious\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "Missing argument 'FILE'"),
        ("a b", "Got unexpected extra argument (b)"),
        ("a --interval x", "Invalid value for '--interval': 'x' is not a valid float range"),
        ("a --interval -1", "Invalid value for '--interval': -1.0 is not in the range x>=0"),
        ("a --timeout 0", "Invalid value for '--timeout': 0.0 is not in the range x>0"),
        ("a --pid -1", "Invalid value for '--pid': -1 is not in the range x>=0"),
        ("a --app ", "Invalid value for '--app': it is empty"),
        ("a --max-size 0", "Invalid value for '--max-size': 0 is not in the range x>=1"),
        ("a --max-steps 1.5", "Invalid value for '--max-steps': '1.5' is not a valid integer range"),
        ("a --resume --overwrite", "--resume and --overwrite exclude each other: leave one out"),
    ],
)
def test_wrong_usage_is_exit_code_2_and_one_line_that_names_the_help(run: Run, arguments: str, message: str) -> None:
    ended = run("record", *(arguments.split(" ") if arguments else ()))
    assert ended == (2, "", f"uidiff: {message}; see uidiff record --help\n")


def test_help_says_every_option_and_backend(run: Run) -> None:
    said = run("record", "--help").out
    for name in ("web, atspi, uia, ax", "--resume", "--overwrite", "--reconnect", "--max-size", "--interval", "Ctrl-C"):
        assert name in said
    assert "record" in run("--help").out


ENDLESS = """
import sys
from tests.live.watching import mail
from uidiff.backends.scripted import ScriptedBackend
from uidiff.cli import main, window_choice
window_choice.load_backend = lambda _: ScriptedBackend(mail())
sys.exit(main(sys.argv[1:]))
"""


@posix
def test_ctrl_c_is_how_one_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl.gz"
    call = ("record", str(path), "--backend", "scripted", "--pid", "1000")
    with running(*call, command=[sys.executable, "-c", ENDLESS]) as recorder:
        assert recorder.stderr is not None
        assert recorder.stderr.readline() == b"step 0: 7 elements\n"
        os.kill(recorder.pid, signal.SIGINT)
        said = recorder.stderr.read()
        assert recorder.wait() == 0
    assert said.startswith(b"uidiff: 1 step in ")
    assert said.endswith(b": interrupted\n")
    read = read_recording(path)
    assert len(list(read)) == 1
    assert not read.unfinished


@pytest.mark.parametrize(
    "call", ["--backend recordd --app in.jsonl", "--backend recorded --app none.jsonl", "--cdp http://127.0.0.1:1"]
)
def test_a_recording_to_be_overwritten_is_not_lost_by_a_typo(
    run: Run, recording: str, tmp_path: Path, call: str
) -> None:
    assert run("record", "out.jsonl", *REPLAYED, recording, *QUICK).code == 0
    before = columns(tmp_path / "out.jsonl")
    assert run("record", "out.jsonl", *call.split(), "--overwrite").code == 2
    assert columns(tmp_path / "out.jsonl") == before
