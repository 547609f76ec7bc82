"""``WatchedPage`` over a real page, by both APIs of Playwright."""

# ruff: noqa: ANN401  # objects of other packages

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright

import uidiff
from tests.parts import need
from uidiff.errors import MissingExtra
from uidiff.integrations.playwright import AsyncWatchedPage, WatchedPage

HTML = """<title>Shop</title><h1>Lamps</h1><label>Search <input></label>
<ul><li>Desk lamp <button>Buy</button><li>Floor lamp <button onclick="this.parentNode.remove()">Buy</button></ul>"""


@pytest.fixture
def chromium() -> str:
    return need("chromium", "chromium")


@pytest.fixture
def page(chromium: str) -> Iterator[Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content(HTML)
        yield page
        browser.close()


def test_a_page_is_whole_at_first_and_acted_on_by_the_printed_refs(page: Any) -> None:
    watched = WatchedPage(page)
    whole = watched.watch()
    assert whole.startswith("# full: ")
    ref = whole.split('"Floor lamp", button ')[1].split()[0]
    watched.locator(ref).click()
    said = watched.watch(action="click")
    assert said.splitlines()[1].startswith("- item")
    assert "Floor lamp" in said
    assert watched.watch() == "# No change."
    assert watched.watch(full=True).startswith("# full: ")


def test_the_watcher_of_several_pages_has_a_last_tree_for_each(page: Any) -> None:
    watcher, other = uidiff.Watcher(), page.context.browser.new_page()
    other.set_content("<title>Other</title><button>Other</button>")
    one, two = WatchedPage(page, watcher), WatchedPage(other, watcher)
    assert [each.watch().startswith("# full: ") for each in (one, two)] == [True, True]
    assert [each.watch() for each in (one, two)] == ["# No change."] * 2


@pytest.mark.parametrize("ref", ["", "12", "e1'] >> body", "#3"])
def test_what_is_no_ref_is_refused(page: Any, ref: str) -> None:
    with pytest.raises(ValueError, match="no ref of an aria snapshot"):
        WatchedPage(page).locator(ref)


def test_a_playwright_without_refs_is_said() -> None:
    with pytest.raises(MissingExtra, match=r"playwright>=1\.59"):
        WatchedPage(object()).watch()


def test_the_async_api(chromium: str) -> None:
    async def watch() -> list[str]:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = await browser.new_page()
            await page.set_content(HTML)
            watched = AsyncWatchedPage(page)
            said = [await watched.watch()]
            await page.get_by_label("Search").fill("floor")
            said.append(await watched.watch())
            await browser.close()
            return said

    whole, typed = asyncio.run(watch())
    assert whole.startswith("# full: ")
    assert 'textbox e4 "Search"="floor" focused' in typed
