"""The words for refs in texts: ``e12``, uidiff's own, or those of the tool that read the tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.matching.matching import UNMATCHED
from uidiff.model.columns import Columns
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["RefWords", "told_refs", "words_of"]

_WORD = r"[A-Za-z0-9@][A-Za-z0-9_@.:-]{0,39}"
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
    _today: _Today | None = None

    @classmethod
    def of(cls, snapshot: Snapshot, refs: Refs, *, native: bool) -> RefWords:
        """The words for a snapshot's elements: uidiff's own, or those of ``Element.native_ref``."""
        return cls(refs.numbers, snapshot.columns if native else None)

    def native(self, index: int) -> str | None:
        """The tool's own ref of an element; None if it gave none, or one that no line can have."""
        if self.columns is None or self.columns.id_stable[index]:
            return None
        given = self.columns.id[index]
        return given if given is not None and re.fullmatch(_WORD, given) else None

    def __getitem__(self, index: int) -> str:
        """``e12``; of the tool's words ``#12`` for an element without one: it can be named, but not acted on."""
        if self.columns is None:
            return f"e{self.numbers[index]}"
        word = self.native(index)
        if self._today is not None:
            return self._today.word(index, word) or f"#{self.numbers[index]}"
        return word or f"#{self.numbers[index]}"


@attrs.frozen
class _Today:
    """What the elements of the tree before are called once the refs that are others now are told.

    Attributes:
        after: the words for the elements after.
        after_of: of each element before the one after, or UNMATCHED.
    """

    after: RefWords
    after_of: Sequence[int]

    def word(self, index: int, word: str | None) -> str | None:
        """That of the element today; of one that is gone its last word, unless the tool calls another one by it."""
        if (partner := self.after_of[index]) != UNMATCHED:
            return self.after[partner]
        return None if word in self._in_use else word

    @cached_property
    def _in_use(self) -> frozenset[str | None]:
        return frozenset(self.after.native(index) for index in range(len(self.after.numbers)))


def words_of(delta: TreeDiff, *, native: bool) -> tuple[RefWords, RefWords]:
    """The words for the elements before and after, as they are once all renewed refs are known."""
    refs_before, refs_after = delta.refs
    before, after = (
        RefWords.of(side, refs, native=native)
        for side, refs in ((delta.before, refs_before), (delta.after, refs_after))
    )
    if not native:
        return before, after
    return attrs.evolve(before, today=_Today(after, delta.matching.after_of)), after


def told_refs(delta: TreeDiff) -> Iterator[tuple[int, str, str]]:
    """Yield the index of each element before, and the tool's words for it before and after.

    One that was removed has its last word, or ``#12`` if lines name it and another element has that word now.
    """
    refs_before, _ = delta.refs
    today, after = words_of(delta, native=True)
    before = RefWords.of(delta.before, refs_before, native=True)
    parents = delta.before.parents
    after_of = delta.matching.after_of
    for i, j in enumerate(after_of):
        if j != UNMATCHED:
            yield i, before[i], after[j]
        else:
            is_named = parents[i] == NO_PARENT or after_of[parents[i]] != UNMATCHED
            yield i, before[i], (today if is_named else before)[i]
