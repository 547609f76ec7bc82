"""Which events the summary tells, and which in one sentence: those of one kind that agree, what the focus joins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from uidiff.diffing.coverage import parts_of_popups, place_of
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

if TYPE_CHECKING:
    from uidiff.diffing.tree_diff import TreeDiff

__all__ = ["Group", "Key", "groups", "key_of"]

Key: TypeAlias = tuple[object, ...]
"""What events of one kind have in common that stand in one sentence."""


class Group(NamedTuple):
    """What one sentence tells.

    Attributes:
        kind: of its events.
        key: in which they agree.
        events: one at least.
        beside: events of other kinds that it tells too.
    """

    kind: type[Event]
    key: Key
    events: Sequence[Event]
    beside: Sequence[Event]


def groups(delta: TreeDiff) -> list[Group]:
    """What there is to tell, a group a sentence, each where its first event stands."""
    told, beside = _with_the_focus(_worth_saying(delta))
    found: dict[tuple[type[Event], Key], list[Event]] = {}
    for event in told:
        found.setdefault((type(event), key_of(event)), []).append(event)
    return [Group(kind, key, events, beside.get(kind, ())) for (kind, key), events in found.items()]


def _worth_saying(delta: TreeDiff) -> list[Event]:
    """The events but those that another one says already.

    These are the title of a page or dialog that is named, the ``expanded`` of what opened or closed a menu, and the
    items in a dialog or a menu that came or went with it.
    """
    named = {event.label for event in delta.events if isinstance(event, PageNavigated | DialogAppeared)}
    menus = {event.label for event in delta.events if isinstance(event, MenuOpened | MenuClosed)}
    parts = (
        parts_of_popups(delta) if any(isinstance(event, ItemsAdded | ItemsRemoved) for event in delta.events) else ()
    )
    kept: list[Event] = []
    for event in delta.events:
        if isinstance(event, TitleChanged) and event.label in named:
            continue
        if isinstance(event, Toggled) and event.state == "expanded" and event.label in menus:
            continue
        is_items = isinstance(event, ItemsAdded | ItemsRemoved)
        if is_items and event.records and all(place_of(record) in parts for record in event.records):
            continue
        kept.append(event)
    return kept


def _with_the_focus(told: Sequence[Event]) -> tuple[list[Event], Mapping[type[Event], Sequence[Event]]]:
    """The events without those that one sentence tells beside others, and these by the kind of that sentence.

    What was toggled, selected or entered in the element that got the focus is said with that; that the focus is on a
    dialog that appeared is said with the dialog.
    """
    focus = next((event for event in told if isinstance(event, FocusMoved) and event.label), None)
    holder = None if focus is None else _holder(focus)
    if focus is None or holder is None:
        return list(told), {}
    alike = Counter((type(event), key_of(event)) for event in told)
    near = [event for event in told if alike[type(event), key_of(event)] == 1 and _is_about(event, holder)]
    if any(isinstance(event, DialogAppeared) for event in near):
        return [event for event in told if event is not focus], {DialogAppeared: [focus]}
    done = [event for event in near if isinstance(event, SelectionChanged | Toggled | ValueEntered)]
    return [event for event in told if not any(event is one for one in done)], {FocusMoved: done}


def _holder(focus: FocusMoved) -> int | None:
    """The after-index of the element that has the focus."""
    for record in focus.records:
        if isinstance(record, Added) or (isinstance(record, Changed) and record.fields.get("focused") == (False, True)):
            return record.after.index
    return None


def _is_about(event: Event, holder: int) -> bool:
    """Whether it tells of that element of the tree after: of its field, or that it came."""
    field = event.state if isinstance(event, Toggled) else _FIELDS.get(type(event), "")
    records = (record for record in event.records if record.after is not None and record.after.index == holder)
    return any(field in record.fields if isinstance(record, Changed) else not field for record in records)


_FIELDS: Mapping[type[Event], str] = {SelectionChanged: "selected", ValueEntered: "value"}


def key_of(event: Event) -> Key:
    """What events of one kind must have in common to stand in one sentence."""
    if isinstance(event, ErrorAppeared):
        return (_error_word(event),)
    if isinstance(event, StatusAnnounced):
        return (_SPEAKERS.get(event.role, "Status"), event.gone)
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

_SPEAKERS = {"alert": "Alert", "alertdialog": "Alert", "log": "Log"}


def _error_word(event: ErrorAppeared) -> str:
    if event.role in _SPEAKERS:
        return "Alert"
    invalid = any(isinstance(record, Changed) and "invalid" in record.fields for record in event.records)
    return "Invalid" if invalid else "Error"
