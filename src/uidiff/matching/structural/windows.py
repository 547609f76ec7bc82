"""Documents as columns, and the windows between runs that are left to be aligned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from typing import NamedTuple, TypeAlias

from uidiff.matching.keys import comparable_roles
from uidiff.matching.matching import Run
from uidiff.model.shape import NO_PARENT, last_at
from uidiff.model.snapshot import Snapshot

__all__ = ["Column", "Document", "Frame", "Tokens", "Window", "cut_to_whole_siblings"]

Column: TypeAlias = Sequence[object]

Tokens: TypeAlias = Sequence[int | None] | None

FEW_LOOKUPS = 64
"""Up to this many lookups, searching backwards for an ancestor is faster than computing all parents."""


class Document:
    """The columns of a snapshot that the frame compares.

    ``tokens`` has for each element a mark, which settled pairs have in common, or None; None stands for a column of
    None.
    """

    def __init__(self, snapshot: Snapshot, tokens: Tokens) -> None:
        self._snapshot, columns = snapshot, snapshot.columns
        self.length = len(columns.depth)
        self.depths = columns.depth
        self.roles = comparable_roles(snapshot)
        self.names = columns.name
        self.texts = (columns.name, columns.value, columns.description)
        self.tokens = tokens
        self._lookups = 0
        self.shape: tuple[Column, ...] = (self.depths, self.roles)
        if tokens is not None:
            self.shape += (tokens,)

    def texts_of(self, index: int) -> tuple[object, ...]:
        """Return role, name, value and description of an element."""
        names, values, descriptions = self.texts
        return self.roles[index], names[index], values[index], descriptions[index]

    def has_text(self, index: int) -> bool:
        """Return whether an element itself has any text."""
        names, values, descriptions = self.texts
        return bool(names[index] or values[index] or descriptions[index])

    def parent(self, index: int) -> int:
        """Return the parent of an element, NO_PARENT for a root."""
        return self.ancestor(self.depths[index] - 1, index)

    def ancestor(self, depth: int, stop: int) -> int:
        """Return the ancestor at ``depth`` of what stands at ``stop``; NO_PARENT for a depth below 0."""
        self._lookups += 1
        if self._lookups <= FEW_LOOKUPS:
            return last_at(self.depths, depth, stop)
        parents, at = self._snapshot.parents, stop - 1
        while at != NO_PARENT and self.depths[at] > depth:
            at = parents[at]
        return at


class Window(NamedTuple):
    """What stands between two runs: whole siblings below one pair of parents, with their subtrees.

    Attributes:
        before, after: the elements on each side; one range may be empty.
        depth: the depth of the siblings.
        parent: the parent before, NO_PARENT for roots.
    """

    before: range
    after: range
    depth: int
    parent: int

    @property
    def spans(self) -> tuple[range, range]:
        """Both ranges."""
        return self.before, self.after


class Frame(NamedTuple):
    """Runs of pairs in place, in order on both sides, and the windows between them.

    It is ``complete`` if nothing is to be aligned: each window has elements on one side only, and no text of a
    removed element is in an added one.
    """

    runs: list[Run]
    windows: list[Window]
    complete: bool = False


def cut_to_whole_siblings(before: Document, after: Document, runs: list[Run]) -> Frame:
    """Shorten the runs until everything between two of them is a window.

    The siblings of a window hang as high as its highest element. Elements at the start of the next run that hang
    below one of them, and the sibling to which the end of the run in front belongs if it continues, are added. A run
    of which nothing is left joins the windows around it.
    """
    kept, windows = runs[:1], list[Window]()
    highest = DEEPEST  # depth between the last kept run and here
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
                break  # this run is used up
            start, start_after, length = kept[-1]
            end, end_after = start + length, start_after + length
            first = [*before.depths[end : i + extra][:1], *after.depths[end_after : j + extra][:1]]
            cut = before.ancestor(highest, end) if max(first) > highest else end
            if cut <= start and windows:  # the run in front is used up
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
