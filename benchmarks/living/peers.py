"""uidiff beside agent-browser: the same pages, the same scenarios, a row for each thing that an agent needs."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import attrs

from benchmarks.living.acting import REPEATED, Played
from benchmarks.living.figures import LESS, Figures
from benchmarks.report import Report

__all__ = ["Row", "add_peers", "rows_of"]

NOTES = """
Beside agent-browser 0.41.2 over the same Chromium, used as its guide says: `snapshot` for a whole page, `snapshot
--delta` for what changed (the tokens are those of these two), and a snapshot after each action. Neither is told what
a page does. Ahead and behind: uidiff is; even: both have the same figure. The scenarios are those that both can
play. Times of agent-browser include the start of its command.
"""

WORDS = {1: "ahead", 0: "even", -1: "behind"}
FAULTS = {
    "wrong": "actions on a wrong element",
    "forced": "actions on what takes none",
    "denied": "done, and reported as not done",
    "claimed": "not done, and reported as done",
    "late": "told too late",
}


@attrs.frozen
class Row:
    """One thing of both; ``order`` is 1 where uidiff is ahead, -1 where it is behind."""

    what: str
    ours: str
    theirs: str
    order: int
    note: str = ""

    def line(self) -> str:
        head = "BEHIND" if self.order < 0 else f"{WORDS[self.order]:6}"
        return f"{head} {self.what}: {self.ours} beside {self.theirs}{self.note and f' ({self.note})'}"


def rows_of(ours: Figures, theirs: Figures) -> list[Row]:
    """Compare the figures."""
    rows = []
    for what, mine in ours.measures.items():
        other = theirs.measures[what]
        if what.startswith(LESS):
            rows.append(_less(what, mine[0], other[0]))
        else:
            missing = [one[2] for one in (mine, other)]
            note = f"not: {missing[0] or 'none'}; by it not: {missing[1] or 'none'}" if any(missing) else ""
            rows.append(_more(what, mine[:2], other[:2], note))
    by_name = {one.scenario.name: one for one in theirs.played}
    both = [(one, by_name[one.scenario.name]) for one in ours.played if one.scenario.name in by_name]
    groups = dict.fromkeys(one.scenario.group for one, _ in both)
    rows += [_group(group, [pair for pair in both if pair[0].scenario.group == group]) for group in groups]
    rows += [
        _more(f"succeeded: {one.scenario.name}", (one.succeeded, one.actions), (other.succeeded, other.actions))
        for one, other in both
        if one.scenario.name.startswith(REPEATED)
    ]
    for kind, what in FAULTS.items():
        rows.append(_less(what, *(_count([pair[side] for pair in both], kind) for side in (0, 1))))
    times = [[seconds for pair in both for seconds in pair[side].refusals] for side in (0, 1)]
    if all(times):
        quick, slow = (median(one) for one in times)
        order = (quick < slow) - (quick > slow)
        rows.append(Row("median time of a refusal", f"{quick:.2f} s", f"{slow:.2f} s", order))
    return rows


def _less(what: str, mine: int, other: int) -> Row:
    return Row(what, f"{mine:,}", f"{other:,}", (mine < other) - (mine > other))


def _more(what: str, mine: tuple[int, int], other: tuple[int, int], note: str = "") -> Row:
    shares = [one / max(1, of) for one, of in (mine, other)]
    shown = [f"{one} of {of}" for one, of in (mine, other)]
    return Row(what, shown[0], shown[1], (shares[0] > shares[1]) - (shares[0] < shares[1]), note)


def _group(group: str, both: Sequence[tuple[Played, Played]]) -> Row:
    right = [sum(not pair[side].faults for pair in both) for side in (0, 1)]
    worse = [one.scenario.name for one, other in both if one.faults and not other.faults]
    note = f"only uidiff fails: {'; '.join(worse)}" if worse else ""
    return _more(f"scenarios as they had to end: {group}", (right[0], len(both)), (right[1], len(both)), note)


def _count(played: Sequence[Played], kind: str) -> int:
    return sum(fault.kind == kind for one in played for fault in one.faults)


def add_peers(report: Report, rows: Sequence[Row]) -> None:
    """Add the table and the targets."""
    report.notes.append(NOTES.strip())
    cells = [[row.what, row.ours, row.theirs, WORDS[row.order], row.note] for row in rows]
    report.table("Beside agent-browser 0.41.2", ("what", "uidiff", "agent-browser", "uidiff is", "note"), cells)
    report.target("rows beside agent-browser", len(rows), 14, at_least=True)
    report.target("rows in which uidiff is behind", sum(row.order < 0 for row in rows), 0)
