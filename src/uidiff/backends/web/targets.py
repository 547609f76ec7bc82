"""Finds the page that a target means (a page, a window, the address of a browser), and keeps the known pages."""

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
        targets: the pages and addresses that the backend was made with.
        api: the kind of Playwright's objects.
        cdp: whether to use the DevTools protocol where a browser has it.
        interrupt: called when a page stops answering calls.
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
        self._last_pages: dict[Window, str] = {}  # the key of the page that each window meant before

    # ----------------------------------------------------------------- targets

    def page_of(self, target: Any) -> CallPlan[Any]:  # noqa: ANN401  # whatever it can read
        """The page that a target means.

        Raises:
            TypeError: the target is of another kind.
            WindowNotFound: no known page fits, or several do.
            AppGone: the page was closed.
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
        """List all pages of the known browsers."""
        expect_playwright()
        for target in self._targets:
            yield from _unless_gone(self._attach_first(target))
        found = []
        for page in self._open():
            window = yield from _unless_gone(self._window(page))
            if window is not None:
                found.append(window)
                self._seen[window.id or ""] = window
        return tuple(found)

    def _attach_first(self, target: Any) -> CallPlan[None]:  # noqa: ANN401  # a page or an address
        """Attach to one page of a target, by which its browser is known."""
        if isinstance(target, str):
            browser = yield from self._connections.browser(target)
            pages = [page for context in browser.contexts for page in context.pages]
        else:
            pages = [(yield from self.page_of(target))]
        if pages:
            yield from self.tab_of(pages[0])

    def _fitting(self, wanted: Window) -> CallPlan[Any]:
        open_ = yield from self.windows()
        taken = self._last_pages.get(wanted)  # the same page as before, whatever its title and address are now
        fitting = [window.id for window in open_ if window.id == taken] or [
            window.id for window in open_ if wanted.fits(window)
        ]
        if not fitting and (taken is not None or any(wanted.fits(window) for window in self._seen.values())):
            raise AppGone(CLOSED)
        if len(fitting) != 1:
            problem = f"{len(fitting)} of the {len(open_)} pages that are known fit"
            raise WindowNotFound(f"{problem}: say more of it, or less, or give the page itself")
        page, tab = next((page, tab) for page, tab in self.known() if tab.key == fitting[0])
        self._last_pages[wanted] = tab.key
        return page

    # ------------------------------------------------------------------- pages

    def tab_of(self, page: Any) -> CallPlan[Tab | AriaTab]:  # noqa: ANN401  # Playwright's Page
        """The tab of a page, attached to at the first call; AppGone if the page was closed."""
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
        """A tab and the tabs of the pages that it opened, directly or not."""
        openers: dict[Any, Any] = {}
        for page in tab.page.context.pages:
            openers[page] = yield from ask(page.opener)
        family = [tab]
        for member in family:  # the list grows
            for page, opener in openers.items():
                if opener is member.page:
                    opened = yield from _unless_gone(self.tab_of(page))
                    if isinstance(opened, Tab) and opened not in family:
                        opened.opener = member
                        family.append(opened)
        return family

    def leave(self) -> CallPlan[None]:
        """Disconnect from the browsers."""
        self.tabs.clear()
        self.arias.clear()
        yield from self._connections.leave()

    def known(self) -> Iterator[tuple[Any, Tab | AriaTab]]:
        """The known pages and their tabs."""
        yield from self.tabs.items()
        yield from self.arias.items()

    def _open(self) -> list[Any]:
        """The pages of all contexts with a known page; a closed page stays if it alone stands for its context."""
        contexts: dict[Any, None] = {}
        for page, _ in self.known():
            browser = page.context.browser
            contexts.update(dict.fromkeys([page.context] if browser is None else browser.contexts))
        for context in contexts:
            if context.pages:
                self._forget_closed(context)
        return [page for context in contexts for page in context.pages]

    def _forget_closed(self, context: Any) -> None:  # noqa: ANN401  # Playwright's BrowserContext
        """Forget the closed pages of a context that has another known page."""
        closed = [page for page, _ in self.known() if page.context is context and page.is_closed()]
        for page in closed if any(page in context.pages for page, _ in self.known()) else ():
            self.tabs.pop(page, None)
            self.arias.pop(page, None)

    def _window(self, page: Any) -> CallPlan[Window]:  # noqa: ANN401  # Playwright's Page
        tab = yield from self.tab_of(page)
        with failing(page, "listing the pages"):
            if isinstance(tab, AriaTab):
                title = yield from ask(page.title)
            else:  # the browser answers this even if the page is busy
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
    """The name of a page's browser; None for a persistent context."""
    browser = page.context.browser
    return None if browser is None else browser.browser_type.name


def _unless_gone(plan: CallPlan[_T]) -> CallPlan[_T | None]:
    """The result of a plan; None if the page is gone."""
    try:
        return (yield from plan)
    except AppGone:
        return None
