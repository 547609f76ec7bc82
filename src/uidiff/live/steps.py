"""Plans: what a session does, written once as steps that the sync and the async session both carry out.

A plan is a generator. It yields a step and is sent the result, or the error is thrown into it. The order of steps
stands in the plan; only the code that carries them out knows whether they are awaited.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

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
    "awaited",
    "carried_out",
    "drive",
    "drive_async",
    "named_after",
]

_P = ParamSpec("_P")
_T = TypeVar("_T")
_F = TypeVar("_F", bound=Callable[..., object])


@attrs.frozen
class Read:
    """Read the target. Result: a Snapshot."""

    target: object


@attrs.frozen
class Call:
    """Call a function of the caller. Result: what it returns."""

    action: Callable[[], object]


@attrs.frozen
class Listen:
    """Open a source of changes of the target. Result: the source; None if the backend has none."""

    target: object


@attrs.frozen
class CloseSource:
    """Close the source that :class:`Listen` gave, unless it is None."""

    source: Any


@attrs.frozen
class Pause:
    """Wait for some seconds, or until the source reports a change. Result: whether it did."""

    seconds: float
    source: Any


@attrs.frozen
class Emit:
    """Hand a stream record to the reader of the observation."""

    record: StreamRecord


Step: TypeAlias = Read | Call | Listen | CloseSource | Pause | Emit
Plan: TypeAlias = Generator[Step, Any, _T]
"""A generator of steps that returns a ``_T``."""


class PlanRunner(Generic[_T]):
    """Runs a plan step by step; the caller carries the steps out.

    Attributes:
        over: whether the plan has ended.
        result: what the plan returned, once it has ended.
    """

    def __init__(self, plan: Plan[_T]) -> None:
        self._plan = plan
        self._answer: object = None
        self._error: BaseException | None = None
        self.over = False
        self.result: _T

    def next(self) -> Step | None:
        """Resume the plan up to its next step; None if it has returned. An error that ends the plan is raised."""
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
        """Note the result of the last step."""
        self._answer = answer

    def failed(self, error: BaseException) -> None:
        """Note that the last step failed or was interrupted: the error is thrown into the plan by :meth:`next`.

        Raises:
            The error itself, if the plan has ended by it.
        """
        if self.over:
            raise error
        self._error = error

    def advance(self, do: Callable[[Step], object]) -> Emit | None:
        """Carry out steps by ``do`` up to the next :class:`Emit`; None if the plan has returned."""
        while not self.over:
            try:
                step = self.next()
                if isinstance(step, Emit):
                    return step
                if step is not None:
                    self._answer = do(step)
            except BaseException as error:  # noqa: BLE001  # the plan handles it, KeyboardInterrupt too
                self.failed(error)
        return None


def drive(plan: Plan[_T], do: Callable[[Step], object]) -> _T:
    """Carry out all steps of a plan that emits nothing; return what the plan returns."""
    runner = PlanRunner(plan)
    runner.advance(do)
    return runner.result


async def drive_async(plan: Plan[_T], do: Callable[[Step], Awaitable[object]]) -> _T:
    """As :func:`drive`, with each step awaited."""
    runner = PlanRunner(plan)
    while not runner.over:
        try:
            if (step := runner.next()) is not None:
                runner.answered(await do(step))
        except BaseException as error:  # noqa: BLE001  # the plan handles it, CancelledError too
            runner.failed(error)
    return runner.result


def carried_out(make: Callable[Concatenate[Any, _P], Plan[_T]]) -> Callable[Concatenate[Any, _P], _T]:
    """The method of a sync face that carries out the plan that ``make`` returns for its arguments."""

    def verb(face: Any, /, *given: _P.args, **options: _P.kwargs) -> _T:  # noqa: ANN401  # a session or a recorder
        result: _T = face._carry_out(make(face, *given, **options))  # noqa: SLF001  # both have it
        return result

    return named_after(make, verb)


def awaited(make: Callable[Concatenate[Any, _P], Plan[_T]]) -> Callable[Concatenate[Any, _P], Coroutine[Any, Any, _T]]:
    """As :func:`carried_out`, for an async face."""

    async def verb(face: Any, /, *given: _P.args, **options: _P.kwargs) -> _T:  # noqa: ANN401  # a session or a recorder
        result: _T = await face._carry_out(make(face, *given, **options))  # noqa: SLF001  # both have it
        return result

    return named_after(make, verb)


def named_after(make: Callable[..., object], verb: _F, *, returns: type | None = None) -> _F:
    """Give a method the name, docstring and signature of the private one that makes its plan.

    Args:
        make: ``_describe`` for ``describe``.
        verb: the method.
        returns: the type that it returns; what the plan returns by default.
    """
    update_wrapper(verb, make)
    verb.__name__ = make.__name__.removeprefix("_")
    known = inspect.signature(make)
    returned = returns or known.return_annotation.removeprefix("Plan[").removesuffix("]")
    verb.__annotations__ = {**make.__annotations__, "return": returned}
    verb.__signature__ = known.replace(return_annotation=returned)  # type: ignore[attr-defined]  # of any function
    return verb
