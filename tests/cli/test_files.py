"""The commands over files: what alone counts as a difference, trees of other tools, a page, colours."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calls import COMMAND, CORPUS, Run, page, posix, trouble
from tests.cli.shown import Shown
from uidiff import Snapshot, import_recording, load, read_recording, save, write_recording
from uidiff.recordings.demo import demo_path

ARIA = '- list "Shop":\n  - listitem: Lamp\n  - listitem: Chair\n'

# diff --fail-on


@pytest.mark.parametrize(
    ("fail_on", "code"),
    [
        ("added", 1),
        ("changed", 1),
        ("removed", 0),
        ("removed,moved", 0),
        ("removed,added", 1),
        ("removed, added", 1),
        ("items-added", 1),
        ("error-appeared,dialog-appeared", 0),
    ],
)
def test_only_what_is_named_ends_with_1(run: Run, pair: tuple[str, str], fail_on: str, code: int) -> None:
    assert run("diff", *pair, "--fail-on", fail_on)[::2] == (code, "")
    assert run("diff", *pair, "--fail-on", fail_on).out == run("diff", *pair).out  # it is told all the same


def test_an_incomplete_capture_can_be_refused(run: Run, tmp_path: Path) -> None:
    save(page("x"), tmp_path / "a")
    save(Snapshot.from_dicts([{"role": "list", "id": "list", "unread": True}]), tmp_path / "b")
    assert run("diff", "a", "b", "--matcher", "id", "--fail-on", "removed").code == 0
    assert run("diff", "a", "b", "--matcher", "id", "--fail-on", "unknown").code == 1
    assert run("diff", "b", "a", "--matcher", "id", "--fail-on", "newly-read").code == 1


def test_an_unknown_kind_of_change_is_trouble_before_anything_is_read(run: Run) -> None:
    for name, said in (
        ("aded", "unknown kind of change 'aded'; did you mean 'added'?"),
        ("events", "unknown kind of change 'events'"),
        ("added,,", "Invalid value for '--fail-on': a"),
    ):
        assert trouble(run("diff", "none", "none", "--fail-on", name)).startswith(said)


# other tools' trees


def test_trees_of_other_tools_are_compared_as_they_are(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yml").write_text(ARIA)
    (tmp_path / "b.yml").write_text(ARIA + "  - listitem: Table\n")
    ended = run("diff", "a.yml", "b.yml")
    assert (ended.code, ended.err) == (1, "")
    assert ended.out.startswith('# diff: 1 listitem added: "Table". ')
    assert run("diff", "a.yml", "a.yml").code == 0


def test_a_tree_is_imported_as_a_snapshot(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yml").write_text(ARIA)
    ended = run("import", "a.yml")
    assert (ended.code, ended.err) == (0, "")
    (tmp_path / "from_out.json").write_text(ended.out)
    assert run("import", "a.yml", "-o", "a.json", "--format", "aria")[:2] == (0, "")
    assert load(tmp_path / "a.json") == load(tmp_path / "from_out.json")
    assert [element.name for element in load(tmp_path / "a.json").find(role="listitem")]


def test_a_file_of_many_trees_is_imported_as_a_recording(run: Run, tmp_path: Path) -> None:
    original = CORPUS / "web" / "todomvc_react.jsonl.gz"
    ended = run("import", original, "-o", "shop.jsonl.gz")
    assert ended == (0, "", 'uidiff: 23 snapshots in "shop.jsonl.gz"\n')
    assert list(read_recording(tmp_path / "shop.jsonl.gz")) == list(import_recording(original))
    refused = run("import", original, "-o", "shop.json")
    said = '"todomvc_react.jsonl.gz": 23 trees, and a snapshot is one: write a recording: -o NAME.jsonl.gz'
    assert refused == (2, "", f"uidiff: {said}\n")
    assert not (tmp_path / "shop.json").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mine.json",), '"mine.json" is uidiff\'s own already: diff takes a snapshot, replay and report a recording'),
        (("mine.jsonl.gz",), '"mine.jsonl.gz" is uidiff\'s own already: diff takes a snapshot, replay and report a '),
        (("noise",), '"noise": $: no importer knows this file; '),
        (("none",), '"none": No such file or directory'),
        (("noise", "--format", "ariaa"), "unknown importer 'ariaa'; did you mean 'aria'? known: "),
        ((), "Missing argument 'FILE'; see uidiff import --help"),
    ],
)
def test_what_cannot_be_imported_is_said_in_one_line(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    save(page("a"), tmp_path / "mine.json")
    write_recording(tmp_path / "mine.jsonl.gz", [page("a")])
    (tmp_path / "noise").write_bytes(b"\0\1\2")
    assert trouble(run("import", *arguments)).startswith(message)


# report


def test_a_report_is_one_page_whose_name_and_size_are_said(run: Run, tmp_path: Path) -> None:
    ended = run("report", "--demo", "-o", "demo.html")
    assert ended == (0, "", 'uidiff: 23 reads in "demo.html"\n')
    text = (tmp_path / "demo.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "Content-Security-Policy" in text
    assert run("report", demo_path(), "-o", "again.html", "--title", "Mine <b>").code == 0
    assert "Mine &lt;b" in (tmp_path / "again.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--demo",), "Missing option '-o' / '--output'; see uidiff report --help"),
        (("-o", "x.html"), "give a RECORDING, or --demo; see uidiff report --help"),
        (("none", "-o", "x.html"), '"none": No such file or directory'),
        (("--demo", "-o", "no/x.html"), '"no/x.html": No such file or directory'),
        (("--demo", "-o", "x.html", "--matcher", "idd"), "unknown matcher 'idd'; did you mean 'id'?"),
        (
            ("mine.json", "-o", "x.html"),
            '"mine.json": $: a snapshot, no recording; compare two of them with uidiff diff',
        ),
    ],
)
def test_what_cannot_be_reported_is_said_in_one_line_and_leaves_no_file(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    save(page("a"), tmp_path / "mine.json")
    assert trouble(run("report", *arguments)).startswith(message)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.json"]


@pytest.mark.parametrize("name", ["folder", "fifo", "socket", ".", ""])
def test_what_is_no_plain_file_is_never_written_over(
    run: Run, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform == "win32" and name in {"fifo", "socket"}:
        pytest.skip("a file is nothing else there")
    (tmp_path / "a.yml").write_text(ARIA)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX if name == "socket" else socket.AF_INET) as listening:
        if name == "socket":
            listening.bind(name)
        if name == "fifo":
            os.mkfifo(name)
        before = (tmp_path / name).lstat()
        for call in (("report", "--demo"), ("import", "a.yml")):
            said = trouble(run(*call, "-o", name))
            assert f'"{name}" is no plain file: name another one; see uidiff {call[0]} --help\n' in said
        after = (tmp_path / name).lstat()
    assert (after.st_ino, after.st_mode, after.st_mtime) == (before.st_ino, before.st_mode, before.st_mtime)


def test_what_a_link_leads_to_is_written_and_the_link_stays(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yml").write_text(ARIA)
    (tmp_path / "there.json").write_text("")
    try:
        (tmp_path / "link.json").symlink_to("there.json")
    except OSError as error:  # on Windows not everybody may
        pytest.skip(str(error))
    assert run("import", "a.yml", "-o", "link.json").code == 0
    assert (tmp_path / "link.json").is_symlink()
    assert load(tmp_path / "there.json").find(role="listitem")


# a terminal, and none


def terminal() -> tuple[int, int]:
    """A terminal: our end, and that of a program."""
    import pty  # there is none on Windows

    return pty.openpty()


def on_a_terminal(folder: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    """How a command ends on a terminal, and all that it writes there."""
    ours, theirs = terminal()
    known = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "60", **environment}
    with subprocess.Popen([*COMMAND, *arguments], stdout=theirs, stderr=theirs, cwd=folder, env=known) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:  # all have left it
                break
            if not more:
                break
            written += more
    os.close(ours)
    return process.returncode, written.decode().replace("\r\n", "\n")


@posix
def test_on_a_terminal_lines_are_coloured_by_what_happened_and_never_broken(tmp_path: Path) -> None:
    save(page("a"), tmp_path / "a")
    save(page("[bold]b :smile: " + "long " * 30), tmp_path / "b")
    call = ("diff", "a", "b", "--all", "--matcher", "id")
    code, said = on_a_terminal(tmp_path, *call)
    plain = subprocess.run([*COMMAND, *call], capture_output=True, encoding="utf-8", cwd=tmp_path, check=False)
    assert (code, plain.returncode) == (1, 1)
    assert "\x1b" not in plain.stdout
    styles = {"#": "\x1b[1m", "+": "\x1b[32m", "-": "\x1b[31m"}
    assert said.splitlines() == [f"{styles[line[0]]}{line}\x1b[0m" for line in plain.stdout.splitlines()]
    _, bold = on_a_terminal(tmp_path, *call, NO_COLOR="1")
    assert bold.replace("\x1b[1m", "").replace("\x1b[0m", "") == plain.stdout


@posix
@pytest.mark.parametrize("known", [{"COLUMNS": "0"}, {"COLUMNS": "1"}, {"COLUMNS": "20"}, {"TERM": "dumb"}], ids=str)
def test_on_a_terminal_of_any_width_nothing_is_left_out(tmp_path: Path, known: dict[str, str]) -> None:
    save(page("a"), tmp_path / "a")
    code, said = on_a_terminal(tmp_path, "diff", "a", "a", **known)
    assert (code, "# No change." in said) == (0, True)
    shown = Shown(tmp_path)
    shown.show(
        {"role": "window"}, id="an id that is to be copied", app="Mail", title="[red]Inbox\x1b[2J" + " long" * 50
    )
    code, said = on_a_terminal(tmp_path, "windows", "--backend", "shown", **{**shown.environment, **known})
    assert code == 0
    heads, row = said.splitlines()
    assert "title" in heads
    assert '"[red]Inbox\\u001b[2J long long' in row
    assert row.endswith('…"  -    "an id that is to be copied"')


@posix
def test_on_a_terminal_a_bar_shows_how_far_it_is_and_leaves_nothing(tmp_path: Path) -> None:
    code, said = on_a_terminal(tmp_path, "report", "--demo", "-o", "x.html")
    assert code == 0
    assert "reads" in said.partition("uidiff: 23 reads in")[0]
    assert said.endswith('uidiff: 23 reads in "x.html"\n')


WITHOUT = """
import importlib.abc, sys

class Without(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {package!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Without())
from uidiff.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_the_extra_one_line_says_what_to_install() -> None:
    program = WITHOUT.format(package="click")
    done = subprocess.run([sys.executable, "-c", program, "--help"], capture_output=True, text=True, check=False)
    line = "uidiff: this needs the package click: pip install 'uidiff[cli]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


@posix
def test_without_rich_a_terminal_says_what_to_install_and_a_pipe_needs_none(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(WITHOUT.format(package="rich"))
    save(page("a"), tmp_path / "a")
    command = [sys.executable, "program.py", "diff", "a", "a"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "# No change.\n", "")
    ours, theirs = terminal()
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False)
    os.close(ours)
    os.close(theirs)
    line = "uidiff: this needs the package rich: pip install 'uidiff[cli]'\n"
    assert (done.returncode, done.stderr) == (2, line)


def test_a_shell_gets_its_completions(tmp_path: Path) -> None:
    environment = {**os.environ, "_UIDIFF_COMPLETE": "bash_complete", "COMP_WORDS": "uidiff re", "COMP_CWORD": "1"}
    done = subprocess.run(COMMAND, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    assert done.stdout.split() == ["plain,read", "plain,record", "plain,replay", "plain,report"]


def test_every_command_is_in_the_help_and_has_one_with_examples(run: Run) -> None:
    listed = [line.split()[0] for line in run("--help").out.partition("Commands:\n")[2].splitlines()]
    assert listed == [
        "windows",
        "describe",
        "read",
        "act",
        "observe",
        "record",
        "replay",
        "diff",
        "compare",
        "report",
        "stats",
        "import",
        "mcp",
        "proxy",
    ]
    for command in listed:
        ended = run(command, "--help")
        assert (ended.code, ended.err) == (0, "")
        assert f"examples:\n    uidiff {command}" in ended.out
        assert ended.out.startswith(f"Usage: uidiff {command} ")


def test_a_snapshot_from_a_pipe_is_read(run: Run, pair: tuple[str, str], tmp_path: Path) -> None:
    with (tmp_path / pair[0]).open("rb") as file:
        command = [*COMMAND, "diff", "/dev/stdin", pair[0], "--format", "describe-json"]
        done = subprocess.run(command, stdin=file, capture_output=True, cwd=tmp_path, check=False)
    assert (done.returncode, json.loads(done.stdout)["unchanged_count"]) == (0, 3)
    del run


def test_nothing_is_written_over_what_is_read(run: Run, tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl", [page("a"), page("b")])
    (tmp_path / "tree.yml").write_text(ARIA)
    before = (tmp_path / "a.jsonl").read_bytes()
    (tmp_path / "link.html").symlink_to("a.jsonl")
    for output in ("a.jsonl", "./a.jsonl", "link.html"):
        ended = run("report", "a.jsonl", "-o", output)
        assert (ended.code, "is what is read: name another file to write" in ended.err) == (2, True)
    assert run("import", "tree.yml", "-o", "tree.yml").code == 2
    assert ((tmp_path / "a.jsonl").read_bytes(), (tmp_path / "tree.yml").read_text()) == (before, ARIA)
