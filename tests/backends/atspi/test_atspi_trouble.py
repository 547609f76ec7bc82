"""Programs that hang, end, or are not there; a bus that goes."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tests.backends.atspi.fake_bus import greeting
from tests.backends.atspi.subjects import form, on, until_still
from tests.backends.subjects import read
from tests.desktop.forms import GTK3, QT6, TOOLKITS, Toolkit
from tests.desktop.private import Desktop, private_desktop, session_bus
from uidiff import Snapshot, Window, diff
from uidiff.backends.atspi import AtspiBackend
from uidiff.backends.atspi.bus import PATIENCE, Bus, BusCall, BusConnection, Reply, get_property
from uidiff.backends.atspi.replies import value_in
from uidiff.errors import AppGone, BackendError, MissingExtra, ReadTimeout, StaleRef, WindowNotFound


@on(*TOOLKITS)
def test_a_program_that_hangs_is_not_waited_for_and_recovers_and_one_that_was_killed_is_gone(
    toolkit: Toolkit, desktop: Desktop
) -> None:
    with form(toolkit, desktop) as (backend, running):
        before = until_whole(backend, "form")
        read(backend, running.pid)
        running.stop()
        try:
            for seconds in (0.5, 600.0):  # before its second is over, and long after
                begun = time.monotonic()
                with pytest.raises(ReadTimeout):
                    read(backend, "form", seconds=seconds)
                assert time.monotonic() - begun < 60
        finally:
            running.go_on()
        assert not diff(before, until_whole(backend, "form"))
        running.kill()
        with pytest.raises(AppGone, match="ended"):
            read(backend, running.pid)
        with pytest.raises(StaleRef):
            backend.handle(before[1])


def until_whole(backend: AtspiBackend, target: object) -> Snapshot:
    """The window once it is still, and all of it was read: of a program that answers late a part is left out."""
    for _ in range(20):
        snapshot = until_still(backend, target)
        if not snapshot.partial:
            return snapshot
    raise AssertionError("a part of the window was never read")


def test_a_large_window_is_read_as_far_as_there_is_time(desktop: Desktop) -> None:
    with form(QT6, desktop) as (backend, running):
        running.tell("rows 2500")
        part, seconds = None, 0.2
        while part is None or len(part) <= 100:
            seconds *= 1.5  # a machine that is busy needs longer for so much of it
            try:
                part = read(backend, "form", seconds=seconds)
            except ReadTimeout:
                part = None
        whole = read(backend, "form")
        assert part.partial
        assert len(part) < len(whole) == 2562
        delta = diff(whole, part)
        assert not [*delta.removed, *delta.added]


def test_others_stay_readable_while_one_hangs(desktop: Desktop) -> None:
    with form(QT6, desktop, "hanging") as (_, hanging), form(GTK3, desktop, "well") as (backend, _):
        hanging.stop()
        fresh = AtspiBackend(session_bus=desktop.bus)  # it has never met the one that hangs
        try:
            assert read(backend, "well").title == read(fresh, "well").title == "Form"
            assert [window.app for window in fresh.windows()] == ["well"]
            waits = fresh.rounds
            read(fresh, "well")
            assert fresh.rounds - waits < 40
            with pytest.raises(WindowNotFound):
                read(fresh, "hanging")  # it has never said its name
            with pytest.raises(ReadTimeout):
                read(fresh, hanging.pid)
        finally:
            fresh.close()
            hanging.go_on()


class Meddling(Bus):
    """A bus on which something happens in the middle of a read."""

    left = -1
    meddle: Callable[[], object]

    def ask(self, calls: Sequence[BusCall], deadline: float = inf, *, patience: float = PATIENCE) -> list[Reply]:
        self.left -= 1
        if self.left == 0:
            self.meddle()
        return super().ask(calls, deadline, patience=patience)


def in_the_middle(backend: AtspiBackend, meddle: Callable[[], object], *, after: int) -> None:
    """Have something happen at the call of that number of the next read."""
    bus: Any = backend._connection()[0]
    bus.__class__, bus.meddle, bus.left = Meddling, meddle, after


@pytest.mark.parametrize("after", range(3, 13, 2))
def test_a_program_that_ends_while_it_is_read_is_gone(after: int, desktop: Desktop) -> None:
    with form(QT6, desktop) as (backend, running):
        in_the_middle(backend, running.kill, after=after)
        with pytest.raises(AppGone):
            read(backend, running.pid)


@on(GTK3, QT6)
def test_what_a_program_that_hangs_halfway_did_not_say_is_unknown_and_not_gone(
    toolkit: Toolkit, desktop: Desktop
) -> None:
    with form(toolkit, desktop) as (backend, running):
        whole = read(backend, "form")
        partial = set()
        try:
            for after in range(6, 14):
                in_the_middle(backend, running.stop, after=after)
                begun = time.monotonic()
                try:
                    part: Snapshot | None = read(backend, "form", seconds=0.7)
                except ReadTimeout:
                    part = None
                assert time.monotonic() - begun < 60
                running.go_on()
                if part is not None:
                    partial.add(part.partial)
                    delta = diff(whole, part)
                    assert not [*delta.removed, *delta.added, *delta.changed]
                    assert part.partial == (len(part) < len(whole))
        finally:
            running.go_on()
        assert True in partial


def test_a_window_that_is_closed_while_it_is_read_is_gone(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, running):
        running.tell("window Second")
        target = Window(app="form", title="Second")
        until_still(backend, target)
        in_the_middle(backend, lambda: running.tell("shut"), after=7)
        with pytest.raises(AppGone, match="closed"):
            read(backend, target)


def test_rows_that_go_while_they_are_read_are_left_out(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, running):
        running.tell("rows 40")
        running.tell("tab 1")
        before = until_still(backend, "form")

        def remove() -> None:
            for _ in range(40):
                running.tell("remove 5")

        in_the_middle(backend, remove, after=9)
        during = read(backend, "form")
        assert not during.partial
        after = until_still(backend, "form")
        assert len(before) == len(after) + 80
        assert {element.name for element in after} <= {element.name for element in during}


def test_without_a_session_bus_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    backend = AtspiBackend()
    said = backend.available()
    assert not said
    assert "session bus" in said.reason
    assert "desktop session" in said.cure
    with pytest.raises(BackendError, match="session bus"):
        backend.windows()
    (tmp_path / "bus").touch()
    assert backend.available()
    with pytest.raises(BackendError, match="no message bus answers"):
        read(backend, "form")
    backend.close()


def test_the_session_bus_of_the_environment_is_the_usual_one(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", desktop.bus)
    backend = AtspiBackend()
    assert backend.available()
    assert isinstance(backend.windows(), tuple)
    backend.close()


@pytest.mark.parametrize("address", ["unix:path=/nowhere/bus", "tcp:host=localhost,port=1", "nonsense", ";;"])
def test_an_address_without_a_bus_is_an_error(address: str) -> None:
    backend = AtspiBackend(session_bus=address)
    with pytest.raises(BackendError, match="no message bus answers"):
        backend.windows()
    backend.close()


def test_a_session_without_accessibility_says_what_to_install(tmp_path: Path) -> None:
    with session_bus(tmp_path, dict(os.environ), services=False) as address:
        backend = AtspiBackend(session_bus=address)
        with pytest.raises(BackendError, match="at-spi2-core"):
            backend.windows()
        backend.close()


def test_without_jeepney_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, desktop: Desktop) -> None:
    monkeypatch.setitem(sys.modules, "jeepney", None)
    backend = AtspiBackend(session_bus=desktop.bus)
    said = backend.available()
    assert not said
    assert said.cure == "pip install 'uidiff[linux]'"
    with pytest.raises(MissingExtra, match=r"uidiff\[linux\]"):
        read(backend, "form")
    backend.close()


def test_a_lost_connection_is_made_again_at_the_next_read(desktop: Desktop) -> None:
    with form(GTK3, desktop) as (backend, _):
        before, calls = read(backend, "form"), backend.calls
        source = backend.changes("form")
        for bus in (backend._connection()[0], source._bus):
            bus._connection._socket.shutdown(socket.SHUT_RDWR)
        with pytest.raises(BackendError, match="connection"):
            read(backend, "form")
        with pytest.raises(BackendError, match="connection"):
            source.wait(1)
        assert not diff(before, read(backend, "form"))
        assert backend.calls > calls


@pytest.mark.parametrize(
    ("said", "error", "seconds"),
    [(b"nonsense" * 99, "connection to the message bus is lost", 60), (b"", "does not answer in time", 0.3)],
)
def test_a_bus_that_is_none_is_an_error(said: bytes, error: str, seconds: float, tmp_path: Path) -> None:
    def answer(server: socket.socket) -> None:
        server.sendall(said)
        while server.recv(4096):
            pass

    with greeting(tmp_path, answer) as backend, pytest.raises(BackendError, match=error):
        read(backend, "form", seconds=seconds)


def test_accessibility_that_is_turned_off_is_turned_on() -> None:
    with private_desktop() as fresh:
        assert turned_on(fresh.bus) is False
        backend = AtspiBackend(session_bus=fresh.bus)
        assert backend.windows() == ()
        assert turned_on(fresh.bus) is True
        backend.close()


def turned_on(address: str) -> object:
    bus = Bus(BusConnection(address))
    reply = bus.one(get_property("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status", "IsEnabled"), patience=10)
    bus.close()
    return value_in(reply)
