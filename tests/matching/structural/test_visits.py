"""What a diff visits is counted, never timed: where two trees agree, columns are compared, and nothing is called."""

from __future__ import annotations

import pytest

import uidiff
from benchmarks.trees import edited, rows, separate
from tests.calls import calls_of
from uidiff.matching.structural import matcher


def pair(count: int, edit: str) -> tuple[uidiff.Snapshot, uidiff.Snapshot]:
    given = rows(count)
    before, after = (uidiff.Snapshot.from_rows(separate(side)) for side in (given, edited(given, edit)))
    return before, after


@pytest.mark.parametrize("edit", ["three values", "one inserted"])
def test_ten_times_as_many_elements_that_agree_call_nothing_more(edit: str) -> None:
    uidiff.diff(*pair(200, edit))  # what is loaded at the first use
    small, large = pair(1_000, edit), pair(10_000, edit)
    few, many = calls_of(lambda: uidiff.diff(*small)), calls_of(lambda: uidiff.diff(*large))
    assert many < few + 200  # slices that grow fourfold, in each of the columns


def test_three_changed_values_in_ten_thousand_elements_are_the_only_ones_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matcher, "Tree", None)  # no element is numbered
    delta = uidiff.diff(*pair(10_000, "three values"))
    assert len(delta.changed) == 3
    assert delta.unchanged_count == 9_997


def test_columns_that_are_equal_are_shared_after_a_diff_so_that_the_next_one_sees_it_at_a_look() -> None:
    before, after = pair(1_000, "three values")
    uidiff.diff(before, after)
    shared = [name for name, mine in after.columns._asdict().items() if mine is getattr(before.columns, name)]
    assert {"depth", "role", "name", "bounds", "extra"} <= set(shared)
    assert "value" not in shared
    assert "states" not in shared  # 1 and 1.0 are equal, and saved differently
