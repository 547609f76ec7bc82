"""How sessions call backends, the same with and without an event loop: what they are given, and what goes wrong."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.live.watching import Polled, Woken, mail
from uidiff import AsyncSession, Session, Snapshot
from uidiff.backends.recorded import RecordedBackend
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedUI
from uidiff.errors import AppGone, BackendError, NotActionable, PermissionNeeded, StaleRef, UnknownName
from uidiff.live.store import MemoryStore

Ask = Callable[[Any], Any]


def asked(ui: ScriptedUI, ask: Ask, **options: Any) -> Any:  # noqa: ANN401  # the answer
    with Session(ScriptedBackend(ui), ui, **options) as session:
        return ask(session)


def asked_async(ui: ScriptedUI, ask: Ask, **options: Any) -> Any:  # noqa: ANN401  # the answer
    async def main() -> Any:  # noqa: ANN401  # the answer
        async with AsyncSession(AsyncScriptedBackend(ui), ui, **options) as session:
            answer = ask(session)
            return await answer if asyncio.iscoroutine(answer) else answer

    return asyncio.run(main())


def asked_in_a_worker(ui: ScriptedUI, ask: Ask, **options: Any) -> Any:  # noqa: ANN401  # the answer
    async def main() -> Any:  # noqa: ANN401  # the answer
        async with AsyncSession(ScriptedBackend(ui), ui, **options) as session:
            answer = ask(session)
            return await answer if asyncio.iscoroutine(answer) else answer

    return asyncio.run(main())


each = pytest.mark.parametrize("run", [asked, asked_async, asked_in_a_worker])


@each
def test_an_error_of_somebody_elses_is_a_backend_error_without_control_characters(run: Callable[..., Any]) -> None:
    ui = mail()
    ui.fail(OSError("a\x1b[2Jb" + "x" * 1000))
    with pytest.raises(BackendError, match=r"the backend 'scripted' failed: OSError \"a\\u001b\[2Jbxxx") as caught:
        run(ui, lambda session: session.describe())
    assert len(str(caught.value)) < 300
    assert isinstance(caught.value.__cause__, OSError)


@each
@pytest.mark.parametrize("error", [PermissionNeeded("no"), AppGone("no"), TypeError("no")])
def test_errors_of_our_own_and_wrong_types_stay_what_they_are(run: Callable[..., Any], error: Exception) -> None:
    ui = mail()
    ui.fail(error)
    with pytest.raises(type(error)) as caught:
        run(ui, lambda session: session.describe())
    assert caught.value is error


@each
def test_a_target_of_another_kind_is_a_type_error(run: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="no scripted UI, but int"):
        run(mail(), lambda session: session.describe(target=5))


@each
def test_each_call_may_name_another_target(run: Callable[..., Any]) -> None:
    other = ScriptedUI([{"role": "dialog"}], pid=7)
    report = run(mail(), lambda session: session.describe(target=other))
    assert report.snapshot[0].role == "dialog"


@each
def test_the_refs_of_what_went_and_what_never_was_are_stale(run: Callable[..., Any]) -> None:
    with pytest.raises(StaleRef, match="no element has had"):
        run(mail(), lambda session: session.handle("e1"))


@each
@pytest.mark.parametrize(
    ("ask", "error", "said"),
    [
        (lambda session: session.act("press"), NotActionable, "needs the ref of an element"),
        (lambda session: session.act(lambda: None, "e1"), TypeError, "act takes a function, or the name"),
        (lambda session: session.act(lambda: None, value="x"), TypeError, "act takes a function, or the name"),
        (lambda session: session.act(lambda: None, settle=-1), ValueError, "settle is a number of seconds"),
        (lambda session: session.act(lambda: None, timeout=float("nan")), ValueError, "timeout is a number of"),
        (lambda session: session.settle(-1), ValueError, "quiet is a number of seconds"),
        (lambda session: session.wait(5), TypeError, "wait takes a function of a delta, got int"),
        (lambda session: session.wait(interval=-1), ValueError, "interval is a number of seconds"),
        (lambda session: session.describe(mode="ful"), ValueError, "ful"),
        (lambda session: session.describe(format="agnet"), UnknownName, "did you mean 'agent'"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_read(
    ui: ScriptedUI, run: Callable[..., Any], ask: Ask, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        run(ui, ask)
    assert ui.reads == 0


@each
def test_an_action_by_name_is_done_by_the_backend(ui: ScriptedUI, run: Callable[..., Any]) -> None:
    def type_in(session: Any) -> Any:  # noqa: ANN401  # either
        return session.act("type", "e2", "hello", settle=None)

    def describe(session: Any) -> Any:  # noqa: ANN401  # either
        return session.describe()

    async def both(session: Any) -> Any:  # noqa: ANN401  # either
        await describe(session)
        return await type_in(session)

    report = run(ui, (lambda session: (describe(session), type_in(session))[1]) if run is asked else both)
    assert report.snapshot.action == "type e2"
    assert report.delta.changed[0].fields == {"value": (None, "hello")}


def test_a_backend_that_cannot_act_says_what_to_do_instead() -> None:
    steps = [Snapshot.from_dicts([{"role": "button"}])]
    with (
        Session(RecordedBackend(), steps) as session,
        pytest.raises(BackendError, match=r"'recorded' cannot act: act by ui\.handle\(ref\) yourself"),
    ):
        session.act("press", "e1")


@pytest.mark.parametrize("made", [Session, AsyncSession])
@pytest.mark.parametrize("backend", [5, object(), ScriptedUI([])])
def test_what_is_no_backend_is_refused(made: type, backend: object) -> None:
    with pytest.raises(TypeError, match="backend is a name or a backend, got"):
        made(backend)


def test_a_backend_that_gives_something_else_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = ScriptedBackend()
    monkeypatch.setattr(backend, "read", lambda *_, **__: {"role": "window"})
    with Session(backend, mail()) as session, pytest.raises(BackendError, match="gave dict, and no Snapshot"):
        session.describe()


def test_errors_of_windows_and_handle_are_backend_errors_too(ui: ScriptedUI, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = ScriptedBackend(ui)

    def fail(*_: object) -> None:
        raise OSError("lost")

    with Session(backend, ui) as session:
        session.describe()
        monkeypatch.setattr(backend, "windows", fail)
        monkeypatch.setattr(backend, "handle", fail)
        with pytest.raises(BackendError, match='failed: OSError "lost"'):
            session.windows()
        with pytest.raises(BackendError, match='failed: OSError "lost"'):
            session.handle("e1")


# -------------------------------------------------------------------- closing


def test_a_session_closes_what_it_made_itself_and_nothing_else() -> None:
    ui, store = mail(), MemoryStore()
    backend = ScriptedBackend(ui)
    with Session(backend, ui, store=store) as session:
        session.describe()
    session.close()
    assert backend.windows() == (ui.window,)
    assert len(store._windows) == 1
    with Session("scripted", ui) as session:
        session.describe()
        own, kept = session._backend, session._store
    with pytest.raises(BackendError, match="closed"):
        own.windows()
    assert kept._windows == {}  # type: ignore[attr-defined]  # it is in memory


def test_an_async_session_leaves_a_store_that_it_was_given() -> None:
    store = MemoryStore()
    asked_async(mail(), lambda session: session.describe(), store=store)
    assert len(store._windows) == 1


@pytest.mark.parametrize(
    "ask",
    [
        lambda session: session.describe(),
        lambda session: session.act(lambda: None),
        lambda session: session.settle(),
        lambda session: session.wait(),
        lambda session: session.observe(),
        lambda session: session.handle("e1"),
        lambda session: session.windows(),
    ],
)
def test_a_session_that_is_closed_says_so(ask: Ask) -> None:
    session = Session(ScriptedBackend(), mail())
    session.close()
    with pytest.raises(BackendError, match="this session is closed: make another one"):
        ask(session)


def test_closed_in_the_middle_of_a_wait_it_waits_no_longer(ui: ScriptedUI, woken: Woken) -> None:
    session = Session(woken, ui, clock=woken.time.clock())
    woken.time.at(5, session.close)
    with pytest.raises(AppGone, match="closed in the meantime"):
        session.wait(timeout=3600)
    assert woken.time.passed < 6
    assert woken.listening == []


def test_the_store_is_closed_even_if_the_backend_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session("scripted", mail())
    session.describe()

    def fail() -> None:
        raise OSError("stuck")

    monkeypatch.setattr(session._backend, "close", fail)
    with pytest.raises(OSError, match="stuck"):
        session.close()
    assert session._store._windows == {}  # type: ignore[attr-defined]  # it is in memory
    session.close()


def test_an_async_condition_is_refused_before_anything_is_read(ui: ScriptedUI) -> None:
    async def there(_: object) -> bool:
        return False

    with Session(Polled(ui), ui) as session, pytest.raises(TypeError, match="not an async one"):
        session.wait(there)
    assert ui.reads == 0


def test_an_async_action_is_refused_by_a_session_that_cannot_await_it(ui: ScriptedUI) -> None:
    async def press() -> None:
        raise AssertionError("nobody awaits it")

    with Session(Polled(ui), ui) as session, pytest.raises(TypeError, match=r"use uidiff\.AsyncSession"):
        session.act(press)


def test_an_error_that_cannot_say_what_it_is_is_an_error_of_the_backend_all_the_same() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ZeroDivisionError

    ui = mail()
    ui.fail(Mute(), times=1)
    with Session(Polled(ui), ui) as session, pytest.raises(BackendError, match='failed: Mute ""'):
        session.describe()
