"""What a reader of the report sees: the timeline, rows and their signs, the wireframe."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.formats.html.conftest import Open, Shown
from tests.formats.html.trees import Failed, long_list, mail, session, window
from uidiff import Snapshot, diff, render
from uidiff.diffing.selection import select_delta
from uidiff.formats.html.page import HtmlFormat
from uidiff.formats.options import RenderOptions


def colors_at(page: Shown, *places: tuple[int, int]) -> list[list[int]]:
    """Pixels of the wireframe of ``mail``, at places of the screen: all of it is 300 wide, from (10, 40) on."""
    return page.page.evaluate(
        """(places) => {
            const canvas = document.querySelector("canvas");
            const scale = Math.min(1, (document.getElementById("picture").clientWidth - 2) / 300);
            const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            return places.map(([x, y]) => {
                const first = 4 * (Math.round((y - 40) * scale) * canvas.width + Math.round((x - 10) * scale));
                return Array.from(pixels.slice(first, first + 4));
            });
        }""",
        places,
    )


# --------------------------------------------------------------------------------------------------- what is shown


def test_the_timeline_has_a_step_for_each_snapshot_with_its_action_summary_counts_and_events(opened: Open) -> None:
    page = opened(session(), title="Sorting")
    assert page.page.title() == "Sorting"
    first, second, third, fourth = page.timeline()
    assert first == '0 "open" 8 elements.'
    assert second == (
        '1 "press Save" +2.0 s Status: "Saved". Pressed "Save". 7 elements unchanged. +1 ~1 Status announced Toggled'
    )
    assert third.startswith('2 "new invoice" +2.0 s Status gone: "Saved".')
    assert 'New title: "Inbox (sorted)"' in fourth


def test_a_step_without_an_action_says_whether_anything_changed(opened: Open) -> None:
    page = opened([window(), window(), window({"role": "link"})])
    assert [line.split()[:2] for line in page.timeline()] == [["0", "first"], ["1", "unchanged"], ["2", "changed"]]


def test_a_report_opens_at_its_first_change(opened: Open) -> None:
    page = opened([Failed("no answer"), mail(0), mail(0), mail(1)])
    page.at(3)
    assert page.text("#place") == "Step 3 of 3"
    opened([mail(0), mail(0)]).at(1)  # nothing changed


def test_rows_show_both_trees_with_signs_and_what_a_field_was_and_is(opened: Open) -> None:
    assert opened(session(), at=1).rows() == [
        'window "Mail" | window "Mail"',
        'list "Invoices" | list "Invoices"',
        *(f'listitem "Invoice {n}" | listitem "Invoice {n}"' for n in range(5)),
        '~ button "Save" pressed=false | ~ button "Save" pressed false → true',
        '| + status "Saved"',
    ]


def test_a_screen_reader_hears_each_row_once_with_its_level_and_what_became_of_it(opened: Open) -> None:
    rows = """() => Array.from(document.querySelectorAll("#trees .row"),
        (row) => [row.ariaLevel, row.getAttribute("aria-label")])"""
    page = opened([*session(), window({"role": "link"})], at=1)
    assert page.page.evaluate(rows)[-3:] == [
        ["3", 'listitem "Invoice 4"'],
        ["2", 'changed button "Save"; pressed false → true'],
        ["2", 'came status "Saved"'],
    ]
    assert page.text("#said").startswith('Step 1: Status: "Saved".')
    page.press("j")
    page.at(2)
    assert ["3", 'came listitem "Invoice 1b"'] in page.page.evaluate(rows)
    assert ["2", 'went status "Saved"'] in page.page.evaluate(rows)
    page.press("j")
    page.at(3)
    assert [words for _, words in page.page.evaluate(rows) if "Invoice 4" in words] == [
        'moved listitem "Invoice 4"'
    ] * 2


def test_what_went_and_what_moved_is_told_on_the_side_where_it_was(opened: Open) -> None:
    page = opened(session(), at=2)
    assert '- status "Saved" |' in page.rows()
    page.press("j")
    page.at(3)
    assert '| > listitem "Invoice 4" from list "Invoices", place 6' in page.rows()
    assert '> listitem "Invoice 4" to list "Invoices", place 1 |' in page.rows()
    assert '- listitem "Invoice 1b" |' in page.rows()


def test_a_list_that_was_sorted_anew_says_who_left_the_order(opened: Open) -> None:
    orders = (range(20), range(19, -1, -1))
    items = [[{"role": "listitem", "name": f"Item {n}"} for n in order] for order in orders]
    page = opened([window({"role": "list", "children": children}) for children in items], at=1)
    signs = page.page.eval_on_selector_all("#trees .cell.after .sign", "signs => signs.map((sign) => sign.textContent)")
    assert signs == ["="] * 19


def test_one_column_shows_each_element_that_stayed_once(opened: Open) -> None:
    page = opened(session(), at=3)
    page.press("u")
    rows = page.rows()
    assert [row for row in rows if "Invoice 4" in row] == [
        '> listitem "Invoice 4" from list "Invoices", place 6',
        '> listitem "Invoice 4" to list "Invoices", place 1',
    ]
    assert rows.count('listitem "Invoice 0"') == 1


def test_of_a_large_tree_what_changed_and_what_is_around_it_is_shown_until_the_whole_is_asked_for(opened: Open) -> None:
    page = opened([long_list(3000, changed=0), long_list(3000, changed=1500)], at=1)
    folded = page.rows()
    assert folded == [
        'window "Mail" | window "Mail"',
        "list | list",
        '~ listitem "Item 0" ="new" | ~ listitem "Item 0" ="old" value "new" → "old"',
        'listitem "Item 1" ="old" | listitem "Item 1" ="old"',
        "⋯ 1,497 unchanged rows",
        'listitem "Item 1499" ="old" | listitem "Item 1499" ="old"',
        '~ listitem "Item 1500" ="old" | ~ listitem "Item 1500" ="new" value "old" → "new"',
        'listitem "Item 1501" ="old" | listitem "Item 1501" ="old"',
        "⋯ 1,498 unchanged rows",
    ]
    page.press("w")
    assert page.page.get_attribute("#trees", "aria-rowcount") == "3002"
    page.press("w")
    assert page.rows() == folded
    page.page.click("text=1,497 unchanged rows")
    assert page.page.get_attribute("#trees", "aria-rowcount") == str(len(folded) - 1 + 1497)


def test_shifts_are_marked_when_they_are_asked_for(opened: Open) -> None:
    before, after = (window({"role": "button", "name": "Save", "bounds": [x, 0, 50, 20]}) for x in (0, 30))
    page = opened([before, after], at=1)
    assert page.rows()[-1] == 'button "Save" | button "Save"'
    assert "1 element shifted on the screen" in page.text("#nothing")
    page.press("s")
    assert page.rows()[-1] == '↕ button "Save" | ↕ button "Save" bounds (0,0) 50×20 → (30,0) 50×20'
    assert not page.page.is_visible("#nothing")


def test_what_was_not_read_is_never_shown_as_removed(opened: Open) -> None:
    items: list[dict[str, Any]] = [{"role": "listitem", "name": f"Invoice {n}"} for n in range(3)]
    whole = window({"role": "list", "children": items})
    cut = window({"role": "list", "unread": True})
    page = opened([whole, cut, whole], at=1)
    assert page.rows()[1:] == [
        "list | list not read below",
        *(f'-? listitem "Invoice {n}" |' for n in range(3)),
    ]
    page.press("j")
    page.at(2)
    assert page.rows()[2:] == [f'| +? listitem "Invoice {n}"' for n in range(3)]
    assert page.page.locator("#trees .removed, #trees .added").count() == 0


def test_several_roots_and_another_document_are_shown(opened: Open) -> None:
    before = Snapshot.from_dicts(
        [{"role": "document", "name": "One"}], document="1", url="http://localhost/one", title="One"
    )
    after = Snapshot.from_dicts(
        [{"role": "document", "name": "Two"}, {"role": "dialog", "name": "Cookies"}],
        document="2",
        url="http://localhost/two",
        title="Two",
    )
    page = opened([before, after], at=1)
    assert [row for row in page.rows() if "+" in row] == [
        '- document "One" | + document "Two"',
        '| + dialog "Cookies"',
    ]
    story = page.text("#story")
    assert '~ title "One" → "Two"' in story
    assert '~ url "http://localhost/one" → "http://localhost/two"' in story
    assert 'Page navigated "Two"' in story
    assert page.page.locator("#story a").count() == 0


def test_a_failed_read_stands_in_the_timeline_with_its_words(opened: Open) -> None:
    page = opened([mail(0), Failed("the window did\x1b not answer", 1_700_000_001.0), mail(1)], at=1)
    assert page.timeline()[1] == '1 read failed +1.0 s "the window did\\u001b not answer"'
    assert "no tree of this read" in page.text("#nothing")
    page.press("j")
    page.at(2)
    assert '| + status "Saved"' in page.rows()


def test_a_time_that_no_calendar_has_is_left_out(opened: Open) -> None:
    page = opened([window(taken_at=1e300), Failed("no", -1e300), window({"role": "link"}, taken_at=0.0)], at=2)
    assert "1970-01-01 00:00:00Z" in page.text("#story")
    page.press("k", "k")
    page.at(0)


def test_a_recording_without_snapshots_says_so(opened: Open) -> None:
    page = opened([])
    assert page.text("#nothing") == "There is nothing in this recording."
    page.press("j", "k", "n", "p", "w", "u", "s", "b", "d")


def test_one_snapshot_is_one_tree(opened: Open) -> None:
    page = opened([mail(0)])
    page.at(0)
    assert page.rows()[:2] == ['window "Mail"', 'list "Invoices"']
    page.press("n", "j", "k")
    assert page.text("#place") == "Step 0 of 0"


def test_what_an_agent_reads_is_the_text_of_the_diff(opened: Open) -> None:
    page = opened(session(), at=1)
    assert page.text("#text") == render(diff(mail(0), mail(1)))


def test_a_secret_that_changed_is_said_without_showing_it(rendered: Callable[..., Shown]) -> None:
    before, after = (
        window({"role": "textbox", "name": "Pin", "value": value, "states": {"protected": True}})
        for value in ("hunter2", "swordfish")
    )
    page = rendered(render(diff(before, after, hidden=[1]), "html"), at=1)
    row = 'textbox "Pin" ="[redacted]"'
    assert page.rows()[1] == f"~ {row} protected secret | ~ {row} value changed (hidden) protected secret"
    page.press("n")
    assert "changed (hidden)" in page.text("#details")
    assert "hunter2" not in page.page.content()
    assert "swordfish" not in page.page.content()


def test_a_filtered_delta_says_of_how_many_elements_it_tells(rendered: Callable[..., Shown]) -> None:
    delta = diff(mail(0), mail(1))
    buttons = [[element.role == "button" for element in side] for side in (delta.before, delta.after)]
    part = select_delta(delta, *buttons)
    text = HtmlFormat().diff(part.delta, RenderOptions(of=len(mail(1)), outside=part.outside))
    page = rendered(text, at=1)
    assert page.rows() == ['~ button "Save" pressed=false | ~ button "Save" pressed false → true']
    assert "1 change outside the filter" in page.text("#story")
    page.press("k")
    page.at(0)
    assert "1 of 9 elements" in page.text("#story")


# ---------------------------------------------------------------------------------------------------- the wireframe


def test_the_wireframe_draws_what_came_and_nothing_where_nothing_is(opened: Open) -> None:
    page = opened(session(), at=1)
    (red, green, blue, seen), nothing = colors_at(page, (70, 314), (200, 290))  # in the status that came; beside it
    assert seen
    assert green > max(red, blue)
    assert nothing == [0, 0, 0, 0]


def test_a_step_without_bounds_says_that_there_is_nothing_to_draw(opened: Open) -> None:
    page = opened([long_list(3, changed=0), long_list(3, changed=1)], at=1)
    assert page.page.is_visible("text=No element of this step says where it is on the screen.")


def test_a_click_on_the_wireframe_selects_the_row_of_the_element(opened: Open) -> None:
    page = opened(session(), at=1)
    scale = page.page.evaluate("Math.min(1, (document.getElementById('picture').clientWidth - 2) / 300)")
    page.page.click("#picture canvas", position={"x": 10 * scale, "y": 230 * scale})
    assert 'button "Save"' in page.selected()
    assert 'button "Save"' in page.text("#details")


def button(x: int, y: int) -> dict[str, Any]:
    return {"role": "button", "name": "Save", "bounds": [x, y, 100, 30]}


@pytest.mark.parametrize(
    ("nodes", "width", "height"),
    [
        ([{"role": "window", "bounds": [0, 0, 300, 200], "children": [button(-9000, -9000), button(5, 5)]}], 300, 200),
        ([{"role": "window", "bounds": [0, 0, 300, 200], "children": [button(2**31 - 1, 2**31 - 1)]}], 300, 200),
        ([{"role": "window", "bounds": [-1920, -100, 300, 200], "children": [button(-1900, -50)]}], 300, 200),
        ([{"role": "window", "bounds": [30_000, 30_000, 300, 200], "children": [button(30_100, 30_100)]}], 300, 200),
        (
            [{"role": "window", "bounds": [-32_000, -32_000, 160, 28]}, {"role": "window", "bounds": [9, 9, 300, 200]}],
            300,
            200,
        ),
        ([{"role": "window", "children": [button(10, 10), button(10, 2**31 - 1), button(210, 80)]}], 300, 100),
        ([{"role": "window", "bounds": [-(2**31), 0, 2**31 - 1, 2**31 - 1], "children": [button(20, 20)]}], 100, 30),
    ],
    ids=["off the screen", "overflown", "left screen", "far screen", "minimised", "no window", "endless"],
)
def test_the_wireframe_shows_what_there_is_to_see_wherever_its_screen_is(
    opened: Open, nodes: list[dict[str, Any]], width: int, height: int
) -> None:
    page = opened([Snapshot.from_dicts(nodes)], at=0)
    room, drawn = page.page.evaluate(
        "[document.getElementById('picture').clientWidth - 2, document.querySelector('#picture .inside').clientHeight]"
    )
    assert drawn == pytest.approx(height * min(1, room / width), abs=2)
    seen = "Array.from(document.querySelector('canvas').getContext('2d').getImageData(0, 0, 50, 25).data).some(Boolean)"
    assert page.page.evaluate(seen)


def test_the_wireframe_is_scrolled_to_the_uppermost_change(opened: Open) -> None:
    items = [{"role": "listitem", "name": f"Item {n}", "bounds": [0, 40 * n, 300, 40]} for n in range(200)]
    page = opened([window(*items), window(*items[:150], *items[151:])], at=1)
    middle = page.page.evaluate("document.getElementById('picture').scrollTop")
    assert 0 < middle < page.page.evaluate("document.querySelector('#picture .inside').clientHeight") * 150 / 200
    page.press("k")
    page.at(0)
    assert page.page.evaluate("document.getElementById('picture').scrollTop") == 0
