"""What became of elements that stayed: values, selection, toggles, what can be used, work under way, layout."""

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
from uidiff.diffing.meaning.openings import MENU_ITEMS
from uidiff.diffing.meaning.scene import Scene
from uidiff.diffing.meaning.side import Side
from uidiff.diffing.records import Changed, Record

__all__ = [
    "busy_ended",
    "busy_started",
    "enabled_changed",
    "layout_shifted",
    "selection_changed",
    "toggled",
    "values_entered",
]

_INPUTS = frozenset({"combobox", "searchbox", "slider", "spinbutton", "textbox"})
_MENUS = MENU_ITEMS | {"menu", "menubar"}
_RADIOS = frozenset({"menuitemradio", "radio"})
_TOGGLES = ("checked", "pressed", "expanded")
_SHOWS_VALUE = frozenset({"generic", "line-break", "paragraph", "text"})
"""What comes and goes in an input as its value does: its lines, and its hint while it is empty."""

# ----------------------------------------------------------------------- values


def values_entered(scene: Scene) -> Iterator[ValueEntered]:
    """A ValueEntered for each input whose value differs (WAI-ARIA 1.3, the role "input" and its kinds)."""
    side = scene.after
    end = 0
    for index, record in scene.changed_in("value"):
        editable = record.before.states.get("editable") or record.after.states.get("editable")
        readonly = record.before.states.get("readonly") and record.after.states.get("readonly")
        is_input = side.role(index) in _INPUTS and record.before.role in _INPUTS
        if readonly or not (editable or is_input):
            continue
        before, after = (str(text or "") for text in record.fields["value"])
        if before == after and not after:  # none, and an empty one: to a person the same
            continue
        label = side.own_name(index) or record.after.description or ""
        records: Sequence[Record] = (record,)
        if index >= end:
            end = side.end(index)
            records = scene.in_order((record, *_value_below(scene, record)))
        yield ValueEntered(label, side.role(index), before, after, records=tuple(records))


def _value_below(scene: Scene, record: Changed) -> Iterator[Record | None]:
    """The records of what shows the value below an input."""
    before, after = record.before.index, record.after.index
    for side, index in ((scene.after, after), (scene.before, before)):
        for below in _within(side.alone, index, side.end(index)):
            if side.role(below) in _SHOWS_VALUE:
                yield scene.alone_at(side, below)
    for below in _within(scene.changed_places, after, scene.after.end(after)):
        yield scene.changed_at(scene.after, below)


def _within(places: Sequence[int], start: int, end: int) -> Sequence[int]:
    return places[bisect_left(places, start) : bisect_left(places, end)]


# -------------------------------------------------------------------- selection


def selection_changed(scene: Scene) -> Iterator[SelectionChanged]:
    """A SelectionChanged for each parent (WAI-ARIA 1.3, "aria-selected")."""
    before, after = scene.before, scene.after
    in_menu = after.nearest(lambda index: after.role(index) in _MENUS)
    in_combobox = after.nearest(lambda index: _is_changed_combobox(scene, index))
    groups: dict[int, list[Changed]] = {}
    for index, record in scene.changed_in("selected"):
        seen = after.visible(index) or before.visible(record.before.index)
        if seen and in_menu(index) < 0 and in_combobox(after.parent(index)) < 0:
            groups.setdefault(after.parent(index), []).append(record)
    for records in groups.values():
        selected = next((record for record in records if record.after.states.get("selected")), None)
        index = (selected or records[0]).after.index
        yield SelectionChanged(
            after.label(index), after.role(index), selected=selected is not None, records=tuple(records)
        )


def _is_changed_combobox(scene: Scene, index: int) -> bool:
    if scene.after.role(index) != "combobox":
        return False
    record = scene.changed_at(scene.after, index)
    return record is not None and "value" in record.fields


# ---------------------------------------------------------------------- toggles


def toggled(scene: Scene) -> Iterator[Toggled]:
    """A Toggled for each element and state (WAI-ARIA 1.3, "aria-checked", "aria-pressed", "aria-expanded")."""
    side = scene.after
    for index, record in scene.changed_in(*_TOGGLES):
        for state in _TOGGLES:
            before, after = map(_word, record.fields.get(state, (False, False)))
            unchecked_radio = side.role(index) in _RADIOS and state == "checked" and after != "true"
            if before != after and not unchecked_radio:
                yield Toggled(side.label(index), side.role(index), state, before, after, records=(record,))


def _word(value: object) -> str:
    return value if isinstance(value, str) else str(bool(value)).lower()


def enabled_changed(scene: Scene) -> Iterator[EnabledChanged]:
    """An EnabledChanged for each outermost element (WAI-ARIA 1.3, "aria-disabled": it holds for all that is below)."""
    side = scene.after
    menus = {*scene.menus_shown_only_in(side)}
    menus.update(map(scene.before.partners.__getitem__, scene.menus_shown_only_in(scene.before)))
    in_menu = side.nearest(menus.__contains__)
    told = {enabled: side.nearest(partial(_becomes, scene, enabled=enabled)) for enabled in (True, False)}
    for index, record in scene.changed_in("disabled"):
        enabled = not record.fields["disabled"][1]
        if side.visible(index) and in_menu(index) < 0 and told[enabled](side.parent(index)) < 0:
            yield EnabledChanged(side.label(index), side.role(index), enabled, records=(record,))


def _becomes(scene: Scene, index: int, *, enabled: bool) -> bool:
    record = scene.changed_at(scene.after, index)
    return record is not None and record.fields.get("disabled") == (enabled, not enabled)


# ------------------------------------------------------------------------- work


def busy_started(scene: Scene) -> Iterator[BusyStarted]:
    """A BusyStarted for each element (WAI-ARIA 1.3, "aria-busy"; "progressbar": without value it is indeterminate)."""
    for label, record in _busy(scene, scene.after):
        yield BusyStarted(label, records=(record,))


def busy_ended(scene: Scene) -> Iterator[BusyEnded]:
    """A BusyEnded for each element that is no longer busy."""
    for label, record in _busy(scene, scene.before):
        yield BusyEnded(label, records=(record,))


def _busy(scene: Scene, side: Side) -> Iterator[tuple[str, Record]]:
    """What is busy on one side only, in order."""
    found: list[tuple[int, Record | None]] = []
    for index, record in scene.changed_in("busy"):
        own = index if side is scene.after else record.before.index
        if side.state(own, "busy"):
            found.append((own, record))
    reports = scene.reports("busy")
    if not (side.has_role("progressbar") or side.has_state("busy")):
        return
    found += [
        (index, scene.alone_at(side, index))
        for index in side.alone
        if (reports and side.state(index, "busy")) or _is_indeterminate(side, index)
    ]
    for index, each in sorted(found, key=lambda pair: pair[0]):
        if each is not None:
            yield side.label(index), each


def _is_indeterminate(side: Side, index: int) -> bool:
    if side.role(index) != "progressbar" or side.columns.value[index]:
        return False
    return side.state(index, "valuenow") is None and side.state(index, "valuetext") is None


# ----------------------------------------------------------------------- layout


def layout_shifted(scene: Scene) -> Iterator[LayoutShifted]:
    """At most one LayoutShifted, for all whose bounds alone differ."""
    records = tuple(record for record in scene.delta.changed if record.fields.keys() == {"bounds"})
    if records:
        yield LayoutShifted("", len(records), records=records)
