"""Deltas between real snapshots go through JSON and come back as they were."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

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
