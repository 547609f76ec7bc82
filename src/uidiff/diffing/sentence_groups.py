"""Group the events of a summary into sentences: events of one kind that agree, and what the focus sentence includes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from uidiff.diffing.coverage import parts_of_popups
from uidiff.diffing.delta import Delta, place_of
from uidiff.diffing.events import (
    DialogAppeared,
    DialogClosed,
    EnabledChanged,
    ErrorAppeared,
    Event,
    FocusMoved,
    ItemsAdded,
    ItemsRemoved,
    ListReordered,
    MenuClosed,
    MenuOpened,
    PageNavigated,
    SelectionChanged,
    StatusAnnounced,
    TitleChanged,
    Toggled,
    ValueEntered,
)
from uidiff.diffing.records import Added, Changed

__all__ = ["Key", "SentenceGroup", "key_of", "sentence_groups"]

Key: TypeAlias = tuple[object, ...]
"""The values that events of one sentence have in common."""


class SentenceGroup(NamedTuple):
    """The events of one sentence.

    Attributes:
        kind: their class.
        key: the values in which they agree.
        events: at least one.
        included: events of other kinds that the same sentence says.
    """

    kind: type[Event]
    key: Key
    events: Sequence[Event]
    included: Sequence[Event]


def sentence_groups(delta: Delta, events: Sequence[Event]) -> list[SentenceGroup]:
    """Return the groups, one for each sentence, in the order of their first events."""
    kept, included = _merged_with_focus(_without_implied(delta, events))
    found: dict[tuple[type[Event], Key], list[Event]] = {}
    for event in kept:
        found.setdefault((type(event), key_of(event)), []).append(event)
    return [SentenceGroup(kind, key, group, included.get(kind, ())) for (kind, key), group in found.items()]


def _without_implied(delta: Delta, events: Sequence[Event]) -> list[Event]:
    """Leave out events that another event implies.

    These are the title of a page or dialog that another event names, the ``expanded`` of the element that opened or
    closed a menu, and items inside a dialog or menu that appeared or closed with them.
    """
    named = {event.label for event in events if isinstance(event, PageNavigated | DialogAppeared)}
    menus = {event.label for event in events if isinstance(event, MenuOpened | MenuClosed)}
    has_items = any(isinstance(event, ItemsAdded | ItemsRemoved) for event in events)
    parts = parts_of_popups(delta, events) if has_items else ()
    kept: list[Event] = []
    for event in events:
        if isinstance(event, TitleChanged) and event.label in named:
            continue
        if isinstance(event, Toggled) and event.state == "expanded" and event.label in menus:
            continue
        is_items = isinstance(event, ItemsAdded | ItemsRemoved)
        if is_items and event.records and all(place_of(record) in parts for record in event.records):
            continue
        kept.append(event)
    return kept


def _merged_with_focus(events: Sequence[Event]) -> tuple[list[Event], Mapping[type[Event], Sequence[Event]]]:
    """Take out the events that the sentence of another kind includes, and return them by that kind.

    The sentence about the focus includes what was toggled, selected or entered in the newly focused element. The
    sentence about a dialog that appeared includes that it is focused.
    """
    focus = next((event for event in events if isinstance(event, FocusMoved) and event.label), None)
    focused = None if focus is None else _focused_index(focus)
    if focus is None or focused is None:
        return list(events), {}
    alike = Counter((type(event), key_of(event)) for event in events)
    near = [event for event in events if alike[type(event), key_of(event)] == 1 and _is_about(event, focused)]
    if any(isinstance(event, DialogAppeared) for event in near):
        return [event for event in events if event is not focus], {DialogAppeared: [focus]}
    included = [event for event in near if isinstance(event, SelectionChanged | Toggled | ValueEntered)]
    return [event for event in events if not any(event is one for one in included)], {FocusMoved: included}


def _focused_index(focus: FocusMoved) -> int | None:
    """Return the after-index of the focused element."""
    for record in focus.records:
        if isinstance(record, Added) or (isinstance(record, Changed) and record.fields.get("focused") == (False, True)):
            return record.after.index
    return None


def _is_about(event: Event, index: int) -> bool:
    """Return whether an event is about that after-element: its field, or that it was added."""
    field = event.state if isinstance(event, Toggled) else _FIELDS.get(type(event), "")
    records = (record for record in event.records if record.after is not None and record.after.index == index)
    return any(field in record.fields if isinstance(record, Changed) else not field for record in records)


_FIELDS: Mapping[type[Event], str] = {SelectionChanged: "selected", ValueEntered: "value"}


def key_of(event: Event) -> Key:
    """Return the values that events of this kind must have in common to stand in one sentence."""
    if isinstance(event, ErrorAppeared):
        return (_error_word(event),)
    if isinstance(event, StatusAnnounced):
        return (_REGION_NAMES.get(event.role, "Status"), event.gone)
    return tuple(getattr(event, name) for name in _SHARED.get(type(event), ()))


_SHARED: Mapping[type[Event], tuple[str, ...]] = {
    DialogAppeared: ("role",),
    DialogClosed: ("role",),
    EnabledChanged: ("enabled",),
    ItemsAdded: ("role",),
    ItemsRemoved: ("role",),
    ListReordered: ("role",),
    SelectionChanged: ("selected",),
    Toggled: ("state", "after"),
}
"""Fields in which the events of one sentence agree."""

_REGION_NAMES = {"alert": "Alert", "alertdialog": "Alert", "log": "Log"}


def _error_word(event: ErrorAppeared) -> str:
    if event.role in _REGION_NAMES:
        return "Alert"
    invalid = any(isinstance(record, Changed) and "invalid" in record.fields for record in event.records)
    return "Invalid" if invalid else "Error"
