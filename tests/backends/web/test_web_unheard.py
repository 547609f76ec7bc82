"""What a page shows and hides from its accessibility tree: the state ``ariahidden`` (spec/definitions#4-states)."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from tests.backends.web.browsers import outline, ref_of, site, until
from uidiff import FileStore, Report, Session, dumps
from uidiff.backends.web import WebBackend

UNSEEN = "position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0); white-space: nowrap"
STYLE = f"<style>.unseen {{ {UNSEEN} }} .icon::before {{ content: '\\e900' }}</style>"


def unheard(page: Page, web: WebBackend, html: str) -> list[tuple[str, str | None, str | None]]:
    """The role, name and value of what is marked."""
    page.set_content(STYLE + html)
    return [(one.role, one.name, one.value) for one in read(web, page) if one.states.get("ariahidden")]


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p aria-hidden=true>Sold out</p>", [("text", "Sold out", None)]),
        ("<p>Lamp <span aria-hidden=TRUE>new</span></p>", [("text", "new", None)]),
        ("<h2>Lamp <span aria-hidden=true>new <b>in</b> stock</span></h2>", [("text", "new in stock", None)]),
        ("<ul aria-hidden=true><li>One<li>Two</ul>", [("text", "One", None), ("text", "Two", None)]),
        ("<div aria-hidden=true><a href=#>More</a></div>", [("link", "More", None)]),
        ("<button aria-hidden=true>Buy <b>now</b></button>", [("button", "Buy now", None)]),
        ("<input aria-hidden=true aria-label=Name value=Ada>", [("textbox", "Name", "Ada")]),
        ("<input aria-hidden=true type=submit value=Go>", [("button", "Go", None)]),
        ("<input aria-hidden=true type=date value=2024-01-15>", [("textbox", None, "2024-01-15")]),
        ("<textarea aria-hidden=true>Text</textarea>", [("textbox", None, "Text")]),
        ("<select aria-hidden=true><option>A<option selected>B</select>", [("combobox", None, "B")]),
        ("<div aria-hidden=true role=button>Go</div>", [("button", "Go", None)]),
        ("<div aria-hidden=true onclick=1>Go</div>", [("generic", None, None), ("text", "Go", None)]),
        ("<button aria-label=Close><span aria-hidden=true>Esc</span></button>", [("text", "Esc", None)]),
        (
            "<div aria-hidden=true><pre>let<span> x</span></pre><pre>y</pre></div>",
            [("text", "let x", None), ("text", "y", None)],
        ),
        ("<div style='height: 0'><p aria-hidden=true>Over</p></div>", [("text", "Over", None)]),
        ("<body style='overflow: hidden; height: 9px'><p aria-hidden=true>Below</p>", [("text", "Below", None)]),
        ("<div style='display: contents'><b aria-hidden=true>In</b></div>", [("text", "In", None)]),
    ],
)
def test_what_is_seen_and_aria_hidden_is_read_and_marked(
    page: Page, web: WebBackend, html: str, found: list[tuple[str, str | None, str | None]]
) -> None:
    assert unheard(page, web, html) == found


@pytest.mark.parametrize(
    "html",
    [
        "<p aria-hidden=false>Said</p>",
        "<p aria-hidden=true style='display: none'>no</p>",
        "<p aria-hidden=true style='visibility: hidden'>no</p>",
        "<div style='opacity: 0'><p aria-hidden=true>no</p></div>",
        "<p aria-hidden=true class=unseen>no</p>",
        "<p aria-hidden=true style='position: absolute; left: -9999px'>no</p>",
        "<div style='overflow: hidden; height: 20px'><div style='height: 30px'></div><p aria-hidden=true>no</p></div>",
        "<div style='overflow-x: clip; width: 9px'><p aria-hidden=true style='padding-left: 20px'>no</p></div>",
        "<i aria-hidden=true class=icon></i><i aria-hidden=true>\ue901</i><i aria-hidden=true>\U000f0001</i>",
        "<i aria-hidden=true class=material-icons>shopping_cart</i>",
        "<i aria-hidden=true><svg width=9 height=9><rect width=9 height=9 /></svg></i>",
        "<label>Name <b aria-hidden=true>*</b></label><nav>A <i aria-hidden=true>/</i> B</nav>",
        "<button aria-label='Close it'><span aria-hidden=true>\u00d7 close</span></button>",
        "<p><span class=unseen>$19.99</span><span aria-hidden=true>$<b>19.</b><sup>99</sup></span></p>",
        "<div inert><p aria-hidden=true>no</p></div>",
        "<p aria-hidden=true>no</p><div role=dialog aria-label=Ask>Well?</div>",
        "<p aria-hidden=true>no</p><main><div role=dialog aria-modal=true aria-label=Ask>Well?</div></main>",
        "<p aria-hidden=true>no</p><dialog id=ask>Well?</dialog><script>ask.showModal()</script>",
        "<p aria-hidden=true>no</p><ul role=menu><li role=menuitem tabindex=0 id=x>One</ul><script>x.focus()</script>",
        "<select><option aria-hidden=true>One</select>",
        "<input type=search value=x><video controls></video><input type=file>",
    ],
)
def test_what_is_unseen_put_away_decoration_or_said_elsewhere_is_not(page: Page, web: WebBackend, html: str) -> None:
    assert unheard(page, web, html) == []


def test_what_an_open_dialog_holds_is_read(page: Page, web: WebBackend) -> None:
    html = "<div role=dialog aria-modal=true aria-label=Ask>Well? <b aria-hidden=true>Think</b></div>"
    assert unheard(page, web, html) == [("text", "Think", None)]


def test_it_stands_where_it_is_in_the_document(page: Page, web: WebBackend) -> None:
    page.set_content(
        "<main>A<p aria-hidden=true>B</p><p>C <b aria-hidden=true>D</b> E</p><i aria-hidden=true>F</i></main>"
    )
    said = [
        "document",
        "  main",
        "    text A",
        "    text B",
        "    paragraph",
        "      text C",
        "      text D",
        "      text  E",
    ]
    assert outline(read(web, page)) == [*said, "    text F"]
    (mark,) = read(web, page).find(name="D")
    assert mark.id_stable
    assert mark.bounds is not None


def test_a_secret_among_it_stays_one(page: Page, web: WebBackend) -> None:
    page.set_content(
        "<div aria-hidden=true><input type=password value=zq-77><input autocomplete=cc-csc value=zq-77></div>"
    )
    snapshot = read(web, page)
    assert [one.secret for one in snapshot.find(role="textbox")] == [True, True]
    assert "zq-77" not in dumps(snapshot)


def test_it_is_acted_on_by_its_ref_and_its_changes_are_told(page: Page) -> None:
    page.set_content(
        "<p>Text</p><div aria-hidden=true><b id=count>6</b> "
        "<button onclick='count.firstChild.data = 7'>Add</button></div><input id=other>"
    )
    with Session("web", page, timeout=60) as ui:
        report = ui.act("press", ref_of(ui, "button", "Add"))
        assert report.delta is not None
        assert [one.fields.get("name") for one in report.delta.changed if "name" in one.fields] == [("6", "7")]
        assert not report.delta.hidden
        marked = {one.name for one in report.snapshot if one.states.get("ariahidden")}
        assert marked >= {"7", "Add"}  # though Chromium reads them while the focus is in them
        page.evaluate("other.focus()")
        later = ui.describe().delta
        assert later is not None
        assert not [record for record in later.changed if "ariahidden" in record.fields]
        assert not [record for record in later.hidden if record.before.role == "button" or record.before.name == "7"]


def test_what_is_aria_hidden_after_it_was_read_is_hidden_and_what_never_was_is_heard_when_it_is_shown(
    page: Page,
) -> None:
    page.set_content("<p>Text</p><div id=one>One</div><div id=two aria-hidden=true>Two</div>")
    with Session("web", page, timeout=60) as ui:
        first = ui.describe()
        assert [one.name for one in first.snapshot if one.states.get("ariahidden")] == ["Two"]
        page.evaluate("one.ariaHidden = 'true'")
        hidden = ui.describe().delta
        assert hidden is not None
        assert {record.before.name for record in hidden.hidden} >= {"One"}
        page.evaluate("two.ariaHidden = null")
        heard = ui.describe()
        assert heard.delta is not None
        (change,) = [record for record in heard.delta.changed if "ariahidden" in record.fields]
        assert change.fields["ariahidden"] == (True, False)
        page.evaluate("two.ariaHidden = 'true'")
        again = ui.describe().delta
        assert again is not None
        assert {record.before.name for record in again.hidden} >= {"Two"}


def test_what_is_made_anew_to_be_put_away_is_not_read(page: Page, web: WebBackend) -> None:
    def marked() -> list[str | None]:
        return [one.name for one in read(web, page) if one.states.get("ariahidden")]

    part = "<ul{0}><li>One<li>Two <button>Edit</button></ul>"
    page.set_content(f"<p>Text</p><div id=part>{part.format('')}</div>")
    assert marked() == []
    page.evaluate("html => { part.innerHTML = html }", part.format(" aria-hidden=true"))
    assert marked() == []
    assert marked() == []  # and it stays so
    page.evaluate("part.innerHTML = part.innerHTML.replace('One', 'Three')")
    assert marked() == ["Three", "Two", "Edit"]
    assert marked() == ["Three", "Two", "Edit"]


def test_another_run_knows_what_was_read_and_what_was_marked(page: Page, tmp_path: Path) -> None:
    page.set_content("<p>Text</p><div id=one>One</div><div id=two aria-hidden=true>Two</div>")

    def run(script: str) -> Report:
        page.evaluate(script)
        with Session("web", page, store=FileStore(tmp_path), timeout=60) as ui:
            return ui.describe()

    run("")
    after = run("one.ariaHidden = 'true'")
    assert after.delta is not None
    assert {record.before.name for record in after.delta.hidden} >= {"One"}
    assert [one.name for one in after.snapshot if one.states.get("ariahidden")] == ["Two"]


def test_it_is_read_in_frames_too_and_costs_no_call(page: Page, web: WebBackend) -> None:
    with site({"/": "<iframe src=THERE/in></iframe>", "/in": "<p aria-hidden=true>Inside</p>"}) as served:
        page.goto(served.here)
        until(page, lambda: read(web, page).find(name="Inside"))
        assert web.calls == 4
        (found,) = read(web, page).find(name="Inside")
        assert found.states["ariahidden"] is True
