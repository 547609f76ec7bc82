"""Events about items of lists, and about places: ItemsAdded, ItemsRemoved, ListReordered, ElementMoved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from uidiff.diffing.events import ElementMoved, ItemsAdded, ItemsRemoved, ListReordered
from uidiff.diffing.meaning.context import DiffContext, without_equals
from uidiff.diffing.meaning.tree_view import MENU_ITEMS, Inherited, TreeView
from uidiff.diffing.records import Record
from uidiff.matching.order import off_the_longest
from uidiff.model.shape import NO_PARENT

__all__ = ["elements_moved", "item_events", "lists_reordered"]

_ITEMS = frozenset({"article", "listitem", "option", "row", "tab", "treeitem"}) | MENU_ITEMS
"""Roles of the items of a collection (WAI-ARIA 1.3, "required context role", and the articles of a feed)."""


def item_events(context: DiffContext, kind: type[ItemsAdded | ItemsRemoved]) -> Iterator[ItemsAdded | ItemsRemoved]:
    """Yield an event of added or removed items for each parent and role; nothing across documents."""
    if context.new_document:
        return
    tree = context.after if kind is ItemsAdded else context.before
    holder, named = tree.nearest(tree.stays), tree.nearest(lambda index: bool(tree.own_name(index)))
    groups: dict[tuple[int, str], list[int]] = {}
    for index in _without_recreated(context, tree):
        parent = holder(tree.parent(index))
        if parent != NO_PARENT:
            groups.setdefault((parent, tree.role(index)), []).append(index)
    for (_, role), indices in groups.items():
        above = named(tree.parent(indices[0]))
        within = "" if above == NO_PARENT else tree.own_name(above)
        records = context.in_order(context.unpaired_record(tree, index) for index in indices)
        yield kind(tree.label(indices[0]), role, len(indices), within, records=records)


def _without_recreated(context: DiffContext, tree: TreeView) -> list[int]:
    """Return the items without re-created ones: those that have an equal in the other tree's items."""
    other = context.other(tree)
    here, there = _items(context, tree), _items(context, other)
    roles = {other.role(index) for index in there}
    if roles.isdisjoint(tree.role(index) for index in here):
        return here
    return without_equals(here, partial(_words, tree), map(partial(_words, other), there))


def _words(tree: TreeView, index: int) -> tuple[str, ...]:
    return (tree.role(index), *tree.texts(index))


def _items(context: DiffContext, tree: TreeView) -> list[int]:
    """Return the outermost visible unpaired items, but for those of menus and lists that opened (or closed)."""
    opened = frozenset((*context.shown_only_in(tree, "menu"), *context.shown_only_in(tree, "listbox")))
    in_opened = tree.nearest(opened.__contains__)

    def is_in_item(index: int, above: bool) -> bool:  # noqa: FBT001  # a step of Inherited
        return not tree.stays(index) and (above or tree.role(index) in _ITEMS)

    in_item = Inherited(tree.parent, above_roots=False, step=is_in_item)
    return [
        index
        for index in tree.unpaired
        if tree.role(index) in _ITEMS
        and tree.visible(index)
        and not in_item(tree.parent(index))
        and in_opened(index) == NO_PARENT
    ]


class _Movements(NamedTuple):
    """The moved elements by after-index, each with its record.

    Attributes:
        lists: by the parent of a list, the elements that changed places in it.
        single: all others.
    """

    lists: dict[int, list[tuple[int, Record]]]
    single: list[tuple[int, Record]]


def lists_reordered(context: DiffContext) -> Iterator[ListReordered]:
    """Yield a ListReordered for each parent, by ``reordered_from``; nothing across documents."""
    tree = context.after
    for parent, moved in context.once(_movements).lists.items():
        roles = Counter(tree.role(index) for index, _ in moved)
        label = "" if parent == NO_PARENT else tree.label(parent)
        records = context.in_order(record for _, record in moved)
        yield ListReordered(label, roles.most_common(1)[0][0], len(moved), records=records)


def elements_moved(context: DiffContext) -> Iterator[ElementMoved]:
    """Yield an ElementMoved for each other visible element with a label; nothing across documents."""
    tree = context.after
    for index, record in context.once(_movements).single:
        label = tree.label(index)
        if label and tree.visible(index):
            yield ElementMoved(label, tree.role(index), records=(record,))


def _movements(context: DiffContext) -> _Movements:
    if context.new_document:
        return _Movements({}, [])
    before, after = context.before, context.after
    up_before, up_after = before.nearest(before.stays), after.nearest(after.stays)
    lists: dict[int, list[tuple[int, Record]]] = {}
    single: list[tuple[int, Record]] = []
    for record in context.delta.moved:
        i, j = record.before.index, record.after.index
        up, old_up = up_after(after.parent(j)), up_before(before.parent(i))
        together = old_up == up == NO_PARENT or (up != NO_PARENT and after.partners[up] == old_up)
        (lists.setdefault(up, []) if together else single).append((j, record))
    for reordered in context.delta.reordered:
        parent = NO_PARENT if reordered.parent is None else reordered.parent
        lists[parent] = [(before.partners[i], reordered) for i in off_the_longest(reordered.order)]
    many = {}
    for parent, moved in sorted(lists.items()):
        if max(Counter(after.role(j) for j, _ in moved).values()) >= context.rules.reordered_from:
            many[parent] = moved
        else:
            single += moved
    return _Movements(many, sorted(single, key=lambda pair: pair[0]))
