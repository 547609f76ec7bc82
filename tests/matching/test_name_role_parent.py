"""Identity by name, role and the parent's name (spec/features#d12). "Bad input N" is a heading of spec/bad-inputs."""

import pytest

from tests.outline import outline, said
from uidiff import Matching, Snapshot, diff, match
from uidiff.matchers import NameRoleParentMatcher


def pairs(before: Snapshot, after: Snapshot) -> tuple[tuple[int, int], ...]:
    return match(before, after, matcher="name-role-parent").pairs


# the key


def test_equal_name_role_and_parent_name_pair_wherever_they_stand() -> None:
    before = outline("""
        toolbar "File"
          button "Open"
          button "Save"
        toolbar "Edit"
          button "Open"
    """)
    after = outline("""
        toolbar "Edit"
          button "Open"
        toolbar "File"
          button "Save"
          button "Open"
    """)
    assert pairs(before, after) == ((0, 2), (1, 4), (2, 3), (3, 0), (4, 1))


def test_another_name_is_another_element() -> None:
    assert pairs(outline('button "Follow"'), outline('button "Following"')) == ()


def test_another_role_is_another_element() -> None:
    assert pairs(outline('button "Bold"'), outline('checkbox "Bold"')) == ()


def test_another_name_of_the_parent_is_another_element() -> None:
    before = outline("""
        group "Left"
          button "Star"
    """)
    after = outline("""
        group "Right"
          button "Star"
    """)
    assert pairs(before, after) == ()


def test_the_role_of_the_parent_does_not_matter() -> None:
    before = outline("""
        group "Photo"
          button "Star"
    """)
    after = outline("""
        region "Photo"
          button "Star"
    """)
    assert pairs(before, after) == ((1, 1),)


def test_the_name_of_a_grandparent_does_not_matter() -> None:
    before = outline("""
        window "Mail (3)"
          list "Messages"
            listitem "Ann"
    """)
    after = outline("""
        window "Mail (4)"
          list "Messages"
            listitem "Ann"
    """)
    assert pairs(before, after) == ((2, 2),)


@pytest.mark.parametrize(
    ("field", "one", "other"),
    [
        ("value", "30", "35"),
        ("description", "too loud", "just right"),
        ("bounds", [0, 0, 9, 9], [50, 90, 9, 9]),
        ("states", {"focused": True}, {"disabled": True}),
        ("url", "/a", "/b"),
        ("actions", ["press"], ["open"]),
        ("id", "1", "2"),
        ("automation_id", "x", "y"),
    ],
)
def test_nothing_else_matters(field: str, one: object, other: object) -> None:
    def slider(value: object) -> Snapshot:
        return Snapshot.from_dicts([{"role": "slider", "name": "Volume", field: value}])

    assert pairs(slider(one), slider(other)) == ((0, 0),)


def test_it_works_for_native_trees() -> None:
    before = outline(
        """
        Window "Notes"
          Edit "Title"
          Button "Save"
        """,
        platform="uia",
    )
    after = outline(
        """
        Window "Notes"
          Button "Save" disabled
          Edit "Title" {"value": "Plan"}
        """,
        platform="uia",
    )
    assert pairs(before, after) == ((0, 0), (1, 2), (2, 1))


def test_it_works_for_web_trees() -> None:
    before = outline(
        """
        RootWebArea "Notes"
          textbox "Title"
          button "Save"
        """,
        platform="web",
    )
    after = outline(
        """
        RootWebArea "Notes"
          button "Save"
          textbox "Title"
        """,
        platform="web",
    )
    assert pairs(before, after) == ((0, 0), (1, 2), (2, 1))


def test_unknown_roles_are_compared_by_the_native_role() -> None:
    before = outline("""
        unknown "A" {"native_role": "Rolle Ä"}
        unknown "A" {"native_role": "Rolle Ö"}
    """)
    after = outline("""
        unknown "A" {"native_role": "Rolle Ö"}
        unknown "A" {"native_role": "Rolle Ü"}
    """)
    assert pairs(before, after) == ((1, 0),)


def test_known_roles_are_not_compared_by_the_native_role() -> None:
    switch, button = outline('switch "A" {"native_role": "button"}'), outline('button "A"')
    assert pairs(switch, button) == ()
    assert pairs(outline('switch "A"'), switch) == ((0, 0),)


# texts as they are compared


def test_bad_input_21_normalisation_and_white_space_do_not_matter() -> None:
    composed, decomposed = outline('button "Caf\\u00e9  au lait"'), outline('button " Cafe\\u0301 au\\tlait"')
    assert pairs(composed, decomposed) == ((0, 0),)


def test_bad_input_9_a_name_of_invisible_characters_counts_as_none() -> None:
    assert pairs(outline('button "\\u3164\\u200b"'), outline("button")) == ((0, 0),)


def test_case_matters() -> None:
    assert pairs(outline('button "save"'), outline('button "Save"')) == ()


def test_bad_input_41_parts_of_the_key_are_never_glued_together() -> None:
    before = outline("""
        group "b|"
          button "a"
        group
          button "a|b"
    """)
    after = outline("""
        group
          button "a|b"
        group "b|"
          button "a"
    """)
    assert pairs(before, after) == ((0, 2), (1, 3), (2, 0), (3, 1))


@pytest.mark.parametrize("empty", ['""', '"\\u200b"', '" "'])
def test_a_parent_without_name_is_as_one_whose_name_is_empty(empty: str) -> None:
    root = outline('button "Save"')
    nameless, unseen = outline('group\n  button "Save"'), outline(f'group {empty}\n  button "Save"')
    assert pairs(root, nameless) == pairs(root, unseen)
    assert pairs(nameless, unseen) == ((0, 0), (1, 1))


# duplicates


def test_of_equal_keys_the_kth_is_the_kth() -> None:
    before = outline("""
        list "Photos"
          button "Star"
          img "Sea"
          button "Star"
    """)
    after = outline("""
        list "Photos"
          img "Sea"
          button "Star"
          button "Star"
    """)
    assert pairs(before, after) == ((0, 0), (1, 2), (2, 1), (3, 3))


def test_of_more_equal_keys_than_before_the_last_is_added() -> None:
    before = outline("""
        list "Photos"
          button "Star"
          button "Star"
    """)
    after = outline("""
        list "Photos"
          button "Star"
          button "Star"
          button "Star"
    """)
    assert said(diff(before, after, matcher="name-role-parent")) == ['+ 3 button "Star"']


def test_bad_input_36_ten_thousand_equal_siblings_pair_in_order() -> None:
    before = Snapshot.from_dicts([{"role": "row", "name": "same"}] * 10_000)
    after = Snapshot.from_dicts([{"role": "row", "name": "same"}] * 9_999)
    assert match(before, after, matcher="name-role-parent").runs == ((0, 0, 9_999),)


# limits, and what was settled before


def test_neither_a_renamed_parent_nor_its_children_are_followed_but_its_grandchildren_are() -> None:
    before = outline("""
        group "Draft"
          list "Lines"
            listitem "one"
    """)
    after = outline("""
        group "Draft *"
          list "Lines"
            listitem "one"
    """)
    assert pairs(before, after) == ((2, 2),)


def test_pairs_given_are_kept_and_leave_the_counting() -> None:
    before = outline("""
        button "Star"
        button "Star"
    """)
    after = outline("""
        button "Star"
        button "Star"
        button "Star"
    """)
    given = Matching.from_pairs([(0, 2)], before=before, after=after)
    assert NameRoleParentMatcher().match(before, after, given=given).pairs == ((0, 2), (1, 0))
