"""Sessions: their answers judged on the corpus, how long refs live there, and what a session costs beside a diff."""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from statistics import fmean

import attrs

from benchmarks.conditions import CONDITIONS, NO_IDS, under
from benchmarks.recorded import OLDER, PLACES, Recording, recordings
from benchmarks.report import Report, share
from benchmarks.sessions.cost import polls, stores
from benchmarks.sessions.lives import Lives, Lost
from benchmarks.sessions.oracle import RULES
from benchmarks.sessions.overhead import BLOCKS, STEADY, overhead
from benchmarks.sessions.player import EVERY, Failures
from benchmarks.sessions.replay import lives, replay, snapshots_of
from uidiff.text import quote, shorten

__all__ = ["run"]

LEAST = 0.985
SHOWN = 40
NOTES = f"""
Every {EVERY}th read of the whole corpus fails, in turn: the backend fails, nothing is read in time, a subtree is left
out. An oracle that remembers all reads says what each answer is to be compared with, and asks the same matcher who is
who. No session sees the truth or native ids, but in the table of three conditions: without ids, with the authors' ids,
with the identity of the node as stable id (benchmarks/conditions.py). The second set are other applications.

Refs: an element truly survives if it is in every snapshot from the first to the last; where a recording navigates, of
each document, as nothing survives a navigation. Its ref is kept if it is the same in all of them. For information:
telling are the survivors that say something (name, value, description) in the first or the last of these snapshots, or
whose ref is printed there. A stay is an unbroken row of two snapshots or more in which an element is. Returned: it went
from the tree and came back, the same by the truth; its ref is promised if it says the same below the same parent
(spec/definitions#16-refs). Wrong: a ref came to name another
element from one snapshot to the next of a document; excused are those of them where one was made again and looks the
same. Across: refs carried to another document.

Cost: what an answer takes more is its time without its read, less that of ``uidiff.diff(before, after)`` of the same
two snapshots, in such diffs: round by round, in one process, each of them first in turn, another window read before
each. The collector is off, and what was read is kept until the end of a block. The first block whose quartiles are at
most {STEADY} apart is taken, of {BLOCKS} without one that where they are nearest. A diff that is not given its rules
makes them; a session has them, so beside it stands, for information, what it takes more than a diff that is given them.
"""


def run() -> Report:
    report = Report("Sessions: baselines, refs, cost")
    report.notes.append(NOTES.strip())
    overhead(report)  # first, while the heap is small
    stores(report)
    polls(report)
    _corpora(report)
    return report


@attrs.define
class _Replayed:
    """What became of the recordings under one condition: the breaks of each rule, and the refs."""

    wrong: Counter[str] = attrs.field(factory=Counter)
    judged: list[list[object]] = attrs.field(factory=list)
    lives: dict[str, Lives] = attrs.field(factory=dict)
    failures: Failures = attrs.field(factory=Failures)

    def play(self, recording: Recording) -> None:
        """Replay it through two sessions: one in which reads fail, and one in which all goes well."""
        oracle = replay(snapshots_of(recording), self.failures)
        self.wrong += oracle.wrong
        self.judged.append([recording.app, oracle.answers, *(oracle.wrong[rule] for rule in RULES)])
        self.lives[recording.app] = lives(recording)

    @property
    def answers(self) -> int:
        return sum(int(str(row[1])) for row in self.judged)

    def row(self) -> list[object]:
        """All in a line: answers, breaks of rules, refs."""
        every = sum(self.lives.values(), Lives())
        macro = fmean(one.share for one in self.lives.values())
        refs = [every.survivors, every.kept, share(every.share), share(macro), every.returned, every.returned_kept]
        return [self.answers, self.wrong.total(), *refs, every.wrong, every.excused]


def _corpora(report: Report) -> None:
    """The tables and the targets of the recordings."""
    rows: list[list[object]] = []
    wrong: Counter[str] = Counter()
    for corpus in OLDER:
        read = [recording for place in PLACES for recording in recordings(place, corpus)]
        for condition in CONDITIONS:
            found = _Replayed()
            for recording in read:
                found.play(under(condition, recording))
            if (corpus, condition) == ("first", NO_IDS):
                _tables(report, found)
            wrong += found.wrong
            rows.append([corpus, condition, *found.row()])
    answers = ("answers", "rules broken")
    refs = ("survivors", "ref kept", "share", "macro", "returned", "ref again", "wrong", "excused")
    report.table("Under three conditions", ("set", "condition", *answers, *refs), rows)
    for rule in RULES:
        report.target(rule, wrong[rule], 0)


def _tables(report: Report, found: _Replayed) -> None:
    """The tables of one corpus under one condition."""
    total = ["all", found.answers, *(found.wrong[rule] for rule in RULES)]
    title = f"Failures injected: {_counted(found.failures.injected)}"
    report.table(title, ("recording", "answers", *RULES), [*found.judged, total])
    _refs(report, found.lives)


def _refs(report: Report, found: dict[str, Lives]) -> None:
    """The tables of refs, and the target."""
    everything = {**found, "all, micro": sum(found.values(), Lives())}
    survivors: list[list[object]] = []
    others: list[list[object]] = []
    for app, one in everything.items():
        kept = [one.survivors, one.kept, share(one.share)]
        survivors.append([app, *kept, one.telling, one.telling_kept, share(one.share_of_telling)])
        stays = [one.stays, one.stays_kept, share(one.share_of_stays)]
        others.append([app, *stays, one.returned, one.returned_kept, one.wrong, one.excused, one.across])
    macro = fmean(one.share for one in found.values())
    telling, stays_macro = (
        share(fmean(of(one) for one in found.values()))
        for of in (attrgetter("share_of_telling"), attrgetter("share_of_stays"))
    )
    survivors.append(["all, macro", "", "", share(macro), "", "", telling])
    others.append(["all, macro", "", "", stays_macro, *[""] * 5])
    columns = ("recording", "survivors", "ref kept", "share", "telling", "ref kept", "share")
    report.table("Refs from the first to the last snapshot, by the truth", columns, survivors)
    lost = [[app, one.step, *_told(one)] for app, lives_there in found.items() for one in lives_there.lost]
    report.table("Survivors that lost their ref", ("recording", "step", "role", "label", "path"), lost)
    columns_of = ("recording", "stays", "ref kept", "share", "returned", "ref again", "wrong", "excused", "across")
    report.table("For information: stays, and what is not the same", columns_of, others)
    report.target("refs of survivors, first to last snapshot, macro", macro, LEAST, at_least=True)


def _told(lost: Lost) -> tuple[str, str, str]:
    """Role, label and path; the label after, too, where it is another one."""
    labels = [quote(shorten(one.label, SHOWN)) if one.label else "none" for one in (lost.before, lost.after)]
    label = " → ".join(dict.fromkeys(labels))
    return lost.before.role, label.replace("|", "\\|"), lost.before.path


def _counted(kinds: list[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(kinds).items()))
