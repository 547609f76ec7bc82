"""Which records the events of a delta account for, and how many are left to be counted.

An event covers what it tells: of an element that came or went the whole of it, with all below it that came or went with
it; of one that stayed the fields that the event is about. A changed element is covered if each of its fields is told,
the bounds aside: a record whose other fields are told is not left over for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

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
from uidiff.diffing.records import Added, Changed, Record, Removed

if TYPE_CHECKING:
    from uidiff.diffing.tree_diff import TreeDiff

__all__ = ["LISTS", "parts_of_popups", "place_of", "uncovered"]

LISTS = ("added", "removed", "changed", "moved", "reordered")
"""The lists of records that events are read from."""

Place: TypeAlias = tuple[str, int]
"""The list of a record, and the index of its element (of the parent, -1 for the roots, where a list was re-ordered)."""

_TEXTS = frozenset({"name", "value", "invalid", "offscreen"})
_MENU = frozenset({"offscreen", "disabled", "focusable", "focused", "selected"})
_TELLS: Mapping[type[Event], frozenset[str]] = {
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
"""The fields that an event tells of its changed records: of an input's the texts and options that show its value."""

_OPEN = (DialogAppeared, DialogClosed, MenuClosed, MenuOpened)
_TELL_WHOLE = (*_OPEN, BusyEnded, BusyStarted, ErrorAppeared, ItemsAdded, ItemsRemoved, StatusAnnounced, ValueEntered)
"""Events that tell that an element came or went; of the others, such as FocusMoved, it is only what they are about."""


def place_of(record: Record) -> Place:
    """Where a record stands: no two records of a delta have one place."""
    element = record.before if record.after is None else record.after
    return _NAMES.get(type(record), type(record).__name__.lower()), -1 if element is None else element.index


_NAMES: dict[type, str] = {Added: "added", Removed: "removed", Changed: "changed"}


def uncovered(delta: TreeDiff) -> dict[str, int]:
    """By the name of a list, in order, how many of its records no event accounts for; only what is not 0."""
    told: dict[Place, set[str]] = {}
    whole: set[Place] = set()
    for event in delta.events:
        fields = {event.state} if isinstance(event, Toggled) else _TELLS.get(type(event), frozenset())
        for record in event.records:
            place = place_of(record)
            told.setdefault(place, set()).update(fields)
            if isinstance(event, _TELL_WHOLE):
                whole.add(place)
    left = {
        "added": len(delta.added) - len(_with_all_below(delta.added, whole)),
        "removed": len(delta.removed) - len(_with_all_below(delta.removed, whole)),
        "changed": sum(not _is_told(record, told.get(place_of(record))) for record in delta.changed),
        "moved": sum(place_of(record) not in told for record in delta.moved),
        "reordered": sum(place_of(record) not in told for record in delta.reordered),
    }
    return {name: count for name, count in left.items() if count}


def _is_told(record: Changed, told: set[str] | None) -> bool:
    return told is not None and all(field in told or field == "bounds" for field in record.fields)


def _with_all_below(records: Sequence[Added] | Sequence[Removed], whole: Iterable[Place]) -> set[Place]:
    """The places of the records that are told, and of those whose elements came (or went) below theirs.

    It follows from the records alone: one that is no root has its parent in the list, the last one that is less deep.
    """
    tops = frozenset(whole)
    found: set[Place] = set()
    if not tops:
        return found
    branch: list[tuple[int, bool]] = []  # the depth of each element above that is in the list, and whether it is told
    for record in records:
        element = record.before if record.after is None else record.after
        while branch and branch[-1][0] >= element.depth:
            branch.pop()
        place = place_of(record)
        is_told = place in tops or (not record.root and bool(branch) and branch[-1][1])
        branch.append((element.depth, is_told))
        if is_told:
            found.add(place)
    return found


def parts_of_popups(delta: TreeDiff) -> frozenset[Place]:
    """The places of what came or went as a part of a dialog or a menu that did."""
    opened = [place_of(record) for event in delta.events if isinstance(event, _OPEN) for record in event.records]
    if not opened:
        return frozenset()
    return frozenset(_with_all_below(delta.added, opened) | _with_all_below(delta.removed, opened))
