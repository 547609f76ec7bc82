"""``uidiff compare``: exit codes, what fails, formats, files."""

import json
from pathlib import Path

import pytest

from tests.cli.calls import Run, lines, trouble
from tests.compare.pages import changed, shop
from uidiff import Snapshot, save, write_recording

FINDING = 'lost-name: button "Close" in form "Order": "Close" -> none, step 0 "open"'
HEAD = "1 finding, 1 step compared: 1 lost-name."


@pytest.fixture
def runs(run: Run, tmp_path: Path) -> tuple[str, str]:
    """Two recordings: in the second one a button has no name."""
    del run  # it changes into the folder
    for name, page in (("a.jsonl", shop()), ("b.jsonl", changed("button", "Close", name=None))):
        write_recording(tmp_path / name, [Snapshot.from_dicts(page, action="open")])
    return "a.jsonl", "b.jsonl"


def test_a_loss_ends_with_1_and_none_with_0(run: Run, runs: tuple[str, str]) -> None:
    assert run("compare", *runs) == (1, lines(f"# compare: {HEAD}", FINDING), "")
    assert run("compare", *reversed(runs)) == (0, lines("# compare: No loss of accessibility, 1 step compared."), "")


@pytest.mark.parametrize(
    ("fail_on", "code"),
    [
        ("all", 1),
        ("none", 0),
        ("lost-name", 1),
        ("new-error, lost-name", 1),
        ("new-error,lost-role", 0),
        ("all,hidden", 1),
    ],
)
def test_only_the_kinds_that_are_named_fail(run: Run, runs: tuple[str, str], fail_on: str, code: int) -> None:
    ended = run("compare", *runs, "--fail-on", fail_on)
    assert (ended.code, ended.err) == (code, "")
    assert FINDING in ended.out  # it is told all the same


def test_output_is_written_and_the_headline_noted(run: Run, runs: tuple[str, str], tmp_path: Path) -> None:
    said = run("compare", *runs, "--format", "markdown").out
    ended = run("compare", *runs, "--format", "markdown", "--output", "comment.md")
    assert ended == (1, "", f'uidiff: {HEAD} All of it is in "comment.md"\n')
    assert (tmp_path / "comment.md").read_text(encoding="utf-8") == said
    assert json.loads(run("compare", *runs, "--format", "json").out)["compared"] == 1
    assert trouble(run("compare", *runs, "-o", "a.jsonl")).startswith('"a.jsonl" is what is read')


def test_folders_and_single_trees_are_runs(run: Run, runs: tuple[str, str], tmp_path: Path) -> None:
    for folder, name in zip(("old", "new"), runs, strict=True):
        (tmp_path / folder).mkdir()
        (tmp_path / name).rename(tmp_path / folder / "shop.jsonl")
    said = 'lost-name: button "Close" in form "Order": "Close" -> none, "shop.jsonl" step 0 "open"'
    assert run("compare", "old", "new") == (1, lines(f"# compare: {HEAD}", said), "")
    save(Snapshot.from_dicts(shop()), tmp_path / "a.json")
    (tmp_path / "b.yml").write_text("- main:\n  - text: nothing\n")
    assert run("compare", "a.json", "b.yml").code == 1


def test_trouble_ends_with_2_and_one_line(run: Run, runs: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("hello there")
    (tmp_path / "empty").mkdir()
    for arguments, said in (
        ((runs[0], "none.jsonl"), '"none.jsonl": '),
        ((runs[0], "words.txt"), '"words.txt": $: no importer knows this file; leave it out, or convert it'),
        ((runs[0], "empty"), '"empty": a folder without a tree; give'),
        ((*runs, "--fail-on", "lostname"), "unknown kind of finding 'lostname'; did you mean 'lost-name'?"),
        ((*runs, "--fail-on", "none,hidden"), "--fail-on none stands alone"),
        ((*runs, "--format", "html"), "unknown format 'html'; known: json, markdown, text"),
        ((*runs, "--matcher", "structual"), "unknown matcher 'structual'; did you mean 'structural'?"),
    ):
        assert trouble(run("compare", *arguments)).startswith(said)
