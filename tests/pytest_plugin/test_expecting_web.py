"""``expect_change(page)`` of pages in a real Chromium: modals, fields and their texts, what comes late."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.backends.web.browsers import browser
from uidiff.events import (
    DialogAppeared,
    DialogClosed,
    ErrorAppeared,
    ItemsAdded,
    PageNavigated,
    StatusAnnounced,
    ValueEntered,
)
from uidiff.pytest_plugin import BUDGET, ExpectChange
from uidiff.pytest_plugin.change import ReadOptions

SHOP = """<!doctype html><title>Shop</title>
<h1>Shop</h1><ul aria-label="Basket"><li>Lamp<li>Chair</ul>
<label>Name <input></label><textarea aria-label="Notes"></textarea>
<div contenteditable role="textbox" aria-label="Rich"></div><p role="status"></p>
<button onclick="later(() => one('#login').showModal())">Log in</button>
<button onclick="fail()">Fail</button>
<button onclick="later(add)">Add</button>
<a href="data:text/html,<title>Other</title><h1>Other page</h1><button>Back</button>">Go</a>
<dialog id="login" aria-label="Log in"><input aria-label="User"><button>Go on</button></dialog>
<script>
  const one = (selector) => document.querySelector(selector);
  const later = (act) => setTimeout(act, 600);
  function add() {
    one("ul").append(Object.assign(document.createElement("li"), { textContent: "Desk" }));
    one("[role=status]").textContent = "Added";
  }
  function fail() {
    document.body.insertAdjacentHTML("beforeend", '<div role="alertdialog" aria-modal="true" aria-label="Oops">' +
      '<p>Error: cannot log in</p><button>OK</button></div>');
  }
</script>"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as launched:
        yield launched


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    opened = chromium.new_page()
    opened.set_content(SHOP)
    yield opened
    opened.close()


@pytest.fixture
def expect_change(page: Page) -> Iterator[ExpectChange]:  # noqa: ARG001  # it is closed before the page
    made = ExpectChange(ReadOptions(), budget=BUDGET)
    yield made
    made.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_modal_that_hides_the_page_is_one_change_when_it_opens_and_when_it_closes(
    page: Page, expect_change: ExpectChange
) -> None:
    with expect_change(page, DialogAppeared("Log in", modal=True), timeout=60) as opened:
        press(page, "Log in")
    assert opened.delta.hidden
    with expect_change(page, DialogClosed("Log in"), timeout=60) as closed:
        page.keyboard.press("Escape")
    assert closed.delta.shown


def test_a_modal_that_was_open_at_the_first_read_hid_the_page_too(page: Page, expect_change: ExpectChange) -> None:
    page.evaluate("one('#login').showModal()")
    with expect_change(page, DialogClosed("Log in"), timeout=60) as change:
        page.keyboard.press("Escape")
    assert change.delta.added


@pytest.mark.parametrize("name", ["Name", "Notes", "Rich"])
def test_the_text_in_a_field_is_no_change_of_its_own(page: Page, expect_change: ExpectChange, name: str) -> None:
    field = page.get_by_role("textbox", name=name)
    with expect_change(page, ValueEntered(name, after="Ada"), timeout=60):
        field.press_sequentially("Ada")
    with expect_change(page, ValueEntered(name), timeout=60):
        field.press_sequentially(" Lovelace")


def test_what_comes_late_is_waited_for(page: Page, expect_change: ExpectChange) -> None:
    with expect_change(page, timeout=60) as change:
        press(page, "Add")
    change.to_show(ItemsAdded, "Desk")
    change.to_show(StatusAnnounced, "Added")
    change.not_to_show(ErrorAppeared)
    change.to_show_nothing_else()


def test_an_error_in_a_dialog_and_another_page_are_what_they_say(page: Page, expect_change: ExpectChange) -> None:
    with expect_change(page, ErrorAppeared, timeout=60):
        press(page, "Fail")
    with expect_change(page, PageNavigated("Other"), timeout=60):
        page.goto("data:text/html,<title>Other</title><h1>Other page</h1><button>Back</button>")


def test_a_failure_says_what_was_expected_what_was_seen_and_what_was_unexpected(
    page: Page, expect_change: ExpectChange
) -> None:
    with pytest.raises(AssertionError) as caught, expect_change(page, StatusAnnounced("Saved"), timeout=0.5):
        page.get_by_role("textbox", name="Name").fill("Ada")
    first, second, missing, *busy = str(caught.value).splitlines()
    assert first == '1 unexpected change: "Name" = "Ada". 1 changed, 25 unchanged.'
    assert second == '~ textbox e13 "Name"="Ada"'
    assert missing == 'expected, but it did not happen: StatusAnnounced "Saved"'
    # a busy machine may take longer than the timeout to see that the page is at rest
    assert all(line.startswith("the window had not come to rest") for line in busy)
