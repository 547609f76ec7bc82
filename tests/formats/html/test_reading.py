"""What a reader of the report sees and does: the timeline, rows and their signs, keys, the filter, links, light."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import pytest

from tests.backends.web.browsers import until
from tests.formats.html.conftest import Open, Shown
from tests.formats.html.trees import Failed, long_list, mail, session, window
from uidiff import Snapshot, diff, render
from uidiff.diffing.selection import select_delta
from uidiff.formats.html.format import HtmlFormat
from uidiff.formats.options import Options


def timeline(page: Shown) -> list[str]:
    return page.page.evaluate(
        """() => Array.from(document.querySelectorAll("#timeline .item"),
            (item) => item.innerText.replace(/\\s+/g, " ").trim())"""
    )


def selected(page: Shown) -> str:
    return page.page.evaluate("document.querySelector('#trees [aria-selected=true]')?.innerText.replace(/\\s+/g, ' ')")


def colors_at(page: Shown, *places: tuple[int, int]) -> list[list[int]]:
    """Pixels of the wireframe, at places of the screen that it draws; its window is 310 wide."""
    return page.page.evaluate(
        """(places) => {
            const canvas = document.querySelector("canvas");
            const scale = Math.min(1, (document.getElementById("picture").clientWidth - 2) / 310);
            const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            return places.map(([x, y]) => {
                const first = 4 * (Math.round(y * scale) * canvas.width + Math.round(x * scale));
                return Array.from(pixels.slice(first, first + 4));
            });
        }""",
        places,
    )


GROUNDS = ("paper", "panel", "chosen")
INKS = ("ink", "text", "focus")
WASHED = ("added", "removed", "changed", "moved", "shifted", "unknown")


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG reckons it."""
    lights = []
    for color in (one, other):
        parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


# --------------------------------------------------------------------------------------------------- what is shown


def test_the_timeline_has_a_step_for_each_snapshot_with_its_action_summary_counts_and_events(opened: Open) -> None:
    page = opened(session(), title="Sorting")
    assert page.page.title() == "Sorting"
    assert timeline(page) == [
        '0 "open" 8 elements.',
        '1 "press Save" +2.0 s Status: "Saved". Pressed "Save". 7 elements unchanged. +1 ~1 Status announced Toggled',
        timeline(page)[2],
        timeline(page)[3],
    ]
    assert timeline(page)[2].startswith('2 "new invoice" +2.0 s Status gone: "Saved".')
    assert 'New title: "Inbox (sorted)"' in timeline(page)[3]


def test_a_report_opens_at_its_first_change(opened: Open) -> None:
    page = opened(session())
    page.at(1)
    assert page.text("#place") == "Step 1 of 3"


def test_rows_show_both_trees_with_signs_and_what_a_field_was_and_is(opened: Open) -> None:
    assert opened(session(), at=1).rows() == [
        'window "Mail" | window "Mail"',
        'list "Invoices" | list "Invoices"',
        *(f'listitem "Invoice {n}" | listitem "Invoice {n}"' for n in range(5)),
        '~ button "Save" pressed=false | ~ button "Save" pressed false → true',
        '| + status "Saved"',
    ]


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
    assert timeline(page)[1] == '1 read failed +1.0 s "the window did\\u001b not answer"'
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
    text = HtmlFormat().diff(part, Options(of=len(mail(1)), outside=part.outside))
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
    scale = page.page.evaluate("Math.min(1, (document.getElementById('picture').clientWidth - 2) / 310)")
    page.page.click("#picture canvas", position={"x": 20 * scale, "y": 270 * scale})
    assert 'button "Save"' in selected(page)
    assert 'button "Save"' in page.text("#details")


def test_bounds_far_outside_do_not_make_everything_small(opened: Open) -> None:
    far = {"role": "link", "name": "Skip", "bounds": [-9000, -9000, 10, 10]}
    huge = {"role": "link", "name": "Huge", "bounds": [2**31 - 1, 2**31 - 1, 2**31 - 1, 2**31 - 1]}
    tree = Snapshot.from_dicts(
        [
            {
                "role": "window",
                "bounds": [0, 0, 310, 200],
                "children": [far, huge, {"role": "button", "bounds": [5, 5, 9, 9]}],
            }
        ]
    )
    page = opened([tree], at=0)
    assert page.page.evaluate("document.querySelector('#picture .inside').clientHeight") > 100


# --------------------------------------------------------------------------------------------------- keys and links


def test_j_and_k_go_from_step_to_step_and_so_do_arrows_in_the_timeline(opened: Open) -> None:
    page = opened(session(), at=1)
    page.press("j")
    page.at(2)
    page.press("k", "k")
    page.at(0)
    page.page.focus("#timeline")
    page.press("ArrowDown")
    page.at(1)
    page.press("End")
    page.at(3)
    active = page.page.get_attribute("#timeline", "aria-activedescendant")
    assert active is not None
    assert page.page.get_attribute(f"#{active}", "aria-selected") == "true"


def test_n_and_p_go_from_change_to_change_and_pass_over_what_came_with_its_parent(opened: Open) -> None:
    dialog = {"role": "dialog", "name": "Sure?", "children": [{"role": "button", "name": "Yes"}]}
    before = window({"role": "button", "name": "Save"}, {"role": "checkbox", "name": "Also"})
    after = window(
        {"role": "button", "name": "Save", "states": {"disabled": True}},
        dialog,
        {"role": "checkbox", "name": "Also", "states": {"checked": True}},
    )
    page = opened([before, after], at=1)
    found = []
    for key in ("n", "n", "n", "n", "p"):
        page.press(key)
        found.append(next(word for word in ("Save", "Sure?", "Also") if word in selected(page)))
    assert found == ["Save", "Sure?", "Also", "Also", "Sure?"]


def test_rows_are_selected_by_arrows_and_told_field_by_field(opened: Open) -> None:
    page = opened(session(), at=1)
    page.page.focus("#trees")
    page.press("End", "ArrowUp")
    assert 'button "Save"' in selected(page)
    details = page.page.inner_text("#details").replace("\t", " ")
    assert "pressed false true" in details.replace("\n", " ")
    assert "(10,260) 60×24" in details


def test_the_question_mark_shows_the_keys_and_escape_closes_them(opened: Open) -> None:
    page = opened(session(), at=1)
    page.press("?")
    assert page.page.is_visible("#keys")
    page.press("j")  # keys of the page sleep meanwhile
    page.press("Escape")
    assert not page.page.is_visible("#keys")
    assert page.text("#place") == "Step 1 of 3"


def test_a_link_leads_to_its_step_and_the_address_follows_the_reader(opened: Open) -> None:
    page = opened(session(), at=2)
    page.press("j")
    page.at(3)
    assert page.page.evaluate("location.hash") == "#step-3"
    page.page.evaluate("location.hash = '#step-1'")
    page.at(1)


@pytest.mark.parametrize("link", ["#step-99", "#step-x", "#<script>", "#step-999999999999"])
def test_a_link_to_no_step_opens_the_first_change(opened: Open, link: str) -> None:
    page = opened(session())
    page.page.goto(page.page.url.partition("#")[0] + link)
    page.page.reload()
    page.at(1)


def test_every_control_can_be_reached_and_says_what_it_is(opened: Open) -> None:
    page = opened(session(), at=1)
    names = []
    for _ in range(14):
        page.press("Tab")
        names.append(
            page.page.evaluate(
                "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()"
            )
        )
    assert names[:9] == [
        "Previous step (k)",
        "Next step (j)",
        "Filter by role or text (/)",
        "Whole tree",
        "One column",
        "Shifts",
        "Wireframe",
        "Dark",
        "Keys",
    ]
    assert "Steps" in names[9:]
    assert "Step 1: before and after" in names[9:]


# ------------------------------------------------------------------------------------------------ filter, view, light


def test_the_filter_keeps_rows_and_steps_that_have_all_its_words(opened: Open) -> None:
    page = opened(session(), at=1)
    page.press("/")
    page.page.keyboard.type("status SAVED")
    until(page.page, lambda: len(timeline(page)) == 2)
    assert [line.split()[0] for line in timeline(page)] == ["1", "2"]
    assert page.rows() == ['window "Mail" | window "Mail"', '| + status "Saved"']
    assert page.text("#found") == "1 row here, 2 of 4 steps"
    page.press("Escape")
    assert len(timeline(page)) == 4
    assert len(page.rows()) == 9
    assert page.page.evaluate("document.activeElement.id") != "filter"


def test_the_filter_finds_roles_refs_and_texts_that_were_escaped(opened: Open) -> None:
    page = opened([window({"role": "button", "name": 'say "yes"'}, {"role": "link", "name": "C:\\new"})], at=0)

    def found(text: str) -> bool:
        return len(page.rows()) == 2 and text in page.rows()[1]

    for typed, expected in (("button", "say"), ("e3", "C:"), ('"yes"', "say"), ("c:\\new", "C:")):
        page.page.fill("#filter", typed)
        until(page.page, partial(found, expected))
    page.page.fill("#filter", "nobody has this")
    until(page.page, lambda: page.text("#nothing") == "No element matches.")


def test_dark_follows_the_system_and_the_button(opened: Open) -> None:
    page = opened(session(), at=1)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.page.evaluate(ground)
    page.page.emulate_media(color_scheme="dark")
    dark = page.page.evaluate(ground)
    assert light == "rgb(255, 255, 255)"
    assert dark != light
    page.press("d")
    assert page.page.evaluate(ground) == light
    assert page.text("#theme") == "Dark"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(opened: Open, scheme: Literal["light", "dark"]) -> None:
    page = opened(session(), at=1)
    page.page.emulate_media(color_scheme=scheme)
    colors: dict[str, str] = page.page.evaluate(
        """(names) => {
            const style = getComputedStyle(document.documentElement);
            return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
        }""",
        [*GROUNDS, *INKS, *WASHED, *(f"{kind}-wash" for kind in WASHED)],
    )
    pairs = [(ink, ground) for ink in INKS for ground in GROUNDS]
    pairs += [(ink, f"{kind}-wash") for kind in WASHED for ink in ("ink", "text", kind)]
    pairs += [(kind, "paper") for kind in WASHED]
    assert [pair for pair in pairs if contrast(*(colors[name] for name in pair)) < 4.5] == []


def test_on_a_narrow_screen_there_is_one_column_and_nothing_is_cut_off(opened: Open) -> None:
    page = opened(session(), at=1)
    page.page.set_viewport_size({"width": 400, "height": 800})
    until(page.page, lambda: page.page.get_attribute("#unified", "aria-pressed") == "true")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 400


def test_a_printed_page_has_all_rows(opened: Open) -> None:
    page = opened([long_list(900, changed=0)], at=0)
    assert len(page.rows()) < 100
    page.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert len(page.rows()) == 902
    page.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert len(page.rows()) < 100


def test_a_tree_of_twenty_thousand_elements_draws_only_what_is_in_sight(opened: Open) -> None:
    page = opened([long_list(20_000, changed=0), long_list(20_000, changed=19_000)], at=1)
    page.press("w", "n", "n")
    assert page.page.locator("#trees .row").count() < 100
    assert "Item 19000" in selected(page)
