"""Precision and recall of the events, against labels that were made by reading, before any rule was run.

An event is right if the step's labels have its class and its label (white space aside); of several equal ones as many
count as are labelled. Boxes are ignored, as an agent reads; so ``LayoutShifted`` is neither labelled nor found.

Three conditions: without ids, with the authors' ids, with the identity of the node as stable id
(benchmarks/conditions.py). The second set are other applications, on which no rule was made: its labels were
made by other readers, before any rule was; they have what must be said, what may be said, and what would be
wrong. A false claim is an event that they call wrong.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

import uidiff
from benchmarks.conditions import CONDITIONS, NO_IDS, under
from benchmarks.events import second
from benchmarks.recorded import PLACES, recordings
from benchmarks.report import Report, share

__all__ = ["Judged", "judged", "run"]

LABELS = Path(__file__).parent / "labels.json"
LEAST = 0.95
COUNTED = ("found", "labelled", "right")
SHOWN = 60

Said = tuple[str, str]
"""The class of an event and its label."""


@attrs.frozen
class Judged:
    """One labelled step and what the rules say of it."""

    place: str
    app: str
    step: int
    action: str
    found: Counter[Said]
    labelled: Counter[Said]

    @property
    def right(self) -> Counter[Said]:
        return self.found & self.labelled


def labels() -> dict[tuple[str, str, int], Counter[Said]]:
    """By place, application and step what a reader says happened."""
    rows = json.loads(LABELS.read_text(encoding="utf-8"))
    return {
        (row["place"], row["app"], row["step"]): Counter((kind, _spaced(text)) for kind, text in row["events"])
        for row in rows
    }


def judged(condition: str = NO_IDS) -> Iterator[Judged]:
    """Every labelled step with its events by the rules, under a condition of benchmarks.conditions."""
    known = labels()
    for place in PLACES:
        for recording in recordings(place):
            for step in under(condition, recording).steps:
                labelled = known.get((place, recording.app, step.number))
                if labelled is not None:
                    delta = uidiff.diff(step.before, step.after, ignore=("bounds",))
                    found = Counter((type(event).__name__, _spaced(event.label)) for event in delta.events)
                    yield Judged(place, recording.app, step.number, step.action, found, labelled)


def _spaced(text: str) -> str:
    return " ".join(text.split())


def run() -> Report:
    report = Report("Events: precision and recall on labelled steps of the corpus")
    report.notes.append((__doc__ or "").partition("\n\n")[2].strip())
    steps = list(judged())
    _kinds(report, steps)
    rows = [
        (f"{step.app} {step.step}", step.action, sign, f"{kind} {json.dumps(text[:SHOWN], ensure_ascii=False)}")
        for step in steps
        for sign, wrong in (("too many", step.found - step.right), ("missing", step.labelled - step.right))
        for kind, text in sorted(wrong.elements())
    ]
    _conditions(report, steps)
    _second(report)
    report.table("Where rules and labels differ", ("step", "action", "", "event"), [[*map(_cell, row)] for row in rows])
    return report


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _conditions(report: Report, without: list[Judged]) -> None:
    """Precision and recall under each condition, on both sets."""
    rows: list[list[object]] = []
    for condition in CONDITIONS:
        steps = without if condition == NO_IDS else list(judged(condition))
        found, labelled, right = (sum(getattr(one, name).total() for one in steps) for name in COUNTED)
        rows.append(["first", condition, labelled, found, share(right / found), share(right / labelled), ""])
        report.target(f"precision with {condition}", right / found, LEAST, at_least=True)
        report.target(f"recall with {condition}", right / labelled, LEAST, at_least=True)
    for condition in CONDITIONS:
        one = sum(second.counted(condition).values(), second.Count())
        shares = share(one.right / one.said), share(one.met / one.must)
        rows.append(["second", condition, one.must, one.said, *shares, one.false])
    columns = ("set", "condition", "labelled", "found", "precision", "recall", "false claims")
    report.table("Under three conditions", columns, rows)


def _second(report: Report) -> None:
    """The second set without ids, by kind."""
    counts = second.counted(NO_IDS)
    rows: list[list[object]] = []
    for kind in kinds():
        one = counts.get(kind)
        if one is not None:
            precision = share(one.right / one.said) if one.said else "-"
            recall = share(one.met / one.must) if one.must else "-"
            rows.append([kind, one.must, one.said, one.right, precision, recall, one.false])
    columns = ("event", "must be said", "found", "right", "precision", "recall", "false claims")
    report.table("The second set: other applications, no ids", columns, rows)


def _kinds(report: Report, steps: list[Judged]) -> None:
    found, labelled, right = (_counted(getattr(step, name) for step in steps) for name in COUNTED)
    rows: list[list[object]] = []
    for kind in kinds():
        if found[kind] or labelled[kind]:
            precision = share(right[kind] / found[kind]) if found[kind] else "-"
            recall = share(right[kind] / labelled[kind]) if labelled[kind] else "-"
            rows.append([kind, labelled[kind], found[kind], right[kind], precision, recall])
    rows.append(["**all**", labelled.total(), found.total(), right.total(), *_shares(found, labelled, right)])
    report.table(f"{len(steps)} steps", ("event", "labelled", "found", "right", "precision", "recall"), rows)
    report.target("steps labelled", len(steps), 80, at_least=True)


def _shares(found: Counter[str], labelled: Counter[str], right: Counter[str]) -> tuple[str, str]:
    return share(right.total() / found.total()), share(right.total() / labelled.total())


def _counted(steps: Iterator[Mapping[Said, int]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for step in steps:
        for (kind, _), count in step.items():
            counts[kind] += count
    return counts


def kinds() -> list[str]:
    """The names of the events, the most important first."""
    from uidiff.diffing.events import EVENTS

    return [kind.__name__ for kind in EVENTS]
