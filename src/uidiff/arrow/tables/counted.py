"""Write the trees of a window one after the other, and count their tokens."""

from __future__ import annotations

import attrs

from uidiff.diffing.refs import Refs
from uidiff.formats.options import RenderOptions
from uidiff.formats.rendering import load_format
from uidiff.formats.written import WrittenLines
from uidiff.model.snapshot import Snapshot
from uidiff.tokens import LineTokens, estimate_tokens

__all__ = ["CountedTrees"]


class CountedTrees:
    """Writes whole trees; the lines that two of them share are written and counted once.

    Attributes:
        format: the format of that name.
        options: of the texts.
    """

    def __init__(self, format: str, options: RenderOptions) -> None:
        self.format = load_format(format)
        self.options = attrs.evolve(options, written=WrittenLines())
        self._count = LineTokens() if options.counter is estimate_tokens else options.counter

    def text(self, snapshot: Snapshot, refs: Refs) -> tuple[str, int]:
        """Return the text of a tree and its tokens. Faster once its diff to the tree before was written."""
        text = self.format.tree(snapshot, refs, self.options)
        return text, self._count(text)
