"""Identity by content (spec/features#d25, spec/definitions#8-content-hash), the first stage: keys. "Bad input N" is a
heading of spec/bad-inputs.

Where a test says that a part belongs to the key, two elements that differ in it alone change places: the key pairs them
crosswise, while in order they would pair straight.
"""

from collections.abc import Mapping

import pytest

from tests.outline import outline, said
from uidiff import Snapshot, diff, match

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
