"""Lists and what is in them: ItemsAdded, ItemsRemoved, ListReordered, ElementMoved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from uidiff.diffing.events import ElementMoved, ItemsAdded, ItemsRemoved, ListReordered
from uidiff.diffing.meaning.openings import MENU_ITEMS
from uidiff.diffing.meaning.scene import Scene
from uidiff.diffing.meaning.side import Inherited, Side
from uidiff.diffing.records import Record
from uidiff.matching.order import off_the_longest
from uidiff.model.shape import NO_PARENT

__all__ = ["elements_moved", "items_added", "items_removed", "lists_reordered"]

_ITEMS = frozenset({"article", "listitem", "option", "row", "tab", "treeitem"}) | MENU_ITEMS
"""Roles of what a collection is made of (WAI-ARIA 1.3, "required context role", and the articles of a feed)."""

# ----------------------------------------------------------------- came, went


def items_added(scene: Scene) -> Iterator[ItemsAdded]:
    """An ItemsAdded for each parent and role; nothing across documents."""
    for group in _groups(scene, scene.after):
        yield ItemsAdded(group.label, group.role, group.size, group.within, records=group.records)


def items_removed(scene: Scene) -> Iterator[ItemsRemoved]:
    """An ItemsRemoved for each parent and role; nothing across documents."""
    for group in _groups(scene, scene.before):
        yield ItemsRemoved(group.label, group.role, group.size, group.within, records=group.records)


class _Group(NamedTuple):
    """Items that came or went together."""

    label: str
    role: str
    size: int
    within: str
    records: tuple[Record, ...]


def _groups(scene: Scene, side: Side) -> Iterator[_Group]:
    if scene.new_document:
        return
    holder, named = side.nearest(side.stays), side.nearest(lambda index: bool(side.own_name(index)))
    groups: dict[tuple[int, str], list[int]] = {}
    for index in _without_remade(scene, side):
        parent = holder(side.parent(index))
        if parent != NO_PARENT:
            groups.setdefault((parent, side.role(index)), []).append(index)
    for (_, role), indices in groups.items():
        above = named(side.parent(indices[0]))
        within = "" if above == NO_PARENT else side.own_name(above)
        records = scene.in_order(scene.alone_at(side, index) for index in indices)
        yield _Group(side.label(indices[0]), role, len(indices), within, records)


def _without_remade(scene: Scene, side: Side) -> list[int]:
    """The items of one side without those for which an equal one went, or came, in the same step."""
    other = scene.other(side)
    here, there = _items(scene, side), _items(scene, other)
    roles = {other.role(index) for index in there}
    if roles.isdisjoint(side.role(index) for index in here):
        return here
    known = Counter(_words(other, index) for index in there)
    left = []
    for index in here:
        words = _words(side, index)
        if known[words]:
            known[words] -= 1
        else:
            left.append(index)
    return left


def _words(side: Side, index: int) -> tuple[str, ...]:
    return (side.role(index), *side.spoken(index))


def _items(scene: Scene, side: Side) -> list[int]:
    """The outermost visible items that came (or went), but for those of what opened (or closed)."""
    opened = frozenset((*scene.menus_shown_only_in(side), *scene.lists_shown_only_in(side)))
    in_opened = side.nearest(opened.__contains__)
    in_item = Inherited(side.parent, above_roots=False, step=_in_item_step(side))
    return [
        index
        for index in side.alone
        if side.role(index) in _ITEMS
        and side.visible(index)
        and not in_item(side.parent(index))
        and in_opened(index) == NO_PARENT
    ]


def _in_item_step(side: Side) -> Callable[[int, bool], bool]:
    """Finds whether an element is, or stands in, an item that came with it; what stayed is in none."""

    def step(index: int, above: bool) -> bool:  # noqa: FBT001  # a step of Inherited
        return not side.stays(index) and (above or side.role(index) in _ITEMS)

    return step


# ------------------------------------------------------------------------ moved


class _Movements(NamedTuple):
    """What moved, by after-index, each with its record: by the list that it changed its place in, and all else."""

    lists: dict[int, list[tuple[int, Record]]]
    single: list[tuple[int, Record]]


def lists_reordered(scene: Scene) -> Iterator[ListReordered]:
    """A ListReordered for each parent, by ``reordered_from``; nothing across documents."""
    side = scene.after
    for parent, moved in _movements(scene).lists.items():
        roles = Counter(side.role(index) for index, _ in moved)
        label = "" if parent == NO_PARENT else side.label(parent)
        records = scene.in_order(record for _, record in moved)
        yield ListReordered(label, roles.most_common(1)[0][0], len(moved), records=records)


def elements_moved(scene: Scene) -> Iterator[ElementMoved]:
    """An ElementMoved for each other one that says something and is visible; nothing across documents."""
    side = scene.after
    for index, record in _movements(scene).single:
        label = side.label(index)
        if label and side.visible(index):
            yield ElementMoved(label, side.role(index), records=(record,))


def _movements(scene: Scene) -> _Movements:
    if scene.new_document:
        return _Movements({}, [])
    before, after = scene.before, scene.after
    up_before, up_after = before.nearest(before.stays), after.nearest(after.stays)
    lists: dict[int, list[tuple[int, Record]]] = {}
    single: list[tuple[int, Record]] = []
    for record in scene.delta.moved:
        i, j = record.before.index, record.after.index
        up, old_up = up_after(after.parent(j)), up_before(before.parent(i))
        together = old_up == up == NO_PARENT or (up != NO_PARENT and after.partners[up] == old_up)
        (lists.setdefault(up, []) if together else single).append((j, record))
    for reordered in scene.delta.reordered:
        parent = NO_PARENT if reordered.parent is None else reordered.parent
        lists[parent] = [(before.partners[i], reordered) for i in off_the_longest(reordered.order)]
    many = {}
    for parent, moved in sorted(lists.items()):
        if max(Counter(after.role(j) for j, _ in moved).values()) >= scene.rules.reordered_from:
            many[parent] = moved
        else:
            single += moved
    return _Movements(many, sorted(single, key=lambda pair: pair[0]))
