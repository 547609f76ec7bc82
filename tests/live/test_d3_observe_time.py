"""spec/features#d32, #x9, spec/bad-inputs#64: when observing reads. Nothing here waits: time passes where somebody
sleeps.
"""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from tests.live.watching import START, Polled, Woken, kinds, mail
from uidiff import Session
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.formats.stream import ChangedRecord, StreamRecord
from uidiff.stream import DoneRecord

HOUR = 3600.0


def watched(
    backend: Polled,
    ui: ScriptedUI,
    body: Callable[[StreamRecord], object] = lambda _: None,
    **options: Any,  # noqa: ANN401  # those of observe
) -> list[StreamRecord]:
    """All records; ``body`` is what the reader does with each."""
    records = []
    with Session(backend, ui, clock=backend.time.clock()) as session:
        for record in session.observe(**options):
            records.append(record)
            body(record)
    return records


def test_d3_2_reads_are_due_at_whole_intervals(ui: ScriptedUI, polled: Polled) -> None:
    watched(polled, ui, interval=0.5, duration=2)
    assert polled.read_at == [0, 0.5, 1, 1.5, 2]


def test_what_changed_up_to_the_end_is_told_at_the_end(ui: ScriptedUI, polled: Polled) -> None:
    polled.time.at(2.4, ui.find(role="button").remove)
    records = watched(polled, ui, interval=1, duration=2.5)
    assert polled.read_at == [0, 1, 2, 2.5]
    assert kinds(records) == ["snapshot", "removed", "done"]


def test_bad_input_64_a_slow_reader_misses_ticks_and_no_changes(ui: ScriptedUI, polled: Polled) -> None:
    time, box = polled.time, ui.find(role="textbox")
    for second in range(1, 10):
        time.at(second - 0.5, lambda second=second: setattr(box, "value", f"{second}"))  # type: ignore[misc]
    records = watched(polled, ui, lambda _: time.sleep(2.25), interval=1, duration=10)
    assert polled.read_at == [0, 3, 6, 9, 11.25]  # no backlog, and no drift
    told = [record.changes["v"] for record in records if isinstance(record, ChangedRecord)]
    assert told == [(None, "3"), ("3", "6"), ("6", "9")]
    assert isinstance(records[-1], DoneRecord)


def test_bad_input_64_reads_that_are_slow_do_not_drift(ui: ScriptedUI, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = Polled(ui)
    read, time = backend.read, backend.time

    def slowly(target: object, **given: object) -> object:
        snapshot = read(target, **given)
        time.sleep(0.3)
        return snapshot

    monkeypatch.setattr(backend, "read", slowly)
    watched(backend, ui, interval=0.5, duration=2.2)
    assert backend.read_at == [0, 0.5, 1, 1.5, 2, 2.3]


def test_a_reader_that_is_back_after_the_end_is_told_what_happened_meanwhile(ui: ScriptedUI, polled: Polled) -> None:
    polled.time.at(7, ui.find(role="button").remove)
    records = watched(polled, ui, lambda _: polled.time.sleep(30), duration=10)
    assert kinds(records) == ["snapshot", "removed", "done"]
    assert polled.read_at == [0, 30]
    assert records[-1] == DoneRecord(START + 60, 60, 1)


@pytest.mark.parametrize("interval", [0.05, 0.1, 0.3, 1 / 3, 0.7])
def test_no_rounding_reads_twice_or_never(ui: ScriptedUI, polled: Polled, interval: float) -> None:
    watched(polled, ui, interval=interval, duration=400 * interval)
    assert len(polled.read_at) == 401
    assert all(abs(at - number * interval) < 1e-5 for number, at in enumerate(polled.read_at))


# --------------------------------------------------------------- waking early


def test_x_9_a_backend_that_tells_of_changes_wakes_it_earlier(ui: ScriptedUI, woken: Woken) -> None:
    woken.time.at(100, ui.find(role="button").remove)
    records = watched(woken, ui, interval=HOUR, duration=HOUR)
    assert woken.read_at == [0, 100.05, HOUR]
    assert kinds(records) == ["snapshot", "removed", "done"]
    assert woken.listening == []


def test_a_storm_of_changes_is_read_every_50_ms_at_most(ui: ScriptedUI, woken: Woken) -> None:
    box = ui.find(role="textbox")
    for number in range(1, 1000):
        woken.time.at(number / 1000, lambda number=number: setattr(box, "value", f"{number}"))  # type: ignore[misc]
    records = watched(woken, ui, interval=0.3, duration=5)
    gaps = [after - before for before, after in zip(woken.read_at, woken.read_at[1:], strict=False)]
    assert min(gaps) > 0.0499
    assert len(woken.read_at) < 20 + 17
    told = [record.changes["v"] for record in records if isinstance(record, ChangedRecord)]
    assert told[-1][1] == "999"
    assert [before for before, _ in told[1:]] == [after for _, after in told[:-1]]


def test_a_change_while_the_reader_is_busy_wakes_it_at_once(ui: ScriptedUI, woken: Woken) -> None:
    def busy(record: StreamRecord) -> None:
        if record.type == "snapshot":
            ui.find(role="button").remove()
            woken.time.sleep(5)

    watched(woken, ui, busy, interval=HOUR, duration=60)
    assert woken.read_at == [0, 5.05, 60]


def test_a_source_that_was_closed_by_others_is_waited_out_and_not_asked_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ui = mail()
    backend = Woken(ui)
    asked: list[float] = []

    def close(record: StreamRecord) -> None:
        if record.type == "snapshot":
            (source,) = backend.listening
            source.close()
            monkeypatch.setattr(source, "wait", lambda seconds: bool(asked.append(seconds)))  # type: ignore[func-returns-value]  # False

    watched(backend, ui, close, interval=1, duration=10)
    assert len(asked) == 40
    assert backend.read_at == list(range(11))


class Broken:
    """A source that fails at whatever is asked."""

    def wait(self, timeout: float) -> bool:
        raise ConnectionError(f"no bus for {timeout}")

    def close(self) -> None:
        raise ConnectionError("no bus")


@pytest.mark.parametrize("when", ["asked", "waiting"])
def test_a_source_that_breaks_is_left_and_reads_come_by_time(when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def changes(_: object) -> Broken:
        broken = Broken()
        if when == "asked":
            broken.close()
        return broken

    ui = mail()
    backend = Polled(ui)
    monkeypatch.setattr(backend, "changes", changes)
    backend.time.at(1.5, ui.find(role="button").remove)
    records = watched(backend, ui, interval=1, duration=3)
    assert backend.read_at == [0, 1, 2, 3]
    assert kinds(records) == ["snapshot", "removed", "done"]


def test_x_9_a_change_in_another_thread_wakes_it(ui: ScriptedUI) -> None:
    backend = ScriptedBackend(ui)
    with Session(backend, ui) as session, session.observe(interval=HOUR) as records:
        next(records)
        thread = Thread(target=ui.find(role="button").remove)
        thread.start()
        assert next(records).type == "removed"
        thread.join()
        assert ui.reads == 2
    assert records.done is not None
    assert ui._listeners == []
