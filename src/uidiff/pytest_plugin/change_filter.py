"""The changes that a test means by the items of ``expected`` and ``allowed``, and a delta without them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, cast, get_args

import attrs

from uidiff.diffing.delta import EVENT_LISTS, LISTS, place_of
from uidiff.diffing.event_kinds import EVENT_KINDS
from uidiff.diffing.events import (
    DialogAppeared,
    DialogClosed,
    Event,
    PageNavigated,
    TitleChanged,
    Toggled,
    ValueEntered,
)
from uidiff.diffing.ignoring import Ignore, Ignored, checked_ignore
from uidiff.diffing.records import Changed, Record
from uidiff.diffing.summary import uncovered
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.pytest_plugin.event_patterns import EventPattern

__all__ = ["ChangeFilter", "ChangeItem", "checked_items", "item_name"]

ChangeItem: TypeAlias = str | Ignore | type[Event] | Event | EventPattern | type[Record] | Callable[[Record], object]
"""One item of ``expected`` or ``allowed``."""

_RECORDS = get_args(Record)
_CIRCUMSTANCES = {PageNavigated: ("url", "document"), TitleChanged: ("title",)}
"""The circumstances that an event stands for."""

_DIALOGS = (DialogAppeared, DialogClosed)

_HIDDEN_SHARE = 4
"""A dialog stands alone if what is outside of it is less than this part of the window without it."""


@attrs.frozen
class ChangeFilter:
    """The changes that items of ``expected`` or ``allowed`` stand for.

    Attributes:
        ignored: names of fields and circumstances, and values of ``uidiff.Ignore``.
        events: patterns of events.
        tests: functions of a record; record classes become such functions.
    """

    ignored: Ignored
    events: tuple[EventPattern, ...]
    tests: tuple[Callable[[Record], object], ...]

    @classmethod
    def of(cls, items: Sequence[ChangeItem]) -> ChangeFilter:
        """The filter of checked items."""
        classes = [item for item in items if isinstance(item, type)]
        records = tuple(item for item in classes if item in _RECORDS)
        functions = [item for item in items if not isinstance(item, type | str | Ignore | Event | EventPattern)]
        return cls(
            Ignored.of(checked_ignore(item for item in items if isinstance(item, str | Ignore))),
            tuple(pattern for item in items if (pattern := _pattern(item)) is not None),
            (*functions, *([lambda record: isinstance(record, records)] if records else ())),
        )

    def occurs(self, delta: TreeDiff) -> bool:
        """Whether the delta has any of these changes."""
        return (
            any(name in self.ignored.names for name in delta.circumstances)
            or any(self._covering(delta))
            or any(len(self._not_ignored(record).fields) < len(record.fields) for record in delta.changed)
            or any(test(record) for record in delta.delta.records for test in self.tests)
        )

    def rest(self, delta: TreeDiff) -> TreeDiff:
        """The delta without these changes; a changed element keeps the fields that remain."""
        meant = self._covering(delta)
        covering = [event for events in meant for event in events]
        covering += filter(None, map(self._texts_of_value, delta.events))
        by_place: dict[tuple[str, int], list[Event]] = {}
        for event in covering:
            for record in event.records:
                by_place.setdefault(place_of(record), []).append(attrs.evolve(event, records=(record,)))

        def is_meant(record: Record) -> bool:
            events = by_place.get(place_of(record), ())
            return any(test(record) for test in self.tests) or bool(events and _accounts(delta, events, record))

        lists: dict[str, Sequence[Record]] = {}
        replaced = EVENT_LISTS if any(isinstance(one, PageNavigated) and not one.soft for one in covering) else ()
        for name in LISTS:
            lists[name] = [] if name in replaced else [one for one in getattr(delta, name) if not is_meant(one)]
        for event in delta.events:
            if isinstance(event, _DIALOGS) and (event in covering or all(map(is_meant, event.records))):
                lists.update(dict.fromkeys(_behind(delta, event), ()))
        for name in ("added", "removed", "unknown", "newly_read", "hidden", "shown"):
            lists[name] = _without_what_is_below(getattr(delta, name), lists[name])
        changed = (self._left_of(delta, record, by_place) for record in cast("list[Changed]", lists["changed"]))
        lists["changed"] = [record for record in changed if record.fields]
        names = {*self.ignored.names, *(name for event in covering for name in _CIRCUMSTANCES.get(type(event), ()))}
        names |= {"title"} if replaced else set()
        if _took_the_focus(covering):
            lists["changed"] = _without_field("focused", cast("list[Changed]", lists["changed"]))
        return _part(
            delta,
            lists,
            {name: pair for name, pair in delta.circumstances.items() if name not in names},
            [event for event, events in zip(delta.events, meant, strict=True) if not events],
        )

    def _covering(self, delta: TreeDiff) -> list[list[Event]]:
        """What is meant of each event of the delta."""
        return [
            [covered for pattern in self.events if (covered := pattern.covered(event)) is not None]
            for event in delta.events
        ]

    def _texts_of_value(self, event: Event) -> Event | None:
        """What else an event tells of an input whose value is meant: the texts in it."""
        if not isinstance(event, ValueEntered):
            return None
        values = (record for record in event.records if isinstance(record, Changed) and "value" in record.fields)
        field = next(values)  # the first one is the input
        if "value" in self._not_ignored(field).fields:
            return None
        return attrs.evolve(event, records=tuple(record for record in event.records if record is not field))

    def _not_ignored(self, record: Changed) -> Changed:
        fields = {name: pair for name, pair in record.fields.items() if name not in self.ignored.names}
        return attrs.evolve(record, fields=self.ignored.reported(fields, record.before, record.after))

    def _left_of(self, delta: TreeDiff, record: Changed, events: dict[tuple[str, int], list[Event]]) -> Changed:
        left = self._not_ignored(record)
        covering = events.get(place_of(record))
        if not covering:
            return left
        one_by_one = {name: attrs.evolve(left, fields={name: pair}) for name, pair in left.fields.items()}
        remaining = {name: left.fields[name] for name, one in one_by_one.items() if not _accounts(delta, covering, one)}
        return attrs.evolve(left, fields=remaining)


def checked_items(option: str, given: object) -> list[ChangeItem]:
    """The items of an option, checked."""
    if isinstance(given, str | Ignore | type) or not isinstance(given, Iterable):
        raise TypeError(f"{option} takes a collection, and this is one item of it: write {option}=[…]")
    items = list(given)
    for item in items:
        known = item in _RECORDS or issubclass(item, Event) if isinstance(item, type) else callable(item)
        if not (known or isinstance(item, str | Ignore | Event | EventPattern)):
            cure = "write names of fields, values of uidiff.Ignore, events, classes of records, or functions"
            shown = ascii(item.__name__) if isinstance(item, type) else type(item).__name__
            raise TypeError(f"{option} has {shown} in it: {cure}")
    checked_ignore(item for item in items if isinstance(item, str | Ignore))
    return items


def _pattern(item: ChangeItem) -> EventPattern | None:
    """The pattern of an item that stands for events."""
    if isinstance(item, Event):
        return EventPattern.of_value(item)
    if isinstance(item, type):
        return EventPattern(item) if issubclass(item, Event) else None
    return item if isinstance(item, EventPattern) else None


def item_name(item: ChangeItem) -> str:
    """The name of an item in a failure."""
    pattern = _pattern(item)
    if pattern is not None:
        return str(pattern)
    if isinstance(item, type):
        return item.__name__
    named = getattr(item, "__qualname__", None)
    return ascii(item) if named is None or isinstance(item, str | Ignore) else ascii(named)[1:-1]


# --------------------------------------------------------------- parts of deltas


def _part(
    delta: TreeDiff,
    lists: dict[str, Sequence[Record]],
    circumstances: dict[str, tuple[object, object]],
    events: Iterable[Event],
) -> TreeDiff:
    """Return a delta with these records, and the events about them or about no record."""
    here = {place_of(record): record for records in lists.values() for record in records}
    left = []
    for event in events:
        places = ((record, here.get(place_of(record))) for record in event.records)
        records = tuple(rest for record, rest in places if rest is not None and _is_about(event, record, rest))
        if records or not event.records:
            left.append(attrs.evolve(event, records=records))
    kept: dict[str, Any] = {name: tuple(records) for name, records in lists.items()}
    part = attrs.evolve(delta.delta, **kept, circumstances=circumstances)
    return TreeDiff(delta=part, rules=delta.rules, given_refs=delta.refs, events_of=lambda _: tuple(left))


def _is_about(event: Event, record: Record, rest: Record) -> bool:
    """Whether an event is about what is left of a record: of a changed one, about any of its fields."""
    if rest is record or not isinstance(rest, Changed):
        return True
    if isinstance(event, ValueEntered):
        return "value" in rest.fields
    fields = (event.state,) if isinstance(event, Toggled) else EVENT_KINDS[type(event)].covers
    return any(field in fields for field in rest.fields)


def _behind(delta: TreeDiff, event: Event) -> tuple[str, ...]:
    """The lists of what a dialog hides while it is open: hidden and shown, as the reader of the window knows it.

    One that was there at the first read stood alone: what is added when it closes was behind it.
    """
    opens = isinstance(event, DialogAppeared)
    with_dialog, other = (delta.after, delta.before) if opens else (delta.before, delta.after)
    elements = filter(None, (record.after if opens else record.before for record in event.records))
    outside = len(with_dialog) - sum(with_dialog.ends[element.index] - element.index for element in elements)
    is_alone = _HIDDEN_SHARE * outside < len(other)
    return ("hidden", "shown", *(("removed" if opens else "added",) if is_alone else ()))


def _accounts(delta: TreeDiff, events: Sequence[Event], record: Record) -> bool:
    """Whether the events cover all that the record has."""
    name = place_of(record)[0]
    if name not in EVENT_LISTS:
        return False
    one: dict[str, Any] = {each: (record,) if each == name else () for each in LISTS}
    return not uncovered(attrs.evolve(delta.delta, **one), events)


def _took_the_focus(events: Iterable[Event]) -> bool:
    """Whether a dialog of these events came with the focus, or went with it."""
    for event in events:
        for record in event.records if isinstance(event, _DIALOGS) else ():
            element = record.before if record.after is None else record.after
            if element is not None and any(one.states.get("focused") for one in (element, *element.descendants)):
                return True
    return False


def _without_field(name: str, records: Iterable[Changed]) -> list[Changed]:
    """The records without a field, if anything is left of them then."""
    left = (
        attrs.evolve(record, fields={other: pair for other, pair in record.fields.items() if other != name})
        for record in records
    )
    return [record for record in left if record.fields]


def _without_what_is_below(records: Sequence[Record], left: Sequence[Record]) -> list[Record]:
    """The added (or removed) elements that remain, except those inside an element that does not remain."""
    kept = {place_of(record)[1] for record in left}
    found: list[Record] = []
    for record in records:
        element = record.before if record.after is None else record.after
        above = None if element is None or getattr(record, "root", True) else element.parent
        if above is not None and above.index not in kept:
            kept.discard(place_of(record)[1])
        elif place_of(record)[1] in kept:
            found.append(record)
    return found
