"""The backend "web": pages of browsers, read through Playwright; pip install 'uidiff[web]'."""

from uidiff.backends.web.backend import AsyncWebBackend, WebBackend

__all__ = ["AsyncWebBackend", "WebBackend"]
