"""Identity by name, role and the parent's name (spec/features#d12). "Bad input N" is a heading of spec/bad-inputs."""

import pytest

from tests.outline import outline
from uidiff import Snapshot, match


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


SWITCH = 'switch "A" {"native_role": "button"}'


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param('button "Follow"', 'button "Following"', (), id="another name"),
        pytest.param('button "save"', 'button "Save"', (), id="another case"),
        pytest.param('button "Bold"', 'checkbox "Bold"', (), id="another role"),
        pytest.param(SWITCH, 'button "A"', (), id="a native role is no role"),
        pytest.param('switch "A"', SWITCH, ((0, 0),), id="another native role"),
        pytest.param('button "\\u3164\\u200b"', "button", ((0, 0),), id="bad input 9: an invisible name"),
        pytest.param('group "L"\n  button "Star"', 'group "R"\n  button "Star"', (), id="another name of the parent"),
        pytest.param('group "L"\n  img "A"', 'region "L"\n  img "A"', ((1, 1),), id="another role of the parent"),
        pytest.param(
            'group "Draft"\n  list "Lines"\n    listitem "one"',
            'group "Draft *"\n  list "Lines"\n    listitem "one"',
            ((2, 2),),
            id="another name of the grandparent",
        ),
    ],
)
def test_what_belongs_to_the_key(before: str, after: str, expected: tuple[tuple[int, int], ...]) -> None:
    assert pairs(outline(before), outline(after)) == expected


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


# texts as they are compared


def test_bad_input_21_normalisation_and_white_space_do_not_matter() -> None:
    composed, decomposed = outline('button "Caf\\u00e9  au lait"'), outline('button " Cafe\\u0301 au\\tlait"')
    assert pairs(composed, decomposed) == ((0, 0),)


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
