"""spec/definitions#12-partial and #16-refs: what is bounded of the reads behind, and what is as much read."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import oracles
from tests.laws.common import matched_pairs
from uidiff import Matching, Snapshot
from uidiff.diffing.refs import Refs
from uidiff.live import tracking as module
from uidiff.live.store import State
from uidiff.live.tracking import NumberedRead, RefTracker, match_by_refs, reads_as_much
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
            self.track.commit(seen, told=True)
            self.free = seen.state.refs.next
        return seen

    def read(self, **groups: str | None) -> dict[str, int]:
        """The numbers of what a read shows, by native id."""
        return by_id(self.see(tree(groups)).state)


def by_id(state: State) -> dict[str, int]:
    return {str(one.id): number for number, one in zip(state.refs.numbers, state.snapshot, strict=True)}


# ----------------------------------------------------------------------- bounded


def test_what_several_partial_reads_left_out_is_found_again_in_one_tree() -> None:
    names = [chr(ord("a") + place) for place in range(8)]
    reads = Reads()
    numbers = reads.read(**dict.fromkeys(names, "x"))
    unread: list[str] = []
    for name in names:
        unread.append(name)
        reads.read(**{other: None if other in unread else "x" for other in names})
        assert reads.track.living == set(numbers.values())
    assert not reads.track.went
    assert reads.read(**dict.fromkeys(names, "x")) == numbers


def test_of_so_many_elements_that_went_the_last_ones_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_GONE", 3)
    reads = Reads()
    for place in range(6):
        reads.read(a="uvwxyz"[place:])
    assert reads.track.went == {5: 40, 6: 50, 7: 60}


def test_a_window_that_is_read_in_part_for_ever_keeps_no_more_than_what_may_be_there() -> None:
    reads = Reads()
    reads.read(a="x", b="y")
    for turn in range(20):
        reads.read(a=None, b="yz"[turn % 2])
        assert reads.track.told is not None
        memory = reads.track.told.memory
        assert memory is not None
        assert [element.id for element in memory.snapshot] == ["w", "a", "ax", "b", "b" + "yz"[turn % 2]]
        assert memory.unread == {2}


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
