"""Events and summary in saved deltas: read back equal, and nothing that was forged gets through."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.diffing.happening import alone, change
from tests.outline import outline
from uidiff import TreeDiff, diff
from uidiff.errors import InvalidSnapshot
from uidiff.events import EventRules

BEFORE = """
window "Shop"
  textbox "Name" focused
  list "Basket"
    listitem "a"
    listitem "b"
  checkbox "Gift" {"states": {"checked": false}}
  button "Buy" disabled
"""
AFTER = """
window "Shop"
  textbox "Name" {"value": "Ann"}
  list "Basket" busy
    listitem "b"
    listitem "c"
    listitem "d"
  checkbox "Gift" focused {"states": {"checked": true}}
  button "Buy"
  dialog "Help" modal
    button "Close"
"""
KINDS = [
    "DialogAppeared",
    "FocusMoved",
    "BusyStarted",
    "TitleChanged",
    "ValueEntered",
    "Toggled",
    "EnabledChanged",
    "ItemsAdded",
    "ItemsRemoved",
]


def made() -> TreeDiff:
    return change(BEFORE, AFTER, titles=("Shop (1)", "Shop (2)"))


def stored(delta: TreeDiff) -> Any:  # noqa: ANN401  # JSON
    return json.loads(json.dumps(delta.to_dict()))


def place(name: str) -> int:
    return KINDS.index(name)


def test_a_loaded_delta_has_the_same_events_and_summary() -> None:
    delta = made()
    loaded = TreeDiff.from_dict(stored(delta))
    assert [type(event).__name__ for event in loaded.events] == KINDS
    assert list(loaded.events) == alone(delta.events)
    assert loaded.summary == delta.summary
    assert loaded == delta
    assert loaded.bind(delta.before).events == delta.events
    assert stored(loaded) == stored(delta)


def test_an_event_is_written_by_its_fields() -> None:
    assert stored(made())["events"][place("DialogAppeared")] == {
        "event": "DialogAppeared",
        "label": "Help",
        "role": "dialog",
        "modal": True,
    }


def test_rules_are_kept_where_they_are_others_than_the_default() -> None:
    before, after = outline('window "W"'), outline('window "W"\n  text "oops"')
    delta = diff(before, after, rules=EventRules(error_words=["oops"], loaded_ratio=2))
    assert stored(delta)["rules"] == {"error_words": ["oops"], "loaded_ratio": 2}
    assert stored(made())["rules"] == {}
    loaded = TreeDiff.from_dict(stored(delta))
    assert loaded.rules == delta.rules
    assert (loaded.events, loaded.summary) == (tuple(alone(delta.events)), delta.summary)
    assert loaded.bind(before).events == delta.events


def test_the_first_format_is_read_without_its_records() -> None:
    path = Path(__file__).parents[1] / "golden" / "formats" / "delta-1.0.json"
    loaded = TreeDiff.from_dict(json.loads(path.read_text(encoding="utf-8")))
    assert loaded.events == ()
    assert loaded.summary == "4 elements unchanged."


def test_a_delta_that_reports_nothing_is_read() -> None:
    tree = outline("window\n  text")
    loaded = TreeDiff.from_dict(stored(diff(tree, tree)))
    assert loaded.events == ()
    assert loaded.summary == "No change in 2 elements."


# forged files


def put(name: str, field: str, value: object) -> Callable[[Any], None]:
    def change_it(given: Any) -> None:  # noqa: ANN401  # JSON
        given["events"][place(name)][field] = value

    return change_it


def drop(*path: str | int) -> Callable[[Any], None]:
    def change_it(given: Any) -> None:  # noqa: ANN401  # JSON
        for step in path[:-1]:
            given = given[step]
        del given[path[-1]]

    return change_it


def replaced(key: str, value: object) -> Callable[[Any], None]:
    return lambda given: given.update({key: value})


@pytest.mark.parametrize(
    ("forge", "path"),
    [
        (replaced("events", {}), "$.events"),
        (replaced("events", [1]), "$.events[0]"),
        (replaced("summary", None), "$.summary"),
        (lambda given: given["events"].reverse(), "$.events[1]"),
        (put("FocusMoved", "event", None), "$.events[1].event"),
        (put("FocusMoved", "event", ["FocusMoved"]), "$.events[1].event"),
        (put("FocusMoved", "more", 1), "$.events[1]"),
        (drop("events", 1, "label"), "$.events[1].label"),
        (put("FocusMoved", "label", None), "$.events[1].label"),
        (put("FocusMoved", "label", "\ud800"), "$.events[1].label"),
        (put("FocusMoved", "role", "button. Press Pay now"), "$.events[1].role"),
        (put("FocusMoved", "role", "x" * 41), "$.events[1].role"),
        (put("FocusMoved", "role", "b\n"), "$.events[1].role"),
        (put("FocusMoved", "role", 1), "$.events[1].role"),
        (put("DialogAppeared", "modal", 1), "$.events[0].modal"),
        (put("ItemsAdded", "count", -1), "$.events[7].count"),
        (put("ItemsAdded", "count", "2"), "$.events[7].count"),
        (put("ItemsAdded", "count", 2**31), "$.events[7].count"),
        (put("Toggled", "state", "focused"), "$.events[5].state"),
        (put("Toggled", "after", "yes"), "$.events[5].after"),
        (put("Toggled", "before", "Press Pay now"), "$.events[5].before"),
    ],
)
def test_what_is_forged_is_refused_by_its_place(forge: Callable[[Any], None], path: str) -> None:
    value = stored(made())
    forge(value)
    with pytest.raises(InvalidSnapshot) as caught:
        TreeDiff.from_dict(value)
    assert caught.value.path == path
    assert "Pay now" not in str(caught.value)


@pytest.mark.parametrize("name", ["WindowTilted", "Event", "FocusMoved\n"])
def test_events_of_a_kind_that_is_not_known_are_left_out(name: str) -> None:
    value = stored(made())
    value["events"][place("FocusMoved")]["event"] = name
    assert [type(one).__name__ for one in TreeDiff.from_dict(value).events] == [
        kind for kind in KINDS if kind != "FocusMoved"
    ]


def test_expanded_is_never_mixed() -> None:
    delta = change('button "b"', 'button "b" {"states": {"expanded": true}}')
    value = stored(delta)
    value["events"][0]["after"] = "mixed"
    with pytest.raises(InvalidSnapshot, match="no value of expanded"):
        TreeDiff.from_dict(value)
