"""What moved, and from where to where (spec/definitions#10-moved)."""

import random

import pytest

from tests.diffing.happening import by_name
from tests.outline import outline, said
from uidiff import Snapshot, diff


def rows(order: str) -> Snapshot:
    """A list with these rows."""
    return outline('list "L"\n' + "".join(f'  listitem "{name}"\n' for name in order))


# below another parent


def test_an_element_below_another_parent_has_moved() -> None:
    before = outline("""
        group "Left"
          listitem "a"
          listitem "b"
        group "Right"
          listitem "c"
    """)
    after = outline("""
        group "Left"
          listitem "a"
        group "Right"
          listitem "c"
          listitem "b"
    """)
    assert said(by_name(before, after)) == ['> 2:4 listitem "b": 0[1] -> 2[1]']


def test_a_moved_subtree_is_one_move() -> None:
    before = outline("""
        group "Left"
          list "Files"
            listitem "a"
              button "b"
        group "Right"
    """)
    after = outline("""
        group "Left"
        group "Right"
          list "Files"
            listitem "a"
              button "b"
    """)
    delta = by_name(before, after)
    assert said(delta) == ['> 1:2 list "Files": 0[0] -> 1[0]']
    assert delta.unchanged_count == 4


def test_an_element_that_becomes_a_root_has_moved_from_its_parent_to_none() -> None:
    before = outline('window "W"\n  dialog "D"')
    after = outline('window "W"\ndialog "D"')
    assert said(by_name(before, after)) == ['> 1:1 dialog "D": 0[0] -> None[1]']
    assert said(by_name(after, before)) == ['> 1:1 dialog "D": None[1] -> 0[0]']


def test_parent_and_child_that_change_places_are_two_moves() -> None:
    before = outline('window "W"\n  group "a"\n    group "b"')
    after = outline('window "W"\n  group "b"\n    group "a"')
    assert said(by_name(before, after)) == ['> 2:1 group "b": 1[0] -> 0[0]', '> 1:2 group "a": 0[0] -> 1[0]']


def test_parents_are_the_direct_ones_and_positions_count_all_children() -> None:
    before = outline("""
        window "W"
          toolbar
            img
            button "a"
          group "G"
    """)
    after = outline("""
        window "W"
          group "G"
            separator
            region
              img
              text
              button "a"
    """)
    assert [line for line in said(by_name(before, after)) if line.startswith(">")] == [
        '> 3:6 button "a": 1[1] -> 3[2]',
    ]


def test_a_move_and_a_change_of_one_element_are_two_records() -> None:
    before = outline("""
        group "Left"
          listitem "a" {"id": "1"}
        group "Right" {"id": "2"}
    """)
    after = outline("""
        group "Left"
        group "Right" {"id": "2"}
          listitem "A" {"id": "1"}
    """)
    delta = diff(before, after, matcher="id")
    assert said(delta) == ['~ 1:2 listitem "A": name "a" -> "A"', '> 1:2 listitem "A": 0[0] -> 1[0]']
    assert delta.unchanged_count == 2


# wrappers


PLAIN = """
    window "W"
      form "F"
        textbox "a"
        textbox "b"
      button "c"
"""
WRAPPED = """
    window "W"
      region
        form "F"
          textbox "a"
          textbox "b"
      button "c"
"""


def test_a_wrapper_put_around_elements_moves_nothing() -> None:
    delta = by_name(outline(PLAIN), outline(WRAPPED))
    assert said(delta) == ["+ 1 region"]
    assert delta.unchanged_count == 5


def test_a_wrapper_taken_away_moves_nothing() -> None:
    delta = by_name(outline(WRAPPED), outline(PLAIN))
    assert said(delta) == ["- 1 region"]
    assert delta.unchanged_count == 5


def test_a_wrapper_put_around_some_of_the_children_moves_nothing() -> None:
    before = outline('list "L"\n  row "a"\n  row "b"\n  row "c"')
    after = outline('list "L"\n  row "a"\n  group\n    row "b"\n  row "c"')
    assert said(by_name(before, after)) == ["+ 2 group"]


def test_a_wrapper_put_around_roots_moves_nothing() -> None:
    before = outline('window "a"\nwindow "b"')
    after = outline('desktop\n  window "a"\n  window "b"')
    assert said(by_name(before, after)) == ["+ 0 desktop"]


def test_wrappers_that_are_replaced_move_nothing() -> None:
    before = outline('window "W"\n  group\n    group\n      button "a"')
    after = outline('window "W"\n  region\n    button "a"')
    assert said(by_name(before, after)) == ["- 1 group", "  - 2 group", "+ 1 region"]


def test_what_stays_in_order_across_wrappers_has_not_moved() -> None:
    before = outline('list "L"\n  group\n    row "a"\n  row "b"\n  row "c"')
    after = outline('list "L"\n  row "a"\n  group\n    row "b"\n    row "c"')
    assert said(by_name(before, after)) == ["- 1 group", "+ 2 group"]


def test_what_changes_its_order_across_wrappers_has_moved() -> None:
    before = outline('list "L"\n  group\n    row "a"\n  row "b"')
    after = outline('list "L"\n  row "b"\n  group\n    row "a"')
    assert said(by_name(before, after)) == ["- 1 group", "+ 2 group", '> 3:1 row "b": 0[1] -> 0[0]']


def test_a_move_out_of_a_removed_parent_is_none_if_its_grandparent_is_the_same() -> None:
    before = outline('window "W"\n  group "G"\n    button "a"')
    after = outline('window "W"\n  button "a"')
    assert said(by_name(before, after)) == ['- 1 group "G"']


# the order of siblings


def test_of_two_that_swap_the_one_that_stood_behind_has_moved() -> None:
    assert said(by_name(rows("ab"), rows("ba"))) == ['> 2:1 listitem "b": 0[1] -> 0[0]']


def test_the_least_number_of_elements_has_moved() -> None:
    assert said(by_name(rows("abcde"), rows("bcdea"))) == ['> 1:5 listitem "a": 0[0] -> 0[4]']
    assert said(by_name(rows("abcde"), rows("eabcd"))) == ['> 5:1 listitem "e": 0[4] -> 0[0]']


def test_of_equally_many_those_that_stood_first_stay() -> None:
    assert said(by_name(rows("abcd"), rows("cdab"))) == [
        '> 3:1 listitem "c": 0[2] -> 0[0]',
        '> 4:2 listitem "d": 0[3] -> 0[1]',
    ]


def test_of_equally_many_the_smallest_in_their_own_order_stay() -> None:
    assert said(by_name(rows("abcd"), rows("badc"))) == [
        '> 2:1 listitem "b": 0[1] -> 0[0]',
        '> 4:3 listitem "d": 0[3] -> 0[2]',
    ]


def test_what_comes_and_goes_between_siblings_moves_none_of_them() -> None:
    assert said(by_name(rows("abc"), rows("xayc"))) == [
        '- 2 listitem "b"',
        '+ 1 listitem "x"',
        '+ 3 listitem "y"',
    ]


def test_roots_that_swap() -> None:
    before, after = outline('window "a"\nwindow "b"'), outline('window "b"\nwindow "a"')
    assert said(by_name(before, after)) == ['> 1:0 window "b": None[1] -> None[0]']


def test_a_swap_of_elements_with_children_moves_only_themselves() -> None:
    before = outline('group "a"\n  text "x"\ngroup "b"\n  text "y"')
    after = outline('group "b"\n  text "y"\ngroup "a"\n  text "x"')
    delta = by_name(before, after)
    assert said(delta) == ['> 2:0 group "b": None[1] -> None[0]']
    assert delta.unchanged_count == 3


def test_moves_below_different_parents_stand_in_document_order() -> None:
    before = outline('group "a"\n  text "1"\n  text "2"\ngroup "b"\n  text "3"\n  text "4"')
    after = outline('group "a"\n  text "2"\n  text "1"\ngroup "b"\n  text "4"\n  text "3"')
    assert said(by_name(before, after)) == ['> 2:1 text "2": 0[1] -> 0[0]', '> 5:4 text "4": 3[1] -> 3[0]']


def test_moved_is_not_symmetric() -> None:
    assert [moved.after.name for moved in by_name(rows("abc"), rows("cab")).moved] == ["c"]
    assert [moved.after.name for moved in by_name(rows("cab"), rows("abc")).moved] == ["c"]
    assert [moved.after.name for moved in by_name(rows("ab"), rows("ba")).moved] == ["b"]
    assert [moved.after.name for moved in by_name(rows("ba"), rows("ab")).moved] == ["a"]


# re-ordered


TEN = "abcdefghij"


def test_more_than_eight_and_over_half_are_one_reordered() -> None:
    delta = by_name(rows(TEN), rows(TEN[::-1]))
    assert said(delta) == ['= 0:0 list "L": 10 9 8 7 6 5 4 3 2 1']
    assert delta.unchanged_count == 2


def test_exactly_eight_are_eight_moves() -> None:
    delta = by_name(rows(TEN[:9]), rows(TEN[8::-1]))
    assert [moved.after.name for moved in delta.moved] == list("ihgfedcb")
    assert delta.reordered == ()
    assert delta.unchanged_count == 2


def test_nine_of_eighteen_which_is_not_over_half_are_nine_moves() -> None:
    delta = by_name(rows("abcdefghiABCDEFGHI"), rows("ABCDEFGHIabcdefghi"))
    assert [moved.after.name for moved in delta.moved] == list("ABCDEFGHI")
    assert delta.reordered == ()


def test_nine_of_seventeen_which_is_over_half_are_one_reordered() -> None:
    before, after = rows("abcdefghijklmnopq"), rows("jihgfedcbaklmnopq")
    assert said(by_name(before, after)) == ['= 0:0 list "L": 10 9 8 7 6 5 4 3 2 1 11 12 13 14 15 16 17']
    assert by_name(before, after).unchanged_count == 9


def test_elements_that_only_came_count_neither_as_moved_nor_for_the_half() -> None:
    before, after = rows(TEN), rows("XYZUVW" + TEN[::-1])
    delta = by_name(before, after)
    assert len(delta.added) == 6
    assert [record.order for record in delta.reordered] == [tuple(range(10, 0, -1))]


def test_an_order_names_all_that_hang_there_and_only_them() -> None:
    before = outline(
        'list "L"\n' + "".join(f'  row "{name}"\n    cell "{name}{name}"\n' for name in TEN) + '  row "gone"'
    )
    after = outline(
        'list "L"\n  row "new"\n' + "".join(f'  row "{name}"\n    cell "{name}{name}"\n' for name in TEN[::-1])
    )
    (record,) = by_name(before, after).reordered
    assert record.order == tuple(range(19, 0, -2))


def test_roots_can_be_reordered() -> None:
    before = outline("".join(f'window "{name}"\n' for name in TEN))
    after = outline("".join(f'window "{name}"\n' for name in TEN[::-1]))
    assert said(by_name(before, after)) == ["= roots: 9 8 7 6 5 4 3 2 1 0"]


def test_two_parents_are_reordered_apart() -> None:
    def lists(order: str) -> Snapshot:
        both = (f'list "{number}"\n' + "".join(f'  row "{number}{name}"\n' for name in order) for number in (1, 2))
        return outline("".join(both))

    orders = " ".join(map(str, range(10, 0, -1))), " ".join(map(str, range(21, 11, -1)))
    assert said(by_name(lists(TEN), lists(TEN[::-1]))) == [
        f'= 0:0 list "1": {orders[0]}',
        f'= 11:11 list "2": {orders[1]}',
    ]


def test_what_comes_from_another_parent_is_a_move_beside_a_reordering() -> None:
    before = outline('list "L"\n' + "".join(f'  row "{name}"\n' for name in TEN) + 'list "M"\n  row "x"')
    after = outline('list "L"\n  row "x"\n' + "".join(f'  row "{name}"\n' for name in TEN[::-1]) + 'list "M"')
    assert said(by_name(before, after)) == [
        '> 12:1 row "x": 11[0] -> 0[0]',
        '= 0:0 list "L": 10 9 8 7 6 5 4 3 2 1',
    ]


def test_eight_thousand_rows_sorted_anew_are_one_record() -> None:
    order = list(range(8_000))
    random.Random(7).shuffle(order)  # noqa: S311  # no secret
    before, after = (
        Snapshot.from_dicts([{"role": "table"}, *({"role": "row", "name": str(n), "parent": 0} for n in numbers)])
        for numbers in (range(8_000), order)
    )
    delta = diff(before, after, matcher="content-hash")
    assert [record.order for record in delta.reordered] == [tuple(number + 1 for number in order)]
    assert not delta.moved


@pytest.mark.parametrize("order", ["abc", "acb", "bac", "bca", "cab", "cba"])
def test_apply_puts_moved_elements_where_they_are(order: str) -> None:
    before, after = rows("abc"), rows(order)
    assert by_name(before, after).apply(before) == after
