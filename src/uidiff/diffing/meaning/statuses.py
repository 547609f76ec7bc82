"""Messages of what was done, or of what there is: StatusAnnounced (WAI-ARIA 1.3, "Live Region Roles")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from uidiff.diffing.events import StatusAnnounced
from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.meaning.errors import error_message, is_error
from uidiff.diffing.meaning.regions import (
    RegionChange,
    alert_changes,
    is_live,
    joined_texts,
    live_region_changes,
    text_records,
)
from uidiff.diffing.meaning.tree_view import Inherited, TreeView

__all__ = ["statuses_announced"]


def statuses_announced(context: DiffContext) -> Iterator[StatusAnnounced]:
    """Yield StatusAnnounced for new texts, in order, then for texts that are gone, in order."""
    tree = context.after
    alerts = [change for change in context.once(alert_changes) if not _is_told(context, change)]
    changes = [change for change in context.once(live_region_changes) if not _is_of_something_else(context, change)]
    for change in sorted((*alerts, *changes, *_toasts(context)), key=lambda one: one.after or 0):
        if change.after is not None and change.new_texts:
            records = text_records(context, tree, change.after, change.new_texts)
            yield StatusAnnounced(joined_texts(tree, change.new_texts), tree.role(change.after), records=records)
    if context.stands_alone(tree):
        return  # they live on behind a dialog
    toast_of = context.before.nearest(partial(is_live, context.before))
    gone = [pair for change in changes for pair in _status_gone(context, change, toast_of)]
    gone += [pair for change in context.once(alert_changes) for pair in _alert_gone(context, change)]
    yield from (event for _, event in sorted(gone, key=lambda pair: pair[0]))


def _toasts(context: DiffContext) -> Iterator[RegionChange]:
    """Yield short messages without a role for it: what was put at the very end of a window, and is nothing else.

    Such are the notices of GTK, and those that pages append to their end: a sentence, with a button or two at most.
    """
    tree = context.after
    if context.new_document or context.stands_alone(context.before) or context.stands_alone(tree):
        return
    told = {change.after for change in (*context.once(alert_changes), *context.once(live_region_changes))}
    content = tree.nearest(lambda index: tree.role(index) in _NO_TOAST)
    in_button = tree.nearest(lambda index: tree.role(index) in _TOAST_BUTTONS)
    for index in tree.outermost_of(tree.unpaired):
        inside = range(index, tree.end(index))
        is_small = tree.columns.depth[index] > 0 and len(inside) <= _TOAST
        if not is_small or not tree.visible(index) or not _is_at_end(tree, index) or not told.isdisjoint(inside):
            continue
        if content(index) >= 0 or tree.role(index) == "window" or any(tree.role(one) in _NO_TOAST for one in inside):
            continue
        buttons = [one for one in inside if tree.role(one) in _TOAST_BUTTONS]
        texts = [one for one in inside if tree.is_text(one) and in_button(one) < 0]
        said = joined_texts(tree, texts)
        if len(inside) == 1 or any(error_message(context, tree, one) for one in inside):
            continue  # a bare text is a part of what is around it; an error is told as one
        is_sentence = sum(map(str.isalpha, said)) >= _LETTERS and len(said) <= context.rules.message_length
        if is_sentence and " " in said and len(buttons) <= _BUTTONS:
            yield RegionChange(None, index, texts, [])


def _is_at_end(tree: TreeView, index: int) -> bool:
    """Return whether nothing follows an element but what is no longer than it: it stands at the end of the window."""
    return len(tree.columns.depth) - tree.end(index) <= _TOAST


_TOAST = 12
"""The most elements of a message without a role, and behind it in its window."""

_TOAST_BUTTONS = frozenset({"button", "link"})
_BUTTONS = 2
_LETTERS = 8

_NO_TOAST = frozenset(
    {
        *("dialog", "alertdialog", "menu", "menuitem", "listbox", "option", "tooltip", "table", "grid", "row", "cell"),
        *("treeitem", "tab", "tabpanel", "textbox", "combobox", "checkbox", "radio", "slider", "spinbutton"),
        *("heading", "article", "form", "main", "navigation", "contentinfo", "status", "log", "alert", "progressbar"),
        *("code", "figure", "toolbar"),
    },
)
"""Roles of what is no toast, and of what has none in it."""


def _is_told(context: DiffContext, change: RegionChange) -> bool:
    """Return whether an alert is told as an error, or as a dialog."""
    tree = context.after
    if change.after is None or not change.new_texts:
        return True
    return tree.role(change.after) != "alert" or is_error(context, tree, change.new_texts)


def _is_of_something_else(context: DiffContext, change: RegionChange) -> bool:
    """Return whether a live region came or went only as a part of something larger: a row, a dialog, another view."""
    for tree, region in ((context.after, change.after), (context.before, change.before)):
        if region is None or (change.after is not None and change.before is not None):
            continue
        top = region
        while tree.parent(top) in tree.appeared_set or tree.parent(top) in tree.unpaired_set:
            top = tree.parent(top)
        return top != region and bool(set(tree.texts(top)) - set(tree.texts(region)))
    return False


def _status_gone(
    context: DiffContext, change: RegionChange, toast_of: Inherited[int]
) -> Iterator[tuple[int, StatusAnnounced]]:
    """Yield the region if it or all its texts are gone, else the toasts that are gone: regions inside it."""
    if change.before is None or not change.gone_texts:
        return
    if _is_silent(context, change):
        yield _gone_event(context, change.before, change.gone_texts)
        return
    toasts: dict[int, list[int]] = {}
    for index in change.gone_texts:
        toasts.setdefault(toast_of(index), []).append(index)
    for toast, texts in toasts.items():
        if toast != change.before and toast in context.before.appeared_set:
            yield _gone_event(context, toast, texts)


def _alert_gone(context: DiffContext, change: RegionChange) -> Iterator[tuple[int, StatusAnnounced]]:
    if (
        change.before is not None
        and change.gone_texts
        and context.before.role(change.before) == "alert"
        and _is_silent(context, change)
    ):
        yield _gone_event(context, change.before, change.gone_texts)


def _is_silent(context: DiffContext, change: RegionChange) -> bool:
    """Return whether the region has no visible text left, and nothing in it was left unread."""
    if change.new_texts:
        return False
    if change.after is None:
        return True
    tree = context.after
    below = range(change.after, tree.end(change.after))
    unread = any(tree.columns.unread[below.start : below.stop])
    return not unread and not any(tree.visible(index) and tree.is_text(index) for index in below)


def _gone_event(context: DiffContext, holder: int, texts: Sequence[int]) -> tuple[int, StatusAnnounced]:
    tree = context.before
    records = text_records(context, tree, holder, texts)
    return holder, StatusAnnounced(joined_texts(tree, texts), tree.role(holder), gone=True, records=records)
