"""Connections to browsers that run with remote debugging; they are neither launched nor closed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from uidiff.backends.web.call_plans import CallBatch, CallPlan, ask, ask_all
from uidiff.errors import AppGone, BackendError, WindowNotFound
from uidiff.text import quote, shorten

__all__ = ["Connections", "is_address"]

_ADDRESS = re.compile(r"(https?|wss?)://[^\s/]+\S*")
_CONNECTING = 10.0
"""Seconds for connecting to a browser."""

_ASKING = 2.0
"""Seconds for asking a browser for the order of its pages."""

_MILLISECONDS = 1000
_DIALOG = (
    "if it runs, answer the JavaScript dialog that one of its pages may show, or wait until all its pages have come"
)
_CURE = "start the browser with --remote-debugging-port=9222 and give http://127.0.0.1:9222"


def is_address(target: str) -> bool:
    """Whether a text is the address of a browser."""
    return _ADDRESS.fullmatch(target) is not None


class Connections:
    """The connected browsers by their addresses.

    Args:
        manager: ``sync_playwright`` or ``async_playwright`` of Playwright, called for the first connection.
    """

    def __init__(self, manager: Callable[[], Any]) -> None:
        self._manager = manager
        self._playwright: Any = None
        self._starting: asyncio.Future[Any] | None = None  # of the async objects
        self._browsers: dict[str, Any] = {}
        self._fronts: dict[str, Any] = {}

    def browser(self, address: str) -> CallPlan[Any]:
        """The browser at an address, connected to when it is first asked for.

        Raises:
            WindowNotFound: the text is no address.
            BackendError: no browser answers. Playwright, if it was started for that, is stopped.
        """
        if not is_address(address):
            raise WindowNotFound(f"{quote(shorten(address, 60))} is no address of a browser: {_CURE}")
        if address not in self._browsers:
            if self._playwright is None:
                self._playwright = yield from self._started()
            chromium = self._playwright.chromium
            timeout = _CONNECTING * _MILLISECONDS
            (found,) = yield from ask_all([lambda: chromium.connect_over_cdp(address, timeout=timeout)])
            if isinstance(found, Exception):
                if not self._browsers:
                    yield from self.leave()
                problem = f"no browser answers at {quote(shorten(address, 60))}"
                raise BackendError(f"{problem}: {_CURE}; {_DIALOG}") from found
            for context in found.contexts:
                context.on("dialog", _left_open)
            self._browsers[address] = found
        return self._browsers[address]

    def front(self, address: str) -> CallPlan[Any]:
        """The page that was in front when it was first asked for.

        Raises:
            AppGone: the browser has ended.
            WindowNotFound: the browser has no page.
        """
        browser = yield from self.browser(address)
        if not browser.is_connected():
            raise AppGone("the browser has ended: start it again, and make another backend")
        if address not in self._fronts:
            pages = [page for context in browser.contexts for page in context.pages]
            if not pages:
                raise WindowNotFound("the browser has no page: open one")
            order = yield from self._order(address)
            self._fronts[address] = yield from _first(pages, order)
        return self._fronts[address]

    def leave(self) -> CallPlan[None]:
        """Disconnect from all browsers."""
        if self._playwright is None and self._starting is not None:
            (started,) = yield CallBatch((self._async_start,), closing=True)
            self._playwright = None if isinstance(started, Exception) else started
        playwright, self._playwright, self._starting = self._playwright, None, None
        if playwright is not None:
            yield CallBatch((playwright.stop,), closing=True)

    def _started(self) -> CallPlan[Any]:
        manager = self._manager()
        if type(manager).__module__.startswith("playwright.sync_api"):
            if _is_looping():
                raise BackendError("Playwright runs in this thread already: give its page, and no address")
            return (yield from ask(manager.start))
        if self._starting is None:
            self._starting = asyncio.ensure_future(manager.start())
        return (yield from ask(self._async_start))

    async def _async_start(self) -> Any:  # noqa: ANN401  # Playwright's
        """Wait for the start; who is cancelled leaves it to the next one, or to :meth:`leave`."""
        return None if self._starting is None else await asyncio.shield(self._starting)

    def _order(self, address: str) -> CallPlan[list[str]]:
        """The target ids of a browser, the last used first; empty if the browser does not list them."""
        parts = urlsplit(address)
        scheme = parts.scheme.replace("ws", "http")
        (context,) = yield from ask_all([self._playwright.request.new_context])
        if isinstance(context, Exception):
            return []
        url, timeout = f"{scheme}://{parts.netloc}/json/list", _ASKING * _MILLISECONDS
        (answer,) = yield from ask_all([lambda: context.get(url, timeout=timeout)])
        (listed,) = [answer] if isinstance(answer, Exception) else (yield from ask_all([answer.json]))
        yield from ask_all([context.dispose])
        known = listed if isinstance(listed, list) else []
        return [each["id"] for each in known if isinstance(each, dict) and isinstance(each.get("id"), str)]


def _left_open(dialog: object) -> None:
    """Leave a JavaScript dialog open: without a listener Playwright dismisses it at once."""


def _first(pages: list[Any], order: list[str]) -> CallPlan[Any]:
    """The page that comes first in an order of target ids; the newest if the order has none of them."""
    best, best_page = len(order), pages[-1]
    for page in pages:
        (session,) = yield from ask_all([lambda page=page: page.context.new_cdp_session(page)])  # type: ignore[misc]  # one each
        if isinstance(session, Exception):
            continue
        (info,) = yield from ask_all([lambda session=session: session.send("Target.getTargetInfo")])  # type: ignore[misc]  # one each
        yield from ask_all([session.detach])
        key = "" if isinstance(info, Exception) else info["targetInfo"]["targetId"]
        if key in order[:best]:
            best, best_page = order.index(key), page
    return best_page


def _is_looping() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
