"""Two sessions on one store, which know of each other by the store alone, as two processes would."""

from __future__ import annotations

from collections.abc import Callable

from tests.live.watching import Polled, Time, mail
from tests.live.witness import Witness
from uidiff import Report, Session
from uidiff.backends.scripted import Node, ScriptedUI
from uidiff.live.store import MemoryStore, Store

__all__ = ["Desk", "Reader", "observe", "settle"]

MakeStore = Callable[[], Store]


class Reader:
    """A session, and what it has answered.

    Attributes:
        numbers: the number that each node had in its last answer.
    """

    def __init__(self, ui: ScriptedUI, store: Store, time: Time) -> None:
        self.ui = ui
        self.session = Session(Polled(ui, time=time), ui, store=store, clock=time.clock())
        self.witness = Witness(ui)
        self.last: Report | None = None
        self.numbers: dict[Node, int] = {}

    def describe(self, **asked: object) -> Report:
        """Its next answer, which is right in itself: the delta leads from its before to what is there."""
        report = self.session.describe(**asked)  # type: ignore[arg-type]  # as given
        seen = self.witness.of(report)
        assert all(seen.get(node, number) == number for node, number in self.numbers.items())
        if not report.snapshot.partial:
            self.numbers = seen
        if report.delta is not None:
            assert report.delta.after == report.snapshot
            assert report.delta.apply(report.delta.before) == report.snapshot
            assert_true(report)
        self.last = report
        return report


def assert_true(report: Report) -> None:
    """That what is told as come or gone is so, by the native ids."""
    delta = report.delta
    assert delta is not None
    before, after = ({element.id for element in side} for side in (delta.before, delta.after))
    assert {record.after.id for record in delta.added} <= after - before
    assert {record.before.id for record in delta.removed} <= before - after
    if not delta.before.partial and not delta.after.partial:
        assert {record.after.id for record in delta.added} == after - before
        assert {record.before.id for record in delta.removed} == before - after


class Desk:
    """A program, and readers of it on one store."""

    def __init__(self, make: MakeStore | None = None) -> None:
        store = MemoryStore()
        self.make = make or (lambda: store)
        self.ui = mail()
        self.time = Time()

    def reader(self) -> Reader:
        return Reader(self.ui, self.make(), self.time)

    def two_that_described(self) -> tuple[Reader, Reader]:
        """Two readers, first the one and then the other of which has described the window."""
        one, two = self.reader(), self.reader()
        one.describe()
        two.describe()
        return one, two

    def add(self, name: str) -> Node:
        return self.ui.find(name="Mails").add({"role": "listitem", "name": name}, at=0)


def settle(session: Session) -> None:
    session.settle(quiet=0.1)


def observe(session: Session) -> None:
    for _ in session.observe(interval=0.1, duration=0.2):
        pass
