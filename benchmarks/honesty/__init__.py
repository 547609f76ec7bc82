"""The honesty benchmark: does the ``agent`` text of every step of the corpus say every change, and nothing else?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs

import uidiff
from benchmarks.honesty.check import check_diff, read
from benchmarks.honesty.readable import tree_faults
from benchmarks.honesty.reader import Reader, Violation
from benchmarks.recorded import PLACES, Recording, recordings
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

SHOWN = 60
"""So many violations are listed."""


@attrs.frozen
class Finding:
    """A violation, and where it was found; step 0 is the first snapshot."""

    place: str
    app: str
    step: int
    violation: Violation


def findings(recording: Recording) -> Iterator[Finding]:
    """What is wrong with the texts of a recording: of each whole tree, and of each step."""
    snapshots = [recording.steps[0].before, *(step.after for step in recording.steps)] if recording.steps else []
    for number, violation in violations(snapshots):
        yield Finding(recording.place, recording.app, number, violation)


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


def run() -> Report:
    """All recordings, navigations too."""
    report = Report("Honesty: what the agent text says of every step, checked by a parser of its grammar")
    wrong: list[Finding] = []
    ambiguous: list[Finding] = []
    rows = []
    for place in PLACES:
        for recording in recordings(place):
            found = list(findings(recording))
            doubtful = [one for one in found if _about(one) == AMBIGUOUS]
            plain = [one for one in found if _about(one) != AMBIGUOUS]
            steps = len({one.step for one in plain})
            rows.append([place, recording.app, len(recording.steps), steps, len(plain), len(doubtful)])
            wrong += plain
            ambiguous += doubtful
    columns = ["place", "application", "steps", "steps with a violation", "violations", "ambiguous lines"]
    report.table("Steps", columns, rows)
    _listed(report, "Violations", wrong)
    _listed(report, "Lines that are true and fit another element too", ambiguous)
    counts = Counter(map(_about, wrong))
    for kind in KINDS:
        report.target(f"violations: {kind}", counts.pop(kind, 0), 0)
    report.target("violations: other", counts.total(), 0)
    if not ambiguous:
        report.target("ambiguous lines", 0, 0)
    return report


def _about(found: Finding) -> str:
    return found.violation.kind.partition(":")[0]


def _listed(report: Report, title: str, found: Sequence[Finding]) -> None:
    """How many there are of each kind, and the first of them."""
    by_kind = Counter((one.app, one.violation.kind) for one in found)
    rows = [[app, kind, number] for (app, kind), number in sorted(by_kind.items())]
    report.table(title, ["application", "kind", "number"], rows)
    examples = [[one.app, one.step, one.violation.kind, _cell(one.violation.message)] for one in found[:SHOWN]]
    if examples:
        report.table(f"{title}: the first of them", ["application", "step", "kind", "what"], examples)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")[:400]
