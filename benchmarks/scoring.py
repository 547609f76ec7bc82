"""Scores by both truths, the node and the content, and matchers scored on recordings by several processes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from statistics import fmean
from types import TracebackType
from typing import Protocol, Self

import attrs

import uidiff
from benchmarks.conditions import NO_IDS, under
from benchmarks.content import content_truth
from benchmarks.corpus import score
from benchmarks.recorded import Entry, RecordedStep, Recording, read, scored
from uidiff.matching.matching import Matcher

__all__ = ["WORKERS", "Scorer", "Tallies", "TunedMatcher", "content_of", "macro", "micro", "pool"]

WORKERS = 2


class TunedMatcher(Matcher, Protocol):
    """A matcher that is a frozen attrs value: hashable, and its fields can be given other values."""

    def __hash__(self) -> int: ...


@attrs.frozen
class Tallies:
    """What a matcher found on steps, by the truth of the node and by the truth of the content."""

    node: score.Tally = attrs.field(factory=score.Tally)
    content: score.Tally = attrs.field(factory=score.Tally)

    def count(self, truth: score.Step, content: score.Step, pairs: set[tuple[int, int]]) -> None:
        self.node.count(truth, pairs)
        self.content.count(content, pairs)

    def __add__(self, other: Tallies) -> Tallies:
        return Tallies(self.node + other.node, self.content + other.content)

    def f1(self, truth: str = "node") -> float:
        tally: score.Tally = getattr(self, truth)
        return tally.scores()["lenient_f1"]


def micro(tallies: Iterable[Tallies], truth: str = "node") -> dict[str, float]:
    """Scores over all elements."""
    return score.micro(getattr(one, truth) for one in tallies)


def macro(tallies: Iterable[Tallies], truth: str = "node") -> dict[str, float]:
    """Means of the recordings' scores."""
    return score.macro(getattr(one, truth) for one in tallies)


def content_of(recording: Recording, step: RecordedStep) -> score.Step:
    """The content truth of a step."""
    return content_truth(step.truth, recycled=step.number in recording.entry.recycled)


def pool(workers: int = WORKERS) -> ProcessPoolExecutor:
    """Processes that share nothing with this one."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


class Scorer:
    """Tallies of matchers on recordings, without ids; each matcher runs over each recording once.

    Each process has recordings of its own, which it reads once.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        self._known: dict[tuple[TunedMatcher, Entry], Tallies] = {}
        self._pools = [pool(1) for _ in range(WORKERS)]
        self._worker: dict[Entry, int] = {}
        sizes = [0] * WORKERS
        for entry in sorted(entries, key=lambda entry: -entry.file.stat().st_size):
            self._worker[entry] = sizes.index(min(sizes))
            sizes[self._worker[entry]] += entry.file.stat().st_size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for one in self._pools:
            one.shutdown(cancel_futures=error is not None)

    def tallies(self, matcher: TunedMatcher, entries: Iterable[Entry]) -> list[Tallies]:
        """On some of the recordings; a matcher that was not seen before runs over all."""
        if (matcher, self.entries[0]) not in self._known:
            running = {entry: self._pools[self._worker[entry]].submit(_run, matcher, entry) for entry in self.entries}
            self._known.update({(matcher, entry): future.result() for entry, future in running.items()})
        return [self._known[matcher, entry] for entry in entries]

    def macro(self, matcher: TunedMatcher, entries: Iterable[Entry]) -> float:
        """The mean of the recordings' lenient F1, as a reader sees them."""
        return fmean(one.f1("content") for one in self.tallies(matcher, entries))


def _run(matcher: TunedMatcher, entry: Entry) -> Tallies:
    found = Tallies()
    for step, content in _steps(entry):
        found.count(step.truth, content, scored(step, uidiff.match(step.before, step.after, matcher=matcher).pairs))
    return found


@cache
def _steps(entry: Entry) -> list[tuple[RecordedStep, score.Step]]:
    recording = under(NO_IDS, read(entry))
    return [(step, content_of(recording, step)) for step in recording.steps if not step.truth.is_navigation]
