"""Events about popups: dialogs, further windows, menus (WAI-ARIA 1.3, "dialog", "alertdialog", "menu")."""

from __future__ import annotations

from collections.abc import Iterator

from uidiff.diffing.events import DialogAppeared, DialogClosed, MenuClosed, MenuOpened
from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.meaning.focus import focused_elements
from uidiff.diffing.meaning.tree_view import MENU_ITEMS, TreeView, items_of
from uidiff.diffing.records import Record

__all__ = ["dialogs_appeared", "dialogs_closed", "menu_events"]


def dialogs_appeared(context: DiffContext) -> Iterator[DialogAppeared]:
    """Yield a DialogAppeared for each outermost dialog, alert dialog or further window that appeared."""
    tree = context.after
    for index in context.dialogs(tree):
        modal = tree.state(index, "modal") is True
        yield DialogAppeared(tree.label(index), tree.role(index), modal, records=_records(context, tree, index))


def dialogs_closed(context: DiffContext) -> Iterator[DialogClosed]:
    """Yield a DialogClosed for each outermost one that disappeared."""
    tree = context.before
    for index in context.dialogs(tree):
        yield DialogClosed(tree.label(index), tree.role(index), records=_records(context, tree, index))


def _records(context: DiffContext, tree: TreeView, index: int) -> tuple[Record, ...]:
    """Return the record that explains why the element is visible, and those of elements that became visible in it."""
    return context.in_order((context.visibility_record(tree, index), *context.visibility_records(tree, index)))


def menu_events(context: DiffContext, kind: type[MenuOpened | MenuClosed]) -> Iterator[MenuOpened | MenuClosed]:
    """Yield an event for each outermost menu that opened or closed (WAI-ARIA Authoring Practices, "Menu Button").

    Its label is the menu's name, else its opener's, else its first item's.
    """
    tree = context.after if kind is MenuOpened else context.before
    menus = tree.outermost_of(context.shown_only_in(tree, "menu"))
    opener = _opener(context, tree) if menus else ""
    for index in menus:
        yield kind(tree.own_name(index) or opener or tree.label(index), records=_menu_records(context, tree, index))


def _opener(context: DiffContext, tree: TreeView) -> str:
    """Return the label of the element that is ``expanded`` while the menus are open; else that of the element with
    ``haspopup`` that is focused while they are closed; else "".
    """
    for j, _ in context.changed_with("expanded"):
        index = j if tree is context.after else context.after.partners[j]
        label = tree.label(index) if tree.state(index, "expanded") is True else ""
        if label:
            return label
    other = context.other(tree)
    pop_up = (index for index in focused_elements(other)[:1] if other.state(index, "haspopup") not in {None, "false"})
    return next(map(other.label, pop_up), "")


def _menu_records(context: DiffContext, tree: TreeView, index: int) -> tuple[Record, ...]:
    if index in tree.appeared_set:
        return _records(context, tree, index)
    items = [context.unpaired_record(tree, item) for item in items_of(tree, index, "menu", MENU_ITEMS)]
    return context.in_order((*items, *context.visibility_records(tree, index)))
