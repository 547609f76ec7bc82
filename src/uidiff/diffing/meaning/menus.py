"""Find the menus and list boxes that are open in one of two trees and not in the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from uidiff.diffing.meaning.tree_view import TreeView

__all__ = ["MENU_ITEMS", "items_of", "opened"]

MENU_ITEMS = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"})
_MENU_TITLES = MENU_ITEMS | {"menu", "menubar"}
"""A menu without visible items below one of these is closed: only its title is visible."""


def opened(tree: TreeView, other: TreeView, role: str, items: Collection[str]) -> list[int]:
    """Return the menus (or list boxes) that are open in ``tree`` and not in ``other``, ascending.

    They appeared with a visible item or without items; or they are paired, and their items are visible only here.
    """
    if not tree.has_role(role):
        return []
    holder = tree.nearest(lambda index: tree.role(index) == role)
    found = {index for index in tree.appeared if tree.role(index) == role and _shows(tree, index, role, items)}
    looked_at = set(found)
    for index in tree.appeared:
        if tree.role(index) not in items and tree.role(index) != role:
            continue
        above = holder(tree.parent(index))
        if above < 0 or above in looked_at:
            continue
        looked_at.add(above)
        if (
            above not in tree.appeared_set
            and tree.stays(above)
            and not _visible_items(other, tree.partners[above], role, items)
        ):
            found.add(above)
    return sorted(found)


def _shows(tree: TreeView, index: int, role: str, items: Collection[str]) -> bool:
    """Return whether a menu (or list box) that appeared is open; a closed menu may show its title."""
    if _visible_items(tree, index, role, items):
        return True
    parent = tree.parent(index)
    is_title = role == "menu" and parent >= 0 and tree.role(parent) in _MENU_TITLES
    return not is_title and not any(True for _ in items_of(tree, index, role, items))


def _visible_items(tree: TreeView, index: int, role: str, items: Collection[str]) -> bool:
    return any(map(tree.visible, items_of(tree, index, role, items)))


def items_of(tree: TreeView, index: int, role: str, items: Collection[str]) -> Iterator[int]:
    """Yield the items of a menu (or list box), submenus among them, but not the items of those."""
    at, end, roles = index + 1, tree.end(index), tree.columns.role
    while at < end:
        inner = roles[at] == role
        if inner or roles[at] in items:
            yield at
        at = tree.end(at) if inner else at + 1
