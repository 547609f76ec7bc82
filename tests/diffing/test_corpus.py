"""Recorded UIs: deltas go through JSON and come back as they were, and events are those of labels made by reading
(spec/features#d15, benchmarks/events).
"""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.conditions import NO_IDS
from benchmarks.events import Count, judged, totals
from uidiff import TreeDiff, diff, import_recording

CORPUS = Path(__file__).parents[2] / "benchmarks" / "corpus"
SMALL = (
    "web/bootstrap",
    "web/jstree",
    "web/monaco",
    "web/reveal",
    "web/streamlit",
    "web/todomvc_react",
    "atspi/galculator",
    "atspi/mousepad",
    "atspi/qt-demo",
)


@pytest.mark.parametrize("matcher", ["auto", "id"])
@pytest.mark.parametrize("name", SMALL)
def test_law_2_every_delta_of_a_recording_is_read_as_it_was_written(name: str, matcher: str) -> None:
    for before, after in pairwise(import_recording(CORPUS / f"{name}.jsonl.gz", format="corpus")):
        made = diff(before, after, matcher=matcher, ignore=("bounds",))
        read = TreeDiff.from_dict(json.loads(json.dumps(made.to_dict())))
        assert read == made
        assert read.apply(before) == after
        assert read.bind(before) == made


def test_d1_5_precision_and_recall_are_95_percent_on_80_steps_and_more() -> None:
    steps = list(judged(NO_IDS, {"first", "unseen"}))
    one = sum(totals(steps).values(), Count())
    assert len(steps) >= 80
    assert one.right / one.said >= 0.965
    assert one.met / one.must >= 0.965
    assert one.false <= len(steps) / 100
