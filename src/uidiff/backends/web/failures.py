"""Translates errors of Playwright. Their texts may quote the page, so none of them is repeated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from uidiff.errors import AppGone, BackendError, MissingExtra, ReadTimeout, UIDiffError

__all__ = ["CLOSED", "CRASHED", "SILENT", "expect_playwright", "failing", "is_playwrights"]

CLOSED = "the page was closed: give another one"
CRASHED = "the page has crashed: close it and open it again"
SILENT = (
    "the page has answered nothing so far: it hangs, has crashed, or shows a JavaScript dialog since before it was "
    "first read; answer that, or open the page again"
)
_ELSEWHERE = (
    "Playwright's objects belong to the thread that made them: read there, or use AsyncSession with an async page"
)


@contextmanager
def failing(page: Any, doing: str, cure: str = "read the page again, or reload it") -> Iterator[None]:  # noqa: ANN401
    """Raise errors of Playwright as errors of uidiff.

    Args:
        page: the page that is used; None if there is none.
        doing: what is being done, for the message.
        cure: what to do about an error of no special kind.
    """
    try:
        yield
    except UIDiffError:
        raise
    except Exception as error:
        raise _ours(error, page, doing, cure) from error


def is_playwrights(error: BaseException) -> bool:
    """Whether an error is of a class of Playwright."""
    return type(error).__module__.startswith("playwright.")


def expect_playwright() -> None:
    """Import Playwright; MissingExtra if it is not installed."""
    try:
        import playwright  # noqa: F401  # only whether it is installed
    except ImportError as error:
        raise MissingExtra("web", "playwright") from error


def _ours(error: Exception, page: Any, doing: str, cure: str) -> BackendError:  # noqa: ANN401  # Playwright's Page
    kind, text = type(error).__name__, str(error)
    if "crashed" in text:
        return AppGone(CRASHED)
    if (page is not None and page.is_closed()) or "has been closed" in text or "onnection closed" in text:
        return AppGone(CLOSED)
    if kind == "TimeoutError":
        return ReadTimeout(f"{doing} took too long: the page is busy")
    if kind == "error" and type(error).__module__.startswith("greenlet"):
        return BackendError(_ELSEWHERE)
    return BackendError(f"{doing} failed ({kind}): {cure}")
