"""The options that say how it is said: --format, --budget, and the refs that go along with a replay."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.calls import Run, head, lines, page
from uidiff import Snapshot, diff, render, save, write_recording
from uidiff.cli.replay import HEADED
from uidiff.formats.rendering import FORMATS
from uidiff.tokens import estimate_tokens

BEFORE, AFTER = page("a", "b"), page("a", "c", "b!")
"""What the files of the fixture ``pair`` hold."""

ONE_VALUE = ("describe-json", "json", "read-json")
WITH_BUDGET = ("agent", "compact", "read-agent")
WITHOUT_BUDGET = ("describe-json", "html", "json", "jsonl", "read-json", "read-yaml")

MISSING = "no.json"
STEP = re.compile(r"^step \d+.*\n", re.MULTILINE)

every_format = pytest.mark.parametrize("name", FORMATS.names())
with_budget = pytest.mark.parametrize("name", WITH_BUDGET)
without_budget = pytest.mark.parametrize("name", WITHOUT_BUDGET)


def texts(out: str) -> list[str]:
    """What a replay says of each step, without the lines of the steps and the last line end."""
    before, *said = STEP.split(out)
    assert before == ""
    return [text.removesuffix("\n") for text in said]


# format


def test_every_format_either_takes_a_budget_or_does_not() -> None:
    assert {*WITH_BUDGET, *WITHOUT_BUDGET} == {*FORMATS.names()}
    assert {*WITH_BUDGET} == HEADED


@every_format
@pytest.mark.parametrize("everything", [False, True], ids=["folded", "all"])
@pytest.mark.parametrize("bounds", [False, True], ids=["without bounds", "with bounds"])
def test_diff_says_it_in_any_format(run: Run, pair: tuple[str, str], name: str, everything: bool, bounds: bool) -> None:
    delta = diff(BEFORE, AFTER, matcher="id", ignore=() if bounds else ("bounds",))
    said = render(delta, name, fold=not everything, bounds=bounds)
    options = [*(["--all"] if everything else []), *(["--bounds"] if bounds else [])]
    assert run("diff", *pair, "--matcher", "id", "--format", name, *options) == (1, lines(said), "")


@every_format
def test_no_difference_is_exit_code_0_in_any_format(run: Run, pair: tuple[str, str], name: str) -> None:
    ended = run("diff", pair[0], pair[0], "--format", name)
    assert ended[::2] == (0, "")
    assert (ended.out == "") is (name == "jsonl")


@every_format
def test_replay_says_each_step_in_any_format(run: Run, tmp_path: Path, name: str) -> None:
    changed, back = page("a", "c", "b!"), page("a", "b", action="drop c\n+ d")
    write_recording(tmp_path / "a", [BEFORE, changed, back])
    first = diff(BEFORE, changed, matcher="id", ignore=("bounds",))
    second = diff(changed, back, matcher="id", ignore=("bounds",), refs=first.refs[1])
    said = [render(delta, name) for delta in (first, second)]
    if name in WITH_BUDGET:
        said = ["step 1", said[0], r'step 2 "drop c\n+ d"', said[1]]
    elif name == "read-yaml":
        said = ["---", said[0], "---", said[1]]
    assert run("replay", "a", "--matcher", "id", "--format", name) == (0, lines(*said), "")


@pytest.mark.parametrize("name", ONE_VALUE)
def test_replay_in_a_json_format_is_a_json_object_a_step(run: Run, name: str) -> None:
    ended = run("replay", "--demo", "--format", name)
    assert ended[::2] == (0, "")
    assert [type(json.loads(line)) for line in ended.out.splitlines()] == [dict] * 22


def test_replay_in_json_lines_is_nothing_but_json_objects(run: Run) -> None:
    ended = run("replay", "--demo", "--format", "jsonl")
    assert ended[::2] == (0, "")
    kinds = {json.loads(line)["type"] for line in ended.out.splitlines()}
    assert kinds == {"added", "removed", "changed", "circumstances"}


@pytest.mark.parametrize("arguments", [("replay", "--demo"), ("diff", MISSING, MISSING)], ids=["replay", "diff"])
def test_an_unknown_format_is_trouble_before_anything_is_read(run: Run, arguments: tuple[str, ...]) -> None:
    known = ", ".join(FORMATS.names())
    message = f"uidiff: unknown format 'agnet'; did you mean 'agent'? known: {known}\n"
    assert run(*arguments, "--format", "agnet") == (2, "", message)


# budget


@with_budget
@pytest.mark.parametrize("options", [(), ("--all",)], ids=["folded", "all"])
def test_a_budget_is_obeyed_by_each_text(run: Run, name: str, options: tuple[str, ...]) -> None:
    whole = texts(run("replay", "--demo", "--format", name, *options).out)
    ended = run("replay", "--demo", "--format", name, "--budget", "60", *options)
    assert ended[::2] == (0, "")
    fitted = texts(ended.out)
    assert len(fitted) == len(whole) == 22
    assert max(map(estimate_tokens, whole)) > 60
    assert max(map(estimate_tokens, fitted)) <= 60
    assert [text for text in whole if estimate_tokens(text) <= 60] == [
        text for text, all_of_it in zip(fitted, whole, strict=True) if estimate_tokens(all_of_it) <= 60
    ]


@with_budget
def test_a_budget_of_one_diff_is_obeyed_and_does_not_change_the_exit_code(run: Run, tmp_path: Path, name: str) -> None:
    before = page()
    save(before, tmp_path / "a")
    save(page(*(f"{number} {'word ' * 20}" for number in range(50))), tmp_path / "b")
    code, out, err = run("diff", "a", "b", "--format", name, "--budget", "60")
    assert (code, err) == (1, "")
    assert estimate_tokens(out.removesuffix("\n")) <= 60


@pytest.mark.parametrize("budget", ["10", "39", "0", "-1"])
@pytest.mark.parametrize("arguments", [("replay", "--demo"), ("diff", MISSING, MISSING)], ids=["replay", "diff"])
def test_too_small_a_budget_is_trouble_before_anything_is_read(
    run: Run, arguments: tuple[str, ...], budget: str
) -> None:
    assert run(*arguments, "--budget", budget) == (
        2,
        "",
        f"uidiff: Invalid value for '--budget': {budget} is not in the range x>=40; see uidiff {arguments[0]} --help\n",
    )


@with_budget
def test_the_least_budget_is_obeyed_or_refused_in_one_line(run: Run, name: str) -> None:
    code, out, err = run("replay", "--demo", "--format", name, "--budget", "40")
    assert max(map(estimate_tokens, texts(out))) <= 40
    assert (code, err) == (0, "") or (code == 2 and err.startswith("uidiff: a budget of ") and err.count("\n") == 1)


@without_budget
def test_a_budget_with_a_format_that_takes_none_is_trouble(run: Run, pair: tuple[str, str], name: str) -> None:
    message = f"uidiff: the format '{name}' is lossless and takes no budget; use agent, compact or read-agent\n"
    assert run("diff", *pair, "--format", name, "--budget", "60") == (2, "", message)
    assert run("replay", "--demo", "--format", name, "--budget", "60") == (2, "", message)


# refs


def form(*names: str, **states: bool) -> Snapshot:
    """Buttons; the states are those of the last."""
    buttons: list[dict[str, object]] = [{"parent": 0, "role": "button", "name": name, "id": name} for name in names]
    buttons[-1]["states"] = states
    return Snapshot.from_dicts([{"role": "document", "id": "root", "name": "Form"}, *buttons])


def test_an_element_keeps_its_ref_from_one_step_of_a_replay_to_the_next(run: Run, tmp_path: Path) -> None:
    steps = [
        form("Save"),
        form("New", "Save"),
        form("New", "Save", disabled=True),
        form("Save", disabled=True),
        form("Open", "Save"),
    ]
    write_recording(tmp_path / "a", steps)
    ended = run("replay", "a", "--matcher", "id")
    heads = [head(before, after) for before, after in pairwise(steps)]
    said = [
        ("step 1", heads[0], '+ first in e1: button e3 "New"'),
        ("step 2", heads[1], '~ button e2 "Save" disabled'),
        ("step 3", heads[2], '- button e3 "New"'),
        ("step 4", heads[3], '+ first in e1: button e4 "Open"', '~ button e2 "Save" enabled'),
    ]
    assert ended == (0, lines(*(line for step in said for line in step)), "")
