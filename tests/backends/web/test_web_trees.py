"""What is read of a page: roles, states, ids, texts, secrets, shadow roots, sizes."""

import attrs
import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from tests.backends.web.browsers import outline
from uidiff import Limits, Redaction, Session, Snapshot, diff, dumps, import_tree
from uidiff.backends.web import WebBackend
from uidiff.backends.web.facts import affordable_depth
from uidiff.testing import HOSTILE_TEXTS

FORM = """<!doctype html><title>Form</title>
<h1 id=top>Form</h1>
<input id=mail aria-label=Mail value=ada required>
<input type=checkbox aria-label=Gift checked>
<input type=range aria-label=Amount min=0 max=1 step=0.1 value=0.3>
<textarea aria-label=Note>text</textarea>
<div contenteditable aria-label=Free role=textbox>rich</div>
<select aria-label=Size><option>Small<option selected>Large</select>
<input aria-label=Read readonly value=only aria-invalid=true>
<button aria-expanded=false aria-haspopup=menu>More</button>
<button aria-pressed=mixed>Bold</button>
<button disabled>Pay</button>
<div role=slider aria-label=Odd aria-valuenow=1 aria-valuemax=1e300></div>
<a href="https://example.org/a?token=abc">Link</a>
"""


def test_elements_have_the_roles_states_values_and_actions_that_they_show(page: Page, web: WebBackend) -> None:
    page.set_content(FORM)
    snapshot = read(web, page)
    said = {
        element.name: (element.role, element.value, element.actions, dict(element.states))
        for element in snapshot
        if element.name and element.role not in {"text", "document"}
    }
    on = {"focusable": True}
    assert said["Mail"] == ("textbox", "ada", ("type",), {**on, "editable": True, "required": True})
    assert said["Gift"] == ("checkbox", None, ("press",), {**on, "checked": True})
    assert said["Amount"][:3] == ("slider", "0.3", ())
    assert said["Note"][:3] == ("textbox", "text", ("type",))
    assert said["Free"][:3] == ("textbox", "rich", ("type",))
    assert said["Size"] == ("combobox", "Large", ("select",), {**on, "expanded": False, "haspopup": "menu"})
    assert said["Read"][3] == {**on, "editable": True, "invalid": True, "readonly": True}
    assert said["More"] == ("button", None, ("press",), {**on, "expanded": False, "haspopup": "menu"})
    assert said["Bold"][3] == {**on, "pressed": "mixed"}
    assert said["Pay"][3] == {"disabled": True}
    assert "valuemax" not in said["Odd"][3]  # a number that no state can have
    (link,) = snapshot.find(role="link")
    assert link.url == "https://example.org/a?token=…"
    assert snapshot.find(name="Form")[0].native_role == "RootWebArea"
    assert snapshot.find(name="Mail")[0].automation_id == "mail"
    assert (snapshot.title, snapshot.url, snapshot.app, snapshot.platform) == ("Form", "about:blank", "chromium", "web")
    assert snapshot.roots[0].url is None


def test_an_id_is_stable_for_what_has_a_node_of_the_document_and_that_of_one_element(
    page: Page, web: WebBackend
) -> None:
    page.set_content("<style>li::before { content: 'a' 'b' } li::after { content: 'c' }</style><ul><li>one<li>two</ul>")
    snapshot = read(web, page)
    assert len({element.id for element in snapshot}) == len(snapshot)
    unstable = {element.name for element in snapshot if not element.id_stable}
    assert unstable == {"ab", "c"}  # generated texts have no nodes
    handles = [web.handle(element) for element in snapshot]
    assert len(set(handles)) == len(snapshot)


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li><a href=#>One</a></ul>",
        "<ul role=none><li>One</ul>",
        "<ul><li role=presentation>One</ul>",
        "<ol role=listbox><li role=option>One</ol>",
        "<ul role=tree><li role=treeitem>One</ul>",
        "<a href=#><ul role=none><li>One</ul></a>",
        "<h2><ul><li>One</ul></h2>",
        "<div role=button><ol role=none><li>One</ol></div>",
        "<table role=grid><tr><td><ul><li>One</ul></table>",
        "<div role=row><div role=cell><ul role=none><li>One</ul></div></div>",
        "<details><summary style='list-style: square'>One</summary>x</details>",
        "<h3 style='display: list-item'>One</h3>",
        "<style>li::marker { content: counter(list-item) ') ' }</style><ul role=none><li>One</ul>",
        "<ul><li id=x>One</ul><button aria-labelledby=x></button>",
    ],
)
def test_the_marker_of_a_list_is_in_no_name_and_no_text(page: Page, web: WebBackend, html: str) -> None:
    page.set_content(html)
    said = {
        (one.role, one.name) for each in (read(web, page), dumped(page)) for one in each if one.name and one.name != "x"
    }
    assert {name for role, name in said if role != "list-marker"} == {"One"}
    assert {role for role, name in said if name != "One"} == {"list-marker"}


def dumped(page: Page) -> Snapshot:
    """What the importer makes of Chromium's tree of a page."""
    return import_tree(page.context.new_cdp_session(page).send("Accessibility.getFullAXTree"), format="chrome")


def test_a_marker_that_is_a_picture_is_a_marker(page: Page, web: WebBackend) -> None:
    dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs="
    page.set_content(f"<ul role=none style='list-style-image: url({dot})'><li>One</ul>")
    assert [one.role for one in read(web, page)] == ["document", "list-marker", "text"]


def test_shadow_roots_open_and_closed_are_read_and_their_elements_are_live(page: Page, web: WebBackend) -> None:
    page.set_content("<div id=open></div><div id=closed><b>slotted</b></div>")
    page.evaluate(
        """() => {
          document.getElementById('open').attachShadow({mode: 'open'}).innerHTML = '<button>Open</button>';
          const root = document.getElementById('closed').attachShadow({mode: 'closed'});
          root.innerHTML = '<button onclick="window.pressed = true">Closed</button><slot></slot>';
        }"""
    )
    snapshot = read(web, page)
    assert [element.name for element in snapshot.find(role="button")] == ["Open", "Closed"]
    assert snapshot.find(role="text", name="slotted")
    web.handle(snapshot.find(role="button", name="Closed")[0]).click()
    assert page.evaluate("window.pressed") is True


@pytest.mark.parametrize(
    "field",
    [
        '<input aria-label=Secret type=password value="{0}">',
        '<input aria-label=Secret autocomplete=one-time-code value="{0}">',
        '<input aria-label=Secret autocomplete="section-a cc-number" value="{0}">',
        '<input aria-label=Secret autocomplete=CC-CSC aria-autocomplete=list role=combobox value="{0}">',
    ],
)
def test_secrets_are_nowhere_and_a_session_says_that_one_changed(page: Page, web: WebBackend, field: str) -> None:
    secret = "open sesame"  # noqa: S105  # a made-up one
    page.set_content(field.format(secret))
    with Session(web, page, timeout=60) as ui:
        first = ui.describe()
        (element,) = first.snapshot.find(name="Secret")
        assert (element.secret, element.value) == (True, "[redacted]")
        assert secret not in dumps(first.snapshot)
        assert "\u2022" not in dumps(first.snapshot)  # nor how long it is
        page.locator("input").fill("another one")
        report = ui.describe(mode="diff")
        assert "another" not in report.text
        assert "hidden" in report.text


@pytest.mark.parametrize("cdp", [True, False])
def test_fields_that_show_dots_by_their_style_are_secret_and_others_are_not(page: Page, cdp: bool) -> None:
    dots = "style='-webkit-text-security: disc'"
    page.set_content(
        f"<input aria-label=Pin {dots} value=zq-77><textarea aria-label=Words {dots}>zq-77</textarea>"
        "<input aria-label=Name value=Ada><div id=host></div>"
    )
    shadow = "<input type=password aria-label=Inside value=zq-77>"
    page.evaluate("html => { host.attachShadow({mode: 'open'}).innerHTML = html }", shadow)
    backend = WebBackend(cdp=cdp)
    snapshot = read(backend, page)
    hidden = {element.name: element.secret for element in snapshot.find(role="textbox")}
    assert hidden == {"Pin": True, "Words": True, "Name": False, "Inside": True}
    assert "zq-77" not in dumps(snapshot)
    assert snapshot.find(name="Name")[0].value == "Ada"
    backend.close()


def test_a_number_without_ends_has_none(page: Page, web: WebBackend) -> None:
    page.set_content("<input type=number value=5><input type=number min=3><input type=number min=1 max=9>")
    ends = [dict(element.states) for element in read(web, page).find(role="spinbutton")]
    assert [(each.get("valuemin"), each.get("valuemax")) for each in ends] == [(None, None), (3, None), (1, 9)]


def test_a_password_that_is_shown_stays_hidden_in_a_session(page: Page, web: WebBackend) -> None:
    page.set_content("<input aria-label=Secret type=password value='open sesame'>")
    with Session(web, page, timeout=60) as ui:
        ui.describe()
        page.evaluate("document.querySelector('input').type = 'text'")
        report = ui.describe(mode="full")
        assert "sesame" not in report.text + dumps(report.snapshot)


def test_hostile_texts_are_data(page: Page, web: WebBackend) -> None:
    texts = [text for number, some in HOSTILE_TEXTS.items() for text in some if number <= 14]
    page.set_content("<title>t</title>")
    page.evaluate(
        """texts => {
          for (const text of texts) {
            const button = document.createElement("button");
            button.setAttribute("aria-label", text);
            button.id = text;
            document.body.append(button);
          }
          document.title = texts.join("");
        }""",
        texts,
    )
    with Session(web, page, timeout=60) as ui:
        report = ui.describe(fold=False)
    lines = report.text.split("\n")
    assert len(report.snapshot.find(role="button")) == len(texts)
    assert len(lines) == len(report.snapshot) + 1
    assert all(character.isprintable() or character in " \u200c\u200d" for line in lines for character in line)


def test_seventeen_thousand_elements_are_read_whole_in_two_calls(page: Page, web: WebBackend) -> None:
    page.set_content(f"<ul>{'<li><b>a</b><button>b</button>' * 3400}</ul>")
    snapshot = read(web, page, seconds=120)
    assert len(snapshot) > 17_000
    assert not snapshot.partial
    assert web.calls == 2
    assert all(element.bounds is not None for element in snapshot.find(role="button"))
    few = read(web, page, limits=attrs.evolve(Limits.live(), max_elements=100), seconds=120)
    assert (len(few), few.partial) == (100, True)


def test_fifty_reads_of_an_idle_page_report_nothing(page: Page, web: WebBackend) -> None:
    page.set_content(f"{FORM}<iframe srcdoc='<button>Inside</button>'></iframe>")
    with Session(web, page, timeout=60) as ui:
        ui.describe()
        reports = [ui.describe() for _ in range(50)]
    assert not any(report.delta for report in reports)


def test_matching_by_name_role_and_parent_works_on_live_pages(page: Page, web: WebBackend) -> None:
    page.set_content("<ul><li><button>A</button><li><button>B</button></ul>")
    before = read(web, page)
    page.evaluate(
        "document.querySelector('ul').innerHTML = '<li><button>New</button>' + document.querySelector('ul').innerHTML"
    )
    delta = diff(before, read(web, page), matcher="name-role-parent")
    assert {record.after.name for record in delta.added if record.after.name} >= {"New"}
    assert not {record.before.name for record in delta.removed} & {"A", "B"}
    unchanged = {before[i].name for i, _ in delta.matching.pairs}
    assert {"A", "B"} <= unchanged


def test_the_rules_of_a_caller_see_html_ids(page: Page, web: WebBackend) -> None:
    page.set_content("<input id=salary aria-label=Salary value=zq-77>")
    redact = Redaction(rule=lambda fields: fields["automation_id"] == "salary")
    assert "zq-77" not in dumps(read(web, page, redact=redact))  # no random id of the browser has it by chance


def test_a_page_without_anything_has_its_document(page: Page, web: WebBackend) -> None:
    assert outline(read(web, page)) == ["document"]
    page.evaluate("document.documentElement.remove()")
    assert outline(read(web, page)) == ["document"]


def test_of_a_page_that_takes_longer_than_there_is_time_the_upper_part_is_read(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.set_content("<ul>" + "<li><button>a</button><p aria-hidden=true onclick='1'>b" * 30)
    web = WebBackend()
    whole = read(web, page)
    monkeypatch.setattr("uidiff.backends.web.reading.TREE_COST", 1e9)
    page.evaluate("document.body.dataset.more = 1")
    part = read(web, page)
    assert part.partial
    assert 1 <= len(part) < 10 < len(whole)
    assert {one.id for one in part} <= {one.id for one in whole}
    monkeypatch.undo()
    assert not read(web, page).partial
    web.close()


@pytest.mark.parametrize(("share", "depth"), [(1.0, None), (0.99, 4), (0.5, 2), (0.4, 1), (0.0, 1), (-3.0, 1)])
def test_as_deep_as_a_share_of_the_nodes_goes(share: float, depth: int | None) -> None:
    nodes = {"parentIndex": [-1, 0, 1, 1, 2, 4, 4, 5]}  # of depth 0, 1, 2, 2, 3, 4, 4, 5
    assert affordable_depth({"documents": [{"nodes": nodes}]}, share) == depth
