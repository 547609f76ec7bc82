"""Messages to the person: ErrorAppeared, StatusAnnounced (WAI-ARIA 1.3, "Live Region Roles").

First the texts are found that are new in alerts and live regions, and those that are gone; then the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import attrs

from uidiff.diffing.events import ErrorAppeared, StatusAnnounced
from uidiff.diffing.meaning.context import LIVE_ROLES, POLITENESS, DiffContext, without_equals
from uidiff.diffing.meaning.pages import content_loaded, page_navigated
from uidiff.diffing.meaning.tree_view import Inherited, TreeView
from uidiff.diffing.records import Record
from uidiff.matching.matching import UNMATCHED
from uidiff.model.shape import NO_PARENT
from uidiff.text import fold, same_text

__all__ = ["errors_appeared", "statuses_announced"]

_ALERTS = frozenset({"alert", "alertdialog"})
_TABLES = frozenset({"grid", "table", "treegrid"})
_NOTHING_SAID = -2
"""Stands for a live region where no text counts as news of one."""


@attrs.frozen(eq=False, repr=False)
class _RegionChange:
    """What changed in an alert or a live region.

    Attributes:
        before, after: its index in each tree, None where it is not.
        new_texts: the after-indices of the texts that are new in it.
        gone_texts: the before-indices of the texts that are gone from it, with no equal text in it.
    """

    before: int | None
    after: int | None
    new_texts: list[int]
    gone_texts: list[int]


def _alert_changes(context: DiffContext) -> list[_RegionChange]:
    """Return the changes of alerts and alert dialogs; of nested ones, those of the outermost."""
    if not any(tree.has_role(*_ALERTS) for tree in context.trees):
        return []
    before, after = (tree.outermost(partial(_is_alert, tree)) for tree in context.trees)
    return _changes(context, before, after)


def _live_region_changes(context: DiffContext) -> list[_RegionChange]:
    """Return the changes of live regions; of nested ones, those of the outermost."""
    if not any(tree.has_role(*LIVE_ROLES) or tree.has_state("live") for tree in context.trees):
        return []
    before, after = (Inherited(tree.parent, NO_PARENT, _region_step(tree)) for tree in context.trees)
    return _changes(context, before, after)


def _is_alert(tree: TreeView, index: int) -> bool:
    return tree.role(index) in _ALERTS


def _is_live(tree: TreeView, index: int) -> bool:
    return tree.state(index, "live") in POLITENESS or tree.role(index) in LIVE_ROLES


def _region_step(tree: TreeView) -> Callable[[int, int], int]:
    """Return the step that finds the region of an element, given that of its parent; alerts are no part of a region."""

    def step(index: int, above: int) -> int:
        live, role = tree.state(index, "live"), tree.role(index)
        if above == _NOTHING_SAID or role in _ALERTS or (live and role in _TABLES):
            return _NOTHING_SAID
        if live == "off":
            return NO_PARENT
        return index if above == NO_PARENT and _is_live(tree, index) else above

    return step


# ------------------------------------------------------------------ comparing


def _changes(context: DiffContext, region_before: Inherited[int], region_after: Inherited[int]) -> list[_RegionChange]:
    """Return the regions whose texts changed: those in the tree after, then those that were removed."""
    stayed = _maybe_changed(context, region_before, region_after)
    new_texts: dict[tuple[int, int], list[int]] = {}
    gone_texts: dict[tuple[int, int], list[int]] = {}
    before, after = context.before, context.after
    for j in sorted((*after.unpaired, *stayed)):
        region = region_after(j)
        if region >= 0 and after.visible(j) and after.is_text(j):
            new_texts.setdefault((after.partners[region], region), []).append(j)
    for i in sorted((*before.unpaired, *(after.partners[j] for j in stayed))):
        region = region_before(i)
        if region >= 0 and before.visible(i) and before.is_text(i):
            gone_texts.setdefault((region, before.partners[region]), []).append(i)
    keys = sorted({*new_texts, *gone_texts}, key=lambda key: (key[1] == UNMATCHED, key[1], key[0]))
    changes = []
    for i, j in keys:
        new, old = _without_repeats(context, new_texts.get((i, j), []), gone_texts.get((i, j), []), region_before)
        if new or old:
            changes.append(_RegionChange(None if i == UNMATCHED else i, None if j == UNMATCHED else j, new, old))
    return list(_without_recreated(context, changes))


def _maybe_changed(context: DiffContext, region_before: Inherited[int], region_after: Inherited[int]) -> list[int]:
    """Return the paired elements, by after-index, whose text may differ.

    An element also becomes a text when the last text below it is removed, and ceases to be one when a text is added.
    """
    before, after = context.before, context.after
    stayed = {j for j, _ in context.changed_with("name", "value")}
    stayed.update(context.visibility_candidates)
    beside = [after.parent(j) for j in after.unpaired] + [region_after(j) for j in (*after.unpaired, *stayed)]
    beside_before = [before.parent(i) for i in before.unpaired] + [region_before(i) for i in before.unpaired]
    beside += [before.partners[i] for i in beside_before if i >= 0]
    stayed.update(j for j in beside if j >= 0 and after.stays(j))
    return sorted(stayed)


def _without_repeats(
    context: DiffContext,
    new_texts: list[int],
    gone_texts: list[int],
    region_before: Inherited[int],
) -> tuple[list[int], list[int]]:
    """Leave out texts that the region has on both sides, in any elements, and those whose change is not reported."""
    before, after = context.before, context.after
    quiet = set()
    for j in new_texts:
        i = after.partners[j]
        if i != UNMATCHED and before.visible(i) and region_before(i) >= 0 and not _says_new_text(context, j):
            quiet.add(i)
    for i in gone_texts:
        j = before.partners[i]
        if j != UNMATCHED and not same_text(before.own_text(i), after.own_text(j)) and not _says_new_text(context, j):
            quiet.add(i)
    kept = [j for j in new_texts if after.partners[j] not in quiet]
    lost = [i for i in gone_texts if i not in quiet]
    here, there = lambda j: fold(after.own_text(j)), lambda i: fold(before.own_text(i))
    return without_equals(kept, here, map(there, lost)), without_equals(lost, there, map(here, kept))


def _says_new_text(context: DiffContext, index: int) -> bool:
    """Return whether a change of the name or value of an element is reported."""
    record = context.changed_record(context.after, index)
    return record is not None and not {"name", "value"}.isdisjoint(record.fields)


def _without_recreated(context: DiffContext, changes: Sequence[_RegionChange]) -> Iterator[_RegionChange]:
    """Leave out re-created regions: added ones with the role and texts of a removed one, and these removed ones."""
    before, after = context.before, context.after

    def key(change: _RegionChange) -> tuple[str, ...]:
        if change.after is not None:
            return after.role(change.after), *_folded(after, change.new_texts)
        assert change.before is not None  # noqa: S101  # for the type checker: it is in one of the trees
        return before.role(change.before), *_folded(before, change.gone_texts)

    added = [change for change in changes if change.before is None]
    removed = [change for change in changes if change.after is None]
    kept = {*without_equals(added, key, map(key, removed)), *without_equals(removed, key, map(key, added))}
    return (change for change in changes if change in kept or None not in (change.before, change.after))


def _folded(tree: TreeView, texts: Iterable[int]) -> list[str]:
    return [fold(tree.own_text(index)) for index in texts]


def _text_records(context: DiffContext, tree: TreeView, region: int, texts: Sequence[int]) -> tuple[Record, ...]:
    """Return the records of texts, and that of their region if it was added or removed itself."""
    found: list[Record | None] = [context.unpaired_record(tree, region)]
    for index in texts:
        changed = context.changed_record(tree, index)
        tells = changed is not None and not {"name", "value"}.isdisjoint(changed.fields)
        found.append(changed if tells else context.visibility_record(tree, index))
    return context.in_order(found)


_CONTENT = frozenset(
    {
        *("row", "cell", "gridcell", "columnheader", "rowheader", "listitem", "option", "treeitem", "article"),
        *("menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio", "link", "button", "heading", "code"),
        *("textbox", "searchbox", "combobox", "spinbutton"),
    },
)
"""Text inside one of these is content or a control, and no message of the program."""

# ----------------------------------------------------------------------- errors


def errors_appeared(context: DiffContext) -> Iterator[ErrorAppeared]:
    """Yield ErrorAppeared in document order.

    Texts without a role for messages count only if no other page was navigated to and no content loaded.
    """
    elsewhere = _is_another_page(context) or any(content_loaded(context))
    found = [*_alerts(context), *_invalid(context), *(() if elsewhere else _messages(context))]
    yield from (event for _, event in sorted(found, key=lambda pair: pair[0]))


def _is_another_page(context: DiffContext) -> bool:
    """Return whether another page was navigated to; a form that comes back with its errors has the same address."""
    address, before = context.delta.after.url, context.delta.before.url
    same = address is not None and address == before
    return any(page_navigated(context)) and not (context.new_document and same)


def _alerts(context: DiffContext) -> Iterator[tuple[int, ErrorAppeared]]:
    tree = context.after
    for change in context.once(_alert_changes):
        if change.after is not None and change.new_texts and _is_error(context, tree, change.new_texts):
            records = _text_records(context, tree, change.after, change.new_texts)
            yield change.after, ErrorAppeared(_joined(tree, change.new_texts), tree.role(change.after), records=records)


def _is_error(context: DiffContext, tree: TreeView, texts: Sequence[int]) -> bool:
    """Return whether an alert says that something is wrong; others tell that something was done, or what there is."""
    rules = context.rules
    words = [tree.own_text(index) for index in texts]
    return any(rules.has_error_word(text) or rules.has_problem_word(text) for text in words) or any(_invalid(context))


def _invalid(context: DiffContext) -> Iterator[tuple[int, ErrorAppeared]]:
    """Yield errors of elements whose ``invalid`` is no longer false or absent (WAI-ARIA 1.3, "aria-invalid").

    The label has the field and what its new description says of it.
    """
    tree = context.after
    for index, record in context.changed_with("invalid"):
        before, after = record.fields["invalid"]
        if after and not before:
            said = record.fields.get("description", ("", ""))[1]
            label = ": ".join(filter(None, (tree.label(index), fold(str(said or "")))))
            yield index, ErrorAppeared(label, tree.role(index), records=(record,))


def _messages(context: DiffContext) -> Iterator[tuple[int, ErrorAppeared]]:
    tree = context.after
    in_alert = tree.nearest(lambda index: tree.role(index) in _ALERTS)
    content = tree.nearest(lambda index: tree.role(index) in _CONTENT or tree.state(index, "editable") is True)
    found = [
        index
        for index in tree.unpaired
        if _message(context, tree, index) and tree.visible(index) and in_alert(index) < 0 and content(index) < 0
    ]
    removed = map(partial(_words, context.before), context.before.unpaired if found else ())
    said: set[tuple[int, str]] = set()
    for index in tree.outermost_of(without_equals(found, partial(_words, tree), removed)):  # others were re-created
        message = _message(context, tree, index)
        if (tree.parent(index), message) not in said:  # a trace of calls says it at its top and at its end
            said.add((tree.parent(index), message))
            records = context.in_order((context.unpaired_record(tree, index),))
            yield index, ErrorAppeared(message, tree.role(index), records=records)


def _words(tree: TreeView, index: int) -> tuple[str, ...]:
    return tree.role(index), fold(tree.columns.name[index]), fold(tree.columns.value[index])


def _message(context: DiffContext, tree: TreeView, index: int) -> str:
    """Return the name or the value of an element if it is short enough for a message and says that something is wrong.

    Words such as "required" do so beside a field that was there before, or in a form that came back.
    """
    texts = (tree.columns.name[index] or "", tree.columns.value[index] or "")
    rules = context.rules
    for text in filter(None, texts):
        if len(text) > rules.message_length:
            continue
        if rules.has_error_word(text):
            return text
        if rules.has_problem_word(text) and (context.new_document or _is_beside_field(tree, index)):
            return text
    return ""


def _is_beside_field(tree: TreeView, index: int) -> bool:
    """Return whether a field that stayed is within a few levels around an element."""
    above = tree.parent(index)
    for _ in range(_BESIDE):
        if above == NO_PARENT or tree.columns.depth[above] == 0:
            return False
        inside = range(above, tree.end(above))
        if len(inside) > _FIELD:
            return False
        if any(tree.role(one) in _INPUTS and tree.stays(one) for one in inside):
            return True
        above = tree.parent(above)
    return False


_INPUTS = frozenset({"checkbox", "combobox", "listbox", "radiogroup", "searchbox", "spinbutton", "switch", "textbox"})

_BESIDE = 3
"""The levels above a message that are searched for the field that it is about."""

_FIELD = 60
"""The most elements of what is around a field and its message."""


# --------------------------------------------------------------------- statuses


def statuses_announced(context: DiffContext) -> Iterator[StatusAnnounced]:
    """Yield StatusAnnounced for new texts, in order, then for texts that are gone, in order."""
    tree = context.after
    alerts = [change for change in context.once(_alert_changes) if not _is_told(context, change)]
    changes = [change for change in context.once(_live_region_changes) if not _is_of_something_else(context, change)]
    for change in sorted((*alerts, *changes, *_toasts(context)), key=lambda one: one.after or 0):
        if change.after is not None and change.new_texts:
            records = _text_records(context, tree, change.after, change.new_texts)
            yield StatusAnnounced(_joined(tree, change.new_texts), tree.role(change.after), records=records)
    if context.stands_alone(tree):
        return  # they live on behind a dialog
    toast_of = context.before.nearest(partial(_is_live, context.before))
    gone = [pair for change in changes for pair in _status_gone(context, change, toast_of)]
    gone += [pair for change in context.once(_alert_changes) for pair in _alert_gone(context, change)]
    yield from (event for _, event in sorted(gone, key=lambda pair: pair[0]))


def _toasts(context: DiffContext) -> Iterator[_RegionChange]:
    """Yield short messages without a role for it: what was put at the very end of a window, and is nothing else.

    Such are the notices of GTK, and those that pages append to their end: a sentence, with a button or two at most.
    """
    tree = context.after
    if context.new_document or context.stands_alone(context.before) or context.stands_alone(tree):
        return
    told = {change.after for change in (*context.once(_alert_changes), *context.once(_live_region_changes))}
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
        said = _joined(tree, texts)
        if len(inside) == 1 or any(_message(context, tree, one) for one in inside):
            continue  # a bare text is a part of what is around it; an error is told as one
        is_sentence = sum(map(str.isalpha, said)) >= _LETTERS and len(said) <= context.rules.message_length
        if is_sentence and " " in said and len(buttons) <= _BUTTONS:
            yield _RegionChange(None, index, texts, [])


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


def _is_told(context: DiffContext, change: _RegionChange) -> bool:
    """Return whether an alert is told as an error, or as a dialog."""
    tree = context.after
    if change.after is None or not change.new_texts:
        return True
    return tree.role(change.after) != "alert" or _is_error(context, tree, change.new_texts)


def _is_of_something_else(context: DiffContext, change: _RegionChange) -> bool:
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
    context: DiffContext, change: _RegionChange, toast_of: Inherited[int]
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


def _alert_gone(context: DiffContext, change: _RegionChange) -> Iterator[tuple[int, StatusAnnounced]]:
    if (
        change.before is not None
        and change.gone_texts
        and context.before.role(change.before) == "alert"
        and _is_silent(context, change)
    ):
        yield _gone_event(context, change.before, change.gone_texts)


def _is_silent(context: DiffContext, change: _RegionChange) -> bool:
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
    records = _text_records(context, tree, holder, texts)
    return holder, StatusAnnounced(_joined(tree, texts), tree.role(holder), gone=True, records=records)


def _joined(tree: TreeView, texts: Sequence[int]) -> str:
    return " ".join(map(tree.own_text, texts))
