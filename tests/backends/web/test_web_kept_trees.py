"""After a change only the nodes that may say something else are asked for; the read is as a whole one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Page

from benchmarks.page_changes import changes
from tests.backends.subjects import read
from tests.backends.web.browsers import until
from uidiff import diff
from uidiff.backends.web import WebBackend, facts, kept_trees
from uidiff.backends.web.bulk_calls import BulkCall, BulkCalls
from uidiff.backends.web.call_plans import CallPlan

STEPS = 100
Meanwhile: TypeAlias = Callable[[], object]

WHOLE = "Accessibility.getFullAXTree"

ROWS = "".join(f"<tr><td id=c{row}>Row {row}<td><button id=b{row}>Edit {row}</button>" for row in range(300))
TABLE = f"<!doctype html><h1 id=head>Rows</h1><input id=field><table>{ROWS}</table>"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The methods of all calls with large answers."""
    methods: list[str] = []
    make = BulkCalls.ask_all

    def ask_all(self: BulkCalls, calls: Sequence[BulkCall], meanwhile: Meanwhile = lambda: None) -> CallPlan[list[Any]]:
        methods.extend(method for method, _ in calls)
        return make(self, calls, meanwhile)

    monkeypatch.setattr(BulkCalls, "ask_all", ask_all)
    return methods


def expect_equal(web: WebBackend, page: Page) -> None:
    """The next read of a page is as one of a backend that has never seen it."""
    found, whole = read(web, page), read(WebBackend(reuse=False), page)
    assert found.columns == whole.columns


@pytest.mark.parametrize("room", [48, 1])
def test_after_every_change_the_kept_tree_reads_as_the_whole_one(
    page: Page, web: WebBackend, asked: list[str], monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    monkeypatch.setattr(kept_trees, "_ROOM", room)
    always = WebBackend(reuse=False)
    kept = 0
    for step, kind in enumerate(changes(page, STEPS, seed=room)):
        asked.clear()
        found = read(web, page)
        kept += bool(asked) and WHOLE not in asked
        whole = read(always, page)
        assert (found.columns, found.circumstances) == (whole.columns, whole.circumstances), (step, kind)
    assert kept > STEPS / 3  # else little of this was tried


@pytest.mark.parametrize(
    "change",
    [
        "c7.textContent = 'new'",
        "b7.focus()",
        "b7.disabled = true",
        "b7.remove()",
        "c7.append(b9)",
        "c7.insertAdjacentHTML('beforeend', '<a href=/x>Link</a>')",
        "c7.setAttribute('aria-label', 'Seven')",
        "field.value = 'typed'",
        "field.setCustomValidity('wrong')",
        "b7.style.marginTop = '50px'",
        "b7.hidden = true",
    ],
)
def test_one_change_is_asked_for_alone(page: Page, web: WebBackend, asked: list[str], change: str) -> None:
    page.set_content(TABLE)
    before = read(web, page)
    page.evaluate(f"() => {{ {change} }}")
    asked.clear()
    after = read(web, page)
    assert WHOLE not in asked
    assert 0 < len(asked) < 10
    assert diff(before, after) or "margin" in change
    expect_equal(web, page)


@pytest.mark.parametrize(
    "change",
    [
        "document.title = 'new'",
        "document.body.className = 'dark'",
        "document.head.insertAdjacentHTML('beforeend', '<style>td { display: none }</style>')",
        "document.styleSheets.length; document.adoptedStyleSheets = [new CSSStyleSheet()]",
        "head.setAttribute('aria-owns', 'b7')",
        "document.querySelectorAll('td').forEach(each => { each.textContent = 'new' })",
    ],
)
def test_what_may_show_anywhere_is_read_as_a_whole(page: Page, web: WebBackend, asked: list[str], change: str) -> None:
    page.set_content(TABLE)
    read(web, page)
    page.evaluate(f"() => {{ {change} }}")
    asked.clear()
    read(web, page)
    assert WHOLE in asked
    expect_equal(web, page)


def test_a_change_that_comes_and_goes_while_a_page_is_read_is_not_kept(
    page: Page, web: WebBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.set_content(TABLE)
    read(web, page)
    make = facts.documents_of

    def documents_of(captured: Mapping[str, Any]) -> list[facts.DocumentFacts]:
        page.evaluate("b7.textContent = 'for a moment'")
        return make(captured)

    page.evaluate("b7.title = 'one'")  # so that the page is read, and this part of it
    with monkeypatch.context() as patch:
        patch.setattr("uidiff.backends.web.reading.documents_of", documents_of)
        read(web, page)
    page.evaluate("b7.textContent = 'Edit 7'")
    expect_equal(web, page)


def test_a_picker_that_closes_is_not_kept(page: Page, web: WebBackend) -> None:
    page.set_content("<label>When <input id=when type=date></label>")
    closed = len(read(web, page))
    page.locator("#when").click()
    page.evaluate("document.getElementById('when').showPicker()")
    until(page, lambda: len(read(web, page)) > closed)
    page.keyboard.press("Escape")
    until(page, lambda: not page.evaluate("document.getElementById('when').matches(':open')"))
    expect_equal(web, page)


def test_what_an_element_of_a_script_keeps_to_itself_is_read_with_any_other_change(page: Page, web: WebBackend) -> None:
    page.set_content(f"{TABLE}<my-check id=own tabindex=0>Own</my-check>")
    page.evaluate("""() => customElements.define('my-check', class extends HTMLElement {
        constructor() { super(); this.kept = this.attachInternals(); this.kept.role = 'checkbox'; this.tick('false'); }
        tick(value) { this.kept.ariaChecked = value; }
    })""")
    until(page, lambda: bool(read(web, page).find(role="checkbox")))
    page.evaluate("() => { own.tick('true'); c7.textContent = 'new'; }")
    assert read(web, page).find(role="checkbox")[0].states["checked"] is True
    expect_equal(web, page)
