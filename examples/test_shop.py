"""Regression tests of a page: what a click may change, and that the page is what it was when it was saved.

    pytest examples/test_shop.py
    SHOP_BUG=1 pytest examples/test_shop.py     # what it says of a mistake is in test_shop.txt

It needs uidiff[web], pytest and a Chromium. pytest-playwright brings a fixture ``page`` like the one below.
"""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import uidiff
from uidiff.pytest_plugin import UIDiff, assert_no_unexpected_change

SHOP = """
<!doctype html>
<title>Shop</title>
<h1>Lamps and chairs</h1>
<p>Here for <span role="timer" aria-label="Here for">0</span> seconds</p>
<ul aria-label="Things">
  <li>Lamp <button onclick="add('Lamp')">Add Lamp</button></li>
  <li>Chair <button onclick="add('Chair')">Add Chair</button></li>
</ul>
<h2>Basket</h2>
<ul aria-label="Basket"></ul>
<p role="status"></p>
<button disabled>Order</button>
<script>
  const one = (selector) => document.querySelector(selector);
  setInterval(() => one("[role=timer]").firstChild.data++, 50);
  function add(thing) {
    const item = one("[aria-label=Basket]").appendChild(document.createElement("li"));
    item.textContent = thing;
    one("[role=status]").textContent = thing + " is in your basket";
    one("button[disabled]")?.removeAttribute("disabled");
    if (BUG) one("[aria-label=Things] li:last-child").remove();
  }
</script>
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The shop, opened."""
    opened = browser.new_page(viewport={"width": 800, "height": 600})
    opened.set_content(SHOP.replace("BUG", "true" if os.environ.get("SHOP_BUG") else "false"))
    yield opened
    opened.close()


@pytest.fixture
def ui_diff_options() -> dict[str, object]:
    """What no test of this file wants to hear of: where things stand, and a timer that never rests."""
    return {"ignore": ("bounds", uidiff.Ignore(path="document > paragraph > timer")), "settle": 0.2}


def test_the_shop_is_as_it_was_saved(page: Page, ui_diff: UIDiff) -> None:
    ui_diff.check("shop", "web", page)  # pytest --uidiff-update writes it


def test_what_was_added_is_in_the_basket_and_can_be_ordered(page: Page, ui_diff: UIDiff) -> None:
    with ui_diff("web", page) as change:
        page.get_by_role("button", name="Add Lamp").click()
    assert_no_unexpected_change(
        change,
        expected=[uidiff.events.ItemsAdded, uidiff.events.StatusAnnounced, uidiff.events.EnabledChanged],
        allowed=[uidiff.events.FocusMoved],
    )


def test_a_heading_does_nothing(page: Page, ui_diff: UIDiff) -> None:
    with ui_diff("web", page) as change:
        page.get_by_role("heading", name="Basket").click()
    assert_no_unexpected_change(change)
