"""Who is who on the corpus: every strategy against the true identities, beside naive rules and rules of peers.

One run writes accuracy.md and accuracy.json, the plot accuracy.svg, and quality.md: where and why the structural
matcher is wrong.
"""

from __future__ import annotations

from benchmarks.accuracy.board import Board
from benchmarks.accuracy.contestants import CONTESTANTS, GROUPS, STRUCTURAL
from benchmarks.accuracy.families import add_ceilings, add_families
from benchmarks.accuracy.measure import STRICT_ACROSS_DOCUMENTS, Measured, measured
from benchmarks.accuracy.plot import Bars, svg
from benchmarks.accuracy.quality import judge
from benchmarks.accuracy.quality_page import page
from benchmarks.accuracy.remarks import REMARKS
from benchmarks.conditions import NO_IDS, under
from benchmarks.recorded import PLACES, SETS, entries, recordings
from benchmarks.report import Report, share
from benchmarks.scoring import Scorer, pool
from benchmarks.tuning import GRID, cross_validated, structural

__all__ = ["one_recording", "run"]

OWN_BASELINE = {"name-role-parent": "name-role-parent/kth", "content-hash": "content-hash/kth"}
BOUNDS = {
    ("first", "web"): {"micro": 0.9992, "macro": 0.9955},
    ("first", "atspi"): {"micro": 0.9999, "macro": 0.9997},
    ("second", "web"): {"micro": 0.9965, "macro": 0.991},
    ("second", "atspi"): {"micro": 0.999, "macro": 0.998},
}
"""Of the structural matcher as it is; the sets have ceilings of their own."""

JUDGED = "first"
"""The set that quality.md is about."""

PLACE_NAMES = {"web": "Web", "atspi": "Desktop (AT-SPI)"}
NOTES = """
Seen and unseen: the constants of the structural matcher are chosen on some families of recordings (a framework, a
toolkit) and scored on the others, nothing of a family on both sides; seen is what they score where they were chosen,
unseen where they were not ([tuning](tuning.md) shows the values). In the tables of the sets the matcher is as it is.
Nothing is chosen in the other strategies and rules: of them seen and unseen are the same figure.

By node: the truth is the identity of the DOM node or of the toolkit's object. By content: where nodes are recycled, a
reader follows the content (benchmarks/content.py says how). A recording has a ceiling where the two differ:
who follows the content there without a fault scores less than 1 by node.

No matcher sees the truth, and none sees ids: without them `id` is the traversal index. The names with a slash, and
`traversal-index`, are the naive rules of the corpus's scorer. `mcp-windows`, `tauri-pilot` and `reticle` are rules of
peers, re-implemented from a description, not the originals' code: benchmarks/peers.py says how.

Spurious: elements that stayed but are unpaired; hidden: elements that came or went but are paired; both per step
within one document. P, R, spurious and hidden are micro, over all elements; pairs across navigations (per element of
the new page) is a mean of the applications. Where and why `structural` is wrong: [quality.md](quality.md).

The sets are those of benchmarks/corpus/recordings.toml. Three conditions: without ids; with the authors' ids in the
tree, and as stable ids where they are unique; with the identity of the node as stable id, as a live backend gives it.
That identity is the truth, so the last column is no score: it says how much of a matching agrees with ids that are
given. Below 1 the content speaks against the node (spec/definitions#6-ids): a node that was used again for another
element, or for which more would have to be told.
"""


def run() -> Report:
    report = Report("Accuracy on the corpus (lenient F1, see benchmarks/corpus/README.md)")
    report.notes.append(NOTES.strip())
    every = entries()
    with pool() as workers:
        found = list(workers.map(measured, every))
    with Scorer(every) as scorer:
        validated = cross_validated(scorer, structural(), GRID)
    boards = [Board(place, place, [one for one in found if one.entry.place == place]) for place in PLACES]
    for board in boards:
        add_families(report, board, validated)
    add_ceilings(report, found)
    for board in boards:
        for of in SETS:
            own = [one for one in board.measured if one.entry.set == of]
            if own:
                _add_set(report, Board(f"{board.place}, {of} set", board.place, own), of)
    for name in STRICT_ACROSS_DOCUMENTS:
        what = f"pairs of {name} on navigation steps that are weaker than spec/definitions#7-documents allows"
        report.target(what, sum(one.weaker[name] for one in found), 0)
    report.files["accuracy.svg"] = svg(_bars(boards), [_panel_title(board) for board in boards])
    report.files["quality.md"] = _quality()
    return report


def one_recording(app: str) -> Report:
    """Every contestant on one recording, in seconds; constants as they are."""
    (entry,) = (entry for entry in entries() if entry.app == app)
    found: Measured = measured(entry)
    report = Report(f"{app} ({entry.place}, family {entry.family}): lenient F1")
    rows = []
    for name, tallies in found.found.items():
        scores = tallies.node.scores()
        counts = [f"{scores[what]:.2f}" for what in ("spurious_per_step", "hidden_per_step")]
        rows.append([name, *(share(tallies.f1(truth)) for truth in ("node", "content")), *counts])
    report.table("All steps", ("strategy", "by node", "by content", "spurious", "hidden"), rows)
    if found.has_ceiling:
        add_ceilings(report, [found])
    return report


def _add_set(report: Report, board: Board, of: str) -> None:
    """The tables and the targets of a set."""
    board.write_tables(report)
    for kind, bound in BOUNDS.get((of, board.place), {}).items():
        what = f"{board.title}: {kind} of {STRUCTURAL}"
        report.target(what, board.lenient_f1(STRUCTURAL)[kind], bound, at_least=True)
    if of == JUDGED:
        for name, baseline in OWN_BASELINE.items():
            scores, bounds = board.lenient_f1(name), board.lenient_f1(baseline)
            for kind, bound in bounds.items():
                report.target(
                    f"{board.title}: {kind} of {name}, at least {baseline}", scores[kind], bound, at_least=True
                )
        best_baseline = max(board.lenient_f1(baseline)["macro"] for baseline in OWN_BASELINE.values())
        what = f"{board.title}: macro of content-hash, better than both baselines"
        report.target(what, board.lenient_f1("content-hash")["macro"], best_baseline + 1e-9, at_least=True)


def _quality() -> str:
    judgements = [
        judge(recording, step, CONTESTANTS[STRUCTURAL](step))
        for place in PLACES
        for recording in recordings(place, JUDGED)
        for step in under(NO_IDS, recording).steps
        if not step.truth.is_navigation
    ]
    return page(judgements, REMARKS, matcher=STRUCTURAL)


def _bars(boards: list[Board]) -> dict[str, list[Bars]]:
    """For the plot: the contestants by group, the best on the web first."""
    found = {}
    for group, members in GROUPS.items():
        bars = [Bars(name, [board.lenient_f1(name) for board in boards]) for name in members]
        found[group] = sorted(bars, key=lambda one: (-one.scores[0]["macro"], one.name))
    return found


def _panel_title(board: Board) -> str:
    return f"{PLACE_NAMES[board.place]}: {len(board.measured)} applications"
