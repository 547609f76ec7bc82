"""The scores of all contestants on the recordings of a place and a set, and their tables."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from benchmarks.accuracy.measure import AUTO, Measured
from benchmarks.conditions import AUTHORS_IDS, NO_IDS, NODE_IDENTITY
from benchmarks.corpus import score
from benchmarks.report import Report, share
from benchmarks.scoring import Tallies, macro, micro

__all__ = ["Board"]

COLUMNS = (
    "strategy",
    "micro",
    "macro",
    "P",
    "R",
    "spurious",
    "hidden",
    "pairs across navigations",
    "micro by content",
    "macro by content",
)


@attrs.frozen
class Board:
    """What was measured on recordings, "web" or "atspi", under a title."""

    title: str
    place: str
    measured: Sequence[Measured]

    def tallies(self, contestant: str) -> list[Tallies]:
        return [one.found[contestant] for one in self.measured]

    def lenient_f1(self, contestant: str, truth: str = "node") -> dict[str, float]:
        """Micro and macro."""
        tallies = self.tallies(contestant)
        return {"micro": micro(tallies, truth)["lenient_f1"], "macro": macro(tallies, truth)["lenient_f1"]}

    def write_tables(self, report: Report) -> None:
        """A table over all steps, one of each recording, and one of the conditions."""
        names = list(self.measured[0].found)
        report.table(f"{self.title}: all steps", COLUMNS, [self._row(name) for name in names])
        apps = [one.entry.app for one in self.measured]
        rows = [[name, *(share(one.f1()) for one in self.tallies(name))] for name in names]
        report.table(f"{self.title}: each recording, by node", ("strategy", *apps), rows)
        self._conditions(report)

    def _row(self, contestant: str) -> list[object]:
        tallies = self.tallies(contestant)
        of_all, of_each = micro(tallies), macro(tallies)
        return [
            contestant,
            share(of_all["lenient_f1"]),
            share(of_each["lenient_f1"]),
            share(of_all["lenient_precision"]),
            share(of_all["recall"]),
            f"{of_all['spurious_per_step']:.2f}",
            f"{of_all['hidden_per_step']:.2f}",
            f"{of_each['navigation_pairs_per_node']:.2f}",
            *map(share, self.lenient_f1(contestant, "content").values()),
        ]

    def _conditions(self, report: Report) -> None:
        """What ids do to the strategy auto, and the targets that they do no harm."""
        rows = []
        gains: list[float] = []
        found_more: list[float] = []
        for one in self.measured:
            of = {name: tally.scores() for name, tally in one.conditions.items()}
            scores = {name: each["lenient_f1"] for name, each in of.items()}
            gains.append(scores[AUTHORS_IDS] - scores[NO_IDS])
            found_more.append(of[NODE_IDENTITY]["recall"] - of[NO_IDS]["recall"])
            with_id = one.with_id / max(one.elements, 1)
            rows.append([one.entry.app, f"{with_id:.1%}", *(f"{each:.5f}" for each in scores.values())])
        for kind, mean in (("micro", score.micro), ("macro", score.macro)):
            means = [
                mean(one.conditions[name] for one in self.measured)["lenient_f1"]
                for name in (NO_IDS, AUTHORS_IDS, NODE_IDENTITY)
            ]
            rows.append([f"all, {kind}", "", *(f"{each:.5f}" for each in means)])
        columns = ("recording", "elements with author's id", NO_IDS, AUTHORS_IDS, f"{NODE_IDENTITY}, agreeing")
        report.table(f"{self.title}: {AUTO} under three conditions", columns, rows)
        what = f"{self.title}: with authors' ids, no application worse than without (the smallest difference)"
        report.target(what, min(gains), 0.0, at_least=True)
        what = (
            f"{self.title}: with node identity, no less of what stayed is found in any application "
            "(the smallest difference)"
        )
        report.target(what, min(found_more), 0.0, at_least=True)
