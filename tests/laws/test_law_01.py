"""spec/laws#1-nothing-differs-from-itself: nothing differs from itself, for every matcher, for trees full of
duplicates.
"""

import pytest
from hypothesis import given

from tests.laws import common
from uidiff import Snapshot, TreeDiff, diff, dumps, loads, match


def assert_empty(delta: TreeDiff, count: int) -> None:
    assert not delta
    assert common.reported(delta) == [{}, count]


@pytest.mark.parametrize("name", common.ALL)
@given(tree=common.trees)
def test_law_1_a_snapshot_does_not_differ_from_itself_nor_from_an_equal_one(name: str, tree: Snapshot) -> None:
    matcher = common.ALL[name]
    rebuilt = loads(dumps(tree))
    assert rebuilt == tree
    assert_empty(diff(tree, tree, matcher=matcher), len(tree))
    assert_empty(diff(tree, rebuilt, matcher=matcher), len(tree))


@pytest.mark.parametrize("name", sorted(common.SYMMETRIC.keys() - {"chain of nothing"}))
@given(tree=common.trees)
def test_law_1_a_matcher_pairs_each_element_of_equal_trees_with_itself(name: str, tree: Snapshot) -> None:
    matching = match(tree, loads(dumps(tree)), matcher=common.SYMMETRIC[name])
    assert matching.pairs == tuple((i, i) for i in range(len(tree)))
    assert_empty(diff(tree, tree, matcher=matching), len(tree))
