"""The backend for sync pages keeps the rules for backends, in a real Chromium."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.backends.web.mail import ACTING, CHANGE, PAGE, PASSWORD, REMOVE
from uidiff import Window
from uidiff.backends.web import WebBackend
from uidiff.testing import BackendConformance, Subject


class TestWeb(BackendConformance):
    @pytest.fixture(autouse=True)
    def _browser(self, chromium: Browser) -> None:
        self.browser = chromium

    @contextmanager
    def subject(self) -> Iterator[Subject]:
        context = self.browser.new_context()
        pages = []

        def opened() -> Any:  # noqa: ANN401  # a page
            pages.append(context.new_page())
            pages[-1].set_content(PAGE)
            return pages[-1]

        def restart() -> None:
            pages[-1].close()
            opened()

        backend = WebBackend(opened())
        try:
            yield Subject(
                backend,
                Window(title="Mail"),
                change=lambda: pages[-1].evaluate(CHANGE),
                remove=lambda: pages[-1].evaluate(REMOVE),
                restart=restart,
                end=lambda: pages[-1].close(),  # noqa: PLW0108  # the page of that moment
                acting=ACTING,
                secret=PASSWORD,
            )
        finally:
            backend.close()
            context.close()
