"""The store in memory: the contract of all stores, and its bounds; what a history keeps of the states of a window.

See spec/definitions#2-time-and-tokens.
"""

from itertools import pairwise

import pytest

from tests.live.store_contract import Clock, MakeStore, StoreContract, fill, history, names
from uidiff.errors import SnapshotExpired
from uidiff.live.store import MemoryStore


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def make(self) -> MakeStore:
        return lambda ttl, clock: MemoryStore(ttl=ttl, clock=clock)


@pytest.mark.parametrize("use", ["load", "save"])
def test_the_window_that_was_not_used_for_longest_is_dropped_which_is_raised_once(use: str) -> None:
    store = MemoryStore(windows=2)
    versions = {key: fill(store, key, 1) for key in ("a", "b")}
    if use == "load":
        assert store.load("a") is not None
    else:
        store.save("a", history(2), versions["a"])
    fill(store, "c", 3)
    with pytest.raises(SnapshotExpired):
        store.load("b")
    assert [len(names(store, key)) for key in ("a", "b", "c")] == [1, 0, 1]


def test_a_window_that_was_dropped_and_is_kept_again_has_not_expired() -> None:
    store = MemoryStore(windows=1)
    for key in ("a", "b"):
        fill(store, key, 1)
    store.save("a", history(2), None)
    assert names(store, "a") == ["state 2"]


def test_the_number_of_dropped_windows_that_are_remembered_is_bounded() -> None:
    store, given = MemoryStore(windows=1), history(1)
    for number in range(3000):
        store.save(f"window {number}", given, None)
    assert store.load("window 0") is None  # too long ago to be known
    with pytest.raises(SnapshotExpired):
        store.load("window 2998")
    assert len(store._dropped) <= 1024


def test_expired_windows_are_let_go_of_when_another_is_read() -> None:
    clock = Clock()
    store = MemoryStore(ttl=60, clock=clock)
    for key in ("a", "b"):
        fill(store, key, 1)
    clock.now += 61
    assert store.load("c") is None
    assert not store._windows
    with pytest.raises(SnapshotExpired):
        store.load("a")


def test_a_closed_store_has_let_go_of_everything() -> None:
    store = MemoryStore()
    fill(store, "a", 1)
    store.close()
    assert store.load("a") is None


@pytest.mark.parametrize("windows", [0, -1, 1.5, True, "many", None])
def test_a_number_of_windows_that_cannot_be_is_refused(windows: object) -> None:
    with pytest.raises(ValueError, match="windows is how many of them are kept: 1 or more"):
        MemoryStore(windows=windows)  # type: ignore[arg-type]  # wrong on purpose


def test_a_history_keeps_the_last_eight_baselines() -> None:
    found = history(*range(1, 12))
    assert [entry.ts for entry in found.entries] == [10 * number for number in range(4, 12)]
    assert (found.next_ref, found.reported_at) == (19, 110)


def test_states_that_are_no_baselines_push_none_out_and_go_with_the_next_one() -> None:
    found = history(1, *range(-21, -1))
    assert [entry.baseline for entry in found.entries] == [True, *[False] * 8]
    assert [entry.ts for entry in found.tail] == [entry.ts for entry in found.entries]
    assert [entry.ts for entry in history(30, of=found).entries] == [10, 300]


def test_the_moment_of_an_answer_never_goes_back() -> None:
    given = history(5)
    for earlier, later in pairwise([given, given.reported(60), given.reported(60).reported(55)]):
        assert later.reported_at >= earlier.reported_at
    assert given.reported(20).reported_at == 50
