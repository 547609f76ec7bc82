"""Identity by content (spec/definitions#8-content-hash), second stage: what keys left. "Bad input N" is a heading of
spec/bad-inputs.
"""

from collections.abc import Mapping

import pytest

from tests.outline import outline
from uidiff import Matching, Snapshot, match
from uidiff.matchers import ContentHashMatcher

STRAIGHT = ((0, 0), (1, 1))
CROSSWISE = ((0, 1), (1, 0))


def pairs(before: Snapshot, after: Snapshot) -> tuple[tuple[int, int], ...]:
    return match(before, after, matcher="content-hash").pairs


def two(first: Mapping[str, object], second: Mapping[str, object]) -> Snapshot:
    return Snapshot.from_dicts([{"role": "text", **first}, {"role": "text", **second}])


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
