"""A thread for systems whose calls can hang and whose objects belong to a thread (spec/definitions#25-threads)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from math import inf
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar
from weakref import finalize

from uidiff.backends.bounded_walk import expect_time
from uidiff.errors import BackendError, ReadTimeout

__all__ = ["MOST_HUNG", "Worker"]

_T = TypeVar("_T")
_Outcome: TypeAlias = tuple[Any, BaseException | None]

MOST_HUNG = 8
"""So many calls may hang at once; then no more is begun until one of them returns."""


class Worker:
    """Makes calls in a thread of its own, one after the other; one that takes too long is left behind.

    The thread begins with the first call, and ends with the worker, closed or not. One that was left behind ends when
    its call returns, if it ever does; it keeps no program from ending, as it is a daemon. The next call gets a new one.

    Args:
        name: of the threads.
        around: a context that each thread is in from its beginning to its end: what a system wants to be told first.
    """

    def __init__(self, name: str, *, around: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        self._name = name
        self._around = around
        self._thread: _Thread | None = None
        self._hung: list[_Thread] = []
        self._closed = False

    def run(self, call: Callable[[], _T], deadline: float = inf) -> _T:
        """What a call gives or raises.

        Args:
            call: takes no arguments. What it has done so far, it leaves where its caller finds it after a ReadTimeout.
            deadline: a moment of ``time.monotonic()``.

        Raises:
            ReadTimeout: the deadline came first, or too many earlier calls still hang. Nothing was begun if it was
                over before.
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
            raise ReadTimeout("the window was not read in time: give it longer, or read again when it is less busy")
        made, error = outcome
        if error is not None:
            raise error
        return made  # type: ignore[no-any-return]  # of the type that the call gives

    def close(self) -> None:
        """Let the thread end. It may be called again."""
        self._closed = True
        if (thread := self._thread) is not None:
            self._leave(thread)
            thread.join(_LONGEST_FAREWELL)

    def _leave(self, thread: _Thread) -> None:
        """Have a thread end as soon as it is done."""
        thread.calls.put(None)
        self._hung.append(thread)
        self._thread = None


_LONGEST_FAREWELL = 1.0
"""Seconds that closing waits for a thread."""

_LONGEST_WAIT = 3600.0
"""Seconds that are waited at once; some systems know no longer waits."""


class _Thread(threading.Thread):
    """Takes calls out of a queue until None comes.

    Attributes:
        broken: whether it could not begin; the first call was told why, and it takes no more.
    """

    def __init__(self, name: str, around: Callable[[], AbstractContextManager[object]]) -> None:
        super().__init__(name=name, daemon=True)
        self.calls: SimpleQueue[tuple[Callable[[], Any], SimpleQueue[_Outcome]] | None] = SimpleQueue()
        self.broken = False
        self._around = around

    def run(self) -> None:
        with suppress(Exception), ExitStack() as stack:  # nobody is there any more to be told that leaving failed
            try:
                stack.enter_context(self._around())
            except BaseException as error:  # noqa: BLE001  # whoever calls has to know
                self.broken = True
                outcome = None, error
                self._took(lambda _: outcome)
                return
            while self._took(_outcome):
                pass

    def _took(self, outcome: Callable[[Callable[[], Any]], _Outcome]) -> bool:
        """Answer the next call; False if there is to be none. Between two calls nothing is held on to."""
        taken = self.calls.get()
        if taken is None:
            return False
        call, answer = taken
        answer.put(outcome(call))
        return True


def _outcome(call: Callable[[], Any]) -> _Outcome:
    try:
        return call(), None
    except BaseException as error:  # noqa: BLE001  # it is raised where the call was asked for
        return None, error


def _first(answer: SimpleQueue[_Outcome], deadline: float) -> _Outcome | None:
    """What comes out of a queue; None if the deadline is over before."""
    while True:
        left = deadline - time.monotonic()
        with suppress(Empty):
            return answer.get(timeout=min(max(left, 0.0), _LONGEST_WAIT))
        if left <= 0:
            return None
