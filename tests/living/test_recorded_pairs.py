"""The recorded pairs of living pages: what ``uidiff.diff`` tells with the browser's ids, beside what truly is."""

from collections.abc import Sequence

import pytest

from benchmarks.living import run_recorded
from benchmarks.living.pair_report import Row

KNOWN = (
    "tree: unwrap (innerHTML)",
    "tree: unwrap (lit, repeat)",
    "tree: unwrap (react, mounted again)",
)
"""Pairs in which a row of a tree is paired with another one, with ids as without."""


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    found = run_recorded()
    assert len(found) >= 120
    return found


def test_no_pair_has_more_records_with_ids_than_without(rows: Sequence[Row]) -> None:
    assert [row.line() for row in rows if row.live > row.bare] == []


def test_records_are_at_most_a_tenth_above_the_least_edits(rows: Sequence[Row]) -> None:
    still = [row for row in rows if not row.moves]
    assert len(still) >= 120
    assert sum(row.live for row in still) <= 1.1 * sum(row.least for row in still)
    assert sum(max(0, row.live - row.least) for row in rows) <= 0.1 * sum(row.least for row in rows)


def test_what_survives_keeps_its_ref_and_is_not_said_to_be_removed(rows: Sequence[Row]) -> None:
    assert [row.line() for row in rows if (row.lost or row.false) and row.name not in KNOWN] == []
    assert sum(row.survivors for row in rows) > 5_000
