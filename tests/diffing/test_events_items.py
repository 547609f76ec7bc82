"""Lists and what is in them (spec/definitions#20-events)."""

import pytest

from tests.diffing.happening import alone, behind, change
from tests.outline import outline
from uidiff import Matching, TreeDiff, diff
from uidiff.events import ElementMoved, Event, EventRules, ItemsAdded, ItemsRemoved, ListReordered


def items(before: str, after: str, **options: object) -> list[Event]:
    return alone(change(before, after, **options).events, ItemsAdded, ItemsRemoved)  # type: ignore[arg-type]  # options of change


LIST = 'window "W"\n  list "Inbox"\n    listitem "Ann"\n'
MORE = LIST + '    listitem "Ben"\n    listitem\n      text "Cem"\n'

# came, went


@pytest.mark.parametrize(
    "role",
    ["listitem", "row", "option", "treeitem", "tab", "article", "menuitem", "menuitemcheckbox", "menuitemradio"],
)
def test_items_come_and_go(role: str) -> None:
    one, other = (text.replace("listitem", role) for text in (LIST, MORE))
    events = change(one, other).events
    assert alone(events) == [ItemsAdded("Ben", role, 2, "Inbox")]
    assert behind(events[0]) == ["added 3", "added 4"]
    events = change(other, one).events
    assert alone(events) == [ItemsRemoved("Ben", role, 2, "Inbox")]
    assert behind(events[0]) == ["removed 3", "removed 4"]


def test_what_is_no_item_or_not_visible_is_not_said() -> None:
    assert items(LIST, LIST + '    button "Ben"\n    listitem "Cem" offscreen') == []
    assert items(LIST, LIST + '  group offscreen\n    listitem "Cem"') == []


@pytest.mark.parametrize(
    "blank", ["listitem", "listitem\n      separator", "listitem\n      generic", 'listitem "\ue001"', "row"]
)
def test_an_item_that_says_nothing_is_not_counted(blank: str) -> None:
    role = blank.split(maxsplit=1)[0]
    more = f"{LIST}    {blank}\n"
    assert items(LIST, more) == []
    assert items(more, LIST) == []
    assert items(LIST, f'{more}    {role} "Ben"\n') == [ItemsAdded("Ben", role, 1, "Inbox")]


def test_an_item_with_nothing_but_a_control_is_counted() -> None:
    assert items(LIST, f"{LIST}    listitem\n      button\n") == [ItemsAdded("", "listitem", 1, "Inbox")]


def test_items_are_said_by_parent_and_role_in_document_order() -> None:
    before = 'window "W"\n  tree "T"\n    treeitem "a"\n    treeitem "b"\n  list\n    listitem "c"'
    after = (
        'window "W"\n  tree "T"\n    treeitem "a"\n      treeitem "a1"\n      row "a2"\n      treeitem "a3"\n'
        '    treeitem "b"\n      treeitem "b1"\n  list\n    listitem "c"\n    listitem "d"'
    )
    assert items(before, after) == [
        ItemsAdded("a1", "treeitem", 2, "a"),
        ItemsAdded("a2", "row", 1, "a"),
        ItemsAdded("b1", "treeitem", 1, "b"),
        ItemsAdded("d", "listitem", 1, "W"),
    ]


def test_of_items_in_each_other_the_outermost_is_said() -> None:
    assert items(LIST, LIST + '    listitem "Ben"\n      list\n        listitem "reply"') == [
        ItemsAdded("Ben", "listitem", 1, "Inbox")
    ]


def test_the_parent_is_the_nearest_that_stayed() -> None:
    after = LIST + '    group "New"\n      listitem "Ben"\n  list "Sent"\n    listitem "Cem"'
    assert items(LIST, after) == [ItemsAdded("Ben", "listitem", 1, "New"), ItemsAdded("Cem", "listitem", 1, "Sent")]


def test_where_no_parent_stayed_nothing_is_said() -> None:
    assert items("", MORE) == []
    assert items(MORE, "") == []
    assert items('window "W"', 'window "W"\nlistitem "a"') == []


def test_items_of_what_opened_or_closed_are_not_said() -> None:
    menu = 'window "W"\n  menu "M"\n    menuitem "a"\n      menuitem "b"'
    box = 'window "W"\n  listbox "M"\n    option "a"'
    for opened in (menu, box):
        assert items('window "W"', opened) == []
        assert items(opened, 'window "W"') == []


def test_options_that_a_combo_box_brings_into_its_list_box_are_not_said() -> None:
    one, other = 'window\n  combobox "C" {"states": {"expanded": %s}}\n    listbox', '\n      option "a"'
    assert items(one % "false", one % "true" + other) == []
    assert items(one % "true" + other, one % "false") == []
    assert items(one % "true", one % "true" + other) == [ItemsAdded("a", "option", 1, "C")]


def test_items_that_were_recreated_are_neither_added_nor_removed() -> None:
    rows = 'table "T"\n  row\n    cell "a"\n    cell "1"\n  row\n    cell "b"\n    cell "2"\n'
    others = (
        'table "T"\n  group "G"\n    row\n      cell "b"\n      cell "2"\n    row\n      cell "c"\n      cell "3"\n'
    )
    before, after = outline(rows), outline(others)
    delta = diff(before, after, matcher=Matching.from_pairs([(0, 0)], before=before, after=after))
    assert alone(delta.events) == [ItemsAdded("c", "row", 1, "G"), ItemsRemoved("a", "row", 1, "T")]


def test_of_equal_items_only_the_surplus_is_said() -> None:
    one, other = (outline('list "L"\n' + '  listitem "same"\n' * count) for count in (2, 5))
    delta = diff(one, other, matcher=Matching.from_pairs([(0, 0)], before=one, after=other))
    assert alone(delta.events) == [ItemsAdded("same", "listitem", 3, "L")]


def test_items_that_were_not_read_are_not_said() -> None:
    partial = 'window "W"\n  list "Inbox" unread'
    assert items(partial, MORE) == items(MORE, partial) == []


# moved


def numbered(order: str, role: str = "listitem") -> str:
    return 'window "W"\n  list "L"\n' + "".join(f'    {role} "item {letter}"\n' for letter in order)


def moves(before: str, after: str, **options: object) -> list[Event]:
    return alone(change(before, after, **options).events, ListReordered, ElementMoved)  # type: ignore[arg-type]  # options of change


def test_one_that_changes_its_place_has_moved() -> None:
    (event,) = change(numbered("abcdef"), numbered("bcdefa")).events
    assert alone([event]) == [ElementMoved("item a", "listitem")]
    assert behind(event) == ["moved 7"]


def test_from_three_on_the_list_is_re_ordered() -> None:
    assert moves(numbered("abcdefgh"), numbered("cdefghba")) == [
        ElementMoved("item b", "listitem"),
        ElementMoved("item a", "listitem"),
    ]
    events = change(numbered("abcdefgh"), numbered("defghcba")).events
    assert alone(events) == [ListReordered("L", "listitem", 3)]
    assert len(events[0].records) == 3
    rules = EventRules(reordered_from=4)
    assert moves(numbered("abcdefgh"), numbered("defghcba"), rules=rules) == []  # too many to tell which of them moved


def test_a_re_ordered_record_is_a_re_ordered_list() -> None:
    order = "abcdefghijklmnop"
    events = change(numbered(order), numbered(order[::-1])).events
    assert alone(events) == [ListReordered("L", "listitem", 15)]
    assert behind(events[0]) == ["reordered 1"]


def test_roots_are_re_ordered_below_nothing() -> None:
    one, other = ("".join(f'group "item {letter}"\n' for letter in order) for order in ("abcdefgh", "defghcba"))
    assert moves(one, other) == [ListReordered("", "group", 3)]


def of_pairs(before: str, after: str, *pairs: tuple[int, int]) -> TreeDiff:
    one, other = outline(before), outline(after)
    return diff(one, other, matcher=Matching.from_pairs(pairs, before=one, after=other))


def test_three_of_three_roles_are_a_list_in_another_order() -> None:
    before = 'list "L"\n  listitem "a"\n  button "b"\n  note "c"\n  group "d"\n  group "e"\n  group "f"\n  group "g"'
    after = 'list "L"\n  group "d"\n  group "e"\n  group "f"\n  group "g"\n  note "c"\n  button "b"\n  listitem "a"'
    delta = of_pairs(before, after, (0, 0), (1, 7), (2, 6), (3, 5), (4, 1), (5, 2), (6, 3), (7, 4))
    assert alone(delta.events) == [ListReordered("L", "", 3)]


def test_many_of_many_roles_are_a_list_in_another_order() -> None:
    roles = ["button", "text", "img", "link", "group", "list", "table", "row", "cell", "note", "form", "main"]
    lines = [f'  {role} "{role}"\n' for role in roles]
    before, after = 'region "R"\n' + "".join(lines), 'region "R"\n' + "".join(lines[::-1])
    count = len(roles)
    delta = of_pairs(before, after, (0, 0), *((k + 1, count - k) for k in range(count)))
    assert len(delta.reordered) == 1
    assert alone(delta.events, ListReordered, ElementMoved) == [ListReordered("R", "", count - 1)]


def test_where_others_came_or_went_only_items_are_a_list_in_another_order() -> None:
    for role, said in (("listitem", 1), ("button", 0)):
        keys = (numbered(order, role).replace('list "L"', 'toolbar "L"') for order in ("abcdefghi", "defghcba"))
        assert len(moves(*keys)) == said


def test_one_that_hangs_elsewhere_has_moved() -> None:
    before = 'window "W"\n  list "A"\n    listitem "one and only"\n    listitem "x"\n  list "B"\n    listitem "y"'
    after = 'window "W"\n  list "A"\n    listitem "x"\n  list "B"\n    listitem "y"\n    listitem "one and only"'
    assert moves(before, after) == [ElementMoved("one and only", "listitem")]


@pytest.mark.parametrize("line", ["group", 'group "a" offscreen', 'group\n    text " "'])
def test_what_says_nothing_or_is_not_visible_moves_without_a_word(line: str) -> None:
    size = line.count("\n")
    before = f'window "W"\n  {line}\n  text "x"\n  text "y"'
    after = f'window "W"\n  text "x"\n  text "y"\n  {line}'
    pairs = [(0, 0), (1, 3), (2 + size, 1), (3 + size, 2)]
    delta = of_pairs(before, after, *pairs)
    assert len(delta.moved) == 1
    assert alone(delta.events, ElementMoved) == []


def test_a_silent_item_is_called_by_what_is_below_it() -> None:
    before = 'list "L"\n  listitem\n    text "t"\n  listitem "x"\n  listitem "y"'
    after = 'list "L"\n  listitem "x"\n  listitem "y"\n  listitem\n    text "t"'
    delta = of_pairs(before, after, (0, 0), (1, 3), (2, 4), (3, 1), (4, 2))
    assert alone(delta.events, ElementMoved) == [ElementMoved("t", "listitem")]


def test_a_text_or_a_wrapper_moves_without_a_word() -> None:
    before = 'window "W"\n  group\n    text "t"\n  text "x"\n  text "y"'
    after = 'window "W"\n  text "x"\n  text "y"\n  group\n    text "t"'
    delta = of_pairs(before, after, (0, 0), (1, 3), (2, 4), (3, 1), (4, 2))
    assert len(delta.moved) == 1
    assert alone(delta.events, ElementMoved) == []


def test_what_looks_like_items_is_items() -> None:
    card = '    generic\n      strong "{0}"\n      text "{0} euros"\n      button "Buy"\n'
    shop = 'window "W"\n  main "Shop"\n' + card.format("Lamp") + card.format("Chair")
    assert items(shop, shop + card.format("Desk")) == [ItemsAdded("Desk", "generic", 1, "Shop")]
    assert items(shop + card.format("Desk"), shop) == [ItemsRemoved("Desk", "generic", 1, "Shop")]


def test_rows_of_a_flat_table_are_items() -> None:
    table = 'window "W"\n  table "Files"\n    columnheader "Name"\n    columnheader "Size"\n'
    row = '    cell "{0}"\n    cell "{1} kB"\n'
    before = outline(table + row.format("a.txt", 1) + row.format("b.txt", 2))
    after = outline(table + row.format("a.txt", 1) + row.format("c.txt", 3) + row.format("b.txt", 2))
    (event,) = diff(before, after).events
    assert alone([event]) == [ItemsAdded("c.txt", "row", 1, "Files")]
    assert behind(event) == ["added 6", "added 7"]


def test_items_of_a_page_behind_a_dialog_are_neither_removed_nor_added() -> None:
    page = 'document "Page"\n  list "L"\n' + "".join(f'    listitem "item {n}"\n' for n in range(30))
    alone_there = 'document "Page"\n  dialog "Sure?" modal\n    button "Yes"'
    assert items(page, alone_there) == items(alone_there, page) == []
