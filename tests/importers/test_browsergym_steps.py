"""Steps of BrowserGym as JSON, as its experiments wrote them (``make_gym_step_samples``); pickles are refused."""

import gzip
import json
import pickle
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from uidiff import Limits, Redaction, Snapshot, diff, import_recording, import_tree
from uidiff.errors import InvalidSnapshot
from uidiff.importers.browsergym import read_steps
from uidiff.importers.source import source_of

STEPS = Path(__file__).parent / "fixtures" / "gym_steps"
TREES = STEPS / "browsergym-experiments-0.14.3_steps.jsonl"
TEXTS = STEPS / "browsergym-experiments-0.14.3_texts.jsonl"
ACTIONS = [None, "fill('7', 'ada@example.org')", "click('10')", "click('999')"]
ERROR = {"errors": [{"kind": "action", "text": 'ValueError: Could not find element with bid "999"'}]}

Step = dict[str, Any]


def steps(path: Path = TREES) -> list[Step]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def found(text: str) -> Iterator[Snapshot | InvalidSnapshot]:
    limits = Limits()
    return read_steps(source_of(text).lines(limits), limits=limits)


def written(folder: Path, text: str) -> Path:
    (folder / "steps").write_text(text, encoding="utf-8")
    return folder / "steps"


@pytest.mark.parametrize("path", [TREES, TEXTS], ids=lambda path: path.name)
def test_each_step_has_what_led_to_it_and_what_went_wrong(path: Path) -> None:
    snapshots = list(import_recording(path))
    assert [snapshot.action for snapshot in snapshots] == ACTIONS
    assert [dict(snapshot.extra) for snapshot in snapshots] == [{}, {}, {}, ERROR]
    assert {(snapshot.title, snapshot.url) for snapshot in snapshots} == {
        ("Contacts", "http://127.0.0.1:8722/trace.html")
    }
    assert [snapshot.taken_at for snapshot in snapshots] == [step["profiling"]["env_stop"] for step in steps(path)]
    said = [diff(before, after).summary for before, after in pairwise(snapshots)]
    assert '"Email" textbox = "ada@example.org"' in said[0]
    assert 'Status: "Saved"' in said[1]
    assert said[2].startswith("No change")


FORMS: dict[str, Callable[[list[Step]], str]] = {
    "lines of observations": lambda given: "\n".join(json.dumps(step["obs"]) for step in given),
    "lines with empty ones between": lambda given: "\n\n".join(map(json.dumps, given)) + "\n\n",
    "a list of steps": json.dumps,
    "a list over many lines": lambda given: json.dumps(given, indent=4),
    "a list of observations": lambda given: json.dumps([step["obs"] for step in given]),
    "a byte order mark": lambda given: "\ufeff" + "\n".join(map(json.dumps, given)),
}


@pytest.mark.parametrize("path", [TREES, TEXTS], ids=lambda path: path.name)
@pytest.mark.parametrize("form", FORMS)
def test_steps_and_observations_may_be_lines_or_a_list(form: str, path: Path, tmp_path: Path) -> None:
    snapshots = list(import_recording(written(tmp_path, FORMS[form](steps(path)))))
    whole = list(import_recording(path))
    assert [snapshot.action for snapshot in snapshots] == ACTIONS
    assert [snapshot.columns for snapshot in snapshots] == [snapshot.columns for snapshot in whole]


@pytest.mark.parametrize("path", [TREES, TEXTS], ids=lambda path: path.name)
@pytest.mark.parametrize("indent", [None, 4])
def test_one_step_is_one_tree(path: Path, indent: int | None) -> None:
    given = steps(path)[1]
    for value in (given, given["obs"]):
        snapshot = import_tree(json.dumps(value, indent=indent))
        assert snapshot.action == ACTIONS[1]
        assert snapshot.find(name="Email", role="textbox")[0].value == "ada@example.org"
    assert import_tree(given).action == ACTIONS[1]


def test_what_else_a_step_says_is_left_out_where_it_is_of_another_type() -> None:
    given = steps()[3]
    odd: Step = {
        "last_action": 5,
        "last_action_error": None,
        "url": [],
        "open_pages_titles": {},
        "active_page_index": [7],
    }
    snapshot = import_tree({**given, "obs": {**given["obs"], **odd}, "profiling": {"env_stop": "soon"}})
    assert (snapshot.action, snapshot.taken_at, dict(snapshot.extra)) == (None, None, {})
    assert snapshot.title == "Contacts"  # of the tree itself


def test_a_pattern_hides_what_was_typed_in_the_action_too() -> None:
    _, typed, *_ = import_recording(TREES, redact=Redaction(patterns=(r"ada@\S+?(?=')", "ada@.*org")))
    assert "ada" not in (typed.action or "")
    assert typed.find(name="Email", role="textbox")[0].value == "[redacted]"


# bad input


@pytest.mark.parametrize("protocol", range(2, 6))
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("format", [None, "browsergym"])
def test_bad_input_61_a_pickle_is_refused_and_never_read(
    tmp_path: Path, format: str | None, pack: Callable[[bytes], bytes], protocol: int
) -> None:
    class Harm:
        def __reduce__(self) -> tuple[object, ...]:
            return Path.touch, (tmp_path / "harm",)

    (tmp_path / "step_0.pkl.gz").write_bytes(pack(pickle.dumps(Harm(), protocol)))
    with pytest.raises(InvalidSnapshot) as caught:
        list(import_recording(tmp_path / "step_0.pkl.gz", format=format))
    assert caught.value.problem == "a pickle, which can run any code when it is read"
    assert "write it as JSON in an environment of your own" in caught.value.cure
    assert not (tmp_path / "harm").exists()


BROKEN: dict[str, tuple[Callable[[Step], object], str, str]] = {
    "no observation": (lambda step: {**step, "obs": None}, ": $.obs", "a step without an observation, got NoneType"),
    "no tree": (lambda _: {"obs": {"last_action": "noop()"}}, ": $.obs.axtree_object", "no tree"),
    "no step": (lambda _: 5, ": $", "expected a list of nodes, got int"),
    "nodes": (
        lambda step: {"obs": {**step["obs"], "axtree_object": {"nodes": [5]}}},
        ": $.obs.axtree_object.nodes[0]",
        "expected an object, got int",
    ),
    "text": (
        lambda _: {"obs": {"axtree_txt": "RootWebArea 'a'\n\t[1] button Save"}},
        ": $.obs.axtree_txt: line 2",
        "a line that is no element",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("form", ["lines", "list"])
def test_a_step_that_cannot_be_read_is_an_error_in_its_place_and_the_others_are_read(name: str, form: str) -> None:
    broken, path, problem = BROKEN[name]
    given: list[object] = [*steps()]
    given[2] = broken(steps()[2])
    text = json.dumps(given) if form == "list" else "\n".join(map(json.dumps, given))
    read = list(found(text))
    error = read[2]
    assert isinstance(error, InvalidSnapshot)
    place = "$[2]" + path[3:] if form == "list" else f"line 3{path}"
    assert error.path == place
    assert error.problem.startswith(problem)
    assert error.cure
    assert [each.action for each in read if isinstance(each, Snapshot)] == [*ACTIONS[:2], ACTIONS[3]]


def test_the_importer_raises_the_first_error_behind_the_snapshots_before_it(tmp_path: Path) -> None:
    given = steps()
    given[2]["obs"] = None
    reading = import_recording(written(tmp_path, "\n".join(map(json.dumps, given))))
    assert [next(reading).action, next(reading).action] == ACTIONS[:2]
    with pytest.raises(InvalidSnapshot, match=r"^line 3: \$\.obs: a step without an observation"):
        next(reading)


def test_a_line_that_is_cut_short_is_an_error_and_the_rest_goes_on() -> None:
    first, second, *rest = map(json.dumps, steps())
    read = list(found("\n".join([first, second[:-50], *rest])))
    assert [type(each).__name__ for each in read] == ["Snapshot", "InvalidSnapshot", "Snapshot", "Snapshot"]
    assert isinstance(read[1], InvalidSnapshot)
    assert read[1].path == "line 2: $"
