"""The worst mistakes of other tools (spec/mistakes) about identity: the structural matcher makes none of them.

Other applications than in test_mistakes.py, and here also what only a look at the structure gets right. What is said
is expected exactly.
"""

from tests.mistakes.asking import exactly
from tests.outline import outline
from uidiff import Snapshot

# M1: position as identity


def departures(*towns: str) -> Snapshot:
    """A board whose rows have no name."""
    rows = "".join(f'    row\n      cell "{town}"\n      cell "on time"\n      button "Buy"\n' for town in towns)
    return outline(f'main "Departures"\n  table "Trains"\n{rows}')


def test_m1_a_new_first_train_renames_no_other() -> None:
    before, after = departures("Bern", "Lyon", "Ghent"), departures("Ulm", "Bern", "Lyon", "Ghent")
    came = ["2 row", '3 cell "Ulm"', '4 cell "on time"', '5 button "Buy"']
    expected = [f"{'  ' * (number > 0)}+ {what}" for number, what in enumerate(came)]
    assert exactly(before, after) == expected
    assert exactly(after, before) == [line.replace("+", "-") for line in expected]


def test_m1_a_train_that_leaves_while_another_comes_renames_no_other() -> None:
    before, after = departures("Bern", "Lyon", "Ghent", "Ulm"), departures("Lyon", "Ghent", "Ulm", "Bath")
    assert exactly(before, after) == [
        "- 2 row",
        '  - 3 cell "Bern"',
        '  - 4 cell "on time"',
        '  - 5 button "Buy"',
        "+ 14 row",
        '  + 15 cell "Bath"',
        '  + 16 cell "on time"',
        '  + 17 button "Buy"',
    ]


# M2: the value inside the key


OVEN = """
    form "Oven"
      group
        spinbutton {"value": "180"}
        button "More"
      group
        spinbutton {"value": "25"}
        button "More"
      group
        spinbutton {"value": "180"}
        button "More"
"""


def test_m2_of_three_boxes_without_a_name_the_one_that_changes_is_still_there() -> None:
    after = OVEN.replace('"25"', '"30"')
    assert exactly(outline(OVEN), outline(after)) == ['~ 5:5 spinbutton "30": value "25" -> "30"']


def test_m2_nor_does_a_value_that_becomes_that_of_its_neighbours_exchange_them() -> None:
    after = OVEN.replace('"25"', '"180"')
    assert exactly(outline(OVEN), outline(after)) == ['~ 5:5 spinbutton "180": value "25" -> "180"']


def test_m2_a_letter_typed_while_a_hint_comes_is_a_changed_value() -> None:
    before = outline("""
        search
          textbox "Find" focused {"value": "boo"}
          button "Go"
    """)
    after = outline("""
        search
          textbox "Find" focused {"value": "boot"}
          status "12 found"
          button "Go"
    """)
    assert exactly(before, after) == ['+ 2 status "12 found"', '~ 1:1 textbox "Find": value "boo" -> "boot"']


# M3: ancestors inside the key


def chats(title: str, folder: str) -> Snapshot:
    """A window with a folder, of some hundred rows with equal buttons."""
    rows = "".join(f'      listitem "Chat {n}"\n        button "Mute"\n        button "Pin"\n' for n in range(150))
    return outline(f'window "{title}"\n  region "{folder}"\n    list\n{rows}  button "New chat"\n')


def test_m3_a_counter_in_the_title_changes_the_window_alone() -> None:
    before, after = chats("Chats", "All"), chats("(1) Chats", "All")
    assert exactly(before, after) == ['~ 0:0 window "(1) Chats": name "Chats" -> "(1) Chats"']


def test_m3_a_title_and_a_folder_with_other_names_are_two_changes() -> None:
    assert exactly(chats("Chats", "All"), chats("Talk", "Unread")) == [
        '~ 0:0 window "Talk": name "Chats" -> "Talk"',
        '~ 1:1 region "Unread": name "All" -> "Unread"',
    ]


# M4: equal keys overwrite each other


def cart(*lines: tuple[str, int]) -> Snapshot:
    """Rows that differ in a text below them alone."""
    rows = "".join(
        f'  listitem\n    text "{what}"\n    spinbutton "Quantity" {{"value": "{count}"}}\n    button "Remove"\n'
        for what, count in lines
    )
    return outline(f'list "Cart"\n{rows}')


def test_m4_of_three_equal_rows_the_middle_one_goes_with_its_own_button() -> None:
    before = cart(("Tea", 1), ("Coffee", 1), ("Sugar", 2))
    assert exactly(before, cart(("Tea", 1), ("Sugar", 2))) == [
        "- 5 listitem",
        '  - 6 text "Coffee"',
        '  - 7 spinbutton "Quantity"',
        '  - 8 button "Remove"',
    ]


def test_m4_a_row_goes_while_another_changes() -> None:
    before = cart(("Tea", 1), ("Coffee", 1), ("Sugar", 2))
    assert exactly(before, cart(("Tea", 1), ("Sugar", 3))) == [
        "- 5 listitem",
        '  - 6 text "Coffee"',
        '  - 7 spinbutton "Quantity"',
        '  - 8 button "Remove"',
        '~ 11:7 spinbutton "Quantity": value "2" -> "3"',
    ]


# M5: the diff of a tree with itself


MIXER = """
    window "Mixer"
      slider {"value": "3"}
      slider {"value": "5"}
      group
        slider {"value": "3"}
        slider {"value": "3"}
      slider {"value": "9"}
      timer "0:59"
"""


def test_m5_of_equal_sliders_none_becomes_another_while_a_clock_ticks() -> None:
    after = outline(MIXER.replace("0:59", "1:00"))
    assert exactly(outline(MIXER), after) == ['~ 7:7 timer "1:00": name "0:59" -> "1:00"']


def test_m5_nor_while_something_comes_beside_them() -> None:
    after = outline(MIXER + '      button "Reset"\n')
    assert exactly(outline(MIXER), after) == ['+ 8 button "Reset"']


# M6: blind to a field


def test_m6_every_field_is_seen() -> None:
    before = outline("""
        form "Alarm"
          meter "Battery" {"value": "40"}
          slider "Volume"
          textbox "Label" focused
          button "Snooze" {"description": "5 minutes"}
          switch "Daily" {"states": {"checked": false}}
    """)
    after = outline("""
        form "Alarm"
          meter "Battery" {"value": "39"}
          slider "Volume" readonly
          textbox "Label"
          button "Snooze" {"description": "9 minutes"}
          switch "Daily" {"states": {"checked": true}}
    """)
    assert exactly(before, after) == [
        '~ 1:1 meter "Battery": value "40" -> "39"',
        '~ 2:2 slider "Volume": readonly false -> true',
        '~ 3:3 textbox "Label": focused true -> false',
        '~ 4:4 button "Snooze": description "5 minutes" -> "9 minutes"',
        '~ 5:5 switch "Daily": checked false -> true',
    ]


def test_m6_a_field_is_seen_although_a_banner_pushed_it_down() -> None:
    before = outline('main\n  checkbox "Agreed" {"states": {"checked": false}}\n  button "Send" disabled')
    after = outline('main\n  alert "Almost"\n  checkbox "Agreed" {"states": {"checked": true}}\n  button "Send"')
    assert exactly(before, after) == [
        '+ 1 alert "Almost"',
        '~ 1:2 checkbox "Agreed": checked false -> true',
        '~ 2:3 button "Send": disabled true -> false',
    ]


# M8: a rename kills the identity


def test_m8_play_that_becomes_pause_is_the_same_button() -> None:
    before = outline('toolbar\n  button "Back"\n  button "Play"\n  button "Next"')
    after = outline('toolbar\n  button "Back"\n  button "Pause"\n  button "Next"')
    assert exactly(before, after) == ['~ 2:2 button "Pause": name "Play" -> "Pause"']


def test_m8_a_rename_is_followed_although_a_neighbour_goes() -> None:
    before = outline("""
        list "Notes"
          listitem "Shopping for Friday"
          listitem "Plan the trip to Oslo"
          listitem "Call the plumber"
          listitem "Books to read"
    """)
    after = outline("""
        list "Notes"
          listitem "Shopping for Friday"
          listitem "Plan the trip to Bergen"
          listitem "Books to read"
    """)
    assert exactly(before, after) == [
        '- 3 listitem "Call the plumber"',
        '~ 2:2 listitem "Plan the trip to Bergen": name "Plan the trip to Oslo" -> "Plan the trip to Bergen"',
    ]


def test_m8_a_box_that_becomes_a_switch_is_the_same_control() -> None:
    before = outline('form "Radio"\n  checkbox "Stereo"\n  checkbox "Mono"\n  button "Save"')
    after = outline('form "Radio"\n  checkbox "Stereo"\n  switch "Mono"\n  button "Save"')
    assert exactly(before, after) == ['~ 2:2 switch "Mono": role "checkbox" -> "switch"']


# M15: unequal counts give up


def test_m15_of_six_equal_buttons_one_goes() -> None:
    before = outline('toolbar "Rate"\n' + '  button "Star"\n' * 6)
    after = outline('toolbar "Rate"\n' + '  button "Star"\n' * 5)
    assert exactly(before, after) in [[f'- {place} button "Star"'] for place in range(1, 7)]
    assert exactly(after, before) in [[f'+ {place} button "Star"'] for place in range(1, 7)]


def test_m15_of_six_equal_rows_with_a_button_each_two_go() -> None:
    row = '  listitem\n    generic\n      text "Free"\n    button "Book"\n'
    before, after = outline("list\n" + row * 6), outline("list\n" + row * 4)
    went = exactly(before, after)
    assert [line.split()[2:] for line in went] == [
        ["listitem"],
        ["generic"],
        ["text", '"Free"'],
        ["button", '"Book"'],
    ] * 2
    assert all("- " in line for line in went)
