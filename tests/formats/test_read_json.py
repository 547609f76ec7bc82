"""The format ``read-json``, spec/features#d22."""

import json
from typing import Any

import pytest

from tests.formats import seven
from uidiff import Snapshot, TreeDiff, diff, render


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
