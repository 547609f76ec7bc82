"""The lines of an ``agent`` diff: one sign for each kind of change, each with its place; long equal parts of texts are
left out between words, and the rest is exact.
"""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.agent.lines import changes, expected
from tests.outline import outline
from uidiff import Matching, Snapshot, diff, render
from uidiff.formats.agent.text_change import format_change

LIST = """
    document "Shop"
      list "Cart"
        listitem "Socks"
        listitem "Shoes"
        listitem "Hat"
"""


def test_d1_2_nothing_changed_is_one_short_line() -> None:
    tree = outline(LIST)
    assert render(diff(tree, tree)) == "# No change."


def test_what_came_says_where() -> None:
    after = LIST.replace('listitem "Shoes"', 'listitem "Shoes"\n        listitem "Shirt"')
    assert changes(LIST, after) == ['+ after "Shoes": item "Shirt"']


@pytest.mark.parametrize(("length", "shown"), [(40, "x" * 40), (41, "x" * 39 + "…")])
def test_a_place_is_called_by_40_characters(length: int, shown: str) -> None:
    before, after = (
        LIST.replace("Shoes", "x" * length).replace("Hat", hat) for hat in ("Hat", 'A"\n        listitem "Hat')
    )
    assert changes(before, after) == [f'+ after "{shown}": item "A"']


def test_neighbours_that_came_share_a_line() -> None:
    after = LIST.replace('listitem "Socks"', 'listitem "A"\n        listitem "B"\n        listitem "Socks"')
    assert changes(LIST, after) == ['+ first in e2: item "A", item "B"']


def test_d1_9_a_dialog_that_came_is_told_with_all_in_it() -> None:
    dialog = (
        '\n      dialog "Sure?" modal focused\n        text "All is lost."\n        button "Yes"\n        button "No"'
    )
    assert changes(LIST, LIST.rstrip() + dialog) == [
        '+ after e2: dialog e6 "Sure?" focused modal: "All is lost.", button e8 "Yes", e9 "No"'
    ]


def test_what_went_is_called_and_counted() -> None:
    before = LIST.rstrip() + '\n      dialog "Sure?" modal\n        text "All is lost."\n        button "Yes"'
    assert changes(before, LIST) == ['- dialog e6 "Sure?" (+2 inside)']
    before = before.replace('dialog "Sure?"', "dialog")
    assert changes(before, LIST) == ['- dialog e6 "All is lost. Yes" (+2 inside)']


def test_x_1_a_wrapper_around_what_stays_mentions_it() -> None:
    before = 'document "Form"\n  textbox "Name"\n  textbox "Age"'
    after = 'document "Form"\n  group "Person"\n    textbox "Name"\n    textbox "Age"'
    assert changes(before, after) == expected(
        """
        + in e1: group e4 "Person": (kept 2 from textbox e2 "Name" to textbox e3 "Age")
        """
    )
    assert changes(after, before) == ['- group e2 "Person" (kept 2 from textbox e3 "Name" to textbox e4 "Age")']


def test_d3_4_every_field_that_changed_is_said() -> None:
    before = 'form "F"\n  textbox "User" {"value": "a", "description": "old"}\n  link "Docs" {"url": "/a"}'
    after = 'form "F"\n  textbox "Login" required {"value": "b", "description": "new"}\n  link "Docs" {"url": "/b"}'
    assert changes(before, after) == [
        '~ textbox e2 "User" -> "Login"="a" -> "b" required, description "old" -> "new"',
        '~ link e3 "Docs" url "/a" -> "/b"',
    ]


def test_a_change_behind_what_may_be_shown_of_a_url_is_said() -> None:
    before, after = (f'link "Docs" {{"url": "/a?key={key}"}}' for key in ("1", "2"))
    assert changes(before, after) == ["~ link e1 url changed (hidden part)"]


def test_states_that_came_and_went_are_words() -> None:
    before = (
        'form "F"\n  checkbox "A" {"states": {"checked": true}}\n  button "B" disabled {"states": {"expanded": true}}'
    )
    after = 'form "F"\n  checkbox "A" {"states": {"checked": "mixed"}}\n  button "B" {"states": {"expanded": false}}'
    assert changes(before, after) == ['~ checkbox e2 "A" mixed', '~ button e3 "B" enabled, collapsed']


def test_like_changes_that_follow_each_other_are_one_line() -> None:
    row = '  row "R{0}"\n    checkbox {{"states": {{"checked": {1}}}}}'
    before, after = (
        "\n".join(['table "T"', *(row.format(number, word) for number in range(3))]) for word in ("false", "true")
    )
    assert changes(before, after) == ['~ checkbox e3 "R0", e5 "R1", e7 "R2": checked']


def test_texts_that_changed_in_one_place_are_one_line() -> None:
    before = 'document "D"\n  region "Sums"\n    text "1"\n    text "2"\n    button "B"'
    after = before.replace('"1"', '"10"').replace('"2"', '"20"')
    assert changes(before, after) == ['~ "1" -> "10", "2" -> "20" at 1-2 in e2']


def test_a_text_that_can_be_told_by_itself_needs_no_place() -> None:
    assert changes('document "D"\n  text "Ready"', 'document "D"\n  text "Thank you"') == ['~ "Ready" -> "Thank you"']


def test_x_2_a_move_says_from_where_to_where() -> None:
    moved = '\n    listitem "Report on the budget"'
    before = f'document "D"\n  list "Open"\n    listitem "Letter to Ada"{moved}\n  list "Done"\n    listitem "Cake"'
    after = f'document "D"\n  list "Open"\n    listitem "Letter to Ada"\n  list "Done"\n    listitem "Cake"{moved}'
    assert changes(before, after) == ['> item "Report on the budget": after "Letter to Ada" -> after "Cake"']


def test_x_2_a_short_order_is_told_by_names() -> None:
    names = [f"Item {number}" for number in range(1, 13)]
    shuffled = [*names[10:], *names[:10][::-1]]
    before, after = (
        'document "D"\n  list "L"\n' + "\n".join(f'    listitem "{name}"' for name in order)
        for order in (names, shuffled)
    )
    listed = ",".join(f'"{name}"' for name in shuffled)
    assert changes(before, after) == [f"> 12 items in e2 reordered: now {listed}"]


def test_x_7_what_was_not_read_is_never_said_to_have_gone() -> None:
    before = 'document "D"\n  list "L"\n    listitem "x"\n    listitem "y"'
    after = 'document "D"\n  list "L" unread'
    assert changes(before, after) == ['-? item "x", item "y" first in e2']
    assert changes(after, before) == ['+? first in list e2: item "x", item "y"']


def test_circumstances_come_first() -> None:
    before = outline('document "D"', title="a", url="/1", document="1")
    after = outline('document "D"', title="b", url="/2", document="2")
    assert render(diff(before, after)).split("\n")[1:] == [
        '~ title "a" -> "b"',
        '~ url "/1" -> "/2"',
        '~ document-id "1" -> "2"',
    ]


def test_the_name_of_the_root_that_changes_with_the_title_is_said_once() -> None:
    before, after = (outline(f'document "{title}"', title=title) for title in ("Inbox (3)", "Inbox (4)"))
    assert render(diff(before, after)).split("\n")[1:] == ['~ title "Inbox (3)" -> "Inbox (4)"']


def test_without_a_summary_the_head_has_counts() -> None:
    after = LIST.replace('listitem "Shoes"', 'listitem "Shirt"\n        listitem "Tie"')
    assert render(diff(outline(LIST), outline(after)), summary=False).split("\n")[0].startswith("# diff: ")
    assert "unchanged" in render(diff(outline(LIST), outline(after)), summary=False).split("\n")[0]


def test_x_5_many_shifts_are_one_line() -> None:
    def at(down: int) -> str:
        rows = [f'  button "B{n}" {{"bounds": [0, {20 * n + down}, 50, 20]}}' for n in range(6)]
        return 'document "D"\n' + "\n".join(rows)

    assert changes(at(0), at(7), bounds=True) == ["~ 6 elements shifted: 6 by 0,7"]
    assert changes(at(0), at(7), ignore=("bounds",)) == []


def test_x_3_refs_live_as_long_as_the_elements() -> None:
    first, second = outline(LIST), outline(LIST.replace("Hat", "Hats"))
    third = outline(LIST.replace("Hat", "Hats").replace('listitem "Socks"', 'listitem "New" focused'))
    one = diff(first, second, refs=[5, 6, 7, 8, 9])
    two = diff(second, third, refs=one.refs[1])
    assert one.refs[1].numbers == (5, 6, 7, 8, 9)
    assert two.refs[1].next == 10
    assert render(two).endswith('\n~ item e7 "Socks" -> "New" focused')


def test_unfolded_every_record_is_a_line() -> None:
    after = LIST.replace('list "Cart"', 'list "Bag"').replace(
        '        listitem "Hat"\n', "        generic\n          img\n"
    )
    delta = diff(outline(LIST), outline(after))
    records = len(delta.added) + len(delta.removed) + len(delta.changed) + len(delta.moved)
    assert len(render(delta, fold=False).split("\n")) == 1 + records


def test_a_list_marker_with_something_in_it_is_never_printed() -> None:
    before = 'document "D"\n  list "L"\n    listitem\n      text "one"'
    after = before + '\n    listitem\n      list-marker "2."\n        text "2."\n      text "second thing"'
    assert changes(before, after) == ['+ after item "one": item > "second thing"']
    assert not any('"2."' in line for line in changes(before, after) + changes(after, before))


def test_what_stayed_disabled_while_what_is_around_it_was_enabled_says_so() -> None:
    group = 'document "D"\n  group "Settings"{}\n    button "Save" disabled\n    button "Cancel"{}'
    assert changes(group.format(" disabled", " disabled"), group.format("", "")) == [
        '~ group e2 "Settings" enabled',
        '~ button e3 "Save" still disabled',
    ]


def test_what_is_printed_only_now_is_said() -> None:
    before = 'document "D"\n  link "Logo"\n    img "Logo"'
    assert changes(before, before.replace('img "Logo"', 'img "Advertisement"')) == [
        '~ link e2 now "Logo"',
        '~ img "Logo" -> "Advertisement"',
    ]
    field = 'form "F"\n  textbox "{}" {{"value": "A"}}'
    assert changes(field.format("A"), field.format("B")) == ['~ textbox e2 "A" -> "B"', '~ textbox e2 now ="A"']


def test_a_text_that_leaves_a_name_says_from_where_to_where() -> None:
    before = (
        'document "D"\n  button "Save"\n    text "Save" id_stable {"id": "t"}\n  main "M"\n    link "x"\n    link "y"'
    )
    after = (
        'document "D"\n  button "Save"\n  main "M"\n    link "x"\n    text "Save" id_stable {"id": "t"}\n    link "y"'
    )
    assert changes(before, after) == ['> "Save": in e2 -> after e5']


def test_x_2_a_new_order_is_of_what_is_there_now() -> None:
    names = [f"Item {number}" for number in range(1, 16)]
    kept = names[1:]
    before, after = (
        'document "D"\n  list "L"\n' + "\n".join(f'    listitem "{name}"' for name in order)
        for order in (names, [*kept[10:], *kept[:10][::-1]])
    )
    order = ",".join(f'"{name}"' for name in (*kept[10:], *kept[:10][::-1]))
    assert changes(before, after) == ['- item "Item 1"', f"> 14 items in e2 reordered: now {order}"]


@pytest.mark.parametrize("field", ["name", "value", "description"])
def test_a_text_whose_change_is_ignored_is_not_said_as_if_it_had_stayed(field: str) -> None:
    box = {"role": "textbox", "name": "", "id": "1"}
    before = Snapshot.from_dicts([{"role": "form"}, {**box, "parent": 0}])
    after = Snapshot.from_dicts([{"role": "form"}, {**box, "parent": 0, field: "Ada"}])
    assert render(diff(before, after, matcher="id", ignore=(field,))) == "# No change."
    assert "Ada" in render(diff(before, after, matcher="id"))


PAIR = re.compile(r'("(?:[^"\\]|\\.)*") -> ("(?:[^"\\]|\\.)*")')


def test_clipped_texts_say_so() -> None:
    assert format_change("a" * 30, "b" * 30, 10) == '"aaaaaaaaa…" -> "bbbbbbbbb…"'


def test_bad_input_44_huge_texts_take_linear_time() -> None:
    assert "->" in format_change("ab" * 8_000, "ba" * 8_000)
    assert "->" in format_change("a b " * 8_000, "b a " * 8_000)


words = st.lists(st.sampled_from(["alpha", "beta", "-3", "1,204", "x", "…", "gamma delta epsilon"]), max_size=30)


@given(words, words)
def test_the_differing_parts_make_the_new_text_of_the_old_one(old: list[str], new: list[str]) -> None:
    before, after = " ".join(old), " ".join(new)
    if before == after or "…" in before + after:
        return
    made = before
    for was, now in PAIR.findall(format_change(before, after)):
        shown, put = json.loads(was), json.loads(now)
        core, instead = shown.removeprefix("…").removesuffix("…"), put.removeprefix("…").removesuffix("…")
        assert core in made
        assert instead in after
    pairs = PAIR.findall(format_change(before, after))
    if len(pairs) == 1 and "…" not in "".join(pairs[0]):
        assert (json.loads(pairs[0][0]), json.loads(pairs[0][1])) == (before, after)


STATES = """
table "T"
  row
    columnheader "No."
    columnheader "State"
  row
    cell "17"
    cell "{0}"
  row
    cell "18"
    cell "Open"
"""


def test_a_changed_cell_says_its_column_its_row_and_its_ref() -> None:
    assert changes(STATES.format("Open"), STATES.format("Closed")) == [
        '~ cell e7 "Open" -> "Closed" under "State" in row "17 Open"',
    ]


def test_without_one_header_for_each_cell_there_is_no_column() -> None:
    before = STATES.replace('    columnheader "No."\n', "")
    assert changes(before.format("Open"), before.format("Closed")) == ['~ cell e6 "Open" -> "Closed" in row "17"']


def test_a_cell_of_a_row_without_label_says_its_place() -> None:
    before = STATES.replace('cell "17"', "cell").format("+")
    assert changes(before, before.replace('"+"', '"+ Ticket"')) == [
        '~ cell e7 "+" -> "+ Ticket" under "State" at 2 in row "+"'
    ]


WRAPPED = 'document "D"\n  generic{0}\n    link "A"\n    link "B"\n  link "C"'


def test_a_wrapper_that_is_not_printed_any_more_is_called_as_it_was() -> None:
    assert changes(WRAPPED.format(" focused"), WRAPPED.format("")) == ['~ generic e2 "A" not focused']
    assert changes(WRAPPED.format(' "In [1]" focused'), WRAPPED.format(" focused")) == ['~ generic e2 "In [1]" -> none']


def test_a_wrapper_is_not_called_by_what_is_in_it() -> None:
    assert changes(WRAPPED.format(""), WRAPPED.format(" busy")) == ["~ generic e2 busy first in e1"]


def test_what_was_never_printed_and_has_no_label_says_its_place() -> None:
    before = 'document "D"\n  main\n    textbox "A"\n    generic{0}\n  list "L"\n    button "x"\n    button "y"'
    assert changes(before.format(""), before.format(" focused")) == ["~ generic e4 focused after e3"]


def test_a_window_without_a_name_has_a_ref_and_one_with_a_name_none() -> None:
    before = 'document "D"\n  button "A"'
    assert changes(before, f"{before}\n  window") == ["+ after e2: window e3"]
    assert changes(before, f'{before}\n  window "Tip"') == ['+ after e2: window "Tip"']


def test_a_wrapper_that_moved_with_what_stands_where_it_stood_is_not_said() -> None:
    before = outline(
        'document "D"\n  generic\n    generic\n      button "No"\n      button "A"\n    link "L"\n    link "R"'
    )
    after = outline('document "D"\n  generic\n    button "A"\n    button "B"\n  generic\n    link "L"\n    link "R"')
    pairs = [(0, 0), (1, 4), (2, 1), (4, 2), (5, 5), (6, 6)]
    delta = diff(before, after, matcher=Matching.from_pairs(pairs, before=before, after=after))
    assert delta.moved
    assert render(delta).split("\n")[1:] == ['- button e4 "No"', '+ after e5: button e8 "B"']


def test_what_moved_in_a_wrapper_is_said_and_not_what_came_or_went_with_it() -> None:
    links = 'document "D"\n  list "M"\n    link "x"\n    link "y"{0}\n  main\n    link "L"\n    link "R"{1}'
    before = outline(links.format("", '\n    generic\n      button "No"\n      button "A"'))
    after = outline(links.format('\n    generic\n      button "A"\n      button "B"', ""))
    pairs = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 7), (5, 8), (6, 9), (7, 4), (9, 5)]
    delta = diff(before, after, matcher=Matching.from_pairs(pairs, before=before, after=after))
    assert render(delta).split("\n")[1:] == [
        '> button e10 "A": after e9 -> after e4',
        '- button e9 "No"',
        '+ after e10: button e11 "B"',
    ]


def test_a_group_that_says_nothing_is_left_out() -> None:
    before = 'document "D"\n  link "A"'
    after = f'{before}\n  group\n    group\n      list\n        listitem "x"\n        listitem "y"'
    assert changes(before, after) == ['+ after e2: list e5: "x","y"']


def test_several_cells_of_one_row_share_a_line_without_a_ref() -> None:
    before = STATES.replace('cell "17"', 'cell "17"\n    cell "1"')
    after = before.replace('cell "1"', 'cell "2"').format("Closed")
    assert changes(before.format("Open"), after) == ['~ cell "1" -> "2", "Open" -> "Closed" at 2-3 in row "17"']
