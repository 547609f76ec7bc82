"""The format ``json``: everything, to be read back.

Of a diff: ``delta.to_dict()``, which ``TreeDiff.from_dict(json.loads(text))`` reads; of a tree: ``uidiff.dumps``, which
``uidiff.loads`` reads. No text in it can drive a terminal or end a line: strings are escaped further than JSON asks.
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
    """Lossless JSON: options say nothing to it, refs are not in it, and it takes no budget."""

    __api__: ClassVar[int] = 1

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """The delta on one line; ``TreeDiff.from_dict`` gives it back (spec/laws#2-a-delta-carries-everything)."""
        refuse_budget("json", options)
        return write_json(delta.to_dict())

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """The snapshot, an element a line; ``uidiff.loads`` gives it back."""
        del refs
        refuse_budget("json", options)
        return printable_json(dumps(snapshot)).removesuffix("\n")
