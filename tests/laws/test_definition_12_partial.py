"""spec/definitions#12-partial and spec/laws#10-what-was-not-read-is-never-said-to-be-removed: what was not read is
never said to be removed, nor, when it is read, to be new.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import common, oracles
from uidiff import Matching, Snapshot, diff
from uidiff.testing import rows_of, snapshot_pairs, snapshots

partial_trees = st.one_of(
    snapshots(partial=True),
    snapshots(partial=True, deep=True, wide=True, max_size=20, urls=False, extras=False, bounds=False),
)


@given(case=common.matched_pairs(snapshot_pairs(partial_trees)))
def test_definition_12_unknown_is_what_the_definition_says(case: tuple[Snapshot, Snapshot, Matching]) -> None:
    before, after, matching = case
    delta = diff(before, after, matcher=matching)
    forth: dict[int | None, int | None] = {None: None, **dict(matching.pairs)}
    back: dict[int | None, int | None] = {None: None, **{j: i for i, j in matching.pairs}}
    unknown = oracles.not_known(before, forth, after)
    newly_read = oracles.not_known(after, back, before)
    assert [record.before.index for record in delta.unknown] == unknown
    assert [record.after.index for record in delta.newly_read] == newly_read
    assert not {record.before.index for record in delta.removed} & set(unknown)
    assert not {record.after.index for record in delta.added} & set(newly_read)


@given(case=common.matched_pairs(snapshot_pairs(snapshots(partial=False))))
def test_definition_12_where_all_was_read_nothing_is_unknown(case: tuple[Snapshot, Snapshot, Matching]) -> None:
    before, after, matching = case
    delta = diff(before, after, matcher=matching)
    assert not delta.unknown
    assert not delta.newly_read


def cut(whole: Snapshot, places: list[int]) -> tuple[Snapshot, list[tuple[int, int]]]:
    """The same tree as a read that stopped at some elements, and the true pairs."""
    stopped = {place % len(whole) for place in places}
    kept = [e for e in whole if not any(above.index in stopped for above in e.ancestors)]
    rows = rows_of(whole)
    rows = [rows[e.index]._replace(unread=e.unread or e.index in stopped) for e in kept]
    read = Snapshot.from_rows(rows, circumstances=whole.circumstances)
    return read, [(e.index, number) for number, e in enumerate(kept)]


@given(whole=snapshots(min_size=1, deep=True, wide=True), places=st.lists(st.integers(0, 30), min_size=1, max_size=4))
def test_law_10_what_was_not_read_is_unknown_then_newly_read(whole: Snapshot, places: list[int]) -> None:
    read, pairs = cut(whole, places)
    there = diff(whole, read, matcher=Matching.from_pairs(pairs, before=whole, after=read))
    back = diff(read, whole, matcher=Matching.from_pairs([(j, i) for i, j in pairs], before=read, after=whole))
    hidden = sorted(set(range(len(whole))) - {i for i, _ in pairs})
    assert [record.before.index for record in there.unknown] == hidden
    assert [record.after.index for record in back.newly_read] == hidden
    assert len(common.records(there)) == len(common.records(back)) == len(hidden)


@pytest.mark.parametrize("name", ["auto", "content-hash", "name-role-parent"])
@given(
    whole=snapshots(min_size=1, deep=True, wide=True, duplicates=False),
    places=st.lists(st.integers(0, 30), min_size=1, max_size=4),
)
def test_law_10_no_matcher_says_removed_of_what_was_not_read(name: str, whole: Snapshot, places: list[int]) -> None:
    """Without duplicates: among equal elements a key strategy may take an unread one for another that was read."""
    read, pairs = cut(whole, places)
    there, back = diff(whole, read, matcher=name), diff(read, whole, matcher=name)
    assert there.matching.pairs == tuple(pairs) or whole.columns == read.columns
    assert [there.removed, there.added, back.removed, back.added] == [()] * 4


def test_definition_12_below_the_virtual_root_an_unread_new_root_leaves_gone_roots_unknown() -> None:
    before = Snapshot.from_dicts([{"role": "window", "name": "a"}, {"role": "dialog", "name": "b"}])
    after = Snapshot.from_dicts([{"role": "window", "name": "a"}, {"role": "menu", "name": "c", "unread": True}])
    delta = diff(before, after, matcher="name-role-parent")
    assert [record.before.index for record in delta.unknown] == [1]
    assert [record.after.index for record in delta.added] == [1]
    assert not delta.removed
