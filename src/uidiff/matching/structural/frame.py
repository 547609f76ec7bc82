"""What needs no alignment: the runs of elements that stay in place, found by comparing columns.

A poll mostly finds that a few texts changed, or that something came or went in a few places. So the documents are
walked side by side: a run goes on as long as shape and role are equal; a text that changed does not end it if the
element is held in its place. Behind a difference the walk looks a little ahead for where the documents agree again.
What it cannot explain stays between two runs, in a window, and is aligned with care.

Columns are compared in slices, which runs in C; elements are looked at one by one only where something changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, compress, count

import attrs

from uidiff.matching.matching import UNMATCHED, Run, partner_in
from uidiff.matching.structural.windows import Column, Document, Frame, Window, whole_siblings
from uidiff.model.cells import common_cells, unequal_cells
from uidiff.model.shape import NO_PARENT
from uidiff.text import fold

__all__ = ["find_frame"]


FIRST_LOOK = 256
"""So many elements are compared at once at first; then each time four times as many."""

MOST_EDITS = 64
EDITS_OF = 16
"""So many texts may change in one run, or one in so many elements; where more did, they are aligned with care."""

MOST_RUNS = 32
RUNS_OF = 64
"""So many runs, or one for so many elements, are looked for; then the rest is aligned, but for the common end."""

LOOK_AHEAD = 256
"""How far behind a difference the documents may agree again."""

REPLACED_FROM = 2
"""The least that is gone over where something was replaced: one element on each side."""

PROBE = 8
"""So many elements are compared before the documents count as agreeing again; three quarters have to be equal."""


def find_frame(before: Document, after: Document) -> Frame:
    """Walk both documents, and again with less trust where the answer is not sure.

    Where a text that changed in place is said elsewhere in what changed, something was scrolled or sorted: then each
    change ends a run. Where a text went below one parent and came below another, something moved with what is around
    it: then there is one window only, from the first difference to the last.
    """
    walk = _Walk(before, after, edits_allowed=True)
    frame = walk.frame()
    if walk.edits and _said_elsewhere(before, after, walk.edits, frame):
        frame = _Walk(before, after, edits_allowed=False).frame()
    if _is_complete(before, after, frame.windows):
        return frame._replace(complete=True)
    if len(frame.windows) > 1 and _wandered(before, after, frame.windows):
        frame = _Walk(before, after, edits_allowed=False, most_runs=1).frame()
    return frame


@attrs.define(eq=False, repr=False)
class _Walk:
    """Both documents side by side."""

    before: Document
    after: Document
    edits_allowed: bool
    most_runs: int | None = None
    runs: list[Run] = attrs.field(factory=list, init=False)
    edits: list[tuple[int, int]] = attrs.field(factory=list, init=False)

    def frame(self) -> Frame:
        i = j = 0
        most = self.most_runs or max(MOST_RUNS, min(self.before.length, self.after.length) // RUNS_OF)
        while True:
            n = self._run(i, j)
            self.runs.append((i, j, n))
            i, j = i + n, j + n
            if i == self.before.length or j == self.after.length or len(self.runs) == most:
                break
            step = _resync(self.before, self.after, i, j)
            if step is None:
                break
            i, j = i + step[0], j + step[1]
        limit = min(self.before.length - i, self.after.length - j)
        n = _common_end(self.before, self.after, limit)
        self.runs.append((self.before.length - n, self.after.length - n, n))
        return whole_siblings(self.before, self.after, self.runs)

    # ----------------------------------------------------------------- one run

    def _run(self, i: int, j: int) -> int:
        """How many elements from here on are pairs in place: looked at in slices, each longer than the one before."""
        before, after = self.before, self.after
        rest = min(before.length - i, after.length - j)
        most = len(self.edits) + max(MOST_EDITS, rest // EDITS_OF)
        held: dict[int, int] = {}
        start, length = 0, FIRST_LOOK
        while start < rest:
            stop = end = min(rest, start + length)
            for left, right in zip(before.shape, after.shape, strict=True):
                if left[i + start : i + end] != right[j + start : j + end]:
                    end = start + common_cells(left, right, i + start, j + start, end - start)
            for at in _changed_texts(before, after, range(i + start, i + end), j - i):
                take = self.edits_allowed and len(self.edits) < most
                ended = self._edit(i, j, at - i, held) if take else at - i
                if ended is not None:
                    return ended
            if end < stop:
                return end
            start, length = stop, length * 4
        return rest

    def _edit(self, i: int, j: int, at: int, held: dict[int, int]) -> int | None:
        """Take a changed text for an edit in place; else where the run ends.

        An element that changed its text is surely still itself if it has a name that stayed, or is the only root, or
        is a leaf that is held: what stands behind it is the same, and its holder says something that stayed, or holds
        no other leaf that changed. ``held`` are the holders of the latter, with the place of their leaf.
        """
        before, after = self.before, self.after
        if not self._is_named(i + at, j + at):
            holder = self._holder(i + at, j + at)
            partner = partner_in(((i, j, at),) if holder >= i else self.runs, holder)
            if partner == UNMATCHED or after.ancestor(before.depths[holder], j + at) != partner:
                return at
            if not before.says(holder) or before.said(holder) != after.said(partner):
                if holder in held:  # two of them: the first is not held either
                    first = held[holder]
                    self.edits = [edit for edit in self.edits if edit[0] < i + first]
                    return first
                held[holder] = at
        self.edits.append((i + at, j + at))
        return None

    def _is_named(self, i: int, j: int) -> bool:
        """Whether an element that changed its text kept its name, or is the only root."""
        before, after = self.before, self.after
        if i == 0 == j:
            return before.depths.count(0) == 1 == after.depths.count(0)
        return before.names[i] is not None and before.names[i] == after.names[j]

    def _holder(self, leaf: int, partner: int) -> int:
        """The parent of a leaf, or what is above it, up to what has other children or says something.

        NO_PARENT if it is no leaf, or if what stands behind it is not the same on both sides.
        """
        before, after = self.before, self.after
        behind, behind_after = leaf + 1, partner + 1
        if behind < before.length and behind_after < after.length:
            if any(left[behind] != right[behind_after] for left, right in zip(before.shape, after.shape, strict=True)):
                return NO_PARENT
            if before.said(behind) != after.said(behind_after):
                return NO_PARENT
            depth_behind = before.depths[behind]
        elif behind == before.length and behind_after == after.length:
            depth_behind = 0
        else:
            return NO_PARENT
        if depth_behind > before.depths[leaf]:
            return NO_PARENT
        top, holder = leaf, before.parent(leaf)
        while holder == top - 1 >= 0 and depth_behind <= before.depths[holder] and not before.says(holder):
            top, holder = holder, before.parent(holder)
        return holder


def _changed_texts(before: Document, after: Document, span: range, shift: int) -> Iterator[int]:
    """The elements of a span before that say something else than those ``shift`` further after; lazily, in order."""
    columns = [*zip(before.texts, after.texts, strict=True)]

    def following(start: int, left: Column, right: Column) -> int:
        return start + common_cells(left, right, start, start + shift, span.stop - start)

    ahead = [following(span.start, *pair) for pair in columns]
    while (at := min(ahead)) < span.stop:
        yield at
        ahead = [following(at + 1, *pair) if cell == at else cell for cell, pair in zip(ahead, columns, strict=True)]


def _resync(before: Document, after: Document, i: int, j: int) -> tuple[int, int] | None:
    """How far to go in each document until they agree again; None if that is not found.

    Something came, if what stands here before is found further on after; something went, the other way round; or what
    stands here on both sides, with all below it, was replaced. The shortest way counts.
    """
    came, went = _found_ahead(before, i, after, j), _found_ahead(after, j, before, i)
    ways = [(0, came), (went, 0)] if came != went else []  # of two that are as short neither is better
    if came != went and 0 < min(filter(None, (came, went))) <= REPLACED_FROM:
        return min(filter(any, ways), key=sum)
    replaced = _next_sibling(before, i), _next_sibling(after, j)
    if all(replaced) and _agree(before, i + replaced[0], after, j + replaced[1]):
        ways.append(replaced)
    return min(filter(any, ways), key=sum, default=None)


def _found_ahead(one: Document, i: int, other: Document, j: int) -> int:
    """How far ahead in the other document it goes on as in this one from ``i`` on; 0 if that is not found."""
    spoken = next((at for at, name in enumerate(one.names[i : i + PROBE]) if name), None)
    if spoken is None:
        return 0
    start, stop = j + spoken + 1, min(other.length, j + spoken + LOOK_AHEAD)
    names = other.names[start:stop]
    if one.names[i + spoken] in names:
        ahead = names.index(one.names[i + spoken]) + 1
        return ahead if _agree(one, i, other, j + ahead) else 0
    return 0


def _next_sibling(document: Document, index: int) -> int:
    """How far it is to the first element behind the subtree of an element; 0 if that is not near."""
    nearby = document.depths[index + 1 : index + LOOK_AHEAD]
    return next(compress(count(1), map(document.depths[index].__ge__, nearby)), 0)


def _agree(one: Document, i: int, other: Document, j: int) -> bool:
    """Whether the next elements are the same on both sides, and one says something that is not said again near there.

    That is equal shape and roles, and but for a few equal texts. Near the end of a document there is too little to
    tell; what is common there is found from the end.
    """
    ours, others = slice(i, i + PROBE), slice(j, j + PROBE)
    if ours.stop > one.length or others.stop > other.length:
        return False
    if any(left[ours] != right[others] for left, right in zip(one.shape, other.shape, strict=True)):
        return False
    unequal: set[int] = set()
    for left, right in zip(one.texts, other.texts, strict=True):
        if left[ours] != right[others]:
            unequal.update(unequal_cells(left, right, i, j, PROBE))
            if len(unequal) > PROBE // 4:
                return False
    nearby = one.names[i : i + LOOK_AHEAD], other.names[j : j + LOOK_AHEAD]
    names = (name for at, name in enumerate(one.names[ours]) if name and at not in unequal)
    return any(nearby[0].count(name) == 1 == nearby[1].count(name) for name in names)


def _said_elsewhere(before: Document, after: Document, edits: Sequence[tuple[int, int]], frame: Frame) -> bool:
    """Whether what one of the edits said, or says, is said by another edit or in a window of the other side."""
    edits = [(i, j) for i, j in edits if partner_in(frame.runs, i) == j]
    renamed = [(i, j) for i, j in edits if not before.names[i] or before.names[i] != after.names[j]]
    for side, document, other in ((0, before, after), (1, after, before)):
        spans = [window.spans[1 - side] for window in frame.windows]
        windows = [slice(span.start, span.stop) for span in spans]
        rows = (zip(other.roles[cut], *(text[cut] for text in other.texts), strict=True) for cut in windows)
        edited = (other.said(edit[1 - side]) for edit in edits)
        if not {document.said(edit[side]) for edit in edits}.isdisjoint(chain(edited, *rows)):
            return True
        names = {document.names[edit[side]] for edit in renamed} - {None}
        others = (other.names[edit[1 - side]] for edit in renamed)
        if names and not names.isdisjoint(chain(others, *(other.names[cut] for cut in windows))):
            return True
    return False


def _is_complete(before: Document, after: Document, windows: Sequence[Window]) -> bool:
    """Whether no step of the alignment would find a pair."""
    if before.tokens is not None or any(window.before and window.after for window in windows):
        return False
    for column, column_after in zip(before.texts, after.texts, strict=True):
        gone = {fold(text) for window in windows for text in column[window.before.start : window.before.stop] if text}
        come = (text for window in windows for text in column_after[window.after.start : window.after.stop] if text)
        if gone and not gone.isdisjoint(filter(None, map(fold, come))):
            return False
    return True


def _wandered(before: Document, after: Document, windows: Sequence[Window]) -> bool:
    """Whether a name, or a settled pair, went from windows below some parents and came in windows below others."""
    for column, column_after in ((before.names, after.names), (before.tokens, after.tokens)):
        if column is None or column_after is None:
            continue
        gone = set[object]().union(*(column[window.before.start : window.before.stop] for window in windows))
        come = chain(*(column_after[window.after.start : window.after.stop] for window in windows))
        both = gone.intersection(come) - {None, ""}
        if both and _parents_of(both, column, windows, 0) != _parents_of(both, column_after, windows, 1):
            return True
    return False


def _parents_of(cells: set[object], column: Column, windows: Sequence[Window], side: int) -> set[tuple[object, int]]:
    """Each of the cells with the parents of the windows in which it stands."""
    spans = ((window.spans[side], window.parent) for window in windows)
    return {(cell, parent) for span, parent in spans for cell in column[span.start : span.stop] if cell in cells}


def _common_end(before: Document, after: Document, limit: int) -> int:
    """How many elements at the end are equal in shape and text, at most ``limit``; the first of them says something.

    Of siblings that say nothing a new one comes last, as documents grow.
    """
    for left, right in zip((*before.shape, *before.texts), (*after.shape, *after.texts), strict=True):
        ours, others = left[len(left) - limit :][::-1], right[len(right) - limit :][::-1]
        limit = common_cells(ours, others, 0, 0, limit)
    start = before.length - limit
    spoken = map(any, zip(*(column[start:] for column in before.texts), strict=True))
    return limit - next(compress(count(), spoken), limit)
