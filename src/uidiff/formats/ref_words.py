"""The words for refs in texts: ``e12``, uidiff's own, or those of the tool that read the tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.model.columns import Columns
from uidiff.model.snapshot import Snapshot

__all__ = ["RefWords", "renewed_refs", "words_of"]

_WORD = re.compile(r"[A-Za-z0-9@][A-Za-z0-9_@.:-]{0,39}")
"""A ref that a line can have: all that known tools give (``e12``, ``f1e3``, ``1_12``, ``a51``); no text of a UI."""


@attrs.frozen
class RefWords:
    """What the elements of one tree are called by.

    Attributes:
        numbers: by index, uidiff's own numbers.
        columns: of the tree whose native refs are the words; None: the words are uidiff's own.
    """

    numbers: Sequence[int]
    columns: Columns | None = None

    @classmethod
    def of(cls, snapshot: Snapshot, refs: Refs, *, native: bool) -> RefWords:
        """The words for a snapshot's elements: uidiff's own, or those of ``Element.native_ref``."""
        return cls(refs.numbers, snapshot.columns if native else None)

    def native(self, index: int) -> str | None:
        """The tool's own ref of an element; None if it gave none, or one that no line can have."""
        if self.columns is None or self.columns.id_stable[index]:
            return None
        given = self.columns.id[index]
        return given if given is not None and _WORD.fullmatch(given) else None

    def __getitem__(self, index: int) -> str:
        """``e12``; of the tool's words ``#12`` for an element without one: it can be named, but not acted on."""
        if self.columns is None:
            return f"e{self.numbers[index]}"
        return self.native(index) or f"#{self.numbers[index]}"


def words_of(delta: TreeDiff, *, native: bool) -> tuple[RefWords, RefWords]:
    """The words for the elements before and after."""
    refs_before, refs_after = delta.refs
    return RefWords.of(delta.before, refs_before, native=native), RefWords.of(delta.after, refs_after, native=native)


def renewed_refs(delta: TreeDiff, before: RefWords, after: RefWords) -> Iterator[tuple[str, str]]:
    """Yield the refs before and after of the elements to which the tool has given another one, in document order."""
    for i, j in delta.matching.pairs:
        if before.native(i) not in {None, after.native(j)}:
            yield before[i], after[j]
