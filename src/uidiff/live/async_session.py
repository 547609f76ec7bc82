"""``uidiff.AsyncSession``: the session for programs with an event loop."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from functools import partial
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar
from weakref import WeakSet

from uidiff.backends.registry import load_backend
from uidiff.errors import ReadTimeout
from uidiff.live.moments import SLACK, Clock
from uidiff.live.observation import AsyncObservation
from uidiff.live.session_base import NO_TARGET, SLICE, SessionBase
from uidiff.live.steps import Call, CloseSource, Listen, Pause, Plan, Read, Step, awaited, drive_async, named_after
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["AsyncSession"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _observed(
    make: Callable[Concatenate[AsyncSession, _P], Plan[None]],
) -> Callable[Concatenate[AsyncSession, _P], AsyncObservation]:
    """As :func:`awaited`, for a plan that emits stream records."""

    def verb(session: AsyncSession, /, *given: _P.args, **options: _P.kwargs) -> AsyncObservation:
        observation = AsyncObservation(make(session, *given, **options), session._do)
        session._observations.add(observation)
        return observation

    return named_after(make, verb, returns=AsyncObservation)


class AsyncSession(SessionBase):
    """:class:`uidiff.Session`, awaited; its arguments and methods mean the same.

        async with uidiff.AsyncSession(backend, page) as ui:
            print((await ui.describe()).text)
            async for record in ui.observe(interval=0.5, duration=10):
                print(record.line())

    A sync backend is called in one worker thread. A read of an async one that takes too long is cancelled: ReadTimeout.
    Reads of several tasks wait for each other. What an action returns is awaited if it can be. The comparing itself is
    done in the event loop, as is the writing of a ``FileStore``.
    """

    describe = awaited(SessionBase._describe)
    act = awaited(SessionBase._act)
    settle = awaited(SessionBase._settle)
    wait = awaited(SessionBase._wait)
    observe = _observed(SessionBase._observe)

    def handle(self, ref: str | int) -> object:
        """As ``Session.handle``. It is not awaited: a sync backend is asked as soon as a read that it is at is done."""
        self._expect_open()
        element = self._core.element(ref)
        with self._naming(ref), self._failing():
            if self._reads_async:
                return self._backend.handle(element)
            return self._worker.submit(self._backend.handle, element).result()

    async def windows(self) -> Sequence[Window]:
        """As ``Session.windows``."""
        self._expect_open()
        return tuple(await self._done(self._backend.windows))

    # ----------------------------------------------------------- one event loop

    async def close(self) -> None:
        """As ``Session.close``."""
        if self._closed:
            return
        async with AsyncExitStack() as ending:  # whatever fails, or is cancelled: all of it is done, the last one first
            if self._own_store:
                ending.callback(self._store.close)
            ending.callback(self._worker.shutdown, wait=False)
            if self._own_backend:
                ending.push_async_callback(self._called, self._backend.close)
            ending.callback(self._mark_closed)
            for observation in list(self._observations):
                ending.push_async_callback(observation.aclose)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def _begin(self) -> None:
        self._observations: WeakSet[AsyncObservation] = WeakSet()
        self._reading_now = asyncio.Lock()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="uidiff")  # no thread before it works

    @staticmethod
    def _loaded(name: str) -> Any:  # noqa: ANN401  # as the argument
        return load_backend(name, asynchronous=True)

    @staticmethod
    def _usual_clock() -> Clock:
        return Clock(sleep=asyncio.sleep)

    async def _carry_out(self, plan: Plan[_T]) -> _T:
        return await drive_async(plan, self._do)

    async def _do(self, step: Step) -> object:
        match step:
            case Read():
                async with self._reading_now:
                    return await self._read(step.target)
            case Call():
                return await _awaited(step.action)
            case Listen():
                return await self._listen(step.target)
            case Pause():
                return await self._pause(step)
            case CloseSource() if step.source is not None:
                with suppress(Exception):  # nothing more is asked of it
                    await self._hush(step.source)
        return None

    async def _read(self, target: object) -> Snapshot:
        limit = asyncio.timeout(self._core.settings.timeout if self._reads_async else None)
        try:
            async with limit:
                read = await self._done(self._reading_of, target, target=target)
                return self._checked(read)
        except TimeoutError as error:
            if limit.expired():
                raise ReadTimeout("the window did not answer in time: read again when it is less busy") from error
            raise

    def _reading_of(self, target: object) -> Any:  # noqa: ANN401  # a Snapshot, or what gives it
        """Begin to read: the time that it may take is counted from here."""
        return self._backend.read(target, **self._reading())

    async def _listen(self, target: object) -> Any:  # noqa: ANN401  # sync or async
        if self._reads_async:
            return await self._done(self._source, target, target=target)
        self._expect_still_open()
        listening = self._worker.submit(self._source, target)
        try:
            with self._failing(target=target):
                return await asyncio.wrap_future(listening)
        except asyncio.CancelledError:
            listening.add_done_callback(_close_source)
            raise

    async def _hush(self, source: Any) -> None:  # noqa: ANN401  # sync or async
        if self._closed and not self._reads_async:  # the worker has ended with the session
            source.close()
        else:
            await asyncio.shield(self._called(source.close))  # it is closed even if no task waits for that

    async def _pause(self, step: Pause) -> bool:
        clock, source = self._core.clock, step.source
        end = clock.monotonic() + step.seconds
        while (now := clock.monotonic()) < end - SLACK:
            until = end if source is None else min(end, now + SLICE)
            if source is not None and await self._done(source.wait, clock.waiting(until - now)):
                return True
            if (rest := until - clock.monotonic()) > SLACK:
                slept = clock.sleep(rest)
                if inspect.isawaitable(slept):
                    await slept
        return False

    async def _done(
        self,
        do: Callable[..., object],
        *given: object,
        typed: str | None = None,
        target: object = NO_TARGET,
    ) -> Any:  # noqa: ANN401  # whatever it gives
        """What a call of the backend gives, as long as the session is open."""
        self._expect_still_open()
        with self._failing(typed=typed, target=target):
            return await self._called(do, *given)

    def _called(self, do: Callable[..., object], *given: object) -> Awaitable[Any]:
        """A call of the backend: awaited, or made in the worker."""
        if self._reads_async:
            return _awaited(do, *given)
        return asyncio.get_running_loop().run_in_executor(self._worker, partial(do, *given))


async def _awaited(do: Callable[..., object], *given: object) -> object:
    made = do(*given)
    return await made if inspect.isawaitable(made) else made


def _close_source(listening: Future[Any]) -> None:
    """Close what was asked for, and came when it was no longer wanted."""
    with suppress(Exception):
        source = listening.result()
        if source is not None:
            source.close()
