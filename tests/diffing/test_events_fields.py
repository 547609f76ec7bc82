"""What became of elements that stayed (spec/definitions#20-events)."""

import pytest

from tests.diffing.happening import alone, behind, change
from uidiff import Snapshot, diff
from uidiff.events import (
    BusyEnded,
    BusyStarted,
    EnabledChanged,
    Event,
    LayoutShifted,
    SelectionChanged,
    Toggled,
    ValueEntered,
)

# values


def values(before: str, after: str, **options: object) -> list[Event]:
    return alone(change(before, after, **options).events, ValueEntered)  # type: ignore[arg-type]  # options of change


@pytest.mark.parametrize("role", ["textbox", "searchbox", "combobox", "spinbutton", "slider", "group editable"])
def test_the_value_of_an_input_differs(role: str) -> None:
    name, _, word = role.partition(" ")
    one, other = (f'window\n  {name} "Town" {word and f"{word} "}{{"value": "{value}"}}' for value in "ab")
    (event,) = change(one, other).events
    assert alone([event]) == [ValueEntered("Town", name, "a", "b")]
    assert behind(event) == ["changed 1"]


@pytest.mark.parametrize(
    ("cells", "label"),
    [('"name": "N", "description": "D"', "N"), ('"description": "D"', "D"), ('"name": " "', ""), ('"id": "1"', "")],
)
def test_the_label_of_an_input_is_never_its_value(cells: str, label: str) -> None:
    one, other = (f'window\n  textbox {{{cells}, "value": "{value}"}}' for value in "ab")
    assert [event.label for event in values(one, other)] == [label]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param('text {"value": "a"}', 'text {"value": "b"}', id="no input"),
        pytest.param('textbox readonly {"value": "a"}', 'textbox readonly {"value": "b"}', id="read-only"),
        pytest.param('textbox {"value": "a"}', 'textbox {"value": "a", "name": "b"}', id="another field"),
        pytest.param("textbox", 'textbox {"value": ""}', id="still empty"),
    ],
)
def test_else_no_value_was_entered(before: str, after: str) -> None:
    assert values(f"window\n  {before}", f"window\n  {after}") == []


def test_a_value_that_came_or_is_not_reported_was_not_entered() -> None:
    assert values('window "W"', 'window "W"\n  textbox {"value": "a"}') == []
    assert values('window\n  textbox "T"', 'window\n  textbox "T" {"value": "a"}', ignore=("value",)) == []


def test_read_only_since_or_until_then_is_said() -> None:
    one, other = 'window\n  textbox "T" readonly', 'window\n  textbox "T" {"value": "a"}'
    assert len(values(one, other)) == len(values(other, one)) == 1


def test_the_texts_below_an_input_are_behind_its_event() -> None:
    before = 'window\n  textbox "T"\n    group\n      text "hint"\n  text "x"'
    after = 'window\n  textbox "T" {"value": "a"}\n    group\n      text "a"\n      text "b"\n  text "x"'
    (event,) = change(before, after).events
    assert behind(event) == ["added 3", "added 4", "removed 3", "changed 1"]


def test_a_secret_value_is_not_told() -> None:
    nodes = [{"role": "textbox", "name": "P", "states": {"protected": True}}]
    before, after = (Snapshot.from_dicts([{**nodes[0], "value": value}]) for value in ("", "hunter2"))
    assert alone(diff(before, after).events) == [ValueEntered("P", "textbox", "", "[redacted]")]


# selection


def selections(before: str, after: str, **options: object) -> list[Event]:
    return alone(change(before, after, **options).events, SelectionChanged)  # type: ignore[arg-type]  # options of change


TABS = 'window\n  tablist\n    tab "a"{}\n    tab "b"{}\n    tab "c"{}'
ON = " selected"


def test_the_selection_changes_once_a_parent() -> None:
    (event,) = change(TABS.format(ON, "", ""), TABS.format("", ON, ON)).events
    assert alone([event]) == [SelectionChanged("b", "tab", count=2)]
    assert behind(event) == ["changed 2", "changed 3", "changed 4"]
    two = 'window\n  list\n    option "a"{0}\n  list\n    option "b"{0}'
    assert selections(two.format(""), two.format(ON)) == [
        SelectionChanged("a", "option"),
        SelectionChanged("b", "option"),
    ]


def test_where_nothing_is_selected_the_first_that_was_is_said() -> None:
    assert selections(TABS.format("", ON, ON), TABS.format("", "", "")) == [
        SelectionChanged("b", "tab", selected=False, count=2)
    ]


def test_a_row_and_its_cells_count_as_one() -> None:
    tree = (
        'table\n  row{0}\n    cell "a"{0}\n    cell{0}\n      cell "b"{0}\n  row{0}\n    cell "c"{0}\n    cell "d"{0}'
    )
    assert selections(tree.format(""), tree.format(ON)) == [SelectionChanged("a", "row", count=2)]


def test_a_selection_in_menus_makes_no_event() -> None:
    before = 'window\n  menubar\n    menu "File"\n      menuitem "Open"\n        group "x"'
    for line in ('menu "File"', 'menuitem "Open"', 'group "x"'):
        assert selections(before, before.replace(line, line + ON)) == []


def test_a_selection_that_is_invisible_before_and_after_makes_no_event() -> None:
    tabs = TABS.replace('tab "a"{}', 'tab "a"{} offscreen').replace('tab "b"{}', 'tab "b"{} offscreen')
    assert selections(tabs.format(ON, "", ""), tabs.format("", ON, "")) == []
    assert selections(tabs.format(ON, "", ""), tabs.format("", "", ON)) == [SelectionChanged("c", "tab")]


def test_what_is_seen_since_is_said() -> None:
    assert selections(TABS.format("", " offscreen", ""), TABS.format("", ON, "")) == [SelectionChanged("b", "tab")]


def test_below_a_combo_box_its_value_says_it() -> None:
    box = 'window\n  combobox "T" {{"value": "{}"}}\n    listbox\n      option "a"{}\n      option "b"{}'
    assert selections(box.format("a", ON, ""), box.format("b", "", ON)) == []
    assert selections(box.format("", ON, ""), box.format("", "", ON)) == [SelectionChanged("b", "option")]


def test_what_came_selected_or_is_not_reported_changes_no_selection() -> None:
    assert selections('window "W"', TABS.format(ON, "", "")) == []
    assert selections(TABS.format(ON, "", ""), TABS.format("", ON, ""), ignore=("selected",)) == []


# toggles


@pytest.mark.parametrize("state", ["checked", "pressed", "expanded"])
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (None, True, ("false", "true")),
        (False, True, ("false", "true")),
        (True, None, ("true", "false")),
        (True, "mixed", ("true", "mixed")),
        (None, "mixed", ("false", "mixed")),
        (None, False, None),
        (False, None, None),
    ],
)
def test_a_state_is_toggled(state: str, before: object, after: object, said: tuple[str, str] | None) -> None:
    if state == "expanded" and "mixed" in {before, after}:
        return
    one, other = (
        Snapshot.from_dicts([{"role": "button", "name": "B", "states": {} if value is None else {state: value}}])
        for value in (before, after)
    )
    events = alone(diff(one, other).events)
    assert events == ([] if said is None else [Toggled("B", "button", state, *said)])


def test_each_state_of_an_element_is_an_event() -> None:
    one, other = (
        f'window\n  button "B" {{"states": {{"expanded": {expanded}, "checked": {checked}}}}}'
        for expanded, checked in (("true", "false"), ("false", "true"))
    )
    events = change(one, other).events
    assert alone(events) == [
        Toggled("B", "button", "checked", "false", "true"),
        Toggled("B", "button", "expanded", "true", "false"),
    ]
    assert [behind(event) for event in events] == [["changed 1"], ["changed 1"]]


@pytest.mark.parametrize("role", ["radio", "menuitemradio"])
def test_of_radio_buttons_the_one_that_is_checked_now_is_said(role: str) -> None:
    radios = f'window\n  {role} "a" {{"states": {{"checked": %s}}}}\n  {role} "b" {{"states": {{"checked": %s}}}}'
    events = change(radios % ("true", "false"), radios % ("false", "true")).events
    assert alone(events) == [Toggled("b", role)]


def test_what_came_or_is_not_reported_was_not_toggled() -> None:
    checkbox = 'window "W"\n  checkbox "C" {"states": {"checked": %s}}'
    assert not alone(change('window "W"', checkbox % "true").events, Toggled)
    assert change(checkbox % "false", checkbox % "true", ignore=("checked",)).events == ()


# what can be used


def enabled(before: str, after: str, **options: object) -> list[Event]:
    return alone(change(before, after, **options).events, EnabledChanged)  # type: ignore[arg-type]  # options of change


def test_an_element_is_disabled_and_enabled() -> None:
    one, other = 'window\n  button "Send"', 'window\n  button "Send" disabled'
    assert enabled(one, other) == [EnabledChanged("Send", "button", enabled=False)]
    assert enabled(other, one) == [EnabledChanged("Send", "button", enabled=True)]
    assert enabled(one, other, ignore=("disabled",)) == []


def test_what_an_ancestor_explains_is_not_said() -> None:
    form = 'window\n  group "G"{0}\n    group\n      button "a"{0}\n      button "b"{1}'
    assert enabled(form.format("", " disabled"), form.format(" disabled", "")) == [
        EnabledChanged("G", "group", enabled=False),
        EnabledChanged("b", "button", enabled=True),
    ]


def test_what_is_not_visible_after_is_not_said() -> None:
    one, other = 'window\n  button "Send"', 'window\n  button "Send" disabled offscreen'
    assert enabled(one, other) == []
    assert enabled(other, one) == [EnabledChanged("Send", "button", enabled=True)]


def test_what_a_menu_explains_that_opens_or_closes_is_not_said() -> None:
    bar = 'window\n  menubar\n    menu "File"\n      menuitem "Open"{}\n      menuitem "Close"{}'
    closed, opened = bar.format(" offscreen", " offscreen disabled"), bar.format("", "")
    assert enabled(closed, opened) == enabled(opened, closed) == []
    assert enabled(bar.format("", " disabled"), opened) == [EnabledChanged("Close", "menuitem", enabled=True)]


# work


def test_work_begins_and_ends_with_the_state() -> None:
    one, other = 'window\n  list "L"', 'window\n  list "L" busy'
    assert alone(change(one, other).events) == [BusyStarted("L")]
    assert alone(change(other, one).events) == [BusyEnded("L")]
    assert change(one, other, ignore=("busy",)).events == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('group "x" busy', True),
        ('progressbar "x"', True),
        ('progressbar "x" {"value": "10"}', False),
        ('progressbar "x" {"states": {"valuenow": "10"}}', False),
        ('progressbar "x" {"states": {"valuetext": "some"}}', False),
        ('group "x"', False),
    ],
)
def test_work_begins_and_ends_with_what_is_busy(line: str, said: bool) -> None:
    one, other = 'window "W"', f'window "W"\n  {line}'
    begun, ended = change(one, other).events, change(other, one).events
    assert alone(begun, BusyStarted) == ([BusyStarted("x")] if said else [])
    assert alone(ended, BusyEnded) == ([BusyEnded("x")] if said else [])
    if said:
        assert behind(begun[0]) == ["added 1"]
        assert behind(ended[0]) == ["removed 1"]
    busy = bool(alone(change(one, other, ignore=("busy",)).events, BusyStarted))
    assert busy is (said and "progressbar" in line)


def test_what_was_not_read_is_not_known_to_be_busy() -> None:
    assert not alone(change('window "W" unread', 'window "W"\n  progressbar').events, BusyStarted)


def test_what_is_busy_is_said_in_document_order() -> None:
    before = 'window "W"\n  list "b"'
    after = 'window "W"\n  progressbar "a"\n  list "b" busy\n  progressbar "c"'
    assert alone(change(before, after).events, BusyStarted) == [BusyStarted("a"), BusyStarted("b"), BusyStarted("c")]


# layout


def test_shifts_are_one_event() -> None:
    page = 'window\n  text "a" {"bounds": [0, %d, 9, 9]}\n  text "b" {"bounds": [0, %d, 9, 9]%s}'
    (event,) = change(page % (0, 10, ""), page % (5, 15, "")).events
    assert alone([event]) == [LayoutShifted("", 2)]
    assert behind(event) == ["changed 1", "changed 2"]
    assert alone(change(page % (0, 10, ""), page % (5, 15, ', "value": "v"')).events) == [LayoutShifted("", 1)]
    assert change(page % (0, 10, ""), page % (5, 15, ""), ignore=("bounds",)).events == ()
