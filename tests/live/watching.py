"""Observing without waiting: a time that passes only where somebody sleeps, and backends that live in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

from uidiff import AsyncSession, Session
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedUI
from uidiff.formats.stream import StreamRecord
from uidiff.live.moments import Clock

START = 1_700_000_000.0
"""Unix seconds at which it begins."""

MAIL = {
    "role": "window",
    "name": "Mail",
    "children": [
        {"role": "textbox", "name": "Search"},
        {"role": "list", "name": "Mails", "children": [{"role": "listitem", "name": f"Mail {n}"} for n in range(3)]},
        {"role": "button", "name": "Loading..."},
    ],
}
"""Seven elements: e1 the window, e2 the text box, e3 the list, e4 to e6 its items, e7 the button."""


def mail(**options: Any) -> ScriptedUI:  # noqa: ANN401  # those of a ScriptedUI
    return ScriptedUI([MAIL], app="Mail", title="Inbox", **options)


class Time:
    """A clock for sessions, and what happens when. Seconds are counted from its making."""

    def __init__(self) -> None:
        self.passed = 0.0
        self._agenda: list[tuple[float, Callable[[], object]]] = []

    def at(self, seconds: float, do: Callable[[], object]) -> None:
        """Have something done when so many seconds have passed."""
        self._agenda.append((seconds, do))
        self._agenda.sort(key=lambda entry: entry[0])

    def sleep(self, seconds: float, till: Callable[[], bool] = lambda: False) -> None:
        """Let time pass, or less as soon as something is so."""
        end = self.passed + seconds
        while not till() and self._agenda and self._agenda[0][0] <= end:
            moment, do = self._agenda.pop(0)
            self.passed = max(self.passed, moment)
            do()
        if not till():
            self.passed = end

    async def sleep_async(self, seconds: float) -> None:
        self.sleep(seconds)
        await asyncio.sleep(0)

    def clock(self, *, awaited: bool = False) -> Clock:
        return Clock(
            now=lambda: START + self.passed,
            monotonic=lambda: self.passed,
            sleep=self.sleep_async if awaited else self.sleep,
        )


class Polled(ScriptedBackend):
    """A backend that tells of no changes: it is read by time alone. ``read_at`` is when it was."""

    def __init__(self, *uis: ScriptedUI, time: Time | None = None) -> None:
        super().__init__(*uis)
        self.time = time or Time()
        self.read_at: list[float] = []

    def read(self, target: Any, **given: Any) -> Any:  # noqa: ANN401  # as of a scripted one
        self.read_at.append(self.time.passed)
        return super().read(target, **given)

    def changes(self, target: Any) -> Any:  # noqa: ANN401, ARG002  # it could give one
        return None


class AsyncPolled(AsyncScriptedBackend):
    """The same, awaited."""

    def changes(self, target: Any) -> Any:  # noqa: ANN401, ARG002  # it could give one
        return None


class Woken(Polled):
    """A backend that tells of changes in the same time."""

    def __init__(self, *uis: ScriptedUI, time: Time | None = None) -> None:
        super().__init__(*uis, time=time)
        self.listening: list[Source] = []

    def changes(self, target: Any) -> Any:  # noqa: ANN401  # a Source
        return Source(self, self._ui(target))


class Source:
    """Tells of changes of a UI while its time passes."""

    def __init__(self, backend: Woken, ui: ScriptedUI) -> None:
        self._backend = backend
        self._changed = False
        self._stop = ui.listen(self._wake)
        self.closed = False
        backend.listening.append(self)

    def _wake(self) -> None:
        self._changed = True

    def wait(self, timeout: float) -> bool:
        if not self.closed:
            self._backend.time.sleep(timeout, lambda: self._changed)
        changed, self._changed = self._changed, False
        return changed and not self.closed

    def close(self) -> None:
        self.closed = True
        self._stop()
        if self in self._backend.listening:
            self._backend.listening.remove(self)


def observed(ui: ScriptedUI, time: Time | None = None, **options: Any) -> list[StreamRecord]:  # noqa: ANN401
    """All records of an observation with the options of ``observe``; ten seconds, if nothing else is said."""
    time = time or Time()
    with Session(Polled(ui), options.pop("target", ui), clock=time.clock()) as session:
        return list(session.observe(**{"duration": 10, **options}))


def observed_async(backend: Any, ui: ScriptedUI, time: Time, **options: Any) -> list[StreamRecord]:  # noqa: ANN401
    """The same by an AsyncSession."""

    async def observe() -> list[StreamRecord]:
        async with AsyncSession(backend, ui, clock=time.clock(awaited=True)) as session:
            return [record async for record in session.observe(**{"duration": 10, **options})]

    return asyncio.run(observe())


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine."""
    return wraps(test)(lambda *given, **named: asyncio.run(test(*given, **named)))


def lines(records: list[StreamRecord]) -> list[str]:
    """Records as lines, their times as seconds since the start: ``{"type":"done","ts":10,…}``."""
    return [record.line().replace('"ts":17000000', '"ts":') for record in records]


def kinds(records: list[StreamRecord]) -> list[str]:
    return [record.type for record in records]
