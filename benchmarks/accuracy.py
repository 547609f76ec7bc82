"""Who is who on the corpus: every strategy against the true identities, beside the naive baselines."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import uidiff
from benchmarks.corpus import score  # the corpus's own scorer; it sees the truth, the matchers never do
from benchmarks.report import Report

CORPUS = Path(__file__).parent / "corpus"

STRATEGIES = ("id", "name-role-parent", "content-hash", "auto")
OWN_BASELINE = {"name-role-parent": "name-role-parent/kth", "content-hash": "content-hash/kth"}


def run() -> Report:
    report = Report("Accuracy on the corpus (lenient F1, see benchmarks/corpus/README.md)")
    for place in ("web", "atspi"):
        tallies = _tallies(CORPUS / place)
        micro = {name: score.micro(apps.values()) for name, apps in tallies.items()}
        macro = {name: score.macro(apps.values()) for name, apps in tallies.items()}
        rows = [_row(name, micro[name], macro[name]) for name in tallies]
        columns = ("strategy", "micro", "macro", "P", "R", "spurious", "hidden", "pairs across navigations")
        report.table(f"{place}: all steps", columns, rows)
        apps = sorted(tallies["auto"])
        report.table(
            f"{place}: each recording",
            ("strategy", *apps),
            [[name, *(tallies[name][app].scores()["lenient_f1"] for app in apps)] for name in tallies],
        )
        for name, baseline in OWN_BASELINE.items():
            for kind, scores in (("micro", micro), ("macro", macro)):
                bound = scores[baseline]["lenient_f1"]
                what = f"{place} {kind} of {name}, at least {baseline}"
                report.target(what, scores[name]["lenient_f1"], bound, at_least=True)
        best_baseline = max(macro[baseline]["lenient_f1"] for baseline in OWN_BASELINE.values())
        what = f"{place} macro of content-hash, better than both baselines"
        report.target(what, macro["content-hash"]["lenient_f1"], best_baseline + 1e-9, at_least=True)
    return report


def _tallies(folder: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {name: defaultdict(score.Tally) for name in (*score.BASELINES, *STRATEGIES)}
    for file in sorted(folder.glob("*.jsonl.gz")):
        recorded = next(iter(score.recordings([file])))
        snapshots = uidiff.import_recording(file, format="corpus")
        for (raw_before, raw_after), (before, after) in zip(pairwise(recorded), pairwise(snapshots), strict=True):
            step = score.Step(raw_before, raw_after)
            for name, baseline in score.BASELINES.items():
                found[name][raw_before["app"]].count(step, step.predicted_by(baseline))
            for name in STRATEGIES:
                pairs = uidiff.match(before, after, matcher=name).pairs
                scored = {(i, j) for i, j in pairs if i in step.scored_before and j in step.scored_after}
                found[name][raw_before["app"]].count(step, scored)
    return found


def _row(name: str, micro: dict[str, float], macro: dict[str, float]) -> list[object]:
    return [
        name,
        micro["lenient_f1"],
        macro["lenient_f1"],
        micro["lenient_precision"],
        micro["recall"],
        f"{micro['spurious_per_step']:.2f}",
        f"{micro['hidden_per_step']:.2f}",
        f"{macro['navigation_pairs_per_node']:.2f}",
    ]
