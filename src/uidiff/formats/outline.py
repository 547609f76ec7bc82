"""The outline of a snapshot: the elements that are worth printing, as a tree of items. All folding is done here.

Four things are folded, each only if no information is lost (spec/folding):

- An element without a printed name, value, description, state or action is *hoisted*: its children take its place; so
  is one whose name only repeats what is printed below it.
- A text in the name (or value) of its container is *folded* into it: for roles that are named from content, letter by
  letter, left to right, each letter used once; for containers only a text that equals the name.
- A name that is repeated by what is printed below is *elided*.
- An empty text, the marker of a list item, a line break, and an empty element of most roles are *dropped*.

The outline is made in one pass from the last element to the first, with two stacks of what has no parent yet: the
items, and their printed texts. So it takes linear time, whatever the shape.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import compress
from operator import is_not
from weakref import ref

from uidiff.formats.item import Item
from uidiff.formats.outline_builder import OutlineBuilder
from uidiff.formats.role_sets import DROPPED
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["LABEL", "MOST_TOPMOST", "SHOWN", "Outline", "meaningful"]

LABEL = 40
"""Characters of an element's label in a line about it, and of a text that identifies it."""

SHOWN = LABEL - 1
"""Characters that are shown of a longer text, besides the ellipsis."""

MOST_TOPMOST = 100
"""The most items of a hoisted element that are collected."""


class Outline:
    """The outline of one snapshot.

    Attributes:
        snapshot: the snapshot.
        items: by index, the items of the elements that are printed.
        folders: by index of a folded text, the index of the item that has it in its name or value.
        dropped: the indices of the elements that are never printed, and of those below them.
        tops: the items at the top.
        made_from: the outline that it was made from, and the indices of the elements whose items are others; None if
            it was made again.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        items: dict[int, Item],
        folders: dict[int, int],
        dropped: frozenset[int],
        tops: Sequence[Item],
    ) -> None:
        self.snapshot = snapshot
        self.items = items
        self.folders = folders
        self.dropped = dropped
        self.tops = tops
        self.made_from: tuple[ref[Outline], Collection[int]] | None = None
        self._nearest: dict[int, Item | None] = {}

    @classmethod
    def of(cls, snapshot: Snapshot, shortcut: Callable[[], Outline | None] | None = None) -> Outline:
        """Return the outline of a snapshot, made once; by the shortcut if it is given and makes one."""
        return snapshot.view(_whole, shortcut)

    @staticmethod
    def share(before: Snapshot, after: Snapshot) -> None:
        """Have a snapshot take over the outline of another one if that was made, and both have the same elements."""
        if before.columns == after.columns:
            after.share(before, _whole)

    def folder(self, index: int) -> Item | None:
        """Return the item that has a folded text in its name or value; None if the element is not folded."""
        return self.items.get(self.folders.get(index, NO_PARENT))

    def renewed(self, before: Outline, before_of: Sequence[int]) -> Collection[int]:
        """Return the elements whose items are not the very ones of an outline before, given their partners there."""
        if self.made_from is not None and self.made_from[0]() is before:
            return self.made_from[1]
        was = map(before.items.get, map(before_of.__getitem__, self.items))
        return list(compress(self.items, map(is_not, self.items.values(), was)))

    @cached_property
    def texts(self) -> Counter[str]:
        """How many items have each text, in the first characters that a label shows."""
        return Counter([item.own_text[:SHOWN] for item in self.items.values() if not item.elided])

    def nearest(self, index: int) -> Item | None:
        """Return the item of an element, else the one into which it is folded, else the nearest one above it."""
        parents = self.snapshot.parents
        passed = []
        while index != NO_PARENT and index not in self._nearest:
            item = self.items.get(index) or self.folder(index)
            if item is not None:
                self._nearest[index] = item
                break
            passed.append(index)
            index = parents[index]
        found = self._nearest.get(index)
        self._nearest.update(dict.fromkeys(passed, found))
        return found

    def topmost(self, index: int) -> list[Item]:
        """Return the item of an element, or the topmost items below it if it is hoisted, at most the first 100."""
        end = self.snapshot.ends[index]
        found: list[Item] = []
        while index < end and len(found) < MOST_TOPMOST:
            item = self.items.get(index)
            if item is None:
                index = self._next_item(index + 1)
            else:
                found.append(item)
                index = self.snapshot.ends[index]
        return found

    def _next_item(self, index: int) -> int:
        """Return the index of the first printed element from ``index`` on; the number of elements if there is none."""
        at = bisect_left(self._printed, index)
        return self._printed[at] if at < len(self._printed) else len(self.snapshot)

    @cached_property
    def _printed(self) -> list[int]:
        return sorted(self.items)


def _whole(snapshot: Snapshot) -> Outline:
    dropped = frozenset(_dropped(snapshot))
    builder = OutlineBuilder(snapshot, dropped)
    tops = builder.build(0, len(snapshot))
    return Outline(snapshot, builder.items, builder.folders, dropped, tops)


def _dropped(snapshot: Snapshot) -> Iterator[int]:
    roles = snapshot.columns.role
    if DROPPED.isdisjoint(roles):
        return
    end = 0
    for index, role in enumerate(roles):
        if role in DROPPED:
            end = max(end, snapshot.ends[index])
        if index < end:
            yield index


def meaningful(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return for each element whether it has content.

    Without content are the elements that the ``agent`` text leaves out: unnamed wrappers, empty texts, line breaks,
    list markers, and empty elements of most roles. A text that the name of its button repeats, and a wrapper with a
    name or a URL, have content.
    """
    outline = Outline.of(snapshot)
    columns = snapshot.columns
    cells = zip(columns.name, columns.url, snapshot.parents, strict=True)
    return tuple(
        index in outline.items
        or parent == NO_PARENT
        or (index not in outline.dropped and (bool(url) or bool(name and not name.isspace())))
        for index, (name, url, parent) in enumerate(cells)
    )
