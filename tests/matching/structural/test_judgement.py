"""What a reader would say of everyday changes, and what the matcher once said otherwise: each exactly."""

import pytest

from tests.outline import outline, said
from uidiff import Matching, Row, Snapshot, diff, match
from uidiff.matchers import ChainMatcher, StructuralMatcher


def told(before: str, after: str) -> list[str]:
    delta = diff(outline(before), outline(after), matcher="structural")
    assert delta.apply(outline(before)) == outline(after)
    return said(delta)


def flat(root: str, *lines: str) -> str:
    return "\n".join([root, *(f"  {line}" for line in lines)])


# values stay where they are, names go where they are known


def test_values_that_were_exchanged_are_changes_not_moves() -> None:
    form = (
        'form\n  text "From"\n  textbox {"value": "Berlin"}\n  text "To"\n  textbox {"value": "Paris"}\n  button "Swap"'
    )
    swapped = form.replace("Berlin", "?").replace("Paris", "Berlin").replace("?", "Paris")
    assert told(form, swapped) == [
        '~ 2:2 textbox "Paris": value "Berlin" -> "Paris"',
        '~ 4:4 textbox "Berlin": value "Paris" -> "Berlin"',
    ]


def test_items_of_a_list_move_even_if_they_are_numbers() -> None:
    before, after = (flat('list "Queue"', *(f'listitem "{n}"' for n in numbers)) for numbers in ("1234", "2341"))
    assert told(before, after) == ['> 1:4 listitem "1": 0[0] -> 0[3]']


# what was replaced is not renamed


@pytest.mark.parametrize("role", ["listitem", "option"])
def test_rows_that_were_all_replaced_went_and_came(role: str) -> None:
    before = flat('list "Cities"', *(f'{role} "{name}"' for name in ("Berlin", "Rome")))
    after = flat('list "Cities"', *(f'{role} "{name}"' for name in ("Madrid", "Oslo")))
    assert told(before, after) == [
        f'- 1 {role} "Berlin"',
        f'- 2 {role} "Rome"',
        f'+ 1 {role} "Madrid"',
        f'+ 2 {role} "Oslo"',
    ]


def test_a_word_that_all_rows_say_is_no_evidence() -> None:
    def photos(first: int) -> str:
        return flat('list "Album"', *(f'listitem "Photo {number}.jpg"' for number in range(first, first + 5)))

    matching = match(outline(photos(100)), outline(photos(200)))
    assert matching.pairs == ((0, 0),)


def test_another_dialog_with_the_same_button_is_another_dialog() -> None:
    first = ['dialog "Delete file?"', '  text "This cannot be undone."', '  button "Cancel"', '  button "Delete"']
    before = flat('window "Files"', *first)
    after = flat('window "Files"', 'dialog "Error"', '  text "No permission."', '  button "Cancel"')
    assert [line for line in told(before, after) if "dialog" in line] == [
        '- 1 dialog "Delete file?"',
        '+ 1 dialog "Error"',
    ]


def test_the_panel_of_another_tab_is_another_panel() -> None:
    before = flat('tabpanel "General"', 'checkbox "Start at login"', 'textbox "Name"', 'button "Apply"')
    after = flat('tabpanel "Network"', 'checkbox "Use proxy"', 'textbox "Host"', 'button "Apply"')
    wrapped = ["main\n" + "\n".join(f"  {line}" for line in text.splitlines()) for text in (before, after)]
    assert match(outline(wrapped[0]), outline(wrapped[1])).pairs == ((0, 0),)


def test_a_container_that_is_renamed_in_a_word_is_the_same() -> None:
    def page(verb: str) -> str:
        heading = [f'heading "default {verb} operation"', '  text "default"', f'  button "{verb} operation"']
        return flat("main", *heading, 'list "Paths"')

    before, after = page("Collapse"), page("Expand")
    assert told(before, after) == [
        '~ 1:1 heading "default Expand operation": name "default Collapse operation" -> "default Expand operation"',
        '~ 3:3 button "Expand operation": name "Collapse operation" -> "Expand operation"',
    ]


def test_of_several_rows_with_new_texts_none_is_the_old_first() -> None:
    def rows(*names: str) -> str:
        return "main\n" + "".join(f'  listitem\n    text "{name}"\n' for name in names)

    assert match(outline(rows("Berlin", "Rome", "Paris")), outline(rows("Tom", "Mia", "Zoe"))).pairs == ((0, 0),)


def test_the_only_window_is_the_same_window_whatever_it_shows() -> None:
    before = flat('window "Inbox"', 'list "Mails"', '  listitem "Lunch?"', 'button "Write"')
    after = flat('window "Settings"', 'checkbox "Sounds"', 'combobox "Language"')
    assert told(before, after)[-1] == '~ 0:0 window "Settings": name "Inbox" -> "Settings"'
    assert match(outline(before), outline(after)).pairs == ((0, 0),)


# ids, reasons, ties


def test_rows_follow_the_settled_pair_in_them() -> None:
    def rows(*lines: tuple[str, str]) -> Snapshot:
        cards = (f'  generic\n    text "{text}"\n    checkbox {{"id": "{key}"}}\n' for text, key in lines)
        return outline(f'main "Uploads"\n{"".join(cards)}')

    before, after = rows(("upload 1", "A"), ("upload 2", "B")), rows(("done 2", "B"), ("done 1", "A"))
    settled = Matching.from_pairs([(3, 6), (6, 3)], before=before, after=after)
    delta = diff(before, after, matcher=StructuralMatcher().match(before, after, given=settled))
    assert [(record.before.name, record.after.name) for record in delta.changed] == [
        ("upload 2", "done 2"),
        ("upload 1", "done 1"),
    ]
    assert [record.after.role for record in delta.moved] == ["generic"]


def test_a_subtree_with_a_settled_pair_elsewhere_in_it_is_not_taken_whole_twice() -> None:
    save = ['group "Save"', '  button "aaaa"', '  button "bbbb"']
    known = 'group id_stable {"id": "1"}'
    before = outline(
        "\n".join(
            [
                "main",
                "  region",
                "    group",
                f"      {known}",
                *(f"        {line}" for line in save),
                *(f"  {line}" for line in save),
            ]
        )
    )
    links = [f'  link "r{number}"' for number in range(1, 8)]
    after = outline(
        "\n".join(["main", "  group", f"    {known}", *(f"      {line}" for line in save), 'list "other"', *links])
    )
    for matching in (match(before, after), match(after, before)):
        assert len({j for _, j in matching.pairs}) == len(matching.pairs)


def test_a_tie_in_the_texts_is_broken_by_the_settled_pairs() -> None:
    texts = [("listitem", "Alpha beta"), ("button", "Save"), ("generic", None), ("listitem", "Save")]
    tree = Snapshot.from_rows([*(Row(0, role, name) for role, name in texts), Row(1, "group", "Alpha beta")])

    def pairs(known: tuple[int, int]) -> list[tuple[int, int]]:
        given = Matching.from_pairs([known], before=tree, after=tree)
        return list(StructuralMatcher().match(tree, tree, given=given).pairs)

    assert sorted((i, j) for j, i in pairs((3, 0))) == pairs((0, 3))


def test_a_long_chain_has_each_reason_once() -> None:
    before, after = outline('list\n  listitem "A"'), outline('list\n  listitem "A"\n  listitem "B"')
    chain = ChainMatcher((StructuralMatcher(),) * 40)
    matching = chain.match(before, after, given=Matching.nothing(before, after))
    assert len(set(matching.reasons)) == len(matching.reasons)
    assert matching.explain(1).step == "in place"


def test_trees_that_differ_only_in_their_windows_have_one_order() -> None:
    behind = ["group", "button", "text", "  button", "group", "group", "  group", "    group", 'group {"value": "v0"}']
    named = ["group", 'group "n1"', "  text", "text", "  text", "    group", "      text", "      text"]
    before, after = outline(flat("main", "button", *named, *behind)), outline(flat("main", *named, "button", *behind))
    forth, back = match(before, after).pairs, match(after, before).pairs
    assert sorted((i, j) for j, i in back) == sorted(forth)


# wrappers, places, contents


@pytest.mark.parametrize(("outer", "inner"), [("group", "group"), ("generic", "generic"), ("group", "region")])
def test_two_wrappers_around_a_control_with_a_short_name_are_two_new_elements(outer: str, inner: str) -> None:
    before = 'main "M"\n  button "OK"\n  link "Help"'
    after = f'main "M"\n  {outer}\n    {inner}\n      button "OK"\n  link "Help"'
    assert match(outline(before), outline(after)).pairs == ((0, 0), (1, 3), (2, 4))


def test_a_level_of_two_with_one_role_comes_or_goes() -> None:
    before, after = 'main "M"\n  group "B"\n    button "Go"', 'main "M"\n  group "A"\n    group "B"\n      button "Go"'
    assert match(outline(before), outline(after)).pairs == ((0, 0), (1, 2), (2, 3))


def test_two_controls_without_names_change_places() -> None:
    before, after = 'toolbar "T"\n  slider\n  checkbox', 'toolbar "T"\n  checkbox\n  slider'
    assert match(outline(before), outline(after)).pairs == ((0, 0), (1, 2), (2, 1))


def test_a_container_whose_name_went_to_another_is_known_by_what_it_holds() -> None:
    before = 'feed "Cells"\n  group "Cell"\n    textbox {"value": "for i in range(3): print(i)"}'
    after = f'{before.replace(chr(34) + "Cell" + chr(34), chr(34) + "Cell with output" + chr(34))}\n    text "0 1 2"'
    after += '\n  group "Cell"\n    textbox {"value": "new"}'
    assert match(outline(before), outline(after)).pairs == ((0, 0), (1, 1), (2, 2))


def test_a_button_with_an_icon_is_renamed_where_it_stands() -> None:
    before = flat('banner "Top"', '  button "Basic"', '    text "Basic"', '    img "arrow"', 'textbox "Sum"')
    after = flat('banner "Top"', '  button "Advanced"', '    text "Advanced"', '    img "arrow"', 'checkbox "Hex"')
    assert (2, 2) in match(outline(before), outline(after)).pairs


def test_a_text_box_with_the_same_box_is_the_same_whatever_is_in_it() -> None:
    def form(*boxes: tuple[str, int]) -> Snapshot:
        nodes: list[dict[str, object]] = [{"role": "form", "name": "Filter"}]
        for value, y in boxes:
            nodes.append({"parent": 0, "role": "textbox", "value": value, "bounds": (10, y, 200, 20)})
        return Snapshot.from_dicts(nodes)

    assert match(form(("", 10)), form(("Peru", 10), ("", 40))).pairs == ((0, 0), (1, 1))


# what has no text is known by its place, its size and its siblings


def test_a_textless_control_stays_beside_its_equals_when_a_group_of_them_is_there() -> None:
    """Buttons whose labels are not read yet: hidden pages of GTK programs."""
    hidden = "group\n    button\n    group\n      button\n      button\n    button"
    before, after = (
        f'window "Settings"\n  {part}  {hidden}\n  separator\n  button' for part in ("", 'button "Back"\n')
    )
    assert [one for one in told(before, after) if "reordered" in one or one[0] in "->"] == []


def shapes(scale: str, *boxes: tuple[int, int, int, int]) -> Snapshot:
    nodes: list[dict[str, object]] = [{"role": "img", "name": "Map"}]
    nodes += [{"parent": 0, "role": "text", "name": text} for text in (scale, f"at {scale}")]
    return Snapshot.from_dicts([*nodes, *({"parent": 0, "role": "graphics-symbol", "bounds": box} for box in boxes)])


def test_the_shapes_of_a_map_that_is_dragged_are_known_by_their_size() -> None:
    before = shapes("30 km", *((40 * n, 30 * n, 20 + n, 30 - n) for n in range(12)))
    moved = [(40 * n - 300 - n % 2, 30 * n - 199 - n % 3 // 2, 20 + n, 30 - n) for n in range(12)]
    after = shapes("50 km", *moved[:4], (1, 1, 3, 3), *moved[4:9], (7, 7, 5, 5), *moved[9:])
    places = [n for n in range(3, 17) if n not in (7, 13)]
    assert match(before, after).pairs[-12:] == tuple(zip(range(3, 15), places, strict=True))


def test_a_label_that_moves_alone_takes_no_container_with_it() -> None:
    """The same name in a grid of icons and in a list: another view, with other containers."""
    before = 'window\n  group "Icons"\n    group\n      group\n        img\n        text "Contracts of May"'
    rows = 'table "Rows"\n    row\n      group\n        group\n          text "Contracts of May"\n      text "1 kB"'
    after = f"window\n  {rows}"
    pairs = match(outline(before), outline(after)).pairs
    assert {outline(before)[i].role for i, _ in pairs} == {"window", "text"}


def test_a_mode_button_that_gets_an_icon_is_renamed() -> None:
    before = 'toolbar\n  button "Refresh"\n  button "DARK"\n    text "DARK"\n  switch "Dense"'
    after = 'toolbar\n  button "Refresh"\n  button "LIGHT"\n    img\n    text "LIGHT"\n  switch "Dense"'
    assert (2, 2) in match(outline(before), outline(after)).pairs


def test_a_renamed_button_is_known_by_its_corner_among_others_that_came() -> None:
    def column(*parts: tuple[str, str, tuple[int, int, int, int]]) -> Snapshot:
        nodes = [{"parent": 0, "role": role, "name": name, "bounds": box} for role, name, box in parts]
        return Snapshot.from_dicts([{"role": "region", "name": "Review"}, *nodes])

    folded = column(("heading", "Review", (480, 128, 204, 55)), ("button", "Unfold", (480, 199, 59, 21)))
    more = ("button", "Add card", (480, 568, 75, 21))
    unfolded = column(("heading", "Review", (480, 128, 204, 55)), more, ("button", "Fold", (480, 199, 44, 21)))
    assert match(folded, unfolded).pairs == ((0, 0), (1, 1), (2, 3))


def test_a_text_is_stronger_than_the_place_of_another() -> None:
    def rows(*names: str) -> Snapshot:
        texts = [
            {"parent": 0, "role": "text", "name": name, "bounds": (0, 20 * n, 90, 20)} for n, name in enumerate(names)
        ]
        return Snapshot.from_dicts([{"role": "group", "name": "Usage"}, *texts])

    before, after = rows("disk 12 %", "fan 40 %", "lamp 3 %"), rows("cpu 7 %", "disk 13 %", "fan 41 %", "lamp 4 %")
    assert match(before, after).pairs == ((0, 0), (1, 2), (2, 3), (3, 4))


def test_a_table_that_is_put_into_a_scrolled_part_while_its_rows_change_is_the_same_table() -> None:
    titles = ("Search is slow", "Dark theme: links", "Empty page", "Crash on save", "Wrong total", "Lost focus")

    def page(around: str, *numbers: int) -> Snapshot:
        rows = (f'    row\n      cell "{titles[n]}"\n      cell "{9 * n + len(numbers)} min"\n' for n in numbers)
        table = "  table\n" + "".join(rows)
        inside = table.replace("\n  ", "\n    ").replace("  table", "    table", 1)
        return outline('main "Issues"\n' + (f"  {around}\n{inside}" if around else table))

    before, after = page("", *range(6)), page("generic", 4, 1, 0, 3, 5)
    for sides in ((before, after), (after, before)):
        partner = dict(match(*sides).pairs)
        table, other = (next(at for at, element in enumerate(side) if element.role == "table") for side in sides)
        assert partner[table] == other
        assert sum(sides[0][i].role == "row" for i in partner) == 5
