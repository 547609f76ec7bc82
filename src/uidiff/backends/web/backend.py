"""The backends for web pages: for Playwright's sync pages, and for its async ones."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from uidiff.backends.protocol import Availability
from uidiff.backends.web.actions import TIMEOUT
from uidiff.backends.web.call_plans import CallPlan
from uidiff.backends.web.drivers import AsyncDriver, SyncDriver
from uidiff.backends.web.events import AsyncWebChanges, WebChanges
from uidiff.backends.web.failures import expect_playwright
from uidiff.backends.web.handles import AsyncWebHandle, WebHandle
from uidiff.backends.web.page_reader import PageReader
from uidiff.errors import MissingExtra
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

if TYPE_CHECKING:
    from playwright import async_api, sync_api

__all__ = ["AsyncWebBackend", "AsyncWebTarget", "WebBackend", "WebTarget"]

WebTarget: TypeAlias = "sync_api.Page | str | Window"
"""What it reads: a page, the address of a browser, which means the page in front, or a window that it knows."""

AsyncWebTarget: TypeAlias = "async_api.Page | str | Window"
"""As :data:`WebTarget`, with Playwright's async pages."""

_LISTENING = 2.0
"""Seconds that a page has to begin to tell of its changes."""

_LISTING = 3.0
"""Seconds that browsers have to say which pages they have."""

_HANDLING = 2 * TIMEOUT
"""Seconds that an action may take, with finding the element."""


class AsyncWebBackend:
    """As :class:`WebBackend`, for Playwright's async pages, in their event loop.

    The frames of a process are asked for together. ``handle`` says what the last read showed; the handle's methods,
    which are awaited, say what is.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "web"

    def __init__(self, *targets: async_api.Page | str, cdp: bool = True) -> None:
        self._driver = AsyncDriver()
        self._desk = PageReader(targets, api="async", cdp=cdp, interrupt=self._driver.interrupt)
        self._sources: list[AsyncWebChanges] = []
        self._reading = asyncio.Lock()

    @property
    def calls(self) -> int:
        """How many calls the last read took."""
        return self._desk.calls

    def available(self) -> Availability:
        """Whether Playwright is installed."""
        return _available()

    async def windows(self) -> tuple[Window, ...]:
        """As :meth:`WebBackend.windows`."""
        async with self._reading:
            found: tuple[Window, ...] = await self._drive(self._desk.pages.windows(), _LISTING)
        return found

    async def read(self, target: AsyncWebTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """As :meth:`WebBackend.read`."""
        async with self._reading:
            self._desk.expect_open()
            plan = self._desk.read(target, limits=limits, redact=redact, deadline=deadline)
            return await self._driver.drive(plan, deadline)

    def handle(self, element: Element) -> AsyncWebHandle:
        """The live element; StaleRef if the last read did not show it."""
        self._desk.expect_open()
        self._desk.expect_read(element.id or "")
        return AsyncWebHandle(element.id or "", self._desk, partial(self._drive, seconds=_HANDLING))

    async def act(self, element: Element, action: str, value: str | None = None) -> None:
        """As :meth:`WebBackend.act`."""
        await self._drive(self._desk.acting(element.id or "", action, value), _HANDLING)

    def changes(self, target: AsyncWebTarget) -> AsyncWebChanges:
        """As :meth:`WebBackend.changes`. Called in the event loop; a page of another browser never wakes."""
        self._desk.expect_open()
        source = AsyncWebChanges(partial(self._listen, target))
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    async def close(self) -> None:
        """As :meth:`WebBackend.close`."""
        if not self._desk.closed:
            for source in self._sources:
                await source.close()
            await self._driver.drive(self._desk.leave())

    async def _listen(self, target: AsyncWebTarget, source: AsyncWebChanges) -> None:
        async with self._reading:
            page = await self._drive(self._desk.pages.meant(target), _LISTENING)
            await self._drive(self._desk.listen(page, source), _LISTENING)

    async def _drive(self, plan: CallPlan[Any], seconds: float) -> Any:  # noqa: ANN401  # what the plan gives
        self._desk.expect_open()
        return await self._driver.drive(plan, time.monotonic() + seconds)


class WebBackend:
    """Reads pages of a browser through Playwright. It launches none: it takes a page, or an address to connect to.

    The tree is Chromium's accessibility tree, with shadow roots and all frames; of other browsers, Playwright's aria
    snapshot. Further roots are the JavaScript dialog that is open and the pages that the page opened. ``window`` is the
    browser's id of the target, ``document`` changes with each navigation, an ``id`` is stable within its document.

    A read takes 2 calls of the DevTools protocol, 1 more for each frame, 2 more for a frame that another process
    draws. A call that is not answered ends at the deadline.

    Args:
        targets: pages, or addresses of browsers, among whose pages a ``uidiff.Window`` may be; any other page, and
            those of its browser, are known from when one was first read.
        cdp: speak the DevTools protocol with browsers that know it; False reads Chromium as the others are read.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "web"
    asynchronous: ClassVar[type[AsyncWebBackend]] = AsyncWebBackend
    """The same for async pages."""

    def __init__(self, *targets: sync_api.Page | str, cdp: bool = True) -> None:
        self._driver = SyncDriver()
        self._desk = PageReader(targets, api="sync", cdp=cdp, interrupt=self._driver.interrupt)
        self._sources: list[WebChanges] = []

    @property
    def calls(self) -> int:
        """How many calls the last read took."""
        return self._desk.calls

    def available(self) -> Availability:
        """Whether Playwright is installed."""
        return _available()

    def windows(self) -> tuple[Window, ...]:
        """The pages of the browsers that it knows."""
        found: tuple[Window, ...] = self._drive(self._desk.pages.windows(), _LISTING)
        return found

    def read(self, target: WebTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """The page as it is now, with its dialog and the pages that it opened as further roots.

        Raises:
            TypeError: the target is of another kind, or an async page.
            MissingExtra: Playwright is not installed.
            WindowNotFound: no page that is known fits, or more than one.
            AppGone: the page was closed.
            ReadTimeout: not even the page's own document was read in time.
        """
        self._desk.expect_open()
        return self._driver.drive(self._desk.read(target, limits=limits, redact=redact, deadline=deadline), deadline)

    def handle(self, element: Element) -> WebHandle:
        """The live element; StaleRef if it is not in its document any more."""
        id_ = element.id or ""
        self._drive(self._desk.alive(id_), _HANDLING)
        return WebHandle(id_, self._desk, partial(self._drive, seconds=_HANDLING))

    def act(self, element: Element, action: str, value: str | None = None) -> None:
        """Do an action: "press", "focus", "type" or "select"; the last two need a value.

        Raises:
            StaleRef: the element is not there any more.
            ReadTimeout: it could not be acted on in time: it is hidden, disabled, or something covers it.
            BackendError: no such action.
        """
        self._drive(self._desk.acting(element.id or "", action, value), _HANDLING)

    def changes(self, target: WebTarget) -> WebChanges | None:
        """Wakes when something in the page, its frames, its dialog or the pages that it opened may have changed.

        None for other browsers than Chromium.
        """
        page = self._drive(self._desk.pages.meant(target), _LISTENING)
        source = WebChanges(self._driver, page)
        if not self._drive(self._desk.listen(page, source), _LISTENING):
            return None
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    def close(self) -> None:
        """Let go of the pages; whoever waits for changes is woken. Browsers go on."""
        if not self._desk.closed:
            for source in self._sources:
                source.close()
            self._driver.drive(self._desk.leave())

    def _drive(self, plan: CallPlan[Any], seconds: float) -> Any:  # noqa: ANN401  # what the plan gives
        self._desk.expect_open()
        return self._driver.drive(plan, time.monotonic() + seconds)


def _available() -> Availability:
    try:
        expect_playwright()
    except MissingExtra as error:
        return Availability(ok=False, reason="playwright is not installed", cure=str(error))
    return Availability(ok=True)
