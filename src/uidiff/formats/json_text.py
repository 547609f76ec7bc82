"""JSON as text that is safe to print, and the words in which its formats refuse a budget."""

from __future__ import annotations

import json
import re

from uidiff.formats.options import RenderOptions
from uidiff.text import quote

__all__ = ["printable_json", "refuse_budget", "write_json"]

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_DELETE = "\x7f"  # of all ASCII the one control character that JSON leaves raw


def write_json(value: object) -> str:
    """The value as JSON on one line, in which every string is written as ``uidiff.text.quote`` writes it.

    So no control, bidi or invisible character and no lone surrogate stands in it raw, and ``json.loads`` gives the
    value back. ValueError for a number that is not finite.
    """
    return printable_json(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def printable_json(text: str) -> str:
    """A JSON text with its strings written so. Between strings JSON has nothing but ASCII."""
    if text.isascii() and _DELETE not in text:
        return text
    return _STRING.sub(_quoted, text)


def _quoted(found: re.Match[str]) -> str:
    token = found[0]
    return token if token.isascii() and _DELETE not in token else quote(json.loads(token))


def refuse_budget(format: str, options: RenderOptions) -> None:
    """Raise ValueError where a budget is asked of a format that leaves nothing out."""
    if options.budget is not None:
        cure = "use agent, compact or read-agent"
        raise ValueError(f"the format '{format}' is lossless and takes no budget; {cure}")
