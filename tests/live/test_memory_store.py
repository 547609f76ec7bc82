"""The store in memory: the contract of all stores, and its bounds."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.live.store_contract import Clock, MakeStore, StoreContract, assert_same, fill, numbers, state
from uidiff.errors import SnapshotExpired, StoreConflict
from uidiff.live.memory_store import MemoryStore


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def make(self) -> MakeStore:
        return lambda ttl, clock: MemoryStore(ttl=ttl, clock=clock)


def test_the_window_that_was_not_used_for_longest_is_dropped_which_is_said_once() -> None:
    store = MemoryStore(windows=2)
    for key in ("a", "b"):
        fill(store, key, state(1))
    assert numbers(store, "a") == [1]  # now b is the one
    fill(store, "c", state(2))
    with pytest.raises(SnapshotExpired):
        store.kept("b")
    assert [numbers(store, key) for key in ("a", "b", "c")] == [[1], [], [1]]


def test_a_window_that_was_dropped_and_is_kept_again_has_not_expired() -> None:
    store = MemoryStore(windows=1)
    for key in ("a", "b"):
        fill(store, key, state(1))
    assert store.save("a", state(2), after=0) == 1
    assert numbers(store, "a") == [1]
    assert_same(store.load("a", 1), store.load("a", 1))


@pytest.mark.parametrize("use", ["load", "touch", "save"])
def test_each_use_of_a_window_makes_it_the_last_one_to_be_dropped(use: str) -> None:
    store = MemoryStore(windows=2)
    for key in ("a", "b"):
        fill(store, key, state(1))
    if use == "load":
        store.load("a", 1)
    elif use == "touch":
        store.touch("a", 20, after=1)
    else:
        store.save("a", state(2), after=1)
    fill(store, "c", state(2))
    assert numbers(store, "a")[0] == 1
    with pytest.raises(SnapshotExpired):
        store.load("b", 1)


def test_what_was_dropped_is_remembered_of_so_many_windows_only() -> None:
    store = MemoryStore(windows=1)
    for number in range(3000):
        store.save(f"window {number}", state(1), after=0)
    assert numbers(store, "window 0") == []  # too long ago to be known
    with pytest.raises(SnapshotExpired):
        store.kept("window 2998")
    assert len(store._dropped) <= 1024


def test_expired_windows_are_let_go_of_when_another_is_read() -> None:
    clock = Clock()
    store = MemoryStore(ttl=60, clock=clock)
    for key in ("a", "b"):
        fill(store, key, state(1))
    clock.now += 61
    assert numbers(store, "c") == []
    assert not store._windows
    with pytest.raises(SnapshotExpired):
        store.kept("a")


def test_a_closed_store_has_let_go_of_everything() -> None:
    store = MemoryStore()
    fill(store, "a", state(1))
    store.close()
    assert numbers(store, "a") == []


@pytest.mark.parametrize("windows", [0, -1, 1.5, True, "many", None])
def test_a_number_of_windows_that_cannot_be_is_refused(windows: object) -> None:
    with pytest.raises(ValueError, match="windows is how many of them are kept: 1 or more"):
        MemoryStore(windows=windows)  # type: ignore[arg-type]  # wrong on purpose


def test_of_many_threads_that_save_behind_one_state_exactly_one_succeeds() -> None:
    store = MemoryStore()

    def save(after: int) -> int:
        try:
            return store.save("a", state(after + 1), after=after)
        except StoreConflict:
            return 0

    with ThreadPoolExecutor(8) as threads:
        for after in range(50):
            assert sorted(threads.map(save, [after] * 8)) == [0] * 7 + [after + 1]
