"""What ``observe`` gives: how it is iterated, left and ended, whatever the plan behind it."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from uidiff.formats.stream import StreamRecord
from uidiff.live.observation import AsyncObservation, Observation
from uidiff.live.observing import ObservationClosed
from uidiff.live.steps import Call, CloseSource, Emit, Plan, Step
from uidiff.stream import DoneRecord, SnapshotRecord

DONE = DoneRecord(1.0, 1.0, 0)


def counting(log: list[str], numbers: int = 3) -> Plan[None]:
    """A plan of so many records, with a step before each."""
    ended: BaseException | None = None
    try:
        for number in range(numbers):
            yield Call(lambda: log.append("step"))
            yield Emit(SnapshotRecord(None, number))
    except (ObservationClosed, asyncio.CancelledError, KeyboardInterrupt) as error:
        ended = error
        log.append(type(error).__name__)
    yield CloseSource(None)
    yield Emit(DONE)
    if ended is not None:
        raise ended


def do(step: Step) -> object:
    return step.action() if isinstance(step, Call) else None


async def do_async(step: Step) -> object:
    await asyncio.sleep(0)
    return do(step)


async def do_never(step: Step) -> object:
    if isinstance(step, Call):
        await asyncio.Event().wait()
    return None


@contextmanager
def alone() -> Iterator[None]:
    yield


def observation(log: list[str], numbers: int = 3) -> Observation:
    return Observation(counting(log, numbers), do, alone)


def counts(records: list[StreamRecord]) -> list[object]:
    return [record.count if isinstance(record, SnapshotRecord) else record.type for record in records]


# ----------------------------------------------------------------------- sync


def test_it_gives_the_records_and_then_no_more() -> None:
    records = observation([])
    assert records.done is None
    assert iter(records) is records
    assert counts(list(records)) == [0, 1, 2, "done"]
    assert list(records) == []
    assert records.done == DONE


def test_closed_it_gives_no_more_and_has_done() -> None:
    log: list[str] = []
    with observation(log) as records:
        next(records)
    assert list(records) == []
    assert records.done == DONE
    assert log == ["step", "ObservationClosed"]
    records.close()


def test_dropped_it_is_closed() -> None:
    log: list[str] = []
    records = observation(log)
    next(records)
    del records
    gc.collect()
    assert log == ["step", "ObservationClosed"]


def test_an_interrupt_that_nobody_waited_for_is_not_raised_where_it_is_dropped() -> None:
    log: list[str] = []

    def interrupted(step: Step) -> object:
        if isinstance(step, Call):
            raise KeyboardInterrupt
        return None

    records = Observation(counting(log), interrupted, alone)
    assert next(records) == DONE
    del records
    gc.collect()
    assert log == ["KeyboardInterrupt"]


# ---------------------------------------------------------------------- async


def test_awaited_it_gives_the_records_and_then_no_more() -> None:
    async def main() -> None:
        records = AsyncObservation(counting([]), do_async)
        assert aiter(records) is records
        assert counts([record async for record in records]) == [0, 1, 2, "done"]
        assert [record async for record in records] == []
        assert records.done == DONE

    asyncio.run(main())


def test_several_tasks_share_the_records() -> None:
    async def main() -> None:
        records = AsyncObservation(counting([], 6), do_async)

        async def take() -> list[object]:
            return counts([record async for record in records])

        one, other = await asyncio.gather(take(), take())
        assert sorted(map(str, [*one, *other])) == ["0", "1", "2", "3", "4", "5", "done"]

    asyncio.run(main())


def test_another_task_ends_it_in_the_middle_of_a_step() -> None:
    async def main() -> None:
        log: list[str] = []
        records = AsyncObservation(counting(log), do_never)
        waiting = asyncio.ensure_future(anext(records, None))
        await asyncio.sleep(0)
        await asyncio.gather(records.aclose(), records.aclose())
        assert await waiting is None
        assert records.done == DONE
        assert log == ["ObservationClosed"]

    asyncio.run(main())


def test_cancelled_it_ends_and_the_task_with_it() -> None:
    async def main() -> None:
        log: list[str] = []
        records = AsyncObservation(counting(log), do_never)
        waiting = asyncio.ensure_future(anext(records))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert records.done == DONE
        assert log == ["CancelledError"]

    asyncio.run(main())


def test_cancelled_and_ended_by_another_task_at_once_it_is_cancelled() -> None:
    async def main() -> None:
        records = AsyncObservation(counting([]), do_never)
        waiting = asyncio.ensure_future(anext(records))
        await asyncio.sleep(0)
        waiting.cancel()
        await records.aclose()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert records.done == DONE

    asyncio.run(main())


def test_dropped_it_is_ended_by_the_event_loop() -> None:
    log: list[str] = []

    async def main() -> None:
        records = AsyncObservation(counting(log), do_async)
        await anext(records)
        del records
        for _ in range(5):
            await asyncio.sleep(0)
        assert log == ["step", "ObservationClosed"]
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


def test_one_that_lives_on_is_ended_when_the_event_loop_ends() -> None:
    log: list[str] = []

    async def main() -> AsyncObservation:
        records = AsyncObservation(counting(log), do_async)
        await anext(records)
        return records

    records = asyncio.run(main())
    assert log == ["step", "ObservationClosed"]
    assert records.done == DONE


def test_an_error_of_a_step_goes_into_the_plan() -> None:
    async def main() -> None:
        async def fail(_: Step) -> object:
            raise ZeroDivisionError

        records = AsyncObservation(counting([]), fail)
        with pytest.raises(ZeroDivisionError):
            await anext(records)
        assert [record async for record in records] == []

    asyncio.run(main())
