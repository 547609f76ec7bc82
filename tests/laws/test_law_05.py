"""spec/laws#5-numbers-that-mean-nothing-change-nothing: the numbers that a platform gives, and the order in which a
dict has its keys, are no news.
"""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import common
from uidiff import Matching, Snapshot, TreeDiff, diff
from uidiff.matching.documents import DocumentMatcher
from uidiff.matching.strategies import MatcherOption
from uidiff.testing import Edit, apply_edits, snapshot_pairs, snapshots

WITHOUT_IDS: dict[str, MatcherOption] = {
    **{name: matcher for name, matcher in common.NAMED.items() if name != "id"},
    "documents": DocumentMatcher(),
    "own": common.SameRoleMatcher(),
}
"""Matchers that use no ids, or only stable ones."""


def renumbered(snapshot: Snapshot, start: int) -> Snapshot:
    return apply_edits(snapshot, [Edit("renumber", to=start)]).after


@pytest.mark.parametrize("name", WITHOUT_IDS)
@given(pair=common.pairs, start=st.integers(0, 100))
def test_law_5_renumbering_plain_ids_changes_nothing(name: str, pair: tuple[Snapshot, Snapshot], start: int) -> None:
    before, after = pair
    matcher = WITHOUT_IDS[name]
    delta = diff(before, after, matcher=matcher)
    renumbered_before, renumbered_after = renumbered(before, start), renumbered(after, 0)
    for b, a in (before, renumbered_after), (renumbered_before, after), (renumbered_before, renumbered_after):
        again = diff(b, a, matcher=matcher)
        assert common.reported(again) == common.reported(delta)
        assert again.apply(b) == a


@pytest.mark.parametrize("name", WITHOUT_IDS)
@given(tree=common.trees)
def test_law_5_renumbering_alone_is_no_news(name: str, tree: Snapshot) -> None:
    other = renumbered(tree, 0)
    assert not diff(tree, other, matcher=WITHOUT_IDS[name])
    assert not diff(other, tree, matcher=WITHOUT_IDS[name])


plain_ids = snapshot_pairs(snapshots(stable_ids=False))
"""Without stable ids no id counts, so these may be anything, the same one for all elements included."""


@pytest.mark.parametrize("name", WITHOUT_IDS)
@given(pair=plain_ids, given_ids=st.lists(st.sampled_from([None, "", "1", "2"]), min_size=1, max_size=5))
def test_law_5_any_plain_ids_are_no_news(
    name: str,
    pair: tuple[Snapshot, Snapshot],
    given_ids: list[str | None],
) -> None:
    before, after = pair
    ids = tuple(given_ids[number % len(given_ids)] for number in range(len(after)))
    columns = after.columns._replace(id=ids, id_stable=(False,) * len(after))
    other = Snapshot(columns, after.circumstances)
    delta, again = (diff(before, side, matcher=WITHOUT_IDS[name]) for side in (after, other))
    assert common.reported(again) == common.reported(delta)


def keys_shuffled(snapshot: Snapshot, order: random.Random) -> Snapshot:
    nodes = [shuffled(node, order) for node in snapshot.to_dicts()]
    return Snapshot.of_nodes(nodes, snapshot.circumstances)


def shuffled(given: dict[str, object], order: random.Random) -> dict[str, object]:
    pairs = [(key, shuffled(value, order) if isinstance(value, dict) else value) for key, value in given.items()]
    order.shuffle(pairs)
    return dict(pairs)


@pytest.mark.parametrize("name", sorted(common.SYMMETRIC.keys() - {"chain of nothing"}))
@given(pair=common.pairs, order=st.randoms(use_true_random=False))
def test_law_5_re_ordering_dict_keys_changes_nothing(
    name: str,
    pair: tuple[Snapshot, Snapshot],
    order: random.Random,
) -> None:
    before, after = pair
    delta = diff(before, after, matcher=common.ALL[name])
    other_before, other_after = keys_shuffled(before, order), keys_shuffled(after, order)
    assert common.reported(diff(other_before, other_after, matcher=common.ALL[name])) == common.reported(delta)


@given(tree=snapshots(extras=False), order=st.randoms(use_true_random=False))
def test_law_5_a_tree_with_re_ordered_keys_is_equal(tree: Snapshot, order: random.Random) -> None:
    assert keys_shuffled(tree, order) == tree


@given(case=common.matched_pairs())
def test_law_5_ids_are_never_reported(case: tuple[Snapshot, Snapshot, Matching]) -> None:
    before, after, matching = case
    delta: TreeDiff = diff(before, after, matcher=matching)
    allowed = {*common.EVERY_NAME}
    assert all(record.fields.keys() <= allowed for record in delta.changed)
