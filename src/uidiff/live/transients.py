"""Transient elements of a stream: a toast is reported once, when it has gone (spec/features#x8).

Each added element is held back for some seconds. If it is still there after them, it is reported as added, as it is by
then. If it is removed before, one TransientRecord reports it as it was seen last, with the seconds
for which it was seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import inf

import attrs

from uidiff.diffing.refs import Refs
from uidiff.formats.jsonl import added_record
from uidiff.formats.stream import (
    AddedRecord,
    ChangedRecord,
    HiddenRecord,
    MovedRecord,
    NewlyReadRecord,
    RemovedRecord,
    ReorderedRecord,
    StreamRecord,
    TransientRecord,
    UnknownRecord,
)
from uidiff.live.moments import SLACK
from uidiff.live.store import State
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["ShownElements", "TransientBuffer"]


@attrs.frozen
class _Held:
    """An added element that is held back.

    Attributes:
        top: the number of its outermost held ancestor, or its own.
        since: when that was added, in seconds of the stream.
        record: the element as it was seen last.
    """

    top: int
    since: float
    record: AddedRecord


class ShownElements:
    """The elements of a read that pass the filter, by their numbers.

    Attributes:
        places: the index of each element in the filtered snapshot, by its number.
    """

    def __init__(self, snapshot: Snapshot, refs: Refs, *, bounds: bool) -> None:
        self._snapshot = snapshot
        self._refs = refs
        self._bounds = bounds
        self.places: Mapping[int, int] = {number: index for index, number in enumerate(refs.numbers)}

    def above(self, number: int) -> int | None:
        """The number of the parent of an element; None for a root."""
        parent = self._snapshot.parents[self.places[number]]
        return None if parent == NO_PARENT else self._refs.numbers[parent]

    def record(self, number: int) -> AddedRecord:
        """The record that reports an element as added."""
        element = self._snapshot[self.places[number]]
        return added_record(element, self._refs, self._snapshot.taken_at, bounds=self._bounds)

    def in_order(self, numbers: Iterable[int]) -> list[int]:
        """The given elements that are in this read, in document order."""
        return sorted((number for number in numbers if number in self.places), key=self.places.__getitem__)


class TransientBuffer:
    """Holds back the records of added elements for ``seconds``."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held: dict[int, _Held] = {}

    def __bool__(self) -> bool:
        return bool(self._held)

    @property
    def due(self) -> float:
        """When the first held element is to be reported, in seconds of the stream; infinite if there is none."""
        return min((held.since for held in self._held.values()), default=inf) + self._seconds

    def pass_on(
        self,
        records: Collection[StreamRecord],
        state: State,
        shown: ShownElements,
        now: float,
    ) -> Iterator[StreamRecord]:
        """The records to emit after a read: elements that have gone, other changes, and elements that have stayed.

        Args:
            records: the changes as they would be emitted without holding back.
            state: the read, unfiltered.
            shown: the read, filtered.
            now: seconds of the stream.
        """
        removed = {record.id for record in records if isinstance(record, RemovedRecord)}
        held = set(self._held)
        yield from self._gone(removed, state, shown, now)
        gone = held - self._held.keys()
        for record in records:
            if isinstance(record, AddedRecord) and record.number in shown.places:
                self._hold(record, shown, now)
        silent = gone | self._held.keys()  # with the elements that are due: their record shows them as they are now
        for record in records:
            if (kept := self._without_held(record, shown, silent)) is not None:
                yield from self._release(self._held_above(kept, shown), shown)
                yield kept
        due = [number for number, held in self._held.items() if now - held.since >= self._seconds - SLACK]
        stays = shown.in_order(due)
        yield from self._release([one for number in stays for one in (number, *self._above(number, shown))], shown)

    def rest(self, shown: ShownElements) -> Iterator[StreamRecord]:
        """The records of all held elements, at the end; an element that is unread now as it was seen last."""
        held, self._held = self._held, {}
        for number in shown.in_order(held):
            yield shown.record(number)
        for number, lost in held.items():
            if number not in shown.places:
                yield lost.record

    def _without_held(self, record: StreamRecord, shown: ShownElements, silent: Collection[int]) -> StreamRecord | None:
        """A record without the elements that are held; None if it reports only an element of ``silent``."""
        match record:
            case AddedRecord() | NewlyReadRecord():
                return None if record.number in silent else record
            case ReorderedRecord():
                order = tuple(number for number in record.order if number not in self._held)
                return attrs.evolve(record, order=order) if len(order) > 1 else None
            case ChangedRecord() if record.id in self._held and record.id in shown.places:
                self._held[record.id] = attrs.evolve(self._held[record.id], record=shown.record(record.id))
                return None
            case ChangedRecord() | MovedRecord() | UnknownRecord() | RemovedRecord() | HiddenRecord() if (
                record.id in silent
            ):
                return None
            case _:
                return record

    def _hold(self, record: AddedRecord, shown: ShownElements, now: float) -> None:
        parent = shown.above(record.number)
        above = None if parent is None else self._held.get(parent)
        top, since = (record.number, now) if above is None else (above.top, above.since)
        self._held[record.number] = _Held(top, since, record)

    def _held_above(self, record: StreamRecord, shown: ShownElements) -> list[int]:
        """The held elements among the parents that a record names and their ancestors."""
        match record:
            case ReorderedRecord():
                parents = [record.parent]
            case MovedRecord():
                parents = [record.from_parent, record.to_parent]
            case _:
                return []
        named = [parent for parent in parents if parent is not None and self._held]
        above = [number for parent in named for number in (parent, *self._above(parent, shown))]
        return [number for number in above if number in self._held]

    def _above(self, number: int, shown: ShownElements) -> list[int]:
        """The held ancestors of an element."""
        found: list[int] = []
        above = shown.above(number) if number in shown.places else None
        while above is not None:
            if above in self._held:
                found.append(above)
            above = shown.above(above)
        return found

    def _release(self, numbers: Iterable[int], shown: ShownElements) -> Iterator[StreamRecord]:
        """Report held elements as added. Elements below them stay held, with a new ``top``."""
        released = dict.fromkeys(numbers)
        for number in [number for number in released if number not in shown.places]:  # as it was seen last
            yield self._held.pop(number).record
        for number in shown.in_order(released):
            del self._held[number]
            yield shown.record(number)
        for number, held in self._held.items() if released else ():
            if held.top not in self._held:
                top = min((number, *self._above(number, shown)), key=lambda one: shown.places.get(one, inf))
                self._held[number] = attrs.evolve(held, top=top)

    def _gone(self, removed: Collection[int], state: State, shown: ShownElements, now: float) -> Iterator[StreamRecord]:
        """The records of held elements that have gone, one for each ``top``; unread elements have not gone."""
        missing = [number for number in self._held if number not in shown.places]
        if missing and state.snapshot.partial:
            here = set(state.refs.numbers)  # those that no longer pass the filter
            missing = [number for number in missing if number in removed or number in here]
        if not missing:
            return
        held = dict(self._held)
        for number in missing:
            del self._held[number]
        for number in missing:
            gone = held[number]
            if gone.top == number or gone.top not in held:
                element, path = gone.record.element, gone.record.path
                yield TransientRecord(state.snapshot.taken_at, element, path, now - gone.since)
