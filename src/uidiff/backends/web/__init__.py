"""Web pages, read through Playwright."""

from uidiff.backends.web.backend import AsyncWebBackend, WebBackend

__all__ = ["AsyncWebBackend", "WebBackend"]
