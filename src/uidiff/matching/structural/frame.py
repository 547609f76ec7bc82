"""Find the elements that stayed in place, by comparing columns; they need no alignment.

Between two reads usually a few texts change, or elements are added or removed in a few places. So the documents are
walked side by side. A run of pairs goes on while depth and role are equal; a changed text does not end it if the
element's place identifies it. Behind a difference the walk searches a short way ahead for where the documents agree
again. What stands between two runs is a window, which is aligned afterwards.

Columns are compared in slices, which runs in C; elements are visited one by one only at differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import merge
from itertools import chain, compress, count, groupby, islice, repeat
from operator import eq

import attrs

from uidiff.matching.matching import UNMATCHED, Run, partner_in
from uidiff.matching.structural.windows import Column, Document, Frame, Window, cut_to_whole_siblings
from uidiff.model.columns import agree_everywhere, common_cells, unequal_cells
from uidiff.model.shape import NO_PARENT
from uidiff.text import fold

__all__ = ["find_frame"]


FIRST_LOOK = 256
"""Elements in the first slice that is compared; each following slice has four times as many."""

MOST_EDITS = 64
EDITS_OF = 16
"""Texts that may change in one run: MOST_EDITS, or one in EDITS_OF elements if that is more; beyond, a change ends
the run.
"""

MOST_RUNS = 32
RUNS_OF = 64
"""Runs that are searched for: MOST_RUNS, or one for RUNS_OF elements if that is more; the rest, but for the common
end, is aligned.
"""

LOOK_AHEAD = 256
"""Elements behind a difference in which the documents may agree again."""

REPLACED_FROM = 2
"""The least number of elements skipped by a replacement: one on each side."""

COMMON = 16
"""Elements of one name, from which on that name coming and going does not say that something moved."""

STRETCH = 4
"""Elements in a row whose names together tell a place, where none of them does so alone: a tree of few words."""

PROBE = 8
"""Elements that are compared before the documents count as agreeing again; three quarters must be equal."""


def find_frame(before: Document, after: Document) -> Frame:
    """Walk both documents, and repeat it with fewer assumptions if the result is doubtful.

    If a text that changed in place reappears elsewhere in what changed, something was scrolled or sorted: then each
    change ends a run. If a text left a window below one parent and appears in a window below another, a part moved
    with its surroundings: then there is one window, from the first difference to the last.
    """
    walk = _SideBySideWalk(before, after, edits_allowed=True)
    frame = walk.frame()
    if walk.edits and _reappears_elsewhere(before, after, walk.edits, frame):
        frame = _SideBySideWalk(before, after, edits_allowed=False).frame()
    if _is_complete(before, after, frame.windows):
        return frame._replace(complete=True)
    if len(frame.windows) > 1 and _moved_between_parents(before, after, frame.windows):
        frame = _SideBySideWalk(before, after, edits_allowed=False, most_runs=1).frame()
    return frame


@attrs.define(eq=False, repr=False)
class _SideBySideWalk:
    """Walk both documents side by side; collect runs and the changed texts within them."""

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
        return cut_to_whole_siblings(self.before, self.after, self.runs)

    # ----------------------------------------------------------------- one run

    def _run(self, i: int, j: int) -> int:
        """Return the length of the run of pairs in place from i and j on."""
        before, after = self.before, self.after
        rest = min(before.length - i, after.length - j)
        most = len(self.edits) + max(MOST_EDITS, rest // EDITS_OF)
        changed_leaf_in: dict[int, int] = {}
        shape, texts = _to_compare(before.shape, after.shape, i, j), _to_compare(before.texts, after.texts, i, j)
        start, length = 0, FIRST_LOOK if shape or texts else rest
        while start < rest:
            stop = end = min(rest, start + length)
            for left, right in shape:
                if left[i + start : i + end] != right[j + start : j + end]:
                    end = start + common_cells(left, right, i + start, j + start, end - start)
            cells = (unequal_cells(*pair, i + start, j + start, end - start) for pair in texts)
            for at, _ in groupby(merge(*cells)):
                take = self.edits_allowed and len(self.edits) < most
                ended = self._edit(i, j, start + at, changed_leaf_in) if take else start + at
                if ended is not None:
                    return ended
            if end < stop:
                return end
            start, length = stop, length * 4
        return rest

    def _edit(self, i: int, j: int, at: int, changed_leaf_in: dict[int, int]) -> int | None:
        """Accept a changed text as an edit in place and return None, else return where the run ends.

        The element is still the same if it kept its name, or is the only root, or is a leaf whose container
        identifies it: what follows the leaf is unchanged, and the container has an unchanged text, or no other leaf
        that changed. ``changed_leaf_in`` maps containers of the latter kind to the place of that leaf.
        """
        before, after = self.before, self.after
        if not self._is_named(i + at, j + at):
            container = self._container_of_leaf(i + at, j + at)
            partner = partner_in(((i, j, at),) if container >= i else self.runs, container)
            if partner == UNMATCHED or after.ancestor(before.depths[container], j + at) != partner:
                return at
            if not before.has_text(container) or before.texts_of(container) != after.texts_of(partner):
                if container in changed_leaf_in:  # two of them: the first is not changed_leaf_in either
                    first = changed_leaf_in[container]
                    self.edits = [edit for edit in self.edits if edit[0] < i + first]
                    return first
                changed_leaf_in[container] = at
        self.edits.append((i + at, j + at))
        return None

    def _is_named(self, i: int, j: int) -> bool:
        """Return whether an element whose text changed kept its name, or is the only root."""
        before, after = self.before, self.after
        if i == 0 == j:
            return before.depths.count(0) == 1 == after.depths.count(0)
        return before.names[i] is not None and before.names[i] == after.names[j]

    def _container_of_leaf(self, leaf: int, partner: int) -> int:
        """Return the nearest ancestor of a leaf that has other children or a text.

        NO_PARENT if it is not a leaf, or if the element behind it differs between the sides.
        """
        before, after = self.before, self.after
        behind, behind_after = leaf + 1, partner + 1
        if behind < before.length and behind_after < after.length:
            if any(left[behind] != right[behind_after] for left, right in zip(before.shape, after.shape, strict=True)):
                return NO_PARENT
            if before.texts_of(behind) != after.texts_of(behind_after):
                return NO_PARENT
            depth_behind = before.depths[behind]
        elif behind == before.length and behind_after == after.length:
            depth_behind = 0
        else:
            return NO_PARENT
        if depth_behind > before.depths[leaf]:
            return NO_PARENT
        top, container = leaf, before.parent(leaf)
        while container == top - 1 >= 0 and depth_behind <= before.depths[container] and not before.has_text(container):
            top, container = container, before.parent(container)
        return container


def _to_compare(columns: Sequence[Column], others: Sequence[Column], i: int, j: int) -> list[tuple[Column, Column]]:
    """Return the pairs of columns that may differ from i and j on."""
    return [pair for pair in zip(columns, others, strict=True) if not agree_everywhere(*pair, i, j)]


def _resync(before: Document, after: Document, i: int, j: int) -> tuple[int, int] | None:
    """Return how many elements to skip in each document until they agree again; None if that is not found.

    Elements were added if the next one before is found further on after; removed, the other way round; replaced, if
    both documents agree behind the next element and its subtree. The way with the fewest elements wins.
    """
    added, removed = _steps_until_found(before, i, after, j), _steps_until_found(after, j, before, i)
    ways = [(0, added), (removed, 0)] if added != removed else []  # of two that are as short neither is better
    if added != removed and 0 < min(filter(None, (added, removed))) <= REPLACED_FROM:
        return min(filter(any, ways), key=sum)
    replaced = _steps_to_next_sibling(before, i), _steps_to_next_sibling(after, j)
    if all(replaced) and _agree(before, i + replaced[0], after, j + replaced[1]):
        ways.append(replaced)
    return min(filter(any, ways), key=sum, default=None) or _steps_to_anchor(before, i, after, j)


def _steps_to_anchor(before: Document, i: int, after: Document, j: int) -> tuple[int, int] | None:
    """Return the steps to the first name that both documents have once ahead, and from which on they agree.

    Where no name is such, several in a row are.
    """
    ahead = before.names[i : i + LOOK_AHEAD], after.names[j : j + LOOK_AHEAD]
    for length in (1, STRETCH):
        mine, theirs = (_stretches(names, length) for names in ahead)
        times, times_after = Counter(mine), Counter(theirs)
        for step, names in enumerate(mine):
            if times[names] == 1 == times_after[names] and all(names):
                steps = step, theirs.index(names)
                if any(steps) and _agree(before, i + steps[0], after, j + steps[1]):
                    return steps
    return None


def _stretches(names: Column, length: int) -> list[tuple[object, ...]]:
    """Return the names of ``length`` elements in a row, from each element on."""
    return [*zip(*(names[start:] for start in range(length)), strict=False)]


def _steps_until_found(one: Document, i: int, other: Document, j: int) -> int:
    """Return how far ahead the other document continues as this one does from ``i`` on; 0 if not found."""
    with_text = next((at for at, name in enumerate(one.names[i : i + PROBE]) if name), None)
    if with_text is None:
        return 0
    start, stop = j + with_text + 1, min(other.length, j + with_text + LOOK_AHEAD)
    names = other.names[start:stop]
    if one.names[i + with_text] in names:
        ahead = names.index(one.names[i + with_text]) + 1
        return ahead if _agree(one, i, other, j + ahead) else 0
    return 0


def _steps_to_next_sibling(document: Document, index: int) -> int:
    """Return the distance to the first element behind a subtree; 0 if it is beyond LOOK_AHEAD."""
    nearby = document.depths[index + 1 : index + LOOK_AHEAD]
    return next(compress(count(1), map(document.depths[index].__ge__, nearby)), 0)


def _agree(one: Document, i: int, other: Document, j: int) -> bool:
    """Return whether the next PROBE elements agree, and one has a name that does not occur again near there.

    Depths and roles must be equal, three quarters of the texts, and half of those below the same parent. Near the end
    of a document there are too few elements; what is common there is found from the end.
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
    among = next(compress(count(), map(one.depths[i].__gt__, one.depths[ours])), PROBE)  # up to where the parent ends
    if 2 * sum(map(among.__gt__, unequal)) > among:
        return False
    nearby = one.names[i : i + LOOK_AHEAD], other.names[j : j + LOOK_AHEAD]
    names = (name for at, name in enumerate(one.names[ours]) if name and at not in unequal)
    if any(nearby[0].count(name) == 1 == nearby[1].count(name) for name in names):
        return True
    sides = [_stretches(names, STRETCH) for names in nearby]
    equal = (at for at in range(PROBE - STRETCH + 1) if unequal.isdisjoint(range(at, at + STRETCH)))
    told = (sides[0][at] for at in equal)
    return any(all(names) and all(side.count(names) == 1 for side in sides) for names in told)


def _reappears_elsewhere(before: Document, after: Document, edits: Sequence[tuple[int, int]], frame: Frame) -> bool:
    """Return whether the old or new text of an edit occurs in another edit, or in a window of the other side."""
    edits = [(i, j) for i, j in edits if partner_in(frame.runs, i) == j]
    renamed = [(i, j) for i, j in edits if not before.names[i] or before.names[i] != after.names[j]]
    for side, document, other in ((0, before, after), (1, after, before)):
        spans = [window.spans[1 - side] for window in frame.windows]
        windows = [slice(span.start, span.stop) for span in spans]
        rows = (zip(other.roles[cut], *(text[cut] for text in other.texts), strict=True) for cut in windows)
        edited = (other.texts_of(edit[1 - side]) for edit in edits)
        if not {document.texts_of(edit[side]) for edit in edits}.isdisjoint(chain(edited, *rows)):
            return True
        names = {document.names[edit[side]] for edit in renamed} - {None}
        others = (other.names[edit[1 - side]] for edit in renamed)
        if names and not names.isdisjoint(chain(others, *(other.names[cut] for cut in windows))):
            return True
    return False


def _is_complete(before: Document, after: Document, windows: Sequence[Window]) -> bool:
    """Return whether the alignment could not find any pair in the windows."""
    if before.tokens is not None or any(window.before and window.after for window in windows):
        return False
    for column, column_after in zip(before.texts, after.texts, strict=True):
        removed = {
            fold(text) for window in windows for text in column[window.before.start : window.before.stop] if text
        }
        added = (text for window in windows for text in column_after[window.after.start : window.after.stop] if text)
        if removed and not removed.isdisjoint(filter(None, map(fold, added))):
            return False
    return True


def _moved_between_parents(before: Document, after: Document, windows: Sequence[Window]) -> bool:
    """Return whether a name, or a settled pair, left windows below one parent and appears in windows below another."""
    for column, column_after in ((before.names, after.names), (before.tokens, after.tokens)):
        if column is None or column_after is None:
            continue
        removed = set[object]().union(*(column[window.before.start : window.before.stop] for window in windows))
        added = chain(*(column_after[window.after.start : window.after.stop] for window in windows))
        both = removed.intersection(added) - {None, ""}
        if both:
            left, came = _parents_of(both, column, windows, 0), _parents_of(both, column_after, windows, 1)
            moved = {cell for cell, _ in left - came}.intersection(cell for cell, _ in came - left)
            if not all(_is_common(cell, column) or _is_common(cell, column_after) for cell in moved):
                return True
    return False


def _is_common(cell: object, column: Column) -> bool:
    """Return whether more than ``COMMON`` cells of a column are this one."""
    return any(True for _ in islice(filter(None, map(eq, column, repeat(cell))), COMMON, COMMON + 1))


def _parents_of(cells: set[object], column: Column, windows: Sequence[Window], side: int) -> set[tuple[object, int]]:
    """Return each of the cells with the parents of the windows in which it stands."""
    spans = ((window.spans[side], window.parent) for window in windows)
    return {(cell, parent) for span, parent in spans for cell in column[span.start : span.stop] if cell in cells}


def _common_end(before: Document, after: Document, limit: int) -> int:
    """Return how many elements at the end are equal in shape and text, at most ``limit``; the first of them has text.

    Of siblings without text a new one is taken to be the last, as documents grow at the end.
    """
    if not limit:
        return 0
    for left, right in zip((*before.shape, *before.texts), (*after.shape, *after.texts), strict=True):
        ours, others = left[len(left) - limit :][::-1], right[len(right) - limit :][::-1]
        limit = common_cells(ours, others, 0, 0, limit)
    start = before.length - limit
    with_text = map(any, zip(*(column[start:] for column in before.texts), strict=True))
    return limit - next(compress(count(), with_text), limit)
