"""What pops up and goes again: dialogs, further windows, menus (WAI-ARIA 1.3, "dialog", "alertdialog", "menu")."""

from __future__ import annotations

from collections.abc import Iterator

from uidiff.diffing.events import DialogAppeared, DialogClosed, MenuClosed, MenuOpened
from uidiff.diffing.meaning.focus import holders
from uidiff.diffing.meaning.openings import MENU_ITEMS, items_of
from uidiff.diffing.meaning.scene import Scene
from uidiff.diffing.meaning.side import Side
from uidiff.diffing.records import Record

__all__ = ["dialogs_appeared", "dialogs_closed", "menus_closed", "menus_opened"]

_DIALOGS = frozenset({"alertdialog", "dialog", "window"})
_NO_DIALOGS = frozenset({"listbox", "menu", "tooltip"})
"""Roots of their own in programs of the desktop, and no windows to a person."""

# ---------------------------------------------------------------------- dialogs


def dialogs_appeared(scene: Scene) -> Iterator[DialogAppeared]:
    """A DialogAppeared for each outermost dialog, alert dialog or further window that appeared."""
    side = scene.after
    for index in _dialogs(side):
        modal = side.state(index, "modal") is True
        yield DialogAppeared(side.label(index), side.role(index), modal, records=_records(scene, side, index))


def dialogs_closed(scene: Scene) -> Iterator[DialogClosed]:
    """A DialogClosed for each outermost one that went."""
    side = scene.before
    for index in _dialogs(side):
        yield DialogClosed(side.label(index), side.role(index), records=_records(scene, side, index))


def _dialogs(side: Side) -> list[int]:
    roots = [index for index in side.fresh if side.columns.depth[index] == 0 and not side.stays(index)]
    further = set()
    if roots and any(side.stays(index) for index, depth in enumerate(side.columns.depth) if depth == 0):
        further = {index for index in roots if side.role(index) not in _NO_DIALOGS}
    return side.outermost_of([index for index in side.fresh if side.role(index) in _DIALOGS or index in further])


def _records(scene: Scene, side: Side, index: int) -> tuple[Record, ...]:
    """The element's own record, or that because of which it is visible, and those of what became visible in it."""
    return scene.in_order((scene.behind(side, index), *scene.turned_within(side, index)))


# ------------------------------------------------------------------------ menus


def menus_opened(scene: Scene) -> Iterator[MenuOpened]:
    """A MenuOpened for each outermost menu that shows since (WAI-ARIA Authoring Practices, "Menu Button")."""
    for label, records in _menus(scene, scene.after):
        yield MenuOpened(label, records=records)


def menus_closed(scene: Scene) -> Iterator[MenuClosed]:
    """A MenuClosed for each outermost menu that no longer shows."""
    for label, records in _menus(scene, scene.before):
        yield MenuClosed(label, records=records)


def _menus(scene: Scene, side: Side) -> Iterator[tuple[str, tuple[Record, ...]]]:
    """The label of each, its own name, else that of what opened it, else its first item's; and the records."""
    menus = side.outermost_of(scene.menus_shown_only_in(side))
    opener = _opener(scene, side) if menus else ""
    for index in menus:
        yield side.own_name(index) or opener or side.label(index), _menu_records(scene, side, index)


def _opener(scene: Scene, side: Side) -> str:
    """The label of what says ``expanded`` while the menus are open, else of what can pop up something and is focused
    while they are not; "" if neither is there.
    """
    for j, _ in scene.changed_in("expanded"):
        index = j if side is scene.after else scene.after.partners[j]
        label = side.label(index) if side.state(index, "expanded") is True else ""
        if label:
            return label
    other = scene.other(side)
    pop_up = (index for index in holders(other)[:1] if other.state(index, "haspopup") not in {None, "false"})
    return next(map(other.label, pop_up), "")


def _menu_records(scene: Scene, side: Side, index: int) -> tuple[Record, ...]:
    if index in side.fresh_set:
        return _records(scene, side, index)
    came = [scene.alone_at(side, item) for item in items_of(side, index, "menu", MENU_ITEMS)]
    return scene.in_order((*came, *scene.turned_within(side, index)))
