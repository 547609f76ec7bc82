"""Where the focus is (spec/definitions#20-events, spec/features#d15, #d19)."""

import pytest

from tests.diffing.happening import alone, behind, by_name, change
from tests.outline import outline
from uidiff.events import FocusMoved

FORM = """
window "Form"{}
  group "Fields"{}
    textbox "Name"{}
    textbox "Town"{}
  button "Send"{}
"""


def form(window: str = "", group: str = "", name: str = "", town: str = "", send: str = "") -> str:
    return FORM.format(*(f" {word}" if word else "" for word in (window, group, name, town, send)))


ON_NAME, ON_TOWN, ON_NOTHING = form(name="focused"), form(town="focused"), form()


def moved(before: str, after: str, **options: object) -> list[FocusMoved]:
    return alone(change(before, after, **options).events, FocusMoved)  # type: ignore[arg-type, return-value]  # options of change


def test_d1_5_focus_moves_from_one_to_another() -> None:
    (event,) = change(ON_NAME, ON_TOWN).events
    assert alone([event]) == [FocusMoved("Town", "textbox", "Name")]
    assert behind(event) == ["changed 2", "changed 3"]


def test_the_first_focus_comes_from_nowhere() -> None:
    assert moved(ON_NOTHING, ON_TOWN) == [FocusMoved("Town", "textbox", "")]


@pytest.mark.parametrize("after", [ON_NOTHING, form(window="focused")])
def test_focus_is_left_where_nothing_but_the_root_has_it(after: str) -> None:
    assert moved(ON_NAME, after) == [FocusMoved("", "", "Name")]
    assert moved(after, after) == []


def test_the_deepest_of_those_that_got_it_has_it() -> None:
    assert moved(ON_NAME, form(group="focused", send="focused")) == [FocusMoved("Fields", "group", "Name")]
    assert moved(form(send="focused"), form(group="focused", town="focused")) == [FocusMoved("Town", "textbox", "Send")]


def test_of_equally_deep_ones_the_first_has_it() -> None:
    assert moved(ON_NOTHING, form(name="focused", town="focused")) == [FocusMoved("Name", "textbox", "")]


def test_what_is_hidden_has_no_focus_beside_what_is_seen() -> None:
    stale = form(send="focused") + '  group\n    group\n      option "Old" focused offscreen'
    fresh = form(name="focused") + '  group\n    group\n      option "Old" focused offscreen'
    assert moved(stale, fresh) == [FocusMoved("Name", "textbox", "Send")]


def test_focus_does_not_move_to_ancestors_of_the_element_that_keeps_it() -> None:
    assert moved(ON_NAME, form(group="focused", name="focused")) == []
    assert moved(ON_NAME, form(name="focused", send="focused")) == [FocusMoved("Send", "button", "Name")]


def test_focus_does_not_move_to_a_recreated_element() -> None:
    before, after = outline(ON_NAME), outline(ON_NAME.replace('"Form"', '"Form"\n  group "New"'))
    (came,) = (element.index for element in after if element.name == "Name")
    delta = by_name(before, after)
    assert alone(delta.events, FocusMoved) == []
    assert came == 3
    row = 'window "W"\n  row "{0}"\n    button "Delete" focused\n      text "{0}"'
    assert moved(row.format("a"), row.format("b"), matcher="content-hash") == []


def test_one_of_the_same_label_that_stayed_has_got_it() -> None:
    rows = '  row "a"\n    button "Delete"{}\n', '  row "b"\n    button "Delete"{}\n'
    before = 'window "W"\n' + rows[0].format(" focused") + rows[1].format("")
    after = 'window "W"\n' + rows[1].format(" focused")
    assert moved(before, after) == [FocusMoved("Delete", "button", "Delete")]


def test_one_that_came_has_it() -> None:
    after = ON_NOTHING + '  dialog "Find"\n    textbox "For" focused'
    (event,) = (event for event in change(ON_NAME, after).events if isinstance(event, FocusMoved))
    assert alone([event]) == [FocusMoved("For", "textbox", "Name")]
    assert behind(event) == ["added 6", "changed 2"]


def test_one_that_went_had_it() -> None:
    before = ON_NOTHING + '  dialog "Find"\n    textbox "For" focused'
    assert moved(before, ON_NAME) == [FocusMoved("Name", "textbox", "For")]
    assert moved(before, ON_NOTHING) == [FocusMoved("", "", "For")]


def test_where_it_went_unread_nothing_is_said() -> None:
    whole = 'window "W"\n  list "L"{0}\n    button "a" focused\n  button "b"'
    partial = 'window "W"\n  list "L" unread\n  button "b"'
    assert moved(whole.format(""), partial) == []
    assert moved(partial, whole.format("")) == []
    assert moved(partial.replace('"b"', '"b" focused'), whole.format("")) == [FocusMoved("a", "button", "b")]


def test_focus_that_is_not_reported_is_not_said() -> None:
    assert change(ON_NAME, ON_TOWN, ignore=("focused",)).events == ()
    after = ON_NOTHING + '  dialog "Find"\n    textbox "For" focused'
    assert moved(ON_NAME, after, ignore=("focused",)) == []


def test_other_changes_move_no_focus() -> None:
    assert moved(ON_NAME, form(name='focused {"value": "x"}')) == []
