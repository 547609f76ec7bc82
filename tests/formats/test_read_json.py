"""The formats ``read-json`` and ``read-yaml``, spec/features#d22: one value, in YAML that no reader can mistake."""

import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats import seven
from uidiff import Snapshot, TreeDiff, diff, render
from uidiff.testing import HOSTILE_TEXTS, snapshots


def answer(what: TreeDiff | Snapshot, **options: bool) -> dict[str, Any]:
    return json.loads(render(what, "read-json", **options))  # type: ignore[arg-type]  # options of render


def changed(before: seven.Node, after: seven.Node) -> list[dict[str, Any]]:
    return answer(seven.changed({"role": "textbox", **before}, {"role": "textbox", **after}))["diff"]["changed"]


def test_d2_2_the_sample_of_the_document() -> None:
    delta = seven.of_document_2()
    found = answer(delta)
    assert found == {
        "ok": True,
        "action": "read",
        "ts": 1707504003,
        "since": 1707504000,
        "diff": {
            "added": [
                {"i": 201, "ref": "e201", "r": "row", "t": "New email from Alice", "p": "web > list"},
                {"i": 202, "ref": "e202", "r": "txt", "t": "Hey, are you free for lunch?", "p": "web > list > row"},
            ],
            "removed": [{"i": 95}],
            "changed": [
                {"i": 12, "field": "v", "from": "Inbox (23288)", "to": "Inbox (23289)"},
                {"i": 45, "field": "t", "from": "3 minutes ago", "to": "6 minutes ago"},
            ],
            "unchanged_count": 148,
            "summary": delta.summary,
            **({"events": found["diff"]["events"]} if delta.events else {}),
        },
    }


def test_d2_2_the_keys_of_an_element() -> None:
    node: seven.Node = {
        "role": "textbox",
        "name": "Name",
        "value": "Value",
        "description": "Description",
        "bounds": [1, 2, 3, 4],
        "url": "/u",
        "actions": ["press"],
        "states": {"focused": True, "selected": True, "disabled": True, "checked": "mixed", "level": 2},
        "secret": False,
        "unread": True,
    }
    [element] = answer(diff(seven.snapshot(), seven.snapshot(node)), bounds=True)["diff"]["added"]
    assert element == {
        "i": 2,
        "ref": "e2",
        "r": "input",
        "t": "Name",
        "v": "Value",
        "d": "Description",
        "b": [1, 2, 3, 4],
        "f": True,
        "s": True,
        "e": False,
        "a": ["press"],
        "u": "/u",
        "checked": "mixed",
        "level": 2,
        "unread": True,
        "p": "window",
    }


def test_what_is_absent_is_left_out_and_what_is_empty_is_not() -> None:
    [element] = answer(diff(seven.snapshot(), seven.snapshot({"role": "button", "name": ""})))["diff"]["added"]
    assert element == {"i": 2, "ref": "e2", "r": "btn", "t": "", "p": "window"}


@pytest.mark.parametrize(
    ("platform", "native", "subrole"),
    [("ax", "AXGroup/AXDocument", "AXDocument"), ("ax", "AXButton", None), ("aria", "btn] x", "btn] x")],
)
def test_the_subrole_is_the_platforms_own(platform: str, native: str, subrole: str | None) -> None:
    tree = Snapshot.from_dicts([{"role": native}], platform=platform)
    assert answer(tree)["elements"][0].get("sr") == subrole


@pytest.mark.parametrize(
    ("before", "after", "field", "values"),
    [
        ({"value": "a"}, {}, "v", ("a", None)),
        ({"name": "a"}, {"name": ""}, "t", ("a", "")),
        ({"description": "a"}, {"description": "b"}, "d", ("a", "b")),
        ({"bounds": [0, 0, 1, 1]}, {}, "b", ([0, 0, 1, 1], None)),
        ({}, {"actions": ["a"]}, "a", ([], ["a"])),
        ({"url": "/a"}, {"url": "/b"}, "u", ("/a", "/b")),
        ({}, {"states": {"focused": True}}, "f", (False, True)),
        ({}, {"states": {"selected": True}}, "s", (False, True)),
        ({}, {"states": {"disabled": True}}, "e", (True, False)),
        ({}, {"states": {"checked": False}}, "checked", (None, False)),
        ({"states": {"v": "a"}}, {"states": {"v": "b"}}, "st.v", ("a", "b")),
        ({"states": {"secret": "a"}}, {"states": {"secret": "b"}}, "st.secret", ("a", "b")),
    ],
)
def test_a_change_is_a_row_a_field(before: seven.Node, after: seven.Node, field: str, values: tuple[Any, Any]) -> None:
    assert changed(before, after) == [{"i": 2, "field": field, "from": values[0], "to": values[1]}]


def test_a_change_of_role_is_said_in_the_words_of_the_document() -> None:
    delta = seven.changed({"role": "button"}, {"role": "x-button"})
    assert answer(delta)["diff"]["changed"] == [{"i": 2, "field": "r", "from": "btn", "to": "x-button"}]


def test_what_is_not_shown_is_said_to_be_hidden() -> None:
    assert changed({"url": "/a?t=1"}, {"url": "/a?t=2"}) == [
        {"i": 2, "field": "u", "from": "/a?t=…", "to": "/a?t=…", "hidden": True}
    ]


def test_no_change_has_the_documents_keys_and_no_more() -> None:
    delta = diff(seven.snapshot(), seven.snapshot())
    assert answer(delta) == {
        "ok": True,
        "action": "read",
        "ts": None,
        "diff": {"added": [], "removed": [], "changed": [], "unchanged_count": 1, "summary": delta.summary},
    }


def test_a_whole_tree_is_flat_and_names_children_by_number() -> None:
    tree = Snapshot.from_dicts(
        [
            {"role": "window", "name": "Shop"},
            {"role": "button", "parent": 0, "bounds": [1, 2, 3, 4]},
            {"role": "text", "value": "Buy", "parent": 1},
            {"role": "link", "parent": 0},
        ],
        app="Mail",
        pid=7,
        window="main",
        title="Inbox",
        taken_at=1.5,
    )
    assert json.loads(render(tree, "read-json", refs=(5, 6, 7, 8))) == {
        "ok": True,
        "action": "read",
        "ts": 1.5,
        "app": "Mail",
        "pid": 7,
        "window": "main",
        "title": "Inbox",
        "elements": [
            {"i": 5, "ref": "e5", "r": "window", "t": "Shop", "c": [6, 8]},
            {"i": 6, "ref": "e6", "r": "btn", "c": [7]},
            {"i": 7, "ref": "e7", "r": "txt", "v": "Buy"},
            {"i": 8, "ref": "e8", "r": "lnk"},
        ],
    }
    assert answer(tree, bounds=True)["elements"][1]["b"] == [1, 2, 3, 4]


def test_an_empty_tree_is_an_empty_list() -> None:
    assert answer(Snapshot.from_dicts([])) == {"ok": True, "action": "read", "ts": None, "elements": []}


def test_d2_2_the_sample_of_the_document_in_yaml() -> None:
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


def test_an_empty_tree_is_an_empty_list_in_yaml() -> None:
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
