"""The honesty benchmark: does the ``agent`` text of every step of the corpus say every change, and nothing else?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import attrs

import uidiff
from benchmarks.conditions import CONDITIONS, NO_IDS, under
from benchmarks.honesty.check import check_diff, read
from benchmarks.honesty.labels import Labelled, of_snapshots
from benchmarks.honesty.readable import tree_faults
from benchmarks.honesty.reader import Reader, Violation
from benchmarks.recorded import PLACES, SETS, Recording, recordings
from benchmarks.report import Report
from uidiff import Snapshot
from uidiff.diffing.refs import Refs

__all__ = ["AMBIGUOUS", "KINDS", "Finding", "findings", "run", "violations"]

KINDS = (
    "full",
    "head",
    "unparsed",
    "circumstance",
    "added",
    "removed",
    "changed",
    "moved",
    "reordered",
    "unknown",
    "newly read",
    "uncovered",
)
"""What a violation is about: the part of its kind before the colon."""

AMBIGUOUS = "ambiguous"
"""The kind of a line that is true and fits another element too: nothing wrong is said, but a reader has to guess."""

NOTES = """
All sets, each recording under three conditions: without ids, with the authors' ids, with the identity of the node
as stable id (benchmarks/conditions.py).
"""

LABEL_FAULTS = {
    "not unique": "not unique among siblings",
    "nothing said": "without label, ref and place",
    "empty name": "empty names",
    "event": "of events, in no line",
}
"""What may be wrong with a label, and what the tables call it."""

EVENTS_SAID = 0.99
"""The share of the labels of events that a line has to have."""

SHOWN = 60
"""So many violations are listed."""


@attrs.frozen
class Finding:
    """A violation, and where it was found; step 0 is the first snapshot."""

    condition: str
    app: str
    step: int
    violation: Violation

    @property
    def about(self) -> str:
        """The part of its kind before the colon."""
        return self.violation.kind.partition(":")[0]


def findings(recording: Recording, condition: str) -> Iterator[Finding]:
    """What is wrong with the texts of a recording under a condition: of each whole tree, and of each step."""
    steps = under(condition, recording).steps
    snapshots = [steps[0].before, *(step.after for step in steps)] if steps else []
    for number, violation in violations(snapshots):
        yield Finding(condition, recording.app, number, violation)


def violations(snapshots: Sequence[Snapshot]) -> Iterator[tuple[int, Violation]]:
    """The same of snapshots that follow each other, with their numbers."""
    before: Reader | None = None
    refs: Refs | None = None
    for number, (old, new) in enumerate(pairwise(snapshots), start=1):
        delta = uidiff.diff(old, new, refs=refs, ignore=("bounds",))
        if before is None:
            before, text = read(old, delta.refs[0])
            yield from ((0, one) for one in tree_faults(before, text))
        refs = delta.refs[1]
        after, text = read(new, refs)
        found = [*tree_faults(after, text), *check_diff(delta, before=before, after=after)]
        yield from ((number, one) for one in found)
        before = after


def labels_of(recording: Recording) -> Iterator[tuple[int, Labelled]]:
    """The labels of each step of a recording, without ids."""
    steps = under(NO_IDS, recording).steps
    return of_snapshots([steps[0].before, *(step.after for step in steps)] if steps else [])


def run() -> Report:
    """All recordings under all conditions, navigations too."""
    report = Report("Honesty: what the agent text says of every step, checked by a parser of its grammar")
    report.notes.append(NOTES.strip())
    wrong: list[Finding] = []
    ambiguous: list[Finding] = []
    rows, totals = [], []
    labels, label_rows, label_faults = Labelled(), [], []
    for corpus, place in product(SETS, PLACES):
        read = list(recordings(place, corpus))
        for recording in read:
            own = Labelled()
            for step, found_there in labels_of(recording):
                own.add(found_there)
                label_faults += [[recording.app, step, one.kind, _cell(one.message)] for one in found_there.faults]
            labels.add(own)
            label_rows.append([corpus, place, recording.app, own.lines, own.events, *map(own.count, LABEL_FAULTS)])
        for condition in CONDITIONS:
            here: list[Finding] = []
            for recording in read:
                found = list(findings(recording, condition))
                here += found
                if condition == NO_IDS:
                    rows.append([corpus, place, recording.app, len(recording.steps), *_counted(found)])
            totals.append([corpus, place, condition, sum(len(one.steps) for one in read), *_counted(here)])
            wrong += [one for one in here if one.about != AMBIGUOUS]
            ambiguous += [one for one in here if one.about == AMBIGUOUS]
    columns = ["steps", "steps with a violation", "violations", "ambiguous lines"]
    report.table("Conditions", ["set", "place", "condition", *columns], totals)
    report.table("Steps without ids", ["set", "place", "application", *columns], rows)
    _listed(report, "Violations", wrong)
    _listed(report, "Lines that are true and fit another element too", ambiguous)
    _labels(report, labels, label_rows, label_faults)
    counts = Counter(one.about for one in wrong)
    for kind in KINDS:
        report.target(f"violations: {kind}", counts.pop(kind, 0), 0)
    report.target("violations: other", counts.total(), 0)
    if not ambiguous:
        report.target("ambiguous lines", 0, 0)
    return report


def _labels(report: Report, labels: Labelled, rows: list[list[object]], faults: list[list[object]]) -> None:
    """What lines and events call elements by."""
    columns = ["labels of lines", "labels of events", *LABEL_FAULTS.values()]
    report.table("Labels, without ids", ["set", "place", "application", *columns], rows)
    if faults:
        report.table("Labels: what is wrong", ["application", "step", "kind", "what"], faults)
    for kind in ("not unique", "nothing said", "empty name"):
        report.target(f"labels: {LABEL_FAULTS[kind]}", labels.count(kind), 0)
    share = 1 - labels.count("event") / labels.events if labels.events else 1.0
    report.target("labels of events that a line has", round(share, 4), EVENTS_SAID, at_least=True)


def _counted(found: Sequence[Finding]) -> tuple[int, int, int]:
    """Steps with a violation, violations, ambiguous lines."""
    plain = [one for one in found if one.about != AMBIGUOUS]
    return len({(one.app, one.step) for one in plain}), len(plain), len(found) - len(plain)


def _listed(report: Report, title: str, found: Sequence[Finding]) -> None:
    """How many there are of each kind, and the first of them."""
    by_kind = Counter((one.app, one.violation.kind, one.condition) for one in found)
    kinds = dict.fromkeys((app, kind) for app, kind, _ in sorted(by_kind))
    rows = [[app, kind, *(by_kind[app, kind, condition] for condition in CONDITIONS)] for app, kind in kinds]
    report.table(title, ["application", "kind", *CONDITIONS], rows)
    first = {(one.app, one.step, one.violation): one for one in reversed(found)}  # once, under the first condition
    examples = [
        [one.app, one.step, one.condition, one.violation.kind, _cell(one.violation.message)]
        for one in [*reversed(first.values())][:SHOWN]
    ]
    if examples:
        report.table(f"{title}: the first of them", ["application", "step", "condition", "kind", "what"], examples)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")[:400]
