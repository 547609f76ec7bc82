"""What ``observe`` emits (spec/features#d3): stream records of the reads of one window."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import ClassVar

import attrs

from uidiff.diffing.ignoring import Ignore
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import ReadTimeout, StaleRef, UIDiffError
from uidiff.formats.jsonl import records_of
from uidiff.formats.stream import (
    AddedRecord,
    CircumstancesRecord,
    DoneRecord,
    ErrorRecord,
    NewlyReadRecord,
    RemovedRecord,
    SnapshotRecord,
    StreamRecord,
    UnknownRecord,
)
from uidiff.live.animation import RestingValues, without_shifts
from uidiff.live.core import SessionCore
from uidiff.live.filters import Filter
from uidiff.live.following import LONGEST_ERROR, FollowOptions, WindowFollower
from uidiff.live.plans import checked_seconds
from uidiff.live.steps import Emit, Plan
from uidiff.live.tracking import NumberedRead
from uidiff.live.transients import ShownElements, TransientBuffer
from uidiff.model.selection import select
from uidiff.model.snapshot import Snapshot
from uidiff.text import shorten

__all__ = ["ObserveOptions", "StreamFollower"]


@attrs.frozen(kw_only=True)
class ObserveOptions(FollowOptions):
    """What to observe; the arguments of ``Session.observe`` say what each means. Raises as FollowOptions."""

    verb: ClassVar[str] = "observe"

    ignore: tuple[str | Ignore, ...]
    filter: Filter
    bounds: bool
    animation: bool
    transient: float | None

    def __attrs_post_init__(self) -> None:
        if self.transient is not None:
            checked_seconds("transient", self.transient)
        super().__attrs_post_init__()


@attrs.frozen
class LateReads:
    """Reads in a row that took too long; as text the message of their record.

    Attributes:
        count: how many.
        began, ended: of the first and of the last one, in seconds of the stream.
        ts: of the last one, in Unix seconds.
        error: its message.
    """

    count: int
    began: float
    ended: float
    ts: float
    error: str

    def __str__(self) -> str:
        if self.count == 1:
            return self.error
        return f"not read {self.count} times in {self.ended - self.began:.0f} s: {self.error}"


class StreamFollower(WindowFollower):
    """Makes stream records of the reads."""

    _options: ObserveOptions

    def __init__(self, core: SessionCore, options: ObserveOptions) -> None:
        super().__init__(core, options)
        self._pending: list[StreamRecord] = []
        self._events = 0
        self._first: Snapshot
        self._missing: dict[int, UnknownRecord] = {}  # by the number of the element
        self._transients: TransientBuffer | None = None
        self._values = RestingValues()
        self._late: LateReads | None = None  # reads in a row that took too long

    # ------------------------------------------------------------------ steps

    def rest(self) -> Plan[None]:
        """Emit what is still held back as possibly transient."""
        if self._transients:
            self._pending.extend(self._transients.rest(self._shown(self._last)))
        self._pending.extend(self._values.rest())
        self._tell_late_reads()
        yield from self._emit()

    def done(self) -> DoneRecord:
        """The last record."""
        return DoneRecord(self._now(), self._ticks.elapsed, self._events)

    def _wanted(self) -> float:
        return self._transients.due if self._transients else inf

    def _emit(self) -> Plan[None]:
        pending, self._pending = self._pending, []
        for record in pending:
            self._events += not isinstance(record, SnapshotRecord | ErrorRecord)
            yield Emit(record)

    # ------------------------------------------------------------------ reads

    def _take_first(self, seen: NumberedRead) -> None:
        self._tell_late_reads()
        if not self.begun:
            self._first = seen.state.snapshot
        shown, refs = self._selected(seen)
        if self._options.filter:
            self._core.tell(seen, self._options.target, refs.numbers)
        self._pending.append(SnapshotRecord.of(shown))
        seconds = self._options.transient
        self._transients = None if seconds is None else TransientBuffer(seconds)
        self._missing.clear()
        self._values = RestingValues()

    def _take_next(self, seen: NumberedRead) -> None:
        self._tell_late_reads()
        delta = self._core.since(self._last.state, seen, self._options.target, self._options.ignore)
        records = list(self._records(delta, seen))
        if records and self._options.filter and self._has_scope(seen):
            self._core.tell(seen, self._options.target, self._selected(seen)[1].numbers)
        if self._transients is not None and (records or self._transients):
            records[:] = self._transients.pass_on(records, seen.state, self._shown(seen), self._ticks.elapsed)
        if not self._options.animation and (records or self._values):
            records[:] = self._values.pass_on(records, set(seen.state.refs.numbers))
        self._pending.extend(records)
        self._last = seen
        if not self._knows_scope(seen):
            raise StaleRef(f"e{self._options.filter.scope} is gone, and all that was observed with it")

    def _take_error(self, error: UIDiffError) -> None:
        if isinstance(error, ReadTimeout):
            began = self._ticks.elapsed - self._took if self._late is None else self._late.began
            count = 1 if self._late is None else self._late.count + 1
            self._late = LateReads(count, began, self._ticks.elapsed, self._now(), str(error))
            return
        self._tell_late_reads()
        self._pending.append(ErrorRecord(self._now(), shorten(str(error), LONGEST_ERROR)))

    def _tell_late_reads(self) -> None:
        """Make one record of the reads in a row that took too long, once they are over."""
        late, self._late = self._late, None
        if late is not None:
            self._pending.append(ErrorRecord(late.ts, shorten(str(late), LONGEST_ERROR)))

    # ---------------------------------------------------------------- records

    def _records(self, delta: TreeDiff, seen: NumberedRead) -> Iterator[StreamRecord]:
        """The changes since the read before, and what has become known of elements that an earlier read missed."""
        for record in self._selected_records(delta, seen):
            if isinstance(record, UnknownRecord):
                self._missing[record.id] = record
            if isinstance(record, AddedRecord) and record.number in self._missing:  # unread before, elsewhere now
                yield NewlyReadRecord(record.ts, record.element, record.path, record=record.record)
            else:
                yield record
            if isinstance(record, AddedRecord | NewlyReadRecord):
                self._missing.pop(record.number, None)
        if self._missing and not seen.state.snapshot.partial:
            here = set(seen.state.refs.numbers)
            for number, missing in self._missing.items():
                if number not in here:
                    yield RemovedRecord(seen.state.snapshot.taken_at, number, missing.role, missing.name)
            self._missing.clear()

    def _selected_records(self, delta: TreeDiff, seen: NumberedRead) -> Iterator[StreamRecord]:
        """The records of a delta that pass the filter."""
        if not (delta or delta.unknown or delta.newly_read):
            return  # the usual read
        if not self._options.filter:
            yield from self._wanted_of(delta)
        elif self._has_scope(seen) or self._has_scope(self._last):
            part = self._options.filter.select(delta, known=(self._first,)).delta
            yield from self._wanted_of(part)
        else:  # the scope is below what was not read
            yield from (record for record in records_of(delta) if isinstance(record, CircumstancesRecord))

    def _wanted_of(self, delta: TreeDiff) -> Iterator[StreamRecord]:
        bounds = self._options.bounds
        records = records_of(delta, bounds=bounds)
        return records if bounds else without_shifts(records)

    # ------------------------------------------------------------------ filter

    @property
    def _tells_all(self) -> bool:
        return not self._options.filter

    def _selected(self, seen: NumberedRead) -> tuple[Snapshot, Refs]:
        """The part of a read that passes the filter."""
        snapshot, refs = seen.state.snapshot, seen.state.refs
        if not self._options.filter:
            return snapshot, refs
        return self._options.filter.select_tree(snapshot, refs, known=(self._first,))

    def _shown(self, seen: NumberedRead) -> ShownElements:
        if self._has_scope(seen):
            return ShownElements(*self._selected(seen), bounds=self._options.bounds)
        snapshot, refs = seen.state.snapshot, seen.state.refs
        nothing = select(snapshot, (False,) * len(snapshot)).snapshot
        return ShownElements(nothing, Refs((), refs.next), bounds=self._options.bounds)

    def _has_scope(self, seen: NumberedRead) -> bool:
        """Whether a read shows the scope; true without a scope."""
        scope = self._options.filter.scope
        return scope is None or scope in seen.state.refs.numbers

    def _knows_scope(self, seen: NumberedRead) -> bool:
        """Whether the scope is shown, was not read, or is hidden; true without a scope."""
        scope = self._options.filter.scope
        return scope is None or scope in seen.state.known.refs.numbers

    def _now(self) -> float:
        """Unix seconds, at least the time of the last read."""
        last = self._last.state.snapshot.taken_at if self.begun else None
        return max(self._core.clock.now(), last or 0.0)
