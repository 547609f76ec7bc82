"""The formats ``describe-json`` (spec/features#d13) and ``json`` (spec/laws#2-a-delta-carries-everything)."""

import json
from typing import Any

import pytest
from hypothesis import given

from tests.formats import seven
from uidiff import Snapshot, TreeDiff, diff, dumps, loads, render
from uidiff.testing import snapshots


def answer(what: TreeDiff | Snapshot, *, bounds: bool = False) -> dict[str, Any]:
    return json.loads(render(what, "describe-json", bounds=bounds))


def test_d1_3_the_sample_of_the_document() -> None:
    delta = seven.of_document_1()
    found = answer(delta)
    asked = ("command", "mode", "since", "added", "removed", "changed", "unchanged_count", "summary")
    assert tuple(found)[: len(asked)] == asked
    assert {name: found[name] for name in asked} == {
        "command": "describe",
        "mode": "diff",
        "since": "2024-01-15T10:30:45Z",
        "added": [{"name": "Save Changes?", "role": "dialog", "ref": "e150", "path": "window"}],
        "removed": [{"name": "Loading...", "role": "button", "ref": "e3", "path": "window"}],
        "changed": [
            {
                "name": "Search",
                "role": "textbox",
                "ref": "e2",
                "path": "window",
                "changes": {"focused": [False, True]},
            }
        ],
        "unchanged_count": 147,
        "summary": delta.summary,
    }


@pytest.mark.parametrize(
    ("time", "since"),
    [
        (None, None),
        (0.0, "1970-01-01T00:00:00Z"),
        (1705314645.25, "2024-01-15T10:30:45.250Z"),
        (-0.5, "1969-12-31T23:59:59.500Z"),
        (1e18, None),
        (-1e300, None),
        (1.7e308, None),
    ],
)
def test_d1_3_since_is_an_iso_time_or_null(time: float | None, since: str | None) -> None:
    tree = seven.snapshot(taken_at=time)
    assert answer(diff(tree, tree))["since"] == since
    assert answer(tree)["taken_at"] == since


def test_an_element_says_what_is_not_absent() -> None:
    node: seven.Node = {
        "role": "odd role!",
        "name": "Name",
        "value": "Value",
        "description": "",
        "bounds": [1, 2, 3, 4],
        "url": "/u",
        "actions": ["press"],
        "states": {"focused": True, "disabled": True, "checked": "mixed", "path": "p"},
        "unread": True,
    }
    delta = diff(seven.snapshot(), seven.snapshot(node))
    [element] = answer(delta)["added"]
    assert element == {
        "name": "Name",
        "role": "unknown",
        "ref": "e2",
        "native_role": "odd role!",
        "value": "Value",
        "description": "",
        "focused": True,
        "enabled": False,
        "actions": ["press"],
        "url": "/u",
        "checked": "mixed",
        "state.path": "p",
        "unread": True,
        "path": "window",
    }
    assert answer(delta, bounds=True)["added"][0]["bounds"] == [1, 2, 3, 4]


def test_definition_4_disabled_is_inverted() -> None:
    delta = seven.changed(
        {"role": "button", "name": "Buy"}, {"role": "button", "name": "Buy", "states": {"disabled": True}}
    )
    assert answer(delta)["changed"][0]["changes"] == {"enabled": [True, False]}


def test_a_state_that_is_called_enabled_is_told_apart() -> None:
    delta = seven.changed({"role": "button"}, {"role": "button", "states": {"disabled": True, "enabled": "x"}})
    assert answer(delta)["changed"][0]["changes"] == {"enabled": [True, False], "state.enabled": [None, "x"]}


def test_what_has_no_name_is_known_by_its_other_texts() -> None:
    delta = diff(seven.snapshot({"role": "text", "value": "hello"}), seven.snapshot())
    assert answer(delta)["removed"] == [{"name": None, "role": "text", "ref": "e2", "path": "window", "value": "hello"}]


def test_what_is_not_shown_is_said_to_be_hidden() -> None:
    delta = seven.changed({"role": "link", "name": "a", "url": "/?q=1"}, {"role": "link", "name": "a", "url": "/?q=2"})
    [record] = answer(delta)["changed"]
    assert record["changes"] == {"url": ["/?q=…", "/?q=…"]}
    assert record["hidden"] == ["url"]


def test_events_are_said_by_the_names_of_their_classes() -> None:
    delta = seven.of_document_1()
    said = answer(delta).get("events", [])
    assert [event["event"] for event in said] == [type(event).__name__ for event in delta.events]
    assert [event["label"] for event in said] == [event.label for event in delta.events]
    assert not any("records" in event for event in said)


def test_a_whole_tree_is_flat_and_says_parents() -> None:
    tree = Snapshot.from_dicts(
        [{"role": "window", "name": "Shop"}, {"role": "button", "parent": 0, "bounds": [1, 2, 3, 4]}],
        app="Mail",
        url="/?q=1",
        taken_at=0.0,
    )
    assert json.loads(render(tree, "describe-json", refs=(5, 6))) == {
        "command": "describe",
        "mode": "full",
        "taken_at": "1970-01-01T00:00:00Z",
        "app": "Mail",
        "url": "/?q=…",
        "count": 2,
        "elements": [
            {"name": "Shop", "role": "window", "ref": "e5"},
            {"name": None, "role": "button", "ref": "e6", "parent": "e5"},
        ],
    }
    assert answer(tree, bounds=True)["elements"][1]["bounds"] == [1, 2, 3, 4]


@given(delta=seven.deltas())
def test_law_2_holds_through_the_format_json(delta: TreeDiff) -> None:
    text = render(delta, "json")
    assert len(f"{text}|".splitlines()) == 1
    assert json.loads(text) == delta.to_dict()
    again = TreeDiff.from_dict(json.loads(text))
    assert again == delta
    assert again.apply(delta.before) == delta.after
    assert render(again, "json") == text


@given(tree=snapshots(hostile=True, unknown_roles=True, secrets=True, partial=True))
def test_a_tree_reads_back(tree: Snapshot) -> None:
    text = render(tree, "json")
    assert loads(text) == tree
    assert json.loads(text) == json.loads(dumps(tree))


def test_plain_trees_are_written_as_dumps_writes_them() -> None:
    tree = seven.snapshot(*seven.filler(3), title="Inbox")
    assert f"{render(tree, 'json')}\n" == dumps(tree)


def test_options_say_nothing_to_it() -> None:
    tree = seven.snapshot({"role": "button", "bounds": [1, 2, 3, 4]})
    assert render(tree, "json", bounds=True, fold=False, refs=(7, 9)) == render(tree, "json")
