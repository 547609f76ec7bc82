"""A session that is closed lets go of everything, whatever happens meanwhile."""

import asyncio
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from tests.live.watching import in_a_loop, mail
from uidiff import AsyncSession, Session
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend
from uidiff.errors import BackendError
from uidiff.model.window import Window


class Interrupted:
    """A source of changes that is interrupted while it is closed."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def wait(self, timeout: float) -> bool:  # noqa: ARG002  # nothing is told of
        return False

    def close(self) -> None:
        raise self.error


class Kept(ScriptedBackend):
    """A backend by name: it shows a mail program, and its sources are interrupted."""

    made: list[Any] = []  # noqa: RUF012  # of one test
    error: BaseException = KeyboardInterrupt()

    def __init__(self) -> None:
        self.ui = mail()
        self.closed = 0
        super().__init__(self.ui)
        self.made.append(self)

    def changes(self, target: Any) -> Any:  # noqa: ANN401, ARG002  # a source
        return Interrupted(self.error)

    def close(self) -> None:
        self.closed += 1
        super().close()


class KeptAsync(AsyncScriptedBackend):
    """The same, awaited; its sources are closed when the test lets them."""

    made: list[Any] = []  # noqa: RUF012  # of one test

    def __init__(self) -> None:
        self.ui = mail()
        self.closed = 0
        self.closing, self.go_on = asyncio.Event(), asyncio.Event()
        super().__init__(self.ui)
        self.made.append(self)

    def changes(self, target: Any) -> Any:  # noqa: ANN401  # a source
        source = super().changes(target)
        close = source.close

        async def late() -> None:
            self.closing.set()
            await self.go_on.wait()
            await close()

        source.close = late  # type: ignore[method-assign]  # as slow ones are
        return source

    async def close(self) -> None:
        self.closed += 1
        await super().close()


def by_name(monkeypatch: pytest.MonkeyPatch, name: str, kind: str) -> list[Any]:
    """Let a backend of this file have a name; what was made of it."""
    points = EntryPoints([EntryPoint(name, f"{__name__}:{kind}", "uidiff.backends")])
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points.select(group=group))
    made: list[Any] = globals()[kind].made
    made.clear()
    return made


def test_what_a_session_made_is_closed_though_an_interrupt_comes_with_the_closing_of_an_observation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = by_name(monkeypatch, "kept", "Kept")
    session = Session("kept", Window(app="Mail", pid=1))
    (backend,) = made
    session.target = backend.ui
    streams = [session.observe(), session.observe()]
    for stream in streams:
        next(stream)
    with pytest.raises(KeyboardInterrupt):
        session.close()
    assert backend.closed == 1
    assert [stream.done is not None for stream in streams] == [True, True]
    session.close()
    assert backend.closed == 1
    with pytest.raises(BackendError, match="this session is closed"):
        session.describe()


@in_a_loop
async def test_what_an_async_session_made_is_closed_though_its_closing_is_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = by_name(monkeypatch, "late", "KeptAsync")

    session = AsyncSession("late")
    (backend,) = made
    session.target = backend.ui
    streams = [session.observe(), session.observe()]
    for stream in streams:
        await anext(stream)
    closing = asyncio.create_task(session.close())
    await backend.closing.wait()
    closing.cancel()
    backend.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert backend.closed == 1
    assert [stream.done is not None for stream in streams] == [True, True]
    with pytest.raises(BackendError, match="this session is closed"):
        await session.describe()
