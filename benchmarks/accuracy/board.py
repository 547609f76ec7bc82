"""The scores of all contestants on one folder of the corpus, and their tables."""

from __future__ import annotations

from collections import defaultdict

import attrs

from benchmarks.corpus import score
from benchmarks.report import Report, share

__all__ = ["Board"]

COLUMNS = ("strategy", "micro", "macro", "P", "R", "spurious", "hidden", "pairs across navigations")


def _tallies() -> defaultdict[str, defaultdict[str, score.Tally]]:
    return defaultdict(lambda: defaultdict(score.Tally))


@attrs.frozen
class Board:
    """Tallies by contestant and application of one folder, "web" or "atspi", of a set."""

    place: str
    corpus: str = "first"
    tallies: defaultdict[str, defaultdict[str, score.Tally]] = attrs.field(factory=_tallies)

    @property
    def title(self) -> str:
        """What the tables are called by: the place, and the set where it is not the first."""
        return self.place if self.corpus == "first" else f"{self.place}, {self.corpus}"

    def count(self, contestant: str, app: str, step: score.Step, pairs: set[tuple[int, int]]) -> None:
        """Add what a contestant found in one step."""
        self.tallies[contestant][app].count(step, pairs)

    def micro(self, contestant: str) -> dict[str, float]:
        """Scores over all elements of the folder."""
        return score.micro(self.tallies[contestant].values())

    def macro(self, contestant: str) -> dict[str, float]:
        """Means of the applications' scores."""
        return score.macro(self.tallies[contestant].values())

    def lenient_f1(self, contestant: str) -> dict[str, float]:
        """Micro and macro."""
        return {"micro": self.micro(contestant)["lenient_f1"], "macro": self.macro(contestant)["lenient_f1"]}

    def write_tables(self, report: Report) -> None:
        """A table over all steps, and one of each recording."""
        report.table(f"{self.title}: all steps", COLUMNS, [self._row(name) for name in self.tallies])
        apps = sorted(next(iter(self.tallies.values())))
        rows = [
            [name, *(share(by_app[app].scores()["lenient_f1"]) for app in apps)]
            for name, by_app in self.tallies.items()
        ]
        report.table(f"{self.title}: each recording", ("strategy", *apps), rows)

    def _row(self, contestant: str) -> list[object]:
        micro, macro = self.micro(contestant), self.macro(contestant)
        return [
            contestant,
            share(micro["lenient_f1"]),
            share(macro["lenient_f1"]),
            share(micro["lenient_precision"]),
            share(micro["recall"]),
            f"{micro['spurious_per_step']:.2f}",
            f"{micro['hidden_per_step']:.2f}",
            f"{macro['navigation_pairs_per_node']:.2f}",
        ]
