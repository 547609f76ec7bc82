"""The events of a delta as JSON values, beside its records and never instead of them.

What is read is not trusted: names, kinds and types are checked, a role is a token and nothing else, and an event says
no value that its records do not say. The records are named by their list and their place in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import attrs

from uidiff.diffing.coverage import LISTS, place_of
from uidiff.diffing.events import (
    EVENTS,
    Event,
    ItemsAdded,
    ItemsRemoved,
    LayoutShifted,
    ListReordered,
    Toggled,
    ValueEntered,
)
from uidiff.diffing.records import Changed, Record, Reordered
from uidiff.errors import InvalidSnapshot
from uidiff.matching.order import off_the_longest
from uidiff.model.expect import expect_index, expect_list, expect_object, expect_text

if TYPE_CHECKING:
    from uidiff.diffing.tree_diff import TreeDiff

__all__ = ["events_from_dicts", "events_to_dicts"]

_DAMAGED = "write the delta again: it is damaged"
_KINDS = {kind.__name__: kind for kind in EVENTS}
_ROLE = re.compile(r"(?:[a-z0-9-]{1,40})?")
_COUNTS = 2**31
_TOGGLES: Mapping[str, frozenset[str]] = {
    "checked": frozenset({"true", "false", "mixed"}),
    "pressed": frozenset({"true", "false", "mixed"}),
    "expanded": frozenset({"true", "false"}),
}

# --------------------------------------------------------------------- writing


def events_to_dicts(delta: TreeDiff) -> list[dict[str, Any]]:
    """The events, each with its kind, its fields and ``records``: ``[list, place]``, or ``[list, first, how many]``."""
    places = {place_of(record): number for name in LISTS for number, record in enumerate(getattr(delta, name))}
    return [
        {
            "event": type(event).__name__,
            **{name: getattr(event, name) for name in _fields(type(event))},
            "records": [list(run) for run in _runs(event.records, places)],
        }
        for event in delta.events
    ]


def _fields(kind: type[Event]) -> dict[str, str]:
    """The names of its fields and the names of their types, without the records."""
    return {field.name: str(field.type) for field in attrs.fields(kind) if field.name != "records"}


def _runs(records: Sequence[Record], places: Mapping[tuple[str, int], int]) -> Iterator[tuple[object, ...]]:
    """The places of records, those that follow each other in one."""
    name, first, length = "", 0, 0
    for record in records:
        place = place_of(record)
        number = places[place]
        if length and place[0] == name and number == first + length:
            length += 1
            continue
        if length:
            yield (name, first, length) if length > 1 else (name, first)
        name, first, length = place[0], number, 1
    if length:
        yield (name, first, length) if length > 1 else (name, first)


# --------------------------------------------------------------------- reading


def events_from_dicts(value: object, delta: TreeDiff) -> tuple[Event, ...]:
    """The events in JSON values, of the delta whose records they name; InvalidSnapshot tells what does not fit.

    Events of a kind that is not known here are left out.
    """
    items = expect_list(value, "$.events")
    lists = {name: getattr(delta, name) for name in LISTS}
    left = len(EVENTS) * sum(map(len, lists.values()))  # so many are named in long runs by events that were found
    found: list[Event] = []
    last = -1
    for number, item in enumerate(items):
        path = f"$.events[{number}]"
        given = expect_object(item, path)
        kind = _KINDS.get(expect_text(given.get("event"), f"{path}.event"))
        if kind is None:  # a newer minor version may know more kinds
            continue
        if EVENTS.index(kind) < last:
            raise InvalidSnapshot("an event out of order", path, _DAMAGED)
        last = EVENTS.index(kind)
        records = _records(given.get("records"), lists, f"{path}.records", left)
        left -= len(records) if len(records) > 1 else 0
        event = _event(kind, given, records, path)
        _check(event, path)
        found.append(event)
    return tuple(found)


def _event(kind: type[Event], given: Mapping[str, Any], records: tuple[Record, ...], path: str) -> Event:
    fields = _fields(kind)
    if given.keys() != {"event", "records", *fields}:
        raise InvalidSnapshot(f"not the fields of {kind.__name__}", path, _DAMAGED)
    cells: dict[str, Any] = {name: _CHECKS[of](given[name], f"{path}.{name}") for name, of in fields.items()}
    return kind(**cells, records=records)


def _flag(value: object, path: str) -> bool:
    if type(value) is not bool:
        raise InvalidSnapshot(f"expected true or false, got {type(value).__name__}", path, _DAMAGED)
    return value


_CHECKS: Mapping[str, Callable[[Any, str], object]] = {
    "bool": _flag,
    "int": lambda value, path: expect_index(value, path, _COUNTS),
    "str": expect_text,
}


def _check(event: Event, path: str) -> None:
    """Raise InvalidSnapshot where a word that is said unquoted is none, or a value is not that of the records."""
    role = getattr(event, "role", "")
    if not _ROLE.fullmatch(role):
        raise InvalidSnapshot("no role", f"{path}.role", _DAMAGED)
    if isinstance(event, Toggled):
        words = _TOGGLES.get(event.state)
        if words is None:
            raise InvalidSnapshot("no state that is toggled", f"{path}.state", _DAMAGED)
        for name in ("before", "after"):
            if getattr(event, name) not in words:
                raise InvalidSnapshot(f"no value of {event.state}", f"{path}.{name}", _DAMAGED)
    counts = isinstance(event, ItemsAdded | ItemsRemoved | LayoutShifted | ListReordered)
    if counts and getattr(event, "count", 0) != sum(map(_told, event.records)):
        raise InvalidSnapshot("not the number of its records", f"{path}.count", _DAMAGED)
    if isinstance(event, ValueEntered):
        pairs = [record.fields.get("value") for record in event.records if isinstance(record, Changed)]
        if not any(
            pair is not None and (pair[0] or "", pair[1] or "") == (event.before, event.after) for pair in pairs
        ):
            raise InvalidSnapshot("no values that its records say", path, _DAMAGED)


def _told(record: Record) -> int:
    """How many elements a record tells of."""
    return len(off_the_longest(record.order)) if isinstance(record, Reordered) else 1


def _records(value: object, lists: Mapping[str, Sequence[Record]], path: str, most: int) -> tuple[Record, ...]:
    found: list[Sequence[Record]] = []
    last = (-1, -1)
    for number, item in enumerate(expect_list(value, path)):
        place = f"{path}[{number}]"
        name, *numbers = expect_list(item, place) or [None]
        if name not in LISTS or not 1 <= len(numbers) <= 2:  # noqa: PLR2004  # a place, and perhaps how many
            raise InvalidSnapshot("no place of a record", place, _DAMAGED)
        records = lists[name]
        first = expect_index(numbers[0], place, len(records))
        length = expect_index(numbers[1], place, len(records) - first + 1) if len(numbers) > 1 else 1
        if (LISTS.index(name), first) <= last:
            raise InvalidSnapshot("a record out of order", place, _DAMAGED)
        last = (LISTS.index(name), first + length - 1)
        most -= length if len(numbers) > 1 else 0
        if most < 0:
            raise InvalidSnapshot("more records than events have", place, _DAMAGED)
        found.append(records[first : first + length])
    return tuple(chain.from_iterable(found))
