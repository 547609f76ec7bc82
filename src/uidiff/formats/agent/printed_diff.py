"""Both trees of a diff as the ``agent`` text prints them: outlines, writers, and the places of elements in words.

A place refers only to what the reader knows. One element is ``after e12`` or ``first in e3``; several siblings of one
role are one phrase: ``12 of 30 rows in e3: "Alice" … "Zed" at 3-9,12``, with their places among all siblings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.statements import Statements
from uidiff.formats.agent.tree_text import TreeWriter
from uidiff.formats.item import Item
from uidiff.formats.outline import LABEL, SHOWN
from uidiff.formats.outline_update import outlines_of
from uidiff.formats.ref_words import words_of
from uidiff.formats.role_sets import CELLS
from uidiff.formats.values import format_ranges
from uidiff.text import plural, without_glyphs

__all__ = ["HEADER", "LABEL", "PrintedDiff", "PrintedTree", "adjacent", "column_headers", "members"]

END_LABEL = 32
"""Characters of the first and of the last label of a phrase for several siblings."""

LEFT_LABEL = 24
"""Characters of the label of an item that is left of several that went."""

SCATTERED = 2
"""Gaps between the places of items that went, from which on those that are left are named instead."""

NAMED = 8
"""The most items of a phrase that are all named; of more the first and the last are."""

SHORT = 3
"""Texts of at most this length do not identify an element."""

HEADER = "columnheader"

PAGE = "page"
"""The container of an element if no element above it can be named."""


class PrintedTree:
    """One of the two trees: its outline, its writer, and the places in it.

    Args:
        writer: of its outline.
        known: whether the text before printed an item, with its ref if it has one.
        known_text: the label before of an item that was there if it was no other's, else "".
    """

    def __init__(self, writer: TreeWriter, known: Callable[[Item], bool], known_text: Callable[[Item], str]) -> None:
        self.outline = writer.outline
        self.writer = writer
        self.known = known
        self.known_text = known_text
        self._positions: dict[int, dict[int, int]] = {}
        self._labels_in: dict[tuple[int, str], Counter[str]] = {}
        self._within: dict[int, str] = {}
        self._headers: dict[int, Sequence[Item]] = {}

    def label(self, item: Item) -> str:
        """Return the label of an item, unquoted."""
        return self.writer.labels[item.index]

    def is_unique(self, item: Item) -> bool:
        """Whether the label of an item is no other's: no other item has it as a text, no sibling as a label."""
        text = self.label(item)[:SHOWN]
        own = item.own_text[:SHOWN] == text and not item.elided
        texts = self.outline.texts
        return texts[text] <= (1 if own or text in texts else 0) and self._like_labels(item)[text] <= 1

    def _like_labels(self, item: Item) -> Counter[str]:
        key = (item.up, item.role)
        if key not in self._labels_in:
            alike = (one for one in self.siblings(item) if one.role == item.role)
            self._labels_in[key] = Counter(self.label(one)[:SHOWN] for one in alike)
        return self._labels_in[key]

    def is_ambiguous(self, item: Item) -> bool:
        """Whether the item could be confused with another: it has no ref, and its label is short or not unique."""
        return not item.ref and (len(self.label(item)) <= SHORT or not self.is_unique(item))

    def parent(self, item: Item) -> Item | None:
        """Return the item that contains an item, None at the top."""
        return self.outline.items.get(item.up)

    def siblings(self, item: Item) -> Sequence[Item]:
        """Return the items of the same parent, itself included."""
        parent = self.parent(item)
        return self.outline.tops if parent is None else parent.kids

    def position(self, item: Item) -> int:
        """Return its position among its siblings, from 0."""
        up = item.up
        if up not in self._positions:
            self._positions[up] = {one.index: place for place, one in enumerate(self.siblings(item))}
        return self._positions[up][item.index]

    def like(self, item: Item) -> int:
        """Return the number of its siblings of its printed role, itself included."""
        role = self.writer.role(item)
        return sum(self.writer.role(one) == role for one in self.siblings(item))

    def place(self, item: Item) -> str:
        """Return the place of an item: after the sibling before it, else its position in its parent."""
        position = self.position(item)
        if position:
            name = self.name(self.siblings(item)[position - 1])
            if name:
                return f"after {name}"
        return self.counted_place(item)

    def counted_place(self, item: Item) -> str:
        """Return the place of an item by its position among the items of its parent, from 1 on."""
        parent = self.parent(item)
        if parent is None:
            return f"at {self.position(item) + 1} at top"
        where = self.where(parent)
        if len(parent.kids) == 1:
            return f"in {where}"
        position = self.position(item)
        return f"at {position + 1} in {where}" if position else f"first in {where}"

    def places(self, items: Sequence[Item]) -> str:
        """Return the positions of several items in their parent; "" at the top."""
        parent = self.parent(items[0])
        if parent is None:
            return ""
        return f"at {format_ranges([self.position(item) + 1 for item in items])} in {self.where(parent)}"

    def where(self, parent: Item) -> str:
        """Return the name of a container: its known name, else its role, a new ref, and the nearest named one above."""
        named = self._container(parent)
        if named:
            return named
        role = self.writer.role(parent)
        return f"{role} {self.writer.ref(parent)}" if parent.ref else f"{role} in {self.within(parent)}"

    def name(self, item: Item) -> str:
        """Return the name of a known item: its ref, else a unique text; "" if it has neither."""
        if not self.known(item):
            return ""
        if item.ref:
            return self.writer.ref(item)
        text = self.label(item)
        if not text or not self.is_unique(item):
            return ""
        quoted = self.writer.quoted(text, LABEL)
        return quoted if item.name == text and not item.elided else f"{self.writer.role(item)} {quoted}"

    def within(self, item: Item) -> str:
        """Return the nearest named container of an item: by its ref, or a row by its first text."""
        passed = []
        above = self.parent(item)
        found = PAGE
        while above is not None:
            if above.index in self._within:
                found = self._within[above.index]
                break
            passed.append(above.index)
            name = self._container(above)
            if name:
                found = name
                break
            above = self.parent(above)
        self._within.update(dict.fromkeys(passed, found))
        return found

    def _container(self, item: Item) -> str:
        """Return the known name of a container; "" if it has none."""
        if not self.known(item):
            return ""
        if item.ref:
            return self.writer.ref(item)
        text = self.known_text(item) if self.is_item(item) else ""
        return f"{self.writer.role(item)} {self.writer.quoted(text, LABEL)}" if text else ""

    def is_item(self, item: Item) -> bool:
        """Whether it is one of several like ones, each called by what tells it from the others."""
        return self.writer.labels.is_item(item.index)

    def item_around(self, item: Item) -> str:
        """Return the item of a collection around a printed one in words: ``row "Part 24"``; "" without a label."""
        above = self.parent(item)
        while above is not None and not self.is_item(above):
            above = self.parent(above)
        if above is None:
            return ""
        text = self.known_text(above) or (self.label(above) if self.is_unique(above) else "")
        return f"{self.writer.role(above)} {self.writer.quoted(text, LABEL)}" if text else ""

    def column(self, cell: Item) -> str:
        """Return the label of the column header over a cell of a row, "" if there is none."""
        row = self.parent(cell)
        if row is None or row.role != "row" or cell.role not in CELLS:
            return ""
        if row.up not in self._headers:
            rows = [one for one in self.siblings(row) if one.role == "row"]
            self._headers[row.up] = column_headers(self, rows)
        headers, position = self._headers[row.up], self.position(cell)
        return self.label(headers[position]) if len(headers) == len(row.kids) and headers is not row.kids else ""

    def phrase(self, items: Sequence[Item], stays: Callable[[Item], bool] | None = None) -> str:
        """Return a phrase for items of one role and parent, in order: their count, the parent, the first and last.

        If they are not consecutive among all siblings, the others of their role are named, if these stay and are few;
        else their positions are listed, from 1 on.
        """
        at = [self.position(item) + 1 for item in items]
        like = self.like(items[0])
        count = f"{len(items)} of {like}" if len(items) < like else f"all {like}"
        if len(items) <= NAMED:
            ends = ",".join(map(self._end, items))
        else:
            ends = " … ".join(self._end(item) for item in (items[0], items[-1]))
        said = f"{count} {plural(self.writer.role(items[0]))} in {self.within(items[0])}: {ends}"
        if at[-1] - at[0] + 1 != len(at):
            places = format_ranges(at)
            left = self._left(items, stays) if stays is not None and places.count(",") >= SCATTERED else ""
            said += f"; left: {left}" if left else f" at {places}"
        return said

    def _left(self, items: Sequence[Item], stays: Callable[[Item], bool]) -> str:
        """Name the siblings of the role of items that are not among them; "" if these are many, go, or look alike."""
        role, gone = self.writer.role(items[0]), {item.index for item in items}
        left = [one for one in self.siblings(items[0]) if one.index not in gone and self.writer.role(one) == role]
        if len(left) > min(NAMED, len(items)) or not all(map(stays, left)) or any(map(self.is_ambiguous, left)):
            return ""
        return ",".join(self._end(one, LEFT_LABEL) for one in left)

    def _end(self, item: Item, limit: int = END_LABEL) -> str:
        """Return the ref of an item, if it has one, and its label; its place if it has neither."""
        text = self.label(item)
        words = [self.writer.ref(item)] * item.ref + [self.writer.quoted(text, limit)] * bool(text)
        return " ".join(words) or f"at {self.position(item) + 1}"

    def called(self, item: Item) -> str:
        """Return the name of an item that contains something."""
        return self.name(item) or self.writer.label(item, LABEL)

    def tops(self, indices: set[int]) -> Iterator[Item]:
        """Yield the items of these elements whose parent is not one of them, in order."""
        for index in sorted(indices):
            item = self.outline.items.get(index)
            if item is not None and item.up not in indices:
                yield item

    def folded(self, indices: set[int]) -> Iterator[tuple[int, Item, str]]:
        """Yield the texts among these elements that are folded into other items: index, that item, the text."""
        for index in sorted(indices & self.outline.folders.keys()):
            folder = self.outline.items[self.outline.folders[index]]
            if folder.index not in indices:
                yield index, folder, without_glyphs(self.outline.snapshot.columns.name[index])


class PrintedDiff:
    """A bound delta, its two trees and its statements."""

    def __init__(self, delta: TreeDiff, *, bounds: bool, urls: bool, native: bool, clip: int | None) -> None:
        self.delta = delta
        self.bounds = bounds
        self.clip = clip
        outlines = outlines_of(delta)
        refs = words_of(delta, native=native)
        before = TreeWriter(outlines[0], refs[0], clip=clip)
        after = TreeWriter(outlines[1], refs[1], bounds=bounds, urls=urls, clip=clip)
        self.before = PrintedTree(before, lambda _: True, self._unique_label)
        self.after = PrintedTree(after, self._is_known, self._known_text)
        self.statements = Statements(delta, *outlines, bounds=bounds, clip=clip)

    def _is_known(self, item: Item) -> bool:
        """Whether the text before had this item of the tree after, with its ref if it has one."""
        was = self.before.outline.items.get(self.delta.matching.before_of[item.index])
        return was is not None and (was.ref or not item.ref)

    def _known_text(self, item: Item) -> str:
        """Return the label that an item of the tree after had before, "" if it was another's too."""
        was = self.before.outline.items.get(self.delta.matching.before_of[item.index])
        return "" if was is None else self._unique_label(was)

    def _unique_label(self, item: Item) -> str:
        return self.before.label(item) if self.before.is_unique(item) else ""


def column_headers(tree: PrintedTree, rows: Sequence[Item]) -> Sequence[Item]:
    """Return the column headers over rows: those of the one row that has some; of a flat table those before it."""
    heads = [row.kids for row in rows if any(kid.role == HEADER for kid in row.kids)]
    if heads or not rows:
        return heads[0] if len(heads) == 1 else ()
    return [item for item in tree.siblings(rows[0]) if item.role == HEADER]


def members(top: Item, indices: set[int]) -> tuple[list[Item], list[Item]]:
    """Return the items of ``indices`` in a top item, itself included, and the topmost other items in it, in order."""
    inside, others = [], []
    stack = [top]
    while stack:
        item = stack.pop()
        if item.index in indices:
            inside.append(item)
            stack.extend(reversed(item.kids))
        else:
            others.append(item)
    return inside, others


def adjacent(tree: PrintedTree, items: Iterable[Item]) -> Iterator[list[Item]]:
    """Group items that are adjacent siblings."""
    group: list[Item] = []
    for item in items:
        if group and (item.up != group[-1].up or tree.position(item) != tree.position(group[-1]) + 1):
            yield group
            group = []
        group.append(item)
    if group:
        yield group
