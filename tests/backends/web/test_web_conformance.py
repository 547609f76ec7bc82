"""The backend for sync pages keeps the rules for backends, in a real Chromium; that for async pages: test_web_async."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser

from uidiff import Window
from uidiff.backends.web import WebBackend
from uidiff.testing import Acting, BackendConformance, Subject

PASSWORD = "open sesame"  # noqa: S105  # a made-up one
PAGE = f"""<!doctype html><title>Mail</title>
<style>li::before {{ content: "* " }}</style>
<h1>Inbox</h1>
<button id=save onclick="this.textContent = 'Saved'">Save</button>
<label>Password <input type=password value="{PASSWORD}"></label>
<ul>{"".join(f"<li id=row{number}>Row {number}</li>" for number in range(5))}</ul>
<iframe srcdoc="<button>Inside</button>"></iframe>
<p>{"long " * 100}</p>
"""


def subject(backend: object, pages: list[Any], restart: Any) -> Subject:  # noqa: ANN401  # sync or async
    """The last of the pages."""
    return Subject(
        backend,
        Window(title="Mail"),
        change=lambda: pages[-1].evaluate("document.getElementById('save').textContent = 'Changed'"),
        remove=lambda: pages[-1].evaluate("document.getElementById('row1').remove()"),
        restart=restart,
        end=lambda: pages[-1].close(),  # noqa: PLW0108  # the page of that moment
        acting=Acting(role="button", name="Save", action="press"),
        secret=PASSWORD,
    )


class TestWeb(BackendConformance):
    @pytest.fixture(autouse=True)
    def _browser(self, chromium: Browser) -> None:
        self.browser = chromium

    @contextmanager
    def subject(self) -> Iterator[Subject]:
        context = self.browser.new_context()
        pages: list[Any] = []

        def opened() -> Any:  # noqa: ANN401  # a page
            pages.append(context.new_page())
            pages[-1].set_content(PAGE)
            return pages[-1]

        def restart() -> None:
            pages[-1].close()
            opened()

        backend = WebBackend(opened())
        try:
            yield subject(backend, pages, restart)
        finally:
            backend.close()
            context.close()
