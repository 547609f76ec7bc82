"""``observe`` (spec/features#d3): the plan that emits stream records, and the iterators that run it."""

from __future__ import annotations

import asyncio
from asyncio import CancelledError
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, suppress
from math import inf
from typing import ClassVar, Self

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
from uidiff.live.following import INTERVAL, LONGEST_ERROR, FollowOptions, WindowFollower
from uidiff.live.plans import checked_seconds
from uidiff.live.steps import CloseSource, Emit, Listen, Plan, PlanRunner, Step
from uidiff.live.tracking import NumberedRead
from uidiff.live.transients import ShownElements, TransientBuffer
from uidiff.model.selection import select
from uidiff.model.snapshot import Snapshot
from uidiff.text import shorten

__all__ = ["INTERVAL", "AsyncObservation", "Observation", "ObservationClosed", "ObserveOptions", "observe"]


class ObservationClosed(BaseException):
    """Thrown into the plan when its reader closes the observation."""


@attrs.frozen(kw_only=True)
class ObserveOptions(FollowOptions):
    """What to observe; the arguments of ``Session.observe`` say what each means. Raises as FollowOptions."""

    verb: ClassVar[str] = "observe"

    ignore: tuple[str | Ignore, ...]
    filter: Filter
    bounds: bool
    transient: float | None

    def __attrs_post_init__(self) -> None:
        if self.transient is not None:
            checked_seconds("transient", self.transient)
        super().__attrs_post_init__()


def observe(core: SessionCore, options: ObserveOptions) -> Plan[None]:
    """Emit a stream. An error of the first read is raised at once, a later one behind the DoneRecord."""
    stream = _StreamFollower(core, options)
    ended: BaseException | None = None
    try:
        yield from stream.follow()
    except GeneratorExit:  # no further step will be taken
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


class _StreamFollower(WindowFollower):
    """Makes stream records of the reads."""

    _options: ObserveOptions

    def __init__(self, core: SessionCore, options: ObserveOptions) -> None:
        super().__init__(core, options)
        self._pending: list[StreamRecord] = []
        self._events = 0
        self._first: Snapshot
        self._missing: dict[int, UnknownRecord] = {}  # by the number of the element
        self._transients: TransientBuffer | None = None

    # ------------------------------------------------------------------ steps

    def rest(self) -> Plan[None]:
        """Emit what is still held back as possibly transient."""
        if self._transients:
            self._pending.extend(self._transients.rest(self._shown(self._last)))
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
        if not self.begun:
            self._first = seen.state.snapshot
        shown, _ = self._selected(seen)
        self._pending.append(SnapshotRecord(shown.taken_at, len(shown)))
        seconds = self._options.transient
        self._transients = None if seconds is None else TransientBuffer(seconds)
        self._missing.clear()

    def _take_next(self, seen: NumberedRead) -> None:
        snapshot = seen.state.snapshot
        delta = self._core.since(self._last.state, seen, self._options.target, self._options.ignore)
        records = list(self._records(delta, seen))
        if self._transients is not None and (records or self._transients):
            records[:] = self._transients.pass_on(records, seen.state, self._shown(seen), self._ticks.elapsed)
        self._pending.extend(records)
        self._last = seen
        if not self._has_scope(seen) and (not snapshot.partial or self._scope_removed(delta)):
            raise StaleRef(f"e{self._options.filter.scope} is gone, and all that was observed with it")

    def _take_error(self, error: UIDiffError) -> None:
        self._pending.append(ErrorRecord(self._now(), shorten(str(error), LONGEST_ERROR)))

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
        bounds = self._options.bounds
        if not (delta or delta.unknown or delta.newly_read):
            return  # the usual read
        if not self._options.filter:
            yield from records_of(delta, bounds=bounds)
        elif self._has_scope(seen) or self._has_scope(self._last):
            part = self._options.filter.select(delta, known=(self._first,)).delta
            yield from records_of(part, bounds=bounds)
        else:  # the scope is below what was not read
            yield from (record for record in records_of(delta) if isinstance(record, CircumstancesRecord))

    # ------------------------------------------------------------------ filter

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

    def _scope_removed(self, delta: TreeDiff) -> bool:
        numbers = delta.refs[0].numbers
        return any(numbers[record.before.index] == self._options.filter.scope for record in delta.removed)

    def _now(self) -> float:
        """Unix seconds, at least the time of the last read."""
        last = self._last.state.snapshot.taken_at if self.begun else None
        return max(self._core.clock.now(), last or 0.0)


class _StreamRunner(PlanRunner[None]):
    """Runs the plan of a stream.

    Attributes:
        done: the last record, also if the reader was closed or interrupted before it was handed over.
        doing: the awaited step that may be cancelled; None if there is none.
        stopped: whether the reader has closed the observation.
        ending: whether that was passed on to the plan.
    """

    def __init__(self, plan: Plan[None]) -> None:
        super().__init__(plan)
        self.done: DoneRecord | None = None
        self.doing: asyncio.Future[object] | None = None
        self.stopped = False
        self.ending = False

    def next(self) -> Step | None:
        """Resume the plan up to its next step; keep the DoneRecord."""
        step = super().next()
        if isinstance(step, Emit) and isinstance(step.record, DoneRecord):
            self.done = step.record
        return step

    def stopped_by(self, error: BaseException) -> bool:
        """Whether an error comes from closing the observation, not from cancelling the task that reads it."""
        task = asyncio.current_task()
        return self.stopped and isinstance(error, asyncio.CancelledError) and not (task and task.cancelling())

    def end(self) -> None:
        """Throw ObservationClosed into the plan."""
        self.ending = True
        self.failed(ObservationClosed())

    def stop(self) -> None:
        """Have the reading task end the plan: cancel the step that it awaits."""
        self.stopped = True
        if self.doing is not None:
            self.doing.cancel()


class Observation:
    """An iterator of stream records, made by ``Session.observe``.

    Each step waits for the next record. The last one is a ``DoneRecord``, on Ctrl-C too: KeyboardInterrupt is raised
    behind it. To stop earlier, :meth:`close` it or use it in a ``with`` block; ``done`` is the last record then.
    """

    def __init__(
        self,
        plan: Plan[None],
        do: Callable[[Step], object],
        alone: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._runner = _StreamRunner(plan)
        self._do = do
        self._alone = alone

    @property
    def done(self) -> DoneRecord | None:
        """The last record, once the stream is over; None before, and if the first read failed."""
        return self._runner.done

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> StreamRecord:
        with self._alone():
            record = self._next()
        if record is None:
            raise StopIteration
        return record

    def close(self) -> None:
        """End the stream and close its source of changes. Repeated calls do nothing."""
        with self._alone():
            self._end()

    def _next(self) -> StreamRecord | None:
        """The next record; None if the stream is over."""
        step = self._runner.advance(self._do)
        return None if step is None else step.record

    def _end(self) -> None:
        if not self._runner.over:
            self._runner.failed(ObservationClosed())
        with suppress(ObservationClosed):
            while self._next() is not None:
                pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        with suppress(Exception, KeyboardInterrupt):  # in any thread: nothing else refers to it
            self._end()


class AsyncObservation:
    """:class:`Observation` for ``async for``, made by ``AsyncSession.observe``.

    Cancelling a task that waits for a record ends the stream; ``done`` is the last record then.
    """

    def __init__(self, plan: Plan[None], do: Callable[[Step], Awaitable[object]]) -> None:
        self._runner = _StreamRunner(plan)
        self._stream = _stream(self._runner, do)
        self._lock = asyncio.Lock()

    @property
    def done(self) -> DoneRecord | None:
        """The last record, once the stream is over; None before, and if the first read failed."""
        return self._runner.done

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> StreamRecord:
        async with self._lock:
            return await anext(self._stream)

    async def aclose(self) -> None:
        """End the stream and close its source of changes. It may be called again, and from another task."""
        self._runner.stop()
        async with self._lock:
            await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


async def _stream(runner: _StreamRunner, do: Callable[[Step], Awaitable[object]]) -> AsyncGenerator[StreamRecord, None]:
    """Yield the runner. It does not refer to the observation: once that is dropped, the event loop closes this."""
    wanted = True
    while not runner.over:
        try:
            step = runner.next()
            if step is not None and runner.stopped and not runner.ending:  # stopped with nothing to cancel
                runner.end()
            elif isinstance(step, Emit):
                if wanted:
                    yield step.record
            elif isinstance(step, Listen | CloseSource):
                runner.answered(await do(step))
            elif step is not None:
                runner.answered(await _done(runner, do(step)))
        except ObservationClosed:
            return
        except BaseException as error:  # noqa: BLE001  # the plan handles it, CancelledError too
            stopped = isinstance(error, GeneratorExit) or runner.stopped_by(error)
            wanted = wanted and not isinstance(error, GeneratorExit | asyncio.CancelledError)
            if stopped:
                runner.end()
            else:
                runner.ending = runner.stopped  # this error ends the plan too
                runner.failed(error)


async def _done(runner: _StreamRunner, doing: Awaitable[object]) -> object:
    """Await a step as a task of its own, so that :meth:`_StreamRunner.stop` can cancel it alone."""
    runner.doing = asyncio.ensure_future(doing)
    try:
        return await runner.doing
    finally:
        runner.doing = None
