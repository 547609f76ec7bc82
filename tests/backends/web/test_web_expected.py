"""What a test expects of a page in Chromium: the value of a field with the texts in it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from uidiff import Session
from uidiff.pytest_plugin import assert_no_unexpected_change

PAGE = """<title>Form</title><input aria-label=Name><input aria-label=Full value=Bob>
<textarea aria-label=Note>old</textarea>
<select aria-label=Choice><option>A<option>B</select><input type=date aria-label=Day>
<div contenteditable role=textbox aria-label=Rich><p>one</p><p>two</p></div>"""

FILLING: dict[str, Callable[[Page], object]] = {
    "an empty one": lambda page: page.fill("[aria-label=Name]", "Ada"),
    "another text": lambda page: page.fill("[aria-label=Full]", "Ada"),
    "emptied": lambda page: page.fill("[aria-label=Full]", ""),
    "lines": lambda page: page.fill("textarea", "a\nb\nc"),
    "an option": lambda page: page.select_option("select", "B"),
    "a date": lambda page: page.fill("[type=date]", "2024-05-06"),
    "rich text": lambda page: page.evaluate("document.querySelector('p').textContent = 'uno'"),
}


@pytest.mark.parametrize("fill", FILLING.values(), ids=list(FILLING))
def test_a_value_stands_for_the_texts_in_its_field(page: Page, fill: Callable[[Page], object]) -> None:
    page.set_content(PAGE)
    with Session("web", page, timeout=60) as ui:
        ui.describe()
        report = ui.act(lambda: fill(page))
    assert_no_unexpected_change(report, expected=["value"], allowed=["focused", "bounds"])
    with pytest.raises(AssertionError):
        assert_no_unexpected_change(report, allowed=["focused", "bounds"])
