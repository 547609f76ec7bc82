"""Documents as the frame sees them: columns; and the windows that the frame leaves to be aligned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from typing import NamedTuple, TypeAlias

from uidiff.matching.keys import comparable_roles
from uidiff.matching.matching import Run
from uidiff.model.shape import NO_PARENT, last_at, parents_of
from uidiff.model.snapshot import Snapshot

__all__ = ["STRANGERS", "Column", "Document", "Frame", "Tokens", "Window", "whole_siblings"]

Column: TypeAlias = Sequence[object]

Tokens: TypeAlias = Sequence[int | None] | None

STRANGERS = (-1, -2)
"""The tokens, before and after, of elements whose stable id came or went: they pair by content, or not at all."""

FEW = 64
"""For so many elements it is quicker to look for an ancestor than to know the parents of all."""


class Document:
    """The columns of a snapshot that are compared here.

    ``tokens`` are equal for settled pairs, None for elements that nothing is known of, and one of STRANGERS, which
    differ, for those whose stable id the other side does not have; None in place of the column where all are None.
    """

    def __init__(self, snapshot: Snapshot, tokens: Tokens) -> None:
        columns = snapshot.columns
        self.length = len(columns.depth)
        self.depths = columns.depth
        self.roles = comparable_roles(snapshot)
        self.names = columns.name
        self.texts = (columns.name, columns.value, columns.description)
        self.tokens = tokens
        self._asked = 0
        self._parents: list[int] | None = None
        self.shape: tuple[Column, ...] = (self.depths, self.roles)
        if tokens is not None:
            self.shape += (tokens,)

    def said(self, index: int) -> tuple[object, ...]:
        """The role and the texts of an element."""
        names, values, descriptions = self.texts
        return self.roles[index], names[index], values[index], descriptions[index]

    def says(self, index: int) -> bool:
        """Whether an element has any text."""
        names, values, descriptions = self.texts
        return bool(names[index] or values[index] or descriptions[index])

    def parent(self, index: int) -> int:
        """The parent of an element, NO_PARENT for a root."""
        return self.ancestor(self.depths[index] - 1, index)

    def ancestor(self, depth: int, stop: int) -> int:
        """The ancestor, at a depth, of what stands at ``stop``; NO_PARENT if the depth is below 0.

        For a few elements it is looked for backwards, for more the parents of all are worth their price.
        """
        self._asked += 1
        if self._asked <= FEW:
            return last_at(self.depths, depth, stop)
        if self._parents is None:
            self._parents = parents_of(self.depths)
        at = stop - 1
        while at != NO_PARENT and self.depths[at] > depth:
            at = self._parents[at]
        return at


class Window(NamedTuple):
    """What stands between two runs: whole siblings of one pair of parents with all that is below them.

    Attributes:
        before, after: the elements; one of them may be empty.
        depth: that of the siblings.
        parent: the parent before, NO_PARENT for roots.
    """

    before: range
    after: range
    depth: int
    parent: int

    @property
    def spans(self) -> tuple[range, range]:
        """Both sides."""
        return self.before, self.after


class Frame(NamedTuple):
    """Runs of pairs in place, in order on both sides, and the windows between them.

    It is ``complete`` if nothing is to be aligned: each window has elements on one side only, and no text of one is in
    another. Then what came is nothing that went.
    """

    runs: list[Run]
    windows: list[Window]
    complete: bool = False


def whole_siblings(before: Document, after: Document, runs: list[Run]) -> Frame:
    """The runs made shorter until whatever is between two of them is a window.

    The siblings of a window hang as high as the highest element in it. What hangs below one of them at the start of
    the run behind, and the sibling that the end of the run in front belongs to if it goes on, are added to it. A run
    of which nothing is left joins the windows around it.
    """
    kept, windows = runs[:1], list[Window]()
    highest = DEEPEST  # in what stands behind the last run that was kept
    seen, seen_after = kept[0][0] + kept[0][2], kept[0][1] + kept[0][2]
    for number, (i, j, n) in enumerate(runs[1:], 2):
        between = before.depths[seen:i], after.depths[seen_after:j]
        highest = min(highest, *(min(depths, default=DEEPEST) for depths in between))
        seen, seen_after = i + n, j + n
        if highest == DEEPEST:  # nothing is between them
            kept[-1] = (*kept[-1][:2], kept[-1][2] + n)
        while highest != DEEPEST:
            behind = before.depths[i : i + n]
            extra = next(compress(count(), map(highest.__ge__, behind)), n)
            if extra == n and number < len(runs):
                break  # nothing is left of this run
            start, start_after, length = kept[-1]
            end, end_after = start + length, start_after + length
            first = [*before.depths[end : i + extra][:1], *after.depths[end_after : j + extra][:1]]
            cut = before.ancestor(highest, end) if max(first) > highest else end
            if cut <= start and windows:  # nothing is left of the run in front
                highest = min(highest, windows.pop().depth, min(before.depths[start:end], default=DEEPEST))
                kept.pop()
                continue
            kept[-1] = (start, start_after, cut - start)
            spans = range(cut, i + extra), range(cut - start + start_after, j + extra)
            windows.append(Window(*spans, highest, before.ancestor(highest - 1, cut)))
            kept.append((i + extra, j + extra, n - extra))
            highest = DEEPEST
    return Frame(kept, windows)


DEEPEST = 1 << 62
"""Deeper than any element."""
