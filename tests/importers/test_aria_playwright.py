"""What Playwright prints of real pages in Chromium is read, whatever the pages say."""

from collections.abc import Iterator
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts import missing, need
from uidiff import import_tree
from uidiff.testing import HOSTILE_TEXTS

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXTS = [text for row in HOSTILE_TEXTS.values() for text in row if text.strip() and "\0" not in text]
AWKWARD = [
    "- a",
    "a: b",
    "a:",
    "#a",
    "a #b",
    "'a'",
    "[a]",
    "{a}",
    "true",
    "1e3",
    "~",
    "/",
    "/a/",
    "/a b/ [c]",
    "| a",
    "\\",
]


@pytest.fixture(scope="module")
def page() -> Iterator["Page"]:
    if find_spec("playwright") is None:
        missing("the Python package playwright", "chromium")
    from playwright.sync_api import sync_playwright

    chromium = need("chromium", "chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def words(text: str | None) -> list[str]:
    """The words of a text: Playwright makes one space of any white space, and leaves out what is invisible."""
    return (text or "").replace("\u200b", "").replace("\u00ad", "").split()


@pytest.mark.parametrize("options", [{"mode": "default"}, {"mode": "ai"}, {"mode": "ai", "boxes": True}])
def test_names_texts_and_values_of_a_page_are_read_as_they_are(page: "Page", options: dict[str, Any]) -> None:
    texts = [*TEXTS, *AWKWARD]
    texts = [text for text in texts if len(text) < 900 and text.isprintable()]
    page.set_content(
        "".join(f"<button></button><p></p><input aria-label=field placeholder=p value='{escape(t)}'>" for t in texts),
    )
    page.evaluate(
        """texts => {
            document.querySelectorAll('button').forEach((e, i) => e.setAttribute('aria-label', texts[i]))
            document.querySelectorAll('p').forEach((e, i) => { e.textContent = texts[i] })
        }""",
        texts,
    )
    snapshot = import_tree(page.aria_snapshot(**options))
    assert [words(element.name) for element in snapshot.find(role="button")] == [words(text) for text in texts]
    assert [words(element.name) for element in snapshot.find(role="text")] == [words(text) for text in texts]
    assert [words(element.value) for element in snapshot.find(role="textbox")] == [words(text) for text in texts]
    assert all(element.bounds for element in snapshot.find(role="button")) == ("boxes" in options)


def test_the_states_of_a_page_are_read(page: "Page") -> None:
    page.set_content(
        """<button disabled>a</button><button aria-pressed=mixed>b</button><button aria-expanded=true>c</button>
        <input type=checkbox checked aria-label=d><input type=radio aria-label=e><h3>f</h3>
        <input aria-label=g aria-invalid=spelling><div role=option aria-selected=true>h</div><input aria-label=i>""",
    )
    page.focus("[aria-label=i]")
    snapshot = import_tree(page.aria_snapshot(mode="ai"))
    assert {element.name: dict(element.states) for element in snapshot if element.states} == {
        "a": {"disabled": True},
        "b": {"pressed": "mixed"},
        "c": {"expanded": True},
        "d": {"checked": True},
        "e": {"checked": False},
        "f": {"level": 3},
        "g": {"invalid": "spelling"},
        "h": {"selected": True},
        "i": {"focused": True},
    }


def test_what_is_seen_but_not_heard_and_what_takes_clicks_is_read_as_such(page: "Page") -> None:
    page.set_content(
        """<div style="cursor: pointer" onclick="0"><p>Card</p></div>
        <button><span aria-hidden="true">×</span> Close</button>
        <div aria-hidden="true">Seen only</div><iframe srcdoc="<button>In</button>"></iframe>""",
    )
    snapshot = import_tree(page.aria_snapshot(mode="ai"))
    assert [element.actions for element in snapshot if element.actions] == [("press",)]
    assert [element.children[0].name for element in snapshot if element.states.get("ariahidden")] == ["Seen only"]
    (inner,) = snapshot.find(name="In")
    assert page.locator(f"aria-ref={inner.native_ref}").inner_text() == "In"
