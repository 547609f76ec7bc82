"""spec/laws#3-every-element-is-counted-once: a matching is one-to-one, and every element is counted once."""

from collections.abc import Sequence

import pytest
from hypothesis import given

from tests.laws import common, oracles
from uidiff import Matching, Snapshot, TreeDiff, diff, match
from uidiff.testing import snapshot_pairs, snapshots


def assert_counted(delta: TreeDiff, before: Snapshot, after: Snapshot) -> None:
    matched = dict(delta.matching.pairs)
    assert sorted([*matched, *indices_before(delta)]) == list(range(len(before)))
    assert sorted([*matched.values(), *indices_after(delta)]) == list(range(len(after)))
    assert len(before) == len(delta.removed) + len(delta.unknown) + len(matched)
    assert len(after) == len(delta.added) + len(delta.newly_read) + len(matched)
    stayed = [record.after.index for record in (*delta.changed, *delta.moved)]
    out_of_order = [matched[i] for record in delta.reordered for i in off_the_longest(record.order)]
    assert len(set(out_of_order)) == len(out_of_order)
    assert {*stayed, *out_of_order} <= set(matched.values())
    assert delta.unchanged_count == len(matched) - len({*stayed, *out_of_order})


def indices_before(delta: TreeDiff) -> list[int]:
    return [record.before.index for record in (*delta.removed, *delta.unknown)]


def indices_after(delta: TreeDiff) -> list[int]:
    return [record.after.index for record in (*delta.added, *delta.newly_read)]


def off_the_longest(order: Sequence[int]) -> set[int]:
    return set(order) - set(oracles.longest_increasing(order))


@pytest.mark.parametrize("name", common.ALL)
@given(pair=common.pairs)
def test_law_3_a_matching_is_one_to_one(name: str, pair: tuple[Snapshot, Snapshot]) -> None:
    before, after = pair
    matching = match(before, after, matcher=common.ALL[name])
    assert (matching.before_count, matching.after_count) == (len(before), len(after))
    firsts, seconds = [i for i, _ in matching.pairs], [j for _, j in matching.pairs]
    assert firsts == sorted(set(firsts))
    assert len(set(seconds)) == len(seconds) == len(matching)
    assert set(firsts) <= set(range(len(before)))
    assert set(seconds) <= set(range(len(after)))
    partners = dict(matching.pairs)
    assert matching.after_of == tuple(partners.get(i, -1) for i in range(len(before)))
    assert matching.before_of == tuple({j: i for i, j in matching.pairs}.get(j, -1) for j in range(len(after)))


@pytest.mark.parametrize("name", common.ALL)
@given(pair=common.pairs, ignore=common.ignores)
def test_law_3_every_element_is_counted_once(name: str, pair: tuple[Snapshot, Snapshot], ignore: list[str]) -> None:
    before, after = pair
    assert_counted(diff(before, after, matcher=common.ALL[name], ignore=ignore), before, after)


@given(case=common.matched_pairs(), ignore=common.ignores)
def test_law_3_every_element_is_counted_once_for_any_matching(
    case: tuple[Snapshot, Snapshot, Matching],
    ignore: list[str],
) -> None:
    before, after, matching = case
    delta = diff(before, after, matcher=matching, ignore=ignore)
    assert delta.matching is matching
    assert_counted(delta, before, after)


many_siblings = snapshots(min_size=14, max_size=20, wide=True, several_roots=False, urls=False, extras=False)


@given(case=common.matched_pairs(snapshot_pairs(many_siblings)))
def test_law_3_elements_that_are_re_ordered_are_counted_once(case: tuple[Snapshot, Snapshot, Matching]) -> None:
    before, after, matching = case
    assert_counted(diff(before, after, matcher=matching), before, after)


def test_law_3_reversed_siblings_are_re_ordered_but_for_one() -> None:
    before = Snapshot.from_dicts([{"role": "button", "name": str(number)} for number in range(20)])
    after = Snapshot.from_dicts(before.to_dicts()[::-1])
    delta = diff(before, after)
    assert [record.order for record in delta.reordered] == [tuple(reversed(range(20)))]
    assert delta.unchanged_count == 1
    assert_counted(delta, before, after)


def test_law_3_pairs_that_are_not_one_to_one_are_refused() -> None:
    tree = Snapshot.from_dicts([{"role": "button"}] * 3)
    for pairs in ([(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 3)], [(3, 0)], [(-1, 0)], [(0, -1)], [(0, 0), (0, 0)]):
        with pytest.raises(ValueError, match="one-to-one"):
            Matching.from_pairs(pairs, before=tree, after=tree)


def test_law_3_runs_of_a_negative_length_are_refused() -> None:
    with pytest.raises(ValueError, match="one-to-one"):
        Matching(3, 3, ((1, 1, -1),))
