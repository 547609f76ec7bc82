"""What hangs or stands elsewhere: ``> row e12 "Alice": after e9 -> first in e3``, and lists in a new order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uidiff.diffing.records import Reordered
from uidiff.formats.agent.context import LABEL, Context
from uidiff.formats.agent.ranges import ranges
from uidiff.formats.budget import Block
from uidiff.formats.item import Item
from uidiff.text import plural

__all__ = ["moved", "reordered"]

FEW = 12
"""So many re-ordered elements are listed by what they are called."""


def moved(context: Context) -> Iterator[Block]:
    """A block for each element that moved, or for what is printed of it, from where to where."""
    before, after = context.before, context.after
    for record in context.delta.moved:
        items = after.outline.topmost(record.after.index)
        sources = before.outline.topmost(record.before.index)
        if items and sources:
            source, target = before.places.of(sources[0]), after.places.of(items[0])
            if source == target:
                source, target = before.places.counted(sources[0]), after.places.counted(items[0])
            line = f"> {after.writer.several(items, LABEL)}: {source} -> {target}"
            index = record.after.index
            yield Block("moved", [(line, 1)], (items[0].index, 0, 2), (index,))


def reordered(context: Context) -> Iterator[Block]:
    """A block for each list in a new order; the order is told whole."""
    after_of = context.delta.matching.after_of
    for record in context.delta.reordered:
        found = [(i, context.after.outline.topmost(after_of[i])[:1]) for i in record.order]
        printed = [(i, items[0]) for i, items in found if items]
        if printed:
            index = -1 if record.after is None else record.after.index
            line = _line(context, record, [i for i, _ in printed], [item for _, item in printed])
            yield Block("moved", [(line, len(printed))], (index, 0, 3), (index,))


def _line(context: Context, record: Reordered, indices: Sequence[int], items: Sequence[Item]) -> str:
    writer = context.after.writer
    what = plural(writer.role(items[0])) if len({item.role for item in items}) == 1 else "elements"
    where = "page" if record.after is None else context.after.places.within(items[0])
    return f"> {len(items)} {what} in {where} reordered: {_order(context, indices, items)}"


def _order(context: Context, indices: Sequence[int], items: Sequence[Item]) -> str:
    writer = context.after.writer
    places = {i: place for place, i in enumerate(sorted(indices), start=1)}
    order = [places[i] for i in indices]
    if order == list(range(len(order), 0, -1)):
        return "reversed"
    labels = [writer.first_text(item) for item in items]
    if len(items) <= FEW and len(set(labels)) == len(labels) and all(labels):
        return "now " + ",".join(writer.quoted(label, LABEL) for label in labels)
    return f"now, by their places before, {ranges(order)}"
