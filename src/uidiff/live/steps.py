"""What a session does, as steps: written once, taken by the sync and by the async session.

A plan is a generator. It yields what is to be done and gets what came of it, or the error, thrown into it. So the order
of things stands in one place, and only those who take the steps know whether doing them is awaited.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from uidiff.formats.stream import StreamRecord

__all__ = [
    "Call",
    "CloseSource",
    "Emit",
    "Listen",
    "Pause",
    "Plan",
    "PlanRunner",
    "Read",
    "Step",
    "drive",
    "drive_async",
]

_T = TypeVar("_T")


@attrs.frozen
class Read:
    """Read the target; a Snapshot comes of it, or the error of the backend."""

    target: object


@attrs.frozen
class Call:
    """Call what the caller gave; whatever it returns comes of it."""

    action: Callable[[], object]


@attrs.frozen
class Listen:
    """Ask the backend for what tells of changes of the target; it, or None."""

    target: object


@attrs.frozen
class CloseSource:
    """Close what :class:`Listen` gave, if it gave something."""

    source: Any


@attrs.frozen
class Pause:
    """Wait so many seconds, less if the source tells of a change: whether it did."""

    seconds: float
    source: Any


@attrs.frozen
class Emit:
    """Hand a stream record to the reader."""

    record: StreamRecord


Step: TypeAlias = Read | Call | Listen | CloseSource | Pause | Emit
Plan: TypeAlias = Generator[Step, Any, _T]
"""A generator of steps that returns a ``_T`` in the end."""


class PlanRunner(Generic[_T]):
    """The way through a plan, step by step.

    Attributes:
        over: nothing is left to do.
        result: what the plan returned, once it is over.
    """

    def __init__(self, plan: Plan[_T]) -> None:
        self._plan = plan
        self._answer: object = None
        self._error: BaseException | None = None
        self.over = False
        self.result: _T

    def next(self) -> Step | None:
        """The next step; None where there is none. What ends the plan with an error is raised."""
        answer, error = self._answer, self._error
        self._answer = self._error = None
        try:
            return self._plan.send(answer) if error is None else self._plan.throw(error)
        except StopIteration as end:
            self.over = True
            self.result = end.value
            return None
        except BaseException:
            self.over = True
            raise

    def answered(self, answer: object) -> None:
        """What came of the last step."""
        self._answer = answer

    def failed(self, error: BaseException) -> None:
        """The last step failed, or was interrupted: the plan decides what comes of it.

        Raises:
            The error itself, if it is the plan's: it is over.
        """
        if self.over:
            raise error
        self._error = error


def drive(plan: Plan[_T], do: Callable[[Step], object]) -> _T:
    """Take all steps of a plan; what it returns, or raises."""
    runner = PlanRunner(plan)
    while not runner.over:
        try:
            if (step := runner.next()) is not None:
                runner.answered(do(step))
        except BaseException as error:  # noqa: BLE001  # the plan decides, also about Ctrl-C
            runner.failed(error)
    return runner.result


async def drive_async(plan: Plan[_T], do: Callable[[Step], Awaitable[object]]) -> _T:
    """As :func:`drive`, each step awaited."""
    runner = PlanRunner(plan)
    while not runner.over:
        try:
            if (step := runner.next()) is not None:
                runner.answered(await do(step))
        except BaseException as error:  # noqa: BLE001  # the plan decides, also about cancelling
            runner.failed(error)
    return runner.result
