"""On a real Mac: a small window of AppKit keeps the rules, and is read in bulk as it is read attribute by attribute.

Run there by ``pytest -m macos``, in a terminal that is allowed in System Settings > Privacy & Security > Accessibility;
these are no tests of another system.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.backends.ax.one_by_one import OneByOne, cells
from tests.backends.ax.trees import PASSWORD
from tests.backends.subjects import read
from uidiff import Snapshot, Window, diff
from uidiff.backends.ax import AxBackend
from uidiff.backends.ax.calls import load_system
from uidiff.errors import AppGone, BackendError
from uidiff.testing import Acting, BackendConformance, Subject

pytestmark = pytest.mark.macos

TITLE = f"uidiff form {os.getpid()}"
TARGET = Window(title=TITLE)
PATIENCE = 60.0
"""Seconds that a program may take to show something."""


class Form:
    """The program, and a backend of its own to press its buttons with."""

    def __init__(self) -> None:
        self.helper = AxBackend()
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(Path(__file__).with_name("mac_form.py")), TITLE, PASSWORD]
        self.program = subprocess.Popen(command)
        self.until(lambda snapshot: bool(snapshot.find(role="button", name="Change")))

    def until(self, holds: Callable[[Snapshot], bool]) -> None:
        """Wait till the window shows something."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if holds(read(self.helper, Window(pid=self.program.pid))):
                    return
            except BackendError:  # it is not there yet
                pass
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def press(self, name: str) -> None:
        (button,) = read(self.helper, TARGET).find(role="button", name=name)
        self.helper.act(button, "press")

    def change(self) -> None:
        self.press("Change")
        self.until(lambda snapshot: bool(snapshot.find(role="text", name="after")))

    def remove(self) -> None:
        self.press("Remove")
        self.until(lambda snapshot: not snapshot.find(role="text", name="extra"))

    def end(self) -> None:
        self.program.kill()
        self.program.wait(PATIENCE)

    def restart(self) -> None:
        self.end()
        self.start()


@contextmanager
def form() -> Iterator[Form]:
    shown = Form()
    try:
        yield shown
    finally:
        shown.helper.close()
        shown.end()


class TestOnMacOS(BackendConformance, lacks=("changes",)):
    @contextmanager
    def subject(self) -> Iterator[Subject]:
        with form() as shown, closing(AxBackend()) as backend:
            yield Subject(
                backend,
                TARGET,
                change=shown.change,
                remove=shown.remove,
                restart=shown.restart,
                end=shown.end,
                acting=Acting(role="button", name="Change", action="press"),
                secret=PASSWORD,
            )


def test_the_tree_of_bulk_calls_is_that_of_single_ones_at_a_call_an_element() -> None:
    plain = OneByOne(load_system())
    with form(), closing(AxBackend()) as fast, closing(AxBackend(system=plain)) as slow:
        expected = cells(read(slow, TARGET))
        assert cells(read(fast, TARGET)) == expected
        plain.bulk = 0
        assert len(read(slow, Window(id=read(slow, TARGET).window))) == len(expected)
        assert plain.bulk <= 2 * (len(expected) + 10)


def test_fifty_reads_of_an_idle_window_differ_in_nothing() -> None:
    with form(), closing(AxBackend()) as backend:
        before = read(backend, TARGET)
        for _ in range(50):
            assert not diff(before, read(backend, TARGET), ignore=("focused",))


def test_what_is_typed_into_a_text_is_its_value_and_the_element_is_the_same() -> None:
    with form(), closing(AxBackend()) as backend:
        before = read(backend, TARGET)
        (field,) = [element for element in before.find(role="textbox") if element.value == "long " * 100]
        backend.act(field, "type", "short")
        (after,) = [element for element in read(backend, TARGET) if element.value == "short"]
        assert (after.id, backend.handle(after)) == (field.id, backend.handle(field))


def test_the_menu_bar_is_there_without_its_closed_menus() -> None:
    with form(), closing(AxBackend()) as backend:
        (bar,) = read(backend, TARGET).find(role="menubar")
        assert len(bar.children) > 0
        assert not any(item.children for item in bar.children)


def test_a_window_is_listed_with_its_number_of_the_window_server() -> None:
    with form(), closing(AxBackend()) as backend:
        (listed,) = [window for window in backend.windows() if window.title == TITLE]
        assert str(listed.id).rpartition("-")[2].isdigit()
        assert read(backend, listed).window == listed.id


def test_a_stopped_program_is_a_timeout_in_time_and_a_killed_one_is_gone() -> None:
    with form() as shown, closing(AxBackend()) as backend:
        read(backend, TARGET)
        shown.program.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(BackendError):
            read(backend, shown.program.pid, seconds=1.0)
        assert time.monotonic() - began < PATIENCE
        shown.end()
        with pytest.raises(AppGone):
            read(backend, TARGET)
