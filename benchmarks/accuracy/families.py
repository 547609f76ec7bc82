"""Seen and unseen: every contestant by family, and the structural matcher with constants chosen without the family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.accuracy.board import Board
from benchmarks.accuracy.contestants import CONTESTANTS, STRUCTURAL
from benchmarks.accuracy.measure import AUTO, Measured
from benchmarks.corpus.score import Tally
from benchmarks.recorded import Entry
from benchmarks.report import Report, share
from benchmarks.scoring import Tallies, macro, micro
from benchmarks.tuning import BOUND, Validated

__all__ = ["add_ceilings", "add_families"]

UNSEEN_BOUNDS = {"web": {"micro": 0.993, "macro": 0.992}, "atspi": {"micro": 0.998, "macro": 0.997}}
SPURIOUS_BOUND, HIDDEN_BOUND = 2, 2  # per web step, micro
CHOSEN = (STRUCTURAL, AUTO)
"""The contestants with constants; auto is structural where there are no ids. Of all others seen and unseen are one."""
MEANS = {"micro": micro, "macro": macro}


def add_families(report: Report, board: Board, validated: Validated) -> None:
    """The tables of a place over all sets, and the targets."""
    _seen_and_unseen(report, board, validated)
    _each_family(report, board, validated)
    plain = [one.entry for one in board.measured if not one.has_ceiling]
    for kind, bound in UNSEEN_BOUNDS[board.place].items():
        seen, unseen = (_f1(side, plain, kind) for side in (validated.seen, validated.unseen))
        what = f"{board.place}, unseen families, no ceiling: {kind} of {STRUCTURAL}"
        report.target(what, unseen, bound, at_least=True)
        report.target(f"{board.place}: {kind} of {STRUCTURAL}, seen minus unseen", seen - unseen, BOUND)
    if board.place == "web":
        scores = micro(validated.unseen[one.entry] for one in board.measured)
        report.target("web, unseen families: spurious per step", scores["spurious_per_step"], SPURIOUS_BOUND)
        report.target("web, unseen families: hidden per step", scores["hidden_per_step"], HIDDEN_BOUND)


def _f1(side: Mapping[Entry, Tallies], entries: Sequence[Entry], kind: str, truth: str = "node") -> float:
    return MEANS[kind]([side[entry] for entry in entries], truth)["lenient_f1"]


def _seen_and_unseen(report: Report, board: Board, validated: Validated) -> None:
    rows: list[list[object]] = []
    every = [one.entry for one in board.measured]
    for name in CONTESTANTS:
        plain = dict(zip(every, board.tallies(name), strict=True))
        seen, unseen = (validated.seen, validated.unseen) if name in CHOSEN else (plain, plain)
        cells: list[object] = [name]
        for kind in MEANS:
            scores = _f1(seen, every, kind), _f1(unseen, every, kind)
            cells += [*map(share, scores), f"{scores[0] - scores[1]:+.4f}"]
        cells += [share(_f1(unseen, every, kind, "content")) for kind in MEANS]
        counts = micro(unseen.values() if name not in CHOSEN else (unseen[entry] for entry in every))
        rows.append([*cells, f"{counts['spurious_per_step']:.2f}", f"{counts['hidden_per_step']:.2f}"])
    columns = ["strategy"]
    columns += [f"{kind} {what}" for kind in MEANS for what in ("seen", "unseen", "difference")]
    columns += [f"{kind} unseen by content" for kind in MEANS]
    report.table(f"{board.title}: seen and unseen", [*columns, "spurious", "hidden"], rows)


def _each_family(report: Report, board: Board, validated: Validated) -> None:
    """The means of each family's recordings, by node; of the structural matcher by content too."""
    rows: list[list[object]] = []
    others = [name for name in CONTESTANTS if name not in CHOSEN]
    for family in sorted({one.entry.family for one in board.measured}):
        own = [one for one in board.measured if one.entry.family == family]
        entries = [one.entry for one in own]
        seen, unseen = (_f1(side, entries, "macro") for side in (validated.seen, validated.unseen))
        content = _f1(validated.unseen, entries, "macro", "content")
        scores = [share(macro(one.found[name] for one in own)["lenient_f1"]) for name in others]
        rows.append([family, len(own), share(seen), share(unseen), f"{seen - unseen:+.4f}", share(content), *scores])
    columns = ("family", "recordings", f"{STRUCTURAL}: seen", "unseen", "difference", "unseen by content", *others)
    report.table(f"{board.title}: each family, macro", columns, rows)


def add_ceilings(report: Report, measured: Sequence[Measured]) -> None:
    """The recordings on which a reader without a fault is wrong by the truth of the node."""
    rows = []
    for one in measured:
        if one.has_ceiling:
            steps = ", ".join(map(str, one.entry.recycled)) or "-"
            found = one.found[STRUCTURAL]
            rows.append(
                [one.entry.app, steps, *(f"{f1:.5f}" for f1 in (_of(one.reader), found.f1(), found.f1("content")))]
            )
    columns = ("recording", "steps registered as recycled", "a reader, by node", STRUCTURAL, f"{STRUCTURAL} by content")
    report.table("Recordings with a ceiling: nodes are recycled, and the content went elsewhere", columns, rows)


def _of(tally: Tally) -> float:
    return tally.scores()["lenient_f1"]
