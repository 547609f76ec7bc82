"""The rules as a whole: their options, the order of events, what is asked of them at the edges."""

import attrs
import pytest

import uidiff
from tests.diffing.happening import behind, change
from uidiff import Snapshot, TreeDiff, diff
from uidiff.diffing.events import EVENTS
from uidiff.events import EventRules

BEFORE = """
window "Shop"
  textbox "Name" focused {"bounds": [0, 0, 9, 9]}
  list "Basket"
    listitem "a"
    listitem "b"
  checkbox "Gift" {"states": {"checked": false}, "bounds": [0, 9, 9, 9]}
  text "t" {"bounds": [0, 10, 9, 9]}
  button "Buy" disabled
  status
    text "two things"
"""
AFTER = """
window "Shop"
  textbox "Name" {"value": "Ann", "states": {"invalid": true}, "bounds": [0, 0, 9, 9]}
  list "Basket" busy
    listitem "b"
    listitem "c"
  checkbox "Gift" focused {"states": {"checked": true}, "bounds": [0, 9, 9, 9]}
  text "t" {"bounds": [0, 20, 9, 9]}
  button "Buy"
  status
    text "still two"
  dialog "Help"
    button "Close"
"""


def made() -> TreeDiff:
    return change(BEFORE, AFTER, titles=("Shop (1)", "Shop (2)"), urls=("https://a.test/1", "https://a.test/2"))


def test_events_stand_in_the_order_of_their_importance() -> None:
    kinds = [type(event) for event in made().events]
    assert sorted(kinds, key=EVENTS.index) == kinds
    assert [kind.__name__ for kind in kinds] == [
        "PageNavigated",
        "DialogAppeared",
        "ErrorAppeared",
        "FocusMoved",
        "StatusAnnounced",
        "BusyStarted",
        "TitleChanged",
        "ValueEntered",
        "Toggled",
        "EnabledChanged",
        "ItemsAdded",
        "ItemsRemoved",
        "LayoutShifted",
    ]


@pytest.mark.parametrize(("one", "other"), [("", ""), ("window", "window"), ("", "text"), ("text", "")])
def test_where_nothing_happens_nothing_is_said(one: str, other: str) -> None:
    assert change(one, other).events == ()


def test_every_kind_is_public_and_has_a_place() -> None:
    assert [kind for kind in EVENTS if getattr(uidiff.events, kind.__name__) is not kind] == []
    assert uidiff.events.Event not in EVENTS
    assert len(set(EVENTS)) == len(EVENTS) == 21


def test_events_are_frozen_values() -> None:
    (event, *_) = made().events
    assert event == made().events[0]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        event.label = ""  # type: ignore[misc]  # that is the point


@pytest.mark.parametrize("matcher", ["id", "name-role-parent", "content-hash", "structural", "auto"])
def test_every_matchers_delta_has_events(matcher: str) -> None:
    events = change(BEFORE, AFTER, matcher=matcher).events
    assert "DialogAppeared" in {type(event).__name__ for event in events}


# options


def test_words_are_no_single_text() -> None:
    with pytest.raises(TypeError, match=r"write error_words=\('error',\)"):
        EventRules(error_words="error")
    with pytest.raises(TypeError, match="one for each word"):
        EventRules(error_words=[1])  # type: ignore[list-item]  # that is the point


def test_words_are_folded_and_stand_once() -> None:
    assert EventRules(error_words=["Error", "ERROR", "  out of\n ink ", ""]).error_words == ("error", "out of ink")


@pytest.mark.parametrize("name", ["message_length", "loaded_count", "reordered_from"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "3", None, True])
def test_counts_are_whole_numbers_from_1_on(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a whole number from 1 on"):
        EventRules(**{name: value})  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("value", [0.5, float("nan"), "2", None, True])
def test_a_ratio_is_a_number_from_1_on(value: object) -> None:
    with pytest.raises(ValueError, match="loaded_ratio must be a number from 1 on"):
        EventRules(loaded_ratio=value)  # type: ignore[arg-type]  # that is the point


def test_options_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        EventRules(("error",))  # type: ignore[call-arg]  # that is the point
    assert EventRules() == EventRules()


# secrets, and texts of one role


def test_a_secret_stands_in_no_event() -> None:
    def tree(value: str) -> Snapshot:
        field = {"role": "textbox", "states": {"protected": True}, "value": value, "parent": 0}
        return Snapshot.from_dicts([{"role": "alert"}, field, {"role": "listitem", "name": value, "parent": 1}])

    assert "hunter2" not in repr(diff(tree(""), tree("hunter2")).events)


def test_a_label_is_as_long_as_it_is() -> None:
    (event, *_) = change('window "W"', f'window "W"\n  dialog "{"x" * 5000}"').events
    assert event.label == "x" * 5000
    assert behind(event) == ["added 1"]
