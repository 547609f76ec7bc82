"""The outline of a tree that differs in few elements from another one of the same shape, made from the outline of that.

Only the subtrees around what differs are made again: around each difference the smallest one that looks from outside as
it did before. All else in an outline depends on a subtree only by what is compared here: by its topmost items, as those
around may fold them, and by its texts, which names around may repeat. So an answer costs what changed, not the tree.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from heapq import heapify, heappop, heappush
from itertools import chain
from operator import attrgetter
from typing import NamedTuple, cast
from weakref import ref

from uidiff.diffing.focus_holder import focus_holder
from uidiff.diffing.labels import KEPT_EMPTY, Labels
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.item import Item
from uidiff.formats.outline import SHOWN, Outline
from uidiff.formats.outline_builder import SLACK, OutlineBuilder
from uidiff.formats.role_sets import NAMED_FROM_CONTENT, TRANSPARENT
from uidiff.formats.values import INHERITED, OF_A_ROW
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot
from uidiff.text import squashed, without_glyphs

__all__ = ["outlines_of"]

PRINTED = ("name", "value", "description", "states", "actions", "unread")
"""The columns, besides the depth and the role, that an outline is made of."""

LEAST_SHARE = 4
"""Where more than a quarter of the elements had to be looked at, the whole outline is made."""

ROUNDS = 8
"""How often regions may grow because names around them repeat their texts otherwise than before."""

_PASSED_ON = frozenset({*INHERITED, *OF_A_ROW, "live"})
"""States of an element that decide how its children are printed."""

_INDEX = attrgetter("index")


def outlines_of(delta: TreeDiff) -> tuple[Outline, Outline]:
    """Return the outlines of the trees before and after a bound delta."""
    before = Outline.of(delta.before)
    return before, Outline.of(delta.after, lambda: _updated(before, delta))


def _updated(before: Outline, delta: TreeDiff) -> Outline | None:
    """Return the outline after, made from the one before; None if the trees differ in too much for that."""
    old, new = delta.before.columns, delta.after.columns
    count, differences = len(delta.after), delta.differences
    if delta.matching.runs != ((0, 0, count),) or "role" in differences or old.depth != new.depth:
        return None
    changed = {cell.after_index for name in PRINTED for cell in differences.get(name, ())}
    if len(changed) * LEAST_SHARE > count:
        return None
    holders = {focus_holder(delta.before), focus_holder(delta.after)}
    if len(holders) > 1:
        changed |= holders - {NO_PARENT}
    changed |= Labels.of(delta.before).cards ^ Labels.of(delta.after).cards
    return _Update(before, delta.after).made(sorted(changed))


class _Region(NamedTuple):
    """A subtree that is made again: the same part of an outline before and after.

    Attributes:
        start, stop: its elements.
        was, now: the builders of both.
    """

    start: int
    stop: int
    was: OutlineBuilder
    now: OutlineBuilder


class _Update:
    """Makes the outline of a snapshot from one of the same shape and roles."""

    def __init__(self, before: Outline, after: Snapshot) -> None:
        self.before = before
        self.after = after
        self.parents, self.ends = before.snapshot.parents, before.snapshot.ends
        self.room = len(after) // LEAST_SHARE
        self.regions: dict[int, _Region] = {}  # by their first elements; none is in another one
        self.starts: list[int] = []  # their first elements in order
        self.own: dict[int, Item] = {}  # large elements of which only the line itself changes

    def made(self, changed: Sequence[int]) -> Outline | None:
        """Return the outline, given the elements that differ, in order; None if too much had to be made again."""
        if not all(map(self._cover, changed)):
            return None
        for _ in range(ROUNDS):
            items, folders = self._merged()
            around = sorted({self._around(region, items, folders) for region in self.regions.values()} - {NO_PARENT})
            if self.room < 0 or not all(self._is_covered(index) or self._grow(index) for index in around):
                return None
            if not around:
                return self._joined(items, folders)
        return None

    # ----------------------------------------------------------------- regions

    def _cover(self, index: int) -> bool:
        """Make the smallest region around an element that looks from outside as it did; False if it is too large."""
        if self._is_covered(index):
            return True
        if self.ends[index] - index > self.room:
            own = self._restated(index)
            if own is not None:
                self.own[index] = own
            return own is not None
        return self._grow(index)

    def _is_covered(self, index: int) -> bool:
        place = bisect_right(self.starts, index) - 1
        return place >= 0 and index < self.regions[self.starts[place]].stop

    def _grow(self, index: int) -> bool:
        """Make the region of an element, or of the nearest one above that looks from outside as it did."""
        while index != NO_PARENT and self.ends[index] - index <= self.room:
            region = self._region(index)
            self.room -= region.stop - region.start
            if self._looks_the_same(region):
                first, last = (bisect_left(self.starts, at) for at in (region.start, region.stop))
                for start in self.starts[first:last]:
                    del self.regions[start]
                self.starts[first:last] = [region.start]
                self.regions[region.start] = region
                return True
            index = self.parents[index]
        return False

    def _region(self, index: int) -> _Region:
        stop = self.ends[index]
        sides = [OutlineBuilder(side, self.before.dropped) for side in (self.before.snapshot, self.after)]
        for side in sides:
            side.build(index, stop)
        return _Region(index, stop, *sides)

    def _looks_the_same(self, region: _Region) -> bool:
        """Whether the items at the top of a region are to those around what they were before."""
        was, now = region.was.open, region.now.open
        return len(was) == len(now) and all(map(self._is_alike, was, now))

    def _is_alike(self, was: Item, now: Item) -> bool:
        seen = was.index, was.role, was.is_text, was.chain, was.size, bool(was.kids)
        if seen != (now.index, now.role, now.is_text, now.chain, now.size, bool(now.kids)):
            return False
        folder = self.before.folder(was.index)
        around = folder or self.before.items.get(self.before.items[was.index].up)
        if around is None or (was.name == now.name and was.length == now.length):
            return True
        if around.chain > 0 or (folder is not None and was.name != now.name):
            return False
        if not now.is_text:
            return True
        texts = {squashed(was.name), squashed(now.name)}
        return around.role not in NAMED_FROM_CONTENT and not around.value and squashed(around.name) not in texts

    def _around(self, region: _Region, items: Mapping[int, Item], folders: Mapping[int, int]) -> int:
        """Return the nearest element around a region whose name repeats its texts otherwise than before, or none."""
        if region.was.texts == region.now.texts:
            return NO_PARENT
        index = self.parents[region.start]
        while index != NO_PARENT and self.room >= 0:
            self.room -= 1
            squash = squashed(without_glyphs(self.before.snapshot.columns.name[index]))
            if squash:
                was = self._repeated(self.before.snapshot, self.before.items, self.before.folders, index, squash)
                if was != self._repeated(self.after, items, folders, index, squash):
                    return index
                item = self.before.items.get(index)
                if item is not None and not item.elided:
                    break
            index = self.parents[index]
        return NO_PARENT

    def _repeated(
        self, side: Snapshot, items: Mapping[int, Item], folders: Mapping[int, int], index: int, squash: str
    ) -> tuple[bool, bool, bool]:
        """Return whether there are texts below an element, whether its name is in them, and whether it is all."""
        texts: list[str] = []
        names, at, room = side.columns.name, index + 1, len(squash) + SLACK
        while at < self.ends[index] and room >= 0 and self.room >= 0:
            self.room -= 1
            item, following = items.get(at), at + 1
            text = ""
            if at in self.before.dropped:
                text = squashed(names[at]) if self.ends[at] == following else ""
            elif at in folders:
                text, following = squashed(without_glyphs(names[at])), self.ends[at]
            elif item is not None and item.name and not item.elided:
                text, following = squashed(item.name), self.ends[at]
            texts.append(text)
            room -= len(text)
            at = following
        content = "".join(texts)
        return bool(content), squash in content, squash == content

    def _restated(self, index: int) -> Item | None:
        """Return the item of an element of which only states, actions or description differ, or the name of a root.

        None if the items below it may be others too.
        """
        item = self.before.items.get(index)
        old, new = self.before.snapshot.columns, self.after.columns
        if item is None or item.role in TRANSPARENT or not (item.kids or item.role in KEPT_EMPTY):
            return None
        if old.value[index] != new.value[index] or not _PASSED_ON.isdisjoint(
            name for name, _ in {*old.states[index]} ^ {*new.states[index]}
        ):
            return None
        is_root = self.parents[index] == NO_PARENT and item.role not in NAMED_FROM_CONTENT and not item.value
        if old.name[index] != new.name[index] and not (is_root and new.value[index] is None):
            return None
        made = OutlineBuilder(self.after, self.before.dropped).restated(item)
        around = self.before.items.get(item.up)
        return None if around is not None and around.chain > 0 and made.length != item.length else made

    # ------------------------------------------------------------------- joined

    def _merged(self) -> tuple[dict[int, Item], dict[int, int]]:
        """Return the items and folders, those of the regions made again; those around them are still the old ones."""
        items, folders = dict(self.before.items), dict(self.before.folders)
        for region in self.regions.values():
            for index in range(region.start, region.stop):
                items.pop(index, None)
                folders.pop(index, None)
            items.update(region.now.items)
            folders.update(region.now.folders)
            for top in region.now.open:
                if top.index in self.before.folders:
                    del items[top.index]
                    folders[top.index] = self.before.folders[top.index]
                else:
                    top.up = self.before.items[top.index].up
        self.own = {index: item for index, item in self.own.items() if not self._is_covered(index)}
        items.update(self.own)
        return items, folders

    def _joined(self, items: dict[int, Item], folders: dict[int, int]) -> Outline:
        """Put the new items into copies of those around them, from below to above, and return the outline."""
        tops = list(self.before.tops)
        new = [-top.index for region in self.regions.values() for top in region.now.open if top.index in items]
        new += [-index for index in self.own]
        copied = set(self.own)
        heapify(new)
        while new:
            item = items[-heappop(new)]
            kids = tops
            if item.up != NO_PARENT:
                if item.up not in copied:
                    copied.add(item.up)
                    items[item.up] = copy(items[item.up])
                    items[item.up].kids = list(items[item.up].kids)
                    heappush(new, -item.up)
                kids = cast("list[Item]", items[item.up].kids)
            kids[bisect_left(kids, item.index, key=_INDEX)] = item
        made = Outline(self.after, items, folders, self.before.dropped, tops)
        made.made_from = ref(self.before), sorted({*self._places(), *copied})
        if "texts" in vars(self.before):
            made.texts = self._counted(items)
        return made

    def _places(self) -> Iterator[int]:
        """Yield the elements that were made again."""
        return chain(self.own, *(range(region.start, region.stop) for region in self.regions.values()))

    def _counted(self, items: Mapping[int, Item]) -> Counter[str]:
        """Return how many items have each text, from what that was before."""
        texts = self.before.texts.copy()
        for index in self._places():
            for side, more in ((self.before.items, -1), (items, 1)):
                item = side.get(index)
                if item is not None and not item.elided:
                    text = item.own_text[:SHOWN]
                    texts[text] += more
                    if not texts[text]:
                        del texts[text]
        return texts
