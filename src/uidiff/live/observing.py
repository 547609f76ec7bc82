"""The plan behind ``observe``: what changes, record by record, until it is over (spec/features#d3)."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import suppress
from math import inf

import attrs

from uidiff.diffing.ignoring import Ignore
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import StaleRef, UIDiffError
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
from uidiff.live.core import SessionCore
from uidiff.live.filters import Filter
from uidiff.live.following import INTERVAL, WindowFollower, expect_scoped
from uidiff.live.plans import checked_seconds
from uidiff.live.steps import CloseSource, Emit, Plan
from uidiff.live.tracking import NumberedRead
from uidiff.live.transients import Shown, TransientBuffer
from uidiff.model.selection import select
from uidiff.model.snapshot import Snapshot
from uidiff.text import shorten

__all__ = ["INTERVAL", "ObservationClosed", "ObserveOptions", "observe"]

LONGEST_ERROR = 500
"""Characters of the text of an ErrorRecord."""


class ObservationClosed(BaseException):
    """Whoever reads the records wants no more."""


@attrs.frozen(kw_only=True)
class ObserveOptions:
    """What to observe, checked; the arguments of ``Session.observe`` say what each means."""

    target: object
    interval: float
    duration: float | None
    ignore: tuple[str | Ignore, ...]
    filter: Filter
    bounds: bool
    transient: float | None
    reconnect: bool

    def __attrs_post_init__(self) -> None:
        checked_seconds("interval", self.interval)
        for name, seconds in (("duration", self.duration), ("transient", self.transient)):
            if seconds is not None:
                checked_seconds(name, seconds)
        expect_scoped("observe", self.target)


def observe(core: SessionCore, options: ObserveOptions) -> Plan[None]:
    """Tell of what changes. The first read failing is an error; then whatever ends it is raised behind ``done``."""
    stream = _Stream(core, options)
    ended: BaseException | None = None
    try:
        yield from stream.follow()
    except GeneratorExit:  # nobody takes any more steps
        raise
    except BaseException as error:  # noqa: BLE001  # it is raised in the end
        ended = error
    try:
        yield CloseSource(stream.source)
    except (KeyboardInterrupt, CancelledError, ObservationClosed) as error:
        ended = error
    if ended is None or isinstance(ended, KeyboardInterrupt):
        yield from stream.rest()
    if stream.begun or not isinstance(ended, Exception):
        with suppress(ObservationClosed):
            yield Emit(stream.done())
    if ended is not None:
        raise ended


class _Stream(WindowFollower):
    """Where a stream stands: what was told, and what is to be."""

    def __init__(self, core: SessionCore, options: ObserveOptions) -> None:
        super().__init__(
            core, options.target, interval=options.interval, duration=options.duration, reconnect=options.reconnect
        )
        self._options = options
        self._untold: list[StreamRecord] = []
        self._events = 0
        self._first: Snapshot
        self._missing: dict[int, UnknownRecord] = {}
        self._transients: TransientBuffer | None = None

    # ------------------------------------------------------------------ steps

    def rest(self) -> Plan[None]:
        """Tell what was held back and may still be there."""
        if self._transients:
            self._untold.extend(self._transients.rest(self._shown(self._last)))
        yield from self._tell()

    def done(self) -> DoneRecord:
        """The last record."""
        return DoneRecord(self._now(), self._ticks.elapsed, self._events)

    def _sooner(self) -> float:
        return self._transients.due if self._transients else inf

    def _tell(self) -> Plan[None]:
        """Hand over what there is to tell."""
        untold, self._untold = self._untold, []
        for record in untold:
            self._events += not isinstance(record, SnapshotRecord | ErrorRecord)
            yield Emit(record)

    # ---------------------------------------------------------------- records

    def _begin(self, seen: NumberedRead) -> None:
        """The first read, or the first of another window: all of it is news."""
        if not self.begun:
            self._first = seen.state.snapshot
        shown, _ = self._selected(seen)
        self._untold.append(SnapshotRecord(shown.taken_at, len(shown)))
        self._transients = None if self._options.transient is None else TransientBuffer(self._options.transient)
        self._missing.clear()

    def _go_on(self, seen: NumberedRead) -> None:
        """What a later read tells."""
        snapshot = seen.state.snapshot
        delta = self._core.since(self._last.state, seen, self._options.target, self._options.ignore)
        records = list(self._records(delta, seen))
        if self._transients is not None and (records or self._transients):
            records[:] = self._transients.pass_on(records, seen.state, self._shown(seen), self._ticks.elapsed)
        self._untold.extend(records)
        self._last = seen
        if not self._sees_scope(seen) and (not snapshot.partial or self._scope_went(delta)):
            raise StaleRef(f"e{self._options.filter.scope} is gone, and all that was observed with it")

    def _failed(self, error: UIDiffError) -> None:
        self._untold.append(ErrorRecord(self._now(), shorten(str(error), LONGEST_ERROR)))

    def _records(self, delta: TreeDiff, seen: NumberedRead) -> Iterator[StreamRecord]:
        """What changed since the read before, and what is known by now of what an earlier one did not read."""
        for record in self._of_interest(delta, seen):
            if isinstance(record, UnknownRecord):
                self._missing[record.id] = record
            if isinstance(record, AddedRecord) and record.number in self._missing:  # it was there, and stands elsewhere
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

    def _of_interest(self, delta: TreeDiff, seen: NumberedRead) -> Iterator[StreamRecord]:
        """The records of a delta that were asked for."""
        bounds = self._options.bounds
        if not (delta or delta.unknown or delta.newly_read):
            return  # the usual poll
        if not self._options.filter:
            yield from records_of(delta, bounds=bounds)
        elif self._sees_scope(seen) or self._sees_scope(self._last):
            yield from records_of(self._options.filter.select(delta, known=(self._first,)), bounds=bounds)
        else:  # the scope stands where nothing was read
            yield from (record for record in records_of(delta) if isinstance(record, CircumstancesRecord))

    # ------------------------------------------------------------------ filter

    def _selected(self, seen: NumberedRead) -> tuple[Snapshot, Refs]:
        """What was asked for of a read."""
        snapshot, refs = seen.state.snapshot, seen.state.refs
        if not self._options.filter:
            return snapshot, refs
        return self._options.filter.select_tree(snapshot, refs, known=(self._first,))

    def _shown(self, seen: NumberedRead) -> Shown:
        if self._sees_scope(seen):
            return Shown(*self._selected(seen), bounds=self._options.bounds)
        snapshot, refs = seen.state.snapshot, seen.state.refs
        nothing = select(snapshot, (False,) * len(snapshot)).snapshot
        return Shown(nothing, Refs((), refs.next), bounds=self._options.bounds)

    def _sees_scope(self, seen: NumberedRead) -> bool:
        """Whether the scope, if there is one, is in a read."""
        scope = self._options.filter.scope
        return scope is None or scope in seen.state.refs.numbers

    def _scope_went(self, delta: TreeDiff) -> bool:
        """Whether a delta says that the scope was removed."""
        numbers = delta.refs[0].numbers
        return any(numbers[record.before.index] == self._options.filter.scope for record in delta.removed)

    def _now(self) -> float:
        """Unix seconds, not before what was told last."""
        told = self._last.state.snapshot.taken_at if self.begun else None
        return max(self._core.clock.now(), told or 0.0)
