"""The worst mistakes of other tools (spec/mistakes), and that the strategies named here do not make them.

Each test says which strategies avoid its mistake, and what exactly they say: the true records and no other.
"""

import pytest

from tests.mistakes.asking import exactly
from tests.outline import outline, said
from uidiff import Snapshot, diff, match

KEYS = ["auto", "content-hash", "name-role-parent"]
BY_CONTENT = ["auto", "content-hash"]


# M1: position as identity


@pytest.mark.parametrize("matcher", KEYS)
def test_m1_a_new_first_station_renames_no_other(matcher: str) -> None:
    stations = "".join(f'    listitem "Station {name}"\n' for name in "BCDEFGHIJ")
    before = outline(f'window "Radio"\n  list "Stations"\n{stations}')
    after = outline(f'window "Radio"\n  list "Stations"\n    listitem "Station A"\n{stations}')
    assert exactly(before, after, matcher) == ['+ 2 listitem "Station A"']


# M2: the value inside the key


@pytest.mark.parametrize("matcher", KEYS)
def test_m2_a_volume_box_that_goes_from_30_to_35_is_still_there(matcher: str) -> None:
    before = outline("""
        window "Player"
          spinbutton "Volume" {"value": "30"}
          spinbutton "Speed" {"value": "100"}
    """)
    after = outline("""
        window "Player"
          spinbutton "Volume" {"value": "35"}
          spinbutton "Speed" {"value": "100"}
    """)
    assert exactly(before, after, matcher) == ['~ 1:1 spinbutton "Volume": value "30" -> "35"']


# M3: ancestors inside the key


def editor(title: str) -> Snapshot:
    """A window of some thousand controls."""
    panes = (f'  group "Pane {p}"\n' + "".join(f'    button "Tool {t}"\n' for t in range(40)) for p in range(25))
    return outline(f'window "{title}"\n' + "".join(panes))


@pytest.mark.parametrize("matcher", BY_CONTENT)
def test_m3_a_star_in_the_title_of_an_editor_changes_its_window_alone(matcher: str) -> None:
    before, after = editor("Draft"), editor("Draft *")
    assert exactly(before, after, matcher) == ['~ 0:0 window "Draft *": name "Draft" -> "Draft *"']
    assert diff(before, after, matcher=matcher).unchanged_count == 1_025


# M4: equal keys overwrite each other


PHOTOS = """
    list "Photos"
      figure "Sea"
        switch "Star" {"states": {"checked": false}}
      figure "Hills"
        switch "Star" {"states": {"checked": true}}
      figure "Town"
        switch "Star" {"states": {"checked": false}}
"""
WITHOUT_THE_MIDDLE_ONE = """
    list "Photos"
      figure "Sea"
        switch "Star" {"states": {"checked": false}}
      figure "Town"
        switch "Star" {"states": {"checked": false}}
"""


def test_m4_of_three_photos_with_a_star_each_the_middle_one_goes_with_its_own_star() -> None:
    said_of_it = exactly(outline(PHOTOS), outline(WITHOUT_THE_MIDDLE_ONE), "name-role-parent")
    assert said_of_it == ['- 3 figure "Hills"', '  - 4 switch "Star"']


# M5: the diff of a tree with itself


GAUGES = """
    window "Boiler"
      meter {"value": "7"}
      meter {"value": "9"}
      timer {"value": "12:00"}
"""


@pytest.mark.parametrize("matcher", [*KEYS, "id"])
def test_m5_of_two_unnamed_gauges_neither_becomes_the_other(matcher: str) -> None:
    again = match(outline(GAUGES), outline(GAUGES), matcher=matcher)
    assert said(diff(outline(GAUGES), outline(GAUGES), matcher=again)) == []
    assert diff(outline(GAUGES), outline(GAUGES), matcher=again).unchanged_count == 4


@pytest.mark.parametrize("matcher", [*KEYS, "id"])
def test_m5_nor_while_a_clock_ticks_beside_them(matcher: str) -> None:
    assert exactly(outline(GAUGES), outline(GAUGES.replace("12:00", "12:01")), matcher) == [
        '~ 3:3 timer "12:01": value "12:00" -> "12:01"',
    ]


# M6: blind to a field


@pytest.mark.parametrize("matcher", KEYS)
def test_m6_a_gauge_a_read_only_slider_and_a_moved_focus_are_all_seen(matcher: str) -> None:
    before = outline("""
        form "Heating"
          meter "Outside" {"value": "7"}
          slider "Inside" focused {"value": "20"}
          button "Off"
    """)
    after = outline("""
        form "Heating"
          meter "Outside" {"value": "8"}
          slider "Inside" readonly {"value": "20"}
          button "Off" focused
    """)
    assert exactly(before, after, matcher) == [
        '~ 1:1 meter "Outside": value "7" -> "8"',
        '~ 2:2 slider "Inside": focused true -> false, readonly false -> true',
        '~ 3:3 button "Off": focused false -> true',
    ]


@pytest.mark.parametrize("matcher", KEYS)
def test_m6_an_element_that_is_disabled_or_hidden_is_seen(matcher: str) -> None:
    before = outline('button "Pay"\ncheckbox "Agreed" {"states": {"checked": false}}')
    after = outline('button "Pay" disabled\ncheckbox "Agreed" offscreen {"states": {"checked": true}}')
    assert exactly(before, after, matcher) == [
        '~ 0:0 button "Pay": disabled false -> true',
        '~ 1:1 checkbox "Agreed": checked false -> true, offscreen false -> true',
    ]


# M7: order and place are lost


@pytest.mark.parametrize("matcher", KEYS)
def test_m7_a_track_that_is_played_next_has_moved_in_the_queue(matcher: str) -> None:
    before = outline('list "Queue"\n  listitem "Aria"\n  listitem "Blues"\n  listitem "Chant"\n  listitem "Dirge"')
    after = outline('list "Queue"\n  listitem "Dirge"\n  listitem "Aria"\n  listitem "Blues"\n  listitem "Chant"')
    assert exactly(before, after, matcher) == ['> 4:1 listitem "Dirge": 0[3] -> 0[0]']


@pytest.mark.parametrize("matcher", BY_CONTENT)
def test_m7_a_file_that_goes_to_another_folder_has_moved(matcher: str) -> None:
    before = outline("""
        tree "Files"
          treeitem "Desk"
            treeitem "plan.txt"
            treeitem "todo.txt"
          treeitem "Attic"
            treeitem "1999.txt"
    """)
    after = outline("""
        tree "Files"
          treeitem "Desk"
            treeitem "todo.txt"
          treeitem "Attic"
            treeitem "1999.txt"
            treeitem "plan.txt"
    """)
    assert exactly(before, after, matcher) == ['> 2:5 treeitem "plan.txt": 1[0] -> 3[1]']


# M8: a rename kills the identity


@pytest.mark.parametrize("matcher", BY_CONTENT)
def test_m8_follow_that_becomes_following_is_the_same_button(matcher: str) -> None:
    before = outline("""
        article "Ann"
          heading "Ann"
          button "Follow"
          button "Message"
    """)
    after = outline("""
        article "Ann"
          heading "Ann"
          button "Following"
          button "Message"
    """)
    assert exactly(before, after, matcher) == ['~ 2:2 button "Following": name "Follow" -> "Following"']


# M9: a wrapper is a catastrophe


SETTINGS = """
    window "Settings" FLAGS {"id": "1"}
      form "Account" FLAGS {"id": "2"}
        textbox "Name" FLAGS {"id": "3", "value": "Ann"}
        checkbox "News" FLAGS {"id": "4"}
        button "Save" FLAGS {"id": "5"}
"""
IN_A_SCROLL_PANE = """
    window "Settings" FLAGS {"id": "1"}
      scrollpane FLAGS {"id": "6"}
        form "Account" FLAGS {"id": "2"}
          textbox "Name" FLAGS {"id": "3", "value": "Ann"}
          checkbox "News" FLAGS {"id": "4"}
          button "Save" FLAGS {"id": "5"}
"""


@pytest.mark.parametrize(("matcher", "flags"), [("id", ""), ("auto", " id_stable")], ids=["id", "auto, by stable ids"])
def test_m9_a_scroll_pane_around_a_form_is_one_new_element(matcher: str, flags: str) -> None:
    before, after = (outline(text.replace(" FLAGS", flags)) for text in (SETTINGS, IN_A_SCROLL_PANE))
    assert exactly(before, after, matcher) == ["+ 1 scrollpane"]
    assert exactly(after, before, matcher) == ["- 1 scrollpane"]


# M13: a remount is everything


def cards(first_id: int, last: str = "Town") -> Snapshot:
    """Equal cards, as a framework makes them: each node created again, with ids of its own."""
    lines = [f'main id_stable {{"id": "{first_id}"}}']
    for number, name in enumerate(("Sea", "Hills", "Sea", last)):
        lines.append(f'  article id_stable {{"id": "{first_id + 3 * number + 1}"}}')
        lines.append(f'    heading "{name}" id_stable {{"id": "{first_id + 3 * number + 2}"}}')
        lines.append(f'    button "Star" id_stable {{"id": "{first_id + 3 * number + 3}"}}')
    return outline("\n".join(lines))


@pytest.mark.parametrize("matcher", KEYS)
def test_m13_equal_nodes_that_are_recreated_are_no_news(matcher: str) -> None:
    before, after = cards(100), cards(200)
    assert exactly(before, after, matcher) == []
    assert match(before, after, matcher=matcher).runs == ((0, 0, 13),)


@pytest.mark.parametrize("matcher", BY_CONTENT)
def test_m13_recreated_with_one_text_changed_is_one_change(matcher: str) -> None:
    assert exactly(cards(100), cards(200, last="City"), matcher) == ['~ 11:11 heading "City": name "Town" -> "City"']


# M15: unequal counts give up


@pytest.mark.parametrize("matcher", KEYS)
def test_m15_of_six_equal_stars_one_goes(matcher: str) -> None:
    before = outline('toolbar "Stars"\n' + '  button "Star"\n' * 6)
    after = outline('toolbar "Stars"\n' + '  button "Star"\n' * 5)
    assert exactly(before, after, matcher) == ['- 6 button "Star"']
    assert exactly(after, before, matcher) == ['+ 6 button "Star"']
