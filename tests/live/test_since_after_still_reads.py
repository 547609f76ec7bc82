"""``since`` with the token of an answer that told of no change: what another session finds changed is behind it.

Such an answer keeps no baseline, so only the store can say to others that its moment is taken.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.witness import told
from uidiff import Session
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.live.file_store import FileStore
from uidiff.live.moments import Clock
from uidiff.live.store import MemoryStore, Store

START = 1_700_000_000

MakeStore = Callable[[], Store]
"""What each session is given: a store of its own for one place, or one for all."""


class Desk:
    """A program, a clock that is set by hand, and sessions that know of each other by their store alone."""

    def __init__(self, make: MakeStore) -> None:
        items = [{"role": "listitem", "name": f"Mail {number}"} for number in range(40)]
        self.ui = ScriptedUI([{"role": "list", "name": "Mails", "children": items}], app="Mail")
        self.now = float(START)
        self._make = make

    def session(self) -> Session:
        clock = Clock(now=lambda: self.now, monotonic=lambda: 0.0)
        return Session(ScriptedBackend(self.ui), self.ui, store=self._make(), clock=clock)

    def remove(self, number: int) -> None:
        self.ui.find(name=f"Mail {number}").remove()


@pytest.fixture(params=["files", "memory"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    shared = MemoryStore()
    return Desk((lambda: FileStore(tmp_path / "store", ttl=None)) if request.param == "files" else lambda: shared)


BACK = [5.5, 10.0, 10.5, -86_400.0]
"""Seconds after the first read at which the clock stands then; the still read is at 10."""


@pytest.mark.parametrize("back", BACK)
def test_what_changed_after_a_still_read_is_told_though_the_clock_was_set_back(desk: Desk, back: float) -> None:
    first, second = desk.session(), desk.session()
    first.describe()
    desk.now = START + 10.0
    still = first.describe()
    assert not told(still)
    desk.remove(7)
    desk.now = START + back
    answer = second.describe()
    assert [record.before.name for record in told(answer).removed] == ["Mail 7"]
    assert float(answer.token) > float(still.token)
    for session in (first, second, desk.session()):
        since = session.describe(since=still.token)
        assert [record.before.name for record in told(since).removed] == ["Mail 7"]
        assert not session.describe(since=answer.token).delta


def test_what_changed_after_a_still_read_within_one_millisecond_is_told(desk: Desk) -> None:
    desk.now = START + 0.5
    first = desk.session()
    first.describe()
    tokens = [first.describe().token for _ in range(3)]
    desk.remove(7)
    desk.session().describe()
    for token in tokens:
        since = desk.session().describe(since=token)
        assert [record.before.name for record in told(since).removed] == ["Mail 7"]


def test_the_moments_of_still_reads_of_several_sessions_rise(desk: Desk) -> None:
    sessions = [desk.session() for _ in range(3)]
    tokens = [sessions[place].describe().token for place in (0, 1, 2, 1, 0, 0, 2)]
    assert tokens == sorted(set(tokens))


steps = st.lists(
    st.tuples(
        st.integers(0, 2),  # which session reads; 2: a new one
        st.booleans(),  # whether something changes before
        st.sampled_from([-7.0, -0.001, 0.0, 0.0, 0.001, 1.0, 30.0]),  # how far the clock is set
    ),
    max_size=12,
)


@given(steps)
def test_each_token_goes_on_telling_all_that_changed_behind_it(given_steps: list[tuple[int, bool, float]]) -> None:
    shared = MemoryStore()
    desk = Desk(lambda: shared)
    desk.now = START + 100.25
    sessions = [desk.session(), desk.session()]
    removed = 0
    read_at: dict[str, int] = {sessions[0].describe().token: 0}  # how much had been removed
    for which, changes, seconds in given_steps:
        if changes and removed < 7:  # so that no baseline is pushed out
            desk.remove(removed)
            removed += 1
        desk.now += seconds
        session = sessions[which] if which < len(sessions) else desk.session()
        token = session.describe().token
        assert token not in read_at
        read_at[token] = removed
    for token, already in read_at.items():
        delta = desk.session().describe(since=token).delta
        assert delta is not None
        gone = [record.before.name for record in delta.removed]
        assert gone == [f"Mail {number}" for number in range(already, removed)]
