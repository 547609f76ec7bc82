"""Blocks of moved elements: ``> row e12 "Alice": after e9 -> first in e3``, and of reordered lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uidiff.diffing.records import Reordered
from uidiff.formats.agent.printed_diff import LABEL, PrintedDiff, PrintedTree
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item
from uidiff.formats.outline import MOST_TOPMOST
from uidiff.formats.values import format_ranges
from uidiff.text import plural

__all__ = ["moved_blocks", "reordered_blocks"]

FEW = 12
"""The most reordered elements that are listed by their labels."""


def moved_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each moved element of which something is printed: from its old to its new place."""
    before, after = context.before, context.after
    for record in context.delta.moved:
        index = record.after.index
        items, sources = after.outline.topmost(index), before.outline.topmost(record.before.index)
        source, target = _place(before, record.before.index, sources), _place(after, index, items)
        if not (source and target and (items or sources)):
            continue
        if source == target and items and sources:
            source, target = before.locations.counted(sources[0]), after.locations.counted(items[0])
        what = after.writer.several(items, LABEL) if items else before.writer.several(sources, LABEL)
        yield TextBlock("moved", [(f"> {what}: {source} -> {target}", 1)], (index, 0, 2), (index,))


def _place(tree: PrintedTree, index: int, items: Sequence[Item]) -> str:
    """Return the place of an element's items, else the item into which it is folded; "" if nothing of it is printed."""
    if items:
        return tree.locations.of(items[0])
    folders = tree.outline.folders
    within = range(index, min(tree.outline.snapshot.ends[index], index + MOST_TOPMOST))
    folder = next((folders[at] for at in within if at in folders), None)
    return "" if folder is None else f"in {tree.called(folder)}"


def reordered_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each reordered list, with the whole order."""
    after_of = context.delta.matching.after_of
    for record in context.delta.reordered:
        found = [(i, context.after.outline.topmost(after_of[i])) for i in record.order]
        printed = [(i, items) for i, items in found if items]
        if printed:
            index = -1 if record.after is None else record.after.index
            line = _line(context, record, [i for i, _ in printed], [items for _, items in printed])
            yield TextBlock("moved", [(line, len(printed))], (index, 0, 3), (index,))


def _line(context: PrintedDiff, record: Reordered, indices: Sequence[int], items: Sequence[Sequence[Item]]) -> str:
    writer = context.after.writer
    roles = {writer.role(item) for some in items for item in some}
    what = plural(roles.pop()) if len(roles) == 1 and all(len(some) == 1 for some in items) else "elements"
    where = "page" if record.after is None else context.after.locations.within(items[0][0])
    return f"> {len(items)} {what} in {where} reordered: {_order(context, indices, items)}"


def _order(context: PrintedDiff, indices: Sequence[int], items: Sequence[Sequence[Item]]) -> str:
    """Return the whole order: "reversed", the labels, the positions before, or what each element is called."""
    writer, locations = context.after.writer, context.before.locations
    if list(indices) == sorted(indices, reverse=True):
        return "reversed"
    labels = [some[0].first for some in items]
    if len(items) <= FEW and len(set(labels)) == len(labels) and all(labels):
        return "now " + ",".join(writer.quoted(label, LABEL) for label in labels)
    sources = [context.before.outline.topmost(i) for i in indices]
    parents = {id(source.parent) for some in sources for source in some}
    if len(parents) == 1 and all(len(some) == 1 for some in (*sources, *items)):
        before = format_ranges([locations.position(source) + 1 for [source] in sources])
        return f"now, by their places before, {before}"
    return "now " + "; ".join(writer.several(some, LABEL) for some in items)
