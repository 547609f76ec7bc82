"""Real programs for the rules of backends, and what a rule may do with them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import attrs
import pytest

from tests.backends.subjects import read
from tests.desktop.forms import SECRET, Toolkit
from tests.desktop.private import Desktop
from tests.desktop.program import ENOUGH, Program, eventually
from uidiff import Element, Snapshot, diff
from uidiff.backends.atspi import AtspiBackend
from uidiff.errors import BackendError
from uidiff.testing import Acting, Subject

_PAUSE = 0.03


def until_still(backend: AtspiBackend, target: object) -> Snapshot:
    """The window once it is there, and two reads of it say the same."""
    end = time.monotonic() + ENOUGH
    last: Snapshot | None = None
    while time.monotonic() < end:
        try:
            snapshot = read(backend, target)
        except BackendError:
            last = None
        else:
            if last is not None and len(snapshot) > 1 and last.window == snapshot.window and not diff(last, snapshot):
                return snapshot
            last = snapshot
        time.sleep(_PAUSE)
    raise AssertionError(f"the window of {target!a} is not still within {ENOUGH} s")


@contextmanager
def form(toolkit: Toolkit, desktop: Desktop, name: str = "form") -> Iterator[tuple[AtspiBackend, Program]]:
    """A backend and a form that is still."""
    with toolkit.form(desktop, name) as program:
        backend = AtspiBackend(session_bus=desktop.bus)
        try:
            until_still(backend, program.pid)
            yield backend, program
        finally:
            backend.close()


@attrs.frozen
class Shared:
    """A form that is open for several tests, and a backend."""

    toolkit: Toolkit
    backend: AtspiBackend
    program: Program

    def read(self) -> Snapshot:
        """The form, once it is still."""
        return until_still(self.backend, self.program.pid)


def on(*toolkits: Toolkit, what: str = "toolkit") -> pytest.MarkDecorator:
    """The test on each of these toolkits; ``what`` "shared": on the form that is open for the tests of the module."""
    names = [toolkit.name for toolkit in toolkits]
    return pytest.mark.parametrize(what, toolkits, ids=names, indirect=what == "shared")


class Patient(AtspiBackend):
    """Waits for what an action brings about: a button of GTK 4 or Qt is pressed for a while before it does anything."""

    before: Callable[[], None]

    def act(self, element: Element, action: str, value: str | None = None) -> None:
        self.before()
        before = read(self, "form")
        super().act(element, action, value)
        eventually(lambda: diff(before, read(self, "form")))


class Forms:
    """Forms for the rules of backends, one after the other: what no rule has touched serves the next one as well."""

    def __init__(self, toolkit: Toolkit, desktop: Desktop) -> None:
        self._toolkit = toolkit
        self._desktop = desktop
        self._running = ExitStack()
        self._looker = AtspiBackend(session_bus=desktop.bus)
        self.program: Program | None = None

    def start(self) -> None:
        """A new form in place of the one that runs, if one does."""
        self._running.close()
        self.program = self._running.enter_context(self._toolkit.form(self._desktop))
        self.tell("tab 1")

    def tell(self, line: str) -> None:
        """Have it do something, and wait until it is still."""
        assert self.program is not None
        self.program.tell(line)
        until_still(self._looker, self.program.pid)

    @contextmanager
    def subject(self, action: str) -> Iterator[Subject]:
        """A button that can be pressed, a list with a row that goes."""
        if self.program is None:
            self.start()
        spent = []

        def spending(do: Callable[[], object]) -> Callable[[], None]:
            def once() -> None:
                spent.append(do)
                do()

            return once

        backend = Patient(session_bus=self._desktop.bus)
        backend.before = spending(lambda: None)
        yield Subject(
            backend,
            "form",
            change=spending(lambda: self.tell("tick 12:01")),
            remove=spending(lambda: self.tell("remove 1")),
            restart=spending(self.start),
            end=spending(lambda: self.program.kill() if self.program else None),
            acting=Acting(role="button", name="Save", action=action),
            secret=SECRET,
        )
        backend.close()
        if spent:
            self.close()

    def close(self) -> None:
        """End the form that runs."""
        self._running.close()
        self.program = None

    def done(self) -> None:
        """End all."""
        self.close()
        self._looker.close()
