"""spec/laws#4-there-and-back: swapping before and after swaps what came and what went."""

import pytest
from hypothesis import given

from tests.laws import common
from uidiff import Matching, Snapshot, TreeDiff, diff


def assert_mirrored(there: TreeDiff, back: TreeDiff) -> None:
    assert came(there) == went(back)
    assert went(there) == came(back)
    assert {(i, j): swapped(fields) for (i, j), fields in changed(there).items()} == {
        (i, j): fields for (j, i), fields in changed(back).items()
    }
    assert swapped(dict(there.circumstances)) == dict(back.circumstances)


def came(delta: TreeDiff) -> list[list[tuple[int, bool, str, str]]]:
    lists = (delta.added, delta.newly_read)
    return [[(r.after.index, r.root, r.path, r.after.role) for r in records] for records in lists]


def went(delta: TreeDiff) -> list[list[tuple[int, bool, str, str]]]:
    lists = (delta.removed, delta.unknown)
    return [[(r.before.index, r.root, r.path, r.before.role) for r in records] for records in lists]


def changed(delta: TreeDiff) -> dict[tuple[int, int], dict[str, tuple[object, object]]]:
    return {(r.before.index, r.after.index): dict(r.fields) for r in delta.changed}


def swapped(fields: dict[str, tuple[object, object]]) -> dict[str, tuple[object, object]]:
    return {name: (after, before) for name, (before, after) in fields.items()}


@pytest.mark.parametrize("name", common.SYMMETRIC)
@given(pair=common.pairs, ignore=common.ignores)
def test_law_4_swapping_swaps_added_and_removed(
    name: str,
    pair: tuple[Snapshot, Snapshot],
    ignore: list[str],
) -> None:
    before, after = pair
    matcher = common.SYMMETRIC[name]
    there = diff(before, after, matcher=matcher, ignore=ignore)
    back = diff(after, before, matcher=matcher, ignore=ignore)
    assert_mirrored(there, back)
    assert there.matching.pairs == tuple(sorted((i, j) for j, i in back.matching.pairs))


@given(case=common.matched_pairs())
def test_law_4_swapping_swaps_for_any_matching(case: tuple[Snapshot, Snapshot, Matching]) -> None:
    before, after, matching = case
    back = Matching.from_pairs([(j, i) for i, j in matching.pairs], before=after, after=before)
    assert_mirrored(diff(before, after, matcher=matching), diff(after, before, matcher=back))
