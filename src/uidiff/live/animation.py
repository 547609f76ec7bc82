"""What a stream leaves out unless it is asked for: shifts, and values that run (spec/definitions#27-streams)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import attrs

from uidiff.diffing.records import Changed
from uidiff.formats.elements import SHORT, changes_value, hidden_fields, is_hidden
from uidiff.formats.stream import ChangedRecord, StreamRecord

__all__ = ["ANIMATED", "RestingValues", "without_shifts"]

ANIMATED = frozenset({"marquee", "progressbar", "scrollbar", "timer"})
"""Roles whose values run by themselves, in them and below them: by WAI-ARIA marquees and timers are not announced, and
progress bars and scroll bars are ranges that users do not set.
"""

_VALUES = frozenset({"name", "value", "valuetext", "description"})

_Fields = Mapping[str, tuple[object, object]]


def without_shifts(records: Iterable[StreamRecord]) -> Iterator[StreamRecord]:
    """The records without changes of bounds, and of what is off screen by these: scrolled away, of the same size."""
    for record in records:
        if isinstance(record, ChangedRecord) and isinstance(change := record.record, Changed):
            before, after = change.before.bounds, change.after.bounds
            sizes = {(box.width, box.height) for box in (before, after) if box is not None}
            scrolled = before and after and before != after and len(sizes) == 1
            left_out = ("bounds", "offscreen") if scrolled else ("bounds",)
            fields = {name: pair for name, pair in change.fields.items() if name not in left_out}
            if fields:
                yield record if len(fields) == len(change.fields) else _with_fields(record, change, fields)
        else:
            yield record


class RestingValues:
    """Holds back the values of elements that animate until a read finds them at rest."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[ChangedRecord, Changed]] = {}  # by number

    def __bool__(self) -> bool:
        return bool(self._held)

    def pass_on(self, records: Collection[StreamRecord], here: Collection[int]) -> Iterator[StreamRecord]:
        """The records to emit after a read.

        Args:
            records: its changes.
            here: the numbers of the elements that were read.
        """
        self._held = {number: held for number, held in self._held.items() if number in here}
        running = {record.id for record in records if isinstance(record, ChangedRecord)}
        yield from self._release([number for number in self._held if number not in running])
        for record in records:
            change = record.record if isinstance(record, ChangedRecord) else None
            if not (isinstance(record, ChangedRecord) and isinstance(change, Changed) and _animates(change)):
                yield record
                continue
            held = self._held.pop(record.id, None)
            joined = change if held is None else _joined(held[1], change)
            if change.fields.keys() <= _VALUES:
                self._held[record.id] = record, joined
            elif joined.fields:
                yield _with_fields(record, joined, joined.fields)

    def rest(self) -> Iterator[StreamRecord]:
        """What is held, at the end."""
        yield from self._release(list(self._held))

    def _release(self, numbers: Iterable[int]) -> Iterator[StreamRecord]:
        for number in numbers:
            record, joined = self._held.pop(number)
            if joined.fields:
                yield _with_fields(record, joined, joined.fields)


def _animates(change: Changed) -> bool:
    """Whether the element, or one above it, has a value that runs by itself."""
    return change.after.role in ANIMATED or any(above.role in ANIMATED for above in change.after.ancestors)


def _joined(first: Changed, then: Changed) -> Changed:
    """One change of two of an element, without the fields that are as they were."""
    fields = dict(first.fields)
    for name, (before, after) in then.fields.items():
        start, _ = fields.get(name, (before, after))
        fields[name] = (start, after)
        if start == after and not is_hidden(before, after):
            del fields[name]
    return attrs.evolve(then, before=first.before, fields=fields)


def _with_fields(record: ChangedRecord, change: Changed, fields: _Fields) -> ChangedRecord:
    """The record of these fields alone."""
    hidden = tuple(map(SHORT.key, hidden_fields(fields)))
    made = attrs.evolve(change, fields=fields)
    return attrs.evolve(record, changes=changes_value(fields, SHORT), hidden=hidden, record=made)
