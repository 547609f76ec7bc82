"""Plans are taken the same way with and without an event loop."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from uidiff.live.steps import Call, CloseSource, Pause, Plan, PlanRunner, Step, drive, drive_async

Taken = list[object]


def ask(*answers: object) -> Callable[[Step], object]:
    """What does steps: it answers with these, or raises them."""
    left = iter(answers)

    def do(_: Step) -> object:
        answer = next(left)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    return do


def driven(plan: Plan[Any], do: Callable[[Step], object]) -> Any:  # noqa: ANN401  # what the plan returns
    return drive(plan, do)


def driven_async(plan: Plan[Any], do: Callable[[Step], object]) -> Any:  # noqa: ANN401  # what the plan returns
    async def run() -> Any:  # noqa: ANN401  # what the plan returns
        async def awaited(step: Step) -> object:
            await asyncio.sleep(0)
            return do(step)

        return await drive_async(plan, awaited)

    return asyncio.run(run())


both = pytest.mark.parametrize("run", [driven, driven_async])


def adding(taken: Taken) -> Plan[str]:
    try:
        taken.append((yield Pause(1, None)))
        taken.append((yield Pause(2, None)))
    except ValueError as error:
        taken.append(error)
        taken.append((yield Pause(3, None)))
    finally:
        yield CloseSource(None)
        taken.append("closed")
    return "made"


@both
def test_answers_go_into_the_plan_and_what_it_returns_comes_out(run: Callable[..., object]) -> None:
    taken: Taken = []
    assert run(adding(taken), ask(1, 2, None)) == "made"
    assert taken == [1, 2, "closed"]


@both
def test_an_error_goes_into_the_plan_which_may_go_on(run: Callable[..., object]) -> None:
    taken: Taken = []
    error = ValueError("no")
    assert run(adding(taken), ask(1, error, 3, None)) == "made"
    assert taken == [1, error, 3, "closed"]


@both
@pytest.mark.parametrize("error", [KeyError("no"), KeyboardInterrupt()])
def test_what_the_plan_does_not_handle_comes_out_after_its_end(
    run: Callable[..., object], error: BaseException
) -> None:
    taken: Taken = []
    with pytest.raises(type(error)):
        run(adding(taken), ask(1, error, None))
    assert taken == [1, "closed"]


@both
def test_an_error_of_the_plans_own_comes_out(run: Callable[..., object]) -> None:
    def broken() -> Plan[None]:
        yield Call(lambda: None)
        raise KeyError("of the plan")

    with pytest.raises(KeyError, match="of the plan"):
        run(broken(), ask(None))


@both
def test_a_plan_without_steps(run: Callable[..., object]) -> None:
    def nothing() -> Plan[int]:
        return 5
        yield CloseSource(None)  # so that it is a generator

    assert run(nothing(), ask()) == 5


def test_an_interrupt_between_two_steps_goes_into_the_plan() -> None:
    taken: Taken = []

    class Interrupted(PlanRunner[str]):
        def answered(self, answer: object) -> None:
            super().answered(answer)
            raise KeyboardInterrupt

    runner = Interrupted(adding(taken))
    runner.next()
    with pytest.raises(KeyboardInterrupt) as caught:
        runner.answered(1)
    runner.failed(caught.value)
    assert isinstance(runner.next(), CloseSource)
    with pytest.raises(KeyboardInterrupt):
        runner.next()
    assert runner.over
    assert taken == ["closed"]
