"""Events about fields of paired elements: values, selection, toggles, enabled, busy, layout."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial

from uidiff.diffing.events import (
    BusyEnded,
    BusyStarted,
    EnabledChanged,
    LayoutShifted,
    SelectionChanged,
    Toggled,
    ValueEntered,
)
from uidiff.diffing.labels import CONTROLS, ROW_PARTS
from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.meaning.tree_view import MENU_ITEMS, TreeView
from uidiff.diffing.records import Changed, Record
from uidiff.model.shape import NO_PARENT

__all__ = ["busy_events", "enabled_changed", "layout_shifted", "selection_changed", "toggled", "values_entered"]

_INPUTS = frozenset({"combobox", "searchbox", "slider", "spinbutton", "textbox"})
_MENUS = MENU_ITEMS | {"menu", "menubar"}
_RADIOS = frozenset({"menuitemradio", "radio"})
_TOGGLES = ("checked", "pressed", "expanded")
_SHOWS_VALUE = frozenset({"generic", "line-break", "paragraph", "text"})
"""Roles that are added and removed below an input with its value: its lines, and its hint while it is empty."""


def values_entered(context: DiffContext) -> Iterator[ValueEntered]:
    """Yield a ValueEntered for each input whose value differs (WAI-ARIA 1.3, the role "input" and its kinds)."""
    tree = context.after
    end = 0
    for index, record in context.changed_with("value"):
        editable = record.before.states.get("editable") or record.after.states.get("editable")
        readonly = record.before.states.get("readonly") and record.after.states.get("readonly")
        is_input = tree.role(index) in _INPUTS and record.before.role in _INPUTS
        if readonly or not (editable or is_input):
            continue
        before, after = (str(text or "") for text in record.fields["value"])
        if before == after and not after:  # no value and an empty value look the same
            continue
        label = tree.name_or_near(index)
        records: Sequence[Record] = (record,)
        if index >= end:
            end = tree.end(index)
            records = context.in_order((record, *_value_below(context, record)))
        yield ValueEntered(label, tree.role(index), before, after, records=tuple(records))


def _value_below(context: DiffContext, record: Changed) -> Iterator[Record | None]:
    """Yield the records of the elements below an input that show its value."""
    before, after = record.before.index, record.after.index
    for tree, index in ((context.after, after), (context.before, before)):
        for below in _within(tree.unpaired, index, tree.end(index)):
            if tree.role(below) in _SHOWS_VALUE:
                yield context.unpaired_record(tree, below)
    for below in _within(context.changed_indices, after, context.after.end(after)):
        yield context.changed_record(context.after, below)


def _within(places: Sequence[int], start: int, end: int) -> Sequence[int]:
    return places[bisect_left(places, start) : bisect_left(places, end)]


def selection_changed(context: DiffContext) -> Iterator[SelectionChanged]:
    """Yield a SelectionChanged for each parent (WAI-ARIA 1.3, "aria-selected")."""
    before, after = context.before, context.after
    in_menu = after.nearest(lambda index: after.role(index) in _MENUS)
    in_combobox = after.nearest(lambda index: _is_changed_combobox(context, index))
    row_of = after.nearest(lambda index: not _is_row_part(after, after.parent(index)))
    groups: dict[int, list[Changed]] = {}
    for index, record in context.changed_with("selected"):
        seen = after.visible(index) or before.visible(record.before.index)
        if seen and in_menu(index) < 0 and in_combobox(after.parent(index)) < 0:
            groups.setdefault(_collection(after, index), []).append(record)
    for records in groups.values():
        selected = next((record for record in records if record.after.states.get("selected")), None)
        index, now = (selected or records[0]).after.index, selected is not None
        alike = [record.after.index for record in records if bool(record.after.states.get("selected")) is now]
        count = len({row_of(one) if _is_row_part(after, one) else one for one in alike})
        yield SelectionChanged(after.label(index), after.role(index), now, count, records=tuple(records))


def _collection(tree: TreeView, index: int) -> int:
    """Return what the items around an element are in: the table around a cell of a row."""
    above = tree.parent(index)
    while above != NO_PARENT and (_is_row_part(tree, above) or tree.role(above) == "rowgroup"):
        above = tree.parent(above)
    return above


def _is_changed_combobox(context: DiffContext, index: int) -> bool:
    if context.after.role(index) != "combobox":
        return False
    record = context.changed_record(context.after, index)
    return record is not None and "value" in record.fields


def toggled(context: DiffContext) -> Iterator[Toggled]:
    """Yield a Toggled for each element and state (WAI-ARIA 1.3, "aria-checked", "aria-pressed", "aria-expanded")."""
    tree = context.after
    for index, record in context.changed_with(*_TOGGLES):
        for state in _TOGGLES:
            before, after = map(_word, record.fields.get(state, (False, False)))
            unchecked_radio = tree.role(index) in _RADIOS and state == "checked" and after != "true"
            if before != after and not unchecked_radio and not _is_part_of_toggled(context, index, state):
                yield Toggled(tree.label(index), tree.role(index), state, before, after, records=(record,))


def _is_part_of_toggled(context: DiffContext, index: int, state: str) -> bool:
    """Return whether the cell that an element is in says the same of itself, as the cells of GTK's trees do."""
    parent = context.after.parent(index)
    if not _is_row_part(context.after, parent):
        return False
    record = context.changed_record(context.after, parent)
    own = context.changed_record(context.after, index)
    return record is not None and own is not None and record.fields.get(state) == own.fields.get(state)


def _is_row_part(tree: TreeView, index: int) -> bool:
    return index != NO_PARENT and tree.role(index) in ROW_PARTS


def _word(value: object) -> str:
    return value if isinstance(value, str) else str(bool(value)).lower()


def enabled_changed(context: DiffContext) -> Iterator[EnabledChanged]:
    """Yield an EnabledChanged for each outermost element (WAI-ARIA 1.3: "aria-disabled" holds for descendants)."""
    tree = context.after
    menus = {*context.shown_only_in(tree, "menu")}
    menus.update(map(context.before.partners.__getitem__, context.shown_only_in(context.before, "menu")))
    in_menu = tree.nearest(menus.__contains__)
    covering = {enabled: tree.nearest(partial(_becomes, context, enabled=enabled)) for enabled in (True, False)}
    for index, record in context.changed_with("disabled"):
        enabled = not record.fields["disabled"][1]
        if tree.visible(index) and in_menu(index) < 0 and covering[enabled](tree.parent(index)) < 0:
            label = tree.label(index)
            if label or tree.role(index) in CONTROLS:  # else it is a part without a word, such as a separator
                yield EnabledChanged(label, tree.role(index), enabled, records=(record,))


def _becomes(context: DiffContext, index: int, *, enabled: bool) -> bool:
    record = context.changed_record(context.after, index)
    return record is not None and record.fields.get("disabled") == (enabled, not enabled)


def busy_events(context: DiffContext, kind: type[BusyStarted | BusyEnded]) -> Iterator[BusyStarted | BusyEnded]:
    """Yield an event for each element that is busy on one side only, in document order.

    WAI-ARIA 1.3: "aria-busy", and a "progressbar" without value.
    """
    tree = context.after if kind is BusyStarted else context.before
    found: list[tuple[int, Record | None]] = []
    for index, record in context.changed_with("busy"):
        own = index if tree is context.after else record.before.index
        if tree.state(own, "busy"):
            found.append((own, record))
    reports = context.reports("busy")
    if not (tree.has_role("progressbar") or tree.has_state("busy")):
        return
    found += [
        (index, context.unpaired_record(tree, index))
        for index in tree.unpaired
        if (reports and tree.state(index, "busy")) or _is_indeterminate(tree, index)
    ]
    for index, each in sorted(found, key=lambda pair: pair[0]):
        if each is not None:
            yield kind(tree.label(index), records=(each,))


def _is_indeterminate(tree: TreeView, index: int) -> bool:
    if tree.role(index) != "progressbar" or tree.columns.value[index]:
        return False
    return tree.state(index, "valuenow") is None and tree.state(index, "valuetext") is None


def layout_shifted(context: DiffContext) -> Iterator[LayoutShifted]:
    """Yield at most one LayoutShifted, for all elements of which only the bounds changed."""
    records = tuple(record for record in context.delta.changed if record.fields.keys() == {"bounds"})
    if records:
        yield LayoutShifted("", len(records), records=records)
