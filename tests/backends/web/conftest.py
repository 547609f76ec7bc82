"""One browser for the tests of a module, a new context for each."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.backends.web.browsers import browser
from uidiff.backends.web import WebBackend


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A real Chromium."""
    with browser() as launched:
        yield launched


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """An empty page of a new context."""
    context = chromium.new_context(viewport={"width": 800, "height": 600})
    yield context.new_page()
    context.close()


@pytest.fixture
def web(page: Page) -> Iterator[WebBackend]:  # noqa: ARG001  # it is closed before the page
    """A backend."""
    backend = WebBackend()
    yield backend
    backend.close()
