"""What is true of any two trees: a run loses nothing against itself, and a report can be made of anything."""

import json

from hypothesis import given

from uidiff import Snapshot
from uidiff.compare import KINDS, compare_runs
from uidiff.compare.reports import FORMATS
from uidiff.testing import snapshot_pairs, snapshots


@given(snapshots())
def test_a_run_loses_nothing_against_itself(snapshot: Snapshot) -> None:
    assert compare_runs([snapshot], [snapshot]).findings == ()


@given(snapshot_pairs())
def test_any_two_trees_have_a_report_in_which_each_finding_is_a_line(pair: tuple[Snapshot, Snapshot]) -> None:
    result = compare_runs([pair[0]], [pair[1]])
    assert all(finding.kind in KINDS and finding.count > 0 for finding in result.findings)
    lines = FORMATS["text"](result).split("\n")
    assert len(lines) == 1 + len(result.findings) + len(result.notes)
    assert json.loads(FORMATS["json"](result))["compared"] == 1
    assert FORMATS["markdown"](result).startswith("### uidiff compare: ")
