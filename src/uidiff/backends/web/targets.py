"""Which page is meant: pages, windows, addresses of browsers; and what is known of each page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal, TypeVar

from uidiff.backends.web.aria import AriaTab
from uidiff.backends.web.call_plans import CallPlan, ask
from uidiff.backends.web.connections import Connections
from uidiff.backends.web.failures import CLOSED, expect_playwright, failing
from uidiff.backends.web.tabs import Tab
from uidiff.errors import AppGone, WindowNotFound
from uidiff.model.urls import shown_url
from uidiff.model.window import Window

__all__ = ["Api", "WebTargets", "app_of"]

_T = TypeVar("_T")

Api = Literal["sync", "async"]
"""Which of Playwright's two kinds of objects."""

_KINDS = "give a Playwright page, a uidiff.Window, or the address of a browser: http://127.0.0.1:9222"
_SPEAKS_CDP = "chromium"


class WebTargets:
    """The pages that a backend knows.

    Args:
        targets: pages and addresses that it was made with.
        api: of which kind its pages are.
        cdp: whether to speak the DevTools protocol with browsers that know it.
        interrupt: called when a page can answer no more calls.
    """

    def __init__(self, targets: tuple[Any, ...], *, api: Api, cdp: bool, interrupt: Callable[[], None]) -> None:
        self.tabs: dict[Any, Tab] = {}
        self.arias: dict[Any, AriaTab] = {}
        self._targets = targets
        self._api = api
        self._cdp = cdp
        self._interrupt = interrupt
        self._connections = Connections(self._manager)
        self._seen: dict[str, Window] = {}  # by key
        self._meant: dict[Window, str] = {}  # the keys of the pages that were taken

    # ----------------------------------------------------------------- targets

    def meant(self, target: Any) -> CallPlan[Any]:  # noqa: ANN401  # whatever it can read
        """The page that a target means.

        Raises:
            TypeError: it is of another kind.
            WindowNotFound: no page that is known fits, or more than one.
            AppGone: the page that fits was closed.
        """
        if isinstance(target, Window):
            return (yield from self._fitting(target))
        if isinstance(target, str):
            expect_playwright()
            return (yield from self._connections.front(target))
        module = type(target).__module__
        if type(target).__name__ == "Page" and module.startswith("playwright."):
            if module.startswith(f"playwright.{self._api}_api"):
                return target
            other = "AsyncSession" if self._api == "sync" else "Session"
            raise TypeError(f"the page is not {self._api}: use uidiff.{other}")
        expect_playwright()
        raise TypeError(f"no page, but {type(target).__name__}: {_KINDS}")

    def windows(self) -> CallPlan[tuple[Window, ...]]:
        """All pages of the browsers that are known."""
        expect_playwright()
        for target in self._targets:
            yield from _unless_gone(self._met_first(target))
        found = []
        for page in self._open():
            window = yield from _unless_gone(self._window(page))
            if window is not None:
                found.append(window)
                self._seen[window.id or ""] = window
        return tuple(found)

    def _met_first(self, target: Any) -> CallPlan[None]:  # noqa: ANN401  # a page or an address
        """Meet one page of a target; the others are found by it."""
        if isinstance(target, str):
            browser = yield from self._connections.browser(target)
            pages = [page for context in browser.contexts for page in context.pages]
        else:
            pages = [(yield from self.meant(target))]
        if pages:
            yield from self.met(pages[0])

    def _fitting(self, wanted: Window) -> CallPlan[Any]:
        open_ = yield from self.windows()
        taken = self._meant.get(wanted)  # it stays that page, whatever its title and address become
        fitting = [window.id for window in open_ if window.id == taken] or [
            window.id for window in open_ if wanted.fits(window)
        ]
        if not fitting and (taken is not None or any(wanted.fits(window) for window in self._seen.values())):
            raise AppGone(CLOSED)
        if len(fitting) != 1:
            problem = f"{len(fitting)} of the {len(open_)} pages that are known fit"
            raise WindowNotFound(f"{problem}: say more of it, or less, or give the page itself")
        page, tab = next((page, tab) for page, tab in self.known() if tab.key == fitting[0])
        self._meant[wanted] = tab.key
        return page

    # ------------------------------------------------------------------- pages

    def met(self, page: Any) -> CallPlan[Tab | AriaTab]:  # noqa: ANN401  # Playwright's Page
        """What is known of a page; its session is made when it is met first. AppGone if it was closed."""
        known = self.tabs.get(page) or self.arias.get(page)
        if known is not None:
            return known
        if page.is_closed():
            raise AppGone(CLOSED)
        if not self._cdp or app_of(page) not in {_SPEAKS_CDP, None}:
            return self.arias.setdefault(page, AriaTab(page))
        with failing(page, "attaching to the page"):
            session = yield from ask(partial(page.context.new_cdp_session, page))
            info = yield from ask(partial(session.send, "Target.getTargetInfo"))
        tab = Tab(page, session, info["targetInfo"]["targetId"], interrupt=self._interrupt)
        return self.tabs.setdefault(page, tab)

    def family(self, tab: Tab) -> CallPlan[list[Tab]]:
        """A tab, and those of the pages that it opened, and so on."""
        openers: dict[Any, Any] = {}
        for page in tab.page.context.pages:
            openers[page] = yield from ask(page.opener)
        family = [tab]
        for member in family:  # it grows
            for page, opener in openers.items():
                if opener is member.page:
                    opened = yield from _unless_gone(self.met(page))
                    if isinstance(opened, Tab) and opened not in family:
                        opened.opener = member
                        family.append(opened)
        return family

    def leave(self) -> CallPlan[None]:
        """Let go of the browsers that were connected to."""
        self.tabs.clear()
        self.arias.clear()
        yield from self._connections.leave()

    def known(self) -> Iterator[tuple[Any, Tab | AriaTab]]:
        """The pages that were met, and what is known of each."""
        yield from self.tabs.items()
        yield from self.arias.items()

    def _open(self) -> list[Any]:
        """The pages of all contexts that a page is known of; of a context one that was closed is kept if it must be."""
        contexts: dict[Any, None] = {}
        for page, _ in self.known():
            browser = page.context.browser
            contexts.update(dict.fromkeys([page.context] if browser is None else browser.contexts))
        for context in contexts:
            if context.pages:
                self._forget_closed(context)
        return [page for context in contexts for page in context.pages]

    def _forget_closed(self, context: Any) -> None:  # noqa: ANN401  # Playwright's BrowserContext
        """Forget the pages of a context that were closed, if others stand for it."""
        closed = [page for page, _ in self.known() if page.context is context and page.is_closed()]
        for page in closed if any(page in context.pages for page, _ in self.known()) else ():
            self.tabs.pop(page, None)
            self.arias.pop(page, None)

    def _window(self, page: Any) -> CallPlan[Window]:  # noqa: ANN401  # Playwright's Page
        tab = yield from self.met(page)
        with failing(page, "listing the pages"):
            if isinstance(tab, AriaTab):
                title = yield from ask(page.title)
            else:  # the browser answers it, however busy the page is
                info = yield from ask(partial(tab.session.send, "Target.getTargetInfo"))
                title = info["targetInfo"]["title"]
        return Window(app=app_of(page), title=title or None, url=shown_url(page.url) or None, id=tab.key)

    def _manager(self) -> Any:  # noqa: ANN401  # Playwright's
        if self._api == "sync":
            from playwright.sync_api import sync_playwright

            return sync_playwright()
        from playwright.async_api import async_playwright

        return async_playwright()


def app_of(page: Any) -> str | None:  # noqa: ANN401  # Playwright's Page
    """The browser's name; None for a page of a context that was launched by itself."""
    browser = page.context.browser
    return None if browser is None else browser.browser_type.name


def _unless_gone(plan: CallPlan[_T]) -> CallPlan[_T | None]:
    """What a plan gives; None if the page went in the meantime."""
    try:
        return (yield from plan)
    except AppGone:
        return None
