"""The backend for async pages keeps the rules for backends, in a real Chromium that it is connected to."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.backends.web.browsers import async_context, remote_browser
from tests.backends.web.mail import ACTING, CHANGE, PAGE, PASSWORD, REMOVE
from uidiff import Window
from uidiff.backends.web import AsyncWebBackend
from uidiff.testing import AsyncBackendConformance, Subject


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with remote_browser() as found:
        yield found


class TestAsyncWeb(AsyncBackendConformance):
    @pytest.fixture(autouse=True)
    def _browser(self, address: str) -> None:
        self.address = address

    @asynccontextmanager
    async def subject(self) -> AsyncIterator[Subject]:
        async with async_context(self.address) as context:
            pages = []

            async def opened() -> Any:  # noqa: ANN401  # a page
                pages.append(await context.new_page())
                await pages[-1].set_content(PAGE)
                return pages[-1]

            async def restart() -> None:
                await pages[-1].close()
                await opened()

            backend = AsyncWebBackend(await opened())
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
            await backend.close()
