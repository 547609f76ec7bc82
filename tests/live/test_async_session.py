"""``AsyncSession``: the same, awaited; on async backends, and on sync ones in a worker thread."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any

import pytest

from tests.live.watching import AsyncPolled, Polled, Time, kinds, lines, mail, observed, observed_async
from tests.live.witness import told
from uidiff import AsyncSession, Session
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedUI
from uidiff.errors import AppGone, BackendError, ReadTimeout, WaitTimeout
from uidiff.events import DialogAppeared
from uidiff.formats.report import Report
from uidiff.live.observation import AsyncObservation

Run = Callable[[AsyncSession, ScriptedUI], Awaitable[object]]

each_backend = pytest.mark.parametrize("made", [AsyncScriptedBackend, ScriptedBackend])
HOUR = 3600.0
PATIENCE = 20_000
"""Looks, 5 ms apart at least, after which a test gives up."""


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401  # what it returns
    """What a coroutine returns; afterwards no task and no thread of ours is left that was not there before."""
    earlier = threading.enumerate()

    async def alone() -> object:
        result = await coroutine
        for _ in range(3):
            await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return result

    result = asyncio.run(alone())
    for thread in threading.enumerate():
        if thread.name.startswith("uidiff") and thread not in earlier:
            thread.join(PATIENCE)
            assert not thread.is_alive()
    return result


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine."""
    return wraps(test)(lambda *given, **named: run(test(*given, **named)))


def both(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """The same on either backend."""
    return each_backend(in_a_loop(test))


@asynccontextmanager
async def opened(made: Any, **options: Any) -> AsyncIterator[tuple[AsyncSession, ScriptedUI]]:  # noqa: ANN401
    """A session and its UI; at the end nobody listens to it any more."""
    ui = mail()
    async with AsyncSession(made(ui), ui, **options) as session:
        yield session, ui
    await quiet(ui)


async def quiet(ui: ScriptedUI) -> None:
    """Wait until nobody listens to a UI: a worker may still be at it."""
    for _ in range(PATIENCE):
        if not ui._listeners:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("somebody still listens")


async def till(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    for _ in range(PATIENCE):
        if what():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not happen")


# -------------------------------------------------------------------- parity

SCRIPTS: dict[str, Callable[[ScriptedUI, Time], dict[str, Any]]] = {}


def script(do: Callable[[ScriptedUI, Time], dict[str, Any]]) -> None:
    """A script, which gives the options to observe it with."""
    SCRIPTS[do.__name__] = do


@script
def changes(ui: ScriptedUI, time: Time) -> dict[str, Any]:
    time.at(1.5, lambda: ui.add({"role": "dialog", "children": [{"role": "button", "name": "Yes"}]}))
    time.at(2.5, ui.find(role="textbox").recreate)
    time.at(3.5, lambda: ui.find(role="list").move(ui.find(role="dialog")))
    time.at(4.5, ui.find(name="Mail 1").remove)
    return {"interval": 0.5}


@script
def failures(ui: ScriptedUI, time: Time) -> dict[str, Any]:
    time.at(1.5, lambda: ui.fail(BackendError("no"), times=2))
    time.at(3.5, lambda: ui.cut(ui.find(role="list"), times=2))
    time.at(6.5, ui.close)
    time.at(8.5, ui.restart)
    return {"reconnect": True}


@script
def transients(ui: ScriptedUI, time: Time) -> dict[str, Any]:
    time.at(1.5, lambda: ui.add({"role": "status", "name": "Saved"}))
    time.at(2.5, lambda: ui.find(role="status").remove())
    time.at(2.5, lambda: ui.add({"role": "dialog"}))
    return {"transient": 3, "roles": {"status", "dialog"}}


@script
def ending(ui: ScriptedUI, time: Time) -> dict[str, Any]:
    time.at(2.5, ui.find(role="list").remove)
    return {"scope": "e3"}


@pytest.mark.parametrize("made", [AsyncPolled, Polled])
@pytest.mark.parametrize("name", SCRIPTS)
def test_d3_both_sessions_give_the_same_records(name: str, made: Any) -> None:  # noqa: ANN401  # a backend
    ui, time = mail(), Time()
    expected = observed(ui, time, **SCRIPTS[name](ui, time))
    ui, time = mail(), Time()
    assert lines(observed_async(made(ui), ui, time, **SCRIPTS[name](ui, time))) == lines(expected)
    assert len(expected) > 3


@each_backend
def test_both_sessions_give_the_same_answers(made: Any) -> None:  # noqa: ANN401  # a backend
    def said(report: Report) -> tuple[str, str, str, object]:
        return report.mode, report.reason, report.text, report.settled

    ui = mail()
    ui.on(ui.find(role="button"), "press", ui.find(role="button").remove)
    with Session(ScriptedBackend(ui), ui) as session:
        expected = [session.describe(), session.act("press", "e7", settle=0.01), session.describe(mode="full")]

    async def main() -> list[Report]:
        async with opened(made) as (session, ui):
            ui.on(ui.find(role="button"), "press", ui.find(role="button").remove)
            return [
                await session.describe(),
                await session.act("press", "e7", settle=0.01),
                await session.describe(mode="full"),
            ]

    assert list(map(said, run(main()))) == list(map(said, expected))


# ------------------------------------------------------------------- methods


@both
async def test_every_method_does_what_that_of_a_session_does(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui):
        first = await session.describe()
        assert first.mode == "full"
        assert await session.windows() == (ui.window,)
        assert session.handle("e7") is ui.find(role="button")
        assert await session.settle(0.01)
        ui.find(role="button").remove()
        since = await session.describe(since=first.token, roles={"button"})
        assert len(told(since).removed) == 1
        threading.Timer(0.01, lambda: ui.add({"role": "dialog"})).start()
        report = await session.wait(
            lambda delta: any(isinstance(event, DialogAppeared) for event in delta.events), interval=HOUR
        )
        assert report.delta is not None
        with pytest.raises(WaitTimeout):
            await session.wait(timeout=0.01)


@both
async def test_an_action_may_be_awaited(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui):

        async def press() -> None:
            await asyncio.sleep(0)
            ui.find(role="button").remove()

        report = await session.act(press, settle=None)
        assert len(told(report).removed) == 1
        report = await session.act(lambda: setattr(ui.find(role="textbox"), "value", "x"), settle=None)
        assert len(told(report).changed) == 1
        with pytest.raises(ZeroDivisionError):
            await session.act(lambda: 1 / 0)


def test_a_session_refuses_an_async_backend() -> None:
    with pytest.raises(TypeError, match="this backend is async"):
        Session(AsyncScriptedBackend())


@in_a_loop
async def test_a_sync_backend_is_called_in_one_worker_thread() -> None:
    threads = set()

    class Watched(ScriptedBackend):
        def read(self, target: Any, **given: Any) -> Any:  # noqa: ANN401  # as of a backend
            threads.add(threading.current_thread())
            return super().read(target, **given)

    async with opened(Watched) as (session, _):
        await asyncio.gather(*(session.describe() for _ in range(5)))
    assert len(threads) == 1
    assert threading.main_thread() not in threads


@in_a_loop
async def test_a_backend_made_of_a_name_is_closed_with_the_session() -> None:
    ui = mail()
    async with AsyncSession("scripted", ui) as session:
        await session.describe()
        backend = session._backend
    with pytest.raises(BackendError, match="closed"):
        backend.windows()
    with pytest.raises(BackendError, match="this session is closed"):
        await session.describe()
    await session.close()


# ------------------------------------------------------- time-outs, cancelling


@both
async def test_bad_input_62_a_read_that_hangs_is_given_up_and_the_baseline_kept(made: Any) -> None:  # noqa: ANN401
    async with opened(made, timeout=2.0) as (session, ui):
        await session.describe()
        ui.find(role="button").remove()
        ui.hang()
        with pytest.raises(ReadTimeout):
            await session.describe()
        report = await session.describe()
        assert len(told(report).removed) == 1


@in_a_loop
async def test_a_time_out_of_the_backends_own_is_none_of_the_session() -> None:
    async with opened(AsyncScriptedBackend) as (session, ui):
        ui.fail(TimeoutError("of the driver"))
        with pytest.raises(BackendError, match='failed: TimeoutError "of the driver"') as caught:
            await session.describe()
        assert not isinstance(caught.value, ReadTimeout)


@in_a_loop
async def test_the_time_of_a_read_counts_from_when_it_begins() -> None:
    go_on, counted_from = threading.Event(), list[float]()

    class Busy(ScriptedBackend):
        def windows(self) -> Any:  # noqa: ANN401  # as of a backend
            go_on.wait(60)
            return super().windows()

        def read(self, target: Any, **given: Any) -> Any:  # noqa: ANN401  # as of a backend
            counted_from.append(given["deadline"] - 60)
            return super().read(target, **given)

    async with opened(Busy, timeout=60) as (session, _):
        asking = asyncio.ensure_future(session.windows())
        describing = asyncio.ensure_future(session.describe())
        await asyncio.sleep(0.02)
        free = time.monotonic()
        go_on.set()
        await asyncio.gather(asking, describing)
        assert counted_from[0] >= free


async def cancelled_at(nth: int, work: Coroutine[Any, Any, object]) -> bool:
    """Run, and cancel at the n-th time that it waits; whether it was still running then."""
    task = asyncio.ensure_future(work)
    for _ in range(nth):
        await asyncio.sleep(0)
        if task.done():
            return False
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return True


async def _describe(session: AsyncSession) -> None:
    await session.describe()


async def _act(session: AsyncSession) -> None:
    await session.act(lambda: asyncio.sleep(0), settle=0.01)


async def _wait(session: AsyncSession) -> None:
    await session.wait(lambda _: False, timeout=HOUR, interval=0)


async def _settle(session: AsyncSession) -> None:
    await session.settle(HOUR, timeout=HOUR)


async def _observe(session: AsyncSession) -> None:
    async for _ in session.observe(interval=0):
        pass


@both
@pytest.mark.parametrize("work", [_describe, _act, _wait, _settle, _observe])
async def test_cancelled_anywhere_a_session_goes_on_from_its_baseline(
    made: Any,  # noqa: ANN401  # a backend
    work: Callable[[AsyncSession], Coroutine[Any, Any, object]],
) -> None:
    async with opened(made) as (session, ui):
        await session.describe()
        box = ui.find(role="textbox")
        for nth in range(25):
            before = (await session.describe()).snapshot.find(role="textbox")[0].value
            box.value = f"{nth}"
            await cancelled_at(nth, work(session))
            report = await session.describe()
            changed = [] if report.delta is None else [record.fields for record in report.delta.changed]
            assert changed in ([{"value": (before, f"{nth}")}], [])  # if it answered, that was told already
            assert report.snapshot.find(role="textbox")[0].value == f"{nth}"
            await quiet(ui)


@both
async def test_a_task_that_is_cancelled_in_observe_ends_it_with_done_at_hand(made: Any) -> None:  # noqa: ANN401
    async with opened(made) as (session, ui):
        records = session.observe(interval=HOUR)
        assert (await anext(records)).type == "snapshot"
        task = asyncio.ensure_future(anext(records))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert records.done is not None
        assert [record async for record in records] == []
        await quiet(ui)


@both
async def test_a_time_limit_around_it_holds(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, _):
        told: list[str] = []

        async def watch() -> None:
            async with asyncio.timeout(0.1):
                told.extend([record.type async for record in session.observe(interval=HOUR)])

        with pytest.raises(TimeoutError):
            await watch()
        assert told == []


@pytest.mark.parametrize("gives", [True, False])
@pytest.mark.parametrize("leave", ["cancel", "close"])
@in_a_loop
async def test_a_source_that_comes_when_nobody_wants_it_any_more_is_closed(gives: bool, leave: str) -> None:
    begun, go_on = threading.Event(), threading.Event()

    class Slow(ScriptedBackend):
        def changes(self, target: Any) -> Any:  # noqa: ANN401  # as of a backend
            begun.set()
            go_on.wait(60)
            return super().changes(target) if gives else None

    async with opened(Slow) as (session, ui):
        records = session.observe()
        task = asyncio.ensure_future(anext(records))
        await till(begun.is_set)
        closing = asyncio.ensure_future(records.aclose()) if leave == "close" else None
        if closing is None:
            task.cancel()
        await asyncio.sleep(0)
        go_on.set()
        if closing is None:
            with pytest.raises(asyncio.CancelledError):
                await task
        else:
            assert (await task).type == "done"
            await closing
        await session.describe()
        await quiet(ui)


# ------------------------------------------------------------------ many tasks


@both
async def test_several_tasks_at_once_see_each_change_once_each(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui):
        ready = asyncio.Semaphore(0)

        async def watch() -> list[str]:
            told: list[str] = []
            async with session.observe(interval=0.05) as records:
                async for record in records:
                    told.append(record.type)  # it leaves before the end
                    ready.release()
                    if record.type == "removed":
                        break
            return told

        async def ask() -> None:
            for _ in range(20):
                await session.describe()
                await asyncio.sleep(0.005)

        watching = [asyncio.ensure_future(watch()) for _ in range(3)]
        asking = [asyncio.ensure_future(ask()) for _ in range(3)]
        for _ in watching:
            await ready.acquire()
        ui.find(role="button").remove()
        await asyncio.gather(*asking)
        assert await asyncio.gather(*watching) == [["snapshot", "removed"]] * 3


@both
async def test_a_change_in_another_thread_wakes_it(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui), session.observe(interval=HOUR) as records:
        assert (await anext(records)).type == "snapshot"
        reads = ui.reads
        thread = threading.Thread(target=ui.find(role="button").remove)
        thread.start()
        assert (await anext(records)).type == "removed"
        thread.join()
        assert ui.reads == reads + 1


# -------------------------------------------------------------------- leaving


async def _break(records: AsyncObservation) -> None:
    async for _ in records:
        break
    await records.aclose()
    await records.aclose()


async def _leave_a_block(records: AsyncObservation) -> None:
    async with records:
        await anext(records)


async def _raise(records: AsyncObservation) -> None:
    async def read() -> None:
        async with records:
            async for _ in records:
                raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        await read()


@both
@pytest.mark.parametrize("leave", [_break, _leave_a_block, _raise])
async def test_bad_input_64_a_reader_who_leaves_leaves_nothing_running(
    made: Any,  # noqa: ANN401  # a backend
    leave: Callable[[AsyncObservation], Awaitable[None]],
) -> None:
    async with opened(made) as (session, ui):
        records = session.observe(interval=HOUR)
        await leave(records)
        assert records.done is not None
        assert ui._listeners == []
        assert [record async for record in records] == []


@both
async def test_an_observation_that_is_dropped_is_ended_by_the_event_loop(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui):
        async for _ in session.observe(interval=HOUR):
            break
        await quiet(ui)


@both
async def test_one_that_never_began_ends_without_done(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui):
        session.observe()
        records = session.observe()
        await records.aclose()
        assert records.done is None
        assert [record async for record in records] == []
        assert ui.reads == 0


@both
@pytest.mark.parametrize("close", ["aclose", "session"])
async def test_another_task_may_end_it_while_it_waits(made: Any, close: str) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui):
        records = session.observe(interval=HOUR)

        async def watch() -> list[str]:
            return [record.type async for record in records]

        watching = asyncio.ensure_future(watch())
        await till(lambda: ui.reads == 1 and ui._listeners)
        await asyncio.sleep(0.02)
        await (session.close() if close == "session" else records.aclose())
        assert await watching == ["snapshot"]
        assert records.done is not None


@pytest.mark.parametrize("made", [AsyncScriptedBackend, AsyncPolled])
@in_a_loop
async def test_another_task_may_end_it_while_it_reads_or_sleeps(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui):
        if made is AsyncScriptedBackend:
            ui.hang()
        records = session.observe(interval=HOUR)

        async def watch() -> list[str]:
            return [record.type async for record in records]

        watching = asyncio.ensure_future(watch())
        await till(lambda: ui.reads)
        await asyncio.sleep(0.02)
        await records.aclose()
        assert await watching == ([] if made is AsyncScriptedBackend else ["snapshot"])


@both
async def test_a_session_that_is_closed_in_the_middle_of_a_wait_ends_it(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui):
        waiting = asyncio.ensure_future(session.wait(timeout=HOUR, interval=0))
        await till(lambda: ui.reads > 2)
        await session.close()
        with pytest.raises(AppGone, match="closed in the meantime"):
            await waiting


@both
async def test_the_first_read_failing_ends_it(made: Any) -> None:  # noqa: ANN401  # a backend
    async with opened(made) as (session, ui):
        ui.deny()
        records = session.observe()
        with pytest.raises(BackendError, match="not permitted"):
            await anext(records)
        assert [record async for record in records] == []


def test_a_source_that_was_closed_by_others_is_waited_out() -> None:
    ui, time = mail(), Time()
    asked: list[float] = []

    class Closed:
        def wait(self, timeout: float) -> bool:
            asked.append(timeout)
            return False

        def close(self) -> None:
            asked.append(0)

    class Deaf(Polled):
        def changes(self, _: Any) -> Any:  # noqa: ANN401  # as of a backend
            return Closed()

    assert kinds(observed_async(Deaf(ui), ui, time, duration=3)) == ["snapshot", "done"]
    assert asked == [0] * 12 + [0]  # by a clock that is not the machine's it waits for nothing


def test_a_sleep_that_is_not_awaited_will_do() -> None:
    ui, time = mail(), Time()

    async def main() -> list[str]:
        async with AsyncSession(AsyncPolled(ui), ui, clock=time.clock()) as session:
            return [record.type async for record in session.observe(duration=3)]

    assert run(main()) == ["snapshot", "done"]
    assert time.passed == 3


@pytest.mark.parametrize("moment", range(8))
@in_a_loop
async def test_whenever_a_session_on_a_sync_backend_is_closed_whoever_observes_it_comes_to_an_end(moment: int) -> None:
    session = AsyncSession("scripted", mail())
    told: list[str] = []

    async def observe() -> None:
        async for record in session.observe(interval=0.05):
            told.append(record.type)  # noqa: PERF401  # seen while it goes on

    observing = asyncio.create_task(observe())
    await till(lambda: told)
    await asyncio.sleep(moment * 0.007)  # before, in and after a read
    async with asyncio.timeout(60):  # where it hangs
        await session.close()
        await observing
