"""What ids do to the strategy "auto": each recording under the three conditions of benchmarks.conditions."""

from __future__ import annotations

import attrs

import uidiff
from benchmarks.accuracy.board import Board
from benchmarks.conditions import AUTHORS_IDS, CONDITIONS, NO_IDS, NODE_IDENTITY, under
from benchmarks.recorded import Recording, scored
from benchmarks.report import Report

__all__ = ["InConditions"]

AUTO = "auto"


@attrs.define
class InConditions:
    """Counts "auto" under each condition on one folder of a corpus, and how many elements have an author's id."""

    board: Board
    elements: dict[str, int] = attrs.field(factory=dict)
    with_id: dict[str, int] = attrs.field(factory=dict)

    def count(self, recording: Recording) -> None:
        """Match each step under each condition."""
        for condition in CONDITIONS:
            replayed = under(condition, recording)
            for step in replayed.steps:
                pairs = scored(step, uidiff.match(step.before, step.after, matcher=AUTO).pairs)
                self.board.count(condition, recording.app, step.truth, pairs)
            if condition == AUTHORS_IDS:
                self.elements[recording.app] = sum(len(step.after) for step in replayed.steps)
                self.with_id[recording.app] = sum(sum(step.after.columns.id_stable) for step in replayed.steps)

    def write(self, report: Report) -> None:
        """A table of the recordings, and the targets that ids do no harm."""
        title = self.board.title
        rows = []
        gains: list[float] = []
        found_more: list[float] = []
        for app in self.board.tallies[NO_IDS]:
            of_app = {name: self.board.tallies[name][app].scores() for name in CONDITIONS}
            scores = {name: one["lenient_f1"] for name, one in of_app.items()}
            gains.append(scores[AUTHORS_IDS] - scores[NO_IDS])
            found_more.append(of_app[NODE_IDENTITY]["recall"] - of_app[NO_IDS]["recall"])
            share = self.with_id[app] / self.elements[app]
            rows.append([app, f"{share:.1%}", *(f"{score:.5f}" for score in scores.values())])
        for kind in ("micro", "macro"):
            scores = {name: self.board.lenient_f1(name)[kind] for name in CONDITIONS}
            rows.append([f"all, {kind}", "", *(f"{score:.5f}" for score in scores.values())])
        columns = ("recording", "elements with author's id", NO_IDS, AUTHORS_IDS, f"{NODE_IDENTITY}, agreeing")
        report.table(f"{title}: {AUTO} under three conditions", columns, rows)
        what = f"{title}: with authors' ids, no application worse than without (the smallest difference)"
        report.target(what, min(gains), 0.0, at_least=True)
        what = (
            f"{title}: with node identity, no less of what stayed is found in any application (the smallest difference)"
        )
        report.target(what, min(found_more), 0.0, at_least=True)
