"""The plan behind ``observe``: what changes, record by record, until it is over (SPEC D3)."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from typing import Any

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import AppGone, BackendError, StaleRef, UIDiffError, WindowNotFound
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
from uidiff.live.describing import checked_seconds
from uidiff.live.filters import Filter
from uidiff.live.steps import Hush, Listen, Pause, Plan, Read, Tell
from uidiff.live.ticks import LEAST_INTERVAL, SLACK, Ticks
from uidiff.live.tracking import Seen
from uidiff.live.transients import Shown, Transients
from uidiff.model.selection import select
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window
from uidiff.text import shorten

__all__ = ["INTERVAL", "Closed", "Wish", "observe"]

INTERVAL = 1.0
"""Seconds between two reads, if nothing else is said (SPEC D3.2)."""

LONGEST_PAUSE = 3600.0
"""Seconds that are waited for at once; some systems know no longer waits."""

LONGEST_ERROR = 500
"""Characters of the text of an ErrorRecord."""

_RESTARTED = "the application was started anew: ask for reconnect=True to go on with it"


class Closed(BaseException):
    """Whoever reads the records wants no more."""


@attrs.frozen(kw_only=True)
class Wish:
    """What to observe, checked; the arguments of ``Session.observe`` say what each means."""

    target: object
    interval: float
    duration: float | None
    ignore: tuple[str, ...]
    filter: Filter
    bounds: bool
    transient: float | None
    reconnect: bool

    def __attrs_post_init__(self) -> None:
        checked_seconds("interval", self.interval)
        for name, seconds in (("duration", self.duration), ("transient", self.transient)):
            if seconds is not None:
                checked_seconds(name, seconds)
        if self.target is None or (isinstance(self.target, Window) and not self.target.scoped):
            raise ValueError(
                "observe needs to know which application: give its app, pid or window id; a title alone may be anyone's"
            )


def observe(core: SessionCore, wish: Wish) -> Plan[None]:
    """Tell of what changes. The first read failing is an error; then whatever ends it is raised behind ``done``."""
    stream = _Stream(core, wish)
    ended: BaseException | None = None
    try:
        yield from stream.follow()
    except GeneratorExit:  # nobody takes any more steps
        raise
    except BaseException as error:  # noqa: BLE001  # it is raised in the end
        ended = error
    try:
        yield Hush(stream.source)
    except (KeyboardInterrupt, CancelledError, Closed) as error:
        ended = error
    if ended is None or isinstance(ended, KeyboardInterrupt):
        yield from stream.rest()
    if stream.begun or not isinstance(ended, Exception):
        with suppress(Closed):
            yield Tell(stream.done())
    if ended is not None:
        raise ended


class _Stream:
    """Where a stream stands: what was told, and what is to be.

    Attributes:
        begun: whether the first read has been told of.
        source: what tells of changes; None where nothing does.
    """

    def __init__(self, core: SessionCore, wish: Wish) -> None:
        self._core = core
        self._wish = wish
        self._ticks = Ticks(core.clock.monotonic, wish.interval, wish.duration)
        self._untold: list[StreamRecord] = []
        self._events = 0
        self._last: Seen  # from the first read on
        self._first: Snapshot
        self._key = ""
        self._missing: dict[int, UnknownRecord] = {}
        self._transients: Transients | None = None
        self._outage = False
        self._over = False
        self.begun = False
        self.source: Any = None

    # ------------------------------------------------------------------ steps

    def follow(self) -> Plan[None]:
        """Read again and again, and tell what changed."""
        yield from self._listen()
        self._ticks.begin_read()
        snapshot = yield Read(self._wish.target)
        self._begin(self._core.watch(snapshot, self._wish.target))
        yield from self._tell()
        while not (self._over or self._ticks.over):
            yield from self._wait()
            yield from self._look()
            yield from self._tell()

    def rest(self) -> Plan[None]:
        """Tell what was held back and may still be there."""
        if self._transients:
            self._untold.extend(self._transients.rest(self._shown(self._last)))
        yield from self._tell()

    def done(self) -> DoneRecord:
        """The last record."""
        return DoneRecord(self._now(), self._ticks.elapsed, self._events)

    def _wait(self) -> Plan[None]:
        """Until the next read is due, or a change was told of: what comes with it comes at once."""
        due = self._ticks.next(self._transients.due if self._transients else inf)
        while (left := due - self._ticks.elapsed) > SLACK:
            try:
                woken = yield Pause(min(left, LONGEST_PAUSE), self.source)
            except BackendError:  # it tells no more: reads come by time alone
                yield Hush(self.source)
                self.source = None
                continue
            if woken:
                yield Pause(LEAST_INTERVAL, None)
                self._ticks.begin_read(early=True)
                return
        self._ticks.begin_read()

    def _look(self) -> Plan[None]:
        """A later read."""
        try:
            snapshot = yield Read(self._wish.target)
        except UIDiffError as error:
            self._fail(error)
            return
        key = self._key
        try:
            self._go_on(self._core.watch(snapshot, self._wish.target))
        except UIDiffError as error:
            self._fail(error)
        if self._key != key:
            yield from self._listen()

    def _listen(self) -> Plan[None]:
        """Have the backend tell of changes, if it can."""
        if self.source is not None:
            yield Hush(self.source)
        self.source = None
        with suppress(BackendError):  # a read will say what is wrong
            self.source = yield Listen(self._wish.target)

    def _tell(self) -> Plan[None]:
        """Hand over what there is to tell."""
        untold, self._untold = self._untold, []
        for record in untold:
            self._events += not isinstance(record, SnapshotRecord | ErrorRecord)
            yield Tell(record)

    # ---------------------------------------------------------------- records

    def _begin(self, seen: Seen) -> None:
        """The first read, or the first of another window: all of it is news."""
        if not self.begun:
            self._first = seen.state.snapshot
        shown, _ = self._selected(seen)
        self._untold.append(SnapshotRecord(shown.taken_at, len(shown)))
        self._transients = None if self._wish.transient is None else Transients(self._wish.transient)
        self._missing.clear()
        self._key = self._core.window_key(seen, self._wish.target)
        self._last = seen
        self.begun = True

    def _go_on(self, seen: Seen) -> None:
        """What a later read tells."""
        self._outage = False
        snapshot = seen.state.snapshot
        if self._core.window_key(seen, self._wish.target) != self._key:
            if snapshot.pid != self._last.state.snapshot.pid and not self._wish.reconnect:
                raise AppGone(_RESTARTED)
            self._begin(seen)
            return
        delta = self._core.since(self._last.state, seen, self._wish.target, self._wish.ignore)
        records = list(self._records(delta, seen))
        if self._transients is not None and (records or self._transients):
            records[:] = self._transients.pass_on(records, seen.state, self._shown(seen), self._ticks.elapsed)
        self._untold.extend(records)
        self._last = seen
        if not self._sees_scope(seen) and (not snapshot.partial or self._scope_went(delta)):
            raise StaleRef(f"e{self._wish.filter.scope} is gone, and all that was observed with it")

    def _fail(self, error: UIDiffError) -> None:
        """A read that failed. A program that has gone ends it, or is waited for and said to be gone once; so does a
        scope that has gone.
        """
        gone = isinstance(error, AppGone | WindowNotFound)
        if not (gone and self._outage):
            self._untold.append(ErrorRecord(self._now(), shorten(str(error), LONGEST_ERROR)))
        self._outage |= gone
        self._over = isinstance(error, StaleRef) or (isinstance(error, AppGone) and not self._wish.reconnect)

    def _records(self, delta: TreeDiff, seen: Seen) -> Iterator[StreamRecord]:
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

    def _of_interest(self, delta: TreeDiff, seen: Seen) -> Iterator[StreamRecord]:
        """The records of a delta that were asked for."""
        bounds = self._wish.bounds
        if not (delta or delta.unknown or delta.newly_read):
            return  # the usual poll
        if not self._wish.filter:
            yield from records_of(delta, bounds=bounds)
        elif self._sees_scope(seen) or self._sees_scope(self._last):
            yield from records_of(self._wish.filter.select(delta, known=(self._first,)), bounds=bounds)
        else:  # the scope stands where nothing was read
            yield from (record for record in records_of(delta) if isinstance(record, CircumstancesRecord))

    # ------------------------------------------------------------------ filter

    def _selected(self, seen: Seen) -> tuple[Snapshot, Refs]:
        """What was asked for of a read."""
        snapshot, refs = seen.state.snapshot, seen.state.refs
        if not self._wish.filter:
            return snapshot, refs
        return self._wish.filter.select_tree(snapshot, refs, known=(self._first,))

    def _shown(self, seen: Seen) -> Shown:
        if self._sees_scope(seen):
            return Shown(*self._selected(seen), bounds=self._wish.bounds)
        snapshot, refs = seen.state.snapshot, seen.state.refs
        nothing = select(snapshot, (False,) * len(snapshot)).snapshot
        return Shown(nothing, Refs((), refs.next), bounds=self._wish.bounds)

    def _sees_scope(self, seen: Seen) -> bool:
        """Whether the scope, if there is one, is in a read."""
        scope = self._wish.filter.scope
        return scope is None or scope in seen.state.refs.numbers

    def _scope_went(self, delta: TreeDiff) -> bool:
        """Whether a delta says that the scope was removed."""
        numbers = delta.refs[0].numbers
        return any(numbers[record.before.index] == self._wish.filter.scope for record in delta.removed)

    def _now(self) -> float:
        """Unix seconds, not before what was told last."""
        told = self._last.state.snapshot.taken_at if self.begun else None
        return max(self._core.clock.now(), told or 0.0)
