"""What every store has to do: for uidiff's own, and for those that others write.

A test class inherits from StoreContract and has a fixture ``make``, which makes an empty store for a time to live and a
clock.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import attrs
import pytest

from uidiff import Snapshot
from uidiff.diffing.refs import Refs
from uidiff.errors import SnapshotExpired, StoreConflict
from uidiff.live.store import State, Store, WindowHistory

HOSTILE_KEYS = [
    *("../../x", "/etc/passwd", "..", ".", "C:\\x", "\\\\server\\share", "a/b", "a_b", "a b", "a", "a-b"),
    *("\0", "a\0b", "x" * 300, "\u65e5" * 200, "CON", "aux.", "a:b", "a.", "a ", "\U0001f642", "Mail", "mail", "MAIL"),
    *("caf\u00e9", "cafe\u0301", "%s{x}", "\n+ [Button]", "\ud800", "*", "0" * 32),
]
"""Keys of windows that no disk takes as a name, or takes for one name: spec/bad-inputs#49, #50 and #51."""


@attrs.define
class Clock:
    """A clock that stands until it is set."""

    now: float = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


MakeStore = Callable[[float | None, Clock], Store]


def state(number: int, *, elements: int = 3) -> State:
    """A state that differs from that of every other number."""
    nodes = [{"role": "window", "name": f"state {number}"}, *([{"role": "row", "parent": 0}] * (elements - 1))]
    refs = Refs(tuple(range(number + 1, number + elements + 1)), number + elements + 5)
    return State(ts=number * 10, snapshot=Snapshot.from_dicts(nodes), refs=refs)


def history(*numbers: int, of: WindowHistory | None = None) -> WindowHistory:
    """A history of these states; a number below 0 is that of a state that is no baseline."""
    made = of or WindowHistory()
    for number in numbers:
        made = made.with_state(state(abs(number)), baseline=number > 0)
    return made


def fill(store: Store, key: str, *numbers: int) -> str:
    """Append states to what is kept of a window; the new version."""
    found = store.load(key)
    before, version = (None, None) if found is None else found
    return store.save(key, history(*numbers, of=before), version)


def names(store: Store, key: str) -> list[str | None]:
    """The states that are kept, by the names of their windows: all of them can be read."""
    found = store.load(key)
    return [] if found is None else [entry.state().snapshot[0].name for entry in found[0].entries]


def assert_same(found: State, given: State) -> None:
    """That a state is what was given to be kept, in everything."""
    assert found.snapshot == given.snapshot
    assert (tuple(found.refs.numbers), found.refs.next) == (tuple(given.refs.numbers), given.refs.next)
    assert (found.ts, found.id) == (given.ts, given.id)


def assert_equal(found: WindowHistory | None, given: WindowHistory) -> None:
    """That a history is what was given to be kept, in everything."""
    assert found is not None
    assert (found.lineage, found.next_ref, found.reported_at) == (given.lineage, given.next_ref, given.reported_at)
    assert found.questions == given.questions
    assert [entry.baseline for entry in found.entries] == [entry.baseline for entry in given.entries]
    for one, other in zip(found.entries, given.entries, strict=True):
        assert (one.id, one.ts) == (other.id, other.ts)
        assert_same(one.state(), other.state())


def loaded(store: Store, key: str) -> WindowHistory | None:
    found = store.load(key)
    return None if found is None else found[0]


class StoreContract:
    """The tests. ``make`` is to be a fixture of the class that inherits them."""

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def store(self, make: MakeStore, clock: Clock) -> Store:
        return make(60.0, clock)

    # ------------------------------------------------------------ save and load

    def test_nothing_is_kept_of_a_window_that_was_never_saved(self, store: Store) -> None:
        assert store.load("a") is None

    def test_a_saved_history_is_loaded_as_it_was(self, store: Store) -> None:
        given = history(1, 2, -3)
        version = store.save("a", given, None)
        assert_equal(loaded(store, "a"), given)
        longer = history(4, of=given).reported(99)
        assert store.save("a", longer, version) != version
        assert_equal(loaded(store, "a"), longer)

    def test_what_a_question_was_answered_with_is_kept_though_it_is_old(self, store: Store) -> None:
        given = history(1, 2)
        given = given.answered("", given.entries[0].id).answered("a" * 32, given.entries[1].id)
        for number in range(3, 15):
            given = history(number, -number - 20, of=given)
        store.save("a", given, None)
        assert_equal(loaded(store, "a"), given)
        assert names(store, "a") == [f"state {number}" for number in (1, 2, *range(7, 15), 34)]

    def test_a_loaded_history_can_be_continued_though_its_states_were_not_loaded(self, store: Store) -> None:
        given = history(1, 2)
        store.save("a", given, None)
        found = store.load("a")
        assert found is not None
        longer = history(3, of=found[0])
        store.save("a", longer, found[1])
        assert names(store, "a") == ["state 1", "state 2", "state 3"]

    def test_an_empty_window_is_a_state_too(self, store: Store) -> None:
        nothing = State(ts=1, snapshot=Snapshot.from_dicts([]), refs=Refs((), 7))
        given = WindowHistory().with_state(nothing, baseline=True)
        store.save("a", given, None)
        assert_equal(loaded(store, "a"), given)

    def test_states_that_are_in_the_history_no_more_are_gone(self, store: Store) -> None:
        version = fill(store, "a", *range(1, 12))
        assert names(store, "a") == [f"state {number}" for number in range(4, 12)]
        store.save("a", history(20), version)
        assert names(store, "a") == ["state 20"]

    # ----------------------------------------------------------------- conflict

    def test_a_save_of_another_version_is_a_conflict_and_changes_nothing(self, store: Store) -> None:
        given = history(1)
        first = store.save("a", given, None)
        second = store.save("a", given.reported(50), first)
        for expected in (first, None, "", "x"):
            with pytest.raises(StoreConflict):
                store.save("a", history(2), expected)
        assert_equal(loaded(store, "a"), given.reported(50))
        store.save("a", history(3), second)

    def test_a_first_save_of_a_window_expects_nothing(self, store: Store) -> None:
        with pytest.raises(StoreConflict):
            store.save("a", history(1), "0123456789abcdef")
        assert store.load("a") is None

    def test_a_version_never_comes_again(self, store: Store, clock: Clock) -> None:
        versions = []
        for _ in range(3):
            versions.append(store.save("a", history(1), None))
            store.forget("a")
            versions.append(store.save("a", history(1), None))
            clock.now += 61
            with pytest.raises(SnapshotExpired):
                store.load("a")
        assert len(set(versions)) == 6

    def test_of_threads_that_save_at_once_exactly_one_succeeds(self, store: Store) -> None:
        version = store.save("a", history(1), None)

        def save(number: int) -> str:
            try:
                return store.save("a", history(number), version)
            except StoreConflict:
                return ""

        with ThreadPoolExecutor(4) as threads:
            for turn in range(5):
                saved = list(filter(None, threads.map(save, range(4 * turn + 1, 4 * turn + 5))))
                assert len(saved) == 1
                version = saved[0]

    # ------------------------------------------------------------ several windows

    def test_bad_inputs_49_50_51_windows_of_any_keys_are_kept_apart(self, store: Store) -> None:
        for number, key in enumerate(HOSTILE_KEYS, start=1):
            store.save(key, history(number), None)
        for number, key in enumerate(HOSTILE_KEYS, start=1):
            assert names(store, key) == [f"state {number}"]

    def test_bad_input_51_forgetting_one_window_leaves_those_of_like_keys(self, store: Store) -> None:
        for key in ("a", "a-b", "A"):
            fill(store, key, 1, 2)
        store.forget("a")
        assert [len(names(store, key)) for key in ("a", "a-b", "A")] == [0, 2, 2]

    # ------------------------------------------------------------ forget and close

    def test_a_forgotten_window_begins_anew(self, store: Store) -> None:
        store.forget("a")
        version = fill(store, "a", 1)
        store.forget("a")
        assert store.load("a") is None
        with pytest.raises(StoreConflict):
            store.save("a", history(2), version)
        fill(store, "a", 3)
        assert names(store, "a") == ["state 3"]

    def test_closing_twice_is_closing_once(self, store: Store) -> None:
        fill(store, "a", 1)
        store.close()
        store.close()

    # -------------------------------------------------------------------- expiry

    def test_a_window_expires_which_is_raised_once(self, store: Store, clock: Clock) -> None:
        version = fill(store, "a", 1, 2)
        clock.now += 61
        with pytest.raises(SnapshotExpired):
            store.load("a")
        assert store.load("a") is None
        with pytest.raises(StoreConflict):
            store.save("a", history(3), version)
        fill(store, "a", 3)
        assert names(store, "a") == ["state 3"]

    @pytest.mark.parametrize("use", ["load", "save"])
    def test_every_use_of_a_window_keeps_it_as_if_it_were_new(self, store: Store, clock: Clock, use: str) -> None:
        version = fill(store, "a", 1)
        for turn in range(4):
            clock.now += 40
            if use == "load":
                assert store.load("a") is not None
            else:
                version = store.save("a", history(turn + 2), version)
        clock.now += 59
        assert store.load("a") is not None

    def test_one_window_that_expires_leaves_the_others(self, store: Store, clock: Clock) -> None:
        fill(store, "a", 1)
        clock.now += 40
        fill(store, "b", 2)
        clock.now += 40
        assert names(store, "b") == ["state 2"]

    def test_without_a_time_to_live_nothing_expires(self, make: MakeStore, clock: Clock) -> None:
        store = make(None, clock)
        fill(store, "a", 1)
        for _ in range(2):
            clock.now += 10**8
            assert names(store, "a") == ["state 1"]

    @pytest.mark.parametrize("ttl", [0.0, -1.0, float("nan")])
    def test_a_time_to_live_that_cannot_be_is_refused(self, make: MakeStore, clock: Clock, ttl: float) -> None:
        with pytest.raises(ValueError, match="ttl is a number of seconds above 0"):
            make(ttl, clock)
