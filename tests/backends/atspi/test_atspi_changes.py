"""Being woken when a program says that something has changed."""

from __future__ import annotations

import time

import pytest

from tests.backends.atspi.fake_bus import Told
from tests.backends.atspi.subjects import form, on, until_still
from tests.backends.subjects import read
from tests.desktop.forms import GTK3, GTK4, TOOLKITS, Toolkit
from tests.desktop.private import Desktop
from tests.desktop.program import ENOUGH
from uidiff.backends.atspi import AtspiBackend
from uidiff.backends.atspi.events import AtspiChanges
from uidiff.backends.protocol import ChangeSource
from uidiff.errors import WindowNotFound

LINES = (
    *("tick 12:01", "rename Store", "before New", "tab 1", "type Grace", "dialog Really?", "dismiss"),
    *("title Other", "remove 1"),  # Qt has no events for these: periodic reads find them
)


def drain(source: ChangeSource) -> None:
    """Until it has been still for a while."""
    end = time.monotonic() + 60
    while source.wait(0.3):
        assert time.monotonic() < end, "it is never still"


@on(*TOOLKITS)
def test_reading_does_not_wake_and_each_kind_of_change_does(toolkit: Toolkit, desktop: Desktop) -> None:
    with form(toolkit, desktop) as (backend, running):
        running.tell("tab 2")
        until_still(backend, "form")
        source = backend.changes("form")
        drain(source)
        for _ in range(3):
            read(backend, "form")
            assert not source.wait(0.1)
        for line in LINES if toolkit in {GTK3, GTK4} else LINES[:-2]:
            drain(source)
            running.tell(line)
            assert source.wait(ENOUGH), line
        drain(source)


def test_a_flood_is_one_wake_or_few(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    with form(GTK3, desktop) as (backend, running):
        running.tell("tab 1")
        until_still(backend, "form")
        source = backend.changes("form")
        drain(source)
        signals, heard = 0, source._bus.signal

        def counted(until: float) -> str | None:
            nonlocal signals
            signal = heard(until)
            signals += signal is not None
            return signal

        monkeypatch.setattr(source._bus, "signal", counted)
        running.tell("rows 300")
        assert source.wait(ENOUGH)
        wakes = 1
        while source.wait(0.5):
            wakes += 1
        assert signals > 1000
        assert wakes * 20 < signals


def test_a_flood_that_never_ends_ends_the_wait() -> None:
    class Flooded(Told):
        def signal(self, until: float) -> str | None:  # noqa: ARG002  # it is never late
            return "PropertyChange"

    source = AtspiChanges(Flooded({}, {}), ":1.7")
    assert [source.wait(0.1) for _ in range(2)] == [True, True]


def test_other_programs_do_not_wake(desktop: Desktop) -> None:
    with form(GTK3, desktop, "one") as (backend, _), form(GTK3, desktop, "other") as (_, other):
        source = backend.changes("one")
        drain(source)
        other.tell("tick 12:01")
        other.tell("tab 1")
        assert not source.wait(0.3)


def test_there_are_no_changes_of_what_is_not_there(desktop: Desktop) -> None:
    backend = AtspiBackend(session_bus=desktop.bus)
    with pytest.raises(WindowNotFound):
        backend.changes("no such program")
    backend.close()


def test_a_source_that_is_closed_is_forgotten(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, _):
        for _ in range(3):
            backend.changes("form").close()
        open_one = backend.changes("form")
        assert backend._sources == [open_one]
        backend.close()
        assert open_one.closed
        assert not open_one.wait(5)
