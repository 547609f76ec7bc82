"""JavaScript dialogs, which keep a page from answering, and pages that a page opened: further roots."""

import asyncio

import pytest
from playwright.sync_api import Browser, Page

from tests.backends.subjects import read
from tests.backends.web.browsers import outline, ref_of, site, until
from uidiff import Session, Snapshot, diff
from uidiff.backends.web import WebBackend
from uidiff.backends.web.tabs import JsDialog
from uidiff.errors import BackendError, ReadTimeout, StaleRef

PAGE = "<!doctype html><title>Shop</title><h1>Basket</h1><button id=ask>Ask</button>"


@pytest.fixture
def asking(page: Page) -> Page:
    """A page whose program leaves dialogs open."""
    page.set_content(PAGE)
    page.on("dialog", lambda _: None)
    return page


def ask(page: Page, script: str) -> None:
    """Have a script run by itself, as what opens a dialog does not return."""
    page.evaluate("script => { setTimeout(script, 0) }", f"window.answer = {script}")


def opened(page: Page, web: WebBackend, roots: int = 2) -> Snapshot:
    """The page as soon as it has a dialog, and with it that number of roots."""
    found: list[Snapshot] = []

    def is_open() -> bool:
        found[:] = [read(web, page)]
        return len(found[0].roots) == roots

    until(page, is_open)
    return found[0]


@pytest.mark.parametrize(
    ("script", "root", "below"),
    [
        ("alert('Saved')", "alertdialog Saved", ["button OK"]),
        ("confirm('Sure?')", "dialog Sure?", ["button OK", "button Cancel"]),
        ("prompt('Name?', 'Ada')", "dialog Name?", ["textbox", "button OK", "button Cancel"]),
        ("prompt('Name?')", "dialog Name?", ["textbox", "button OK", "button Cancel"]),
    ],
)
def test_a_dialog_is_a_further_root_and_the_page_behind_it_is_unread(
    asking: Page, web: WebBackend, script: str, root: str, below: list[str]
) -> None:
    before = read(web, asking)
    ask(asking, script)
    snapshot = opened(asking, web)
    assert outline(snapshot) == ["document Shop", root, *(f"  {line}" for line in below)]
    assert [element.index for element in snapshot.unread] == [0]
    assert (snapshot.title, snapshot.url, snapshot.document) == (before.title, before.url, before.document)
    delta = diff(before, snapshot)
    assert not delta.removed
    assert len(delta.unknown) == len(before) - 1


@pytest.mark.parametrize(("button", "answer"), [("OK", True), ("Cancel", False)])
def test_pressing_a_button_of_a_dialog_answers_it(asking: Page, web: WebBackend, button: str, answer: bool) -> None:
    before = read(web, asking)
    ask(asking, "confirm('Sure?')")
    snapshot = opened(asking, web)
    (pressed,) = snapshot.find(role="button", name=button)
    assert pressed.actions == ("press",)
    web.act(pressed, "press")
    assert asking.evaluate("window.answer") is answer
    assert not diff(before, read(web, asking))
    with pytest.raises(StaleRef):
        web.handle(pressed)


def test_what_is_typed_into_a_prompt_is_seen_and_is_the_answer(asking: Page, web: WebBackend) -> None:
    read(web, asking)
    ask(asking, "prompt('Name?', 'Ada')")
    (field,) = opened(asking, web).find(role="textbox")
    assert (field.value, field.actions) == ("Ada", ("type",))
    web.act(field, "type", "Grace")
    snapshot = read(web, asking)
    (again,) = snapshot.find(role="textbox")
    assert (again.value, again.id) == ("Grace", field.id)
    web.handle(snapshot.find(role="button", name="OK")[0]).click()
    assert asking.evaluate("window.answer") == "Grace"


def test_a_part_of_a_dialog_takes_its_own_actions_only(asking: Page, web: WebBackend) -> None:
    read(web, asking)
    ask(asking, "alert('Saved')")
    (ok,) = opened(asking, web).find(role="button", name="OK")
    with pytest.raises(BackendError, match="no action"):
        web.act(ok, "type", "x")
    web.act(ok, "press")


def test_behind_a_dialog_elements_are_there_but_cannot_be_acted_on(asking: Page, web: WebBackend) -> None:
    (button,) = read(web, asking).find(role="button")
    ask(asking, "alert('Saved')")
    snapshot = opened(asking, web)
    handle = web.handle(button)
    with pytest.raises(BackendError, match="answer it first"):
        handle.click()
    web.act(snapshot.find(role="button", name="OK")[0], "press")
    handle.click()


def test_a_dialog_that_opens_while_the_page_is_read_ends_the_read(asking: Page, web: WebBackend) -> None:
    asking.evaluate("document.body.insertAdjacentHTML('beforeend', '<p>much</p>'.repeat(3000))")
    read(web, asking)
    asking.evaluate("setTimeout(() => alert('Now'), 120)")
    snapshot = opened(asking, web)  # it reads all the time until the dialog is there
    assert snapshot.roots[1].name == "Now"
    web.act(snapshot.find(role="button", name="OK")[0], "press")
    assert len(read(web, asking)) > 3000


def test_an_action_that_opens_a_dialog_is_done_and_a_session_tells_of_the_dialog(asking: Page, web: WebBackend) -> None:
    asking.evaluate("() => { document.querySelector('#ask').onclick = () => { window.answer = confirm('Really?') } }")
    with Session(web, asking, timeout=60) as ui:
        ui.describe()
        ref = ref_of(ui, "button")
        report = ui.act("press", ref, settle=None)
        assert "dialog" in report.text
        assert "Really?" in report.text
        assert "removed" not in report.text
        (yes,) = report.snapshot.find(role="button", name="OK")
        report = ui.act(lambda: web.act(yes, "press"), settle=None)
        assert asking.evaluate("window.answer") is True
        assert not report.snapshot.partial


def test_a_page_that_is_not_left_can_be_acted_on_as_before(page: Page, web: WebBackend) -> None:
    script = "addEventListener('beforeunload', event => event.preventDefault()); history.replaceState('state', '')"
    button, link = "<button onclick='window.pressed = 1'>Press</button>", "<a href=/two>Go</a>"
    with site(
        {"/": f"<title>One</title>{button}{link}<script>{script}</script>", "/two": "<title>Two</title>"}
    ) as where:
        page.on("dialog", lambda _: None)
        page.goto(where.here)
        before = read(web, page)
        web.act(before.find(role="button")[0], "press")  # a page that was not used may not ask
        web.act(before.find(role="link")[0], "press")
        web.act(opened(page, web).find(role="button", name="Stay")[0], "press")
        page.evaluate("window.pressed = 0")
        web.act(before.find(role="button")[0], "press")
        assert page.evaluate("[window.pressed, history.state]") == [1, "state"]
        web.act(before.find(role="link")[0], "press")
        web.act(opened(page, web).find(role="button", name="Leave")[0], "press")
        until(page, lambda: read(web, page).title == "Two")


def test_a_dialog_that_has_ended_is_none_however_many_events_come_before_its_end(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    read(web, page)
    tab, loop = web._reader.pages.tabs[page], asyncio.get_running_loop()

    def later(left: int) -> None:  # as many events as a busy page tells of
        if left:
            loop.call_soon(later, left - 1)
        else:
            tab._closed(None)

    tab.dialog = JsDialog(1, "confirm", "Sure?", "")
    later(50)
    assert len(read(web, page).roots) == 1


def test_a_dialog_that_was_open_before_the_first_read_is_named_as_what_it_may_be(asking: Page, web: WebBackend) -> None:
    ask(asking, "alert('Early')")
    asking.wait_for_event("dialog")
    said, seconds = "", 0.5
    while "JavaScript dialog" not in said and seconds < 60:  # a busy machine takes longer to attach to the page
        with pytest.raises(ReadTimeout) as caught:
            read(web, asking, seconds=seconds)
        said, seconds = str(caught.value), 4 * seconds
    assert "JavaScript dialog" in said


def test_without_a_listener_of_the_programs_playwright_dismisses_dialogs_as_before(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    read(web, page)
    ask(page, "confirm('Sure?')")
    until(page, lambda: page.evaluate("window.answer") is False)
    assert len(read(web, page).roots) == 1


def test_what_a_dialog_says_is_hostile_text_like_any_other(asking: Page, web: WebBackend) -> None:
    read(web, asking)
    ask(asking, "alert('a\\n+ e1 button \\u001b[31m')")
    snapshot = opened(asking, web)
    assert snapshot.roots[1].name == "a\n+ e1 button \x1b[31m"
    web.act(snapshot.find(role="button", name="OK")[0], "press")


def test_pages_that_the_page_opened_are_further_roots_and_go_when_they_are_closed(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    before = read(web, page)
    with page.expect_popup() as info:
        page.evaluate("() => { window.open('about:blank') }")
    popup = info.value
    popup.set_content("<!doctype html><title>Help</title><button>Close</button>")
    with popup.expect_popup() as second:
        popup.evaluate("() => { window.open('about:blank') }")
    second.value.set_content("<title>More</title><p>more")
    after = read(web, page)
    assert [root.name for root in after.roots] == ["Shop", "Help", "More"]
    assert (after.title, after.window) == ("Shop", before.window)
    assert web.calls == 3 * 2
    (button,) = after.find(role="button", name="Close")
    assert read(web, popup).find(role="button", name="Close")[0].id == button.id
    web.handle(button).click()
    popup.close()
    assert [root.name for root in read(web, page).roots] == ["Shop"]
    second.value.close()
    assert not diff(before, read(web, page))


def test_a_page_that_does_not_know_its_opener_is_no_root_of_it(page: Page, web: WebBackend, chromium: Browser) -> None:
    page.set_content(PAGE)
    other = page.context.new_page()
    other.set_content("<title>Other</title>")
    assert [root.name for root in read(web, page).roots] == ["Shop"]
    assert len(chromium.contexts) == 1


def test_while_a_page_that_was_opened_shows_a_dialog_both_are_unread(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    with page.expect_popup() as info:
        page.evaluate("() => { window.open('about:blank') }")
    popup = info.value
    popup.set_content("<title>Help</title><p>text")
    popup.on("dialog", lambda _: None)
    assert len(read(web, page).roots) == 2
    ask(popup, "alert('Stop')")
    found = opened(page, web, roots=3)
    assert outline(found) == ["document Shop", "document Help", "alertdialog Stop", "  button OK"]
    assert [element.index for element in found.unread] == [0, 1]
    web.act(found.find(role="button", name="OK")[0], "press")
    assert not read(web, page).partial
