"""spec/features#d31, spec/bad-inputs#64: however it ends, ``done`` is said or at hand, and nothing is left running."""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.live.watching import START, Woken, kinds, mail
from uidiff import Session
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import BackendError, UIDiffError
from uidiff.formats.stream import StreamRecord
from uidiff.live.observation import Observation
from uidiff.live.steps import Listen
from uidiff.stream import DoneRecord


def opened(**options: Any) -> tuple[ScriptedUI, Woken, Session]:  # noqa: ANN401  # those of a Session
    ui = mail()
    backend = Woken(ui)
    return ui, backend, Session(backend, ui, clock=backend.time.clock(), **options)


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


# -------------------------------------------------------------------- Ctrl-C


def drained(records: Observation) -> list[StreamRecord]:
    """What is told until KeyboardInterrupt is raised."""
    told: list[StreamRecord] = []

    def read() -> None:
        for record in records:
            told.append(record)  # noqa: PERF402  # what was told before the interrupt is wanted

    with pytest.raises(KeyboardInterrupt):
        read()
    return told


def test_d3_1_ctrl_c_in_a_pause_ends_it_with_done() -> None:
    ui, backend, session = opened()
    backend.time.at(2.5, interrupt)
    records = session.observe()
    told = drained(records)
    assert kinds(told) == ["snapshot", "done"]
    assert told[-1] == records.done == DoneRecord(START + 2.5, 2.5, 0)
    assert list(records) == []
    assert backend.listening == []
    assert kinds(list(session.observe(duration=0))) == ["snapshot", "done"]  # it can go on
    assert ui.reads == 4


@pytest.mark.parametrize("nth", [1, 3])
def test_d3_1_ctrl_c_in_a_read_ends_it_with_done(nth: int) -> None:
    ui, backend, session = opened()
    for _ in range(nth - 1):
        ui.then(lambda: None)
    ui.then(interrupt)
    assert kinds(drained(session.observe())) == ["snapshot", "done"][-min(nth, 2) :]
    assert backend.listening == []


@pytest.mark.parametrize("method", ["changes", "close"])
def test_d3_1_ctrl_c_while_a_source_is_opened_or_closed_ends_it_with_done(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, backend, session = opened()
    if method == "changes":
        monkeypatch.setattr(backend, "changes", interrupt)
    records = session.observe(duration=2)
    told = []
    if method == "close":
        told.append(next(records))
        (source,) = backend.listening
        monkeypatch.setattr(source, "close", interrupt)
    told += drained(records)
    assert told[-1].type == "done"


def test_d3_1_ctrl_c_while_records_are_compared_ends_it_with_done(monkeypatch: pytest.MonkeyPatch) -> None:
    _, backend, session = opened()
    records = session.observe()
    told = [next(records)]
    monkeypatch.setattr(session._core, "since", interrupt)
    told += drained(records)
    assert kinds(told) == ["snapshot", "done"]
    assert backend.listening == []


def test_d3_1_ctrl_c_tells_what_was_held_back() -> None:
    ui, backend, session = opened()
    backend.time.at(1, lambda: ui.add({"role": "status"}))
    backend.time.at(2.5, interrupt)
    assert kinds(drained(session.observe(transient=60))) == ["snapshot", "added", "done"]


def test_d3_1_after_ctrl_c_in_the_readers_own_code_done_is_at_hand() -> None:
    _, backend, session = opened()
    records = session.observe()

    def read() -> None:
        with records:
            for _ in records:
                backend.time.sleep(3)
                interrupt()

    with pytest.raises(KeyboardInterrupt):
        read()
    assert records.done == DoneRecord(START + 3, 3.0, 0)
    assert backend.listening == []


@pytest.mark.parametrize("interrupted", [True, False])
@pytest.mark.parametrize("dropped", [True, False])
def test_ctrl_c_goes_on_if_the_reader_leaves_at_done_and_closes_and_not_if_it_is_dropped(
    interrupted: bool, dropped: bool
) -> None:
    _, backend, session = opened()
    backend.time.at(2.5, interrupt if interrupted else lambda: None)
    records = session.observe(duration=5)
    while next(records).type != "done":
        pass
    if dropped:
        del records
        gc.collect()
        return
    if interrupted:
        with pytest.raises(KeyboardInterrupt):
            records.close()
    records.close()
    assert records.done is not None


# ----------------------------------------------------------- leaving before


@pytest.mark.parametrize("leave", [Observation.close, Observation.__del__])
def test_bad_input_64_a_reader_who_leaves_leaves_nothing_running(leave: Callable[[Observation], None]) -> None:
    ui, backend, session = opened()
    records = session.observe()
    next(records)
    assert len(backend.listening) == 1
    leave(records)
    leave(records)
    assert backend.listening == []
    assert isinstance(records.done, DoneRecord)
    assert list(records) == []
    assert len(ui._listeners) == 0


def test_bad_input_64_leaving_a_loop_ends_it_at_once() -> None:
    _, backend, session = opened()
    for record in session.observe():
        assert record.type == "snapshot"
        break
    assert backend.listening == []


def test_bad_input_64_an_error_in_the_loop_ends_it() -> None:
    _, backend, session = opened()

    def read() -> None:
        for _ in session.observe():
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        read()
    gc.collect()
    assert backend.listening == []


def test_one_that_never_began_ends_without_done() -> None:
    ui, _, session = opened()
    records = session.observe()
    records.close()
    assert records.done is None
    assert list(records) == []
    assert ui.reads == 0
    del records
    session.observe()
    gc.collect()


def test_closing_the_session_ends_what_it_observes() -> None:
    _, backend, session = opened()
    told = []
    records = session.observe()
    for record in records:
        told.append(record)
        session.close()
    assert kinds(told) == ["snapshot"]
    assert records.done is not None
    assert backend.listening == []
    with pytest.raises(BackendError, match="closed"):
        session.observe()


def test_closing_the_backend_is_an_error_at_each_read_till_the_end() -> None:
    _, backend, session = opened()
    told = []
    for record in session.observe(duration=3):
        told.append(record)
        backend.close()
    assert kinds(told) == ["snapshot", "error", "error", "error", "done"]


def test_a_source_that_fails_to_close_hurts_nobody() -> None:
    _, backend, session = opened()
    with session.observe() as records:
        next(records)
        backend.listening[0].close = lambda: 1 / 0  # type: ignore[assignment, method-assign]  # it breaks
    assert records.done is not None


def test_an_error_of_somebody_elses_is_raised_behind_done(monkeypatch: pytest.MonkeyPatch) -> None:
    _, backend, session = opened()
    records = session.observe()
    next(records)
    monkeypatch.setattr(session._core, "since", lambda *_: 1 / 0)
    assert next(records).type == "done"
    with pytest.raises(ZeroDivisionError):
        next(records)
    assert backend.listening == []


def test_an_error_of_a_matcher_is_said_and_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    ui, _, session = opened()
    since = session._core.since
    records = session.observe(duration=3)
    next(records)

    def fail(*_: object) -> None:
        monkeypatch.setattr(session._core, "since", since)
        ui.find(role="button").remove()
        raise UIDiffError("a plug-in failed")

    monkeypatch.setattr(session._core, "since", fail)
    assert kinds(list(records)) == ["error", "removed", "done"]


def test_a_plan_whose_steps_nobody_takes_any_more_asks_for_none() -> None:
    _, _, session = opened()
    records = session.observe()
    plan = records._runner._plan
    assert isinstance(next(plan), Listen)
    plan.close()


# ------------------------------------------------------------------- threads


def in_another_thread(do: Callable[[], object]) -> Exception | None:
    caught: list[Exception | None] = [None]

    def run() -> None:
        try:
            do()
        except Exception as error:  # noqa: BLE001  # it is handed over
            caught[0] = error

    thread = Thread(target=run)
    thread.start()
    thread.join()
    return caught[0]


@pytest.mark.parametrize(
    "call",
    [
        lambda session, _: session.describe(),
        lambda session, _: session.settle(),
        lambda session, _: session.windows(),
        lambda session, _: session.handle("e1"),
        lambda session, _: session.close(),
        lambda session, _: next(session.observe()),
        lambda _, records: next(records),
        lambda _, records: records.close(),
    ],
)
def test_definition_25_another_thread_is_refused_while_a_session_is_at_work(
    call: Callable[[Session, Observation], object],
) -> None:
    ui, backend, session = opened()
    refused: list[Exception | None] = []
    records = session.observe(duration=2)
    next(records)
    backend.time.at(0.5, lambda: refused.append(in_another_thread(lambda: call(session, records))))
    backend.time.at(1.5, ui.find(role="button").remove)
    assert kinds(list(records)) == ["removed", "done"]  # undisturbed
    (error,) = refused
    assert isinstance(error, RuntimeError)
    assert str(error) == "a session belongs to one thread, and another one is using it: make one for each"
    assert backend.listening == []


def test_definition_25_one_thread_after_the_other_is_no_harm() -> None:
    _, _, session = opened()
    assert in_another_thread(session.describe) is None
    assert session.describe().reason == "nothing changed"


def test_an_observation_that_is_dropped_in_another_thread_lets_go() -> None:
    ui, backend, session = opened()
    held = [session.observe()]
    listening = []
    next(held[0])
    with session.observe(duration=2) as records:
        next(records)
        backend.time.at(0.5, lambda: in_another_thread(held.clear))
        backend.time.at(0.6, lambda: listening.append(len(backend.listening)))
        list(records)
    assert listening == [1]
    assert ui._listeners == []


# ----------------------------------------------------------------- processes

SCRIPT = """
import faulthandler, os, sys, threading
import uidiff
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI

faulthandler.dump_traceback_later(240, exit=True)  # a program that hangs says where
ui = ScriptedUI([{"role": "window", "children": [{"role": "textbox", "name": "Search"}]}], app="Mail")
numbers = iter(range(1000000))

def change():
    ui.find(role="textbox").value = str(next(numbers))

session = uidiff.Session(ScriptedBackend(ui), ui)
records = session.observe(interval=0.05)
code = 0
record = None
try:
    for record in records:
        print(record.line(), flush=True)
        change()
except KeyboardInterrupt:
    code = 130
    records.close()
    if record != records.done:  # it came while a line was written
        print(records.done.line(), flush=True)
except BrokenPipeError:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    records.close()
    assert records.done is not None
session.close()
assert records.done is not None
assert ui._listeners == [], ui._listeners
assert threading.active_count() == 1
sys.exit(code)
"""
"""As a command line would do it."""


@pytest.fixture
def program(tmp_path: Path) -> "subprocess.Popen[str]":
    path = tmp_path / "watch.py"
    path.write_text(SCRIPT)
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    return subprocess.Popen(  # not measured: coverage has a lock that a signal may leave locked
        [sys.executable, "-W", "error", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=plain
    )


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_bad_input_64_a_real_sigint_ends_it_with_done_and_130(program: "subprocess.Popen[str]") -> None:
    with program:
        assert program.stdout is not None
        first = [program.stdout.readline() for _ in range(3)]
        program.send_signal(signal.SIGINT)
        out, errors = program.communicate(timeout=300)
    assert errors == ""
    assert program.returncode == 130
    said = [line.split(",")[0] for line in [*first, *out.splitlines()]]
    assert said[0] == '{"type":"snapshot"'
    assert set(said[1:-1]) == {'{"type":"changed"'}
    assert said[-1] == '{"type":"done"'


@pytest.mark.skipif(os.name != "posix", reason="closed pipes are told otherwise elsewhere")
def test_bad_input_64_a_closed_pipe_ends_it_with_0(program: "subprocess.Popen[str]") -> None:
    with program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == ""
        assert program.wait(timeout=300) == 0
