"""spec/definitions#16-refs, spec/bad-inputs#59: two sessions on one store at the same time, and in any order at all."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.failing_store import Failing
from tests.live.two_readers import Desk, Reader, observe, settle
from tests.live.watching import Polled, Time, mail
from tests.live.witness import changes
from uidiff import Report, Session, Snapshot
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import StoreConflict
from uidiff.formats.choice import FIRST
from uidiff.live.baselines import EXPIRED, FOREIGN
from uidiff.live.file_store import FileStore
from uidiff.live.plans import TRIES
from uidiff.live.store import MemoryStore, WindowHistory

# -------------------------------------------------------------- at the same time


class Meeting(MemoryStore):
    """A store in which something is done by others right before a history is saved."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times
        self.do: Callable[[], object] | None = None

    def _meet(self) -> None:
        do = self.do
        if do is not None and self.times:
            self.times -= 1
            self.do = None  # what is done saves as well
            do()
            self.do = do

    def save(self, key: str, history: WindowHistory, expected_version: str | None) -> str:
        self._meet()
        return super().save(key, history, expected_version)


@pytest.mark.parametrize("times", [1, 2, TRIES, TRIES + 1, 100])
@pytest.mark.parametrize("changing", [True, False])
def test_bad_input_59_who_is_disturbed_by_another_answers_right_all_the_same(
    times: int, changing: bool
) -> None:  # a parameter
    store = Meeting(times)
    desk = Desk(lambda: store)
    one, two = desk.two_that_described()
    if changing:
        desk.add("new")
    turns = iter(range(1000))

    def disturb() -> None:
        ui = desk.ui
        ui.find(name="Search").value = f"{next(turns)}"
        two.describe()

    store.do = disturb
    report = one.describe()
    assert changes(report).get("added", []) == (["new"] if changing else [])
    store.do = None
    store.times = 0
    after = one.describe()
    assert "added" not in changes(after) or times >= TRIES  # then it was not kept: told again rather than lost
    assert after.snapshot[1].value == two.describe().snapshot[1].value
    assert changes(one.describe()) == changes(two.describe()) == {}


@pytest.mark.parametrize("times", [1, TRIES + 1])
def test_bad_input_59_two_that_come_first_at_the_same_time_number_alike_or_tell_that_they_do_not(times: int) -> None:
    store = Meeting(times)
    desk = Desk(lambda: store)
    one, two = desk.reader(), desk.reader()
    store.do = two.describe
    assert one.describe().delta is None or changes(one.describe()) == {}
    store.do = None
    for turn in range(4):
        desk.add(f"new {turn}")
        one.describe()
        two.describe()
    assert changes(one.describe()) == changes(two.describe()) == {}


def test_bad_input_59_a_store_where_somebody_else_is_always_first_is_answered_from_all_the_same() -> None:
    store = Failing(save=math.inf)
    store.error = StoreConflict("somebody else")
    desk = Desk(lambda: store)
    one = desk.reader()
    for turn in range(4):
        report = one.describe()
        assert report.delta is None or set(changes(report)) <= {"added"}
        desk.add(f"new {turn}")
    assert len(one.numbers) == 10


@pytest.mark.parametrize("kind", ["memory", "files"])
def test_bad_input_59_two_threads_on_one_store_name_nothing_twice_in_either(kind: str, tmp_path: Path) -> None:
    shared = MemoryStore()
    ui = mail()
    named: list[dict[int, str]] = [{}, {}]
    wrong: list[str] = []

    def read(which: int) -> None:
        store = shared if kind == "memory" else FileStore(tmp_path / "s", ttl=None)
        with Session(Polled(ui), ui, store=store, clock=Time().clock()) as session:
            for turn in range(15):
                ui.find(name="Mails").add({"role": "listitem", "name": f"{which} {turn}"})
                report = session.describe()
                wrong.extend(f"e{n}" for n, at in ids(report).items() if named[which].setdefault(n, at) != at)
                if report.delta is not None and report.delta.apply(report.delta.before) != report.snapshot:
                    wrong.append("delta")

    threads = [threading.Thread(target=read, args=(which,)) for which in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert all(len(set(one.values())) >= 7 + 15 for one in named)


def ids(report: Report) -> dict[int, str]:
    return {n: str(one.id) for n, one in zip(report.refs.numbers, report.snapshot, strict=True)}


# ---------------------------------------------------------- in any order at all

ROLES = (
    *("alert", "button", "checkbox", "figure", "form", "heading", "img"),
    *("link", "meter", "note", "radio", "separator", "slider", "switch"),
)
"""One for each step, so that what is new cannot be what went, renamed where it stood."""

steps = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from(["describe", "describe", "settle", "observe", "new", "partial", "expire", "meet"]),
        st.sampled_from(["", "add", "remove", "rename", "move"]),
        st.integers(0, 50),
    ),
    max_size=len(ROLES),
)


class AnyOrder(Meeting):
    """A store that expires when it is told to, and where others may be right before."""

    def __init__(self) -> None:
        super().__init__(0)
        self.now = 0.0
        self._ttl = 60
        self._clock = lambda: self.now


def new(turn: int) -> dict[str, Any]:
    """An element that no other turn makes."""
    return {"role": ROLES[turn % len(ROLES)], "name": f"item{turn}"}


def edit(ui: ScriptedUI, kind: str, at: int, turn: int) -> None:
    """Change something; what is new has neither a word nor the role of what went, no container says another thing."""
    nodes = list(ui.roots[0].descendants)
    node = nodes[at % len(nodes)] if nodes else ui.roots[0].add(new(turn))
    can_be_renamed = node.role in {"textbox", "button"}
    if kind == "add" and not can_be_renamed:
        node.add(new(turn), at=0)
    elif kind == "remove":
        node.remove()
    elif kind == "rename" and can_be_renamed:
        node.name = f"name{turn}"
    elif kind == "move":
        node.move(ui.roots[0], at=0)


@given(given_steps=steps)
def test_whatever_three_sessions_do_each_answer_is_right_and_no_number_names_two(
    given_steps: Sequence[tuple[int, str, str, int]],
) -> None:
    store = AnyOrder()
    desk = Desk(lambda: store)
    readers = [desk.reader() for _ in range(3)]
    for turn, (which, what, kind, at) in enumerate(given_steps):
        edit(desk.ui, kind, at, turn)
        reader = readers[which]
        if what == "settle":
            settle(reader.session)
        elif what == "observe":
            observe(reader.session)
        elif what == "new":
            readers[which] = desk.reader()
        elif what == "expire":
            store.now += 61
        elif what == "partial":
            desk.ui.cut(desk.ui.roots[0])
            reader.describe()
        elif what == "meet":
            store.times, store.do = at % 7, readers[which - 1].describe
            right(reader, reader.describe())
            store.times, store.do = 0, None
        else:
            right(reader, reader.describe())
        for one in readers:
            remember(one, desk.ui)
    for reader in readers:
        reader.describe()
        assert changes(reader.describe()) == {}


def right(reader: Reader, report: Report) -> None:
    """That an answer without a delta says why, and that one with one is of all that is there."""
    assert report.delta is not None or report.reason in {FIRST, EXPIRED, FOREIGN}
    assert [element.id for element in report.snapshot] == [node.id for node in reader.ui.top.descendants]


def remember(reader: Reader, ui: ScriptedUI) -> None:
    """What the numbers name that only a poll has given, as far as the session has them at hand."""
    core = reader.session._core
    for window in core._windows.values():
        latest = window.tracker.latest
        snapshot: Snapshot | None = latest.snapshot if latest else None
        for number, element in zip(latest.refs.numbers if latest else (), snapshot or (), strict=True):
            node = ui.node_of(element.id)
            if node is not None:
                assert reader.witness.nodes.setdefault(number, node) is node, f"e{number} has named another element"
