"""The worst mistakes of other tools (spec/mistakes) about places: the structural matcher makes none of them.

Other applications than in test_mistakes.py, and here also what only a look at the structure gets right. What is said
is expected exactly.
"""

import pytest

from tests.mistakes.asking import exactly
from tests.outline import outline
from uidiff import Snapshot

# M7: order and place are lost


BOARD = """
    main "Board"
      list "To do"
        listitem "Paint the fence"
        listitem "Buy nails"
      list "Doing"
        listitem "Mow the lawn"
          button "Stop"
      list "Done"
        listitem "Order paint"
"""
MOWN = """
    main "Board"
      list "To do"
        listitem "Paint the fence"
        listitem "Buy nails"
      list "Doing"
      list "Done"
        listitem "Order paint"
        listitem "Mow the lawn"
          button "Stop"
"""


def test_m7_a_card_that_goes_to_another_column_has_moved() -> None:
    assert exactly(outline(BOARD), outline(MOWN)) == ['> 5:7 listitem "Mow the lawn": 4[0] -> 5[1]']


def test_m7_a_card_that_changes_on_its_way_has_moved_and_changed() -> None:
    after = MOWN.replace('"Stop"', '"Archive"')
    assert exactly(outline(BOARD), outline(after)) == [
        '~ 6:8 button "Archive": name "Stop" -> "Archive"',
        '> 5:7 listitem "Mow the lawn": 4[0] -> 5[1]',
    ]


def rows(order: str) -> Snapshot:
    """Rows without a name, with equal buttons."""
    return outline('list "Queue"\n' + "".join(f'  listitem\n    text "{n}"\n    button "Play"\n' for n in order))


def test_m7_a_row_that_goes_up_has_moved_alone() -> None:
    assert exactly(rows("abcdef"), rows("aebcdf")) == ["> 13:4 listitem: 0[4] -> 0[1]"]


def test_m7_a_list_turned_round_is_said_once() -> None:
    order = " ".join(str(1 + 3 * number) for number in reversed(range(12)))
    assert exactly(rows("abcdefghijkl"), rows("lkjihgfedcba")) == [f'= 0:0 list "Queue": {order}']


# M9: a wrapper is a catastrophe


BILLING = """
    window "Billing"
      form "Card"
        textbox "Holder" {"value": "Ada"}
        checkbox "Keep it"
        button "Pay"
      status "Ready"
"""
IN_A_BOX = """
    window "Billing"
      group
        form "Card"
          textbox "Holder" {"value": "Ada"}
          checkbox "Keep it"
          button "Pay"
      status "Ready"
"""
IN_TWO_BOXES = """
    window "Billing"
      group
        generic
          form "Card"
            textbox "Holder" {"value": "Ada"}
            checkbox "Keep it"
            button "Pay"
      status "Ready"
"""
PARTLY_IN_A_BOX = """
    window "Billing"
      form "Card"
        group "More"
          heading "More"
          textbox "Holder" {"value": "Ada"}
          checkbox "Keep it"
        button "Pay"
      status "Ready"
"""


@pytest.mark.parametrize(
    ("wrapped", "came"),
    [
        (IN_A_BOX, ["+ 1 group"]),
        (IN_TWO_BOXES, ["+ 1 group", "  + 2 generic"]),
        (PARTLY_IN_A_BOX, ['+ 2 group "More"', '  + 3 heading "More"']),
    ],
    ids=["a box", "two boxes", "a box with a heading around a part"],
)
def test_m9_what_comes_around_a_form_is_all_that_is_new(wrapped: str, came: list[str]) -> None:
    assert exactly(outline(BILLING), outline(wrapped)) == came
    assert exactly(outline(wrapped), outline(BILLING)) == [line.replace("+", "-") for line in came]


def test_m9_a_letter_typed_inside_the_new_wrapper_is_followed() -> None:
    after = outline(IN_A_BOX.replace('"Ada"', '"Adam"'))
    assert exactly(outline(BILLING), after) == [
        "+ 1 group",
        '~ 2:3 textbox "Holder": value "Ada" -> "Adam"',
    ]


def test_m9_a_wrapper_around_everything_is_one_new_root() -> None:
    lines = BILLING.splitlines()
    after = "\n".join(["    generic", *(f"  {line}" for line in lines if line)])
    assert exactly(outline(BILLING), outline(after)) == ["+ 0 generic"]


def test_m9_a_wrapper_around_each_row_is_one_new_element_a_row() -> None:
    names = ("Rome", "Oslo", "Bonn", "Rome")
    before = outline("list\n" + "".join(f'  listitem "{name}"\n    button "Go"\n' for name in names))
    after = outline("list\n" + "".join(f'  generic\n    listitem "{name}"\n      button "Go"\n' for name in names))
    assert exactly(before, after) == [f"+ {1 + 3 * number} generic" for number in range(4)]


ROWS = "  listitem\n    img\n    button\n" * 3


def test_m9_a_wrapper_around_each_of_some_rows_without_text_is_one_new_element_a_row() -> None:
    wrapped = "  generic\n    listitem\n      img\n      button\n" * 3
    expected = ["+ 1 generic", "+ 5 generic", "+ 9 generic"]
    assert exactly(outline(f"list\n{ROWS}"), outline(f"list\n{wrapped}")) == expected


def test_m9_a_section_that_is_taken_apart_is_all_that_goes() -> None:
    before = outline("""
        main
          region "Photos"
            heading "All my pictures"
            list
              img
              img
    """)
    after = outline("""
        main
          heading "All my pictures"
          list
            img
            img
    """)
    assert exactly(before, after) == ['- 1 region "Photos"']
    assert exactly(after, before) == ['+ 1 region "Photos"']


# M11: geometry as identity


def log(first: int, count: int) -> Snapshot:
    """A window onto a log: each line stands where another stood."""
    lines = (
        f'    text "Line {first + place}" {{"bounds": [0, {20 * place}, 300, 20]}}\n    separator\n'
        for place in range(count)
    )
    return outline(f'window "Log"\n  log\n{"".join(lines)}')


def test_m11_lines_that_scroll_do_not_become_each_other() -> None:
    went = [line for n in range(3) for line in (f'- {2 + 2 * n} text "Line {n}"', f"- {3 + 2 * n} separator")]
    came = [line for n in range(9, 12) for line in (f'+ {2 * n - 4} text "Line {n}"', f"+ {2 * n - 3} separator")]
    assert exactly(log(0, 9), log(3, 9), ignore=("bounds",)) == went + came


def test_m11_nor_do_lines_of_which_some_are_equal() -> None:
    before, after = (
        outline("log\n" + "".join(f'  text "{word}"\n' for word in words)) for words in ("abacad", "bacade")
    )
    assert exactly(before, after) == ['- 1 text "a"', '+ 6 text "e"']


# M13: a remount is everything


def feed(first_id: int, *posts: str) -> Snapshot:
    """Posts as a framework recreates them: each element has a new id."""
    lines = ["main"]
    for number, post in enumerate(posts):
        key = first_id + 3 * number
        lines.append(f'  article id_stable {{"id": "{key}"}}')
        lines.append(f'    text "{post}" id_stable {{"id": "{key + 1}"}}')
        lines.append(f'    button "Like" id_stable {{"id": "{key + 2}"}}')
    return outline("\n".join(lines))


def test_m13_equal_elements_that_are_recreated_are_no_news() -> None:
    assert exactly(feed(100, "Hello", "Snow", "Hello"), feed(900, "Hello", "Snow", "Hello")) == []


def test_m13_recreated_with_one_more_only_that_one_is_news() -> None:
    before, after = feed(100, "Hello", "Snow", "Bye"), feed(900, "Hello", "Rain", "Snow", "Bye")
    assert exactly(before, after) == ["+ 4 article", '  + 5 text "Rain"', '  + 6 button "Like"']


def test_m9_a_button_renamed_inside_the_new_wrapper_of_a_bar_without_name_is_followed() -> None:
    before = outline("""
        window "Player"
          toolbar
            button "Play"
            slider "Volume"
    """)
    after = outline("""
        window "Player"
          group
            toolbar
              button "Pause"
              slider "Volume"
    """)
    assert exactly(before, after) == ["+ 1 group", '~ 2:3 button "Pause": name "Play" -> "Pause"']
    assert exactly(after, before) == ["- 1 group", '~ 3:2 button "Play": name "Pause" -> "Play"']
