"""``observe`` (spec/features#d3): the plan that emits stream records, and the iterators that run it."""

from __future__ import annotations

import asyncio
from asyncio import CancelledError
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from typing import Self

from uidiff.formats.stream import DoneRecord, StreamRecord
from uidiff.live.core import SessionCore
from uidiff.live.steps import CloseSource, Emit, Listen, Plan, PlanRunner, Step
from uidiff.live.stream_follower import ObserveOptions, StreamFollower

__all__ = ["AsyncObservation", "Observation", "ObservationClosed", "observe"]


class ObservationClosed(BaseException):
    """Thrown into the plan when its reader closes the observation."""


def observe(core: SessionCore, options: ObserveOptions) -> Plan[None]:
    """Emit a stream. An error of the first read is raised at once, a later one behind the DoneRecord."""
    stream = StreamFollower(core, options)
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
