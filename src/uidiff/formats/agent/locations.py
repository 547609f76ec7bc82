"""Where an element stands, in words that a reader of the texts before can follow: ``after e12``, ``first in e3``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

from uidiff.formats.agent.ranges import ranges
from uidiff.formats.agent.tree_text import TreeWriter
from uidiff.formats.item import Item

__all__ = ["Locations"]

LABEL = 40
"""Characters of a text by which an element is found again."""

SHOWN = LABEL - 1
"""So many of them are shown of a longer one."""

SHORT = 3
"""A text of so few characters may stand anywhere."""

PAGE = "page"
"""What is around an element if nothing there can be called."""

_GROUPED = frozenset({"article", "listitem", "row", "treeitem"})
"""What a reader knows by its first text."""


class Locations:
    """The places in one outline.

    Args:
        writer: of that outline.
        known: whether an item was there, with its ref, in what the reader has read.
        known_text: the first text of an item, if it was the same there.
    """

    def __init__(self, writer: TreeWriter, known: Callable[[Item], bool], known_text: Callable[[Item], str]) -> None:
        self.writer = writer
        self.known = known
        self.known_text = known_text
        self._positions: dict[int, dict[int, int]] = {}
        self._like: dict[tuple[int, str], dict[int, int]] = {}
        self._within: dict[int, str] = {}

    @cached_property
    def _labels(self) -> Counter[str]:
        """How often each text is printed."""
        return Counter([item.label[:SHOWN] for item in self.writer.outline.items.values()])

    def is_unique(self, text: str) -> bool:
        """Whether only one item says this."""
        return self._labels[text[:SHOWN]] == 1

    def is_another(self, item: Item) -> bool:
        """Whether the reader could take another item for it: it has no ref, and its text is short or said again."""
        text = item.first
        return not item.ref and (len(text) <= SHORT or not self.is_unique(text))

    def siblings(self, item: Item) -> Sequence[Item]:
        """The items in the same parent, itself included."""
        return self.writer.outline.tops if item.parent is None else item.parent.kids

    def position(self, item: Item) -> int:
        """Its place among these, from 0."""
        up = -1 if item.parent is None else item.parent.index
        if up not in self._positions:
            self._positions[up] = {one.index: place for place, one in enumerate(self.siblings(item))}
        return self._positions[up][item.index]

    def like(self, item: Item) -> dict[int, int]:
        """Those of its role, as it is printed, among these: by index their places, from 1 on."""
        role = self.writer.role(item)
        key = (-1 if item.parent is None else item.parent.index, role)
        if key not in self._like:
            of_role = (one.index for one in self.siblings(item) if self.writer.role(one) == role)
            self._like[key] = {index: place for place, index in enumerate(of_role, start=1)}
        return self._like[key]

    def of(self, item: Item) -> str:
        """Where it stands: after the item before it, at a place among those in its parent, or in what is above."""
        position = self.position(item)
        if position:
            name = self.name(self.siblings(item)[position - 1])
            if name:
                return f"after {name}"
        return self.counted(item)

    def counted(self, item: Item) -> str:
        """Where it stands, by its place among the items in its parent, from 1 on."""
        if item.parent is None:
            return f"at {self.position(item) + 1} at top"
        where = self.where(item.parent)
        if len(item.parent.kids) == 1:
            return f"in {where}"
        position = self.position(item)
        return f"at {position + 1} in {where}" if position else f"first in {where}"

    def together(self, items: Sequence[Item]) -> str:
        """Where several items in one parent stand: by their places among all in it; "" at the top."""
        parent = items[0].parent
        if parent is None:
            return ""
        return f"at {ranges([self.position(item) + 1 for item in items])} in {self.where(parent)}"

    def where(self, parent: Item) -> str:
        """How to call an item as a place: by what the reader knows, else by its role and what is around it."""
        return self._container(parent) or f"{self.writer.role(parent)} in {self.within(parent)}"

    def name(self, item: Item) -> str:
        """How to call an item that the reader knows: by its ref, else by a text that no other has; else ""."""
        if not self.known(item):
            return ""
        if item.ref:
            return self.writer.ref(item)
        if not item.first or not self.is_unique(item.first):
            return ""
        quoted = self.writer.quoted(item.first, LABEL)
        return quoted if item.name and not item.elided else f"{self.writer.role(item)} {quoted}"

    def within(self, item: Item) -> str:
        """The nearest item around it that can be called: by its ref, or a row by its first text."""
        passed = []
        above = item.parent
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
            above = above.parent
        self._within.update(dict.fromkeys(passed, found))
        return found

    def _container(self, item: Item) -> str:
        """How to call an item as a place; "" if the reader does not know it by a name."""
        if not self.known(item):
            return ""
        if item.ref:
            return self.writer.ref(item)
        text = self.known_text(item) if item.role in _GROUPED else ""
        return f"{self.writer.role(item)} {self.writer.quoted(text, LABEL)}" if text and self.is_unique(text) else ""
