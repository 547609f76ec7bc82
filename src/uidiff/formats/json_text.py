"""JSON as text that is safe to print, and the refusal of a budget by the JSON formats."""

from __future__ import annotations

import json
import re

from uidiff.formats.options import RenderOptions
from uidiff.text import quote

__all__ = ["printable_json", "refuse_budget", "write_json"]

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_DELETE = "\x7f"  # the only ASCII control character that JSON does not escape


def write_json(value: object) -> str:
    """Return the value as JSON on one line, its strings as ``uidiff.text.quote`` writes them.

    So it has no raw control, bidi or invisible character and no lone surrogate, and ``json.loads`` gives the value
    back. Raises ValueError for a number that is not finite.
    """
    return printable_json(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def printable_json(text: str) -> str:
    """Return a JSON text with its strings written so. Between strings JSON is ASCII."""
    if text.isascii() and _DELETE not in text:
        return text
    return _STRING.sub(_quoted, text)


def _quoted(found: re.Match[str]) -> str:
    token = found[0]
    return token if token.isascii() and _DELETE not in token else quote(json.loads(token))


def refuse_budget(format: str, options: RenderOptions) -> None:
    """Raise ValueError if a budget is given to a format that leaves nothing out."""
    if options.budget is not None:
        cure = "use agent, compact or read-agent"
        raise ValueError(f"the format '{format}' is lossless and takes no budget; {cure}")
