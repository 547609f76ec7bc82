"""What the accessibility tree lacks: elements that take clicks without a role, placeholders, current, sorted."""

import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from tests.backends.web.browsers import ref_of
from uidiff import Element, Session
from uidiff.backends.web import WebBackend

STYLE = "<style>.p { cursor: pointer } .g::before { content: '\\e900' }</style>"
SVG = "<svg width=16 height=16><rect width=16 height=16 /></svg>"


def pressed(page: Page, web: WebBackend, html: str) -> list[Element]:
    """The elements without a role of a control that can be pressed."""
    page.set_content(STYLE + html)
    return [one for one in read(web, page) if one.actions == ("press",) and one.role not in {"button", "link"}]


@pytest.mark.parametrize(
    ("html", "role", "count"),
    [
        ("<div onclick='1'>Card</div>", "generic", 1),
        ("<div class=p>Card <b>bold</b></div>", "generic", 1),
        ("<div id=one>Card</div><script>one.addEventListener('click', () => 1)</script>", "generic", 1),
        (f"<span class=p>{SVG}</span>", "img", 1),
        (f"<div class=p>{SVG}</div>", "generic", 1),
        ("<p>More: <span class=p>show</span></p>", "text", 1),
        ("<div class=p><div><div style='width:9px;height:9px'></div></div></div>", "generic", 1),
        ("<ul><li class=p>Row</li><li>other</li></ul>", "listitem", 1),
        ("<img class=p src='data:,' width=9 height=9>", "img", 1),
        ("<div onclick='1'><p class=p>a</p><p class=p>b</p></div>", "paragraph", 2),  # it waits for those below
        ("<div class=p onclick='1'><div onclick='1'>a</div></div>", "generic", 1),
        ("<div class=p aria-hidden=true onclick='1'>a</div>", "generic", 1),
        ("<div role=presentation onclick='1' style='width:9px;height:9px'></div>", "generic", 1),
        ("<span onclick='1'><i class=g aria-hidden=true></i></span>", "generic", 1),
        ("<i class='p g' aria-hidden=true></i>", "generic", 1),
        ("<i class='p g'></i>", "generic", 1),
        ("<svg onclick='1' aria-hidden=true width=9 height=9></svg>", "generic", 1),
        ("<svg width=9 height=9><g onclick='1'><path d='M0 0 L9 0 L9 9' /></g></svg>", "group", 1),
        ("<img onclick='1' alt='' src='data:,' width=9 height=9>", "img", 1),
        ("<table><tr><td class=p><i class=g aria-hidden=true></i></table>", "layout-table-cell", 1),
    ],
)
def test_what_takes_clicks_without_a_role_can_be_pressed(
    page: Page, web: WebBackend, html: str, role: str, count: int
) -> None:
    assert [one.role for one in pressed(page, web, html)] == [role] * count


@pytest.mark.parametrize(
    "html",
    [
        "<div onclick='1'><button>a</button></div>",
        "<button class=p><span class=p>a</span></button>",
        "<a href=#x><span class=p>a</span></a>",
        "<label class=p><input type=checkbox>a</label>",
        "<label class=p for=x>a</label><input id=x>",
        "<div class=p aria-hidden=true onclick='1' style='visibility:hidden'>a</div>",
        "<div class=p aria-hidden=true onclick='1' style='opacity:0'>a</div>",
        "<button>a<i class='p g' aria-hidden=true></i></button>",
        "<div inert><span class=p aria-hidden=true>a</span></div>",
        "<p onclick='1'><i>a</i></p><dialog id=d>x</dialog><script>d.showModal()</script>",
        "<div class=p style='display:none' onclick='1'>a</div>",
        "<div class=p style='width:0;height:0;overflow:hidden'></div>",
        "<div contenteditable>a <b>b</b></div>",
        "<div role=button tabindex=0 class=p><i class=p>a</i></div>",
        "<details><summary class=p>a</summary>b</details>",
        "<p>a</p><script>document.body.onclick = () => 1</script>",
    ],
)
def test_controls_what_holds_them_and_what_is_hidden_are_no_such_elements(
    page: Page, web: WebBackend, html: str
) -> None:
    found = [one for one in pressed(page, web, html) if one.role not in {"checkbox", "DisclosureTriangle"}]
    assert [one for one in found if one.native_role != "DisclosureTriangle"] == []


def test_an_element_without_role_and_text_is_pressed_by_its_ref_and_keeps_it(page: Page) -> None:
    page.set_content(f"{STYLE}<p>Text</p><span class=p onclick='window.done = 1'>{SVG}</span>")
    with Session("web", page, timeout=60) as ui:
        ref = ref_of(ui, "generic")
        ui.act("press", ref)
        assert page.evaluate("window.done") == 1
        page.evaluate("document.querySelector('p').textContent = 'Other'")
        ui.describe()
        assert ref_of(ui, "generic") == ref


def test_placeholder_current_and_sort_are_states_and_their_changes_are_told(page: Page) -> None:
    page.set_content("""<label>Search <input id=field placeholder="Name or number"></label>
        <input placeholder="The name"><div placeholder=no role=textbox contenteditable aria-placeholder="Write"></div>
        <a id=home href=#h aria-current=page>Home</a><a id=shop href=#s aria-current=false>Shop</a>
        <table><tr><th id=head aria-sort=ascending>Price</th><th aria-sort=none>Age</th></tr><tr><td>3<td>4</table>""")
    with Session("web", page, timeout=60) as ui:
        text = ui.describe().text
        assert 'placeholder="Name or number"' in text
        assert text.count("placeholder") == 1  # where it is the name it is said once
        assert text.count("current=") == 1
        assert 'columnheader "Price" sort="ascending"' in text
        page.evaluate("field.placeholder = 'Number'")
        assert '"Name or number" -> "Number"' in ui.describe().text
        page.evaluate("home.removeAttribute('aria-current'); shop.setAttribute('aria-current', 'page')")
        told = ui.describe().text
        assert '"Home" current "page" -> ' in told
        assert '"Shop" current ' in told
        page.evaluate("head.setAttribute('aria-sort', 'descending')")
        assert '"ascending" -> "descending"' in ui.describe().text


def test_what_is_busy_says_so(page: Page) -> None:
    page.set_content("<section aria-label=Results><p>None</p></section>")
    with Session("web", page, timeout=60) as ui:
        ui.describe()
        page.evaluate("document.querySelector('section').setAttribute('aria-busy', 'true')")
        assert '~ region "Results" busy' in ui.describe().text


def test_a_rich_text_without_role_says_that_it_is_typed_into(page: Page) -> None:
    page.set_content("<div contenteditable>Some <b>text</b></div>")
    with Session("web", page, timeout=60) as ui:
        assert "editable" in ui.describe().text
        ui.act("type", ref_of(ui, "generic"), "other")
        assert page.evaluate("document.querySelector('div').textContent") == "other"
