"""Wake-ups: what wakes a reader, what does not, and that observing a page misses nothing."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from tests.backends.web.browsers import Site, site, until
from uidiff import Session
from uidiff.backends.web import WebBackend
from uidiff.backends.web.events import WebChanges
from uidiff.formats.stream import AddedRecord, SnapshotRecord

ENOUGH = 60.0
STILL = 0.2

PAGE = """<!doctype html><p id=text>text</p><input id=field><div id=host></div><details><summary>s</summary>d</details>
<div style="height: 3000px"></div><iframe srcdoc="<p id=inner>inner</p>"></iframe>
<script>document.getElementById('host').attachShadow({mode: 'open'}).innerHTML = '<b>shadow</b>';</script>"""


@pytest.fixture(scope="module")
def served() -> Iterator[Site]:
    with site({"/": "<iframe src=THERE/leaf></iframe>", "/leaf": "<p id=leaf>leaf</p>"}) as found:
        yield found


def listening(page: Page, web: WebBackend) -> WebChanges:
    """What tells of changes of a page that has come to rest."""
    read(web, page)
    source = web.changes(page)
    assert source is not None
    rest(source)
    return source


def rest(source: WebChanges) -> None:
    assert any(not source.wait(STILL) for _ in range(100))


@pytest.mark.parametrize(
    "script",
    [
        "document.getElementById('text').firstChild.data = 'new'",
        "document.getElementById('text').setAttribute('aria-label', 'new')",
        "document.body.append(document.createElement('hr'))",
        "document.getElementById('text').remove()",
        "document.getElementById('field').focus()",
        "document.getElementById('host').shadowRoot.querySelector('b').textContent = 'new'",
        "frames[0].document.getElementById('inner').textContent = 'new'",
        "document.querySelector('details').open = true",
        "scrollTo(0, 100)",
        "document.title = 'new'",
        "location.hash = 'part'",
        "history.pushState({}, '', '#pushed')",
        "setTimeout(() => alert('x'))",
        "void window.open('about:blank')",
    ],
)
def test_what_changes_wakes_once(page: Page, web: WebBackend, script: str) -> None:
    page.set_content(PAGE)
    page.frames[1].wait_for_load_state()
    source = listening(page, web)
    page.evaluate(f"() => {{ {script} }}")
    assert source.wait(ENOUGH)
    rest(source)


def test_what_is_typed_wakes(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    source = listening(page, web)
    page.locator("#field").press_sequentially("ab")
    assert source.wait(ENOUGH)


def test_a_change_in_a_frame_of_another_process_wakes_and_so_does_a_frame_that_comes(
    page: Page, web: WebBackend, served: Site
) -> None:
    page.goto(served.here)
    source = listening(page, web)
    page.frames[1].evaluate("document.getElementById('leaf').textContent = 'new'")
    assert source.wait(ENOUGH)
    rest(source)
    page.evaluate(
        "url => { document.body.insertAdjacentHTML('beforeend', `<iframe src=${url}></iframe>`) }",
        f"{served.there}/leaf",
    )
    until(page, lambda: len(page.frames) == 3 and page.frames[2].url.endswith("/leaf"))
    assert source.wait(ENOUGH)
    until(page, lambda: not read(web, page).partial)  # while one process hands the frame to another, it is unread
    assert len(read(web, page).find(role="text", name="leaf")) == 1  # the reader has it tell of its changes
    rest(source)
    page.frames[2].evaluate("document.getElementById('leaf').textContent = 'new'")
    assert source.wait(ENOUGH)


def test_after_a_navigation_the_new_document_wakes_too(page: Page, web: WebBackend, served: Site) -> None:
    page.set_content(PAGE)
    source = listening(page, web)
    page.goto(f"{served.there}/leaf")
    assert source.wait(ENOUGH)
    rest(source)
    page.evaluate("() => { document.getElementById('leaf').textContent = 'new' }")
    assert source.wait(ENOUGH)


def test_a_page_that_is_opened_and_what_changes_in_it_wakes(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    source = listening(page, web)
    with page.expect_popup() as info:
        page.evaluate("() => { window.open('about:blank') }")
    assert source.wait(ENOUGH)
    read(web, page)
    rest(source)
    info.value.evaluate("() => { document.body.textContent = 'new' }")
    assert source.wait(ENOUGH)
    rest(source)
    info.value.close()
    assert source.wait(ENOUGH)


def test_reading_does_not_wake_and_leaves_no_trace_in_the_page(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    source = listening(page, web)
    snapshot = read(web, page)
    web.handle(snapshot[1]).element_handle()
    assert not source.wait(STILL)
    assert page.evaluate("Object.keys(window).filter(key => key.includes('uidiff'))") == []


def test_a_page_that_changes_all_the_time_wakes_no_more_often_than_twenty_times_a_second(
    page: Page, web: WebBackend
) -> None:
    page.set_content(PAGE)
    source = listening(page, web)
    page.evaluate("() => { window.n = 0; setInterval(() => { document.title = ++window.n }, 1) }")
    wakes, begun = 0, time.monotonic()
    while page.evaluate("window.n") < 200:
        wakes += source.wait(STILL)
    assert wakes <= 20 * (time.monotonic() - begun) + 5


def test_a_closed_page_wakes_and_then_no_more(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    source = listening(page, web)
    page.close()
    assert source.wait(ENOUGH)
    assert not source.wait(0.05)


def test_a_source_that_is_closed_says_no_more_and_another_one_does(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    first, second = listening(page, web), listening(page, web)
    first.close()
    page.evaluate("() => { document.title = 'new' }")
    assert second.wait(ENOUGH)
    assert not first.wait(0)


def test_observing_a_page_tells_of_every_change_that_its_script_makes(page: Page) -> None:
    page.set_content("<!doctype html><ul></ul>")
    script = """() => { let done = 0; const next = () => {
      document.querySelector('ul').insertAdjacentHTML('beforeend', `<li>item ${done}</li>`);
      if (++done < 20) setTimeout(next, 60);
    }; setTimeout(next, 100) }"""
    seen: list[str] = []
    with Session("web", page, timeout=60) as ui:
        for record in ui.observe(interval=60, duration=60):
            if isinstance(record, SnapshotRecord):
                page.evaluate(script)
            if isinstance(record, AddedRecord) and (text := str(record.element.get("t") or "")).startswith("item"):
                seen.append(text)
                if len(seen) == 20:
                    break
    assert seen == [f"item {number}" for number in range(20)]
