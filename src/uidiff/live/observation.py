"""What ``observe`` gives: an iterator of stream records that can be ended, and says how it ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from types import TracebackType
from typing import Self

from uidiff.formats.stream import DoneRecord, StreamRecord
from uidiff.live.observing import ObservationClosed
from uidiff.live.steps import CloseSource, Emit, Listen, Plan, PlanRunner, Step

__all__ = ["AsyncObservation", "Observation"]


class _Records(PlanRunner[None]):
    """The way through the plan of a stream.

    Attributes:
        done: the last record, also where it could not be handed over: the reader had left, or was interrupted.
        doing: what is awaited and may be cancelled, if anything is.
        stopped: whether the reader wants no more.
        ending: whether the plan was told so.
    """

    def __init__(self, plan: Plan[None]) -> None:
        super().__init__(plan)
        self.done: DoneRecord | None = None
        self.doing: asyncio.Future[object] | None = None
        self.stopped = False
        self.ending = False

    def next(self) -> Step | None:
        """The next step, as of any plan."""
        step = super().next()
        if isinstance(step, Emit) and isinstance(step.record, DoneRecord):
            self.done = step.record
        return step

    def stopped_by(self, error: BaseException) -> bool:
        """Whether that, and not the task being cancelled, is what the error means."""
        task = asyncio.current_task()
        return self.stopped and isinstance(error, asyncio.CancelledError) and not (task and task.cancelling())

    def end(self) -> None:
        """Have the plan end it."""
        self.ending = True
        self.failed(ObservationClosed())

    def stop(self) -> None:
        """Have whoever is at it end it: what is awaited is cancelled."""
        self.stopped = True
        if self.doing is not None:
            self.doing.cancel()


class Observation:
    """Stream records, as they come; made by ``Session.observe``.

    Iterating waits for the next one. It ends with a ``DoneRecord``, on Ctrl-C too: KeyboardInterrupt is raised behind
    it. Whoever leaves before should :meth:`close` it, or use it in a ``with`` block; ``done`` has the last record then.
    """

    def __init__(
        self,
        plan: Plan[None],
        do: Callable[[Step], object],
        alone: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._records = _Records(plan)
        self._do = do
        self._alone = alone

    @property
    def done(self) -> DoneRecord | None:
        """The last record, once it is over, however it ended; None if not even the first read was made."""
        return self._records.done

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> StreamRecord:
        with self._alone():
            record = self._next()
        if record is None:
            raise StopIteration
        return record

    def close(self) -> None:
        """End it, and let go of everything. It may be called again."""
        with self._alone():
            self._end()

    def _next(self) -> StreamRecord | None:
        """The next record; None where there is none."""
        while not self._records.over:
            try:
                step = self._records.next()
                if isinstance(step, Emit):
                    return step.record
                if step is not None:
                    self._records.answered(self._do(step))
            except BaseException as error:  # noqa: BLE001  # the plan decides, also about Ctrl-C
                self._records.failed(error)
        return None

    def _end(self) -> None:
        if not self._records.over:
            self._records.failed(ObservationClosed())
        with suppress(ObservationClosed):
            while self._next() is not None:
                pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        with suppress(Exception, KeyboardInterrupt):  # in whatever thread: nobody else has it
            self._end()


class AsyncObservation:
    """Stream records, as they come; made by ``AsyncSession.observe``, for ``async for``.

    As :class:`Observation`. A task that is cancelled while it waits for a record ends it; ``done`` has the last one.
    """

    def __init__(self, plan: Plan[None], do: Callable[[Step], Awaitable[object]]) -> None:
        self._records = _Records(plan)
        self._told = _told(self._records, do)
        self._one_by_one = asyncio.Lock()

    @property
    def done(self) -> DoneRecord | None:
        """The last record, once it is over, however it ended; None if not even the first read was made."""
        return self._records.done

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> StreamRecord:
        async with self._one_by_one:
            return await anext(self._told)

    async def aclose(self) -> None:
        """End it, and let go of everything. It may be called again, and from another task."""
        self._records.stop()
        async with self._one_by_one:
            await self._told.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()


async def _told(records: _Records, do: Callable[[Step], Awaitable[object]]) -> AsyncGenerator[StreamRecord, None]:
    """The records. No method, so that the event loop ends it when the observation is dropped."""
    heard = True
    while not records.over:
        try:
            if records.stopped and not records.ending:  # in between two steps, where there was nothing to cancel
                records.end()
            step = records.next()
            if isinstance(step, Emit):
                if heard:
                    yield step.record
            elif isinstance(step, Listen | CloseSource):
                records.answered(await do(step))
            elif step is not None:
                records.answered(await _done(records, do(step)))
        except ObservationClosed:
            return
        except BaseException as error:  # noqa: BLE001  # the plan decides, also about cancelling
            stopped = isinstance(error, GeneratorExit) or records.stopped_by(error)
            heard = heard and not isinstance(error, GeneratorExit | asyncio.CancelledError)
            if stopped:
                records.end()
            else:
                records.ending = records.stopped  # by this error, which is no less than the wish to end
                records.failed(error)


async def _done(records: _Records, doing: Awaitable[object]) -> object:
    """What comes of a step; whoever wants no more of it may cancel it by itself."""
    records.doing = asyncio.ensure_future(doing)
    try:
        return await records.doing
    finally:
        records.doing = None
