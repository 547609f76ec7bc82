"""What a reader of the report does: keys, links, the filter, one column, light and dark, printing."""

from functools import partial
from typing import Literal

import pytest

from tests.backends.web.browsers import until
from tests.formats.html.conftest import Open
from tests.formats.html.trees import long_list, session, window

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
        found.append(next(word for word in ("Save", "Sure?", "Also") if word in page.selected()))
    assert found == ["Save", "Sure?", "Also", "Also", "Sure?"]
    active = page.page.evaluate("document.activeElement.getAttribute('aria-activedescendant')")
    assert page.page.get_attribute(f"#{active}", "aria-label") == 'came dialog "Sure?"'


def test_rows_are_selected_by_arrows_and_told_field_by_field(opened: Open) -> None:
    page = opened(session(), at=1)
    page.page.focus("#trees")
    page.press("End", "ArrowUp")
    assert 'button "Save"' in page.selected()
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
    page.page.click("#help")
    page.page.click("#keys button")
    assert not page.page.is_visible("#keys")
    assert page.text("#place") == "Step 1 of 3"


def test_a_link_leads_to_its_step_and_the_address_follows_the_reader(opened: Open) -> None:
    page = opened(session(), at=2)
    page.press("j")
    page.at(3)
    assert page.page.evaluate("location.hash") == "#step-3"
    page.page.evaluate("location.hash = '#step-1'")
    page.at(1)


def test_a_link_to_no_step_opens_the_first_change(opened: Open) -> None:
    page = opened(session())
    address = page.page.url.partition("#")[0]
    for link in ("#step-99", "#step-x", "#<script>", "#step-999999999999"):
        page.page.goto("about:blank")
        page.page.goto(address + link)
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
    until(page.page, lambda: len(page.timeline()) == 2)
    assert [line.split()[0] for line in page.timeline()] == ["1", "2"]
    assert page.rows() == ['window "Mail" | window "Mail"', '| + status "Saved"']
    assert page.text("#found") == "1 row here, 2 of 4 steps"
    page.press("Escape")
    assert len(page.timeline()) == 4
    assert len(page.rows()) == 9
    assert page.page.evaluate("document.activeElement.id") != "filter"


def test_the_filter_finds_roles_refs_and_texts_that_were_escaped(opened: Open) -> None:
    page = opened([window({"role": "button", "name": 'say "yes"'}, {"role": "link", "name": "C:\\new"})], at=0)

    def found(text: str) -> bool:
        return len(page.rows()) == 2 and text in page.rows()[1]

    for typed, expected in (("button", "say"), ("e3", "C:"), ('"yes"', "say"), ("c:\\new", "C:")):
        page.page.fill("#filter", typed)
        until(page.page, partial(found, expected))
    page.page.fill("#filter", "no element has this")
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
    assert "Item 19000" in page.selected()
