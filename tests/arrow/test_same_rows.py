"""spec/laws#9-one-answer-wherever-it-is-computed: the engine gives the rows that the core gives, row for row, whatever
the trees and the strategy.
"""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, SearchStrategy

import uidiff
from tests.arrow.oracle import plain, rows_of_pairs, said
from uidiff import Snapshot
from uidiff.arrow import batch_of, diff_batches, diff_table
from uidiff.testing.strategies import snapshot_pairs, snapshots

STRATEGIES = ("id", "name-role-parent", "content-hash", "structural")


def runs(trees: SearchStrategy[Snapshot]) -> SearchStrategy[list[Snapshot]]:
    """Successive snapshots: what is edited, what comes again, what has nothing to do with what was."""
    steps = st.one_of(snapshot_pairs(trees), st.builds(lambda one: (one, one), trees))
    return st.lists(steps, max_size=3).map(lambda pairs: [snapshot for pair in pairs for snapshot in pair])


RICH = snapshots(secrets=True, partial=True, unknown_roles=True, hostile=True)
FLAT = snapshots(max_size=25, wide=True, bounds=False, urls=False, extras=False, circumstances=False)
KINDS = {"usual": runs(snapshots()), "rich": runs(RICH), "wide": runs(FLAT), "deep": runs(snapshots(deep=True))}


def table_of(snapshots: list[Snapshot], session: str = "s", window: str = "w") -> pa.Table:
    seqs = list(range(0, 2 * len(snapshots), 2))
    return pa.Table.from_batches([batch_of(snapshots, session=session, seqs=seqs, windows=[window] * len(seqs))])


@pytest.mark.parametrize("matcher", STRATEGIES)
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_the_engine_gives_the_rows_of_the_core(kind: str, matcher: str, data: DataObject) -> None:
    run = data.draw(KINDS[kind])
    expected = rows_of_pairs(list(zip(range(0, 99, 2), run, strict=False)), session="s", window="w", matcher=matcher)
    assert plain(diff_table(table_of(run), matcher=matcher)) == said(expected)


@pytest.mark.parametrize("matcher", STRATEGIES)
@given(data=st.data())
def test_however_the_batches_are_cut(matcher: str, data: DataObject) -> None:
    run = data.draw(KINDS["rich"])
    whole = table_of(run)
    cuts = data.draw(st.lists(st.integers(1, 4), min_size=len(run), max_size=len(run)))
    batches, start = [], 0
    for cut in cuts:
        batches += whole.slice(start, cut).to_batches()
        start += cut
    found = diff_batches(batches, matcher=matcher, max_nodes=data.draw(st.integers(1, 40)))
    assert plain(pa.Table.from_batches(found, schema=uidiff.arrow.CHANGES)) == plain(diff_table(whole, matcher=matcher))


@given(data=st.data())
def test_what_is_ignored_is_ignored_as_the_core_does(data: DataObject) -> None:
    run = data.draw(runs(snapshots(hostile=True)))
    elements = [element for snapshot in run for element in snapshot]
    rules = st.builds(
        lambda e, role, path, name, field: uidiff.Ignore(
            role=e.role if role else None,
            path=e.path if path else None,
            name=(e.name or "") if name else None,
            field=field,
        ),
        st.sampled_from(elements) if elements else st.nothing(),
        st.booleans(),
        st.booleans(),
        st.just(True),  # noqa: FBT003  # something has to be said
        st.sampled_from([None, "name", "value", "bounds", "focused", "url"]),
    )
    names = st.sampled_from(["bounds", "name", "value", "checked", "title", "url", "actions"])
    ignore = data.draw(st.lists(st.one_of(names, rules) if elements else names, max_size=4))
    expected = rows_of_pairs(list(zip(range(0, 99, 2), run, strict=False)), session="s", window="w", ignore=ignore)
    assert plain(diff_table(table_of(run), ignore=ignore)) == said(expected)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), snapshots(max_size=5)), max_size=8))
def test_windows_and_sessions_are_kept_apart(given_rows: list[tuple[str, str, Snapshot]]) -> None:
    batches = [
        batch_of([snapshot], session=session, seqs=[seq], windows=[window])
        for seq, (session, window, snapshot) in enumerate(given_rows)
    ]
    expected = []
    for session in "ab":
        for window in "xy":
            own = [(seq, s) for seq, (a, b, s) in enumerate(given_rows) if (a, b) == (session, window)]
            expected += rows_of_pairs(own, session=session, window=window)
    table = pa.Table.from_batches(batches) if batches else table_of([])
    assert plain(diff_table(table)) == said(expected)


@given(snapshots(secrets=True, hostile=True, unknown_roles=True, partial=True))
def test_a_table_gives_back_the_snapshots_it_was_made_of(snapshot: Snapshot) -> None:
    made = uidiff.arrow.snapshots_of(batch_of([snapshot], session=None, seqs=[0]))
    assert [uidiff.dumps(one) for one in made] == [uidiff.dumps(snapshot)]
