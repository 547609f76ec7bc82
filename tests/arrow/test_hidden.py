"""Hidden and shown elements in the change table (spec/definitions#20a-hidden): the rows are those of the core."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arrow.oracle import plain, rows_of_pairs, said
from tests.concealing import with_ids, without
from uidiff import Snapshot
from uidiff.arrow import batch_of, diff_table, snapshots_of
from uidiff.testing.strategies import snapshots

STRATEGIES = ("id", "name-role-parent", "content-hash", "structural")

places = st.lists(st.sets(st.integers(0, 30), max_size=3), min_size=1, max_size=4)


def runs(trees: st.SearchStrategy[Snapshot]) -> st.SearchStrategy[list[Snapshot]]:
    """Reads of one tree that hides now this, now that."""
    return st.builds(lambda tree, hidden: [without(with_ids(tree), some) for some in hidden], trees, places)


@pytest.mark.parametrize("matcher", STRATEGIES)
@given(run=runs(snapshots(min_size=1, partial=True)))
def test_the_engine_hides_and_shows_what_the_core_does(matcher: str, run: list[Snapshot]) -> None:
    numbers = range(len(run))
    expected = rows_of_pairs(list(zip(numbers, run, strict=True)), session="s", window="w", matcher=matcher)
    table = batch_of(run, session="s", seqs=list(numbers), windows=["w"] * len(run))
    assert plain(diff_table(pa.Table.from_batches([table]), matcher=matcher)) == said(expected)


@given(run=runs(snapshots(min_size=1)))
def test_what_a_snapshot_conceals_is_a_cell_of_its_row(run: list[Snapshot]) -> None:
    table = batch_of(run, session="s", seqs=list(range(len(run))))
    assert list(snapshots_of(table)) == run


def test_what_is_no_list_of_ids_is_no_snapshot() -> None:
    rows = batch_of([Snapshot.from_dicts([{"role": "button"}])] * 2, session="s", seqs=[0, 1])
    for text in ("{", "5", "[1]", '"a"'):
        damaged = rows.set_column(rows.schema.get_field_index("concealed"), "concealed", pa.array([None, text]))
        [row] = plain(diff_table(pa.Table.from_batches([damaged])))
        assert row["op"] == "error"
        assert "concealed" in row["error"]
