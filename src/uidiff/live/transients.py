"""What is seen and gone in a stream: a toast is told of once, when it has gone (spec/features#x8).

Whatever comes is held back for a while. What is still there then is told of as it is by then; what has gone before is
told of in one record, as it was seen last, with how long it was seen.
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
    MovedRecord,
    NewlyReadRecord,
    RemovedRecord,
    ReorderedRecord,
    StreamRecord,
    TransientRecord,
    UnknownRecord,
)
from uidiff.live.store import State
from uidiff.live.ticks import SLACK
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["Shown", "TransientBuffer"]


@attrs.frozen
class _Held:
    """What came and is not told of yet.

    Attributes:
        top: the number of the outermost element that is held with it.
        since: when that came.
        record: it, as it was seen last.
    """

    top: int
    since: float
    record: AddedRecord


class Shown:
    """The elements of a read that the reader wants to hear of, known by their numbers."""

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
        """What tells of an element as of one that came."""
        element = self._snapshot[self.places[number]]
        return added_record(element, self._refs, self._snapshot.taken_at, bounds=self._bounds)

    def in_order(self, numbers: Iterable[int]) -> list[int]:
        """Those of the elements that are here, in document order."""
        return sorted((number for number in numbers if number in self.places), key=self.places.__getitem__)


class TransientBuffer:
    """Holds back what comes, for so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held: dict[int, _Held] = {}

    def __bool__(self) -> bool:
        return bool(self._held)

    @property
    def due(self) -> float:
        """When the first of what is held back will have been there for long enough."""
        return min((held.since for held in self._held.values()), default=inf) + self._seconds

    def pass_on(
        self,
        records: Collection[StreamRecord],
        state: State,
        shown: Shown,
        now: float,
    ) -> Iterator[StreamRecord]:
        """What to tell of one read: what concerns nothing that is held back, what has gone, what stays.

        Args:
            records: what changed, as it would be told without this.
            state: what was read, the whole window.
            shown: what of it the reader wants to hear of.
            now: seconds from anywhere, which never go back.
        """
        removed = {record.id for record in records if isinstance(record, RemovedRecord)}
        held = set(self._held)
        yield from self._gone(removed, state, shown, now)
        gone = held - self._held.keys()
        for record in records:
            if isinstance(record, AddedRecord) and record.number in shown.places:
                self._hold(record, shown, now)
        silent = gone | self._held.keys()  # also what is told of below, which is told as it is now
        for record in records:
            if (told := self._told(record, shown, silent)) is not None:
                yield from self._tell(self._held_above(told, shown), shown)
                yield told
        due = [number for number, held in self._held.items() if now - held.since >= self._seconds - SLACK]
        stays = shown.in_order(due)
        yield from self._tell([one for number in stays for one in (number, *self._above(number, shown))], shown)

    def rest(self, shown: Shown) -> Iterator[StreamRecord]:
        """What is still held back, at the end; what could not be read lately as it was seen last."""
        held, self._held = self._held, {}
        for number in shown.in_order(held):
            yield shown.record(number)
        for number, lost in held.items():
            if number not in shown.places:
                yield lost.record

    def _told(self, record: StreamRecord, shown: Shown, silent: Collection[int]) -> StreamRecord | None:
        """What to tell at once of a record; nothing where it concerns what was held back, or has gone before."""
        match record:
            case AddedRecord() | NewlyReadRecord():
                return None if record.number in silent else record
            case ReorderedRecord():
                order = tuple(number for number in record.order if number not in self._held)
                return attrs.evolve(record, order=order) if len(order) > 1 else None
            case ChangedRecord() if record.id in self._held and record.id in shown.places:
                self._held[record.id] = attrs.evolve(self._held[record.id], record=shown.record(record.id))
                return None
            case ChangedRecord() | MovedRecord() | UnknownRecord() | RemovedRecord() if record.id in silent:
                return None
            case _:
                return record

    def _hold(self, record: AddedRecord, shown: Shown, now: float) -> None:
        parent = shown.above(record.number)
        above = None if parent is None else self._held.get(parent)
        top, since = (record.number, now) if above is None else (above.top, above.since)
        self._held[record.number] = _Held(top, since, record)

    def _held_above(self, record: StreamRecord, shown: Shown) -> list[int]:
        """What is held back of the parents that a record names, and of what they are below."""
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

    def _above(self, number: int, shown: Shown) -> list[int]:
        """The ancestors of an element that are held back."""
        found: list[int] = []
        above = shown.above(number) if number in shown.places else None
        while above is not None:
            if above in self._held:
                found.append(above)
            above = shown.above(above)
        return found

    def _tell(self, numbers: Iterable[int], shown: Shown) -> Iterator[StreamRecord]:
        """No longer hold these back; what came with them and is still held back is then by itself."""
        told = dict.fromkeys(numbers)
        for number in [number for number in told if number not in shown.places]:  # as it was seen last
            yield self._held.pop(number).record
        for number in shown.in_order(told):
            del self._held[number]
            yield shown.record(number)
        for number, held in self._held.items() if told else ():
            if held.top not in self._held:
                top = min((number, *self._above(number, shown)), key=lambda one: shown.places.get(one, inf))
                self._held[number] = attrs.evolve(held, top=top)

    def _gone(self, removed: Collection[int], state: State, shown: Shown, now: float) -> Iterator[StreamRecord]:
        """What went before it was told of, with all that came with it; what was not read this time has not gone."""
        missing = [number for number in self._held if number not in shown.places]
        if missing and state.snapshot.partial:
            here = set(state.refs.numbers)  # but not shown any more
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
