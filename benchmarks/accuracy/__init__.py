"""Who is who on the corpus: every strategy against the true identities, beside naive rules and rules of peers.

One run writes accuracy.md and accuracy.json, the plot accuracy.svg, and quality.md: where and why the structural
matcher is wrong.
"""

from __future__ import annotations

from itertools import product

import uidiff
from benchmarks.accuracy.board import Board
from benchmarks.accuracy.contestants import CONTESTANTS, GROUPS, STRATEGIES, STRUCTURAL
from benchmarks.accuracy.documents import weaker_pairs
from benchmarks.accuracy.in_conditions import InConditions
from benchmarks.accuracy.plot import Bars, svg
from benchmarks.accuracy.quality import Judgement, judge
from benchmarks.accuracy.quality_page import page
from benchmarks.accuracy.remarks import REMARKS
from benchmarks.conditions import NO_IDS, under
from benchmarks.recorded import OLDER, PLACES, recordings
from benchmarks.report import Report

__all__ = ["run"]

OWN_BASELINE = {"name-role-parent": "name-role-parent/kth", "content-hash": "content-hash/kth"}
STRUCTURAL_BOUNDS = {
    "web": {"micro": 0.9992, "macro": 0.9955},
    "atspi": {"micro": 0.9999, "macro": 0.9997},
}
SPURIOUS_BOUND, HIDDEN_BOUND = 1.5, 0.7  # per web step, micro
MADE_WITH = "first"
"""The recordings on which the matcher was made; the targets and quality.md are about them."""

PLACE_NAMES = {"web": "Web", "atspi": "Desktop (AT-SPI)"}
STRICT_ACROSS_DOCUMENTS = (STRUCTURAL, "auto")
NOTES = """
The tables named web and atspi are about the first set of benchmarks/corpus, with which the matcher was made: its rules
and thresholds were chosen while looking at these recordings. Those named second are about other applications, on which
nothing was chosen without ids: what they say is nearer to an application that was never seen.

No matcher sees the truth, and none sees ids: without them `id` is the traversal index. The names with a slash, and
`traversal-index`, are the naive rules of the corpus's scorer. `mcp-windows`, `tauri-pilot` and `reticle` are rules of
peers, re-implemented from a description, not the originals' code: benchmarks/peers.py says how.

Spurious: elements that stayed but are unpaired; hidden: elements that came or went but are paired; both per step
within one document. P, R, spurious and hidden are micro, over all elements; pairs across navigations (per element of
the new page) is a mean of the applications. Where and why `structural` is wrong: [quality.md](quality.md).

Three conditions: without ids; with the authors' ids in the tree, and as stable ids where they are unique; with the
identity of the node as stable id, as a live backend gives it. That identity is the truth, so the last column is no
score: it says how much of a matching agrees with ids that are given. Below 1 the content speaks against the node
(spec/definitions#6-ids): a node that was used again for another element, or for which more would have to be told.
"""


def run() -> Report:
    report = Report("Accuracy on the corpus (lenient F1, see benchmarks/corpus/README.md)")
    report.notes.append(NOTES.strip())
    boards: list[Board] = []
    judgements: list[Judgement] = []
    weaker = dict.fromkeys(STRICT_ACROSS_DOCUMENTS, 0)
    for corpus, place in product(OLDER, PLACES):
        board = Board(place, corpus)
        conditions = InConditions(Board(place, corpus))
        for recording in recordings(place, corpus):
            conditions.count(recording)
            for step in under(NO_IDS, recording).steps:
                found = {name: contestant(step) for name, contestant in CONTESTANTS.items()}
                for name, pairs in found.items():
                    board.count(name, recording.app, step.truth, pairs)
                if step.truth.is_navigation:
                    for name in weaker:
                        every_pair = uidiff.match(step.before, step.after, matcher=STRATEGIES[name]).pairs
                        weaker[name] += len(weaker_pairs(step.before, step.after, every_pair))
                elif corpus == MADE_WITH:
                    judgements.append(judge(recording, step, found[STRUCTURAL]))
        board.write_tables(report)
        conditions.write(report)
        if corpus == MADE_WITH:
            boards.append(board)
            _add_targets(report, board)
    for name, count in weaker.items():
        report.target(
            f"pairs of {name} on navigation steps that are weaker than spec/definitions#7-documents allows", count, 0
        )
    report.files["accuracy.svg"] = svg(_bars(boards), [_panel_title(board) for board in boards])
    report.files["quality.md"] = page(judgements, REMARKS, matcher=STRUCTURAL)
    return report


def _add_targets(report: Report, board: Board) -> None:
    place = board.place
    for name, baseline in OWN_BASELINE.items():
        scores, bounds = board.lenient_f1(name), board.lenient_f1(baseline)
        for kind, bound in bounds.items():
            report.target(f"{place} {kind} of {name}, at least {baseline}", scores[kind], bound, at_least=True)
    best_baseline = max(board.lenient_f1(baseline)["macro"] for baseline in OWN_BASELINE.values())
    what = f"{place} macro of content-hash, better than both baselines"
    report.target(what, board.lenient_f1("content-hash")["macro"], best_baseline + 1e-9, at_least=True)
    structural = board.lenient_f1(STRUCTURAL)
    for kind, bound in STRUCTURAL_BOUNDS[place].items():
        report.target(f"{place} {kind} of {STRUCTURAL}", structural[kind], bound, at_least=True)
    if place == "web":
        micro = board.micro(STRUCTURAL)
        report.target(f"web: spurious per step, {STRUCTURAL}", micro["spurious_per_step"], SPURIOUS_BOUND)
        report.target(f"web: hidden per step, {STRUCTURAL}", micro["hidden_per_step"], HIDDEN_BOUND)


def _bars(boards: list[Board]) -> dict[str, list[Bars]]:
    """For the plot: the contestants by group, the best on the web first."""
    found = {}
    for group, members in GROUPS.items():
        bars = [Bars(name, [board.lenient_f1(name) for board in boards]) for name in members]
        found[group] = sorted(bars, key=lambda one: (-one.scores[0]["macro"], one.name))
    return found


def _panel_title(board: Board) -> str:
    return f"{PLACE_NAMES[board.place]}: {len(board.tallies[STRUCTURAL])} applications"
