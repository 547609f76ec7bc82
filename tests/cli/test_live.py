"""The commands that read windows, each in a process of its own: what one was told the next one goes on from."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.calls import COMMAND, lines, posix, running
from tests.cli.shown import Shown
from uidiff.stream import read_line
from uidiff.tokens import estimate_tokens

MAIL = ("--app", "mail")
WINDOW = {"role": "window", "name": "Mail"}
SEARCH = {"role": "textbox", "name": "Search", "parent": 0}
NEW = {"role": "button", "name": "New", "parent": 0, "bounds": [1, 2, 3, 4]}
LIST = {"role": "list", "parent": 0}
DIALOG = {"role": "dialog", "name": "Save?"}


def item(name: str) -> dict[str, object]:
    return {"role": "listitem", "name": name, "parent": 3}


@pytest.fixture
def shown(tmp_path: Path) -> Shown:
    made = Shown(tmp_path)
    made.show(WINDOW, SEARCH, NEW, LIST, *map(item, ("a", "b", "c", "d")), title="Inbox (3)")
    return made


def without_times(text: str) -> str:
    return re.sub(r"since \d+\.\ds ago", "since 0.0s ago", re.sub(r"ts: [\d.]+", "ts: 0", text))


# windows


def test_windows_are_rows_of_quoted_texts(shown: Shown) -> None:
    shown.show(WINDOW, id="x", app="Web\n\x1b[2J", pid=7, url="https://shop.example/cart", title="Cart")
    assert shown.said("windows").splitlines() == [
        '-\t"Mail"\t"Inbox (3)"\t-\t"w"',
        r'7	"Web\n\u001b[2J"	"Cart"	"https://shop.example/cart"	"x"',
    ]


def test_windows_are_selected_by_options_and_printed_as_json(shown: Shown) -> None:
    shown.show(WINDOW, id="x", app="Web", pid=7, url="https://shop.example/cart")
    known = {"pid": 7, "app": "Web", "title": None, "url": "https://shop.example/cart", "id": "x"}
    for options in (("--url", "shop"), ("--pid", "7"), ("--window-id", "x")):
        assert json.loads(shown.said("windows", "--json", *options)) == known
    assert shown.run("windows", "--app", "Mai").stderr == "uidiff: no window that fits is open\n"


def test_a_bug_of_a_plug_in_is_one_line_without_anything_that_acts(shown: Shown) -> None:
    (shown.folder / "windows.json").write_text('[{"app": "Mail"}]')
    done = shown.run("windows")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "uidiff: the backend 'shown' failed: KeyError \"'id'\"\n"


# describe


def test_d1_1_what_was_described_is_told_as_a_difference_the_next_time(shown: Shown) -> None:
    first = shown.said("describe", *MAIL)
    assert first.startswith('# full: 8 elements of "Inbox (3)"\nwindow e1 "Mail":\n')
    shown.show(
        WINDOW, {**SEARCH, "states": {"focused": True}}, NEW, LIST, *map(item, "abcd"), DIALOG, title="Inbox (3)"
    )
    assert shown.said("describe", *MAIL).splitlines()[:2] == [
        '# diff: A dialog appeared: "Save?". Focus moved to "Search" textbox. 1 added, 1 changed, 7 unchanged.',
        '~ textbox e2 "Search" focused',
    ]
    assert "No change" in shown.said("describe", *MAIL)


def test_d1_7_the_whole_and_the_difference_can_be_asked_for(shown: Shown) -> None:
    shown.said("describe", *MAIL)
    assert shown.said("describe", *MAIL, "--force").startswith("# full: 8 elements")
    shown.show({"role": "window", "name": "Other"}, title="Else")
    assert shown.said("describe", *MAIL, "--diff").startswith("# diff: ")
    assert shown.said("describe", *MAIL, "--format", "compact").startswith("DIFF since ")
    done = shown.run("describe", *MAIL, "--force", "--diff")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "uidiff: --force and --diff exclude each other: leave one out; see uidiff describe --help\n"


def test_why_the_whole_window_is_told_though_it_was_told_before_is_said_beside_it(shown: Shown) -> None:
    shown.said("describe", *MAIL)
    shown.show(*({"role": "button", "name": f"other {number}"} for number in range(9)))
    done = shown.run("describe", *MAIL)
    assert done.stdout.startswith("# full: 9 elements")
    assert (done.returncode, done.stderr) == (0, "uidiff: the whole window: diff larger than full\n")


def test_a_description_takes_a_format_a_budget_bounds_and_what_to_ignore(shown: Shown) -> None:
    assert '"mode":"full"' in shown.said("describe", *MAIL, "--format", "describe-json")
    shown.show(WINDOW, SEARCH, {**NEW, "bounds": [9, 2, 3, 4], "name": "Now"}, LIST, *map(item, "abcdefghijklmnop"))
    budgeted = shown.said("describe", *MAIL, "--diff", "--ignore", "name,title", "--budget", "60")
    assert budgeted.endswith("… 12 more (12 added)\n")
    assert estimate_tokens(budgeted.rstrip("\n")) <= 60
    shown.show(WINDOW, SEARCH, {**NEW, "bounds": [5, 5, 5, 5], "name": "Now"}, LIST, *map(item, "abcdefghijklmnop"))
    assert "No change" in shown.said("describe", *MAIL)
    shown.show(WINDOW, SEARCH, {**NEW, "bounds": [6, 6, 6, 6], "name": "Now"}, LIST, *map(item, "abcdefghijklmnop"))
    assert "(6,6" in shown.said("describe", *MAIL, "--bounds")


def test_a_store_that_fails_is_said_with_the_cure_and_the_window_is_told_all_the_same(shown: Shown) -> None:
    (shown.folder / "store").write_text("no folder")
    for command in ("describe", "read"):
        done = shown.run(command, *MAIL)
        assert (done.returncode, "8 elements" in done.stdout) == (0, True)
        cure = "set UIDIFF_STORE to a folder of your own, or make room"
        assert done.stderr == f"uidiff: the store has failed, and nothing is remembered: {cure}\n"


def test_a_read_of_a_part_uses_up_no_change_of_the_next_description(shown: Shown) -> None:
    shown.said("describe", *MAIL)
    shown.show(WINDOW, {**SEARCH, "value": "lamp"}, NEW, LIST, *map(item, "abcd"), DIALOG, title="Inbox (3)")
    filters = ("--roles", "textbox", "--since", str(int(time.time()) + 1))
    assert shown.said("read", *MAIL, *filters).splitlines()[-1] == '~ textbox e2 ="lamp"'
    assert shown.said("describe", *MAIL).startswith('# diff: A dialog appeared: "Save?". "Search" = "lamp".')
    assert shown.said("describe", *MAIL).startswith("# No change")


# read


def test_d2_1_every_read_has_its_time_and_a_later_one_tells_what_changed_since(shown: Shown) -> None:
    first = shown.said("read", *MAIL)
    assert without_times(first).splitlines()[:3] == ['# full: 8 elements of "Inbox (3)"', "ts: 0", 'window e1 "Mail":']
    ts = re.findall(r"^ts: (\d+\.\d{3})$", first, re.MULTILINE)
    assert len(ts) == 1
    shown.show(WINDOW, SEARCH, NEW, LIST, *map(item, "acd"), title="Inbox (3)")
    removed = lines('# diff: 1 listitem removed: "b". 1 removed, 7 unchanged.', "ts: 0", '- item "b" after "a"')
    assert without_times(shown.said("read", *MAIL, "--since", ts[0])) == removed
    assert shown.said("read", *MAIL).startswith("# full: 7 elements")  # no since: the whole, as ever
    assert shown.said("read", *MAIL, "--since", ts[0], "--full").startswith("# full: 7 elements")
    assert without_times(shown.said("read", *MAIL, "--since", ts[0])) == removed  # still against the same


def test_d2_2_the_time_of_a_read_is_in_its_json_and_beside_that_of_other_formats(shown: Shown) -> None:
    answer = json.loads(shown.said("read", *MAIL, "--format", "read-json"))
    shown.show(WINDOW, SEARCH, NEW, LIST, *map(item, "abc"), title="Inbox (3)")
    later = json.loads(shown.said("read", *MAIL, "--format", "read-json", "--since", str(answer["ts"])))
    assert [row["i"] for row in later["diff"]["removed"]] == [8]
    done = shown.run("read", *MAIL, "--format", "json")
    assert json.loads(done.stdout)["nodes"]
    assert without_times(done.stderr) == "uidiff: ts: 0\n"


@posix
def test_d2_3_the_documents_loop_works_as_it_is_written(shown: Shown) -> None:
    loop = """
        read() { "$PYTHON" -m uidiff read --backend shown --app mail "$@"; }
        ts=$(read | grep '^ts:' | cut -d' ' -f2)
        for step in 1 2 3; do
            "$PYTHON" "$CHANGE" $step
            answer=$(read --since "$ts")
            echo "$answer"
            ts=$(echo "$answer" | grep '^ts:' | cut -d' ' -f2)
        done
    """
    change = shown.folder / "change.py"
    change.write_text(
        "import json, pathlib, sys\n"
        "path = pathlib.Path(__file__).with_name('windows.json')\n"
        "windows = json.loads(path.read_text())\n"
        "windows[0]['nodes'][1]['value'] = 'typed ' + sys.argv[1]\n"
        "path.write_text(json.dumps(windows))\n"
    )
    environment = {**shown.environment, "PYTHON": sys.executable, "CHANGE": str(change)}
    done = subprocess.run(
        ["/bin/sh", "-c", loop], capture_output=True, env=environment, encoding="utf-8", timeout=600, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    was = ("", '"typed 1" -> ', '"typed 2" -> ')
    told = [f'~ textbox e2 "Search"={was[step - 1]}"typed {step}"' for step in (1, 2, 3)]
    assert [line for line in done.stdout.splitlines() if line.startswith("~")] == told


def test_d2_6_a_scope_and_roles_select_and_the_refs_are_those_of_the_read_before(shown: Shown) -> None:
    whole = shown.said("read", *MAIL)
    assert "list e4" in whole
    shown.show(WINDOW, SEARCH, NEW, LIST, *map(item, "abd"), title="Inbox (3)")
    part = shown.said("read", *MAIL, "--scope-id", "e4")
    assert without_times(part).splitlines()[0] == '# full: 4 of 7 elements of "Inbox (3)". 1 listitem removed: "c".'
    assert '"New"' not in part
    assert '"New"' in shown.said(
        "read", *MAIL, "--scope-id", "1", "--depth", "2", "--prune", "--roles", "button,textbox"
    )
    ts = re.findall(r"ts: (\S+)", whole)[0]
    assert '- item "c"' in shown.said("read", *MAIL, "--since", ts, "--scope-id", "e4")
    outside = shown.said("read", *MAIL, "--since", ts, "--roles", "button").splitlines()[0]
    assert outside == "# No change. 1 change outside the filter."


def test_an_unknown_scope_is_refused_and_not_taken_for_another_element(shown: Shown) -> None:
    done = shown.run("read", *MAIL, "--scope-id", "e4")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("uidiff: e4 is a ref that no element has had in this session; describe the window")


def test_what_has_expired_is_the_whole_window_and_why(shown: Shown) -> None:
    shown.said("read", *MAIL, "--ttl", "0.01")
    done = shown.run("read", *MAIL, "--since", "1")
    assert done.stdout.startswith("# full: 8 elements")
    assert (done.returncode, done.stderr[:26]) == (0, "uidiff: the whole window: ")


def test_since_takes_the_seconds_of_a_shell(shown: Shown) -> None:
    shown.said("read", *MAIL)
    assert shown.said("read", *MAIL, "--since", str(int(time.time()) + 1)).startswith("# No change.")
    done = shown.run("read", *MAIL, "--since", "yesterday")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


# observe


def test_d3_1_a_stream_is_a_json_object_a_line_whatever_format_is_said(shown: Shown) -> None:
    said = shown.said("observe", *MAIL, "--duration", "0.2", "--interval", "50", "--format", "yaml").splitlines()
    assert [json.loads(line)["type"] for line in said] == ["snapshot", "done"]
    assert [read_line(line).line() for line in said] == said


@posix
def test_d3_1_what_happens_while_it_observes_is_told_and_ctrl_c_ends_it_with_done(shown: Shown) -> None:
    call = ("observe", "--backend", "shown", *MAIL, "--interval", "50", "--ignore-focus")
    with running(*call, environment=shown.environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["type"] == "snapshot"
        shown.show(WINDOW, {**SEARCH, "states": {"focused": True}}, NEW, LIST, *map(item, "abcde"), title="Inbox (3)")
        added = json.loads(process.stdout.readline())
        assert (added["type"], added["el"]["t"], added["p"]) == ("added", "e", "window > list")
        shown.show(WINDOW, fails="broken\n\x1b[31m")
        error = json.loads(process.stdout.readline())
        assert (error["type"], "broken" in error["error"]) == ("error", True)
        os.kill(process.pid, signal.SIGINT)
        rest = process.stdout.read().splitlines()
        assert json.loads(rest[-1])["type"] == "done"
        assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_d3_2_a_title_alone_is_no_scope_and_neither_is_nothing(shown: Shown) -> None:
    done = shown.run("observe", "--window", "Inbox")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "uidiff: which application? give --app, --pid, --window-id or --url: a title may be anyone's\n"
    )
    assert shown.run("observe").stderr.startswith("uidiff: which window? give --app")


def test_the_first_read_failing_is_trouble_in_one_line(shown: Shown) -> None:
    shown.show(WINDOW, fails="broken\n\x1b[31m \u202e")
    for command in ("observe", "describe", "read"):
        done = shown.run(command, *MAIL)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "uidiff: broken\\n\\u001b[31m \\u202e\n"


@posix
def test_a_reader_that_closes_the_pipe_ends_a_stream_without_trouble(shown: Shown) -> None:
    pipe = f'"{sys.executable}" -m uidiff observe --backend shown --app mail --interval 50 | head -n 1'
    shell = ("/bin/bash", "-o", "pipefail", "-c")
    with running(pipe, command=shell, environment=shown.environment) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        assert json.loads(done.stdout.readline())["type"] == "snapshot"
        for number in range(600):
            shown.show(WINDOW, {**SEARCH, "value": str(number)})
            try:
                done.wait(0.2)
                break
            except subprocess.TimeoutExpired:
                continue
        assert (done.returncode, done.stderr.read()) == (0, b"")


def test_a_supervisor_ends_a_stream_as_ctrl_c_does(shown: Shown) -> None:
    with running("observe", "--backend", "shown", *MAIL, environment=shown.environment) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["type"] == "snapshot"
        process.terminate()
        assert json.loads(process.stdout.read().splitlines()[-1])["type"] == "done"
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("given", "address"),
    [("1", "http://127.0.0.1:1"), ("localhost:1", "http://localhost:1"), ("http://127.0.0.1:1", "http://127.0.0.1:1")],
)
def test_the_port_of_a_browser_will_do(shown: Shown, given: str, address: str) -> None:
    command = [*COMMAND, "windows", "--cdp", given]
    done = subprocess.run(command, capture_output=True, env=shown.environment, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f'uidiff: no browser answers at "{address}": ')
