"""The rules for async backends: those of sync ones, with calls awaited in one event loop, and two more."""

# ruff: noqa: D102  # the name of a test says what it shows

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from inspect import isawaitable, iscoroutinefunction
from typing import Any

import attrs

from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.testing.conformance import BackendConformance
from uidiff.testing.subject import ENOUGH, Subject

__all__ = ["AsyncBackendConformance"]

_AWAITED = ("read", "windows", "close")
_CALLED = ("change", "remove", "restart", "end")


class AsyncBackendConformance(BackendConformance):
    """The rules for an AsyncBackend, as tests. A subclass gives what to read, in ``subject``: an async context manager.

    The callables of the subject (``change`` and the like) may be sync or async.
    """

    @contextmanager
    def opened(self) -> Iterator[Subject]:
        """Make the subject with blocking calls."""
        stack = AsyncExitStack()
        with asyncio.Runner() as runner:
            subject = runner.run(stack.enter_async_context(self.subject()))
            given = {name: getattr(subject, name) for name in _CALLED}
            calls: dict[str, Any] = {name: call and partial(_run, runner, call) for name, call in given.items()}
            try:
                yield attrs.evolve(subject, backend=_Blocking(subject.backend, runner), **calls)
            finally:
                runner.run(stack.aclose())

    def test_what_takes_time_is_awaited(self) -> None:
        with self.opened() as subject:
            backend = subject.backend.awaited
            plain = [name for name in _AWAITED if not iscoroutinefunction(getattr(backend, name))]
            if plain:
                raise AssertionError(f"{plain} must be awaited")

    def test_after_a_read_that_was_cancelled_another_one_works(self) -> None:
        with self.opened() as subject:
            _run(subject.backend.runner, partial(_cancelled_read, subject.backend.awaited, subject.target))
            if not len(subject.read()):
                raise AssertionError("a read that was cancelled leaves nothing behind")


async def _cancelled_read(backend: Any, target: object) -> None:  # noqa: ANN401  # an AsyncBackend
    """Begin a read and cancel it at its first wait."""
    deadline = time.monotonic() + ENOUGH
    reading = asyncio.create_task(backend.read(target, limits=Limits.live(), redact=Redaction(), deadline=deadline))
    await asyncio.sleep(0)
    reading.cancel()
    await asyncio.wait([reading])


class _Blocking:
    """Wraps an object so that its methods, async or not, are blocking calls in an event loop."""

    def __init__(self, awaited: object, runner: asyncio.Runner) -> None:
        self.awaited = awaited
        self.runner = runner

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the object has
        found = getattr(self.awaited, name)
        return partial(_run, self.runner, found) if callable(found) else found


def _run(runner: asyncio.Runner, call: Callable[..., object], *given: object, **options: object) -> object:
    """Make a call and await its result if it is awaitable; wrap a change source."""

    async def called() -> object:
        result = call(*given, **options)
        return await result if isawaitable(result) else result

    result = runner.run(called())
    return _Blocking(result, runner) if hasattr(result, "wait") else result
