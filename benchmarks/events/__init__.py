"""Precision and recall of the events, against labels that were made by reading, before any rule was run.

An event is right if a label of the step has its class and a label that contains its label or stands in it, or is
another text of an element that it is about, as of one of several items. Boxes are ignored, as an agent reads; so
``LayoutShifted`` is neither labelled nor found. Labels say what must be said, what may be said, and what would be
wrong: an event that they call wrong is a false claim. Where a reader listed no more, what the true difference alone
bears out is right, too (benchmarks/events/truth.py).

Three conditions: without ids, with the authors' ids, with the identity of the node as stable id
(benchmarks/conditions.py). The applications in the group "unseen" are those with which no rule was made or corrected:
of them there are counts alone, and the targets are theirs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from statistics import fmean

from benchmarks.conditions import CONDITIONS, NO_IDS
from benchmarks.events.labelled import GROUPS, Count, Judged, judged
from benchmarks.report import Report, share

__all__ = ["Count", "Judged", "judged", "run", "totals"]

RECALL, MEAN, PRECISION, EACH = 0.965, 0.95, 0.965, 0.85
FALSE_IN = 100
"""At most one false claim in this number of steps."""

SHOWN = 60


def totals(steps: Iterable[Judged]) -> dict[str, Count]:
    """By kind of event, over all steps."""
    counts: dict[str, Count] = {}
    for step in steps:
        for kind, count in step.counts.items():
            counts[kind] = counts.get(kind, Count()) + count
    return counts


def run() -> Report:
    report = Report("Events: precision and recall on labelled steps of the corpus")
    report.notes.append((__doc__ or "").partition("\n\n")[2].strip())
    by_condition = {condition: list(judged(condition)) for condition in CONDITIONS}
    _groups(report, by_condition)
    without = by_condition[NO_IDS]
    _kinds(report, "Applications that no rule was made with, no ids", [one for one in without if one.group == "unseen"])
    _kinds(report, "All others, no ids", [one for one in without if one.group != "unseen"])
    for condition, steps in by_condition.items():
        _targets(report, condition, [one for one in steps if one.group == "unseen"], each=condition == NO_IDS)
    rows = [
        (f"{step.app} {step.step}", step.action, sign, f"{kind} {json.dumps(text[:SHOWN], ensure_ascii=False)}")
        for step in without
        if step.group in {"first", "own"}
        for sign, lines in (("too many", step.wrong), ("missing", step.missing))
        for kind, text in lines
    ]
    report.table("Where rules and labels differ", ("step", "action", "", "event"), [[*map(_cell, row)] for row in rows])
    return report


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _groups(report: Report, by_condition: dict[str, list[Judged]]) -> None:
    """Precision and recall of each group under each condition."""
    rows: list[list[object]] = []
    for group in GROUPS:
        for condition, steps in by_condition.items():
            own = [step for step in steps if step.group == group]
            one = sum(totals(own).values(), Count())
            shares = share(one.right / one.said), share(one.met / one.must), share(_mean_recall(own))
            rows.append([group, condition, len(own), one.must, one.said, *shares, one.false])
    columns = ("group", "condition", "steps", "must", "said", "precision", "recall", "mean of kinds", "false claims")
    report.table("Groups of applications, three conditions", columns, rows)


def _mean_recall(steps: Iterable[Judged]) -> float:
    return fmean(one.met / one.must for one in totals(steps).values() if one.must)


def _kinds(report: Report, title: str, steps: list[Judged]) -> None:
    counts = totals(steps)
    rows: list[list[object]] = []
    for kind in kinds():
        one = counts.get(kind)
        if one is not None:
            precision = share(one.right / one.said) if one.said else "-"
            recall = share(one.met / one.must) if one.must else "-"
            rows.append([kind, one.must, one.said, one.right, precision, recall, one.false])
    columns = ("event", "must be said", "said", "right", "precision", "recall", "false claims")
    report.table(f"{title}: {len(steps)} steps", columns, rows)


def _targets(report: Report, condition: str, steps: list[Judged], *, each: bool) -> None:
    counts = totals(steps)
    one = sum(counts.values(), Count())
    report.target(f"unseen, {condition}: recall", one.met / one.must, RECALL, at_least=True)
    report.target(f"unseen, {condition}: recall, mean of kinds", _mean_recall(steps), MEAN, at_least=True)
    report.target(f"unseen, {condition}: precision", one.right / one.said, PRECISION, at_least=True)
    report.target(f"unseen, {condition}: false claims a step", one.false / len(steps), 1 / FALSE_IN)
    if each:
        least = min(count.right / count.said for count in counts.values() if count.said)
        report.target(f"unseen, {condition}: precision of each kind", least, EACH, at_least=True)


def kinds() -> list[str]:
    """The names of the events, the most important first."""
    from uidiff.diffing.events import EVENTS

    return [kind.__name__ for kind in EVENTS]
