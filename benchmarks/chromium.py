"""The Chromium that the benchmarks show their pages in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["browser"]

ARGS = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")


@contextmanager
def browser(*more: str) -> Iterator[Any]:
    """A Chromium, through Playwright's sync API: that of the system, else Playwright's own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=[*ARGS, *more])
        try:
            yield launched
        finally:
            launched.close()
