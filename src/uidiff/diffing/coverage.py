"""Find which records of a delta its events cover; the summary counts the others.

An event about an element that was added or removed covers it with all added or removed elements below it. An event
about a paired element covers the fields that it is about. A changed element is covered if events cover each of its
fields, bounds aside.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from uidiff.diffing.delta import Delta, Place, place_of
from uidiff.diffing.events import (
    BusyEnded,
    BusyStarted,
    DialogAppeared,
    DialogClosed,
    EnabledChanged,
    ErrorAppeared,
    Event,
    FocusMoved,
    ItemsAdded,
    ItemsRemoved,
    LayoutShifted,
    MenuClosed,
    MenuOpened,
    SelectionChanged,
    StatusAnnounced,
    TitleChanged,
    Toggled,
    ValueEntered,
)
from uidiff.diffing.records import Added, Changed, Removed

__all__ = ["parts_of_popups", "uncovered"]

_TEXTS = frozenset({"name", "value", "invalid", "offscreen"})
_MENU = frozenset({"offscreen", "disabled", "focusable", "focused", "selected"})
_COVERED_FIELDS: Mapping[type[Event], frozenset[str]] = {
    BusyEnded: frozenset({"busy"}),
    BusyStarted: frozenset({"busy"}),
    DialogAppeared: frozenset({"offscreen"}),
    DialogClosed: frozenset({"offscreen"}),
    EnabledChanged: frozenset({"disabled", "focusable"}),
    ErrorAppeared: _TEXTS,
    FocusMoved: frozenset({"focused"}),
    LayoutShifted: frozenset({"bounds"}),
    MenuClosed: _MENU,
    MenuOpened: _MENU,
    SelectionChanged: frozenset({"selected"}),
    StatusAnnounced: _TEXTS,
    TitleChanged: frozenset({"name"}),
    ValueEntered: frozenset({"value", "name", "selected", "valuenow", "valuetext"}),
}
"""The fields that an event covers of its changed records; of an input also texts and options that show its value."""

_POPUPS = (DialogAppeared, DialogClosed, MenuClosed, MenuOpened)
_COVER_SUBTREE = (
    *_POPUPS,
    BusyEnded,
    BusyStarted,
    ErrorAppeared,
    ItemsAdded,
    ItemsRemoved,
    StatusAnnounced,
    ValueEntered,
)
"""Events that say that an element was added or removed; others, such as FocusMoved, are only about one that was."""


def uncovered(delta: Delta, events: Sequence[Event]) -> dict[str, int]:
    """Return by the name of a list the number of its records that no event covers; only numbers above 0, in order."""
    fields_at: dict[Place, set[str]] = {}
    whole: set[Place] = set()
    for event in events:
        fields = {event.state} if isinstance(event, Toggled) else _COVERED_FIELDS.get(type(event), frozenset())
        for record in event.records:
            place = place_of(record)
            fields_at.setdefault(place, set()).update(fields)
            if isinstance(event, _COVER_SUBTREE):
                whole.add(place)
    left = {
        "added": len(delta.added) - len(_with_descendants(delta.added, whole)),
        "removed": len(delta.removed) - len(_with_descendants(delta.removed, whole)),
        "changed": sum(not _is_covered(record, fields_at.get(place_of(record))) for record in delta.changed),
        "moved": sum(place_of(record) not in fields_at for record in delta.moved),
        "reordered": sum(place_of(record) not in fields_at for record in delta.reordered),
    }
    return {name: count for name, count in left.items() if count}


def _is_covered(record: Changed, fields: set[str] | None) -> bool:
    return fields is not None and all(field in fields or field == "bounds" for field in record.fields)


def _with_descendants(records: Sequence[Added] | Sequence[Removed], tops: Collection[Place]) -> set[Place]:
    """Return the places of ``tops`` among the records, and those of records below them.

    The records alone tell: a record that is no root has its parent in the list, the last earlier one that is less deep.
    """
    found: set[Place] = set()
    if not tops:
        return found
    branch: list[tuple[int, bool]] = []  # of each ancestor in the list: its depth, and whether it is covered
    for record in records:
        element = record.before if record.after is None else record.after
        while branch and branch[-1][0] >= element.depth:
            branch.pop()
        place = place_of(record)
        covered = place in tops or (not record.root and bool(branch) and branch[-1][1])
        branch.append((element.depth, covered))
        if covered:
            found.add(place)
    return found


def parts_of_popups(delta: Delta, events: Sequence[Event]) -> frozenset[Place]:
    """Return the places of records inside the dialogs and menus that appeared or closed."""
    popups = {place_of(record) for event in events if isinstance(event, _POPUPS) for record in event.records}
    return frozenset(_with_descendants(delta.added, popups) | _with_descendants(delta.removed, popups))
