"""The backends for web pages: one for Playwright's sync pages, one for its async pages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import attrs

from uidiff.backends.protocol import Availability
from uidiff.backends.web.actions import ACTIONS, TIMEOUT, WINDOW
from uidiff.backends.web.call_plans import AsyncDriver, CallPlan, SyncDriver
from uidiff.backends.web.events import AsyncWebChanges, WebChanges
from uidiff.backends.web.failures import expect_playwright
from uidiff.backends.web.page_reader import PageReader
from uidiff.errors import MissingExtra
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

if TYPE_CHECKING:
    from playwright import async_api, sync_api

__all__ = ["AsyncWebBackend", "WebBackend"]

WebTarget: TypeAlias = "sync_api.Page | str | Window"
"""What it reads: a page, the address of a browser (its page in front), or a window of a browser that it knows."""

AsyncWebTarget: TypeAlias = "async_api.Page | str | Window"
"""As :data:`WebTarget`, with Playwright's async pages."""

_LISTENING = 2.0
"""Seconds for the set-up of change events of a page."""

_LISTING = 3.0
"""Seconds for listing the pages of all browsers."""

_HANDLING = 2 * TIMEOUT
"""Seconds for an action, including finding the element."""


@attrs.frozen
class WebHandle:
    """An element of a live page; handles of the same element are equal. Every method raises StaleRef if it is gone.

    The methods of a handle of :class:`AsyncWebBackend` are awaited.

    Attributes:
        id: ``Element.id``.
    """

    id: str
    _reader: PageReader = attrs.field(eq=False, repr=False)
    _drive: Callable[[CallPlan[Any]], Any] = attrs.field(eq=False, repr=False)

    def click(self) -> Any:  # noqa: ANN401  # None, or an awaitable
        """Click the element as soon as it is visible, stable, enabled and not covered."""
        return self._drive(self._reader.act(self.id, "press", None))

    def fill(self, text: str) -> Any:  # noqa: ANN401  # None, or an awaitable
        """Replace the text of the element."""
        return self._drive(self._reader.act(self.id, "type", text))

    def focus(self) -> Any:  # noqa: ANN401  # None, or an awaitable
        """Set the focus to the element."""
        return self._drive(self._reader.act(self.id, "focus", None))

    def element_handle(self) -> Any:  # noqa: ANN401  # Playwright's, or an awaitable
        """Playwright's ``ElementHandle``; for a text node, that of its element."""
        return self._drive(self._reader.element_handle(self.id))


class _WebBackend:
    """What both backends have."""

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "web"
    actions: ClassVar[tuple[str, ...]] = tuple(dict.fromkeys((*ACTIONS, *WINDOW)))
    _reader: PageReader

    @property
    def calls(self) -> int:
        """The number of protocol calls of the last read, without those that ask whether the page is as it was."""
        return self._reader.calls

    @property
    def compares(self) -> bool:
        """Whether an action compares the live element: not in browsers without Chromium's protocol."""
        return not self._reader.pages.arias

    def loading(self, window: str) -> bool:
        """Whether the browser still loads the page of a window key, or another document was asked for."""
        return self._reader.loading(window)

    def busy(self, window: str) -> bool:
        """Whether the page of a window key loads, or waits for an answer of a server."""
        return self._reader.busy(window)

    def recall(self, snapshot: Snapshot) -> None:
        """Take an earlier run's tree of a page as read: the next reads say what of it lives on and is hidden."""
        self._reader.recall(snapshot)

    def available(self) -> Availability:
        """Say whether Playwright is installed."""
        try:
            expect_playwright()
        except MissingExtra as error:
            return Availability(ok=False, reason="playwright is not installed", cure=str(error))
        return Availability(ok=True)


class AsyncWebBackend(_WebBackend):
    """A :class:`WebBackend` for Playwright's async pages, in their event loop.

    The frames of a process are read concurrently. ``handle`` raises StaleRef by the last read; the awaited methods of
    the handle do so by the present state.
    """

    def __init__(self, *targets: async_api.Page | str, cdp: bool = True, reuse: bool = True) -> None:
        self._driver = AsyncDriver()
        self._reader = PageReader(targets, api="async", cdp=cdp, reuse=reuse, interrupt=self._driver.interrupt)
        self._sources: list[AsyncWebChanges] = []
        self._reading = asyncio.Lock()

    async def windows(self) -> tuple[Window, ...]:
        """As :meth:`WebBackend.windows`."""
        async with self._reading:
            found: tuple[Window, ...] = await self._drive(self._reader.pages.windows(), _LISTING)
        return found

    async def read(self, target: AsyncWebTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """As :meth:`WebBackend.read`."""
        async with self._reading:
            self._reader.expect_open()
            plan = self._reader.read(target, limits=limits, redact=redact, deadline=deadline)
            return await self._driver.drive(plan, deadline)

    def handle(self, element: Element) -> WebHandle:
        """Find the live element; StaleRef if the last read did not show it."""
        self._reader.expect_open()
        self._reader.expect_read(element.id or "")
        return WebHandle(element.id or "", self._reader, partial(self._drive, seconds=_HANDLING))

    async def act(self, element: Element, action: str, value: str | None = None) -> str | None:
        """As :meth:`WebBackend.act`."""
        note: str | None = await self._drive(self._reader.act(element.id or "", action, value, element), _HANDLING)
        return note

    async def act_window(self, target: AsyncWebTarget, action: str, value: str | None = None) -> str | None:
        """As :meth:`WebBackend.act_window`."""
        async with self._reading:
            note: str | None = await self._drive(self._reader.act_window(target, action, value), _HANDLING)
        return note

    def changes(self, target: AsyncWebTarget) -> AsyncWebChanges:
        """As :meth:`WebBackend.changes`; call it in the event loop. The source of another browser never wakes."""
        self._reader.expect_open()
        source = AsyncWebChanges(partial(self._listen, target))
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    async def close(self) -> None:
        """As :meth:`WebBackend.close`."""
        if not self._reader.closed:
            for source in self._sources:
                await source.close()
            await self._driver.drive(self._reader.leave())

    async def _listen(self, target: AsyncWebTarget, source: AsyncWebChanges) -> None:
        async with self._reading:
            page = await self._drive(self._reader.pages.page_of(target), _LISTENING)
            await self._drive(self._reader.listen(page, source), _LISTENING)

    async def _drive(self, plan: CallPlan[Any], seconds: float) -> Any:  # noqa: ANN401  # what the plan gives
        self._reader.expect_open()
        return await self._driver.drive(plan, time.monotonic() + seconds)


class WebBackend(_WebBackend):
    """Reads pages of a browser through Playwright. It launches no browser: give a page or an address to connect to.

    The tree is Chromium's accessibility tree with shadow roots and all frames, or for other browsers Playwright's aria
    snapshot. Further roots are the open JavaScript dialog and the pages that the page opened. ``window`` is the
    browser's id of the target, ``document`` changes with each navigation, and an ``id`` is stable within its document.

    One call of the DevTools protocol for each document asks whether it is as it was at the last read, which is then the
    answer. Else a read takes 2 calls, 1 more for each frame of the same process, 2 more for a frame of another process.
    A call without an answer ends at the deadline.

    Args:
        targets: pages, or addresses of browsers, whose pages a ``uidiff.Window`` may mean; the browser of any other
            page is added when the page is first read.
        cdp: use the DevTools protocol where the browser has it; False reads Chromium by its aria snapshot.
        reuse: answer with the last read while its page is as it was; False reads each time.
    """

    asynchronous: ClassVar[type[AsyncWebBackend]] = AsyncWebBackend
    """The twin for async pages."""

    def __init__(self, *targets: sync_api.Page | str, cdp: bool = True, reuse: bool = True) -> None:
        self._driver = SyncDriver()
        self._reader = PageReader(targets, api="sync", cdp=cdp, reuse=reuse, interrupt=self._driver.interrupt)
        self._sources: list[WebChanges] = []

    def windows(self) -> tuple[Window, ...]:
        """List the pages of the browsers that it knows."""
        found: tuple[Window, ...] = self._drive(self._reader.pages.windows(), _LISTING)
        return found

    def read(self, target: WebTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """Read the page with its dialog and the pages that it opened; MissingExtra if Playwright is not installed."""
        self._reader.expect_open()
        return self._driver.drive(self._reader.read(target, limits=limits, redact=redact, deadline=deadline), deadline)

    def handle(self, element: Element) -> WebHandle:
        """Find the live element; StaleRef if it is not in its document any more."""
        id_ = element.id or ""
        self._drive(self._reader.expect_alive(id_), _HANDLING)
        return WebHandle(id_, self._reader, partial(self._drive, seconds=_HANDLING))

    def act(self, element: Element, action: str, value: str | None = None) -> str | None:
        """Do an action of :data:`uidiff.backends.web.actions.ACTIONS`, as the protocol says.

        An element that is covered, hidden or outside of the window is waited for a quarter of a second.
        """
        note: str | None = self._drive(self._reader.act(element.id or "", action, value, element), _HANDLING)
        return note

    def act_window(self, target: WebTarget, action: str, value: str | None = None) -> str | None:
        """Do an action of :data:`uidiff.backends.web.actions.WINDOW` with a page, as the protocol says.

        Without a value "scroll" is "down". What is scrolled is the page, or what is in its middle where the page does
        not move. A navigation that takes longer than two seconds was asked for: ``loading`` says so.
        """
        note: str | None = self._drive(self._reader.act_window(target, action, value), _HANDLING)
        return note

    def changes(self, target: WebTarget) -> WebChanges | None:
        """A source that wakes when the page, its frames, its dialog or the pages that it opened may have changed.

        None for browsers other than Chromium.
        """
        page = self._drive(self._reader.pages.page_of(target), _LISTENING)
        source = WebChanges(self._driver, page)
        if not self._drive(self._reader.listen(page, source), _LISTENING):
            return None
        self._sources = [*(other for other in self._sources if not other.closed), source]
        return source

    def close(self) -> None:
        """Release the pages and end all waits for changes. Browsers keep running."""
        if not self._reader.closed:
            for source in self._sources:
                source.close()
            self._driver.drive(self._reader.leave())

    def _drive(self, plan: CallPlan[Any], seconds: float) -> Any:  # noqa: ANN401  # what the plan gives
        self._reader.expect_open()
        return self._driver.drive(plan, time.monotonic() + seconds)
