"""What was not read is never said to be removed (spec/definitions#12-partial)."""

from tests.diffing.happening import by_name
from tests.outline import outline, said
from uidiff import diff

WHOLE = """
    window "W"
      list "Inbox"
        listitem "Ann"
          button "Reply"
      list "Sent"
        listitem "Ben"
"""
INBOX_UNREAD = """
    window "W"
      list "Inbox" unread
      list "Sent"
        listitem "Ben"
"""


def both_ways(whole: str, partial: str) -> tuple[list[str], list[str]]:
    """What is said from the whole tree to the partial one, and back."""
    one, other = outline(whole), outline(partial)
    return said(diff(one, other)), said(diff(other, one))


# below an element that is there on both sides


def test_what_stood_below_an_unread_element_is_unknown() -> None:
    lost, _ = both_ways(WHOLE, INBOX_UNREAD)
    assert lost == ['? 2 listitem "Ann"', '  ? 3 button "Reply"']


def test_what_is_read_for_the_first_time_is_newly_read() -> None:
    _, found = both_ways(WHOLE, INBOX_UNREAD)
    assert found == ['! 2 listitem "Ann"', '  ! 3 button "Reply"']


def test_elsewhere_removed_is_removed_and_added_is_added() -> None:
    partial = INBOX_UNREAD.replace('listitem "Ben"', 'link "Cem"')
    assert both_ways(WHOLE, partial) == (
        ['- 5 listitem "Ben"', '+ 3 link "Cem"', '? 2 listitem "Ann"', '  ? 3 button "Reply"'],
        ['- 3 link "Cem"', '+ 5 listitem "Ben"', '! 2 listitem "Ann"', '  ! 3 button "Reply"'],
    )


def test_what_was_read_below_an_unread_element_pairs_as_ever() -> None:
    partial = WHOLE.replace('list "Inbox"', 'list "Inbox" unread').replace('          button "Reply"\n', "")
    assert both_ways(WHOLE, partial) == (['? 3 button "Reply"'], ['! 3 button "Reply"'])


def test_what_was_read_within_an_unread_part_counts_as_unchanged() -> None:
    partial = WHOLE.replace('list "Inbox"', 'list "Inbox" unread').replace('          button "Reply"\n', "")
    delta = diff(outline(WHOLE), outline(partial))
    assert delta.unchanged_count == 5


def test_what_came_below_an_element_that_was_whole_before_is_added_though_it_is_unread_now() -> None:
    before = outline('list "L"\n  listitem "Ann"')
    after = outline('list "L" unread\n  listitem "Ann"\n  listitem "Ben"')
    assert said(diff(before, after)) == ['+ 2 listitem "Ben"']


def test_what_went_below_an_element_that_was_unread_before_is_removed_if_it_is_whole_now() -> None:
    before = outline('list "L" unread\n  listitem "Ann"\n  listitem "Ben"')
    after = outline('list "L"\n  listitem "Ann"')
    assert said(diff(before, after)) == ['- 2 listitem "Ben"']


def test_below_an_element_that_is_unread_on_both_sides_nothing_is_sure() -> None:
    before = outline('list "L" unread\n  listitem "Ann"\n  listitem "Ben"')
    after = outline('list "L" unread\n  listitem "Ben"\n  listitem "Cem"')
    assert said(by_name(before, after)) == ['? 1 listitem "Ann"', '! 2 listitem "Cem"']


def test_changes_of_what_was_read_are_said_beside() -> None:
    after = outline('window "W" focused unread')
    assert said(diff(outline('window "W"\n  button "A"'), after)) == [
        '~ 0:0 window "W": focused false -> true',
        '? 1 button "A"',
    ]


# below an unread element that is new


def test_below_an_unmatched_unread_element_anything_of_its_matched_ancestor_may_stand() -> None:
    before = outline("""
        window "W"
          group "A"
            button "B"
          list "L"
            listitem "x"
    """)
    after = outline("""
        window "W"
          region "R" unread
          list "L"
    """)
    assert said(by_name(before, after)) == [
        '- 4 listitem "x"',
        '+ 1 region "R"',
        '? 1 group "A"',
        '  ? 2 button "B"',
    ]


def test_before_an_unmatched_unread_element_that_went_nothing_is_sure_to_be_new() -> None:
    before = outline('window "W"\n  region "R" unread\n  list "L"')
    after = outline('window "W"\n  button "B"\n  list "L"\n    listitem "x"')
    assert said(by_name(before, after)) == [
        '- 1 region "R"',
        '+ 3 listitem "x"',
        '! 1 button "B"',
    ]


def test_an_unread_element_below_unmatched_ones_stands_for_its_nearest_matched_ancestor() -> None:
    before = outline('window "W"\n  button "B"\nwindow "V"\n  button "C"')
    after = outline('window "W"\n  group "G"\n    region "R" unread\nwindow "V"')
    assert said(by_name(before, after)) == [
        '- 3 button "C"',
        '+ 1 group "G"',
        '  + 2 region "R"',
        '? 1 button "B"',
    ]


def test_a_wrapper_within_the_unread_part_hides_its_children() -> None:
    before = outline('window "W"\n  list "L"\n    listitem "x"\n    listitem "y"')
    after = outline('window "W" unread\n  group "G"\n    list "L"\n      listitem "y"')
    assert said(by_name(before, after)) == ['+ 1 group "G"', '? 2 listitem "x"']


# roots


def test_a_root_that_is_gone_is_removed_though_another_root_is_unread() -> None:
    before = outline('window "W"\n  button "A"\ndialog "D"\n  button "B"')
    after = outline('window "W" unread')
    assert said(by_name(before, after)) == ['- 2 dialog "D"', '  - 3 button "B"', '? 1 button "A"']


def test_a_new_root_that_is_unread_may_hold_the_roots_that_are_gone() -> None:
    before = outline('window "W"\n  button "A"')
    after = outline('window "V" unread')
    assert said(by_name(before, after)) == ['+ 0 window "V"', '? 0 window "W"', '  ? 1 button "A"']
    assert said(by_name(after, before)) == ['- 0 window "V"', '! 0 window "W"', '  ! 1 button "A"']
