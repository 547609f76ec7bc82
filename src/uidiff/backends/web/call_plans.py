"""What the backend asks of a browser, as plans: written once, driven by the sync and by the async backend.

A plan is a generator. It yields calls, which do not depend on one another, and gets what came of each: a value, or the
error. Playwright's sync and async objects have the same methods, so that only those who drive a plan know whether what
a call returns is awaited, and for how long.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from math import inf
from typing import Any, NamedTuple, TypeAlias, TypeVar

from uidiff.errors import BackendError

__all__ = ["BrowserCall", "CallBatch", "CallPlan", "Interrupted", "ask", "ask_all", "ending", "outcomes_of"]

_T = TypeVar("_T")

BrowserCall: TypeAlias = Callable[[], Any]
"""A call that takes no arguments; what it returns is awaited by the async backend."""


class CallBatch(NamedTuple):
    """What a plan yields: calls, and the moment of ``time.monotonic()`` after which it is too late for an answer."""

    each: tuple[BrowserCall, ...]
    deadline: float = inf


CallPlan: TypeAlias = Generator[CallBatch, list[Any], _T]
"""A generator of calls that returns a ``_T`` in the end."""


class Interrupted(BackendError):
    """A call was given up, as a dialog opened that keeps the page from answering it. Never raised to a caller."""


def ask(call: BrowserCall) -> CallPlan[Any]:
    """What one call gives, or raises."""
    (outcome,) = yield CallBatch((call,))
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def ask_all(calls: Iterable[BrowserCall]) -> CallPlan[list[Any]]:
    """What came of each call: errors are values here."""
    asked = tuple(calls)
    return (yield CallBatch(asked)) if asked else []


def ending(plan: CallPlan[_T], deadline: float) -> CallPlan[_T]:
    """The same plan, of which no call takes longer than to a deadline."""
    try:
        calls = next(plan)
        while True:
            calls = plan.send((yield calls._replace(deadline=min(calls.deadline, deadline))))
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]  # the plan's


def outcomes_of(plan: CallPlan[_T]) -> CallPlan[_T | Exception]:
    """What a plan returns, or the error that ended it, as a value."""
    try:
        return (yield from plan)
    except Exception as error:  # noqa: BLE001  # whoever asked decides
        return error
