"""The 17 places where folding could hide something (spec/folding), each with the words that say it.

Each text, of both trees and of the diff, is also read back by the checker of ``benchmarks/honesty``.
"""

import pytest

from benchmarks.honesty.check import check_diff, check_tree
from tests.formats.agent.lines import expected
from tests.outline import outline
from uidiff import diff, render


def whole(tree: str) -> list[str]:
    """The lines of a whole tree, checked."""
    snapshot = outline(tree)
    assert check_tree(snapshot, diff(snapshot, snapshot).refs[0]) == []
    return render(snapshot).split("\n")[1:]


def said(before: str, after: str) -> list[str]:
    """The lines of a diff, checked."""
    delta = diff(outline(before), outline(after))
    for side, refs in zip((delta.before, delta.after), delta.refs, strict=True):
        assert check_tree(side, refs) == []
    assert check_diff(delta) == []
    return render(delta).split("\n")[1:]


def listed(*lines: str) -> str:
    """A list of these."""
    return "\n".join(['document "D"', '  list "L"', *(f"    {line}" for line in lines)])


def items(*numbers: int) -> str:
    """A list of numbered items."""
    return listed(*(f'listitem "Row {number}"' for number in numbers))


# ---------------------------------------------------------------------------- names


def test_case_01_a_badge_under_a_title_with_the_same_digit_is_printed() -> None:
    tree = 'document "D"\n  link "(3) Inbox"\n    text "(3) Inbox"\n    text "3"'
    assert whole(tree) == ['document e1 "D" > link e2 "(3) Inbox" > "3"']


def test_case_01_a_container_folds_only_the_text_that_is_its_name() -> None:
    tree = 'document "D"\n  region "Inbox"\n    text "Inbox"\n    text "In"'
    assert whole(tree) == ['document e1 "D" > region "Inbox" > "In"']


def test_case_01_the_root_folds_nothing() -> None:
    assert whole('document "Mail"\n  text "Mail"') == ['document e1 "Mail" > "Mail"']


def test_case_02_never_are_both_the_texts_folded_and_the_name_left_out() -> None:
    row = 'row "Ada 36"\n    cell "Ada"\n      text "Ada"\n    cell "36"\n      link "36"\n        text "36"'
    assert whole(f'document "D"\n  {row}') == ['document e1 "D" > row: "Ada", link e6 "36"']


def test_case_02_a_name_that_is_not_printed_below_stands_on_the_line() -> None:
    tree = 'table "T"\n  row "Ada"\n    cell "Ada Lovelace"\n    cell\n      button "Edit"\n      button "Drop"'
    assert whole(tree) == ['table e1 "T" > row: "Ada Lovelace", [button e5 "Edit", e6 "Drop"]']


# --------------------------------------------------------------------- many at once


def boxes(checked: str) -> str:
    states = [checked if number in {1, 2, 4, 5} else "false" for number in range(7)]
    return listed(*(f'checkbox "C{n}" {{"states": {{"checked": {state}}}}}' for n, state in enumerate(states)))


def test_case_03_states_of_many_are_a_counted_run_with_their_places() -> None:
    assert said(boxes("false"), boxes("true")) == [
        '~ 4 of 7 checkboxes in e2: e4 "C1",e5 "C2",e7 "C4",e8 "C5" at 2-3,5-6: checked'
    ]


def test_case_03_values_are_said_one_by_one() -> None:
    before, after = (listed(*(f'textbox "T{n}" {{"value": "{letter}{n}"}}' for n in range(4))) for letter in "ab")
    assert said(before, after) == [f'~ textbox e{3 + n} "T{n}"="a{n}" -> "b{n}"' for n in range(4)]


def test_case_04_what_loses_its_contents_and_keeps_its_name_says_its_name() -> None:
    before = 'document "D"\n  listitem "Ada"\n    link "Ada"\n    button "Edit"'
    assert whole(before) == ['document e1 "D" > item: link e3 "Ada", button e4 "Edit"']
    assert said(before, 'document "D"\n  listitem "Ada"') == [
        '~ item now "Ada" in e1',
        '- link e3 "Ada", button e4 "Edit"',
    ]


def test_case_04_what_goes_from_a_name_that_stays_is_said() -> None:
    before = 'document "D"\n  button "Save now"\n    text "Save"\n    text "now"'
    assert said(before, 'document "D"\n  button "Save now"') == ['- "Save" in e2', '- "now" in e2']


def test_case_05_a_message_that_goes_is_said_again() -> None:
    alert = '\n  alert\n    heading "Error"\n    text "The disk is full."'
    assert said(f'document "D"\n  button "OK"{alert}', 'document "D"\n  button "OK"') == [
        '- alert "Error The disk is full." (+2 inside)'
    ]


@pytest.mark.parametrize(("role", "ref"), [("status", ""), ("log", ""), ("dialog", " e3")])
def test_case_05_up_to_about_60_characters(role: str, ref: str) -> None:
    text = "All 14 changes of the plan were saved to the server of the house at noon."
    (line,) = said(f'document "D"\n  button "OK"\n  {role}\n    text "{text}"', 'document "D"\n  button "OK"')
    assert line == f'- {role}{ref} "{text[:59]}…" (+1 inside)'


def test_case_06_many_say_of_how_many_and_side_by_side_no_places() -> None:
    assert said(items(*range(1, 13)), items(1, 12)) == ['- 10 of 12 items in e2: "Row 2" … "Row 11"']


def test_case_06_many_that_are_not_side_by_side_say_which_are_left_if_these_are_few() -> None:
    left = '; left: "Row 1","Row 5","Row 9"'
    assert said(items(*range(1, 13)), items(1, 5, 9)) == [f'- 9 of 12 items in e2: "Row 2" … "Row 12"{left}']


def test_case_06_else_their_places() -> None:
    odd = items(*range(1, 21, 2))
    places = ",".join(map(str, range(2, 21, 2)))
    assert said(items(*range(1, 21)), odd) == [f'- 10 of 20 items in e2: "Row 2" … "Row 20" at {places}']


def test_case_06_a_long_new_order_is_given_whole() -> None:
    before, after = items(*range(1, 15)), items(*range(10, 15), *range(9, 0, -1))
    order = ",".join(f'"Row {number}"' for number in (*range(10, 15), *range(9, 0, -1)))
    assert said(before, after) == [f"> 14 items in e2 reordered: now {order}"]


def test_case_06_of_a_longer_one_the_first_40_and_the_number_of_the_others() -> None:
    before, after = items(*range(1, 51)), items(*range(40, 51), *range(39, 0, -1))
    order = ",".join(f'"Row {number}"' for number in (*range(40, 51), *range(39, 10, -1)))
    assert said(before, after) == [f"> 50 items in e2 reordered: now {order} and 10 more"]


PRICES = {"Pear": "9", "Apple": "10", "Fig": "8", "Kiwi": "30"}


def prices(*names: str) -> str:
    rows = "".join(f'\n  row\n    cell "{name}"\n    cell "{PRICES[name]}"' for name in names)
    return f'table "T"\n  row\n    columnheader "Name"\n    columnheader "Price"{rows}'


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ('> 5 rows in e1 reordered by "Price", ascending', set()),
        ('> 5 rows in e1 reordered by "Price", descending', {"reordered: invented"}),
        ('> 5 rows in e1 reordered by "Name", ascending', {"reordered: invented"}),
        ("> 5 rows in e1 reordered: reversed", {"reordered: invented"}),
        ('> 4 rows in e1 reordered by "Price", ascending', {"reordered: invented"}),
        ("", {"reordered: not said"}),
    ],
)
def test_case_06_an_order_by_a_column_is_one_of_its_cells(line: str, kinds: set[str]) -> None:
    before, after = prices("Kiwi", "Apple", "Pear", "Fig"), prices("Fig", "Pear", "Apple", "Kiwi")
    assert wrongly(before, after, *filter(None, (line,))) == kinds


def test_case_07_a_place_after_one_of_several_alike_is_a_number() -> None:
    before = listed('listitem "New"', 'listitem "Old"', 'listitem "New"')
    assert said(before, f'{before}\n    listitem "Last"') == ['+ at 4 in e2: item "Last"']


def test_case_07_a_place_after_what_has_a_ref_is_that_ref() -> None:
    before = listed('link "New"', 'link "New"')
    assert said(before, f'{before}\n    link "Last"') == ['+ after e4: link e5 "Last"']


# --------------------------------------------------- what is printed elsewhere only now


def wrongly(before: str, after: str, *lines: str) -> set[str]:
    """What kinds of faults the checker finds in a diff that is said in these lines."""
    delta = diff(outline(before), outline(after))
    found = check_diff(delta, "\n".join(["# diff: 0 unchanged", *lines]))
    return {fault.kind for fault in found} - {"head: counts"}


FIELD = 'form "F"\n  textbox "{}" {{"value": "A"}}'
GROUP = 'document "D"\n  group "G"{}\n' + "\n".join(f'    button "{name}"{{}}' for name in "ABCDEF")
SAVE = '    strong id_stable {"id": "s"}\n      text "Save" id_stable {"id": "t"}\n'
PAGE = 'document "D"\n  button "Save"\n{}  main "M"\n    link "x"\n{}    link "y"'


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("", {"uncovered: not said"}),
        ('~ textbox e2 now ="A"', set()),
        ('~ textbox e2 now "B"="A"', {"uncovered: not said", "uncovered: invented"}),
        ('~ textbox e3 now ="A"', {"uncovered: not said", "uncovered: invented"}),
        ('~ link e2 now ="A"', {"uncovered: not said", "uncovered: invented"}),
        ('~ textbox e2 now ="A" after e1', {"uncovered: place"}),
    ],
)
def test_case_04_a_value_that_was_the_name_has_to_be_said(line: str, kinds: set[str]) -> None:
    before, after = FIELD.format("A"), FIELD.format("B")
    assert wrongly(before, after, *filter(None, ('~ textbox e2 "A" -> "B"', line))) == kinds


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ('~ 5 of 6 buttons in e2: e3 "A",e4 "B",e5 "C",e7 "E",e8 "F" at 1-3,5-6: still disabled', set()),
        ("~ button e3, e4, e5, e7, e8: still disabled", set()),
        ("~ button e3, e4, e5, e7: still disabled", {"uncovered: still"}),
        ("~ button e3, e4, e5, e6, e7, e8: still disabled", {"uncovered: still"}),
        ("~ button e3, e4, e5, e7, e8: still enabled", {"uncovered: still"}),
        ("", {"uncovered: still"}),
    ],
)
def test_case_04_what_stayed_disabled_has_to_be_said(line: str, kinds: set[str]) -> None:
    no = " disabled"
    before, after = GROUP.format(*[no] * 7), GROUP.format("", no, no, no, "", no, no)
    assert wrongly(before, after, *filter(None, ("~ group e2 enabled", "~ button e6 enabled", line))) == kinds


def test_case_04_a_text_that_goes_into_a_name_says_from_where() -> None:
    outside, inside = PAGE.format("", SAVE), PAGE.format(SAVE, "")
    assert wrongly(outside, inside) == {"moved: not said"}
    assert wrongly(outside, inside, '> "Save": after e4 -> in button e2 "Save"') == set()
    assert wrongly(outside, inside, '> "Save": after e4 -> in e6') == {"moved: place"}
    assert wrongly(inside, outside) == {"uncovered: not said"}
    assert wrongly(inside, outside, '> "Save": in button e2 "Save" -> after e6') == set()
    assert wrongly(inside, outside, '~ text now "Save" after e6') == set()


def test_what_was_not_read_says_what_of_it_stayed() -> None:
    button = 'button "B" id_stable {"id": "b"}'
    before = f'document "D"\n  list "L"\n    listitem "A"\n      {button}\n      link "C"\n  group "G"\n    link "X"'
    assert said(before, f'document "D"\n  list "L" unread\n  group "G"\n    link "X"\n    {button}') == [
        '-? item "A" (+1 inside) (kept button e4 "B") in list in e1',
        '> button e4 "B": first in item "A" -> after e7',
    ]


# ------------------------------------------------------------------- texts and values


def test_case_08_long_texts_are_cut_between_words_and_numbers_stay_whole() -> None:
    old = "The order of 1,204.50 euros of -3 customers was sent on Monday to the address that you gave"
    new = old.replace("1,204.50", "1,304.50").replace("-3", "+3").replace("Monday", "Tuesday")
    pairs = (
        ("The order of 1,204.50 euros of -3…", "The order of 1,304.50 euros of +3…"),
        ("…was sent on Monday…", "…was sent on Tuesday…"),
    )
    changes = "; ".join(f'"{before}" -> "{after}"' for before, after in pairs)
    assert said(f'document "D"\n  button "{old}"', f'document "D"\n  button "{new}"') == [f"~ button e2 {changes}"]


def test_case_09_white_space_in_values_is_text() -> None:
    before = 'form "F"\n  textbox "A" {"value": "a\\nb"}\n  textbox "B" {"value": "a b"}'
    after = 'form "F"\n  textbox "A" {"value": "a\\n b"}\n  textbox "B" {"value": "a  b"}'
    assert said(before, after) == expected(
        r"""
        ~ textbox e2 "A"="a\nb" -> "a\n b"
        ~ textbox e3 "B"="a b" -> "a  b"
        """
    )


def test_case_09_white_space_in_a_name_that_what_is_below_repeats_is_a_change() -> None:
    tree = 'group "{0}" {{"value": "5"}}\n  listitem "{0}" selected\n    dialog\n      textbox " Row "'
    assert said(tree.format(" Row "), tree.format("Row")) == [
        '~ group e1 " Row " -> "Row"',
        '~ item e2 " Row " -> "Row"',
    ]


def test_case_09_a_new_target_under_the_same_name_is_a_change() -> None:
    before, after = (f'document "D"\n  link "Docs" {{"url": "/{page}"}}' for page in "ab")
    assert said(before, after) == ['~ link e2 "Docs" url "/a" -> "/b"']


def test_case_09_what_was_deleted_and_inserted_is_not_merged() -> None:
    tree = 'document "D"\n  paragraph\n    deletion\n      text "9 euros"\n    insertion\n      text "8 euros"'
    assert whole(tree) == ['document e1 "D": deletion > "9 euros", insertion > "8 euros"']


def test_case_09_a_change_of_an_icon_without_a_name_is_printed_with_its_container() -> None:
    before, after = (f'document "D"\n  button "A"\n    img {{"url": "/{icon}.png"}}' for icon in ("on", "off"))
    assert said(before, after) == ['~ in e2: url "/on.png" -> "/off.png"']


def test_case_10_rows_and_generics_that_can_be_clicked_have_a_ref() -> None:
    press = '{"actions": ["press"]}'
    tree = f'document "D"\n  generic {press}\n    text "All"\n  row {press}\n    cell "A"\n  row\n    cell "B"'
    assert whole(tree) == ['document e1 "D": generic e2 > "All", row e4 > cell "A", row > cell "B"']


def test_case_11_an_error_that_only_a_description_says_is_never_folded() -> None:
    field = 'form "F"\n  textbox "Age" invalid required {{"value": "-1", "description": "{0}"}}'
    before, after = field.format("Must be a number"), field.format("Must be above 0")
    assert whole(before) == ['form e1 "F" > textbox e2 "Age"="-1" ("Must be a number") invalid required']
    assert said(before, after) == ['~ textbox e2 "Age" description "Must be a number" -> "Must be above 0"']


# ------------------------------------------------------------------- moves and focus


def test_case_12_unwrapping_moves_nothing() -> None:
    before = 'document "D"\n  group "G"\n    link "A"\n    link "B"\n  link "C"'
    after = 'document "D"\n  link "A"\n  link "B"\n  link "C"'
    assert said(before, after) == ['- group e2 "G" (kept 2 from link e3 "A" to link e4 "B")']
    assert said(before.replace('group "G"', "generic"), after) == []


def focus(first: str, second: str, third: str) -> str:
    return f'document "D"\n  button "A"{first}\n  button "B"{second}\n  button "C"{third}'


def test_case_13_gaining_the_focus_says_that_another_lost_it_while_only_one_has_it() -> None:
    assert said(focus(" focused", "", ""), focus("", " focused", "")) == ['~ button e3 "B" focused']


def test_case_13_else_what_lost_the_focus_says_so() -> None:
    assert said(focus(" focused", "", ""), focus("", "", "")) == ['~ button e2 "A" not focused']


def test_case_13_of_several_one_has_the_focus_and_that_of_others_is_no_news() -> None:
    assert said(focus(" focused", "", " focused"), focus("", " focused", " focused")) == ['~ button e3 "B" focused']
    assert said(focus(" focused", "", ""), focus(" focused", "", " focused")) == []


ROWS = """
table "T"
  row{0}
    cell{0}
      cell{0}
      cell "a"{0}
    cell "1"{0}
  row
    cell "b"{1}
    cell "2"{1}
"""


def test_case_15_what_a_row_and_its_cells_become_is_said_once() -> None:
    assert said(ROWS.format("", ""), ROWS.format(" selected", " expanded")) == [
        '~ row e2 "a" selected',
        '~ cell e8 "b" expanded',
    ]
    assert whole(ROWS.format(" selected", "")) == [
        'table e1 "T":',
        ' row e2 selected: [cell, cell "a"], "1"',
        ' row: "b","2"',
    ]


def test_case_15_a_cell_that_stays_selected_says_so() -> None:
    after = ROWS.format("", "").replace('cell "1"', 'cell "1" selected')
    assert said(ROWS.format(" selected", ""), after) == [
        '~ row e2 "a" not selected',
        '~ cell e6 "1" still selected in row "a"',
    ]


MENU = 'window "W"\n  menu "M"{0}\n    menuitem "Cut"{1}\n    menuitem "Copy"'


def test_case_16_what_is_in_something_off_the_screen_comes_on_it_unsaid() -> None:
    off = " offscreen"
    assert said(MENU.format(off, ""), MENU.format(off, off)) == []
    assert said(MENU.format("", ""), MENU.format("", off)) == ['~ menuitem e3 "Cut" offscreen']
    assert said(MENU.format(off, off), MENU.format("", off)) == [
        '~ menu e2 "M" onscreen',
        '~ menuitem e3 "Cut" still offscreen',
    ]


def test_case_14_each_true_change_is_recovered_from_the_text() -> None:
    """The check of all other cases, with one diff that has every kind of line; test_honesty has the corpus."""
    links = [f'\n    link "{name}"' for name in "NOPQRSTUVWXYZ"]
    before = items(*range(1, 9)) + '\n  button "Old" {"value": "1"}\n  list "M"' + "".join(links)
    after = items(*range(5, 9)) + '\n  button "New" disabled {"value": "2"}\n  alert "Done"\n  list "M"'
    assert said(before, after + "".join(reversed(links))) == expected(
        """
        - 4 of 8 items in e2: "Row 1","Row 2","Row 3","Row 4"
        ~ button e11 "Old" -> "New"="1" -> "2" disabled
        + after e11: alert "Done"
        > 13 links in e12 reordered: reversed
        """
    )


def test_case_17_the_headers_of_rows_that_were_sorted_are_in_no_other_order() -> None:
    headers = "".join(f'\n    columnheader "{name}"' for name in "XYZ")
    before, after = (
        f'document "D"\n  table "T"{headers}' + "".join(f'\n    row "{name}"' for name in names)
        for names in ("abcdefghijklmn", "nmlkjihgfedcba")
    )
    assert said(before, after) == ["> 14 rows in e2 reordered: reversed"]


def test_case_17_a_wrapper_that_moved_with_what_stands_where_it_stood_did_not() -> None:
    before = 'document "D"\n  main\n    generic\n      link "A"\n      link "B"\n    link "C"'
    after = 'document "D"\n  main\n    generic\n      generic\n        link "A"\n        link "B"\n    link "C"'
    assert said(before, after) == []
