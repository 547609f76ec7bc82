"""Call plans: what the backend asks of a browser, written once for the sync and the async backend; their drivers.

A plan is a generator that yields batches of independent calls and gets the outcome of each: its value or its error.
Playwright's sync and async objects have the same methods, so only the driver of a plan knows whether results are
awaited, and for how long.

Playwright's sync objects run an event loop in a second greenlet: a call switches to it, and the answer switches back.
A timer of that loop may switch back earlier. So a call without an answer, because the page hangs or shows a dialog,
ends at its deadline here too, and waiting for a change takes no processor time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from math import inf, isinf
from typing import Any, NamedTuple, TypeAlias, TypeVar

from uidiff.backends.deadlines import expect_time
from uidiff.errors import BackendError, ReadTimeout

__all__ = [
    "AsyncDriver",
    "CallBatch",
    "CallPlan",
    "Interrupted",
    "SyncDriver",
    "ask",
    "ask_all",
    "ending",
    "outcomes_of",
]

_T = TypeVar("_T")

BrowserCall: TypeAlias = Callable[[], Any]
"""A callable without arguments; the async driver awaits its result."""


class CallBatch(NamedTuple):
    """What a plan yields: calls, and the moment of ``time.monotonic()`` until which they may take.

    Calls that are ``closing`` release what was opened: they are made whatever the deadline of the plan.
    """

    each: tuple[BrowserCall, ...]
    deadline: float = inf
    closing: bool = False


CallPlan: TypeAlias = Generator[CallBatch, list[Any], _T]
"""A generator of batches that returns a ``_T``."""


class Interrupted(BackendError):
    """A call was abandoned because a dialog blocks its answer. Internal: no caller of a backend sees it."""


def ask(call: BrowserCall) -> CallPlan[Any]:
    """Make one call; what it returns or raises."""
    (outcome,) = yield CallBatch((call,))
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def ask_all(calls: Iterable[BrowserCall]) -> CallPlan[list[Any]]:
    """Make several calls; the value or the error of each."""
    asked = tuple(calls)
    return (yield CallBatch(asked)) if asked else []


def ending(plan: CallPlan[_T], deadline: float) -> CallPlan[_T]:
    """The same plan with a deadline for all its calls."""
    try:
        calls = next(plan)
        while True:
            calls = plan.send((yield calls._replace(deadline=min(calls.deadline, deadline))))
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # the plan's


def outcomes_of(plan: CallPlan[_T]) -> CallPlan[_T | Exception]:
    """The result of a plan, or the error that ended it as a value."""
    try:
        return (yield from plan)
    except Exception as error:  # noqa: BLE001  # the caller decides
        return error


class SyncDriver:
    """Drives plans over Playwright's sync objects, in their thread."""

    def __init__(self) -> None:
        self._resume: Callable[[Exception], None] | None = None  # ends the present call with an error
        self._runner: tuple[Any, Any] = (None, None)  # an event loop, and the greenlet that runs it
        self._sleeper: Any = None  # the greenlet that waits

    def drive(self, plan: CallPlan[_T], deadline: float = inf) -> _T:
        """Make the calls of a plan one after the other; what the plan returns or raises.

        Past the deadline, a moment of ``time.monotonic()``, each further call fails with ReadTimeout.
        """
        try:
            calls = next(plan)
            while True:
                end = inf if calls.closing else min(deadline, calls.deadline)
                calls = plan.send([self._outcome(call, end) for call in calls.each])
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]  # the plan's

    def interrupt(self) -> None:
        """End the present call with Interrupted. Called by event handlers."""
        if self._resume is not None:
            asyncio.get_running_loop().call_soon(self._fail, self._resume, Interrupted())

    def wait(self, seconds: float, until: Callable[[], bool]) -> None:
        """Process events for at most ``seconds``, until a condition holds after a :meth:`wake`.

        A call must have been driven before.
        """
        import greenlet  # type: ignore[import-untyped]  # comes with playwright

        loop, me = asyncio.get_running_loop(), greenlet.getcurrent()
        left, end = max(0.0, seconds), time.monotonic() + seconds
        self._sleeper = me
        try:
            while not until() and left >= 0:  # at least once: events that came before are processed
                timer = loop.call_later(left, me.switch)
                self._runner[1].switch()
                timer.cancel()
                left = end - time.monotonic()
        finally:
            self._sleeper = None

    def wake(self) -> None:
        """Have :meth:`wait` check its condition. Called by event handlers."""
        if self._sleeper is not None:
            asyncio.get_running_loop().call_soon(self._sleeper.switch)

    def _outcome(self, call: BrowserCall, deadline: float) -> Any:  # noqa: ANN401  # whatever it gives
        try:
            expect_time(deadline)
            with self._ending(deadline):
                return call()
        except Exception as error:  # noqa: BLE001  # the plan decides
            return error

    @contextmanager
    def _ending(self, deadline: float) -> Iterator[None]:
        """End the call within at the deadline, or by :meth:`interrupt`."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no sync Playwright in this thread: the call raises that itself
            yield
            return
        import greenlet  # comes with playwright

        if self._runner[0] is not loop:
            loop.call_soon(lambda: setattr(self, "_runner", (loop, greenlet.getcurrent())))
        before, left = self._resume, deadline - time.monotonic()
        resume = self._resume = greenlet.getcurrent().throw
        timer = None if isinf(left) else loop.call_later(left, self._fail, resume, _late())
        tasks = asyncio.all_tasks(loop)
        try:
            yield
        except (Interrupted, ReadTimeout):
            for task in asyncio.all_tasks(loop) - tasks:
                task.add_done_callback(_heard)
            raise
        finally:
            self._resume = before
            if timer is not None:
                timer.cancel()

    def _fail(self, resume: Callable[[Exception], None], error: Exception) -> None:
        if self._resume is resume:  # the call has not returned yet
            resume(error)


class AsyncDriver:
    """Drives plans in an event loop; the calls of a batch are made concurrently."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    async def drive(self, plan: CallPlan[_T], deadline: float = inf) -> _T:
        """As :meth:`SyncDriver.drive`, awaited."""
        try:
            calls = next(plan)
            while True:
                calls = plan.send(await self._outcomes(calls, deadline))
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]  # the plan's

    def interrupt(self) -> None:
        """As :meth:`SyncDriver.interrupt`."""
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    async def _outcomes(self, calls: CallBatch, deadline: float) -> list[Any]:
        deadline = inf if calls.closing else min(deadline, calls.deadline)
        if time.monotonic() >= deadline:
            return [_late() for _ in calls.each]
        interrupted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tasks = [asyncio.create_task(_called(call)) for call in calls.each]
        self._waiting.append(interrupted)
        try:
            while (open_ := [task for task in tasks if not task.done()]) and not interrupted.done():
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                until = None if isinf(left) else left
                await asyncio.wait([*open_, interrupted], timeout=until, return_when=asyncio.FIRST_COMPLETED)
            return [task.result() if task.done() else _unanswered(interrupted) for task in tasks]
        finally:
            self._waiting.remove(interrupted)
            for task in tasks:
                task.cancel()


async def _called(call: BrowserCall) -> Any:  # noqa: ANN401  # whatever it gives
    """The awaited result of a call, or its error as a value."""
    try:
        made = call()
        return await made if asyncio.iscoroutine(made) else made
    except Exception as error:  # noqa: BLE001  # the plan decides
        return error


def _unanswered(interrupted: asyncio.Future[None]) -> Exception:
    return Interrupted() if interrupted.done() else _late()


def _late() -> ReadTimeout:
    return ReadTimeout(
        "the browser did not answer in time: give it longer (timeout), or read again when it is less busy"
    )


def _heard(task: asyncio.Task[Any]) -> None:
    """Fetch the error of an abandoned task, so that asyncio does not log it."""
    if not task.cancelled():
        task.exception()
