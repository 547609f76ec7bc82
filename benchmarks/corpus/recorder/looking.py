"""What is in a recording: how the matcher does on it, and what truly happened in each step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import uidiff
from benchmarks.corpus import score

MOST = 8  # lines of each kind that a step shows


def scored(file: Path) -> Iterator[tuple[dict[str, Any], score.Step, score.Tally]]:
    """The later snapshot of each step, its truth, and the score of the matcher, which sees no ids."""
    raw = next(iter(score.recordings([file])))
    snapshots = uidiff.import_recording(file, format="corpus")
    for (before, after), (old, new) in zip(pairwise(raw), pairwise(snapshots), strict=True):
        step, tally = score.Step(before, after), score.Tally()
        pairs = uidiff.match(old, new).pairs
        tally.count(step, {(i, j) for i, j in pairs if i in step.scored_before and j in step.scored_after})
        yield after, step, tally


def score_of(file: Path) -> str:
    """One line: the size of a recording, and the lenient F1 of the matcher."""
    steps = list(scored(file))
    total = sum((tally for _, _, tally in steps), score.Tally())
    sizes = [len(step.before) for _, step, _ in steps[:1]] + [len(step.after) for _, step, _ in steps]
    return (
        f"{file.name.split('.')[0]}: {len(steps)} steps, {min(sizes, default=0)}-{max(sizes, default=0)} nodes, "
        f"{file.stat().st_size / 1000:.0f} kB, lenient F1 {total.scores()['lenient_f1']:.5f}"
    )


def show(file: Path) -> None:
    """Print what came, went and changed in each step, by the truth, and the score of the step."""
    for after, step, tally in scored(file):
        came = [said(n) for n in step.after if n["i"] not in step.stayed_after]
        went = [said(n) for n in step.before if n["i"] not in step.stayed_before]
        both = [(said(step.before[i]), said(step.after[j])) for i, j in sorted(step.true_pairs)]
        changed = [f"{old} -> {new}" for old, new in both if old != new]
        print(
            f"{after['step']:3} {after['action']}: {len(step.after)} nodes, +{len(came)} -{len(went)} ~{len(changed)}, "
            f"F1 {tally.scores()['lenient_f1']:.4f}"
        )
        for mark, lines in (("+", came), ("-", went), ("~", changed)):
            print(*(f"      {mark} {line[:150]}\n" for line in lines[:MOST]), sep="", end="")


def said(node: dict[str, Any]) -> str:
    """Role, name, value and states of a node."""
    states = " ".join(f"{name}={value}" for name, value in node["states"].items() if value is not True)
    flags = " ".join(name for name, value in node["states"].items() if value is True)
    parts = (node["r"], repr(node["t"]), repr(node["v"]) if "v" in node else "", flags, states)
    return " ".join(part for part in parts if part)
