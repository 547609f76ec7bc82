"""What hangs or stands elsewhere: ``> row e12 "Alice": after e9 -> first in e3``, and lists in a new order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uidiff.diffing.records import Reordered
from uidiff.formats.agent.printed_diff import LABEL, PrintedDiff, PrintedTree
from uidiff.formats.agent.ranges import ranges
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item
from uidiff.formats.outline import MOST_TOPMOST
from uidiff.text import plural

__all__ = ["moved_blocks", "reordered_blocks"]

FEW = 12
"""So many re-ordered elements are listed by what they are called."""


def moved_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """A block for each element that moved, or for what is printed of it, from where to where."""
    before, after = context.before, context.after
    for record in context.delta.moved:
        index = record.after.index
        items, sources = after.outline.topmost(index), before.outline.topmost(record.before.index)
        source, target = _place(before, record.before.index, sources), _place(after, index, items)
        if not (source and target and (items or sources)):
            continue
        if source == target and items and sources:
            source, target = before.places.counted(sources[0]), after.places.counted(items[0])
        what = after.writer.several(items, LABEL) if items else before.writer.several(sources, LABEL)
        yield TextBlock("moved", [(f"> {what}: {source} -> {target}", 1)], (index, 0, 2), (index,))


def _place(side: PrintedTree, index: int, items: Sequence[Item]) -> str:
    """Where an element stands, or what is printed of it; in the element into whose name it is folded; "" if nowhere."""
    if items:
        return side.places.of(items[0])
    folders = side.outline.folders
    within = range(index, min(side.outline.snapshot.ends[index], index + MOST_TOPMOST))
    folder = next((folders[at] for at in within if at in folders), None)
    return "" if folder is None else f"in {side.called(folder)}"


def reordered_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """A block for each list in a new order; the order is told whole."""
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
    where = "page" if record.after is None else context.after.places.within(items[0][0])
    return f"> {len(items)} {what} in {where} reordered: {_order(context, indices, items)}"


def _order(context: PrintedDiff, indices: Sequence[int], items: Sequence[Sequence[Item]]) -> str:
    """The order whole: in a word, by labels, by the places before, or by what each is called."""
    writer, places = context.after.writer, context.before.places
    if list(indices) == sorted(indices, reverse=True):
        return "reversed"
    labels = [some[0].first for some in items]
    if len(items) <= FEW and len(set(labels)) == len(labels) and all(labels):
        return "now " + ",".join(writer.quoted(label, LABEL) for label in labels)
    sources = [context.before.outline.topmost(i) for i in indices]
    parents = {id(source.parent) for some in sources for source in some}
    if len(parents) == 1 and all(len(some) == 1 for some in (*sources, *items)):
        before = ranges([places.position(source) + 1 for [source] in sources])
        return f"now, by their places before, {before}"
    return "now " + "; ".join(writer.several(some, LABEL) for some in items)
