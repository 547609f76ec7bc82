"""Async pages: sessions, dialogs, deadlines, handles, changes; one Chromium, connected to."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from tests.backends.web.browsers import HANG, async_context, outline, remote_browser, site
from uidiff import AsyncSession, Limits, Redaction, Snapshot
from uidiff.backends.web import AsyncWebBackend
from uidiff.backends.web.events import AsyncWebChanges
from uidiff.errors import AppGone, BackendError, ReadTimeout, StaleRef
from uidiff.formats.stream import AddedRecord, SnapshotRecord

PAGE = """<!doctype html><title>Shop</title><button id=do onclick="this.textContent = 'Done'">Do</button>
<input aria-label=Name><iframe srcdoc="<button>Inside</button>"></iframe>"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with remote_browser() as found:
        yield found


def run(address: str, do: Callable[[Any, AsyncWebBackend], Awaitable[None]]) -> None:
    async def main() -> None:
        async with async_context(address) as context:
            page = await context.new_page()
            await page.set_content(PAGE)
            backend = AsyncWebBackend()
            await do(page, backend)
            await backend.close()

    asyncio.run(main())


async def read(backend: AsyncWebBackend, page: Any, seconds: float = 30) -> Snapshot:  # noqa: ANN401  # a page
    deadline = time.monotonic() + seconds
    return await backend.read(page, limits=Limits.live(), redact=Redaction(), deadline=deadline)


def test_an_async_session_reads_and_acts_and_observes(address: str) -> None:
    async def do(page: Any, backend: AsyncWebBackend) -> None:  # noqa: ANN401  # a page
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

    run(address, do)


def test_handles_are_awaited_and_stale_when_the_last_read_does_not_show_them(address: str) -> None:
    async def do(page: Any, backend: AsyncWebBackend) -> None:  # noqa: ANN401  # a page
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

    run(address, do)


def test_a_dialog_that_opens_in_the_middle_of_a_read_is_a_root_at_once(address: str) -> None:
    async def do(page: Any, backend: AsyncWebBackend) -> None:  # noqa: ANN401  # a page
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

    run(address, do)


def test_a_page_that_hangs_ends_a_read_at_its_deadline(address: str) -> None:
    async def do(page: Any, backend: AsyncWebBackend) -> None:  # noqa: ANN401  # a page
        await read(backend, page)
        with site({}) as served:
            await page.evaluate(HANG, f"{served.here}/hang")
            assert await asyncio.to_thread(served.asked.wait, 60)
            with pytest.raises(ReadTimeout):
                await read(backend, page, seconds=0.3)
        assert (await read(backend, page)).find(role="button", name="Do")

    run(address, do)


def test_reads_and_actions_at_the_same_time_do_not_harm_one_another(address: str) -> None:
    async def do(page: Any, backend: AsyncWebBackend) -> None:  # noqa: ANN401  # a page
        first, *others = await asyncio.gather(*(read(backend, page) for _ in range(4)))
        assert all(other == first for other in others)
        (button,) = first.find(role="button", name="Do")
        _, windows, after = await asyncio.gather(backend.act(button, "press"), backend.windows(), read(backend, page))
        assert "Shop" in {window.title for window in windows}
        assert after.title == "Shop"

    run(address, do)


def test_a_closed_page_is_gone_and_wakes(address: str) -> None:
    async def do(page: Any, backend: AsyncWebBackend) -> None:  # noqa: ANN401  # a page
        await read(backend, page)
        source = backend.changes(page)
        await asyncio.wait([source._beginning])
        await page.close()
        assert await source.wait(60)
        with pytest.raises(AppGone):
            await read(backend, page)
        await source.close()

    run(address, do)


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


def test_a_sync_target_is_refused_with_the_cure(address: str) -> None:
    async def do(page: Any, backend: AsyncWebBackend) -> None:  # noqa: ANN401  # a page
        with pytest.raises(TypeError, match="Playwright page"):
            await read(backend, 5)
        assert page.url == "about:blank"

    run(address, do)


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
