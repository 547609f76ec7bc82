"""What every store has to do: for uidiff's own, and for those that others write.

A test class inherits from StoreContract and has a fixture ``make``, which makes an empty store for a time to live and a
clock. What one store has kept, another object for the same place may know of too; nothing here relies on that.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import attrs
import pytest

from uidiff import Snapshot
from uidiff.diffing.refs import Refs
from uidiff.errors import SnapshotExpired, StoreConflict
from uidiff.live.store import BASELINES, EMPTY, State, Store

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


def state(number: int, *, baseline: bool = True, elements: int = 3) -> State:
    """A state that is not that of another number."""
    nodes = [{"role": "window", "name": f"state {number}"}, *([{"role": "row", "parent": 0}] * (elements - 1))]
    refs = Refs(tuple(range(number + 1, number + elements + 1)), number + elements + 5)
    return State(ts=number * 10, snapshot=Snapshot.from_dicts(nodes), refs=refs, baseline=baseline)


def fill(store: Store, key: str, *states: State) -> list[int]:
    """Save states behind what there is; their numbers."""
    numbers = []
    last = max((one.seq for one in store.kept(key)), default=EMPTY)
    for one in states:
        last = store.save(key, one, after=last)
        numbers.append(last)
    return numbers


def assert_same(found: State, given: State) -> None:
    """That a state is what was given to be kept, in everything."""
    assert found.snapshot == given.snapshot
    assert (tuple(found.refs.numbers), found.refs.next) == (tuple(given.refs.numbers), given.refs.next)
    assert (found.ts, found.baseline, found.id, found.line) == (given.ts, given.baseline, given.id, given.line)


def numbers(store: Store, key: str) -> list[int]:
    return [one.seq for one in store.kept(key)]


def told(store: Store, key: str) -> list[int]:
    return [one.told for one in store.kept(key)]


class StoreContract:
    """The tests. ``make`` is to be a fixture of the class that inherits them."""

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def store(self, make: MakeStore, clock: Clock) -> Store:
        return make(60.0, clock)

    # ------------------------------------------------------------ save and load

    def test_of_a_window_never_seen_nothing_is_kept(self, store: Store) -> None:
        assert list(store.kept("a")) == []

    def test_what_was_saved_is_loaded_as_it_was(self, store: Store) -> None:
        given = [state(1), state(2, baseline=False), attrs.evolve(state(3), line=state(1).id)]
        seqs = fill(store, "a", *given)
        for seq, one in zip(seqs, given, strict=True):
            if one.baseline:  # one that is none may be dropped behind a newer baseline
                assert_same(store.load("a", seq), one)

    def test_numbers_rise_by_one_from_one_on(self, store: Store) -> None:
        assert fill(store, "a", *map(state, range(1, 13))) == list(range(1, 13))

    def test_what_is_kept_is_told_oldest_first_with_what_it_says_of_itself(self, store: Store) -> None:
        given = [state(1), state(2), state(3, baseline=False)]
        fill(store, "a", *given)
        found = [(one.seq, one.ts, one.baseline, one.id) for one in store.kept("a")]
        assert found == [(seq, one.ts, one.baseline, one.id) for seq, one in enumerate(given, start=1)]

    def test_an_empty_window_is_a_state_too(self, store: Store) -> None:
        given = State(ts=1, snapshot=Snapshot.from_dicts([]), refs=Refs((), 7))
        fill(store, "a", given)
        assert_same(store.load("a", 1), given)

    def test_a_number_that_is_not_there_has_expired(self, store: Store) -> None:
        fill(store, "a", state(1))
        for seq in (EMPTY, 2, 10**15):
            with pytest.raises(SnapshotExpired):
                store.load("a", seq)

    # ----------------------------------------------------------------- conflict

    @pytest.mark.parametrize("after", [EMPTY, 1, 3, 7])
    def test_a_state_behind_any_but_the_last_is_a_conflict_and_changes_nothing(self, store: Store, after: int) -> None:
        given = [state(1), state(2)]
        fill(store, "a", *given)
        with pytest.raises(StoreConflict):
            store.save("a", state(3), after=after)
        assert numbers(store, "a") == [1, 2]
        for seq, one in enumerate(given, start=1):
            assert_same(store.load("a", seq), one)

    def test_the_first_state_behind_another_than_none_is_a_conflict(self, store: Store) -> None:
        with pytest.raises(StoreConflict):
            store.save("a", state(1), after=3)
        assert numbers(store, "a") == []

    # -------------------------------------------------------------------- told

    def test_readers_were_told_of_a_state_at_its_own_moment_where_it_was_never_touched(self, store: Store) -> None:
        fill(store, "a", state(1), state(2), state(3, baseline=False))
        assert told(store, "a") == [10, 20, 30]

    @pytest.mark.parametrize("baseline", [True, False])
    def test_the_last_state_was_told_up_to_the_latest_touch(self, store: Store, baseline: bool) -> None:
        fill(store, "a", state(1), state(2, baseline=baseline))
        for ts, latest in ((25, 25), (40, 40), (31, 40), (40, 40), (41, 41)):
            store.touch("a", ts, after=2)
            assert told(store, "a") == [10, latest]
        assert [one.ts for one in store.kept("a")] == [10, 20]
        assert store.load("a", 2).ts == 20

    def test_a_touch_before_the_moment_of_the_last_state_changes_nothing(self, store: Store) -> None:
        fill(store, "a", state(1), state(2))
        store.touch("a", 15, after=2)
        store.touch("a", 0, after=2)
        assert told(store, "a") == [10, 20]

    @pytest.mark.parametrize("ts", [10, 29, 30])
    def test_a_state_that_is_not_later_than_the_latest_touch_is_a_conflict_and_changes_nothing(
        self, store: Store, ts: int
    ) -> None:
        fill(store, "a", state(1))
        store.touch("a", 30, after=1)
        with pytest.raises(StoreConflict):
            store.save("a", attrs.evolve(state(2), ts=ts), after=1)
        assert (numbers(store, "a"), told(store, "a")) == ([1], [30])
        later = attrs.evolve(state(2), ts=31)
        assert store.save("a", later, after=1) == 2
        assert told(store, "a") == [10, 31]
        assert_same(store.load("a", 2), later)

    @pytest.mark.parametrize("after", [EMPTY, 1, 3])
    def test_a_touch_of_any_but_the_last_state_is_a_conflict(self, store: Store, after: int) -> None:
        fill(store, "a", state(1), state(2))
        with pytest.raises(StoreConflict):
            store.touch("a", 30, after=after)
        assert told(store, "a") == [10, 20]

    def test_a_touch_of_a_state_that_has_gone_is_a_conflict(self, store: Store) -> None:
        fill(store, "a", state(1))
        store.forget("a", before=2)
        with pytest.raises(StoreConflict):
            store.touch("a", 30, after=1)
        assert numbers(store, "a") == []

    def test_windows_are_touched_apart(self, store: Store) -> None:
        for number, key in enumerate(HOSTILE_KEYS, start=1):
            fill(store, key, state(1))
            store.touch(key, 100 + number, after=1)
        assert [told(store, key) for key in HOSTILE_KEYS] == [[101 + place] for place in range(len(HOSTILE_KEYS))]

    def test_touches_are_forgotten_with_their_window_but_not_with_its_older_states(self, store: Store) -> None:
        fill(store, "a", state(1), state(2))
        store.touch("a", 50, after=2)
        store.forget("a", before=2)
        assert told(store, "a") == [50]
        store.forget("a", before=3)
        fill(store, "a", state(1))
        assert told(store, "a") == [10]

    def test_touches_expire_with_their_window(self, store: Store, clock: Clock) -> None:
        fill(store, "a", state(1))
        store.touch("a", 50, after=1)
        clock.now += 61
        with pytest.raises(SnapshotExpired):
            store.kept("a")
        fill(store, "a", state(1))
        assert told(store, "a") == [10]

    @pytest.mark.parametrize("ts", [-1, 10**14, 10**400, 1.5, True])
    def test_what_is_no_moment_is_refused(self, store: Store, ts: int) -> None:
        fill(store, "a", state(1))
        with pytest.raises(ValueError, match="a moment is whole Unix milliseconds"):
            store.touch("a", ts, after=1)
        store.touch("a", 10**14 - 1, after=1)
        assert told(store, "a") == [10**14 - 1]

    def test_of_touches_at_once_the_latest_counts(self, store: Store) -> None:
        fill(store, "a", state(1))
        with ThreadPoolExecutor(8) as threads:
            for _ in threads.map(lambda ts: store.touch("a", ts, after=1), [97 * n % 199 + 11 for n in range(199)]):
                pass
        assert told(store, "a") == [209]

    # ------------------------------------------------------------------ how many

    def test_the_last_eight_baselines_stay(self, store: Store) -> None:
        fill(store, "a", *map(state, range(1, 12)))
        assert numbers(store, "a") == list(range(12 - BASELINES, 12))
        with pytest.raises(SnapshotExpired):
            store.load("a", 3)

    def test_states_that_are_no_baselines_go_with_the_next_baseline(self, store: Store) -> None:
        fill(store, "a", state(1), state(2, baseline=False), state(3, baseline=False))
        assert numbers(store, "a") == [1, 2, 3]
        fill(store, "a", state(4))
        assert numbers(store, "a") == [1, 4]

    def test_states_that_are_no_baselines_never_push_a_baseline_out(self, store: Store) -> None:
        fill(store, "a", state(1), *(state(number, baseline=False) for number in range(2, 22)))
        assert numbers(store, "a") == [1, *range(22 - BASELINES, 22)]

    # ------------------------------------------------------------ several windows

    def test_bad_inputs_49_50_51_windows_of_any_keys_are_kept_apart(self, store: Store) -> None:
        given = {key: state(number) for number, key in enumerate(HOSTILE_KEYS, start=1)}
        for key, one in given.items():
            assert store.save(key, one, after=EMPTY) == 1
        for key, one in given.items():
            assert_same(store.load(key, 1), one)
            assert numbers(store, key) == [1]

    def test_bad_input_51_forgetting_one_window_leaves_those_of_like_keys(self, store: Store) -> None:
        for key in ("a", "a-b", "A"):
            fill(store, key, state(1), state(2))
        store.forget("a", before=3)
        assert [numbers(store, key) for key in ("a", "a-b", "A")] == [[], [1, 2], [1, 2]]

    # ------------------------------------------------------------ forget and close

    def test_what_is_forgotten_is_gone_and_numbers_go_on(self, store: Store) -> None:
        fill(store, "a", *map(state, range(1, 5)))
        store.forget("a", before=4)
        assert numbers(store, "a") == [4]
        assert fill(store, "a", state(5)) == [5]

    def test_where_all_is_forgotten_a_window_begins_anew(self, store: Store) -> None:
        fill(store, "a", state(1), state(2))
        store.forget("a", before=100)
        assert numbers(store, "a") == []
        assert fill(store, "a", state(3)) == [1]

    def test_forgetting_what_is_not_there_is_nothing(self, store: Store) -> None:
        store.forget("a", before=5)
        fill(store, "a", state(1))
        store.forget("a", before=1)
        assert numbers(store, "a") == [1]

    def test_closing_twice_is_closing_once(self, store: Store) -> None:
        fill(store, "a", state(1))
        store.close()
        store.close()

    # -------------------------------------------------------------------- expiry

    def test_a_window_expires_as_a_whole_which_is_said_once(self, store: Store, clock: Clock) -> None:
        fill(store, "a", state(1), state(2))
        clock.now += 61
        with pytest.raises(SnapshotExpired):
            store.kept("a")
        assert numbers(store, "a") == []
        assert fill(store, "a", state(3)) == [1]
        assert numbers(store, "a") == [1]

    def test_a_state_of_an_expired_window_has_expired_which_is_said_once(self, store: Store, clock: Clock) -> None:
        fill(store, "a", state(1))
        clock.now += 61
        with pytest.raises(SnapshotExpired):
            store.load("a", 1)
        assert numbers(store, "a") == []

    @pytest.mark.parametrize("use", ["kept", "load", "touch"])
    def test_every_use_of_a_window_keeps_it_as_if_it_were_new(self, store: Store, clock: Clock, use: str) -> None:
        fill(store, "a", state(1), state(2))
        for _ in range(4):
            clock.now += 40
            if use == "kept":
                assert numbers(store, "a") == [1, 2]
            elif use == "load":
                store.load("a", 1)
            else:
                store.touch("a", 30, after=2)
        clock.now += 40
        assert numbers(store, "a") == [1, 2]

    def test_saving_keeps_the_older_states_of_the_window_too(self, store: Store, clock: Clock) -> None:
        fill(store, "a", state(1))
        for seq in range(1, 4):
            clock.now += 40
            store.save("a", state(seq + 1), after=seq)
        clock.now += 40
        assert numbers(store, "a") == [1, 2, 3, 4]

    def test_touching_a_window_that_is_not_there_is_nothing(self, store: Store) -> None:
        store.touch("a", 7, after=EMPTY)
        assert numbers(store, "a") == []
        assert fill(store, "a", state(1)) == [1]
        assert told(store, "a") == [10]

    def test_one_window_that_expires_leaves_the_others(self, store: Store, clock: Clock) -> None:
        fill(store, "a", state(1))
        clock.now += 40
        fill(store, "b", state(2))
        clock.now += 40
        assert numbers(store, "b") == [1]
        assert_same(store.load("b", 1), store.load("b", 1))

    def test_without_a_time_to_live_nothing_expires(self, make: MakeStore, clock: Clock) -> None:
        store = make(None, clock)
        fill(store, "a", state(1))
        clock.now += 10**8
        assert numbers(store, "a") == [1]

    @pytest.mark.parametrize("ttl", [0.0, -1.0, float("nan")])
    def test_a_time_to_live_that_cannot_be_is_refused(self, make: MakeStore, clock: Clock, ttl: float) -> None:
        with pytest.raises(ValueError, match="ttl is a number of seconds above 0"):
            make(ttl, clock)
