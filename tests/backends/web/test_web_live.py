"""Live elements: handles, actions, refs that live; navigation; pages that hang, crash or are closed."""

import re
import threading
from contextlib import suppress
from functools import partial

import pytest
from playwright.sync_api import Browser, ElementHandle, Page

from tests.backends.subjects import read
from tests.backends.web.browsers import ref_of, site, until
from uidiff import Session, Window
from uidiff.backends.web import AsyncWebBackend, WebBackend
from uidiff.errors import AppGone, BackendError, ReadTimeout, StaleRef, WindowNotFound

LIST = """<!doctype html><title>List</title><h1>List</h1>
<ul id=list></ul><script>
  window.pressed = [];
  function show(names) {
    document.getElementById('list').innerHTML =
      names.map(name => `<li><button onclick="pressed.push('${name}')">${name}</button></li>`).join('');
  }
  show(['Lamp', 'Chair', 'Table']);
</script>"""


def test_a_ref_of_three_reads_ago_is_pressed_though_its_element_was_recreated_behind_others(page: Page) -> None:
    page.set_content(LIST)
    with Session("web", page, timeout=60) as ui:
        ref = ref_of(ui, "button", "Chair")
        for names in (
            "['New', 'Lamp', 'Chair', 'Table']",
            "['Newer', 'New', 'Lamp', 'Chair']",
            "['A', 'B', 'Lamp', 'Chair']",
        ):
            page.evaluate(f"show({names})")
            ui.describe()
        ui.act("press", ref, settle=None)
        assert page.evaluate("pressed") == ["Chair"]
        handle = ui.handle(ref)
        handle.click()  # type: ignore[attr-defined]  # a WebHandle
        assert page.evaluate("pressed") == ["Chair", "Chair"]
        page.evaluate("show(['Lamp'])")
        ui.describe()
        with pytest.raises(StaleRef, match=ref):
            ui.handle(ref)


def test_a_handle_is_of_one_element_and_gives_playwrights_own(page: Page, web: WebBackend) -> None:
    page.set_content("<p>Some <b>text</b></p><input aria-label=Name>")
    before = page.content()
    snapshot = read(web, page)
    (field,) = snapshot.find(role="textbox")
    (text,) = snapshot.find(role="text", name="text")
    handle = web.handle(field)
    assert handle == web.handle(read(web, page).find(role="textbox")[0])
    assert handle != web.handle(text)
    element = handle.element_handle()
    assert isinstance(element, ElementHandle)
    assert element.evaluate("element => element.localName") == "input"
    assert web.handle(text).element_handle().evaluate("element => element.localName") == "b"
    assert web.handle(snapshot[0]).element_handle().evaluate("element => element.localName") == "html"
    handle.fill("Ada")
    handle.focus()
    assert page.evaluate("[document.activeElement.value, document.activeElement.localName]") == ["Ada", "input"]
    assert page.content() == before  # finding it has changed nothing
    assert page.evaluate("Object.keys(window).filter(key => key.startsWith('uidiff'))") == []
    page.evaluate("document.querySelector('input').remove()")
    for method in (handle.click, handle.focus, handle.element_handle):
        with pytest.raises(StaleRef):
            method()


def test_handles_reach_into_frames(page: Page, web: WebBackend) -> None:
    page.set_content("<iframe srcdoc='<button onclick=\"top.pressed = 1\">In</button>'></iframe><button>Out</button>")
    page.frames[1].wait_for_load_state()
    (button,) = read(web, page).find(role="button", name="In")
    web.handle(button).click()
    assert page.evaluate("window.pressed") == 1


@pytest.mark.parametrize(
    ("html", "role", "done", "script", "expected"),
    [
        ("<button onclick='window.done = 1'>x</button>", "button", ("press", None), "window.done", 1),
        ("<input type=checkbox>", "checkbox", ("press", None), "document.querySelector('input').checked", True),
        ("<textarea>a</textarea>", "textbox", ("type", "b"), "document.querySelector('textarea').value", "b"),
        ("<input>", "textbox", ("focus", None), "document.activeElement.localName", "input"),
        (
            "<select><option>a<option>b</select>",
            "combobox",
            ("select", "b"),
            "document.querySelector('select').value",
            "b",
        ),
    ],
)
def test_actions_are_done(  # noqa: PLR0917  # columns of a table
    page: Page, web: WebBackend, html: str, role: str, done: tuple[str, str | None], script: str, expected: object
) -> None:
    page.set_content(html)
    (element,) = read(web, page).find(role=role)
    web.act(element, *done)
    assert page.evaluate(script) == expected


def test_an_option_is_chosen_by_pressing_it(page: Page, web: WebBackend) -> None:
    page.set_content("<select onchange='window.changed = this.value'><option>a<option>b</select>")
    (option,) = read(web, page).find(role="option", name="b")
    web.act(option, "press")
    assert page.evaluate("window.changed") == "b"


def test_an_action_that_cannot_be_says_why_without_words_of_the_page(page: Page, web: WebBackend) -> None:
    page.set_content("<input aria-label='PRIVATE'>")
    (field,) = read(web, page).find(role="textbox")
    for action, value in (("fly", None), ("type", None), ("select", None), ("select", "x")):
        with pytest.raises(BackendError) as error:
            web.act(field, action, value)
        assert "PRIVATE" not in str(error.value)
    page.evaluate("document.querySelector('input').remove()")
    with pytest.raises(StaleRef):
        web.act(field, "focus")


def test_a_navigation_is_another_document_with_other_ids_and_back_is_too(page: Page, web: WebBackend) -> None:
    first, second = (
        "data:text/html,<title>One</title><button>x</button>",
        "data:text/html,<title>Two</title><button>x</button>",
    )
    page.goto(first)
    before = read(web, page)
    page.goto(second)
    after = read(web, page)
    assert before.window == after.window
    assert len({before.document, after.document}) == 2
    assert not {element.id for element in before} & {element.id for element in after}
    with pytest.raises(StaleRef):
        web.handle(before[1])
    page.go_back()
    assert read(web, page).title == "One"
    page.evaluate("location.hash = 'part'")
    back = read(web, page)
    page.evaluate("history.pushState({}, '', '#other')")
    assert read(web, page).document == back.document  # the same document at another address


def test_a_session_says_that_the_page_navigated(page: Page) -> None:
    page.goto("data:text/html,<title>One</title><h1>One</h1>")
    with Session("web", page, timeout=60) as ui:
        ui.describe()
        report = ui.act(lambda: page.goto("data:text/html,<title>Two</title><h1>Two</h1>"), settle=None)
        assert report.delta is not None
        assert "PageNavigated" in {type(event).__name__ for event in report.delta.events}


def test_a_page_that_hangs_ends_a_read_at_its_deadline_and_is_read_when_it_is_back(page: Page, web: WebBackend) -> None:
    page.set_content("<button>x</button>")
    read(web, page)
    with site({}) as served, served.hanging(page), pytest.raises(ReadTimeout):
        read(web, page, seconds=0.3)
    assert read(web, page).find(role="button", name="x")


def test_a_closed_page_is_gone_and_so_is_one_of_a_closed_browser_context(page: Page, web: WebBackend) -> None:
    snapshot = read(web, page)
    (window,) = web.windows()
    other = page.context.browser.new_context().new_page()  # type: ignore[union-attr]  # it was launched
    read(web, other)
    page.close()
    for target in (page, window):
        with pytest.raises(AppGone, match="closed"):
            read(web, target)
    with pytest.raises(StaleRef):
        web.handle(snapshot[0])
    other.context.close()
    with pytest.raises(AppGone):
        read(web, other)


def test_a_crashed_page_is_an_error_that_says_so(chromium: Browser, web: WebBackend) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.set_content("<button>x</button>")
    (button,) = read(web, page).find(role="button")
    with pytest.raises(Exception, match=r"ERR_ABORTED|crash"):
        page.goto("chrome://crash", timeout=5000)
    for _ in range(2):
        with pytest.raises(AppGone, match="crashed"):
            read(web, page)
    for do in (lambda: web.act(button, "press"), lambda: web.handle(button)):
        with pytest.raises(AppGone, match="crashed"):
            do()
    context.close()


def test_windows_are_the_pages_of_the_browser_and_a_title_tells_them_apart(page: Page) -> None:
    page.set_content("<title>Inbox - Mail</title>")
    other = page.context.new_page()
    other.set_content("<title>Shop</title>")
    backend = WebBackend(page)
    listed = {window.title: window for window in backend.windows()}
    assert set(listed) >= {"Inbox - Mail", "Shop"}
    assert read(backend, Window(title="inbox")).title == "Inbox - Mail"
    assert read(backend, Window(app="Chromium", title="shop")).title == "Shop"
    assert read(backend, listed["Shop"]).window == listed["Shop"].id
    with pytest.raises(WindowNotFound, match="pages that are known fit"):
        read(backend, Window(app="chromium"))
    backend.close()


def test_a_page_of_the_other_kind_and_of_another_thread_is_refused_with_the_cure(page: Page, web: WebBackend) -> None:
    with pytest.raises(TypeError, match="Playwright page"):
        read(web, 5)
    errors: list[Exception] = []

    def elsewhere() -> None:
        try:
            read(WebBackend(), page)
        except BackendError as error:
            errors.append(error)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert re.search("thread", str(errors[0]))
    plan = AsyncWebBackend()._reader.pages.page_of(page)
    with pytest.raises(TypeError, match=r"uidiff\.Session"):
        next(plan)


def test_what_a_page_does_while_it_is_read_is_read_again(page: Page, web: WebBackend) -> None:
    page.goto("data:text/html,<title>0</title><p>text")
    read(web, page)
    page.evaluate("() => { setTimeout(() => { location.href = 'about:blank' }, 30) }")
    until(page, partial(_arrived, web, page))
    assert len(read(web, page)) == 1


def _arrived(web: WebBackend, page: Page) -> bool:
    """Whether it is there; what a busy machine has not read in time is read again, and a page that hangs is not."""
    for _ in range(2):
        with suppress(ReadTimeout):
            return read(web, page).url == "about:blank"
    return read(web, page).url == "about:blank"


def test_a_page_that_leaves_while_it_is_too_busy_to_answer_is_read_where_it_arrives(
    page: Page, web: WebBackend
) -> None:
    page.goto("data:text/html,<title>0</title><p>text")
    read(web, page)
    busy = "location.href = 'about:blank'; const end = Date.now() + 500; while (Date.now() < end);"
    for _ in range(3):
        page.goto("data:text/html,<title>0</title><p>text")
        page.evaluate(f"() => {{ setTimeout(() => {{ {busy} }}, 0) }}")
        until(page, partial(_arrived, web, page))
