"""JSON as text that is safe to print, and the format ``json``: everything, to be read back.

A diff is ``delta.to_dict()``, which ``TreeDiff.from_dict(json.loads(text))`` reads; a tree is ``uidiff.dumps``, which
``uidiff.loads`` reads. Strings are escaped further than JSON requires: no text in it drives a terminal or ends a line.
"""

from __future__ import annotations

import json
import re
from typing import ClassVar

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.options import RenderOptions
from uidiff.model.codec import dumps
from uidiff.model.snapshot import Snapshot
from uidiff.text import quote

__all__ = ["JsonFormat", "printable_json", "refuse_budget", "write_json"]


class JsonFormat:
    """Lossless JSON: options have no effect, refs are not in it, and it takes no budget."""

    __api__: ClassVar[int] = 1

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return the delta on one line, as ``TreeDiff.from_dict`` reads it (spec/laws#2-a-delta-carries-everything)."""
        refuse_budget("json", options)
        return write_json(delta.to_dict())

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the snapshot, an element on each line, as ``uidiff.loads`` reads it."""
        del refs
        refuse_budget("json", options)
        return printable_json(dumps(snapshot)).removesuffix("\n")


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
