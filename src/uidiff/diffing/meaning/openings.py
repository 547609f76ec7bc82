"""Which menus and list boxes show in one of two trees and not in the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from uidiff.diffing.meaning.side import Side

__all__ = ["MENU_ITEMS", "items_of", "opened"]

MENU_ITEMS = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"})
_MENU_TITLES = MENU_ITEMS | {"menu", "menubar"}
"""Below one of these a menu that shows no items is a closed one: what is seen of it is its title."""


def opened(side: Side, other: Side, role: str, items: Collection[str]) -> list[int]:
    """The menus (or list boxes) that show here and not there, in order.

    They appeared with an item that is visible, or without any; or they stayed, and now their first item is visible.
    """
    if not side.has_role(role):
        return []
    holder = side.nearest(lambda index: side.role(index) == role)
    found = {index for index in side.fresh if side.role(index) == role and _shows(side, index, role, items)}
    looked_at = set(found)
    for index in side.fresh:
        if side.role(index) not in items and side.role(index) != role:
            continue
        above = holder(side.parent(index))
        if above < 0 or above in looked_at:
            continue
        looked_at.add(above)
        if (
            above not in side.fresh_set
            and side.stays(above)
            and not _visible_items(other, side.partners[above], role, items)
        ):
            found.add(above)
    return sorted(found)


def _shows(side: Side, index: int, role: str, items: Collection[str]) -> bool:
    """Whether something that appeared with this role is open: a closed menu has a title to be seen, too."""
    if _visible_items(side, index, role, items):
        return True
    parent = side.parent(index)
    is_title = role == "menu" and parent >= 0 and side.role(parent) in _MENU_TITLES
    return not is_title and not any(True for _ in items_of(side, index, role, items))


def _visible_items(side: Side, index: int, role: str, items: Collection[str]) -> bool:
    return any(map(side.visible, items_of(side, index, role, items)))


def items_of(side: Side, index: int, role: str, items: Collection[str]) -> Iterator[int]:
    """The items of a menu (or list box), submenus among them, but not theirs."""
    at, end, roles = index + 1, side.end(index), side.columns.role
    while at < end:
        inner = roles[at] == role
        if inner or roles[at] in items:
            yield at
        at = side.end(at) if inner else at + 1
