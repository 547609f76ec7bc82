"""Events about items of lists, and about places: ItemsAdded, ItemsRemoved, ListReordered, ElementMoved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from uidiff.diffing.events import ElementMoved, ItemsAdded, ItemsRemoved, ListReordered
from uidiff.diffing.labels import KEPT_EMPTY
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
    if context.stands_alone(context.other(tree)):
        return  # the page lives on behind a dialog
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
    """Return the outermost visible unpaired items, but for those of what opened (or closed): dialogs, menus, lists."""
    opened = frozenset(
        (*context.shown_only_in(tree, "menu"), *context.shown_only_in(tree, "listbox"), *context.dialogs(tree))
    )
    in_opened = tree.nearest(opened.__contains__)

    def is_in_item(index: int, above: bool) -> bool:  # noqa: FBT001  # a step of Inherited
        return not tree.stays(index) and (above or _is_item(context, tree, index))

    in_item = Inherited(tree.parent, above_roots=False, step=is_in_item)
    return [
        index
        for index in tree.unpaired
        if _is_item(context, tree, index)
        and tree.visible(index)
        and not in_item(tree.parent(index))
        and in_opened(index) == NO_PARENT
        and not all(_says_nothing(tree, one) for one in range(index, tree.end(index)))
    ]


def _says_nothing(tree: TreeView, index: int) -> bool:
    """Return whether an element has no text and no action, and is of no role that tells by itself: a divider."""
    columns = tree.columns
    return columns.role[index] not in KEPT_EMPTY and not (tree.readable_text(index) or columns.actions[index])


def _is_item(context: DiffContext, tree: TreeView, index: int) -> bool:
    """Return whether an element is an item: by its role; or as it looks, if the list that it is in had such items."""
    if tree.role(index) in _ITEMS:
        return True
    parent = tree.parent(index)
    if parent == NO_PARENT or not tree.stays(parent) or not tree.is_item(index):
        return False
    other, role = context.other(tree), tree.role(index)
    return any(other.role(one) == role and other.is_item(one) for one in other.children(tree.partners[parent]))


class _Movements(NamedTuple):
    """The moved elements by after-index, each with its record.

    Attributes:
        lists: by the parent of a list, the elements that changed places in it.
        within: the others that changed places in their list; with neighbours that came or went there is no telling
            which of them did.
        between: those that have another parent.
    """

    lists: dict[int, list[tuple[int, Record]]]
    within: list[tuple[int, Record]]
    between: list[tuple[int, Record]]


def lists_reordered(context: DiffContext) -> Iterator[ListReordered]:
    """Yield a ListReordered for each parent, by ``reordered_from``; nothing across documents."""
    tree = context.after
    for parent, moved in context.once(_movements).lists.items():
        ((role, count),) = Counter(tree.role(index) for index, _ in moved).most_common(1)
        label = "" if parent == NO_PARENT else tree.label(parent)
        records = context.in_order(record for _, record in moved)
        yield ListReordered(label, role if 2 * count > len(moved) else "", len(moved), records=records)


def elements_moved(context: DiffContext) -> Iterator[ElementMoved]:
    """Yield an ElementMoved for each other visible element that a reader sees elsewhere; nothing across documents.

    That is one of at most two items that changed places in a list in which none came or went; or one that has another
    parent, if its label is no other's, and what is around it for a reader is something else, not only a wrapper.
    """
    tree, movements = context.after, context.once(_movements)
    within = [] if movements.lists or len(movements.within) > _SWAPPED else movements.within
    moved = [pair for pair in within if _is_movable(tree, pair[0]) and _is_place_seen(context, pair[0])]
    moved += [pair for pair in movements.between if _is_elsewhere(context, pair[0])]
    for index, record in sorted(moved, key=lambda pair: pair[0]):
        label = tree.label(index)
        if label and tree.visible(index):
            yield ElementMoved(label, tree.role(index), records=(record,))


_SWAPPED = 2
"""Elements that change places by one move, at most: two neighbours may be swapped."""

_MOVABLE = _ITEMS | {"columnheader", "link"}
"""Roles of elements that a person moves, or sees in another place; others are parts of something."""

_WRAPPERS = frozenset({"generic", "group", "layout-table", "none", "paragraph", "rowgroup", "strong", "emphasis"})
"""Roles of elements that are nothing to a reader unless they have a name."""


def _is_place_seen(context: DiffContext, index: int) -> bool:
    """Return whether a reader can see that an element changed places: none came to its list, or went from it."""
    after, before = context.after, context.before
    beside = (after, after.parent(index)), (before, before.parent(after.partners[index]))
    return not any(tree.parent(one) == parent for tree, parent in beside for one in tree.unpaired)


def _is_elsewhere(context: DiffContext, index: int) -> bool:
    after, before = context.after, context.before
    i = after.partners[index]
    if not _is_movable(after, index) or not (after.is_unique(index) and before.is_unique(i)):
        return False
    container, was_in = _container(after, index), _container(before, i)
    together = container != NO_PARENT and after.partners[container] == was_in
    return not together and container != was_in


def _is_movable(tree: TreeView, index: int) -> bool:
    return tree.role(index) in _MOVABLE or tree.is_item(index)


def _container(tree: TreeView, index: int) -> int:
    """Return the nearest element around that is something to a reader."""
    above = tree.parent(index)
    while above != NO_PARENT and tree.role(above) in _WRAPPERS and not tree.own_name(above):
        above = tree.parent(above)
    return above


def _movements(context: DiffContext) -> _Movements:
    if context.new_document:
        return _Movements({}, [], [])
    before, after = context.before, context.after
    up_before, up_after = before.nearest(before.stays), after.nearest(after.stays)
    lists: dict[int, list[tuple[int, Record]]] = {}
    between: list[tuple[int, Record]] = []
    for record in context.delta.moved:
        i, j = record.before.index, record.after.index
        up, old_up = up_after(after.parent(j)), up_before(before.parent(i))
        together = old_up == up == NO_PARENT or (up != NO_PARENT and after.partners[up] == old_up)
        (lists.setdefault(up, []) if together else between).append((j, record))
    for reordered in context.delta.reordered:
        parent = NO_PARENT if reordered.parent is None else reordered.parent
        lists[parent] = [(before.partners[i], reordered) for i in off_the_longest(reordered.order)]
    many, within = dict[int, list[tuple[int, Record]]](), list[tuple[int, Record]]()
    for parent, moved in sorted(lists.items()):
        if len(moved) < context.rules.reordered_from:
            within += moved
        elif _is_reordering(context, [j for j, _ in moved]):
            many[parent] = moved
    return _Movements(many, within, between)


def _is_reordering(context: DiffContext, moved: Sequence[int]) -> bool:
    """Return whether most elements that stayed are called as before: else other things stand there now.

    Of others than items none may have come or gone: the keys of a calculator in another mode are no list.
    """
    after, before = context.after, context.before
    items = [j for j in moved if _is_movable(after, j)]
    if 2 * len(items) <= len(moved):
        return after.role(moved[0]) != "text" and _is_place_seen(context, moved[0])
    role = after.role(items[0])
    stayed = [j for j in after.children(after.parent(items[0])) if after.role(j) == role and after.stays(j)]
    same = [j for j in stayed if after.label(j) == before.label(after.partners[j])]
    return 2 * len(same) > len(stayed)
