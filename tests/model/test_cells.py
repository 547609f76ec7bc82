"""Comparing columns in slices finds what comparing cell by cell finds."""

from hypothesis import given
from hypothesis import strategies as st

from uidiff.model.columns import common_cells, unequal_cells

columns = st.lists(st.sampled_from("aab"), max_size=6).map(lambda cells: cells * 97)
places = st.integers(0, 5)


@given(left=columns, right=columns, i=places, j=places, changed=st.lists(st.integers(0, 700), max_size=3))
def test_the_unequal_cells_are_those_that_differ(
    left: list[str],
    right: list[str],
    i: int,
    j: int,
    changed: list[int],
) -> None:
    for place in changed:
        if place < len(left):
            left[place] = "c"
    limit = max(0, min(len(left) - i, len(right) - j))
    expected = [k for k in range(limit) if left[i + k] != right[j + k]]
    assert list(unequal_cells(left, right, i, j, limit)) == expected
    assert common_cells(left, right, i, j, limit) == (expected[0] if expected else limit)


def test_nothing_is_compared_behind_the_limit() -> None:
    assert list(unequal_cells("aab", "aac", 0, 0, 2)) == []
    assert common_cells("aab", "aac", 0, 0, 2) == 2
    assert common_cells("a", "b", 0, 0, 0) == 0
