"""A page that is as it was is answered by its last read; whatever changes in it is read."""

from collections import Counter

import pytest
from playwright.sync_api import Page

from benchmarks.page_changes import PAGE, changes
from tests.backends.subjects import read
from tests.backends.web.browsers import until
from uidiff import Limits
from uidiff.backends.web import WebBackend

STEPS = 240


def test_after_every_change_a_page_reads_as_if_it_had_never_been_read(page: Page, web: WebBackend) -> None:
    always = WebBackend(reuse=False)
    again: Counter[bool] = Counter()
    for step, kind in enumerate(changes(page, STEPS, seed=23)):
        found = read(web, page)
        again[read(web, page) is found] += 1
        whole = read(always, page)
        assert found.columns == whole.columns, (step, kind)
        assert found.circumstances == whole.circumstances, (step, kind)
    always.close()
    assert again[True] > STEPS / 6  # else little of this was tried; with an animation on hold styles are made each time


def test_a_page_at_rest_is_not_read_again_and_a_changed_one_is(page: Page, web: WebBackend) -> None:
    page.set_content(PAGE)
    until(page, lambda: read(web, page) is read(web, page))
    first = read(web, page)
    assert web.calls == 0
    page.evaluate("document.getElementById('name').value = 'new'")
    second = read(web, page)
    assert second is not first
    assert [one.value for one in second if one.automation_id == "name"] == ["new"]
    assert web.calls > 0


@pytest.mark.parametrize(
    "content",
    [
        "<video controls></video>",
        "<div id=own></div><script>own.attachShadow({mode: 'closed'}).innerHTML = '<p>Within</p>'</script>",
        "<p style='animation: turn 1s infinite'>Turns</p><style>@keyframes turn { to { rotate: 1turn } }</style>",
    ],
)
def test_a_page_that_cannot_be_watched_is_read_each_time(page: Page, web: WebBackend, content: str) -> None:
    page.set_content(content)
    reads = [read(web, page) for _ in range(3)]
    assert reads[0] is not reads[1]
    assert reads[1] is not reads[2]


def test_what_is_in_an_open_picker_is_read_each_time(page: Page, web: WebBackend) -> None:
    page.set_content("<input type=date id=when aria-label=When value=2024-05-06>")
    closed = len(read(web, page))
    until(page, lambda: read(web, page) is read(web, page))
    page.click("#when")
    page.evaluate("document.getElementById('when').showPicker()")
    until(page, lambda: len(read(web, page)) > closed)
    page.keyboard.press("Escape")
    until(page, lambda: read(web, page) is read(web, page))
    assert len(read(web, page)) == closed


def test_two_backends_and_two_limits_do_not_hide_a_change_from_each_other(page: Page, web: WebBackend) -> None:
    other = WebBackend()
    page.set_content("<p id=text>Before</p><p>More</p>")
    for backend in (web, other):
        read(backend, page)
    page.evaluate("document.getElementById('text').textContent = 'After'")
    for backend in (web, other):
        assert "After" in {one.name for one in read(backend, page)}
    assert len(read(web, page, limits=Limits(max_elements=2))) == 2
    assert len(read(web, page)) > 2
    other.close()
