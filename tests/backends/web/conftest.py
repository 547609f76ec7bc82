"""Browsers for the tests of a module, with a new context for each test; one for all that connect to a browser."""

import asyncio
from collections.abc import Iterator

import attrs
import pytest
from playwright import async_api
from playwright.sync_api import Browser, Page

from tests.backends.web.browsers import browser, remote_browser
from uidiff.backends.web import WebBackend


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A real Chromium. No event loop can run in this thread meanwhile."""
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


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A Chromium with remote debugging; a busy machine may take long to connect to it."""
    with remote_browser() as found, pytest.MonkeyPatch.context() as patch:
        patch.setattr("uidiff.backends.web.connections._CONNECTING", 120.0)
        yield found


@attrs.frozen
class Connected:
    """An event loop, and the browser in it."""

    runner: asyncio.Runner
    browser: async_api.Browser


@pytest.fixture(scope="module")
def connected(address: str) -> Iterator[Connected]:
    """A connection to that Chromium."""
    with asyncio.Runner() as runner:
        playwright = runner.run(async_api.async_playwright().start())
        yield Connected(runner, runner.run(playwright.chromium.connect_over_cdp(address)))
        runner.run(playwright.stop())
