"""An async observation that several tasks share, cancel and leave."""

import asyncio

import pytest

from tests.live.watching import AsyncPolled, Time, in_a_loop, mail
from uidiff import AsyncSession
from uidiff.backends.scripted import ScriptedUI
from uidiff.live.observation import AsyncObservation

HOUR = 3600.0


@in_a_loop
async def test_several_tasks_share_the_records() -> None:
    ui, time = mail(), Time()
    time.at(1.5, ui.find(role="button").remove)
    async with AsyncSession(AsyncPolled(ui), ui, clock=time.clock(awaited=True)) as session:
        records = session.observe(duration=3)

        async def take() -> list[str]:
            return [record.type async for record in records]

        one, other = await asyncio.gather(take(), take())
    assert sorted([*one, *other]) == ["done", "removed", "snapshot"]


@in_a_loop
async def test_cancelled_and_ended_by_another_task_at_once_it_is_cancelled() -> None:
    ui = mail()
    async with AsyncSession(AsyncPolled(ui), ui) as session:
        records = session.observe(interval=HOUR)
        await anext(records)
        waiting = asyncio.ensure_future(anext(records))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(records.aclose(), records.aclose())
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert records.done is not None


def test_one_that_lives_on_is_ended_when_the_event_loop_ends(ui: ScriptedUI) -> None:
    async def main() -> AsyncObservation:
        async with AsyncSession(AsyncPolled(ui), ui) as session:
            records = session.observe(interval=HOUR)
            await anext(records)
            session._observations.clear()  # as of a session that is not closed
        return records

    assert asyncio.run(main()).done is not None
