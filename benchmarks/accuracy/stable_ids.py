"""Do authors' ids help? The strategy "auto" with and without the corpus's html ids as stable ids
(spec/definitions#6-ids).
"""

from __future__ import annotations

import attrs

import uidiff
from benchmarks.accuracy.board import Board
from benchmarks.recorded import RecordedStep, scored
from benchmarks.report import Report

__all__ = ["AUTO", "AUTO_WITH_IDS", "StableIds", "with_stable_ids"]

AUTO = "auto"
AUTO_WITH_IDS = "auto with ids"


def with_stable_ids(snapshot: uidiff.Snapshot) -> uidiff.Snapshot:
    """The same elements; those with an author's id (``automation_id``) have it as their id, and it is stable."""
    ids = snapshot.columns.automation_id
    columns = snapshot.columns._replace(id=ids, id_stable=tuple(one is not None for one in ids))
    return uidiff.Snapshot(columns, snapshot.circumstances)


@attrs.define
class StableIds:
    """Counts "auto" once more, with ids; per application also how many elements have one."""

    board: Board
    elements: dict[str, int] = attrs.field(factory=dict)
    with_id: dict[str, int] = attrs.field(factory=dict)

    def count(self, app: str, step: RecordedStep) -> None:
        """Match one step with ids."""
        before, after = with_stable_ids(step.before), with_stable_ids(step.after)
        pairs = scored(step, uidiff.match(before, after, matcher=AUTO).pairs)
        self.board.count(AUTO_WITH_IDS, app, step.truth, pairs)
        self.elements[app] = self.elements.get(app, 0) + len(after)
        self.with_id[app] = self.with_id.get(app, 0) + sum(after.columns.id_stable)

    def write(self, report: Report, without: Board) -> None:
        """A table of the applications, and the target that none is worse."""
        rows, gains = [], []
        for app, tally in without.tallies[AUTO].items():
            plain = tally.scores()["lenient_f1"]
            with_ids = self.board.tallies[AUTO_WITH_IDS][app].scores()["lenient_f1"]
            gains.append(with_ids - plain)
            share = self.with_id[app] / self.elements[app]
            rows.append([app, f"{share:.1%}", f"{plain:.5f}", f"{with_ids:.5f}", f"{with_ids - plain:+.5f}"])
        both = (without.lenient_f1(AUTO), self.board.lenient_f1(AUTO_WITH_IDS))
        for kind in ("micro", "macro"):
            plain, with_ids = (scores[kind] for scores in both)
            rows.append([f"all, {kind}", "", f"{plain:.5f}", f"{with_ids:.5f}", f"{with_ids - plain:+.5f}"])
        columns = ("recording", "elements with id", "auto without", "auto with ids", "difference")
        report.table(f"{without.place}: auto with the authors' ids as stable ids", columns, rows)
        what = f"{without.place}: with ids, no application worse than without (the smallest difference)"
        report.target(what, min(gains), 0.0, at_least=True)
