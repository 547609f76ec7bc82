"""The ``agent`` text of a whole tree: what is printed, and what is folded without a loss."""

from tests.formats.agent.lines import expected, tree
from tests.outline import outline
from uidiff import Snapshot, diff, render


def test_the_head_counts_the_elements() -> None:
    assert render(outline('button "OK"')) == '# full: 1 element\nbutton e1 "OK"'
    assert render(Snapshot.from_dicts([])) == "# full: 0 elements"


def test_the_head_says_a_title_that_no_root_says() -> None:
    assert render(outline('window "A"', title="B")).startswith('# full: 1 element of "B"\n')
    assert render(outline('window "A"', title="A")).startswith("# full: 1 element\n")


def test_the_head_says_what_was_not_read() -> None:
    assert render(outline('window "A" unread')).startswith("# full: 1 element, not read below 1 of them\n")


def test_wrappers_that_say_nothing_give_way_to_what_they_hold() -> None:
    text = """
        document "Shop"
          generic
            paragraph
              link "Home"
            img
    """
    assert tree(text) == ['document e1 "Shop" > link e4 "Home"']


def test_a_group_with_a_name_or_something_to_do_is_kept() -> None:
    text = """
        document "Shop"
          generic "Offers"
            link "Socks"
          generic {"actions": ["press"]}
            text "Show all"
    """
    assert tree(text) == ['document e1 "Shop": generic "Offers" > link e3 "Socks", generic e4 > "Show all"']


def test_a_name_that_only_a_menu_repeats_is_printed() -> None:
    text = """
        menubar "Main"
          menuitem "File"
            menu
              menuitem "Save All Files"
          menuitem "Edit"
            menu
              menuitem "Edit"
    """
    file, edit = (
        'menuitem e2 "File" > menu > menuitem e4 "Save All Files"',
        'menuitem e5 "Edit" > menu > menuitem e7 "Edit"',
    )
    assert tree(text) == [f'menubar e1 "Main": {file}, {edit}']


def test_like_siblings_share_a_line_and_say_their_role_once() -> None:
    text = """
        document "Shop"
          list
            listitem
              link "Home"
            listitem
              link "Cart"
          heading "Socks" {"states": {"level": 2}}
    """
    assert tree(text) == ['document e1 "Shop":', ' list e2: link e4 "Home", e6 "Cart"', ' h2 "Socks"']


def test_rows_are_lines_of_cells() -> None:
    text = """
        table "People"
          row
            columnheader "Name"
            columnheader "Age"
          row
            cell "Ada"
            cell
          row
            cell "Bob"
            cell
              text "36"
              button "Edit"
    """
    assert tree(text) == expected(
        """
        table e1 "People":
         row: columnheader "Name", columnheader "Age"
         row: "Ada",""
         row: "Bob", ["36", button e12 "Edit"]
        """
    )


def test_a_bare_string_in_a_list_is_an_item_and_a_text_says_so() -> None:
    text = """
        document
          list
            listitem "One"
            text "of two"
            listitem "Two"
    """
    assert tree(text) == ['document e1 > list e2: "One", text "of two","Two"']


def test_states_are_words_and_what_is_usual_is_not_said() -> None:
    text = """
        form "Login"
          textbox "User" focused {"value": "ada", "description": "Your e-mail"}
          checkbox "Stay" {"states": {"checked": false}}
          checkbox "News" {"states": {"checked": "mixed"}}
          button "Menu" {"states": {"expanded": false, "haspopup": "menu"}}
          slider "Volume" {"value": "3", "states": {"valuemin": 0, "valuemax": 10}}
    """
    line = (
        'form e1 "Login": textbox e2 "User"="ada" ("Your e-mail") focused, checkbox e3 "Stay", e4 "News" mixed, '
        'button e5 "Menu" collapsed popup, slider e6 "Volume"="3" range=0..10'
    )
    assert tree(text) == [line]


def test_an_inherited_state_is_printed_with_the_topmost() -> None:
    text = """
        window "App"
          menu "File" offscreen disabled
            menuitem "Open" offscreen disabled
            menuitem "Quit" offscreen
    """
    assert tree(text) == ['window e1 "App" > menu e2 "File" disabled offscreen: menuitem e3 "Open", e4 "Quit" enabled']


def test_list_markers_and_line_breaks_are_never_printed() -> None:
    text = """
        document "Notes"
          list
            listitem
              list-marker "1. "
                text "1. "
              text "Milk"
            listitem
              line-break
              text "Tea"
    """
    assert tree(text) == ['document e1 "Notes" > list e2: text "Milk", text "Tea"']


def test_options_of_a_combo_box_have_no_refs_and_those_of_a_list_box_have() -> None:
    text = """
        form "Order"
          combobox "Size" {"value": "S"}
            option "S" selected
            option "M"
          listbox "Colour"
            option "red" selected
            option "blue"
    """
    assert tree(text) == expected(
        """
        form e1 "Order":
         combobox e2 "Size"="S": option "S" selected, "M"
         listbox e5 "Colour": option e6 "red" selected, e7 "blue"
        """
    )


def test_bounds_are_said_if_asked_for() -> None:
    text = outline('button "OK" {"bounds": [3, 4, 50, 20]}')
    assert render(text, bounds=True) == '# full: 1 element\nbutton e1 "OK" @3,4,50,20'
    assert "@" not in render(text)


def test_refs_may_be_given() -> None:
    assert render(outline('button "OK"'), refs=[46]).endswith('button e46 "OK"')


def test_unfolded_every_element_is_a_line() -> None:
    text = outline('document "Shop"\n  generic\n    text "Socks" {"url": "/s", "actions": ["press"]}')
    assert render(text, fold=False) == (
        '# full: 3 elements\ndocument e1 "Shop"\n generic e2\n  text e3 "Socks" url="/s" actions=("press")'
    )


def test_where_links_lead_is_said_if_asked_for() -> None:
    page = outline('document "Shop"\n  link "Socks" {"url": "/socks"}\n  button "Pay"')
    assert render(page, urls=True).endswith('link e2 "Socks" url="/socks", button e3 "Pay"')
    assert "/socks" not in render(page)
    with_more = outline(
        'document "Shop"\n  link "Socks" {"url": "/socks"}\n  link "Hats" {"url": "/hats"}\n  button "Pay"'
    )
    assert '+ after e2: link e4 "Hats" url="/hats"' in render(diff(page, with_more), urls=True)


def test_rows_of_a_flat_table_stand_under_its_headers() -> None:
    table = outline(
        'table "Files"\n  columnheader "Name"\n  columnheader "Size"\n  cell "a"\n  cell "1"\n  cell "b"\n  cell "2"'
    )
    assert render(table).splitlines()[2:] == [
        ' columnheader "Name", columnheader "Size"',
        ' row: "a","1"',
        ' row: "b","2"',
    ]


def test_cards_keep_their_boundaries() -> None:
    card = '  generic\n    text "{0}"\n    text "{1} euros"\n    button "Buy"\n'
    shop = outline('main "Shop"\n' + card.format("Lamp", 9) + card.format("Desk", 99))
    assert render(shop).splitlines()[2:] == [
        ' generic: "Lamp","9 euros", button e5 "Buy"',
        ' generic: "Desk","99 euros", button e9 "Buy"',
    ]


def test_glyphs_of_icon_fonts_are_never_printed() -> None:
    page = outline('toolbar "T"\n  button "\\ue123"\n  button "\\ue123 Save"')
    assert render(page).endswith('button e2, e3 "Save"')
