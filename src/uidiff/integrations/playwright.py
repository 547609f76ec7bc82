"""Playwright: a page, read by its aria snapshot for agents, answered with what changed.

    watched = WatchedPage(page)  # AsyncWatchedPage for the async API
    print(watched.watch())  # the whole page
    watched.locator("e12").click()
    print(watched.watch())  # what the click changed

The refs are Playwright's own, so every browser and every action of a locator will do. ``uidiff.Session("web", page)``
reads more, and acts itself, but in Chromium only.
"""

from __future__ import annotations

import re
from typing import Any

from uidiff.errors import MissingExtra
from uidiff.live.watcher import Watcher

__all__ = ["AsyncWatchedPage", "WatchedPage"]

_REF = re.compile(r"(f\d+)?e\d+")
_OLDEST = "playwright>=1.59"
"""The first version that writes refs into aria snapshots (``mode="ai"``)."""


class _Watched:
    """What the two have in common.

    Args:
        page: a page of Playwright.
        watcher: with options of your own; it may watch several pages.

    Attributes:
        watcher: ``watcher.saved`` says what was saved, ``watcher.last`` is the last report.
    """

    def __init__(self, page: Any, watcher: Watcher | None = None) -> None:  # noqa: ANN401  # of either API
        self.page = page
        self.watcher = watcher or Watcher()

    def locator(self, ref: str) -> Any:  # noqa: ANN401  # of either API
        """Return the locator of a ref of the last answers.

        Raises:
            ValueError: it is no ref of Playwright, such as ``e12`` or ``f1e3``.
        """
        if not _REF.fullmatch(ref):
            raise ValueError(f"no ref of an aria snapshot: {ascii(ref)[:80]}; take one from the text, such as e12")
        return self.page.locator(f"aria-ref={ref}")

    def _snapshot(self) -> Any:  # noqa: ANN401  # a text, or what is awaited for one
        if not hasattr(self.page, "aria_snapshot"):
            raise MissingExtra("web", _OLDEST)
        return self.page.aria_snapshot(mode="ai")

    def _answer(self, tree: str, title: str, action: str | None, *, full: bool) -> str:
        """Answer the tree in the form that has address and title with it, that of Playwright's MCP server."""
        text = f"### Page\n- Page URL: {self.page.url}\n- Page Title: {title}\n### Snapshot\n```yaml\n{tree}\n```"
        return self.watcher.watch(text, importer="playwright-mcp", window=self.page, action=action, full=full)


class WatchedPage(_Watched):
    """A page of Playwright's sync API; the arguments are a page and a watcher with options of your own."""

    def watch(self, *, action: str | None = None, full: bool = False) -> str:
        """Return the whole page at first, then what changed; the arguments are those of ``Watcher.watch``.

        Raises:
            InvalidSnapshot: the page has no tree.
        """
        return self._answer(self._snapshot(), self.page.title(), action, full=full)


class AsyncWatchedPage(_Watched):
    """A page of Playwright's async API; the arguments are a page and a watcher with options of your own."""

    async def watch(self, *, action: str | None = None, full: bool = False) -> str:
        """Return the whole page at first, then what changed; the arguments are those of ``Watcher.watch``.

        Raises:
            InvalidSnapshot: the page has no tree.
        """
        return self._answer(await self._snapshot(), await self.page.title(), action, full=full)
