"""spec/definitions#9-added-removed and #10-moved: what came, what moved, what was re-ordered, against oracles that try
everything.
"""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import common, oracles
from uidiff import Matching, Snapshot, diff
from uidiff.matching.order import longest_increasing
from uidiff.testing import Edit, Edited, apply_edits, edited, edits, snapshot_pairs, snapshots

# ----------------------------------------------------------------------- 9: came and went


@given(case=common.matched_pairs())
def test_definition_9_one_record_per_element_in_document_order(case: tuple[Snapshot, Snapshot, Matching]) -> None:
    before, after, matching = case
    delta = diff(before, after, matcher=matching)
    firsts, seconds = {i for i, _ in matching.pairs}, {j for _, j in matching.pairs}
    lists = ([r.after for r in delta.added], [r.after for r in delta.newly_read])
    came = [[element.index for element in elements] for elements in lists]
    lists = ([r.before for r in delta.removed], [r.before for r in delta.unknown])
    went = [[element.index for element in elements] for elements in lists]
    for indices in (*came, *went):
        assert indices == sorted(set(indices))
    assert {*came[0], *came[1]} == set(range(len(after))) - seconds
    assert {*went[0], *went[1]} == set(range(len(before))) - firsts
    stayed = [[r.after.index for r in records] for records in (delta.changed, delta.moved)]
    assert all(indices == sorted(set(indices)) for indices in stayed)


@given(case=common.matched_pairs())
def test_definition_9_root_says_that_the_parent_is_not_in_the_same_list(
    case: tuple[Snapshot, Snapshot, Matching],
) -> None:
    before, after, matching = case
    delta = diff(before, after, matcher=matching)
    for came in (delta.added, delta.newly_read):
        listed = {record.after.index for record in came}
        for record in came:
            parent = record.after.parent
            assert record.root is (parent is None or parent.index not in listed)
    for went in (delta.removed, delta.unknown):
        listed = {record.before.index for record in went}
        for gone in went:
            parent = gone.before.parent
            assert gone.root is (parent is None or parent.index not in listed)


# ----------------------------------------------------------------------- 10: siblings


@pytest.mark.parametrize("below", [True, False], ids=["below a parent", "roots"])
@pytest.mark.parametrize("count", range(7))
def test_definition_10_of_siblings_as_few_move_as_can_be(count: int, below: bool) -> None:
    top = [{"role": "list"}] if below else []
    parent = {"parent": 0} if below else {}

    def snapshot(order: tuple[int, ...]) -> Snapshot:
        return Snapshot.from_dicts([*top, *({"role": "listitem", "id": str(n), **parent} for n in order)])

    before = snapshot(tuple(range(count)))
    for order in permutations(range(count)):
        after = snapshot(order)
        delta = diff(before, after, matcher=Matching.from_pairs(_pairs(order, len(top)), before=before, after=after))
        stays = oracles.longest_increasing_of_all(order)
        assert {record.before.index - len(top) for record in delta.moved} == set(order) - set(stays)
        assert not delta.reordered
        for record in delta.moved:
            expected = (0, 0) if below else (None, None)
            assert (record.from_parent, record.to_parent) == expected
            moved = record.before.index - len(top)
            assert (record.from_position, record.to_position) == (moved, order.index(moved))
        assert delta.apply(before) == after


def _pairs(order: tuple[int, ...], top: int) -> list[tuple[int, int]]:
    return [*((i, i) for i in range(top)), *((i + top, j + top) for j, i in enumerate(order))]


@given(values=st.lists(st.integers(0, 30), unique=True, max_size=11))
def test_definition_10_the_oracles_agree(values: list[int]) -> None:
    assert oracles.longest_increasing(values) == oracles.longest_increasing_of_all(values)


@given(values=st.lists(st.integers(0, 10_000), unique=True, max_size=60))
def test_definition_10_of_the_longest_the_lexicographically_smallest_stays(values: list[int]) -> None:
    assert tuple(longest_increasing(values)) == oracles.longest_increasing(values)


@pytest.mark.parametrize("off", [8, 9, 10])
@pytest.mark.parametrize("stay", [7, 8, 9, 10, 11])
def test_definition_10_more_than_8_and_over_half_are_re_ordered(off: int, stay: int) -> None:
    order = [*range(off + stay - 1, stay - 1, -1), *range(stay)]  # the first ones reversed, behind them the others
    before = Snapshot.from_dicts([{"role": "row", "name": str(n)} for n in range(off + stay)])
    after = Snapshot.from_dicts([{"role": "row", "name": str(n)} for n in order])
    delta = diff(before, after, matcher="name-role-parent")
    if off > 8 and off > (off + stay) / 2:
        assert [(r.parent, r.before, r.after, r.order, r.path) for r in delta.reordered] == [
            (None, None, None, tuple(order), "")
        ]
        assert not delta.moved
    else:
        assert len(delta.moved) == off
        assert not delta.reordered
    assert delta.unchanged_count == stay


# ---------------------------------------------------------------------- 10: any tree

large = snapshots(min_size=12, max_size=24, wide=True, several_roots=False, urls=False, extras=False, bounds=False)
deep = snapshots(min_size=8, max_size=24, deep=True, wide=True, urls=False, extras=False, bounds=False)


@given(case=st.one_of(common.matched_pairs(), *map(common.matched_pairs, map(snapshot_pairs, (large, deep)))))
def test_definition_10_moved_and_re_ordered_are_what_the_definition_says(
    case: tuple[Snapshot, Snapshot, Matching],
) -> None:
    before, after, matching = case
    delta = diff(before, after, matcher=matching)
    expected = oracles.moves(before, after, matching)
    assert [record.after.index for record in delta.moved] == expected.moved
    assert {record.parent: record.order for record in delta.reordered} == expected.reordered
    for record in delta.moved:
        assert matching.after_of[record.before.index] == record.after.index
        places = (record.from_parent, record.from_position, record.to_parent, record.to_position)
        assert places == (*_place(before, record.before.index), *_place(after, record.after.index))
    parents = [-1 if record.parent is None else record.parent for record in delta.reordered]
    assert parents == sorted(parents)


def _place(snapshot: Snapshot, index: int) -> tuple[int | None, int]:
    """The direct parent, and the index among all of its children."""
    parent = snapshot[index].parent
    siblings = snapshot.roots if parent is None else parent.children
    return None if parent is None else parent.index, [element.index for element in siblings].index(index)


@given(pair=edited(snapshots(deep=True, wide=True), scripts=edits(kinds={"wrap", "unwrap"})))
def test_definition_10_a_wrapper_put_around_or_taken_away_moves_nothing(pair: Edited) -> None:
    delta = diff(pair.before, pair.after, matcher=pair.matching)
    assert not delta.moved
    assert not delta.reordered
    assert not delta.changed


@given(tree=snapshots(min_size=1, deep=True, wide=True), at=st.integers(0, 20), to=st.integers(0, 60))
def test_definition_10_a_moved_subtree_is_one_move(tree: Snapshot, at: int, to: int) -> None:
    pair = apply_edits(tree, [Edit("move", at, to)])
    delta = diff(pair.before, pair.after, matcher=pair.matching)
    assert len(delta.moved) <= 1
    assert not delta.reordered
    assert (len(delta.added), len(delta.removed)) == (0, 0)


@given(tree=snapshots(min_size=1, duplicates=False), inserts=st.lists(st.integers(0, 99), min_size=1, max_size=5))
@pytest.mark.parametrize("name", ["auto", "content-hash", "name-role-parent"])
def test_k_elements_put_into_a_tree_without_duplicates_are_k_added(
    name: str,
    tree: Snapshot,
    inserts: list[int],
) -> None:
    pair = apply_edits(tree, [Edit("insert", to=to, text=f"fresh {n}") for n, to in enumerate(inserts)])
    delta = diff(pair.before, pair.after, matcher=name)
    assert len(delta.added) == len(inserts)
    assert len(delta.matching) == len(tree)
    assert len(common.records(delta)) == len(inserts)
    assert not delta.circumstances
    assert delta.unchanged_count == len(tree)
