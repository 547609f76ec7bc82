"""Both trees of a diff as the ``agent`` text prints them: outlines, writers, locations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.locations import Locations
from uidiff.formats.agent.statements import Statements
from uidiff.formats.agent.tree_text import TreeWriter
from uidiff.formats.item import Item
from uidiff.formats.outline import Outline

__all__ = ["LABEL", "PrintedDiff", "PrintedTree", "adjacent", "members"]

LABEL = 40
"""Characters of an element's label in a line about it."""


class PrintedTree:
    """One of the two trees: its outline, its writer, its locations."""

    def __init__(self, outline: Outline, writer: TreeWriter, locations: Locations) -> None:
        self.outline = outline
        self.writer = writer
        self.locations = locations

    def called(self, item: Item) -> str:
        """Return the name of an item that contains something."""
        return self.locations.name(item) or self.writer.label(item, LABEL)

    def tops(self, indices: set[int]) -> Iterator[Item]:
        """Yield the items of these elements whose parent is not one of them, in order."""
        for index in sorted(indices):
            item = self.outline.items.get(index)
            if item is not None and (item.parent is None or item.parent.index not in indices):
                yield item

    def folded(self, indices: set[int]) -> Iterator[tuple[int, Item, str]]:
        """Yield the texts among these elements that are folded into other items: index, that item, the text."""
        for index in sorted(indices & self.outline.folders.keys()):
            folder = self.outline.folders[index]
            if folder.index not in indices:
                yield index, folder, self.outline.snapshot.columns.name[index] or ""


class PrintedDiff:
    """A bound delta, its two trees and its statements."""

    def __init__(self, delta: TreeDiff, *, bounds: bool, clip: int | None) -> None:
        self.delta = delta
        self.bounds = bounds
        self.clip = clip
        outlines = Outline.of(delta.before), Outline.of(delta.after)
        writers = (
            TreeWriter(outlines[0], delta.refs[0].numbers, clip=clip),
            TreeWriter(outlines[1], delta.refs[1].numbers, bounds=bounds, clip=clip),
        )
        self.before = PrintedTree(
            outlines[0], writers[0], Locations(writers[0], lambda _: True, lambda item: item.first)
        )
        self.after = PrintedTree(outlines[1], writers[1], Locations(writers[1], self._is_known, self._known_text))
        self.statements = Statements(delta, *outlines, bounds=bounds, clip=clip)

    def _is_known(self, item: Item) -> bool:
        """Whether the text before had this item of the tree after, with its ref if it has one."""
        was = self.before.outline.items.get(self.delta.matching.before_of[item.index])
        return was is not None and (was.ref or not item.ref)

    def _known_text(self, item: Item) -> str:
        """Return the first text of an item of the tree after if it was the same before, else ""."""
        was = self.before.outline.items.get(self.delta.matching.before_of[item.index])
        text = item.first
        return text if was is not None and was.first == text else ""


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


def adjacent(locations: Locations, items: Sequence[Item]) -> Iterator[list[Item]]:
    """Group items that are adjacent siblings."""
    group: list[Item] = []
    for item in items:
        if group and (
            item.parent is not group[-1].parent or locations.position(item) != locations.position(group[-1]) + 1
        ):
            yield group
            group = []
        group.append(item)
    if group:
        yield group
