"""Scores by both truths, and constants chosen on some families and scored on others, on the two smallest recordings."""

import pytest

import benchmarks.__main__
from benchmarks.accuracy.measure import measured
from benchmarks.recorded import entries
from benchmarks.scoring import Scorer
from benchmarks.trees import scattered
from benchmarks.tuning import GRID, cross_validated, structural

SMALL = [entry for entry in entries() if entry.app in {"shoelace", "zenity-list"}]


def test_a_cross_validation_scores_each_recording_with_what_was_chosen_on_the_others() -> None:
    with Scorer(SMALL) as scorer:
        found = cross_validated(scorer, structural(), {"likeness": (0.3,)})
    assert set(found.seen) == set(found.unseen) == set(SMALL)
    assert all(tallies.node.steps for tallies in found.unseen.values())


def test_the_grid_names_fields_of_the_matcher() -> None:
    assert all(hasattr(structural(), name) for name in GRID)


def test_a_reader_is_never_wrong_by_content_and_without_recycled_nodes_not_by_node() -> None:
    antd, plain = (measured(entry) for entry in entries() if entry.app in {"antd", "shoelace"})
    assert antd.has_ceiling
    assert not plain.has_ceiling
    found = plain.found["structural"]
    assert found.node == found.content


def test_one_recording_is_scored_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmarks.__main__.main(["accuracy", "--app", "zenity-list"]) == 0
    assert "| structural | " in capsys.readouterr().out


def test_scattered_edits_touch_one_element_in_a_hundred() -> None:
    before, after = scattered(1_000)
    assert len(before) == 1_000
    assert 990 <= len(after) <= 1_010
