"""Errors of backends: no secret in what is repeated of them, and a wrong type is one only before the first read."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.live.watching import Polled, Source, Time, Woken, in_a_loop, kinds, mail
from uidiff import AsyncSession, Redaction, Session, Snapshot
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedUI
from uidiff.errors import BackendError
from uidiff.stream import ErrorRecord

CARD = "4111111111111111"
CARDS = Redaction(patterns=(r"\d{16}",))


class Clumsy(ScriptedBackend):
    """One whose actions, handles and windows stumble."""

    def act(self, element: Any, action: str, value: str | None = None) -> None:  # noqa: ANN401, ARG002  # an Element
        raise RuntimeError(f"cannot type {value!r} into a field of {CARD}")

    def handle(self, element: Any) -> Any:  # noqa: ANN401  # an Element
        raise TypeError(f"no handle of {element.name}\n")

    def windows(self) -> Any:  # noqa: ANN401  # nothing
        raise TypeError("no windows\n")


def said(ask: Callable[[], object]) -> str:
    with pytest.raises(BackendError) as caught:
        ask()
    assert type(caught.value) is BackendError
    return str(caught.value)


def test_what_the_session_hides_is_hidden_in_errors_also_where_they_are_cut(ui: ScriptedUI) -> None:
    ui.fail(RuntimeError("x" * 192 + CARD))
    with Session(ScriptedBackend(ui), ui, redact=CARDS) as session:
        text = said(session.describe)
    assert "[redact" in text
    assert "411" not in text


@pytest.mark.parametrize("value", ["hush", "hu\nsh", f"hush {CARD} hush", "it's"])
def test_a_text_that_was_typed_is_not_repeated(ui: ScriptedUI, value: str) -> None:
    with Session(Clumsy(ui), ui, redact=CARDS) as session:
        session.describe()
        text = said(lambda: session.act("type", "e2", value))
    for part in ("hush", "hu\\", "sh\\", "it's", "411"):
        assert part not in text
    assert "[redacted]" in text
    assert text.endswith(' into a field of [redacted]"')


@in_a_loop
async def test_a_text_that_was_typed_is_not_repeated_when_it_is_awaited(ui: ScriptedUI) -> None:
    async with AsyncSession(Clumsy(ui), ui) as session:
        await session.describe()
        with pytest.raises(BackendError, match=r"'\[redacted\]'") as caught:
            await session.act("type", "e2", "hush")
    assert "hush" not in str(caught.value)


def test_a_wrong_type_behind_the_first_read_is_a_failure_in_one_short_line(ui: ScriptedUI) -> None:
    with Session(Clumsy(ui), ui) as session:
        session.describe()
        ui.fail(TypeError("secret\n" + "x" * 100_000))
        asks: list[Callable[[], object]] = [session.describe, lambda: session.handle("e1"), session.windows]
        for ask in asks:
            text = said(ask)
            assert text.isprintable()
            assert len(text) < 300
            assert "TypeError" in text


def test_a_target_that_was_read_before_is_known_by_its_text() -> None:
    class Named(Polled):
        def read(self, target: Any, **given: Any) -> Any:  # noqa: ANN401  # as of a scripted one
            if self.read_at:
                raise TypeError("later")
            return super().read(ui if isinstance(target, str) else target, **given)

    ui = mail()
    with Session(Named(ui), "main") as session:
        session.describe()
        assert "later" in said(lambda: session.describe(target=str(b"main", "ascii")))
        with pytest.raises(TypeError, match=r"^later$"):
            session.describe(target="another")


@pytest.mark.parametrize("make", [ScriptedBackend, AsyncScriptedBackend])
@in_a_loop
async def test_awaited_reads_fail_in_the_same_way(make: Callable[[ScriptedUI], Any]) -> None:
    ui = mail()
    async with AsyncSession(make(ui), ui) as session:
        ui.fail(TypeError("no"))
        with pytest.raises(TypeError, match=r"^no$"):
            await session.describe()
        await session.describe()
        ui.fail(TypeError("no"))
        with pytest.raises(BackendError, match='TypeError "no"'):
            await session.describe()


def test_settling_and_waiting_go_on_behind_a_wrong_type(ui: ScriptedUI, polled: Polled) -> None:
    with Session(polled, ui, clock=polled.time.clock()) as session:
        session.describe()
        ui.fail(TypeError("no"), times=2)
        assert session.settle(0.5)
        ui.find(role="textbox").value = "x"
        ui.fail(TypeError("no"), times=2)
        assert session.wait().delta


class Deaf(Woken):
    """One whose sources stumble whenever they are asked."""

    def changes(self, target: Any) -> Any:  # noqa: ANN401  # a Source
        return _Stumbling(self, self._ui(target))


class _Stumbling(Source):
    def wait(self, timeout: float) -> bool:  # noqa: ARG002  # it does not get that far
        raise TypeError("boom")


def test_a_source_that_stumbles_over_a_type_is_asked_no_more(ui: ScriptedUI) -> None:
    backend = Deaf(ui)
    with Session(backend, ui, clock=backend.time.clock()) as session:
        assert kinds(list(session.observe(duration=3))) == ["snapshot", "done"]
        assert backend.listening == []
        for ask in (session.settle, session.wait):
            assert said(ask) == "the backend 'scripted' failed: TypeError \"boom\""
    assert backend.listening == []


def test_the_text_of_an_error_record_is_short() -> None:
    class Wordy(Polled):
        def read(self, target: Any, **given: Any) -> Snapshot:  # noqa: ANN401  # as of a scripted one
            if self.read_at:
                self.read_at.append(self.time.passed)
                raise BackendError("x" * 100_000)
            return super().read(target, **given)

    ui, time = mail(), Time()
    with Session(Wordy(ui, time=time), ui, clock=time.clock()) as session:
        records = list(session.observe(duration=1))
    (error,) = [record for record in records if isinstance(record, ErrorRecord)]
    assert error.error == "x" * 499 + "…"


@pytest.mark.parametrize("taken_at", [99_999_999_999.9995, 99_999_999_999.0, 99_968_377_599.9995])
def test_a_time_near_the_last_one_ends_no_session(taken_at: float) -> None:
    steps = [Snapshot.from_dicts([{"role": "window"}], taken_at=taken_at, window="w") for _ in range(5)]
    with Session("recorded", steps) as session:
        tokens = [session.describe().token for _ in steps]
    assert tokens == sorted(tokens)
    assert len(set(tokens)) == 5
