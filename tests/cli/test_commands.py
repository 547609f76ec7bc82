"""The command line as a user meets it: what it prints where, and its exit codes."""

import gzip
import json
import re
from pathlib import Path

import pytest

from tests.cli.calls import CORPUS, Run, head, lines, page, trouble
from uidiff import RecordingWriter, Snapshot, diff, save, write_recording
from uidiff._version import __version__
from uidiff.formats.rendering import FORMATS
from uidiff.matching.strategies import MATCHERS
from uidiff.recordings.demo import demo_path

PAIR = page("a", "b"), page("a", "c", "b!")
"""What the files of the fixture ``pair`` hold."""

NOTHING = lines("step 1", "# No change.")


# diff


def test_diff_of_a_file_and_itself_is_silent_but_for_the_count_and_ends_with_0(run: Run, pair: tuple[str, str]) -> None:
    assert run("diff", pair[0], pair[0]) == (0, "# No change.\n", "")


def test_diff_says_what_happened_and_then_the_changes_and_ends_with_1(run: Run, pair: tuple[str, str]) -> None:
    said = lines(head(*PAIR), '+ after "a": item "c"', '~ item "b" -> "b!" at 3 in e1')
    assert run("diff", *pair, "--matcher", "id") == (1, said, "")
    assert run("diff", *pair) == run("diff", *pair, "--matcher", "auto")


def test_several_names_are_ignored_one_by_one(run: Run, tmp_path: Path) -> None:
    save(Snapshot.from_dicts([{"role": "text", "name": "a", "value": "1"}], title="T"), tmp_path / "a")
    save(Snapshot.from_dicts([{"role": "text", "name": "b", "value": "2"}], title="U"), tmp_path / "b")
    ignored = ("--ignore", "name", "--ignore", "value", "--ignore", "title")
    assert run("diff", "a", "b", "--matcher", "id", *ignored) == (0, "# No change.\n", "")


def test_only_bounds_differ_is_no_difference_unless_asked_for(run: Run, tmp_path: Path) -> None:
    save(Snapshot.from_dicts([{"role": "text", "bounds": [0, 0, 1, 1]}]), tmp_path / "a")
    save(Snapshot.from_dicts([{"role": "text", "bounds": [0, 9, 1, 1]}]), tmp_path / "b")
    assert [run("diff", "a", "b").code, run("diff", "a", "b", "--bounds").code] == [0, 1]


# replay


def test_the_demo_has_a_line_for_each_of_its_22_steps_a_head_and_changes_below(run: Run) -> None:
    said = run("replay", "--demo").out.splitlines()
    steps = [place for place, line in enumerate(said) if line.startswith("step ")]
    assert [said[place].split()[:2] for place in steps] == [["step", str(number)] for number in range(1, 23)]
    heads = [place for place, line in enumerate(said) if line.startswith("# ")]
    assert heads == [place + 1 for place in steps]
    assert {line[:2] for place, line in enumerate(said) if place not in {*steps, *heads}} <= {"+ ", "- ", "~ ", "> "}


@pytest.mark.parametrize("path", [demo_path(), CORPUS / "web" / "todomvc_react.jsonl.gz"], ids=["own", "original"])
def test_the_demo_is_a_recording_like_any_other(run: Run, path: Path) -> None:
    assert run("replay", "--demo") == run("replay", path)


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a"])
def test_replay_says_each_step_of_a_recording(run: Run, tmp_path: Path, name: str) -> None:
    write_recording(tmp_path / name, [page("a"), page("a", action="wait"), page("a", "b", action="add b")])
    waited = ('step 1 "wait"', "# No change.")
    added = ('step 2 "add b"', head(page("a"), page("a", "b")), '+ after "a": item "b"')
    assert run("replay", name) == (0, lines(*waited, *added), "")


@pytest.mark.parametrize("count", [0, 1])
def test_a_recording_without_a_step_says_so(run: Run, tmp_path: Path, count: int) -> None:
    write_recording(tmp_path / "a", [page("a")] * count)
    assert run("replay", "a") == (0, "", "uidiff: fewer than two snapshots: no step to compare\n")


def test_replay_takes_the_options_of_diff(run: Run, tmp_path: Path) -> None:
    write_recording(tmp_path / "a", [page("a", "b"), page("a", "c", "b!")])
    said = (
        "step 1",
        '# diff: 1 listitem added: "c". 1 shifted. 1 added, 1 changed, 2 unchanged.',
        '+ at 2 in e1: listitem e4 "c" @0,20,100,20',
        '~ listitem e3 "b!": bounds (0,20,100,20) -> (0,40,100,20)',
    )
    assert run("replay", "a", "--matcher", "id", "--ignore", "name", "--bounds", "--all") == (0, lines(*said), "")


def test_failed_reads_are_no_steps(run: Run, tmp_path: Path) -> None:
    with RecordingWriter(tmp_path / "a") as recording:
        recording.write(page("a"))
        recording.write_error("gone")
        recording.write(page("a"))
    assert run("replay", "a").out == NOTHING


# damage


def damaged(path: Path, line: int, data: bytes) -> None:
    write_recording(path, [page("a"), page("a", "b"), page("a", "b", "c")], full=True)
    lines = path.read_bytes().splitlines()
    lines[line] = data
    path.write_bytes(b"\n".join(lines) + b"\n")


def test_bad_input_56_a_damaged_line_ends_the_replay_behind_the_steps_before(run: Run, tmp_path: Path) -> None:
    damaged(tmp_path / "a", 3, b'{"kind":"x"}')
    said = lines("step 1", head(page("a"), page("a", "b")), '+ after "a": item "b"')
    message = "uidiff: line 4: $.kind: no kind of line; expected snapshot, delta or error\n"
    assert run("replay", "a") == (2, said, message)


def test_damaged_lines_are_left_out_and_counted_if_that_is_asked_for(run: Run, tmp_path: Path) -> None:
    damaged(tmp_path / "a", 2, b"")
    code, out, err = run("replay", "a", "--skip-damaged")
    said = ("step 1", head(page("a"), page("a", "b", "c")), '+ after "a": item "b", item "c"')
    assert (code, out) == (0, lines(*said))
    assert err.startswith("uidiff: 1 damaged line")
    assert len(err.splitlines()) == 1


def test_a_recording_that_ends_within_a_line_is_replayed_and_says_so(run: Run, tmp_path: Path) -> None:
    write_recording(tmp_path / "a", [page("a"), page("a")])
    (tmp_path / "a").write_bytes((tmp_path / "a").read_bytes() + b'{"kind":')
    assert run("replay", "a") == (0, NOTHING, "uidiff: the recording ends in the middle of a line\n")


# trouble

SOME = "before.json"
TROUBLE = {
    "missing before": ("diff", "no.json", SOME),
    "missing after": ("diff", SOME, "no.json"),
    "missing recording": ("replay", "no.jsonl"),
    "folder before": ("diff", ".", SOME),
    "folder recording": ("replay", "."),
    "empty name": ("diff", "", SOME),
    "below a file": ("replay", f"{SOME}/x"),
    "long name": ("replay", "x" * 5000),
    "broken snapshot": ("diff", "broken", SOME),
    "binary snapshot": ("diff", SOME, "binary"),
    "broken recording": ("replay", "broken"),
    "binary recording": ("replay", "binary"),
    "recording to diff": ("diff", "recording", SOME),
    "snapshot to replay": ("replay", SOME),
    "delta to diff": ("diff", SOME, "delta"),
    "newer snapshot": ("diff", "newer", SOME),
    "compressed snapshot": ("diff", "packed", SOME),
    "matcher of diff": ("diff", SOME, SOME, "--matcher", "autoo"),
    "matcher of replay": ("replay", "--demo", "--matcher", "autoo"),
    "field of diff": ("diff", SOME, SOME, "--ignore", "bound"),
    "field of replay": ("replay", "--demo", "--ignore", "bound"),
    "format of diff": ("diff", SOME, SOME, "--format", "agnet"),
    "format of replay": ("replay", "--demo", "--format", "agnet"),
    "budget of diff": ("diff", SOME, SOME, "--budget", "10"),
    "budget of replay": ("replay", "--demo", "--budget", "10"),
    "budget of lossless": ("replay", "--demo", "--format", "json", "--budget", "60"),
    "hostile matcher": ("diff", SOME, SOME, "--matcher", "x\n\x1b[31m\u202e"),
    "hostile format": ("diff", SOME, SOME, "--format", "x\n\x1b[31m\u202e"),
    "hostile field": ("diff", SOME, SOME, "--ignore", "x\n\x1b[31m\u202e"),
    "NUL in a recording": ("replay", "a\0b"),
    "NUL before": ("diff", "a\0b", SOME),
    "NUL after": ("diff", SOME, "a\0b"),
    "hostile name": ("replay", "x\n\x1b[31m\u202e"),
}


@pytest.mark.parametrize("name", TROUBLE)
def test_bad_input_20_and_other_trouble_is_one_line_and_exit_code_2(
    run: Run, pair: tuple[str, str], tmp_path: Path, name: str
) -> None:
    (tmp_path / "broken").write_text('{"format": "uidiff/sn')
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    write_recording(tmp_path / "recording", [page("a")])
    (tmp_path / "packed").write_bytes(gzip.compress((tmp_path / pair[0]).read_bytes()))
    (tmp_path / "newer").write_text('{"format": "uidiff/snapshot", "version": "2.0", "nodes": []}')
    (tmp_path / "delta").write_text(json.dumps(diff(page("a"), page("b")).to_dict()))
    trouble(run(*TROUBLE[name]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("diff", "no.json", SOME), '"no.json": No such file or directory'),
        (("replay", "a\nb"), r'"a\nb": No such file or directory'),
        (("replay", "--demo", "--matcher", "autoo"), "unknown matcher 'autoo'; did you mean 'auto'? known: auto, "),
        (("diff", SOME, SOME, "--ignore", "focussed"), "unknown field 'focussed'; did you mean 'focused'?"),
        (("replay", "one", "--ignore", "bound"), "unknown field 'bound';"),  # bad input 66: also without a step
        (("diff", "newer", SOME), '"newer": $.version: version 2 of uidiff/snapshot was written by a newer uidiff; '),
        (("diff", "wrong", SOME), '"wrong": $.nodes[1].name: expected null, text, got whole number; '),
    ],
    ids=ascii,
)
def test_trouble_names_the_place_and_the_cure(
    run: Run, pair: tuple[str, str], tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    del pair
    head = '{"format": "uidiff/snapshot", "version": "%s", "nodes": [{"role": "a"}, {"role": "b", "name": 5}]}'
    write_recording(tmp_path / "one", [page("a")])
    (tmp_path / "newer").write_text(head % "2.0")
    (tmp_path / "wrong").write_text(head % "1.0")
    assert run(*arguments).err.startswith(f"uidiff: {message}")


def test_skipping_damaged_lines_of_a_foreign_format_is_not_passed_over(run: Run, tmp_path: Path) -> None:
    packed = (CORPUS / "web" / "todomvc_react.jsonl.gz").read_bytes()
    lines = gzip.decompress(packed).splitlines()
    (tmp_path / "a").write_bytes(b"\n".join([*lines[:2], b"{", *lines[3:4]]))
    said = "uidiff: --skip-damaged is for uidiff's own recordings; leave it out\n"
    assert run("replay", "a", "--skip-damaged") == (2, "", said)


@pytest.mark.parametrize(
    "arguments",
    [
        "frob",
        "diff",
        "diff a",
        "diff a b c",
        "diff a b --skip-damaged",
        "diff a b --matcher",
        "replay",
        "replay a b",
        "replay a --demo",
        "replay a --no-such",
        "replay a --format",
        "replay a --budget",
        "replay a --budget many",
        "replay a --budget 60.5",
    ],
)
def test_wrong_usage_is_exit_code_2_and_one_line(run: Run, arguments: str) -> None:
    trouble(run(*arguments.split()))


SEE = "see uidiff mcp --help"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("--host 127.0.0.1", f"--host and --port say where --http listens: add it, or leave them out; {SEE}"),
        ("--port 0", f"--host and --port say where --http listens: add it, or leave them out; {SEE}"),
        ("--budget 3", f"Invalid value for '--budget': 3 is not in the range x>=110; {SEE}"),
        ("--backend recorded --cdp http://127.0.0.1:1", "--cdp is for a browser: leave --backend out, or say "),
        ("--backend recorded --http --host 192.0.2.1", "host '192.0.2.1' is not this machine: "),
        ("--backend recorded --ignore bound", "unknown field 'bound'; did you mean 'bounds'?"),
        ("--backend recorde", "unknown backend 'recorde'; did you mean 'recorded'?"),
        ("--url shop", "which browser? start it with --remote-debugging-port=9222, and give --cdp "),
    ],
)
def test_what_cannot_be_served_is_one_line_and_exit_code_2(run: Run, call: str, message: str) -> None:
    assert trouble(run("mcp", *call.split())).startswith(message)


def test_help_shows_the_examples_and_the_exit_codes_and_is_trouble_without_a_command(run: Run) -> None:
    assert run("--version") == (0, f"uidiff {__version__}\n", "")
    ended = run("--help")
    assert (ended.code, ended.err) == (0, "")
    assert run() == (2, "", ended.out)
    assert "uidiff replay --demo " in ended.out
    assert "uidiff diff before.json after.json         exit code 0: the same, 1: different, 2: trouble" in ended.out


@pytest.mark.parametrize("command", ["diff", "replay"])
def test_help_of_a_command_names_the_matchers_and_the_formats(run: Run, command: str) -> None:
    said = " ".join(run(command, "--help").out.split())
    listed = re.findall(r"(?:Who is who|How it is said): ([^.]*)\.", said.replace("- ", "-"))
    assert [set(names.split(", ")) for names in listed] == [set(MATCHERS.names()), set(FORMATS.names())]
