"""The actions of a page as a whole: keys, scrolling, going to an address and back; a navigation that hangs was done."""

import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from tests.backends.web.browsers import ref_of, site, until
from uidiff import Session
from uidiff.backends.web import WebBackend
from uidiff.errors import BackendError, NotActionable

PAGES = {"/": "<title>One</title><a href='/two'>Go</a>", "/two": "<title>Two</title><p>Second</p>"}


def test_a_session_goes_to_an_address_and_back_and_forth(page: Page) -> None:
    with site(PAGES) as served:
        page.goto(served.here)
        with Session("web", page, timeout=60) as ui:
            ui.describe()
            assert '"Second"' in ui.act("goto", value=f"{served.here}/two").text
            assert "link" in ui.act("back").text
            assert page.title() == "One"
            assert '"Second"' in ui.act("forward").text
            page.evaluate("document.title = 'Changed'")
            assert '"Two"' in ui.act("reload").text
            effect = ui.act("stop").effect
            assert effect is not None
            assert not effect.loading


def test_a_key_goes_to_the_focus_and_scrolling_moves_the_page_or_what_is_in_its_middle(
    page: Page, web: WebBackend
) -> None:
    page.set_content("<input autofocus value=old><div style='height:3000px'></div>")
    page.focus("input")
    read(web, page)
    for key in ("Control+A", "x"):
        assert web.act_window(page, "key", key) is None
    assert page.input_value("input") == "x"
    assert web.act_window(page, "scroll") is None
    assert page.evaluate("scrollY") == 480  # eight tenths of the window
    assert web.act_window(page, "scroll", "top") is None
    assert page.evaluate("scrollY") == 0
    page.set_content("<div style='height:80vh;overflow:auto'><p style='height:3000px'>x</p></div>")
    assert web.act_window(page, "scroll", "100") is None
    assert page.evaluate("document.querySelector('div').scrollTop") == 100


@pytest.mark.parametrize(
    ("done", "cause", "said"),
    [
        (("goto", None), "no value", "needs a text"),
        (("goto", "example.org"), "no address", "scheme"),
        (("goto", "javascript:document.title='x'"), "no address", "scheme"),
        (("key", "Entrée"), "no such key", "Enter"),
        (("back", None), "no page back", "before this one"),
        (("forward", None), "no page forward", "after this one"),
        (("scroll", "sideways"), "no such value", "down"),
        (("scroll", "up"), "at its end", "nothing more"),
        (("fly", None), "no such action", "goto"),
    ],
)
def test_each_cause_is_told_apart(
    page: Page, web: WebBackend, done: tuple[str, str | None], cause: str, said: str
) -> None:
    read(web, page)
    with pytest.raises(NotActionable, match=said) as error:
        web.act_window(page, *done)
    assert error.value.cause == cause
    assert page.title() == ""


def test_a_navigation_that_hangs_was_done_and_can_be_stopped(page: Page) -> None:
    with site(PAGES) as served:
        page.goto(served.here)
        with Session("web", page, timeout=60) as ui:
            link = ref_of(ui, "link", "Go")
            report = ui.act("goto", value=f"{served.here}/hang", timeout=8)
            assert served.asked.is_set()
            assert report.effect is not None
            assert report.effect.loading
            report = ui.act("stop")
            assert report.effect is not None
            assert not report.effect.loading
            ui.act("press", link)
            assert page.title() == "Two"


def test_an_address_that_cannot_be_loaded_is_noted(page: Page, web: WebBackend) -> None:
    read(web, page)
    assert web.act_window(page, "goto", "http://127.0.0.1:1/") is not None
    note = web.act_window(page, "goto", "http://nowhere.invalid/SECRET")
    assert note is not None
    assert "could not load it: net::ERR_" in note
    assert "SECRET" not in note


def test_a_dialog_is_answered_first(page: Page, web: WebBackend) -> None:
    page.on("dialog", lambda _: None)
    read(web, page)
    page.evaluate("setTimeout(() => alert('Hello'))")
    until(page, lambda: len(read(web, page).find(role="alertdialog")))
    with pytest.raises(BackendError, match="a dialog is open"):
        web.act_window(page, "goto", "about:blank")
    (button,) = read(web, page).find(role="button")
    web.act(button, "press")


def test_a_browser_without_the_protocol_is_steered_too(page: Page) -> None:
    backend = WebBackend(cdp=False)
    with site(PAGES) as served, Session(backend, page, timeout=60) as ui:
        ui.describe()
        assert "Go" in ui.act("goto", value=served.here).text
        assert "Second" in ui.act("goto", value=f"{served.here}/two").text
        assert "Go" in ui.act("back").text
        assert "Second" in ui.act("forward").text
        assert ui.act("reload").effect is not None
        page.set_content("<div style='height:3000px'>x</div><input>")
        page.focus("input")
        page.evaluate("scrollTo(0, 0)")
        ui.act("scroll", value="100")
        assert page.evaluate("scrollY") == 100
        ui.act("key", value="a")
        assert page.input_value("input") == "a"
        ui.act("stop")
    backend.close()


def test_without_an_element_an_action_says_that_it_needs_one(page: Page) -> None:
    with Session("web", page, timeout=60) as ui:
        for action in ("press", "fly"):
            with pytest.raises(NotActionable, match=r"needs the ref.*goto, back"):
                ui.act(action)
