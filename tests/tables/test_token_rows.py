"""What answers cost: the rows are those of a loop over the core."""

import pyarrow.compute as pc
import pytest
from hypothesis import given

import uidiff
from tests.tables.oracle import Scripted, page, scripts, table_of
from uidiff import Snapshot, arrow
from uidiff.diffing.refs import Refs
from uidiff.formats.choice import full_or_diff
from uidiff.tokens import estimate_tokens


@given(scripts())
def test_rows_and_totals_are_those_of_a_loop_over_the_core(script: list[Scripted]) -> None:
    table = table_of(script)
    trees = list(arrow.snapshots_of(table.filter(pc.is_null(table["error"]))))
    wanted: list[tuple[int, int | None, int, str, str]] = []
    before: Snapshot | None = None
    refs = Refs.first(0)
    for tree in trees:
        delta: uidiff.TreeDiff | None = None if before is None else uidiff.diff(before, tree, refs=refs)
        refs = Refs.first(len(tree)) if delta is None else delta.refs[1]
        choice = full_or_diff(tree, delta, refs=refs)
        full = estimate_tokens(uidiff.render(tree, refs=refs))
        diff = None if delta is None else estimate_tokens(uidiff.render(delta))
        wanted.append((full, diff, estimate_tokens(choice.text), choice.mode, choice.reason))
        before = tree
    costs = arrow.token_cost(table)
    names = ("full_tokens", "diff_tokens", "auto_tokens", "mode", "reason")
    found = [tuple(row[name] for name in names) for row in costs.to_pylist() if row["error"] is None]
    assert found == wanted
    assert costs["seq"].to_pylist() == [look.seq for look in script]
    total = arrow.token_totals(costs).to_pylist()[0]
    assert total == {
        "session": "s",
        "window": "w",
        "snapshots": len(wanted),
        "full_tokens": sum(full for full, *_ in wanted),
        "diff_tokens": sum(full if diff is None else diff for full, diff, *_ in wanted),
        "auto_tokens": sum(auto for _, _, auto, *_ in wanted),
    }


def test_a_session_that_sends_diffs_costs_less_than_whole_trees() -> None:
    totals = arrow.token_totals(arrow.token_cost(arrow.read_sessions("src/uidiff/recordings/data").read_all()))
    row = totals.to_pylist()[0]
    assert row["snapshots"] == 23
    assert row["auto_tokens"] < row["full_tokens"] / 2


def test_wrong_words_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="full_when"):
        arrow.token_cost(table_of([Scripted(0, None, page(), None)]), full_when="never")  # type: ignore[arg-type]
