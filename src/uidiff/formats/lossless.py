"""The format ``json``: everything, to be read back.

A diff is ``delta.to_dict()``, which ``TreeDiff.from_dict(json.loads(text))`` reads; a tree is ``uidiff.dumps``, which
``uidiff.loads`` reads. Strings are escaped further than JSON requires: no text in it drives a terminal or ends a line.
"""

from __future__ import annotations

from typing import ClassVar

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.json_text import printable_json, refuse_budget, write_json
from uidiff.formats.options import RenderOptions
from uidiff.model.codec import dumps
from uidiff.model.snapshot import Snapshot

__all__ = ["JsonFormat"]


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
