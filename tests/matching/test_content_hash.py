"""Identity by content (spec/features#d25, spec/definitions#8-content-hash), the first stage: keys. "Bad input N" is a
heading of spec/bad-inputs.

Where a test says that a part belongs to the key, two elements that differ in it alone change places: the key pairs them
crosswise, while in order they would pair straight.
"""

from collections.abc import Mapping

import pytest

from tests.outline import outline, said
from uidiff import Matching, Snapshot, diff, match
from uidiff.matchers import ContentHashMatcher

STRAIGHT = ((0, 0), (1, 1))
CROSSWISE = ((0, 1), (1, 0))


def pairs(before: Snapshot, after: Snapshot) -> tuple[tuple[int, int], ...]:
    return match(before, after, matcher="content-hash").pairs


def two(first: Mapping[str, object], second: Mapping[str, object]) -> Snapshot:
    return Snapshot.from_dicts([{"role": "text", **first}, {"role": "text", **second}])


# first stage: the key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param({"name": "Ann"}, {"name": "Ben"}, id="name"),
        pytest.param({"name": "Ann", "value": "1"}, {"name": "Ann", "value": "2"}, id="value"),
        pytest.param({"name": "Ann", "description": "in"}, {"name": "Ann", "description": "out"}, id="description"),
        pytest.param({"role": "link", "name": "Ann"}, {"role": "button", "name": "Ann"}, id="role"),
    ],
)
def test_the_content_is_part_of_the_key(one: dict[str, object], other: dict[str, object]) -> None:
    assert pairs(two(one, other), two(other, one)) == CROSSWISE


@pytest.mark.parametrize(
    ("field", "one", "other"),
    [
        ("bounds", [0, 0, 9, 9], [50, 90, 9, 9]),
        ("states", {"focused": True}, {"disabled": True}),
        ("url", "/a", "/b"),
        ("actions", ["press"], ["open"]),
        ("id", "1", "2"),
        ("automation_id", "x", "y"),
    ],
)
def test_nothing_else_is_part_of_the_key(field: str, one: object, other: object) -> None:
    first, second = {"name": "Ann", field: one}, {"name": "Ann", field: other}
    assert pairs(two(first, second), two(second, first)) == STRAIGHT


def test_the_roles_of_all_ancestors_count_not_only_the_parents() -> None:
    before = outline("""
        toolbar
          group
            button "Open"
        menu
          group
            button "Open"
    """)
    after = outline("""
        menu
          group
            button "Open"
        toolbar
          group
            button "Open"
    """)
    assert pairs(before, after) == ((0, 3), (1, 4), (2, 5), (3, 0), (4, 1), (5, 2))


def test_of_equal_keys_the_kth_is_the_kth() -> None:
    before = outline('text "a"\ntext "b"\ntext "a"')
    after = outline('text "b"\ntext "a"\ntext "a"')
    assert pairs(before, after) == ((0, 1), (1, 0), (2, 2))


def test_unknown_roles_of_ancestors_are_compared_by_the_native_role() -> None:
    before = outline("""
        unknown {"native_role": "Rolle Ä"}
          text "Ann"
        unknown {"native_role": "Rolle Ö"}
          text "Ann"
    """)
    after = outline("""
        unknown {"native_role": "Rolle Ö"}
          text "Ann"
        unknown {"native_role": "Rolle Ä"}
          text "Ann"
    """)
    assert pairs(before, after) == ((0, 2), (1, 3), (2, 0), (3, 1))


def test_bad_input_21_normalisation_and_white_space_do_not_matter() -> None:
    one, other = {"name": "Caf\u00e9  au lait"}, {"name": "th\u00e9"}
    assert pairs(two(one, other), two({"name": "the\u0301"}, {"name": " Cafe\u0301 au\nlait"})) == CROSSWISE


def test_bad_input_9_invisible_characters_count_as_no_text() -> None:
    one, other = {"name": "\u200b\u3164", "value": "1"}, {"name": "x", "value": "1"}
    assert pairs(two(one, other), two(other, {"value": "1"})) == CROSSWISE


def test_bad_input_41_roles_of_a_path_are_never_glued_together() -> None:
    before = outline("""
        unknown {"native_role": "ä"}
          unknown {"native_role": "ö"}
            text "L"
        unknown {"native_role": "ä > unknown ö"}
          text "L"
    """)
    after = outline("""
        unknown {"native_role": "ä > unknown ö"}
          text "L"
        unknown {"native_role": "ä"}
          unknown {"native_role": "ö"}
            text "L"
    """)
    assert pairs(before, after) == ((0, 2), (1, 3), (2, 4), (3, 0), (4, 1))


# the documents' own examples


def test_a_value_change_reads_as_changed_as_in_the_documents_own_example() -> None:
    before = outline("""
        window "Gmail"
          textbox {"value": "Inbox (23288)"}
          list
            listitem "Weekly report from Carol"
            text "3 minutes ago"
            text "2 hours ago"
    """)
    after = outline("""
        window "Gmail"
          textbox {"value": "Inbox (23289)"}
          list
            listitem "Weekly report from Carol"
            text "6 minutes ago"
            text "2 hours ago"
    """)
    delta = diff(before, after, matcher="content-hash")
    assert said(delta) == [
        '~ 1:1 textbox "Inbox (23289)": value "Inbox (23288)" -> "Inbox (23289)"',
        '~ 4:4 text "6 minutes ago": name "3 minutes ago" -> "6 minutes ago"',
    ]
    assert delta.unchanged_count == 4


# what is left, under paired parents


def below(given: tuple[tuple[int, int], ...], before: Snapshot, after: Snapshot) -> tuple[tuple[int, int], ...]:
    """The pairs that the strategy adds to those given."""
    settled = Matching.from_pairs(given, before=before, after=after)
    found = ContentHashMatcher().match(before, after, given=settled).pairs
    assert set(given) <= set(found)
    return tuple(sorted(set(found) - set(given)))


# second stage: sharing a word


def test_leftovers_that_share_a_word_pair_in_order() -> None:
    before = outline('listitem "Ann 1"\nlistitem "Ben 1"')
    after = outline('listitem "Ann 2"\nlistitem "Ben 2"')
    assert pairs(before, after) == STRAIGHT


def test_leftovers_that_share_no_word_do_not_pair() -> None:
    before = outline('listitem "Ann"\nlistitem "Ben"')
    after = outline('listitem "Cem"\nlistitem "Dia"')
    assert pairs(before, after) == ()


@pytest.mark.parametrize("field", ["name", "value", "description"])
def test_a_word_may_stand_in_any_text(field: str) -> None:
    before = two({field: "alpha one"}, {field: "beta one"})
    after = two({field: "alpha two"}, {field: "beta two"})
    assert pairs(before, after) == STRAIGHT


def test_a_word_may_go_from_one_field_to_another() -> None:
    before = two({"name": "alpha"}, {"name": "beta"})
    after = two({"value": "alpha"}, {"value": "beta"})
    assert pairs(before, after) == STRAIGHT


def test_words_are_compared_without_case_and_punctuation() -> None:
    before = outline('listitem "ANN: hello"\nlistitem "ben, yes"')
    after = outline('listitem "(ann)"\nlistitem "Ben!"')
    assert pairs(before, after) == STRAIGHT


def test_a_part_of_a_word_is_not_shared() -> None:
    before = outline('button "Follow"\nbutton "Mute"')
    after = outline('button "Following"\nbutton "Muted"')
    assert pairs(before, after) == ()


def test_leftovers_before_which_something_came_pair_from_the_end() -> None:
    before = outline('row "Mon 1"\nrow "Tue 1"')
    after = outline('row "Sun 2"\nrow "Mon 2"\nrow "Tue 2"')
    assert pairs(before, after) == ((0, 1), (1, 2))


def test_leftovers_between_which_something_came_pair_from_both_ends() -> None:
    before = outline('row "Mon 1"\nrow "Wed 1"')
    after = outline('row "Mon 2"\nrow "Tue 2"\nrow "Wed 2"')
    assert pairs(before, after) == ((0, 0), (1, 2))


def test_bad_input_44_huge_values_without_a_common_word_do_not_pair() -> None:
    before = two({"value": "ab" * 8_000}, {"value": "cd" * 8_000})
    after = two({"value": "ba" * 8_000}, {"value": "dc" * 8_000})
    assert pairs(before, after) == ()


# second stage: neither has text


MOVED_BOX = (
    """
    window
      list "Box"
        group
        group
        separator
    """,
    """
    window
      region
        list "Box"
          group
          group
          separator
          separator
    """,
)


def test_textless_leftovers_pair_the_kth_with_the_kth_where_the_numbers_agree() -> None:
    before, after = map(outline, MOVED_BOX)
    assert below(((0, 0), (1, 2)), before, after) == ((2, 3), (3, 4))


def test_textless_leftovers_do_not_pair_where_the_numbers_differ() -> None:
    before = outline("""
        list "Box"
          separator
          separator
    """)
    after = outline("""
        region
          list "Box"
            separator
    """)
    assert below(((0, 1),), before, after) == ()


def test_textless_leftovers_are_counted_apart_from_those_with_text() -> None:
    before = outline("""
        list "Box"
          group
          group "Ann"
          group "Ben"
          group
    """)
    after = outline("""
        region
          list "Box"
            group "Cem"
            group
            group
            group "Dia"
    """)
    assert below(((0, 1),), before, after) == ((1, 3), (4, 4))


# second stage: exactly one left


def test_the_only_ones_left_pair_without_a_common_word() -> None:
    before = outline('button "Follow"\nbutton "Share"')
    after = outline('button "Share"\nbutton "Following"')
    assert pairs(before, after) == CROSSWISE


def test_what_is_left_alone_after_the_words_pairs_too() -> None:
    before = outline('button "Mute Ann"\nbutton "Follow"')
    after = outline('button "Unmute Ann"\nbutton "Following"')
    assert pairs(before, after) == STRAIGHT


def test_one_left_against_two_does_not_pair() -> None:
    one, other = outline('button "Follow"'), outline('button "Share"\nbutton "Hide"')
    assert pairs(one, other) == ()
    assert pairs(other, one) == ()


def test_one_with_text_and_one_without_pair_if_they_are_the_only_ones() -> None:
    assert pairs(outline('text "Loading"'), outline("text")) == ((0, 0),)


# second stage: below whom


def test_leftovers_pair_only_below_paired_parents() -> None:
    before = outline("""
        group "Left"
          button "Play 1"
        group "Middle"
    """)
    after = outline("""
        group "Right"
          button "Play 2"
        group "Centre"
    """)
    assert pairs(before, after) == ()


def test_a_pair_of_parents_opens_its_children_from_the_top_down() -> None:
    before = outline("""
        group "Follow"
          list "Ann"
            button "one"
    """)
    after = outline("""
        group "Following"
          list "Ben"
            button "two"
    """)
    assert pairs(before, after) == ((0, 0), (1, 1), (2, 2))
