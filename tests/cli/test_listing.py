"""A delta as lines: exactly what stands in the line of each kind of record."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.outline import outline
from uidiff import Snapshot, TreeDiff, diff
from uidiff.cli.listing import counts, lines_of


def by_id(before: Snapshot | str, after: Snapshot | str, *, ignore: Iterable[str] = ()) -> TreeDiff:
    """The delta of two snapshots or outlines in which equal ids are the same element."""
    sides = [outline(side) if isinstance(side, str) else side for side in (before, after)]
    return diff(*sides, matcher="id", ignore=ignore)


def listed(before: Snapshot | str, after: Snapshot | str, *, every: bool = False) -> list[str]:
    return list(lines_of(by_id(before, after), every=every))


WINDOW = 'window "W" {"id": "w"}'

# counts


def test_nothing_changed_is_said_by_what_is_unchanged() -> None:
    assert counts(by_id(WINDOW, WINDOW)) == "1 unchanged"


def test_nothing_at_all_is_said_too() -> None:
    assert counts(by_id(Snapshot.from_dicts([]), Snapshot.from_dicts([]))) == "0 unchanged"


def test_counts_are_said_by_kind() -> None:
    before = """
        window {"id": "w"}
          button "A" {"id": "a"}
          button "B" {"id": "b"}
          button "C" {"id": "c"}
          button "D" {"id": "d"}
    """
    after = """
        window {"id": "w"}
          button "D" {"id": "d"}
          button "B" {"id": "b"}
          button "C!" {"id": "c"}
          button "E" {"id": "e"}
          button "F" {"id": "f"}
    """
    assert counts(by_id(before, after)) == "2 added, 1 removed, 1 changed, 1 moved, 2 unchanged"


def test_what_was_not_read_is_counted_as_such() -> None:
    whole, partial = WINDOW + '\n  button "A" {"id": "a"}', WINDOW[:-1] + ', "unread": true}'
    assert counts(by_id(whole, partial)) == "1 unknown, 1 unchanged"
    assert counts(by_id(partial, whole)) == "1 newly read, 1 unchanged"


# circumstances


@pytest.mark.parametrize(
    ("name", "before", "after", "line"),
    [
        ("title", "Inbox", "Inbox (1)", '~ title "Inbox" -> "Inbox (1)"'),
        ("title", None, "", '~ title none -> ""'),
        ("title", "a\n+ button", None, r'~ title "a\n+ button" -> none'),
        ("url", "https://a.org/", "https://a.org/b", '~ url "https://a.org/" -> "https://a.org/b"'),
        ("document", "1", "2", '~ document "1" -> "2"'),
    ],
)
def test_a_changed_circumstance(name: str, before: str | None, after: str | None, line: str) -> None:
    sides = [Snapshot.from_dicts([], **{name: value}) for value in (before, after)]  # type: ignore[arg-type]
    assert listed(*sides) == [line]


# came and went


def test_an_added_element_with_its_path() -> None:
    after = WINDOW + '\n  group {"id": "g"}\n    button "Save" {"id": "s"}'
    assert listed(WINDOW + '\n  group {"id": "g"}', after) == ['+ button "Save" in window > group']


def test_an_added_root_has_no_path() -> None:
    assert listed(WINDOW, WINDOW + '\ndialog "Save?" {"id": "d"}') == ['+ dialog "Save?"']


def test_a_removed_element_with_its_path() -> None:
    assert listed(WINDOW + '\n  button "Save" {"id": "s"}', WINDOW) == ['- button "Save" in window']


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({}, ""),
        ({"name": ""}, ""),
        ({"value": "tax"}, ' "tax"'),
        ({"description": "in all folders"}, ' "in all folders"'),
        ({"name": "Search", "value": "tax"}, ' "Search"'),
        ({"name": 'say "yes"'}, r' "say \"yes\""'),
        ({"name": "a\nb\x1b[31m\u202e"}, r' "a\nb\u001b[31m\u202e"'),
        ({"name": "x" * 60}, f' "{"x" * 60}"'),
        ({"name": "x" * 61}, f' "{"x" * 59}…"'),
    ],
    ids=ascii,
)
def test_an_element_is_called_by_its_name_or_value_or_description(fields: dict[str, str], label: str) -> None:
    after = Snapshot.from_dicts([{"role": "textbox", "id": "t", **fields}])
    assert listed(Snapshot.from_dicts([]), after) == [f"+ textbox{label}"]


def test_elements_within_an_added_one_are_counted_and_the_first_text_among_them_said() -> None:
    after = (
        WINDOW + '\n  row {"id": "r"}\n    cell {"id": "c"}\n      text "one" {"id": "1"}\n    text "two" {"id": "2"}'
    )
    assert listed(WINDOW, after) == ['+ row (+3 inside: "one") in window']


def test_elements_without_text_within_a_removed_one_are_counted() -> None:
    assert listed(WINDOW + '\n  row {"id": "r"}\n    cell {"id": "c"}', WINDOW) == ["- row (+1 inside) in window"]


def test_a_long_text_within_is_cut() -> None:
    after = WINDOW + '\n  row {"id": "r"}\n    text "' + "x" * 100 + '" {"id": "1"}'
    assert listed(WINDOW, after) == [f'+ row (+1 inside: "{"x" * 59}…") in window']


def test_every_element_has_its_line_if_that_is_asked_for() -> None:
    after = WINDOW + '\n  row {"id": "r"}\n    text "one" {"id": "1"}'
    assert listed(WINDOW, after, every=True) == ["+ row in window", '+ text "one" in window > row']


def test_neighbours_that_came_together_have_a_line_each() -> None:
    after = (
        WINDOW + '\n  row "A" {"id": "a"}\n    text "1" {"id": "1"}\n  row "B" {"id": "b"}\n    text "2" {"id": "2"}'
    )
    assert listed(WINDOW, after) == ['+ row "A" (+1 inside: "1") in window', '+ row "B" (+1 inside: "2") in window']


def test_elements_are_counted_within_the_one_that_they_are_in() -> None:
    before = 'list {"id": "L"}\n  listitem "A" {"id": "A"}'
    after = """
        group {"id": "G"}
          list {"id": "L"}
            listitem "A" {"id": "A"}
            listitem "B" {"id": "B"}
          button "C" {"id": "C"}
    """
    assert listed(before, after) == ['+ group (+1 inside: "C")', '+ listitem "B" in group > list']


def test_a_path_of_more_than_16_is_cut_at_its_front() -> None:
    outlines = "\n".join("  " * depth + f'group {{"id": "{depth}"}}' for depth in range(20))
    after = outlines + "\n" + "  " * 20 + 'text "deep" {"id": "t"}'
    assert listed(outlines, after) == ['+ text "deep" in … > ' + " > ".join(["group"] * 16)]


# changed


def changed(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    sides = [Snapshot.from_dicts([{"role": "textbox", "name": "T", "id": "t"} | side]) for side in (before, after)]
    return listed(*sides)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({"value": ""}, {"value": "tax"}, 'value "" -> "tax"'),
        ({}, {"value": "none"}, 'value none -> "none"'),
        ({"value": "x" * 99}, {"value": "a\nb"}, f'value "{"x" * 59}…" -> "a\\nb"'),
        ({"description": "a"}, {}, 'description "a" -> none'),
        ({}, {"role": "searchbox"}, 'role "textbox" -> "searchbox"'),
        ({"url": "/a?b=1"}, {"url": "/b"}, 'url "/a?b=…" -> "/b"'),
        ({}, {"states": {"focused": True}}, "focused no -> yes"),
        ({"states": {"checked": False}}, {"states": {"checked": "mixed"}}, 'checked no -> "mixed"'),
        ({}, {"states": {"expanded": True}}, "expanded none -> yes"),
        ({"states": {"level": 1}}, {"states": {"level": 2.5}}, "level 1 -> 2.5"),
        ({"bounds": [0, 0, 9, 9]}, {"bounds": [0, -5, 9, 9]}, "bounds (0, 0, 9, 9) -> (0, -5, 9, 9)"),
        ({}, {"bounds": [0, 0, 9, 9]}, "bounds none -> (0, 0, 9, 9)"),
        ({}, {"actions": ["press", "a\nb"]}, r'actions () -> ("press", "a\nb")'),
        ({"states": {"x-own": "a"}}, {"states": {"x-own": "b"}}, 'x-own "a" -> "b"'),
    ],
    ids=ascii,
)
def test_a_changed_field(before: dict[str, Any], after: dict[str, Any], said: str) -> None:
    role = after.get("role", "textbox")
    assert changed(before, after) == [f'~ {role} "T": {said}']


def test_several_changed_fields_are_in_one_line_the_states_last() -> None:
    after = {"name": "U", "value": "v", "states": {"focused": True, "busy": True}}
    assert changed({}, after) == [
        '~ textbox "U": name "T" -> "U", value none -> "v", busy no -> yes, focused no -> yes'
    ]


def test_a_changed_element_with_its_path() -> None:
    before, after = (WINDOW + f'\n  text "{text}" {{"id": "t"}}' for text in "12")
    assert listed(before, after) == ['~ text "2": name "1" -> "2" in window']


def test_a_url_of_which_only_the_hidden_part_changed_is_a_line_too() -> None:
    assert changed({"url": "/a?b=1"}, {"url": "/a?b=2"}) == ['~ textbox "T": url "/a?b=…" -> "/a?b=…"']


def test_a_change_that_is_to_be_ignored_has_no_line() -> None:
    before, after = (Snapshot.from_dicts([{"role": "text", "name": name}]) for name in "ab")
    assert list(lines_of(by_id(before, after, ignore=["name"]))) == []


# moved


def children(*names: str) -> str:
    return '\nlist "L" {"id": "L"}' + "".join(f'\n  listitem "{name}" {{"id": "{name}"}}' for name in names)


def test_an_element_moved_among_its_siblings_says_from_where_to_where() -> None:
    assert listed(children(*"abcd"), children(*"bcda")) == ['> listitem "a" moved from place 0 to 3 in list']


def test_an_element_moved_to_another_parent_names_both() -> None:
    before = 'list "L" {"id": "L"}\n  text "a" {"id": "a"}\nlist "M" {"id": "M"}'
    after = 'list "L" {"id": "L"}\nlist "M" {"id": "M"}\n  text "a" {"id": "a"}'
    assert listed(before, after) == ['> text "a" moved from list "L" to list "M" in list']


def test_a_parent_that_is_called_the_same_is_another() -> None:
    before = 'list {"id": "L"}\n  text "a" {"id": "a"}\nlist {"id": "M"}'
    after = 'list {"id": "L"}\nlist {"id": "M"}\n  text "a" {"id": "a"}'
    assert listed(before, after) == ['> text "a" moved from list to another in list']


def test_a_root_moved_among_the_roots_has_no_path() -> None:
    before, after = ("\n".join(f'dialog "{name}" {{"id": "{name}"}}' for name in names) for names in ("abc", "bca"))
    assert listed(before, after) == ['> dialog "a" moved from place 0 to 2']


ROOTS = 'window "W" {"id": "W"}\ndialog "D" {"id": "D"}'
INSIDE = 'window "W" {"id": "W"}\n  dialog "D" {"id": "D"}'


def test_a_root_that_became_a_child_names_its_new_parent() -> None:
    (line,) = listed(ROOTS, INSIDE)
    assert line.startswith('> dialog "D" moved from ')
    assert ' to window "W"' in line


def test_a_child_that_became_a_root_names_its_old_parent() -> None:
    (line,) = listed(INSIDE, ROOTS)
    assert line.startswith('> dialog "D" moved from window "W" to ')


def test_many_moved_siblings_are_one_line_with_their_parent() -> None:
    assert listed(children(*"abcdefghijkl"), children(*"lkjihgfedcba")) == ['> 12 elements reordered in list "L"']


def test_many_moved_roots_are_one_line() -> None:
    before, after = (
        "\n".join(f'text "{name}" {{"id": "{name}"}}' for name in names) for names in ("abcdefghijkl", "lkjihgfedcba")
    )
    assert listed(before, after) == ["> 12 elements reordered"]


# not read

WHOLE = WINDOW + '\n  list "L" {"id": "L"}\n    row "A" {"id": "A"}\n      text "1" {"id": "1"}'
PARTIAL = WINDOW + '\n  list "L" {"id": "L", "unread": true}'


def test_what_was_not_read_this_time() -> None:
    assert listed(WHOLE, PARTIAL) == ['? row "A" (+1 inside: "1") not read this time in window > list']


def test_what_was_not_read_before() -> None:
    assert listed(PARTIAL, WHOLE) == ['? row "A" (+1 inside: "1") not read before in window > list']


def test_what_was_not_read_an_element_a_line() -> None:
    lines = ['? row "A" not read this time in window > list', '? text "1" not read this time in window > list > row']
    assert listed(WHOLE, PARTIAL, every=True) == lines


# the whole


def test_lines_of_one_kind_are_in_document_order() -> None:
    assert listed(children(*"abc"), children(*"xaybz")) == [
        '+ listitem "x" in list',
        '+ listitem "y" in list',
        '- listitem "c" in list',
        '+ listitem "z" in list',
    ]


def test_all_lines_are_in_document_order_removals_at_their_place_before() -> None:
    before = WINDOW + '\n  text "1" {"id": "1"}\n  text "2" {"id": "2"}\n  text "3" {"id": "3"}'
    after = WINDOW + '\n  text "one" {"id": "1"}\n  text "new" {"id": "n"}\n  text "3" {"id": "3"}'
    assert listed(before, after) == [
        '~ text "one": name "1" -> "one" in window',
        '- text "2" in window',
        '+ text "new" in window',
    ]


def test_an_empty_delta_has_no_lines() -> None:
    assert listed(WHOLE, WHOLE) == []
