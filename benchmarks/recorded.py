"""The corpus as the benchmarks read it: steps with their truth, which only the scorer sees, and their snapshots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import attrs

import uidiff
from benchmarks.corpus import score

__all__ = ["CORPORA", "CORPUS", "CORPUS2", "PLACES", "RecordedStep", "Recording", "recordings", "scored"]

CORPUS = Path(__file__).parent / "corpus"
CORPUS2 = Path(__file__).parent / "corpus2"
CORPORA = {"corpus": CORPUS, "corpus2": CORPUS2}
"""The recordings that the matcher was made with, and others of which no threshold was chosen."""
PLACES = ("web", "atspi")


@attrs.frozen(eq=False)
class RecordedStep:
    """Two consecutive snapshots of a recording.

    Attributes:
        number: the step of the after-snapshot.
        action: what was done between the two, in words.
        truth: what is true of them; not for matchers.
        before, after: the snapshots, as the importer gives them, or as benchmarks.conditions makes them.
    """

    number: int
    action: str
    truth: score.Step
    before: uidiff.Snapshot
    after: uidiff.Snapshot


@attrs.frozen(eq=False)
class Recording:
    """One recorded session of one application, its steps in order."""

    place: str
    app: str
    steps: tuple[RecordedStep, ...]


def recordings(place: str, corpus: str = "corpus", *, app: str = "*") -> Iterator[Recording]:
    """The recordings of a folder of a corpus, or one of them, in the order of their names, one read at a time."""
    for file in sorted((CORPORA[corpus] / place).glob(f"{app}.jsonl.gz")):
        raw = next(iter(score.recordings([file])))
        snapshots = uidiff.import_recording(file, format="corpus")
        pairs = zip(pairwise(raw), pairwise(snapshots), strict=True)
        steps = tuple(
            RecordedStep(raw_after["step"], raw_after["action"], score.Step(raw_before, raw_after), before, after)
            for (raw_before, raw_after), (before, after) in pairs
        )
        yield Recording(place, raw[0]["app"], steps)


def scored(step: RecordedStep, pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs that the scorer counts: those without an end whose identity is not to be trusted."""
    return {(i, j) for i, j in pairs if i in step.truth.scored_before and j in step.truth.scored_after}
