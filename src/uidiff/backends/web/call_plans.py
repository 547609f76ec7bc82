"""Call plans: what the backend asks of a browser, written once for the sync and the async backend.

A plan is a generator that yields batches of independent calls and gets the outcome of each: its value or its error.
Playwright's sync and async objects have the same methods, so only the driver of a plan knows whether results are
awaited, and for how long.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from math import inf
from typing import Any, NamedTuple, TypeAlias, TypeVar

from uidiff.errors import BackendError

__all__ = ["BrowserCall", "CallBatch", "CallPlan", "Interrupted", "ask", "ask_all", "ending", "outcomes_of"]

_T = TypeVar("_T")

BrowserCall: TypeAlias = Callable[[], Any]
"""A callable without arguments; the async driver awaits its result."""


class CallBatch(NamedTuple):
    """What a plan yields: calls, and the moment of ``time.monotonic()`` until which they may take."""

    each: tuple[BrowserCall, ...]
    deadline: float = inf


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
