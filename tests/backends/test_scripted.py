"""The scripted backends: failures on demand, windows, live objects, waiting for changes; as sync and as async ones."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf

import pytest

from tests.backends.subjects import TREE, read
from uidiff import Element, Limits, Redaction, Snapshot, diff
from uidiff.backends.scripted import AsyncScriptedBackend, Node, ScriptedBackend, ScriptedUI
from uidiff.errors import AppGone, BackendError, PermissionNeeded, ReadTimeout, StaleRef, WindowNotFound
from uidiff.model.window import Window

SOON = 0.01
"""Seconds: a deadline that is meant to be reached."""


def made(**options: object) -> ScriptedUI:
    return ScriptedUI(TREE, **options)  # type: ignore[arg-type]  # options of its own


async def async_read(backend: AsyncScriptedBackend, target: ScriptedUI | Window, *, seconds: float = 60) -> Snapshot:
    deadline = time.monotonic() + seconds
    return await backend.read(target, limits=Limits.live(), redact=Redaction(), deadline=deadline)


def either_read(kind: str, ui: ScriptedUI, *, seconds: float = 60) -> Snapshot:
    """A read by a new backend of one of the two kinds."""
    if kind == "sync":
        return read(ScriptedBackend(ui), ui, seconds=seconds)
    return asyncio.run(async_read(AsyncScriptedBackend(ui), ui, seconds=seconds))


@contextmanager
def meanwhile(do: Callable[[], object]) -> Iterator[None]:
    """Something done in another thread."""
    thread = threading.Thread(target=do)
    thread.start()
    try:
        yield
    finally:
        thread.join()


def when_reading(ui: ScriptedUI, do: Callable[[], object]) -> Callable[[], None]:
    """What waits until a read of the UI has begun."""

    def wait() -> None:
        while not ui.reads:
            time.sleep(0.001)
        do()

    return wait


# ------------------------------------------------------------------- failures


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_the_next_reads_fail_as_they_are_told_one_after_the_other(kind: str) -> None:
    ui = made()
    ui.fail(OSError("disk \x1b[31m"), times=2)
    ui.fail(BackendError("busy"))
    ui.deny()
    expected: list[type[Exception]] = [OSError, OSError, BackendError, PermissionNeeded]
    for error in expected:
        with pytest.raises(error):
            either_read(kind, ui)
    assert len(either_read(kind, ui)) == 12
    assert ui.reads == 5


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_read_that_is_slow_is_read_all_the_same(kind: str) -> None:
    ui = made()
    ui.slow(SOON)
    assert len(either_read(kind, ui)) == 12


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_read_that_is_too_slow_is_out_of_time(kind: str) -> None:
    ui = made()
    ui.slow(3 * SOON)
    with pytest.raises(ReadTimeout):
        either_read(kind, ui, seconds=SOON)
    assert len(either_read(kind, ui)) == 12


@pytest.mark.parametrize("tree", [TREE, []])
def test_a_read_that_hangs_ends_at_its_deadline(tree: object) -> None:
    ui = ScriptedUI(tree)
    ui.hang()
    with pytest.raises(ReadTimeout):
        read(ScriptedBackend(ui), ui, seconds=SOON)


def test_a_change_does_not_wake_a_read_that_hangs() -> None:
    ui = made()
    ui.hang()
    with meanwhile(when_reading(ui, lambda: ui.find(name="Save").set(focused=True))), pytest.raises(ReadTimeout):
        read(ScriptedBackend(ui), ui, seconds=20 * SOON)


def test_closing_the_backend_in_another_thread_ends_a_read_that_hangs() -> None:
    ui = made()
    ui.hang()
    backend = ScriptedBackend(ui)
    with meanwhile(when_reading(ui, backend.close)), pytest.raises(BackendError, match="this backend is closed"):
        read(backend, ui)


def test_the_end_of_the_program_ends_a_read_that_hangs() -> None:
    ui = made()
    ui.hang()
    with meanwhile(when_reading(ui, ui.close)), pytest.raises(AppGone):
        read(ScriptedBackend(ui), ui)


def test_an_async_read_that_hangs_waits_until_it_is_cancelled() -> None:
    async def main() -> Snapshot:
        ui = made()
        ui.hang()
        backend = AsyncScriptedBackend(ui)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(async_read(backend, ui, seconds=0), SOON)
        return await async_read(backend, ui)

    assert len(asyncio.run(main())) == 12


@pytest.mark.parametrize("end", ["backend", "ui"])
def test_an_async_read_that_hangs_ends_with_the_backend_or_the_program(end: str) -> None:
    async def main() -> None:
        ui = made()
        ui.hang()
        backend = AsyncScriptedBackend(ui)
        reading = asyncio.create_task(async_read(backend, ui))
        await asyncio.sleep(0)
        assert not reading.done()
        if end == "backend":
            await backend.close()
        else:
            await asyncio.to_thread(ui.close)
        with pytest.raises(BackendError if end == "backend" else AppGone):
            await reading

    asyncio.run(main())


def test_what_is_below_a_node_that_is_cut_is_unknown_and_then_newly_read() -> None:
    ui = made()
    backend = ScriptedBackend(ui)
    whole = read(backend, ui)
    ui.cut(ui.find(role="list"), times=3)
    ui.fail(BackendError("busy"))
    with pytest.raises(BackendError):
        read(backend, ui)
    cut, again, _, later = (read(backend, ui) for _ in range(4))
    assert [element.role for element in cut.unread] == ["list"]
    assert len(diff(whole, cut).unknown) == 5
    assert again == cut
    assert later == whole


# -------------------------------------------------------------------- windows


def test_a_window_means_the_ui_that_it_fits() -> None:
    mail, chat = made(app="Mail", title="Inbox", pid=1), made(app="Chat", title="Inbox (2)", pid=2)
    backend = ScriptedBackend(mail)
    read(backend, chat)
    assert backend.windows() == (mail.window, chat.window)
    for window in (Window(app="chat"), Window(pid=2), Window(title="(2)"), Window(id="2-1")):
        assert read(backend, window).app == "Chat"


def test_a_window_that_fits_no_ui_or_two_is_not_found() -> None:
    backend = ScriptedBackend(made(title="Inbox", pid=1), made(title="Inbox", pid=2))
    with pytest.raises(WindowNotFound, match=r"^0 of the 2 scripted windows fit"):
        read(backend, Window(app="Chat"))
    with pytest.raises(WindowNotFound, match=r"^2 of the 2 scripted windows fit"):
        read(backend, Window(title="inbox"))


def test_the_window_of_a_program_that_has_ended_is_listed_no_more_and_gone() -> None:
    mail, chat = made(app="Mail", pid=1), made(app="Mail", pid=2)
    backend = ScriptedBackend(mail, chat)
    chat.close()
    assert backend.windows() == (mail.window,)
    assert read(backend, Window(app="Mail")).pid == 1
    mail.close()
    with pytest.raises(AppGone):
        read(backend, Window(app="Mail"))
    chat.restart()
    assert read(backend, Window(app="Mail")).pid == 10_002


def test_two_uis_of_one_process_are_refused() -> None:
    with pytest.raises(ValueError, match="two scripted UIs have the process id 1000: give each one of its own"):
        ScriptedBackend(made(), made())


# ---------------------------------------------------------------- live objects


def named(snapshot: Snapshot, name: str) -> Element:
    (found,) = snapshot.find(name=name)
    return found


@pytest.mark.parametrize("stable_ids", [True, False])
def test_a_handle_is_the_node_as_long_as_it_lives(stable_ids: bool) -> None:
    ui = made(stable_ids=stable_ids)
    backend = ScriptedBackend(ui)
    before = read(backend, ui)
    node: Node = backend.handle(named(before, "Row 1"))
    assert node is ui.find(name="Row 1")
    node.name = "Row one"
    node.move(ui.find(role="dialog"))
    assert backend.handle(named(before, "Row 1")) is node
    assert backend.handle(named(read(backend, ui), "Row one")) is node
    node.recreate()
    with pytest.raises(StaleRef, match=r"^element 5 is not there any more: read the window again$"):
        backend.handle(named(before, "Row 1"))
    assert backend.handle(named(read(backend, ui), "Row one")) is node


def test_of_two_nodes_of_one_id_none_is_taken_for_the_other() -> None:
    ui = ScriptedUI([{"role": "window", "id": "w"}, {"role": "dialog", "id": "w"}])
    backend = ScriptedBackend(ui, ScriptedUI({"role": "window", "id": "v"}, pid=1))
    with pytest.raises(StaleRef):
        backend.handle(read(backend, ui)[0])
    other = ScriptedUI({"role": "window", "id": "v"}, pid=2)
    with pytest.raises(StaleRef):
        backend.handle(read(backend, other)[0])


def test_an_element_without_id_has_no_handle() -> None:
    with pytest.raises(StaleRef):
        ScriptedBackend(made()).handle(Snapshot.from_dicts([{"role": "window"}])[0])


# --------------------------------------------------------------------- changes


def test_a_source_hears_changes_from_other_threads_and_several_hear_the_same() -> None:
    ui = made()
    backend = ScriptedBackend(ui)
    one, two = backend.changes(ui), backend.changes(ui.window)
    assert not one.wait(0)
    with meanwhile(lambda: setattr(ui, "title", "x")):
        assert one.wait(inf)
        assert two.wait(inf)
    assert not one.wait(0)
    one.close()
    ui.title = "y"
    assert not one.wait(0)
    assert two.wait(0)


def test_a_step_of_a_script_does_not_wake_as_the_read_shows_it() -> None:
    ui = made()
    backend = ScriptedBackend(ui)
    source = backend.changes(ui)
    ui.then(lambda: setattr(ui, "title", "x"))
    assert read(backend, ui).title == "x"
    assert not source.wait(0)


def test_closing_the_backend_ends_waits_in_other_threads() -> None:
    ui = made()
    backend = ScriptedBackend(ui)
    backend.changes(ui).close()
    sources = [backend.changes(ui), backend.changes(ui)]
    answers: list[bool] = []
    with meanwhile(lambda: answers.extend(source.wait(60) for source in sources)):
        backend.close()
    assert answers == [False, False]
    with pytest.raises(BackendError, match="make another one"):
        backend.changes(ui)


def test_an_async_source_hears_changes_of_any_thread() -> None:
    async def main() -> None:
        ui = made()
        backend = AsyncScriptedBackend(ui)
        source, other = backend.changes(ui), backend.changes(ui)
        assert not await source.wait(0)
        waiting = asyncio.create_task(source.wait(inf))
        await asyncio.to_thread(setattr, ui, "title", "x")
        assert await waiting
        assert await other.wait(60)
        waiting = asyncio.create_task(source.wait(60))
        await asyncio.sleep(0)
        await backend.close()
        assert not await waiting
        assert (source.closed, other.closed) == (True, True)
        ui.title = "y"
        assert not await source.wait(0)

    asyncio.run(main())


def test_a_change_after_the_end_of_the_event_loop_does_no_harm() -> None:
    ui = made()

    async def main() -> None:
        AsyncScriptedBackend(ui).changes(ui)

    asyncio.run(main())
    ui.title = "x"
    assert ui.title == "x"


@pytest.mark.parametrize("times", [50])
def test_closed_sources_are_forgotten(times: int) -> None:
    ui = made()
    backend = ScriptedBackend(ui)
    for _ in range(times):
        backend.changes(ui).close()
    assert len(backend._sources) == 1
    assert not ui._listeners
