"""Buses that hang, end, or drip; a list of programs that does not come. No program is taken for gone because of it."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path

import pytest

from tests.backends.atspi.fake_bus import APP, Told, greeting
from tests.backends.atspi.subjects import form
from tests.backends.subjects import read
from tests.desktop.forms import GTK3
from tests.desktop.private import private_desktop
from tests.desktop.program import eventually
from uidiff import Limits, Window
from uidiff.backends.atspi import AtspiBackend, reading
from uidiff.backends.atspi.bus import PATIENCE, BusCall, Fault, Reply, daemon_call
from uidiff.backends.atspi.constants import REGISTRY, ROOT
from uidiff.backends.atspi.reading import ReadRequest, read_nodes
from uidiff.backends.atspi.replies import ObjectKey, number_in
from uidiff.backends.atspi.targets import Applications, choose
from uidiff.errors import AppGone, BackendError, ReadTimeout, WindowNotFound


def process(backend: AtspiBackend, name: str) -> int:
    """The process behind a name on the accessibility bus."""
    number = number_in(backend._connection()[0].one(daemon_call("GetConnectionUnixProcessID", name)))
    assert type(number) is int
    return number


@pytest.mark.parametrize("name", [REGISTRY, "org.freedesktop.DBus"])
def test_while_the_bus_or_its_registry_hangs_no_program_is_gone(name: str) -> None:
    with private_desktop() as desktop, form(GTK3, desktop) as (backend, _):
        read(backend, "form")
        fresh = AtspiBackend(session_bus=desktop.bus)
        hanging = process(backend, name)
        os.kill(hanging, signal.SIGSTOP)
        try:
            for each in (backend, fresh):
                with pytest.raises(ReadTimeout):
                    read(each, "form", seconds=0.5)
        finally:
            os.kill(hanging, signal.SIGCONT)
        eventually(lambda: readable(backend) and readable(fresh))
        fresh.close()


def test_when_the_registry_restarts_no_program_is_gone() -> None:
    with private_desktop() as desktop, form(GTK3, desktop) as (backend, _):
        before = read(backend, "form")
        os.kill(process(backend, REGISTRY), signal.SIGKILL)
        eventually(lambda: readable(backend))
        assert read(backend, "form").window == before.window


def test_when_the_bus_ends_it_is_an_error_and_a_new_one_has_no_programs_yet() -> None:
    with private_desktop() as desktop, form(GTK3, desktop) as (backend, _):
        read(backend, "form")
        os.kill(process(backend, "org.freedesktop.DBus"), signal.SIGKILL)
        with pytest.raises(BackendError, match="connection to the message bus is lost"):
            read(backend, "form")

        def connected() -> bool:
            with suppress(BackendError):
                return backend.windows() == ()
            return False

        eventually(connected)
        with pytest.raises(WindowNotFound):  # its names may be others' by now
            read(backend, "form")


def readable(backend: AtspiBackend) -> bool:
    """Whether the form can be read; if it cannot, it is not taken for gone."""
    try:
        return len(read(backend, "form")) > 1
    except ReadTimeout:
        return False


@pytest.mark.parametrize("fault", list(Fault))
def test_a_list_of_programs_that_is_not_told_is_not_an_empty_one(fault: Fault) -> None:
    with pytest.raises(ReadTimeout, match="which programs there are"):
        Applications(Told({(ROOT, "GetChildren"): fault}, {})).all()


@pytest.mark.parametrize(("lives", "error"), [((True,), ReadTimeout), (Fault.SLOW, ReadTimeout), ((False,), AppGone)])
def test_a_program_that_is_not_listed_is_gone_only_if_the_bus_has_it_no_more(
    lives: object, error: type[Exception]
) -> None:
    bus = Told({("/org/freedesktop/DBus", "NameHasOwner"): lives}, {})
    with pytest.raises(error):
        choose(bus, Applications(bus), Window(app="form"), inf, last=ObjectKey(APP, "/w"))
    with pytest.raises(WindowNotFound):
        choose(bus, Applications(bus), Window(app="form"), inf, last=None)


def test_a_program_that_gets_its_name_when_it_is_listed_already_is_found_by_it() -> None:
    answers: dict[tuple[str, str], object] = {(ROOT, "Name"): (("s", "python3"),)}
    bus = Told(answers, {ROOT: [(APP, ROOT)]})
    applications = Applications(bus)
    assert [one.name for one in applications.all()] == ["python3"]
    answers[(ROOT, "Name")] = (("s", "editor"),)
    with pytest.raises(WindowNotFound):
        choose(bus, applications, Window(app="other"), inf, last=None)
    assert choose(bus, applications, Window(app="editor"), inf, last=None).top.application.name == "editor"
    answers[(ROOT, "Name")] = Fault.SLOW
    with pytest.raises(WindowNotFound):
        choose(bus, applications, Window(app="other"), inf, last=None)
    assert [one.name for one in applications.all()] == ["editor"]  # one that hangs for once keeps its name


def test_past_the_deadline_no_call_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of elements may be left then: to make up calls for them alone would take its time."""
    now = [0.0]

    class Slow(Told):
        def ask(self, calls: Sequence[BusCall], deadline: float = inf, *, patience: float = PATIENCE) -> list[Reply]:
            if any(call.path == "/300" for call in calls):
                now[0] = 10.0
            return super().ask(calls, deadline, patience=patience)

    monkeypatch.setattr(reading, "monotonic", lambda: now[0])
    bus = Slow({}, {"/w": [(APP, f"/{number}") for number in range(3000)]})
    request = ReadRequest(bus=bus, from_screen=False, limits=Limits.live(), deadline=9.0, fleeting={})
    (root,) = read_nodes(request, [ObjectKey(APP, "/w")])
    assert root.unread
    assert {call.path for call in bus.asked} == {"/org/a11y/atspi/cache", "/w", *(f"/{n}" for n in range(512))}


def test_a_bus_that_does_not_greet_is_not_waited_for(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "bus"))
        listening.listen()
        backend = AtspiBackend(session_bus=f"unix:path={tmp_path}/bus")
        with pytest.raises(ReadTimeout, match="message bus does not answer in time"):
            read(backend, "form", seconds=0.1)


def test_a_message_that_comes_bit_by_bit_and_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    head = b"l\x02\x01\x01" + (1 << 26).to_bytes(4, "little") + (7).to_bytes(4, "little") + bytes(4)

    def drip(server: socket.socket) -> None:
        server.sendall(head)
        while True:
            server.sendall(bytes(8))
            time.sleep(0.001)

    with greeting(tmp_path, drip) as backend, pytest.raises(ReadTimeout, match="does not answer in time"):
        read(backend, "form", seconds=0.3)
