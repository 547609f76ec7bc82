"""One browser for the tests of a module, and pages of it that must stay quiet: no error, no dialog, no request."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, Request

from tests.backends.web.browsers import browser, until
from uidiff import Snapshot
from uidiff.formats.html.page import FailedRead, write_html

Open = Callable[..., "Shown"]


class Shown:
    """A page in a browser, and what a reader sees in it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def at(self, step: int) -> None:
        """Wait until a step is on the page."""
        until(self.page, lambda: self.page.evaluate("uidiffReport.shown()") == step)

    def rows(self) -> list[str]:
        """The rows that are drawn, their texts side by side; a side without element is empty."""
        return self.page.evaluate(
            """() => Array.from(document.querySelectorAll("#trees .row"), (row) =>
                Array.from(row.children, (cell) => Array.from(cell.querySelectorAll("span, b"))
                    .filter((part) => !part.children.length && part.textContent)
                    .map((part) => part.textContent).join(" ")
                    || (cell.children.length ? "" : cell.textContent)).join(" | ").trim())"""
        )

    def timeline(self) -> list[str]:
        """The steps that are drawn there."""
        return self.page.evaluate(
            """() => Array.from(document.querySelectorAll("#timeline .item"),
                (item) => item.innerText.replace(/\\s+/g, " ").trim())"""
        )

    def selected(self) -> str:
        """The selected row."""
        return self.page.evaluate(
            "document.querySelector('#trees [aria-selected=true]')?.innerText.replace(/\\s+/g, ' ')"
        )

    def text(self, selector: str) -> str:
        return self.page.text_content(selector) or ""

    def column(self, step: int, name: str) -> list[Any]:
        return self.page.evaluate("async ([step, name]) => (await uidiffReport.tree(step))[name]", [step, name])


@pytest.fixture(scope="module")
def chromium() -> Iterator[BrowserContext]:
    """A real Chromium."""
    with browser() as launched:
        yield launched.new_context(viewport={"width": 1400, "height": 900})


@pytest.fixture
def quiet(chromium: BrowserContext) -> Iterator[Page]:
    """A page that says when something happens that must not."""
    happened: list[str] = []

    def asked(request: Request) -> None:
        if not request.url.startswith("file:"):
            happened.append(f"request: {request.url}")

    def popped_up(dialog: Dialog) -> None:
        happened.append("dialog")
        dialog.dismiss()

    page = chromium.new_page()
    page.on("console", lambda message: happened.append(f"console: {message.text}"))  # CSP violations are told there
    page.on("pageerror", lambda error: happened.append(f"error: {error}"))
    page.on("dialog", popped_up)
    page.on("request", asked)
    page.on("popup", lambda _: happened.append("popup"))
    yield page
    page.close()
    assert happened == []


@pytest.fixture
def opened(quiet: Page, tmp_path: Path) -> Open:
    """Writes a report of snapshots and opens it."""

    def open_(snapshots: Iterable[Snapshot | FailedRead], *, at: int | None = None, title: str = "Report") -> Shown:
        file = tmp_path / "report.html"
        write_html(file, snapshots, title=title)
        return show(quiet, file, at)

    return open_


@pytest.fixture
def rendered(quiet: Page, tmp_path: Path) -> Callable[..., Shown]:
    """Opens what a format gave."""

    def open_(text: str, *, at: int) -> Shown:
        file = tmp_path / "rendered.html"
        file.write_text(text, encoding="utf-8")
        return show(quiet, file, at)

    return open_


def show(page: Page, file: Path, at: int | None = None) -> Shown:
    page.goto("about:blank")
    page.goto(file.as_uri() + ("" if at is None else f"#step-{at}"))
    shown = Shown(page)
    if at is not None:
        shown.at(at)
    return shown
