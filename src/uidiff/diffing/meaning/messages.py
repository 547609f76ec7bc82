"""Messages to the person: ErrorAppeared, StatusAnnounced (WAI-ARIA 1.3, "Live Region Roles")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from uidiff.diffing.events import ErrorAppeared, StatusAnnounced
from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.meaning.live_regions import (
    ALERTS,
    RegionChange,
    live_region_changes,
    nearest_live_region,
    text_records,
)
from uidiff.diffing.meaning.tree_view import Inherited, TreeView
from uidiff.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["errors_appeared", "statuses_announced"]

_CONTENT = frozenset(
    {
        *("row", "cell", "gridcell", "columnheader", "rowheader", "listitem", "option", "treeitem", "article"),
        *("menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio", "link", "button", "heading", "code"),
        *("textbox", "searchbox", "combobox", "spinbutton"),
    },
)
"""Text inside one of these is content or a control, and no message of the program."""

# ----------------------------------------------------------------------- errors


def errors_appeared(context: DiffContext, alerts: Sequence[RegionChange], *, in_place: bool) -> Iterator[ErrorAppeared]:
    """Yield ErrorAppeared in document order; ``in_place``: no page was navigated to and no content loaded."""
    found = [*_alerts(context, alerts), *_invalid(context), *(_messages(context) if in_place else ())]
    yield from (event for _, event in sorted(found, key=lambda pair: pair[0]))


def _alerts(context: DiffContext, changes: Sequence[RegionChange]) -> Iterator[tuple[int, ErrorAppeared]]:
    tree = context.after
    for change in changes:
        if change.after is not None and change.new_texts:
            records = text_records(context, tree, change.after, change.new_texts)
            yield change.after, ErrorAppeared(_joined(tree, change.new_texts), tree.role(change.after), records=records)


def _invalid(context: DiffContext) -> Iterator[tuple[int, ErrorAppeared]]:
    """Yield errors of elements whose ``invalid`` is no longer false or absent (WAI-ARIA 1.3, "aria-invalid")."""
    tree = context.after
    for index, record in context.changed_with("invalid"):
        before, after = record.fields["invalid"]
        if after and not before:
            yield index, ErrorAppeared(tree.label(index), tree.role(index), records=(record,))


def _messages(context: DiffContext) -> Iterator[tuple[int, ErrorAppeared]]:
    tree = context.after
    in_alert = tree.nearest(lambda index: tree.role(index) in ALERTS)
    content = tree.nearest(lambda index: tree.role(index) in _CONTENT or tree.state(index, "editable") is True)
    found = [
        index
        for index in tree.unpaired
        if _message(context, tree, index) and tree.visible(index) and in_alert(index) < 0 and content(index) < 0
    ]
    for index in tree.outermost_of(_without_recreated(context, found)):
        label = _message(context, tree, index)
        yield (
            index,
            ErrorAppeared(label, tree.role(index), records=context.in_order((context.unpaired_record(tree, index),))),
        )


def _message(context: DiffContext, tree: TreeView, index: int) -> str:
    """Return the name or the value of an element if it is short enough for a message and has an error word, else ""."""
    texts = (tree.columns.name[index] or "", tree.columns.value[index] or "")
    rules = context.rules
    return next((text for text in texts if len(text) <= rules.message_length and rules.has_error_word(text)), "")


def _without_recreated(context: DiffContext, found: Sequence[int]) -> list[int]:
    """Leave out elements for which one of the same role and texts was removed."""
    before, after = context.before, context.after

    def words(tree: TreeView, index: int) -> tuple[str, ...]:
        return tree.role(index), fold(tree.columns.name[index]), fold(tree.columns.value[index])

    removed = Counter(words(before, index) for index in before.unpaired) if found else Counter()
    kept = []
    for index in found:
        if removed[words(after, index)]:
            removed[words(after, index)] -= 1
        else:
            kept.append(index)
    return kept


# --------------------------------------------------------------------- statuses


def statuses_announced(context: DiffContext, alerts: Sequence[RegionChange]) -> Iterator[StatusAnnounced]:
    """Yield StatusAnnounced for new texts, in order, then for texts that are gone, in order."""
    changes = live_region_changes(context)
    tree = context.after
    for change in changes:
        if change.after is not None and change.new_texts:
            records = text_records(context, tree, change.after, change.new_texts)
            yield StatusAnnounced(_joined(tree, change.new_texts), tree.role(change.after), records=records)
    toast_of = nearest_live_region(context.before)
    gone = [pair for change in changes for pair in _status_gone(context, change, toast_of)]
    gone += [pair for change in alerts for pair in _alert_gone(context, change)]
    yield from (event for _, event in sorted(gone, key=lambda pair: pair[0]))


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
    return holder, StatusAnnounced(_joined(tree, texts), tree.role(holder), gone=True, records=records)


def _joined(tree: TreeView, texts: Sequence[int]) -> str:
    return " ".join(map(tree.own_text, texts))
