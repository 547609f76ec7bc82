"""Dialogs and menus (spec/definitions#20-events, spec/features#d15, #d19)."""

import pytest

from tests.diffing.happening import alone, behind, change
from uidiff.events import DialogAppeared, DialogClosed, MenuClosed, MenuOpened, Toggled

WINDOW = 'window "Editor"\n  button "Save"\n'

# dialogs


@pytest.mark.parametrize("role", ["dialog", "alertdialog", "window"])
def test_d1_5_a_dialog_appears_and_closes(role: str) -> None:
    with_dialog = WINDOW + f'  {role} "Save changes?" modal\n    button "Yes"'
    opened, closed = change(WINDOW, with_dialog).events, change(with_dialog, WINDOW).events
    assert alone(opened, DialogAppeared) == [DialogAppeared("Save changes?", role, modal=True)]
    assert alone(closed, DialogClosed) == [DialogClosed("Save changes?", role)]
    assert behind(opened[0]) == ["added 2"]
    assert behind(closed[0]) == ["removed 2"]


@pytest.mark.parametrize(("role", "said"), [("group", True), ("menu", False), ("tooltip", False), ("listbox", False)])
def test_d1_5_a_further_root_is_a_window_unless_it_is_a_popup(role: str, said: bool) -> None:
    events = change(WINDOW, WINDOW + f'{role} "More"\n  button "x"').events
    assert alone(events, DialogAppeared) == ([DialogAppeared("More", role)] if said else [])


def test_a_root_is_a_further_one_only_beside_one_that_stayed() -> None:
    assert not alone(change("", "group\n  text").events, DialogAppeared)
    assert not alone(change('group "a"', 'list "b"').events, DialogAppeared)


def test_of_dialogs_in_each_other_the_outermost_is_said() -> None:
    after = WINDOW + '  dialog "Outer"\n    dialog "Inner"\n  dialog "Other"'
    events = alone(change(WINDOW, after).events, DialogAppeared)
    assert events == [DialogAppeared("Outer"), DialogAppeared("Other")]


def test_in_a_dialog_that_stayed_a_further_one_is_said() -> None:
    before = WINDOW + '  dialog "Outer"\n    text "x"'
    assert alone(change(before, before + '\n    dialog "Inner"').events, DialogAppeared) == [DialogAppeared("Inner")]


def test_a_dialog_appears_where_it_becomes_visible() -> None:
    hidden, shown = (WINDOW + f'  group{word}\n    dialog "Find"\n      textbox' for word in (" offscreen", ""))
    events = change(hidden, shown).events
    assert alone(events) == [DialogAppeared("Find")]
    assert behind(events[0]) == ["changed 2"]
    assert alone(change(shown, hidden).events) == [DialogClosed("Find")]


def test_a_dialog_appears_where_it_moves_into_sight() -> None:
    before = 'window\n  group "Hidden" offscreen\n    dialog "Find"\n      textbox "a"\n  group "Seen"\n    text "b"'
    after = 'window\n  group "Hidden" offscreen\n  group "Seen"\n    text "b"\n    dialog "Find"\n      textbox "a"'
    (event,) = (event for event in change(before, after).events if isinstance(event, DialogAppeared))
    assert behind(event) == ["moved 4"]


def test_a_dialog_is_seen_where_a_hidden_wrapper_is_taken_away() -> None:
    before = 'window "W"\n  group offscreen\n    dialog "Find"\n      textbox "a"'
    after = 'window "W"\n  dialog "Find"\n    textbox "a"'
    assert alone(change(before, after).events, DialogAppeared) == [DialogAppeared("Find")]
    assert alone(change(after, before).events, DialogClosed) == [DialogClosed("Find")]


@pytest.mark.parametrize("words", ["offscreen", "unread"])
def test_what_is_off_screen_or_was_not_read_did_not_appear(words: str) -> None:
    parent, own = ("", " offscreen") if words == "offscreen" else (" unread", "")
    before = f'window "Editor"{parent}'
    after = f'window "Editor"\n  dialog "Find"{own}'
    assert not alone(change(before, after).events, DialogAppeared)
    assert not alone(change(after, before).events, DialogClosed)


def test_a_state_that_is_not_reported_makes_nothing_appear() -> None:
    hidden, shown = ('window\n  dialog "Find"' + word for word in (" offscreen", ""))
    assert change(hidden, shown, ignore=("offscreen",)).events == ()


@pytest.mark.parametrize(
    ("dialog", "label"),
    [
        ('dialog "Name" {"value": "v", "description": "d"}', "Name"),
        ('dialog {"value": "v", "description": "d"}', "v"),
        ('dialog {"description": "d"}', "d"),
        ('dialog\n  group " "\n    text "below"', "below"),
        ('dialog\n  list-marker "•"\n  text {"description": "below"}', "below"),
        ("dialog\n  button", ""),
    ],
)
def test_the_label_is_its_own_else_the_first_below(dialog: str, label: str) -> None:
    after = WINDOW + "".join(f"  {line}\n" for line in dialog.splitlines()) + '  text "behind"'
    assert [event.label for event in alone(change(WINDOW, after).events, DialogAppeared)] == [label]


# menus

MENUBAR = """
window "Editor"
  menubar
    menu "File"
      menuitem "Open"{0}
      menu "Recent"{0}
        menuitem "a.txt" offscreen
    menu "Edit"
      menuitem "Cut" offscreen
  button "Save"
"""
CLOSED, OPEN = MENUBAR.format(" offscreen"), MENUBAR.format("")


def test_a_closed_menu_of_a_menu_bar_opens() -> None:
    opened, closed = change(CLOSED, OPEN).events, change(OPEN, CLOSED).events
    assert alone(opened) == [MenuOpened("File")]
    assert alone(closed) == [MenuClosed("File")]
    assert behind(opened[0]) == ["changed 3", "changed 4"]


def test_a_menu_whose_items_come_with_it_opening_opens() -> None:
    before = 'window\n  menubar\n    menu "File"\n  button "x"'
    after = 'window\n  menubar\n    menu "File"\n      menuitem "Open"\n  button "x"'
    (event,) = change(before, after).events
    assert alone([event]) == [MenuOpened("File")]
    assert behind(event) == ["added 3"]


def test_a_sub_menu_opens_in_an_open_menu() -> None:
    after = OPEN.replace('"a.txt" offscreen', '"a.txt"')
    assert alone(change(OPEN, after).events) == [MenuOpened("Recent")]


def test_a_further_item_of_an_open_menu_opens_nothing() -> None:
    after = OPEN.replace('menuitem "Open"', 'menuitem "Open"\n      menuitem "Close"')
    assert not alone(change(OPEN, after).events, MenuOpened)


def test_a_menu_bar_that_comes_with_closed_menus_opens_nothing() -> None:
    bar = '  menubar\n    menu "File"\n      menuitem "Open" offscreen\n    menu "Edit"'
    assert not alone(change('window "W"\n  button "x"', f'window "W"\n  button "x"\n{bar}').events, MenuOpened)


def test_a_list_box_that_a_combo_box_opens_is_no_menu() -> None:
    before = 'window\n  combobox "Town" {"states": {"expanded": false}}'
    after = 'window\n  combobox "Town" {"states": {"expanded": true}}\n    listbox\n      option "Bern"'
    events = alone(change(before, after).events)
    assert events == [Toggled("Town", "combobox", "expanded", "false", "true")]


POPUP = '  menu{0}\n    menuitem "Cut"\n    menu "More"\n      menuitem "Find"'


@pytest.mark.parametrize(
    ("before", "after", "label"),
    [
        pytest.param("", ("", ' "Own"'), "Own", id="its own name"),
        pytest.param("", (' {"states": {"expanded": true}}', ""), "Menu", id="what says expanded since"),
        pytest.param(' focused {"states": {"haspopup": "menu"}}', ("", ""), "Menu", id="what was focused"),
        pytest.param(' focused {"states": {"haspopup": "false"}}', ("", ""), "Cut", id="it cannot pop up"),
        pytest.param(" focused", ("", ""), "Cut", id="the first item"),
    ],
)
def test_the_label_of_a_menu(before: str, after: tuple[str, str], label: str) -> None:
    button, menu = after
    closed = f'window "W"\n  button "Menu"{before}\n  text "x"'
    opened = f'window "W"\n  button "Menu"{button}\n  text "x"\n' + POPUP.format(menu)
    assert alone(change(closed, opened).events, MenuOpened) == [MenuOpened(label)]
    assert alone(change(opened, closed).events, MenuClosed) == [MenuClosed(label)]


def test_menus_beside_each_other_are_said_one_by_one() -> None:
    after = 'window "W"\n  menu "a"\n    menuitem "1"\n  menu "b"\n    menuitem "2"'
    assert alone(change('window "W"', after).events, MenuOpened) == [MenuOpened("a"), MenuOpened("b")]
