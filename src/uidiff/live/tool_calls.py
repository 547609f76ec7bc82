"""What the result of a tool's call may hold, by the name and arguments of the call."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from typing import Any

__all__ = ["window_of_call"]

_PAGES = ("pageId", "pageIdx", "tabId")
"""Arguments that say of which page a call is."""

_SAVING = ("filePath", "filename")
"""Arguments by which a caller has a tree written to a file, to read it there."""

_OF_PAGE_TEXT = ("console", "evaluate", "network", "run_code", "script")
"""Parts of the names of tools whose results are what the page says: it could write a tree."""

_READING = ("find", "snapshot")
"""Parts of the names of tools that only read: with other arguments they give another part of the page."""


def window_of_call(tool: str, arguments: Mapping[str, Any], *, only_reads: bool = False) -> Hashable:
    """Return the window whose tree the result of a call holds; None: the result is to be left alone.

    Args:
        tool: the name of the tool; "" if it is not known.
        arguments: those of the call.
        only_reads: whether the tool is known to change nothing.
    """
    if any(word in tool for word in _OF_PAGE_TEXT) or any(arguments.get(name) for name in _SAVING):
        return None
    page = next((str(arguments[name]) for name in _PAGES if name in arguments), "")
    if only_reads or any(word in tool for word in _READING):
        part = {name: value for name, value in arguments.items() if name not in (*_PAGES, *_SAVING)}
        if part:
            return page, tool, json.dumps(part, sort_keys=True, default=repr)
    return page
