"""spec/definitions#12-partial and #16-refs, from read to read: which numbers are carried, recalled, given up, and what
is as much read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import oracles
from tests.laws.common import matched_pairs
from uidiff import Matching, Snapshot
from uidiff.diffing.refs import Refs
from uidiff.live import tracking as module
from uidiff.live.store import State
from uidiff.live.tracking import SOURCES, NumberedRead, RefTracker, match_by_refs, reads_as_much
from uidiff.matching.strategies import resolve_matcher
from uidiff.model.redaction import Redaction
from uidiff.testing import snapshot_pairs, snapshots

AUTO = resolve_matcher("auto")
REDACT = Redaction(salt=b"0123456789abcdef")


def tree(groups: dict[str, str | None]) -> Snapshot:
    """A window of groups, each with a button for each letter; None: it was not read below."""
    nodes: list[dict[str, object]] = [{"role": "window", "id": "w", "id_stable": True}]
    for name, letters in groups.items():
        above = len(nodes)
        unread = {} if letters is not None else {"unread": True}
        nodes.append({"parent": 0, "role": "group", "name": name, "id": name, "id_stable": True, **unread})
        for letter in letters or "":
            named = f"{name}{letter}"
            nodes.append({"parent": above, "role": "button", "name": named, "id": named, "id_stable": True})
    return Snapshot.from_dicts(nodes)


class Reads:
    """A track, and what it has seen."""

    def __init__(self, free: int = 1) -> None:
        self.track = RefTracker()
        self.free = free
        self.ts = 0

    def see(self, snapshot: Snapshot, *, keep: bool = True) -> NumberedRead:
        self.ts += 10
        seen = self.track.number(snapshot, self.ts, free=self.free, matcher=AUTO, redact=REDACT)
        if keep:
            self.track.commit(seen)
            self.free = seen.state.refs.next
        return seen

    def read(self, **groups: str | None) -> dict[str, int]:
        """The numbers of what a read shows, by native id."""
        return by_id(self.see(tree(groups)).state)


def by_id(state: State) -> dict[str, int]:
    return {str(one.id): number for number, one in zip(state.refs.numbers, state.snapshot, strict=True)}


def state(numbers: Sequence[int], *, ts: int = 5, free: int = 0, **groups: str | None) -> State:
    return State(ts=ts, snapshot=tree(groups), refs=Refs(tuple(numbers), free or max(numbers) + 1))


# ----------------------------------------------------------------------- carried


def test_a_track_that_has_seen_nothing_knows_nobody() -> None:
    track = RefTracker()
    assert track.latest is None
    assert track.living == set()
    assert track.state_with(1) is None


def test_the_first_read_is_numbered_from_the_first_number_that_is_free_in_the_session() -> None:
    reads = Reads(free=41)
    seen = reads.see(tree({"a": "xy"}))
    assert list(seen.state.refs.numbers) == [41, 42, 43, 44]
    assert (seen.state.refs.next, seen.before, seen.matching, seen.unchanged, seen.went) == (45, None, None, False, ())


def test_each_read_is_paired_with_the_one_before_and_its_new_elements_come_next() -> None:
    reads = Reads()
    first = reads.see(tree({"a": "xy"}))
    second = reads.see(tree({"a": "yz"}))
    assert second.before is first.state
    assert by_id(second.state) == {"w": 1, "a": 2, "ay": 4, "az": 5}
    assert second.went == (3,)
    assert reads.track.went == {3: 20}


def test_a_read_of_the_same_is_seen_at_a_glance() -> None:
    reads = Reads()
    first = reads.see(tree({"a": "xy"}))
    second = reads.see(tree({"a": "xy"}))
    assert second.unchanged
    assert second.state.refs.numbers is first.state.refs.numbers
    assert second.state.snapshot.columns == first.state.snapshot.columns


def test_a_read_that_is_not_kept_changes_no_number() -> None:
    reads = Reads()
    first = reads.see(tree({"a": "x"}))
    reads.see(tree({"b": "y"}), keep=False)
    assert reads.track.latest is first.state
    assert reads.track.went == {}
    assert reads.read(a="x", b="y") == {"w": 1, "a": 2, "ax": 3, "b": 4, "by": 5}


def test_the_next_number_is_above_those_that_only_the_read_before_knows_of() -> None:
    reads = Reads()
    reads.track.adopt([state([1, 2, 3], free=50, a="x")])
    reads.free = 4
    assert reads.read(a="xy") == {"w": 1, "a": 2, "ax": 3, "ay": 50}


# ---------------------------------------------------------------------- recalled


def test_x_7_what_was_not_read_is_recalled_by_a_later_read() -> None:
    reads = Reads()
    reads.read(a="xy", b="z")
    assert reads.read(a=None, b="z") == {"w": 1, "a": 2, "b": 5, "bz": 6}
    assert reads.track.living == {1, 2, 3, 4, 5, 6}
    assert reads.read(a="xyn", b="z") == {"w": 1, "a": 2, "ax": 3, "ay": 4, "an": 7, "b": 5, "bz": 6}
    assert reads.track.went == {}


def test_x_7_numbers_that_are_recalled_leave_no_gap_in_those_that_are_new() -> None:
    reads = Reads()
    reads.read(a="xy")
    reads.read(a=None)
    assert reads.read(a="nxmy") == {"w": 1, "a": 2, "an": 5, "ax": 3, "am": 6, "ay": 4}
    assert reads.free == 7


def test_x_7_what_the_next_whole_read_does_not_show_went_then() -> None:
    reads = Reads()
    reads.read(a="xy")
    reads.read(a=None)
    assert reads.track.went == {}
    reads.read(a="y")
    assert reads.track.went == {3: 30}
    assert reads.track.living == {1, 2, 4}


def test_x_7_what_stood_elsewhere_than_in_the_unread_part_went_at_once() -> None:
    reads = Reads()
    reads.read(a="xy", b="z")
    reads.read(a=None, b="")
    assert reads.track.went == {6: 20}
    assert reads.track.living == {1, 2, 3, 4, 5}


def test_state_with_is_the_last_read_that_shows_an_element_that_lives() -> None:
    reads = Reads()
    first = reads.see(tree({"a": "x", "b": "y"})).state
    second = reads.see(tree({"a": None, "b": ""})).state
    assert reads.track.state_with(1) is second
    assert reads.track.state_with(3) is first
    assert reads.track.state_with(5) is None
    assert reads.track.state_with(99) is None


# ----------------------------------------------------------------------- bounded


def test_so_many_reads_at_the_most_are_looked_through_and_an_older_one_stands_for_those_between() -> None:
    names = [chr(ord("a") + place) for place in range(2 * SOURCES)]
    reads = Reads()
    numbers = reads.read(**dict.fromkeys(names, "x"))
    unread: list[str] = []
    for name in names:
        unread.append(name)
        reads.read(**{other: None if other in unread else "x" for other in names})
        assert len(reads.track.sources) <= SOURCES
    assert not reads.track.went
    assert reads.read(**dict.fromkeys(names, "x")) == numbers


def test_of_so_many_elements_that_went_the_last_ones_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_GONE", 3)
    reads = Reads()
    for letter in "uvwxyz":
        reads.read(a=letter)
    assert reads.track.went == {5: 40, 6: 50, 7: 60}


def test_a_window_that_is_read_in_part_for_ever_keeps_a_bounded_number_of_sources() -> None:
    reads = Reads()
    reads.read(a="x", b="y")
    for turn in range(20):
        reads.read(a=None, b="yz"[turn % 2])
        assert [source.numbers for source in reads.track.sources] == [None, frozenset({3})]


# ------------------------------------------------------------------- taken over


def test_a_new_track_goes_on_from_a_baseline_and_what_was_read_in_part_since() -> None:
    reads = Reads()
    whole, part = state([1, 2, 3, 4], ts=7, a="xy"), state([1, 2, 9], ts=8, a=None, b="")
    reads.track.adopt([whole, part])
    assert reads.track.latest is part
    assert reads.track.ts == 8
    assert reads.track.living == {1, 2, 3, 4, 9}
    reads.free = 10
    assert reads.read(a="xy", b="n") == {"w": 1, "a": 2, "ax": 3, "ay": 4, "b": 9, "bn": 10}


def test_what_others_have_read_whole_says_what_went() -> None:
    reads = Reads()
    reads.read(a="xy")
    theirs = state([1, 2, 4], ts=15, free=5, a="y")
    reads.track.adopt([theirs])
    assert reads.track.latest is theirs
    assert reads.track.went == {3: 15}
    assert reads.track.living == {1, 2, 4}


def test_x_7_what_others_have_read_in_part_makes_nobody_go() -> None:
    reads = Reads()
    reads.read(a="xy", b="z")
    reads.track.adopt([state([1, 2, 5, 6], ts=15, a=None, b="z")])
    assert reads.track.went == {}
    assert reads.track.living == {1, 2, 3, 4, 5, 6}
    reads.free = 7
    assert reads.read(a="xy", b="z") == {"w": 1, "a": 2, "ax": 3, "ay": 4, "b": 5, "bz": 6}


def test_the_moment_of_a_track_is_never_set_back() -> None:
    reads = Reads()
    reads.read(a="x")
    reads.track.adopt([state([1, 2, 3], ts=3, a="x")])
    assert reads.track.ts == 10


# ---------------------------------------------------------------- match_by_refs

columns = st.lists(st.integers(1, 12), unique=True, max_size=10)


@given(before=columns, after=columns)
def test_match_by_refs_pairs_equal_numbers_and_nothing_else(before: list[int], after: list[int]) -> None:
    matching = match_by_refs(Refs(before, 99), Refs(tuple(after), 99))
    expected = {(i, j) for i, number in enumerate(before) for j, other in enumerate(after) if number == other}
    assert set(matching.pairs) == expected
    assert (matching.before_count, matching.after_count) == (len(before), len(after))


@given(columns)
def test_match_by_refs_of_the_same_numbers_is_the_identity(numbers: list[int]) -> None:
    for other in (numbers, tuple(numbers)):
        assert match_by_refs(Refs(numbers, 99), Refs(other, 99)) == Matching.identity(len(numbers))


# ---------------------------------------------------------------- reads_as_much

partial_trees = st.one_of(snapshots(partial=True), snapshots(partial=True, deep=True, max_size=15))


def unread_within(before: Snapshot, after: Snapshot, pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether each unread element after is, or hangs (by its nearest paired ancestor) in, an unread part before."""
    back = {j: i for i, j in pairs}
    hidden = oracles.unread_part(before)
    for element in after.unread:
        known = next((one.index for one in (element, *element.ancestors) if one.index in back), None)
        if known is None or back[known] not in hidden:
            return False
    return True


@given(case=matched_pairs(snapshot_pairs(partial_trees)))
def test_definition_12_reads_as_much_is_what_the_definition_says(case: tuple[Snapshot, Snapshot, Matching]) -> None:
    before, after, matching = case
    assert reads_as_much(before, after, matching) is unread_within(before, after, matching.pairs)


@given(case=matched_pairs(snapshot_pairs(snapshots(partial=False))))
def test_definition_12_a_whole_read_is_as_much_as_any(case: tuple[Snapshot, Snapshot, Matching]) -> None:
    before, after, matching = case
    assert reads_as_much(before, after, matching)


@given(partial_trees)
def test_definition_12_any_read_is_as_much_as_itself(snapshot: Snapshot) -> None:
    assert reads_as_much(snapshot, snapshot, Matching.identity(len(snapshot)))


@pytest.mark.parametrize(
    ("before", "after", "as_much"),
    [
        ({"a": "x"}, {"a": None}, False),
        ({"a": None}, {"a": None}, True),
        ({"a": None}, {"a": "x"}, True),
        ({"a": None, "b": "x"}, {"a": None, "b": None}, False),
        ({"a": None, "b": None}, {"a": "x", "b": None}, True),
        ({"a": "x"}, {"a": "x", "new": None}, False),
        ({"a": None}, {"a": None, "new": None}, False),
    ],
)
def test_definition_12_reads_as_much_by_example(
    before: dict[str, str | None],
    after: dict[str, str | None],
    as_much: bool,  # what is expected
) -> None:
    first, second = tree(before), tree(after)
    assert reads_as_much(first, second, AUTO.match(first, second, given=Matching.nothing(first, second))) is as_much
