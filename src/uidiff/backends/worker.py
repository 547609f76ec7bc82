"""A thread for platforms whose calls can hang and whose objects belong to a thread (spec/definitions#25-threads)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from math import inf
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar
from weakref import finalize

from uidiff.backends.deadlines import LONGEST_WAIT, expect_time, late
from uidiff.errors import BackendError, ReadTimeout

__all__ = ["MOST_HUNG", "Worker"]

_T = TypeVar("_T")
_Outcome: TypeAlias = tuple[Any, BaseException | None]

MOST_HUNG = 8
"""Calls that may hang at once; beyond that no call is begun until one of them returns."""


class Worker:
    """Makes calls in a thread of its own, one after the other, and abandons a call that takes too long.

    The thread starts with the first call and ends with the worker, closed or not. An abandoned thread ends when its
    call returns; as a daemon it does not keep the process alive. The next call gets a new thread.

    Args:
        name: the name of the threads.
        around: makes a context that each thread enters when it starts, such as the set-up of COM.
    """

    def __init__(self, name: str, *, around: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        self._name = name
        self._around = around
        self._thread: _Thread | None = None
        self._hung: list[_Thread] = []
        self._closed = False

    def run(self, call: Callable[[], _T], deadline: float = inf) -> _T:
        """Make a call in the thread; what it returns or raises.

        Args:
            call: takes no arguments. Partial results survive a ReadTimeout only in objects that the caller holds.
            deadline: a moment of ``time.monotonic()``. If it is over already, the call is not begun.

        Raises:
            ReadTimeout: the deadline came first, or ``MOST_HUNG`` earlier calls still hang.
            BackendError: the worker is closed.
        """
        if self._closed:
            raise BackendError("this backend is closed: make another one")
        expect_time(deadline)
        self._hung = [thread for thread in self._hung if thread.is_alive()]
        if len(self._hung) >= MOST_HUNG:
            raise ReadTimeout(f"{len(self._hung)} earlier reads still hang: end the program that does not answer")
        if self._thread is None or self._thread.broken:
            self._thread = _Thread(self._name, self._around)
            self._thread.start()
            finalize(self, self._thread.calls.put, None).atexit = False
        answer: SimpleQueue[_Outcome] = SimpleQueue()
        self._thread.calls.put((call, answer))
        outcome = _first(answer, deadline)
        if outcome is None:
            self._leave(self._thread)
            raise late()
        made, error = outcome
        if error is not None:
            raise error
        return made  # type: ignore[no-any-return]  # of the type that the call gives

    def close(self) -> None:
        """End the thread. May be called again."""
        self._closed = True
        if (thread := self._thread) is not None:
            self._leave(thread)
            thread.join(_CLOSING)

    def _leave(self, thread: _Thread) -> None:
        """Have a thread end after its present call."""
        thread.calls.put(None)
        self._hung.append(thread)
        self._thread = None


_CLOSING = 1.0
"""Seconds that ``close`` waits for the thread."""


class _Thread(threading.Thread):
    """Takes calls out of a queue until it takes None.

    Attributes:
        broken: whether the context could not be entered; the first call raised the error, and no more are taken.
    """

    def __init__(self, name: str, around: Callable[[], AbstractContextManager[object]]) -> None:
        super().__init__(name=name, daemon=True)
        self.calls: SimpleQueue[tuple[Callable[[], Any], SimpleQueue[_Outcome]] | None] = SimpleQueue()
        self.broken = False
        self._around = around

    def run(self) -> None:
        with suppress(Exception), ExitStack() as stack:  # no caller is left for an error of leaving the context
            try:
                stack.enter_context(self._around())
            except BaseException as error:  # noqa: BLE001  # raised by the first call
                self.broken = True
                outcome = None, error
                self._took(lambda _: outcome)
                return
            while self._took(_outcome):
                pass

    def _took(self, outcome: Callable[[Callable[[], Any]], _Outcome]) -> bool:
        """Answer the next call; False if it is None. Between two calls the thread keeps no reference to a result."""
        taken = self.calls.get()
        if taken is None:
            return False
        call, answer = taken
        answer.put(outcome(call))
        return True


def _outcome(call: Callable[[], Any]) -> _Outcome:
    try:
        return call(), None
    except BaseException as error:  # noqa: BLE001  # raised in the thread of the caller
        return None, error


def _first(answer: SimpleQueue[_Outcome], deadline: float) -> _Outcome | None:
    """The first item of a queue; None if the deadline comes first."""
    while True:
        left = deadline - time.monotonic()
        with suppress(Empty):
            return answer.get(timeout=min(max(left, 0.0), LONGEST_WAIT))
        if left <= 0:
            return None
