"""Ids as evidence in the structural matching (spec/definitions#6-ids): where they decide, and where content does."""

import pytest

from tests.outline import outline, said
from uidiff import Matching, Snapshot, diff, match
from uidiff.matchers import StructuralMatcher

BY_CONTENT = StructuralMatcher(stable_ids=False)


def live(text: str, *, ids: str = "stable") -> Snapshot:
    """A snapshot of lines ``role "name" #id``; ``ids`` says what kind of ids they are."""
    form = {"stable": 'id_stable {{"id": "{}"}}', "plain": '{{"id": "{}"}}', "author's": '{{"automation_id": "{}"}}'}
    lines = []
    for line in text.splitlines():
        said_first, _, key = line.partition(" #")
        lines.append(f"{said_first} {form[ids].format(key)}" if key else line)
    return outline("\n".join(lines))


def told(before: str, after: str, *, ids: str = "stable") -> list[str]:
    """What a diff says with ids; it never has more records than the diff without."""
    sides = live(before, ids=ids), live(after, ids=ids)
    with_ids, without = diff(*sides), diff(*sides, matcher=BY_CONTENT)
    assert with_ids.record_count <= without.record_count
    return said(with_ids)


# content that agrees, or changed where it stands


def test_of_equal_buttons_the_ids_know_which_went() -> None:
    before = """list "Files" #l
      button "Delete" #1
      button "Delete" #2
      button "Delete" #3"""
    after = """list "Files" #l
      button "Delete" #2
      button "Delete" #3"""
    assert told(before, after) == ['- 1 button "Delete"']
    assert said(diff(live(before), live(after), matcher=BY_CONTENT)) == ['- 3 button "Delete"']


def test_of_a_hundred_equal_rows_their_buttons_follow_them() -> None:
    def rows(numbers: range) -> str:
        some = (f'  listitem #{n}\n    button "Edit" #e{n}\n    button "Delete" #d{n}' for n in numbers)
        return "\n".join(['list "Files" #l', *some])

    delta = diff(live(rows(range(100))), live(rows(range(1, 100))))
    assert [record.before.index for record in delta.removed] == [1, 2, 3]
    assert delta.record_count == 3


def test_a_control_that_is_renamed_where_it_stands_is_one_change() -> None:
    before = 'toolbar #t\n  button "Basic" #1\n  button "Open" #2\n  button "Save" #3'
    after = 'toolbar #t\n  button "Advanced" #1\n  link "Help" #7\n  button "Sum" #8\n  button "Root" #9'
    assert '~ 1:1 button "Advanced": name "Basic" -> "Advanced"' in told(before, after)


def test_items_that_changed_in_part_are_the_same() -> None:
    def feed(time: str, *names: str) -> str:
        some = (
            f'  article #{n}\n    heading "{name}"\n    text "Town hall"\n    text "{time}"'
            for n, name in enumerate(names)
        )
        return "\n".join(["feed #f", *some])

    before, after = feed("1 min", "Ada", "Bo"), feed("2 min", "Ada", "Bo")
    assert [line[0] for line in told(before, after)] == ["~", "~"]


# what the content contradicts


def test_an_item_that_stands_exactly_elsewhere_is_that_item() -> None:
    before = 'list "Guests" #l\n  listitem "Ada" #1\n  listitem "Bo" #2'
    after = 'list "Guests" #l\n  listitem "Bo" #1\n  listitem "Ada" #2'
    assert [line[0] for line in told(before, after)] == [">"]


@pytest.mark.parametrize("step", [1, 3, 6, 8, 20])
def test_the_rows_of_a_virtual_list_are_what_they_show(step: int) -> None:
    """A list of eight nodes is scrolled: each node shows another message, and the one that it showed may be gone."""

    def rows(first: int) -> str:
        some = (
            f'  listitem #{n}\n    text "Message {first + n}" #t{n}\n    text "Room {first + n}" #r{n}\n    button "No"'
            for n in range(8)
        )
        return "\n".join(['list "Inbox" #l', *some])

    before, after = live(rows(0)), live(rows(step))
    pairs = dict(match(before, after).pairs)
    texts = [(i, j) for i, j in pairs.items() if before[i].role == "text"]
    assert all(before[i].name == after[j].name for i, j in texts)
    assert len(texts) == 2 * max(0, 8 - step)
    assert all(pairs[before.parents[i]] == after.parents[j] for i, j in texts)


def test_leaf_items_that_show_others_are_not_renamed() -> None:
    before = "listbox #l\n" + "\n".join(f'  option "{name}" #{n}' for n, name in enumerate(("Ada", "Bo", "Cy")))
    after = "listbox #l\n" + "\n".join(f'  option "{name}" #{n}' for n, name in enumerate(("Kim", "Lou", "Max")))
    assert [line[0] for line in told(before, after)] == ["-"] * 3 + ["+"] * 3


def test_a_container_that_shows_something_else_throughout_is_another_one() -> None:
    def month(name: str, *days: str) -> str:
        return "\n".join([f'main #m\n  grid "{name}" #g', *(f'    cell "{day}" #{n}' for n, day in enumerate(days))])

    lines = told(month("May", "5 May", "6 May", "7 May"), month("June", "5 June", "6 June", "7 June"))
    assert lines[0] == '- 1 grid "May"'


# ids on one side only


def test_a_text_that_is_replaced_in_place_has_changed() -> None:
    """``textContent =`` makes a new text node."""
    before = 'main #m\n  heading "Cart" #h\n  status #s\n    text "3" #1'
    after = 'main #m\n  heading "Cart" #h\n  status #s\n    text "2" #2'
    assert told(before, after) == ['~ 3:3 text "2": name "3" -> "2"']


def test_rows_that_are_rendered_anew_are_the_same_rows() -> None:
    def rows(first: int, *names: str) -> str:
        lines = ['list "Files" #l']
        for n, name in enumerate(names, first):
            buttons = (f'    button "{label}" #{label}{n}' for label in ("Edit", "Delete"))
            lines += [f"  listitem #{n}", f'    text "{name}" #t{n}', *buttons]
        return "\n".join(lines)

    lines = told(rows(0, "a.txt", "b.txt", "c.txt"), rows(10, "a.txt", "b.txt", "c.txt", "d.txt"))
    assert lines == ["+ 13 listitem", '  + 14 text "d.txt"', '  + 15 button "Edit"', '  + 16 button "Delete"']


def test_a_to_do_that_is_toggled_by_inner_html_is_one_change() -> None:
    def todos(first: int, *done: str) -> Snapshot:
        nodes: list[dict[str, object]] = [{"role": "list", "name": "To do", "id": "l", "id_stable": True}]
        for n, name in enumerate(("Bread", "Milk", "Tea"), first):
            item = len(nodes)
            nodes.append({"parent": 0, "role": "listitem", "id": f"{n}", "id_stable": True})
            states = {"checked": name in done}
            box = {"role": "checkbox", "name": name, "id": f"c{n}", "id_stable": True, "states": states}
            text = {"role": "text", "name": name, "id": f"t{n}", "id_stable": True}
            nodes += [{"parent": item, **box}, {"parent": item, **text}]
        return Snapshot.from_dicts(nodes)

    assert said(diff(todos(0), todos(10, "Milk"))) == ['~ 5:5 checkbox "Milk": checked false -> true']


def test_a_text_box_that_is_rendered_anew_with_another_value_has_changed() -> None:
    def form(value: str, key: str) -> Snapshot:
        box = f'textbox "Amount" id_stable {{"id": "{key}", "value": "{value}"}}'
        return outline(f'form id_stable {{"id": "f"}}\n  {box}\n  button "Pay" id_stable {{"id": "{key}p"}}')

    assert said(diff(form("5", "1"), form("12", "7"))) == ['~ 1:1 textbox "Amount": value "5" -> "12"']


def test_one_that_was_made_anew_is_the_same() -> None:
    before = 'list #l\n  listitem "Ada" #1\n  listitem "Bo" #2'
    assert told(before, 'list #l\n  listitem "Ada" #7\n  listitem "Bo" #2') == []
    assert told(before, 'list #l\n  listitem "Ida" #7\n  listitem "Bo" #2') == [
        '~ 1:1 listitem "Ida": name "Ada" -> "Ida"'
    ]


# authors' ids


def test_unique_authors_ids_tell_containers_apart() -> None:
    """The pair "ids-nested-4" of morphdom's tests: a new box stands before one whose text changes."""
    before = 'main #root\n  group #bar\n    strong #bar-bold\n      text "bold"'
    foo = '  group #foo\n    strong #foo-bold\n      text "foo"'
    after = f'main #root\n{foo}\n  group #bar\n    strong #bar-bold\n      text "bar"'
    assert told(before, after, ids="author's") == [
        "+ 1 group",
        "  + 2 strong",
        '  + 3 text "foo"',
        '~ 3:6 text "bar": name "bold" -> "bar"',
    ]


def test_an_authors_id_counts_only_where_it_saves_records() -> None:
    before, after = 'main\n  button "Follow" #1\n  button "Mute" #2', 'main\n  button "Follow" #2\n  button "Mute" #1'
    assert told(before, after, ids="author's") == []


def test_an_authors_id_that_occurs_twice_is_no_evidence() -> None:
    before = 'list\n  listitem "Ada" #1\n  listitem "Bo" #1'
    after = 'list\n  listitem "Bo" #1\n  listitem "Ada" #1'
    assert told(before, after, ids="author's") == told(before, after, ids="plain")


# which ids count


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('list\n  listitem "Ada" #1\n  listitem "Bo" #2', 'list\n  link "Ada" #2\n  link "Bo" #1'),
        ('list\n  listitem "Ada" #1\n  listitem "Bo" #1', 'list\n  listitem "Bo" #1\n  listitem "Ada" #1'),
    ],
    ids=["of another role", "twice"],
)
def test_an_id_that_does_not_count_is_no_evidence(before: str, after: str) -> None:
    sides = live(before), live(after)
    assert match(*sides).pairs == match(*sides, matcher=BY_CONTENT).pairs


def test_an_id_counts_only_if_both_sides_call_it_stable() -> None:
    before, after = "list\n  button #1\n  button #2", "list\n  button #2"
    assert match(live(before), live(after)).pairs == ((0, 0), (2, 1))
    for kinds in (("stable", "plain"), ("plain", "stable"), ("plain", "plain")):
        sides = live(before, ids=kinds[0]), live(after, ids=kinds[1])
        assert match(*sides).pairs == ((0, 0), (1, 1))


def test_a_plain_id_of_the_same_text_does_not_make_a_stable_id_ambiguous() -> None:
    before = outline('button id_stable {"id": "1"}\nbutton id_stable {"id": "2"}')
    after = outline('button id_stable {"id": "2"}\nlink {"id": "2"}')
    assert match(before, after).pairs == ((1, 0),)
    assert match(after, before).pairs == ((0, 1),)


def test_unknown_roles_agree_by_the_native_role() -> None:
    def two(native: str, *keys: str) -> Snapshot:
        lines = (f'unknown id_stable {{"id": "{key}", "native_role": "{native}"}}' for key in keys)
        return outline("\n".join(lines))

    assert match(two("Rolle Ä", "1", "2"), two("Rolle Ä", "2")).pairs == ((1, 0),)
    assert match(two("Rolle Ä", "1", "2"), two("Rolle Ö", "2")).pairs == ()


def test_a_pair_says_that_an_id_found_it() -> None:
    matching = match(live("list #l\n  button #1\n  button #2"), live("list #l\n  button #2"))
    assert [matching.explain(i).step for i in range(3)] == ["in place", "no pair", "stable id"]


def test_a_pair_that_was_given_stands_whatever_ids_say() -> None:
    before, after = live("list #l\n  button #1\n  button #2"), live("list #l\n  button #2\n  button #1")
    given = Matching.from_pairs([(1, 1)], before=before, after=after)
    assert StructuralMatcher().match(before, after, given=given).after_of[1] == 1
