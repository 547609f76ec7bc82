"""Flat tables, as GTK and Qt tell them: column headers, then cells, without rows."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from uidiff import Matching, Snapshot, match
from uidiff.matchers import StructuralMatcher

HEADERS = ("", "Name", "Size")


def flat(files: Sequence[tuple[str, str]], *, headers: Sequence[str] = HEADERS, more: int = 0) -> Snapshot:
    """A table of check boxes, names and sizes; a cell holds its icon and its label."""
    nodes: list[dict[str, object]] = [{"role": "window", "name": "Files"}, {"parent": 0, "role": "table"}]
    nodes += [{"parent": 1, "role": "columnheader", "name": name} for name in headers]
    for name, size in files:
        nodes.append({"parent": 1, "role": "cell"})
        box = len(nodes) - 1
        nodes += [{"parent": box, "role": "img"}, {"parent": 1, "role": "cell", "name": name}]
        nodes.append({"parent": 1, "role": "cell", "name": size})
    nodes += [{"parent": 1, "role": "cell"}] * more
    nodes.append({"parent": 0, "role": "status", "name": f"{len(files)} files"})
    return Snapshot.from_dicts(nodes)


def boxes(before: Snapshot, after: Snapshot) -> dict[str | None, str | None]:
    """For each check box before the name beside it, and the name beside its partner."""
    pairs = match(before, after).pairs
    return {before[i + 2].name: after[j + 2].name for i, j in pairs if before[i].role == "cell" and not before[i].name}


FILES = [("a.txt", "0 kB"), ("b.txt", "12 kB"), ("c.txt", "0 kB"), ("d.txt", "0 kB"), ("e.txt", "12 kB")]


def test_cells_without_text_go_where_their_row_goes() -> None:
    names = {name for name, _ in FILES}
    assert boxes(flat(FILES), flat(FILES[::-1])) == {name: name for name in names}


def test_the_row_that_went_is_the_one_whose_name_went() -> None:
    left = [*FILES[:1], *FILES[2:]]
    assert boxes(flat(FILES), flat(left)) == {name: name for name, _ in left}


def test_rows_are_not_told() -> None:
    before, after = flat(FILES), flat(FILES[::-1])
    matching = match(before, after)
    assert (matching.before_count, matching.after_count) == (len(before), len(after))
    assert len(matching) == len(before)
    assert {matching.explain(i).step for i in range(len(before))} >= {"equal subtree"}


def test_a_table_whose_cells_fill_no_rows_stays_flat() -> None:
    assert len(match(flat(FILES, more=1), flat(FILES, more=1))) == len(flat(FILES, more=1))


def test_settled_pairs_are_kept() -> None:
    before, after = flat(FILES), flat(FILES[::-1])
    given = Matching.from_pairs([(5, 17)], before=before, after=after)
    made = StructuralMatcher().match(before, after, given=given)
    assert made.after_of[5] == 17
    assert made.explain(5).step == "given"


@given(st.permutations(FILES), st.integers(0, 5), st.integers(0, 5))
def test_swapping_the_snapshots_swaps_the_pairs(files: list[tuple[str, str]], start: int, end: int) -> None:
    before, after = flat(FILES[start:]), flat(files[:end])
    assert sorted((j, i) for i, j in match(after, before).pairs) == list(match(before, after).pairs)
