"""The rules for an async backend: those of a sync one, each call awaited in one event loop, and two of its own."""

# ruff: noqa: D102  # the name of a test says what it shows

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager
from functools import partial
from inspect import isawaitable, iscoroutinefunction
from typing import Any

import attrs

from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.testing.conformance import Rules
from uidiff.testing.subject import ENOUGH, Subject

__all__ = ["AsyncBackendConformance"]

_AWAITED = ("read", "windows", "close")
_CALLED = ("change", "remove", "restart", "end")


class AsyncBackendConformance(Rules):
    """The rules for an AsyncBackend. A subclass says what to read, in :meth:`subject`; pytest runs the rest.

    What the subject has to call (``change`` and the like) may be awaited as well.
    """

    def subject(self) -> AbstractAsyncContextManager[Subject]:
        """A backend and a window for it, both new: a context manager that ends the program in the end."""
        raise AssertionError("give a method subject: see uidiff.testing.Subject")

    @contextmanager
    def opened(self) -> Iterator[Subject]:
        """The subject, its calls returning when they are done."""
        stack = AsyncExitStack()
        with asyncio.Runner() as runner:
            subject = runner.run(stack.enter_async_context(self.subject()))
            given = {name: getattr(subject, name) for name in _CALLED}
            calls: dict[str, Any] = {name: call and partial(_run, runner, call) for name, call in given.items()}
            try:
                yield attrs.evolve(subject, backend=_Returning(subject.backend, runner), **calls)
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
    """A read that is cancelled as soon as it waits for something."""
    deadline = time.monotonic() + ENOUGH
    reading = asyncio.create_task(
        backend.read(target, limits=Limits.live(), redact=Redaction(), deadline=deadline),
    )
    await asyncio.sleep(0)
    reading.cancel()
    await asyncio.wait([reading])


class _Returning:
    """An object whose methods, awaited or not, run in an event loop and return when they are done."""

    def __init__(self, awaited: object, runner: asyncio.Runner) -> None:
        self.awaited = awaited
        self.runner = runner

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the object has
        found = getattr(self.awaited, name)
        return partial(_run, self.runner, found) if callable(found) else found


def _run(runner: asyncio.Runner, call: Callable[..., object], *given: object, **options: object) -> object:
    """What a call gives, awaited if need be; a change source as one whose methods return."""

    async def called() -> object:
        result = call(*given, **options)
        return await result if isawaitable(result) else result

    result = runner.run(called())
    return _Returning(result, runner) if hasattr(result, "wait") else result
