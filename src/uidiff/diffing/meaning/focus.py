"""Where the focus is: FocusMoved (WAI-ARIA 1.3, "Managing Focus"; Core-AAM: the state ``focused``)."""

from __future__ import annotations

from collections.abc import Iterator

from uidiff.diffing.events import FocusMoved
from uidiff.diffing.focus_holder import focused_elements as snapshot_focus
from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.meaning.tree_view import TreeView
from uidiff.diffing.records import Record

__all__ = ["focus_moved", "focused_elements"]

_FOCUSED = ("focused", True)


def focused_elements(tree: TreeView) -> list[int]:
    """Return the focused elements but for roots, the one that has the focus for a reader first."""
    return [index for index in snapshot_focus(tree.snapshot) if tree.columns.depth[index]]


def focus_moved(context: DiffContext) -> Iterator[FocusMoved]:
    """Yield at most one FocusMoved: to the deepest newly focused element, or away from the one focused before."""
    if not context.reports("focused"):
        return
    gained, lost = _gained_and_lost(context)
    if not gained and not lost:
        return
    before, after = context.before, context.after
    old = next(iter(focused_elements(before)), None)
    from_label = "" if old is None else before.label(old)
    left = None if old is None else _record(context, before, old)
    if old is not None and before.stays(old) and _is_focused(after, before.partners[old]):  # it keeps the focus
        left, kept = None, before.partners[old]
        gained = [j for j in gained if not j < kept < after.end(j)]  # without its ancestors
    if gained:
        new = min(gained, key=lambda index: _rank(after, index))
        if not _is_recreated(context, new):
            records = context.in_order((_record(context, after, new), left))
            yield FocusMoved(after.label(new), after.role(new), from_label, records=records)
    elif old in lost and not focused_elements(after):
        yield FocusMoved("", "", from_label, records=context.in_order((left,)))


def _rank(tree: TreeView, index: int) -> tuple[bool, int, int]:
    return not tree.visible(index), -tree.columns.depth[index], index


def _is_focused(tree: TreeView, index: int) -> bool:
    return _FOCUSED in tree.columns.states[index]


def _record(context: DiffContext, tree: TreeView, index: int) -> Record | None:
    return context.unpaired_record(tree, index) or context.changed_record(tree, index)


def _gained_and_lost(context: DiffContext) -> tuple[list[int], list[int]]:
    """Return the after-elements that are newly focused and the before-elements that no longer are, but for roots."""
    before, after = context.before, context.after
    changed = [index for index, _ in context.changed_with("focused")]
    gained = [j for j in changed if after.state(j, "focused")]
    gained += [j for j in after.unpaired if _is_focused(after, j)]
    lost = [after.partners[j] for j in changed if not after.state(j, "focused")]
    lost += [i for i in before.unpaired if _is_focused(before, i)]
    gained += [record.after.index for record in context.delta.shown if _is_focused(after, record.after.index)]
    lost += [record.before.index for record in context.delta.hidden if _is_focused(before, record.before.index)]
    lost = [i for i in lost if before.columns.depth[i]]
    if lost:
        gained += [record.after.index for record in context.delta.newly_read if _is_focused(after, record.after.index)]
    return [j for j in gained if after.columns.depth[j]], lost


def _is_recreated(context: DiffContext, index: int) -> bool:
    """Return whether the newly focused element was added, and a focused one of its role and label was removed."""
    before, after = context.before, context.after
    if context.unpaired_record(after, index) is None:
        return False
    removed = (i for i in before.unpaired if _is_focused(before, i))
    new = after.role(index), after.label(index)
    return any((before.role(i), before.label(i)) == new for i in removed)
