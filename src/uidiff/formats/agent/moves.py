"""Blocks of moved elements, and of lists in another order.

A moved element is ``> row e12 "Alice": after e9 -> first in e3``; a move that no reader can see has no line. Several
that changed places in one list are one line with its order, and a table that was sorted by a column says so:
``> 30 rows in e7 reordered by "Name", ascending``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from uidiff.diffing.records import Moved
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.printed_diff import LABEL, PrintedDiff, PrintedTree
from uidiff.formats.agent.sorting import sorted_by
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item
from uidiff.formats.outline import MOST_TOPMOST
from uidiff.model.shape import NO_PARENT
from uidiff.text import plural

__all__ = ["moved_blocks"]

SEVERAL = 3
"""The least number of items of one list that are one line if they changed places: two may be swapped."""

FEW = 40
"""The most items of a new order that are listed."""


def moved_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each list in another order, and for each other moved element that a reader sees elsewhere."""
    lists = _lists(context)
    for (parent, role), indices in lists.items():
        items = _printed_children(context.after, parent, role)
        if items:
            line = _order_line(context, items)
            yield TextBlock("moved", [(line, len(indices))], (indices[0], 0, 3), indices, told=1)
    in_lists = {index for indices in lists.values() for index in indices}
    for record in context.delta.moved:
        if record.after.index not in in_lists:
            yield from _moved_block(context, record)


def _moved_block(context: PrintedDiff, record: Moved) -> Iterator[TextBlock]:
    before, after = context.before, context.after
    index = record.after.index
    items, sources = after.outline.topmost(index), before.outline.topmost(record.before.index)
    if items and sources and not (index in after.outline.items or record.before.index in before.outline.items):
        items, sources = _moved_contents(context, items)
    source, target = _place(before, record.before.index, sources), _place(after, index, items)
    if not (source and target and (items or sources)):
        return
    if items and sources and _is_where_it_was(context, items[0], sources[0]):
        return
    if source == target and items and sources:
        source, target = before.counted_place(sources[0]), after.counted_place(items[0])
    what = after.writer.several(items, LABEL) if items else before.writer.several(sources, LABEL)
    yield TextBlock("moved", [(f"> {what}: {source} -> {target}", 1)], (index, 0, 2), (index,))


def _moved_contents(context: PrintedDiff, items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """Return those of a moved wrapper's items that a reader sees elsewhere, and where they were.

    What is in a wrapper that is not printed itself tells whether it moved; its partner can hold other things. Its items
    have one printed parent: those that had one before, too, are all where they were, or none is.
    """
    known, before_of = context.before.outline.items, context.delta.matching.before_of
    kept: dict[int, bool] = {}
    seen: list[tuple[Item, Item]] = []
    for item in items:
        was = known.get(before_of[item.index])
        if was is None:
            continue
        if was.up not in kept:
            kept[was.up] = _is_where_it_was(context, item, was)
        if not kept[was.up]:
            seen.append((item, was))
    return [item for item, _ in seen], [was for _, was in seen]


def _is_where_it_was(context: PrintedDiff, item: Item, source: Item) -> bool:
    """Whether an item stands in the same printed parent, with the same items that stayed before and behind it."""
    if not _is_same_parent(context, item, source):
        return False
    after_of = context.delta.matching.after_of
    here, there = context.after.siblings(item), context.before.siblings(source)
    stayed = {one.index for one in here}
    was = [item.index if one is source else after_of[one.index] for one in there]  # or what is in it was printed
    before = [index for index in was if index in stayed]
    known = set(before)
    return before == [one.index for one in here if one.index in known]


def _is_same_parent(context: PrintedDiff, item: Item, source: Item) -> bool:
    """Whether the printed parent of an item is that of the item it was."""
    was = source.up
    return item.up == (NO_PARENT if was == NO_PARENT else context.delta.matching.after_of[was])


def _place(tree: PrintedTree, index: int, items: Sequence[Item]) -> str:
    """Return the place of an element's items, else the item into which it is folded; "" if nothing of it is printed."""
    if items:
        return tree.place(items[0])
    within = range(index, min(tree.outline.snapshot.ends[index], index + MOST_TOPMOST))
    folder = next(filter(None, map(tree.outline.folder, within)), None)
    return "" if folder is None else f"in {tree.called(folder)}"


def _lists(context: PrintedDiff) -> dict[tuple[int, str], list[int]]:
    """Return the after-indices of elements that changed places in printed lists, if in one there are several.

    By the index of the list, NO_PARENT for the top of the page, and the role of the items. Column headers that stand
    before rows that were sorted did not change places.
    """
    before_of = context.delta.matching.before_of
    moved: dict[tuple[int, str], list[int]] = {}
    for index in _moved_elements(context.delta):
        items, sources = context.after.outline.topmost(index), context.before.outline.topmost(before_of[index])
        if len(items) == len(sources) == 1 and _is_same_parent(context, items[0], sources[0]):
            moved.setdefault((items[0].up, items[0].role), []).append(index)
    apart = set(_moved_elements(context.delta, _displaced))
    return {key: own for key, own in moved.items() if len(own) >= SEVERAL and not apart.isdisjoint(own)}


def _displaced(order: Sequence[int]) -> list[int]:
    """Return the values of an order before which other ones stand than before it, once they are sorted."""
    most_before = accumulate(order[:-1], max, initial=-1)
    least_behind = [*accumulate(order[:0:-1], min, initial=math.inf)][::-1]
    around = zip(most_before, order, least_behind, strict=True)
    return [value for before, value, behind in around if not before < value < behind]


def _moved_elements(delta: TreeDiff, among: Callable[[Sequence[int]], Sequence[int]] = tuple) -> Iterator[int]:
    """Yield the after-indices of moved elements, and of those ``among`` the order of each reordered list."""
    yield from (record.after.index for record in delta.moved)
    for record in delta.reordered:
        yield from map(delta.matching.after_of.__getitem__, among(record.order))


def _printed_children(tree: PrintedTree, parent: int, role: str) -> list[Item]:
    siblings = tree.outline.tops if parent == NO_PARENT else tree.outline.items[parent].kids
    return [item for item in siblings if item.role == role]


def _order_line(context: PrintedDiff, items: Sequence[Item]) -> str:
    """Return the line of a list in another order: the column by which it is sorted now, else its first items."""
    tree = context.after
    what = f"> {len(items)} {plural(tree.writer.role(items[0]))} in {tree.within(items[0])} reordered"
    column = sorted_by(context, items)
    if column:
        return f"{what} {column}"
    if _is_reversed(context, items):
        return f"{what}: reversed"
    if _is_ascending(context, items):
        return f"{what}: ascending from {_named(tree, items[0])} to {_named(tree, items[-1])}"
    shown = ",".join(_named(tree, item) for item in items[:FEW])
    more = f" and {len(items) - FEW} more" if len(items) > FEW else ""
    return f"{what}: now {shown}{more}"


def _named(tree: PrintedTree, item: Item) -> str:
    label = tree.label(item)
    return tree.writer.quoted(label, LABEL) if label else tree.writer.label(item, LABEL)


def _is_ascending(context: PrintedDiff, items: Sequence[Item]) -> bool:
    """Whether the labels of the items are in alphabetical order now, and were not before."""
    labels = [context.after.label(item).casefold() for item in items]
    before_of = context.delta.matching.before_of
    were = [label for _, label in sorted(zip((before_of[item.index] for item in items), labels, strict=True))]
    return all(labels) and labels == sorted(labels) and were != labels


def _is_reversed(context: PrintedDiff, items: Sequence[Item]) -> bool:
    before_of = context.delta.matching.before_of
    order = [before_of[item.index] for item in items]
    return min(order) >= 0 and order == sorted(order, reverse=True)
