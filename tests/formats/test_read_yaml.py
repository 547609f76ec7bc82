"""The format ``read-yaml``, spec/features#d22: the value of ``read-json``, in YAML that no reader can mistake."""

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats import seven
from uidiff import Snapshot, TreeDiff, diff, render
from uidiff.testing import HOSTILE_TEXTS, snapshots


def test_d2_2_the_sample_of_the_document() -> None:
    text = render(seven.of_document_2(), "read-yaml")
    head, _, _ = text.partition("\n    summary:")
    assert head.splitlines()[:12] == [
        "ok: true",
        'action: "read"',
        "ts: 1707504003",
        "since: 1707504000",
        "diff:",
        "  added:",
        '    - {i: 201, ref: "e201", r: "row", t: "New email from Alice", p: "web > list"}',
        '    - {i: 202, ref: "e202", r: "txt", t: "Hey, are you free for lunch?", p: "web > list > row"}',
        "  removed:",
        "    - {i: 95}",
        "  changed:",
        '    - {i: 12, field: "v", from: "Inbox (23288)", to: "Inbox (23289)"}',
    ]
    assert "  unchanged_count: 148" in text.splitlines()


def test_a_whole_tree_is_an_element_a_line() -> None:
    tree = seven.snapshot({"role": "button", "name": "Buy", "actions": ["press"]}, title="Shop")
    assert render(tree, "read-yaml").splitlines() == [
        "ok: true",
        'action: "read"',
        "ts: null",
        'title: "Shop"',
        "elements:",
        '  - {i: 1, ref: "e1", r: "window", c: [2]}',
        '  - {i: 2, ref: "e2", r: "btn", t: "Buy", a: ["press"]}',
    ]


def test_an_empty_tree_is_an_empty_list() -> None:
    assert render(Snapshot.from_dicts([]), "read-yaml").splitlines()[-1] == "elements: []"


@settings(max_examples=60)
@given(delta=seven.deltas())
def test_any_yaml_reader_gives_the_value_of_read_json(delta: TreeDiff) -> None:
    assert yaml.safe_load(render(delta, "read-yaml")) == json.loads(render(delta, "read-json"))


@settings(max_examples=60)
@given(tree=snapshots(hostile=True, unknown_roles=True, secrets=True))
def test_any_yaml_reader_gives_the_value_of_read_json_of_a_tree(tree: Snapshot) -> None:
    assert yaml.safe_load(render(tree, "read-yaml")) == json.loads(render(tree, "read-json"))


NUMBERS = st.one_of(st.integers(-(2**53), 2**53), st.floats(-(2.0**53), 2.0**53))


@given(text=st.text(), number=NUMBERS)
def test_any_text_and_any_number_read_back(text: str, number: float) -> None:
    tree = seven.snapshot({"role": "text", "value": text, "states": {"level": number}})
    assert yaml.safe_load(render(tree, "read-yaml")) == json.loads(render(tree, "read-json"))


@pytest.mark.parametrize("text", [text for row, texts in HOSTILE_TEXTS.items() if row != 19 for text in texts])
def test_bad_inputs_read_back(text: str) -> None:
    rendered = render(seven.snapshot({"role": "text", "name": text}), "read-yaml")
    assert yaml.safe_load(rendered)["elements"][1]["t"] == text
    assert len(rendered.splitlines()) == 6


@pytest.mark.parametrize("key", ["y", "n", "no", "on", "off", "yes", "true", "false", "null", "x-1"])
def test_any_key_reads_back(key: str) -> None:
    tree = seven.snapshot({"role": "text", "states": {key: "x"}})
    assert yaml.safe_load(render(tree, "read-yaml"))["elements"][1][key] == "x"


def test_a_state_whose_name_is_a_word_of_yaml_reads_back() -> None:
    delta = diff(
        seven.snapshot(), seven.snapshot({"role": "button", "states": {"no": "on", "y": "1e3", "level": 1e-7}})
    )
    [element] = yaml.safe_load(render(delta, "read-yaml"))["diff"]["added"]
    assert (element["no"], element["y"], element["level"]) == ("on", "1e3", 1e-7)


def test_long_texts_read_back() -> None:
    tree = seven.snapshot({"role": "text", "value": "word: - # {[ " * 1_000})
    assert yaml.safe_load(render(tree, "read-yaml")) == json.loads(render(tree, "read-json"))
