"""``uidiff stats``: the tables as text, as JSON and as Parquet; what is damaged; what is hostile."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.cli.calls import Run, posix, trouble
from tests.cli.test_files import WITHOUT, on_a_terminal
from tests.cli.test_terminal import FORBIDDEN, QUOTED, TEXTS, hostile
from uidiff import Snapshot, arrow, write_recording


def shop(title: str, *rows: str, action: str | None = None, at: float = 0.0, left: int = 0) -> Snapshot:
    nodes: list[dict[str, Any]] = [{"role": "window"}, {"parent": 0, "role": "heading", "name": title}]
    nodes += [{"parent": 0, "role": "listitem", "name": row, "bounds": [left, 0, 9, 9]} for row in rows]
    return Snapshot.from_dicts(nodes, title="Shop", action=action, taken_at=at)


STEPS = [
    shop("Basket", "Tea"),
    shop("Basket", "Tea", action='click button "Refresh"', at=1.0, left=5),
    shop("Basket", "Tea", "Milk", action='click button "Add 1"', at=2.0),
    shop("Basket", "Tea", "Milk", "Salt", at=2.5),
    shop("Thanks", action='click button "Pay"', at=3.0),
]


@pytest.fixture
def folder(run: Run, tmp_path: Path) -> str:
    """Two days of sessions."""
    del run  # it changes into the folder
    for day in ("monday", "tuesday"):
        (tmp_path / "in" / day).mkdir(parents=True)
        write_recording(tmp_path / "in" / day / "shop.jsonl.gz", STEPS)
    return "in"


TEXT = """\
# Actions: 3 kinds in 6 steps
action   target            steps  no-op  median s  95 % s  errors
"click"  button "Add 1"        2     0%      0.50    0.50      0%
"click"  button "Pay"          2     0%         -       -      0%
"click"  button "Refresh"      2   100%         -       -      0%

# Screens: 4
screen  label            visits  slowest way s  by
     1  "Shop / Basket"       2              -  -
     2  "Shop / Basket"       2           1.00  "click button \\"Add 1\\""
     3  "Shop / Basket"       2           0.50  -
     4  "Shop / Thanks"       2           0.50  "click button \\"Pay\\""

# Ways: 4
from               action                      to                 times  median s
"""


def test_the_tables_are_printed_in_order_with_a_total(run: Run, folder: str) -> None:
    code, out, err = run("stats", folder)
    assert (code, err) == (0, "")
    assert out.startswith(TEXT)
    tail = out.partition("# Tokens: 2 windows\n")[2].splitlines()
    rows = arrow.read_sessions(folder).read_all()
    costs = arrow.token_totals(arrow.token_cost(rows, ignore=["bounds"])).to_pylist()
    full, auto = (sum(row[f"{name}_tokens"] for row in costs) for name in ("full", "auto"))
    assert tail[1].split()[:3] == ['"monday/shop"', "-", "5"]
    assert tail[3].split() == [
        "all",
        "10",
        *(str(sum(row[f"{n}_tokens"] for row in costs)) for n in ("full", "diff", "auto")),
        f"{auto / full:.0%}",
    ]
    assert tail[4:] == ["", "# 2 sessions, 10 snapshots, no row with an error"]
    ways = out.partition("# Ways: 4\n")[2].partition("\n\n")[0].splitlines()[1:]
    assert {line.split('"')[0].strip() for line in ways} == {"1", "2", "3"}
    assert run("stats", f"{folder}/monday", f"{folder}/tuesday").out == out


def test_json_has_what_the_functions_give(run: Run, folder: str) -> None:
    code, out, err = run("stats", folder, "--json", "--ignore", "value")
    assert (code, err) == (0, "")
    found = json.loads(out)
    rows, ignore = arrow.read_sessions(folder).read_all(), ("value", "bounds")
    shown = arrow.screens(rows, ignore=ignore)
    assert found["effects"] == arrow.effect_rates(arrow.effects(rows, ignore=ignore)).to_pylist()
    assert found["ways"] == arrow.screen_graph(shown).to_pylist()
    assert found["tokens"] == arrow.token_totals(arrow.token_cost(rows, ignore=ignore)).to_pylist()
    assert {one["screen"] for one in found["screens"]} == set(shown["screen"].to_pylist())
    assert [one["label"] for one in found["screens"]] == ["Shop / Basket"] * 3 + ["Shop / Thanks"]
    assert (found["sessions"], found["snapshots"], found["errors"], found["first_errors"]) == (2, 10, 0, [])


def test_limit_cuts_each_table_and_its_heading_says_so(run: Run, folder: str) -> None:
    out = run("stats", folder, "--limit", "1").out
    heads = [line for line in out.splitlines() if line.startswith("#")]
    assert heads == [
        "# Actions: 3 kinds in 6 steps, the first 1",
        "# Screens: 4, the first 1",
        "# Ways: 4, the first 1",
        "# Tokens: 2 windows, the first 1",
        "# 2 sessions, 10 snapshots, no row with an error",
    ]
    found = json.loads(run("stats", folder, "--limit", "1", "--json").out)
    assert {len(found[name]) for name in ("effects", "screens", "ways", "tokens")} == {1}


def test_the_tables_are_written_as_parquet_elsewhere(run: Run, folder: str, tmp_path: Path) -> None:
    code, out, err = run("stats", folder, "--out", "tables/new")
    assert (code, err) == (0, 'uidiff: 3 tables in "tables/new"\n')
    assert out == run("stats", folder).out
    files = sorted(path.name for path in (tmp_path / "tables" / "new").iterdir())
    assert files == ["effect_rates.parquet", "screen_graph.parquet", "token_totals.parquet"]
    rates = pq.read_table(tmp_path / "tables" / "new" / "effect_rates.parquet")
    assert rates.to_pylist() == json.loads(run("stats", folder, "--json").out)["effects"]
    assert rates.schema.metadata[b"uidiff.schema"] == b"effect-rate-row"
    (tmp_path / "file").write_text("")
    assert (
        trouble(run("stats", folder, "--out", "in/tables"))
        == '"in/tables" is in a folder that is read: name another one\n'
    )
    assert trouble(run("stats", folder, "--out", "file")) == '"file" is no folder: name another one\n'


def test_what_is_damaged_is_counted_and_named_and_the_rest_goes_on(run: Run, folder: str, tmp_path: Path) -> None:
    path = tmp_path / "in" / "monday" / "shop.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(gzip.compress(b"".join([*lines[:3], b"{\n", *lines[4:]])))
    (tmp_path / "in" / "notes.txt").write_text("hello")
    (tmp_path / "in" / "bad.parquet").write_text("hello")
    code, out, err = run("stats", folder)
    assert (code, err) == (0, "uidiff: files of other kinds were left out: 1\n")
    total, *problems = out.rpartition("# ")[2].splitlines()
    assert total.startswith("3 sessions, ")
    assert total.endswith(f" {len(problems)} rows with an error")
    assert problems[0].startswith('"bad": "no Parquet that can be read')
    assert problems[1].startswith('"monday/shop" seq 2: "')
    assert "line 4" in problems[1]


def test_many_errors_are_counted_behind_the_first_ones(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    write_recording(tmp_path / "bad" / "z.jsonl", STEPS)
    for number in range(7):
        (tmp_path / "bad" / f"{number}.parquet").write_text("hello")
    assert run("stats", "bad").out.splitlines()[-1] == "… 2 more"


def test_trouble_ends_with_2_and_one_line(run: Run, folder: str, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("hello")
    (tmp_path / "empty").mkdir()
    for arguments, said in (
        (("none",), '"none": no such recording; give a file'),
        (("words.txt",), 'no snapshot in 1 row; "words": "'),
        ((folder, "--matcher", "structual"), "unknown matcher 'structual'; did you mean 'structural'?"),
        ((folder, "--ignore", "valeu"), "unknown field 'valeu'"),
        ((folder, "--limit", "0"), "Invalid value for '--limit'"),
        ((), "Missing argument 'PATH...'"),
    ):
        assert trouble(run("stats", *arguments)).startswith(said)
    code, out, err = run("stats", "empty")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith("uidiff: no snapshot and no error in any file: give recordings")


def test_texts_of_programs_are_quoted_and_shortened(run: Run, tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl.gz", [hostile(step) for step in range(len(TEXTS))])
    code, out, err = run("stats", "a.jsonl.gz", "--limit", "500")
    assert (code, err) == (0, "")
    assert FORBIDDEN.findall(out) == []
    ours = set(" -%.0123456789abcdefghijklmnopqrstuvwxyz")
    assert [line for line in out.splitlines() if line[:2] != "# " and set(QUOTED.sub("", line)) - ours] == []
    assert max(map(len, out.splitlines())) < 500
    found = json.loads(run("stats", "a.jsonl.gz", "--json").out)
    assert found["snapshots"] == len(TEXTS)


@posix
def test_without_pyarrow_one_line_says_what_to_install(folder: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(WITHOUT.format(package="pyarrow"))
    command = [sys.executable, "program.py", "stats", folder]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    line = "uidiff: this needs the package pyarrow: pip install 'uidiff[arrow]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
    helped = subprocess.run([*command[:2], "--help"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (helped.returncode, "stats" in helped.stdout) == (0, True)


@posix
def test_on_a_terminal_a_bar_counts_the_files_and_leaves_nothing(folder: str, tmp_path: Path) -> None:
    code, said = on_a_terminal(tmp_path, "stats", folder, NO_COLOR="1")
    assert code == 0
    bar, _, rest = said.partition("# Actions: ")
    assert "files" in bar
    assert '"click"  button "Pay"' in rest
    assert "files" not in rest
