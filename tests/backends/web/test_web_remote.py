"""Browsers that somebody else started with remote debugging, by their address; how other browsers are read."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import sync_playwright

from tests.backends.subjects import read
from tests.backends.web.browsers import browser, outline, site
from uidiff import Report, Session, Snapshot, Window, dumps, read_recording
from uidiff.backends.web import WebBackend
from uidiff.cli import main
from uidiff.errors import AppGone, BackendError, StaleRef, WindowNotFound

_T = TypeVar("_T")


def test_an_address_means_the_page_in_front_and_stays_with_it(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(address)
        context = browser.contexts[0]
        pages = [context.new_page() for _ in range(3)]
        for number, page in enumerate(pages):
            page.set_content(f"<title>Page {number}</title><button>b{number}</button>")
        pages[1].bring_to_front()

        titles: list[str | None] = []
        changed = threading.Event()
        looked = threading.Event()

        def reading() -> None:
            backend = WebBackend(address)
            titles.append(read(backend, address).title)
            looked.set()
            changed.wait(20)
            titles.append(read(backend, address).title)
            titles.append(read(backend, Window(title="page 2")).title)
            listed = {window.title for window in backend.windows()}
            titles.append(str(listed >= {"Page 0", "Page 1", "Page 2"}))
            backend.close()

        thread = threading.Thread(target=reading)  # Playwright's sync objects belong to one thread
        thread.start()
        assert looked.wait(30)
        pages[2].bring_to_front()
        changed.set()
        thread.join()
        assert titles == ["Page 1", "Page 1", "Page 2", "True"]
        assert [page.is_closed() for page in pages] == [False] * 3  # and the browser goes on
        for page in pages:
            page.close()


def test_a_page_over_cdp_is_read_acted_on_and_listened_to_like_any_other(address: str) -> None:
    with sync_playwright() as playwright:
        page = playwright.chromium.connect_over_cdp(address).new_context().new_page()
        page.set_content("<button onclick='this.textContent = `Done`'>Do</button>")
        with Session("web", page, timeout=60) as ui:
            snapshot = ui.describe().snapshot
            assert outline(snapshot) == ["document", "  generic", "    button Do", "      text Do"]
            report = ui.act(lambda: page.click("button"))
            assert "Done" in report.text


@pytest.mark.parametrize(
    ("target", "kind", "words"),
    [
        ("mail", WindowNotFound, "remote-debugging-port"),
        ("http://127.0.0.1:1", BackendError, "no browser answers"),
        ("file:///etc/passwd", WindowNotFound, "no address"),
    ],
)
def test_what_is_no_address_of_a_browser_is_said_with_the_cure(target: str, kind: type[Exception], words: str) -> None:
    backend = WebBackend()
    with pytest.raises(kind, match=words):
        read(backend, target)
    backend.close()


def test_a_page_that_hangs_keeps_a_backend_from_no_end_of_its_own_playwright(address: str) -> None:
    backend = WebBackend(address)
    read(backend, address)
    page = next(iter(backend._reader.pages.tabs))
    with site({}) as served, served.hanging(page):
        backend.close()
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()  # which Playwright's sync objects have as long as it was not stopped


def test_where_playwright_runs_already_its_page_is_to_be_given(address: str) -> None:
    with sync_playwright():
        backend = WebBackend()
        with pytest.raises(BackendError, match="give its page"):
            read(backend, address)
        backend.close()


def test_the_command_line_records_a_browser_by_its_address(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", str(tmp_path / "a.jsonl"), "--cdp", address, "--max-steps", "1", "--timeout", "60"]) == 0
    assert capsys.readouterr().err.startswith("step 0: ")
    assert len(list(read_recording(tmp_path / "a.jsonl"))) == 1


# other browsers, as which Chromium is read here


PAGE = """<!doctype html><title>Sign in</title><h1>Sign in</h1>
<label>Name <input value=Ada></label><label>Password <input type=password value="open  sesame"></label>
<button onclick="this.textContent = 'Done'">Go</button><iframe srcdoc="<button>Inside</button>"></iframe>
<a href="/help">Help</a>"""


def as_another(address: str, do: Callable[[WebBackend, object], _T]) -> _T:
    """Read a page as one of a browser without the DevTools protocol."""
    with sync_playwright() as playwright:
        page = playwright.chromium.connect_over_cdp(address).new_context().new_page()
        page.set_content(PAGE)
        page.frames[1].wait_for_load_state()
        backend = WebBackend(page, cdp=False)
        try:
            return do(backend, page)
        finally:
            backend.close()


def test_another_browser_is_read_by_playwrights_aria_snapshot(address: str) -> None:
    def reading(backend: WebBackend, page: object) -> Snapshot:
        (window,) = [found for found in backend.windows() if found.title == "Sign in"]
        snapshot = read(backend, page)
        assert read(backend, window) == snapshot
        assert backend.changes(page) is None  # type: ignore[arg-type]  # a page
        return snapshot

    snapshot = as_another(address, reading)
    assert (snapshot.title, snapshot.roots[0].name, snapshot.partial) == ("Sign in", "Sign in", False)
    assert [element.name for element in snapshot.find(role="button")] == ["Go", "Inside"]
    (name,) = snapshot.find(role="textbox", name="Name")
    assert (name.value, name.id_stable) == ("Ada", False)
    assert name.bounds is not None
    (password,) = snapshot.find(role="textbox", name="Password")
    assert (password.secret, password.value) == (True, "[redacted]")
    assert "sesame" not in dumps(snapshot)


def test_elements_of_another_browser_can_be_acted_on(address: str) -> None:
    def acting(backend: WebBackend, page: object) -> tuple[Snapshot, Snapshot]:
        before = read(backend, page)
        (button,) = before.find(role="button", name="Go")
        backend.act(button, "press")
        (field,) = before.find(role="textbox", name="Name")
        backend.handle(field).fill("Grace")
        assert backend.handle(before[0]).element_handle().evaluate("element => element.localName") == "html"
        after = read(backend, page)
        with pytest.raises(StaleRef):
            backend.handle(button)  # its reference did not outlive its name
        return before, after

    before, after = as_another(address, acting)
    assert before.document == after.document
    assert after.find(role="button", name="Done")
    assert after.find(role="textbox", name="Name")[0].value == "Grace"


def test_another_document_of_another_browser_is_told_apart(address: str) -> None:
    def going(backend: WebBackend, page: object) -> tuple[Snapshot, Snapshot]:
        before = read(backend, page)
        page.goto("data:text/html,<p>x")  # type: ignore[attr-defined]  # a page
        with pytest.raises(StaleRef):
            backend.handle(before[0])
        return before, read(backend, page)

    before, after = as_another(address, going)
    assert before.window == after.window
    assert before.document != after.document


def test_a_window_by_its_address_is_that_page_wherever_it_goes() -> None:
    pages = {"/shop": "<title>Shop</title>", "/cart": "<title>Cart</title>", "/mail": "<title>Mail</title>"}
    with site(pages) as where, browser() as launched:
        context = launched.new_context()
        shop, mail = context.new_page(), context.new_page()
        shop.goto(f"{where.here}/shop?token=secret")
        mail.goto(f"{where.here}/mail")
        backend = WebBackend(shop, mail)
        assert [window.url for window in backend.windows()] == [f"{where.here}/shop?token=…", f"{where.here}/mail"]
        assert read(backend, Window(url="/shop")).title == "Shop"
        shop.goto(f"{where.here}/cart")
        assert read(backend, Window(url="/shop")).title == "Cart"
        assert read(backend, Window(url="/mail")).title == "Mail"
        with pytest.raises(WindowNotFound, match=r"^0 of the 2 pages that are known fit"):
            read(backend, Window(url="/nowhere"))
        shop.close()
        with pytest.raises(AppGone):
            read(backend, Window(url="/shop"))


def test_a_dialog_of_a_browser_by_its_address_is_left_open(address: str) -> None:
    ask = "document.body.append(confirm('Delete all?') ? 'deleted' : 'kept')"
    with sync_playwright() as playwright:
        page = playwright.chromium.connect_over_cdp(address).contexts[0].new_page()
        page.set_content(f'<title>Asking</title><button onclick="{ask}">Wipe</button>')
        page.bring_to_front()
        key = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]["targetId"]

    def reading() -> None:
        with Session(WebBackend(address), Window(id=key), timeout=60) as ui:
            report = ui.describe()
            report = ui.act("press", ref_of(report, "Wipe"))
            told.append(report.snapshot.find(role="dialog")[0].name or "")
            report = ui.act("press", ref_of(report, "OK"))
            told.extend(
                element.name or "" for element in report.snapshot.find(role="text") if element.name == "deleted"
            )

    told: list[str] = []
    thread = threading.Thread(target=reading)
    thread.start()
    thread.join()
    assert told == ["Delete all?", "deleted"]


def ref_of(report: Report, name: str) -> int:
    """The number of the button of that name."""
    return next(
        report.refs.numbers[element.index] for element in report.snapshot.find(role="button") if element.name == name
    )
