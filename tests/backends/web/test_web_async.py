"""Async pages: sessions, dialogs, deadlines, handles, changes, the rules for backends; one Chromium, connected to."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.backends.web.browsers import HANG, outline, site
from tests.backends.web.conftest import Connected
from tests.backends.web.test_web_conformance import PAGE as MAIL
from tests.backends.web.test_web_conformance import subject
from uidiff import AsyncSession, Limits, Redaction, Snapshot
from uidiff.backends.web import AsyncWebBackend
from uidiff.backends.web.events import AsyncWebChanges
from uidiff.errors import AppGone, BackendError, NotActionable, ReadTimeout, StaleRef
from uidiff.formats.stream import AddedRecord, SnapshotRecord
from uidiff.testing import AsyncBackendConformance, Subject

PAGE = """<!doctype html><title>Shop</title><button id=do onclick="this.textContent = 'Done'">Do</button>
<input aria-label=Name><iframe srcdoc="<button>Inside</button>"></iframe>"""


AsyncTest = Callable[[Page, AsyncWebBackend], Coroutine[None, None, None]]


def on_a_page(do: AsyncTest) -> Callable[[Connected], None]:
    """The test with a page and a backend, in the event loop of the browser."""

    async def main(browser: Browser) -> None:
        async with await browser.new_context() as context:
            page = await context.new_page()
            await page.set_content(PAGE)
            backend = AsyncWebBackend()
            await do(page, backend)
            await backend.close()

    def test(connected: Connected) -> None:
        connected.runner.run(main(connected.browser))

    return test


async def read(backend: AsyncWebBackend, page: Any, seconds: float = 60) -> Snapshot:  # noqa: ANN401  # a page
    deadline = time.monotonic() + seconds
    return await backend.read(page, limits=Limits.live(), redact=Redaction(), deadline=deadline)


@on_a_page
async def test_an_async_session_reads_and_acts_and_observes(page: Page, backend: AsyncWebBackend) -> None:
    async with AsyncSession(backend, page, timeout=60) as ui:
        report = await ui.describe()
        assert [element.name for element in report.snapshot.find(role="button")] == ["Do", "Inside"]
        assert backend.calls == 3
        report = await ui.act(lambda: page.click("#do"))
        assert "Done" in report.text
        seen = []
        async for record in ui.observe(interval=60, duration=60):
            if isinstance(record, SnapshotRecord):
                await page.evaluate("() => { setTimeout(() => document.body.append('new'), 100) }")
            seen += [record.element.get("t")] if isinstance(record, AddedRecord) else []
            if seen:
                break
        assert seen == ["new"]


@on_a_page
async def test_a_page_is_steered(page: Page, backend: AsyncWebBackend) -> None:
    pages = {"/": "<title>One</title><p>First", "/two": "<title>Two</title><p>Second"}
    with site(pages) as served:
        async with AsyncSession(backend, page, timeout=60) as ui:
            await ui.describe()
            assert "First" in (await ui.act("goto", value=served.here)).text
            assert "Second" in (await ui.act("goto", value=f"{served.here}/two")).text
            assert "First" in (await ui.act("back")).text
            with pytest.raises(NotActionable, match="nothing more to scroll to"):
                await ui.act("scroll", value="down")


@on_a_page
async def test_handles_are_awaited_and_stale_when_the_last_read_does_not_show_them(
    page: Page, backend: AsyncWebBackend
) -> None:
    snapshot = await read(backend, page)
    (field,) = snapshot.find(role="textbox")
    handle = backend.handle(field)
    assert handle == backend.handle((await read(backend, page)).find(role="textbox")[0])
    await handle.fill("Ada")
    await handle.focus()
    assert await page.evaluate("document.activeElement.value") == "Ada"
    element = await handle.element_handle()
    assert await element.evaluate("element => element.localName") == "input"
    await backend.handle(snapshot.find(role="button", name="Do")[0]).click()
    assert await page.locator("#do").text_content() == "Done"
    await page.evaluate("document.querySelector('input').remove()")
    with pytest.raises(StaleRef):
        await handle.click()
    await read(backend, page)
    with pytest.raises(StaleRef):
        backend.handle(field)


@on_a_page
async def test_a_dialog_that_opens_in_the_middle_of_a_read_is_a_root_at_once(
    page: Page, backend: AsyncWebBackend
) -> None:
    page.on("dialog", lambda _: None)
    await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p>much</p>'.repeat(3000))")
    await read(backend, page)
    await page.evaluate("setTimeout(() => { window.answer = prompt('Name?') }, 100)")
    snapshot = await read(backend, page)
    for _ in range(100):
        if len(snapshot.roots) > 1:
            break
        snapshot = await read(backend, page)
    assert outline(snapshot) == ["document Shop", "dialog Name?", "  textbox", "  button OK", "  button Cancel"]
    await backend.act(snapshot.find(role="textbox")[0], "type", "Ada")
    await backend.act(snapshot.find(role="button", name="OK")[0], "press")
    assert await page.evaluate("window.answer") == "Ada"
    assert not (await read(backend, page)).partial


@on_a_page
async def test_a_page_that_hangs_ends_a_read_at_its_deadline(page: Page, backend: AsyncWebBackend) -> None:
    await read(backend, page)
    with site({}) as served:
        await page.evaluate(HANG, f"{served.here}/hang")
        assert await asyncio.to_thread(served.asked.wait, 60)
        with pytest.raises(ReadTimeout):
            await read(backend, page, seconds=0.3)
    assert (await read(backend, page)).find(role="button", name="Do")


@on_a_page
async def test_reads_and_actions_at_the_same_time_do_not_harm_one_another(page: Page, backend: AsyncWebBackend) -> None:
    first, *others = await asyncio.gather(*(read(backend, page) for _ in range(4)))
    assert all(other == first for other in others)
    (button,) = first.find(role="button", name="Do")
    _, windows, after = await asyncio.gather(backend.act(button, "press"), backend.windows(), read(backend, page))
    assert "Shop" in {window.title for window in windows}
    assert after.title == "Shop"


@on_a_page
async def test_a_closed_page_is_gone_and_wakes(page: Page, backend: AsyncWebBackend) -> None:
    await read(backend, page)
    source = backend.changes(page)
    await asyncio.wait([source._beginning])
    await page.close()
    assert await source.wait(60)
    with pytest.raises(AppGone):
        await read(backend, page)
    await source.close()


def test_a_source_of_something_that_is_no_page_never_wakes() -> None:
    async def main() -> None:
        backend = AsyncWebBackend()
        source = backend.changes("mail")
        assert not await source.wait(0.1)
        await source.close()
        assert not await source.wait(0.1)
        await backend.close()

    asyncio.run(main())


def test_an_address_is_read_in_an_event_loop_too(address: str) -> None:
    async def main() -> None:
        backend = AsyncWebBackend(address)
        snapshot = await read(backend, address)
        assert snapshot.roots[0].role == "document"
        await backend.close()
        with pytest.raises(BackendError, match="closed"):
            await read(backend, address)

    asyncio.run(main())


@on_a_page
async def test_a_sync_target_is_refused_with_the_cure(page: Page, backend: AsyncWebBackend) -> None:
    with pytest.raises(TypeError, match="Playwright page"):
        await read(backend, 5)
    assert page.url == "about:blank"


def test_what_changes_before_the_page_tells_of_its_changes_wakes() -> None:
    async def main() -> None:
        begun = asyncio.Event()

        async def begin(_: AsyncWebChanges) -> None:
            await begun.wait()

        source = AsyncWebChanges(begin)
        assert not await source.wait(0.01)  # the page is slow
        begun.set()
        assert await source.wait(60)
        assert not await source.wait(0.01)
        await source.close()

    asyncio.run(main())


class TestAsyncWeb(AsyncBackendConformance):
    @pytest.fixture(autouse=True)
    def _browser(self, connected: Connected, monkeypatch: pytest.MonkeyPatch) -> None:
        """All rules use one event loop, to which the browser is connected."""
        self.browser = connected.browser
        monkeypatch.setattr("uidiff.testing.async_conformance.asyncio.Runner", lambda: nullcontext(connected.runner))

    @asynccontextmanager
    async def subject(self) -> AsyncIterator[Subject]:
        pages: list[Any] = []

        async def opened() -> Any:  # noqa: ANN401  # a page
            pages.append(await context.new_page())
            await pages[-1].set_content(MAIL)
            return pages[-1]

        async def restart() -> None:
            await pages[-1].close()
            await opened()

        async with await self.browser.new_context() as context:
            backend = AsyncWebBackend(await opened())
            yield subject(backend, pages, restart)
            await backend.close()
