"""Parts that a real page brings about seldom: no Playwright, odd states, trees cut short, events that were missed."""

import gc
import sys
import weakref
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from uidiff.backends.registry import load_backend
from uidiff.backends.web import AsyncWebBackend, WebBackend
from uidiff.backends.web.call_plans import CallBatch, ask, ending
from uidiff.backends.web.failures import failing
from uidiff.errors import BackendError, MissingExtra
from uidiff.importers.chrome_rows import AxStates, AxTree


def test_without_playwright_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright", None)
    backend = load_backend("web")
    assert isinstance(backend, WebBackend)
    assert WebBackend.asynchronous is AsyncWebBackend
    said = backend.available()
    assert not said
    assert "pip install 'uidiff[web]'" in said.cure
    for call in (backend.windows, lambda: read(backend, "http://127.0.0.1:9222"), lambda: read(backend, 5)):
        with pytest.raises(MissingExtra, match="web"):
            call()
    backend.close()
    assert AsyncWebBackend().available() == said


def test_an_error_of_playwrights_is_said_in_our_words_and_none_of_its_own() -> None:
    with pytest.raises(BackendError) as error, failing(None, "reading the page"):
        raise RuntimeError("PRIVATE \x1b[31m")
    assert str(error.value) == "reading the page failed (RuntimeError): read the page again, or reload it"


def states(**given: Any) -> list[Any]:  # noqa: ANN401  # JSON
    return [{"name": name, "value": {"type": "x", "value": value}} for name, value in given.items()]


def test_a_state_that_no_element_can_have_is_left_out_and_the_others_stay() -> None:
    node = {"nodeId": "1", "properties": states(level=2.0**60, checked="mixed", focusable=True, owns="x")}
    assert AxStates(strict=False).of(node) == {"checked": "mixed", "focusable": True}
    with pytest.raises(ValueError, match="level"):
        AxStates(strict=True).of(node)


def test_the_anchor_of_a_node_is_the_nearest_dom_node_above_it() -> None:
    nodes: list[dict[str, Any]] = [
        {"nodeId": "1", "backendDOMNodeId": 7},
        {"nodeId": "2", "parentId": "1"},
        {"nodeId": "3", "parentId": "2"},
        {"nodeId": "4", "parentId": "9"},
        {"nodeId": "5", "parentId": "6"},
        {"nodeId": "6", "parentId": "5"},
    ]
    tree = AxTree(nodes)
    assert [tree.anchor(node) for node in nodes] == [None, 7, 7, None, None, None]


def test_a_plan_within_another_deadline_keeps_the_earlier_one() -> None:
    plan = ending(ending(ask(int), 5.0), 7.0)
    calls = next(plan)
    assert isinstance(calls, CallBatch)
    assert calls.deadline == 5.0
    with pytest.raises(StopIteration) as end:
        plan.send([3])
    assert end.value.value == 3


def test_a_document_of_which_no_event_told_is_asked_for(page: Page, web: WebBackend) -> None:
    page.set_content("<iframe srcdoc='<button>In</button>'></iframe>")
    page.frames[1].wait_for_load_state()
    before = read(web, page)
    tab = web._reader.pages.tabs[page]  # as if the events had been missed
    tab.main.loaders.clear()
    after = read(web, page)
    assert after == before
    assert web.calls == 4
    page.evaluate("document.body.append('more')")
    read(web, page)
    assert web.calls == 3


def test_the_last_read_of_a_page_is_forgotten_when_it_is_closed(page: Page, web: WebBackend) -> None:
    closing = page.context.new_page()
    closing.set_content("<p>Large</p>")
    last = weakref.ref(read(web, closing))
    gc.collect()
    assert last() is not None  # it answers if the page is as it was
    closing.close()
    read(web, page)
    gc.collect()
    assert last() is None


def test_closed_pages_are_forgotten_where_others_stand_for_their_browser(page: Page, web: WebBackend) -> None:
    read(web, page)
    for _ in range(3):
        other = page.context.new_page()
        read(web, other)
        other.close()
    assert len(web.windows()) == 1
    assert len(web._reader.pages.tabs) == 1  # what is kept is not to be seen from outside
