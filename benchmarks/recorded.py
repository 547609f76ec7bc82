"""The corpus as the benchmarks read it: steps with their truth, which only the scorer sees, and their snapshots."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import attrs

import uidiff
from benchmarks.corpus import score

__all__ = [
    "CORPUS",
    "OLDER",
    "PLACES",
    "SETS",
    "Entry",
    "RecordedStep",
    "Recording",
    "entries",
    "read",
    "recordings",
    "scored",
]

CORPUS = Path(__file__).parent / "corpus"
PLACES = ("web", "atspi")
OLDER = ("first", "second")
"""The sets that all benchmarks run on; their figures stay comparable."""
SETS = (*OLDER, "own", "later")


@attrs.frozen
class Entry:
    """A recording in the registry, ``recordings.toml``.

    Attributes:
        family: its framework or toolkit. Nothing of a family is on both sides of a cross-validation.
        recycled: the steps in which nodes show other content than before, so that truth and reader differ.
        set: one of ``SETS``.
    """

    place: str
    app: str
    family: str
    what: str = ""
    licence: str = ""
    recycled: tuple[int, ...] = attrs.field(default=(), converter=tuple)
    set: str = "own"

    @property
    def file(self) -> Path:
        return CORPUS / self.place / f"{self.app}.jsonl.gz"


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

    entry: Entry
    steps: tuple[RecordedStep, ...]

    @property
    def place(self) -> str:
        return self.entry.place

    @property
    def app(self) -> str:
        return self.entry.app

    @property
    def family(self) -> str:
        return self.entry.family


def entries(place: str | None = None, of: str | None = None) -> list[Entry]:
    """The recordings there are, web first and by name; a file that is not registered is a family of its own."""
    registered = tomllib.loads((CORPUS / "recordings.toml").read_text(encoding="utf-8"))
    found = []
    for folder in PLACES if place is None else (place,):
        for file in sorted((CORPUS / folder).glob("*.jsonl.gz")):
            app = file.name.removesuffix(".jsonl.gz")
            found.append(Entry(folder, app, **{"family": app, **registered.get(folder, {}).get(app, {})}))
    return [entry for entry in found if of in (None, entry.set)]


def read(entry: Entry) -> Recording:
    """The steps of a recording, from its file."""
    raw = next(iter(score.recordings([entry.file])))
    snapshots = uidiff.import_recording(entry.file, format="corpus")
    pairs = zip(pairwise(raw), pairwise(snapshots), strict=True)
    steps = tuple(
        RecordedStep(raw_after["step"], raw_after["action"], score.Step(raw_before, raw_after), before, after)
        for (raw_before, raw_after), (before, after) in pairs
    )
    return Recording(entry, steps)


def recordings(place: str, of: str = "first", *, app: str | None = None) -> Iterator[Recording]:
    """The recordings of a place and a set, or one of them, in the order of their names, one read at a time."""
    return (read(entry) for entry in entries(place, of) if app in (None, entry.app))


def scored(step: RecordedStep, pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs that the scorer counts: those without an end whose identity is not to be trusted."""
    return {(i, j) for i, j in pairs if i in step.truth.scored_before and j in step.truth.scored_after}
