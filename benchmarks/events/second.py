"""Events on the second set, whose labels say what must, may and must not be said (benchmarks/corpus/second.md).

Reported are counts alone, no line of the labels: so they stay a test of rules that are made without them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import attrs

import uidiff
from benchmarks.conditions import under
from benchmarks.recorded import CORPUS, PLACES, recordings

__all__ = ["Count", "counted"]

LEFT_OUT = "LayoutShifted"
"""Boxes are ignored, as an agent reads."""

Said: TypeAlias = tuple[str, str]
"""The class of an event, and its label without white space and case."""


@attrs.define
class Count:
    """How often a kind of event has to be said and was, was said and rightly so, and was said and is false."""

    must: int = 0
    met: int = 0
    said: int = 0
    right: int = 0
    false: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(*(mine + theirs for mine, theirs in zip(attrs.astuple(self), attrs.astuple(other), strict=True)))


@attrs.frozen
class _Labels:
    must: tuple[Said, ...]
    may: tuple[Said, ...]
    must_not: tuple[Said, ...]


def counted(condition: str) -> dict[str, Count]:
    """By kind of event, over all labelled steps under a condition."""
    labels = _labels()
    counts: dict[str, Count] = {}
    for place in PLACES:
        for recording in recordings(place, "second"):
            for step in under(condition, recording).steps:
                labelled = labels.get((recording.app, step.number))
                if labelled is not None:
                    events = uidiff.diff(step.before, step.after, ignore=("bounds",)).events
                    found = [(type(event).__name__, _plain(event.label)) for event in events]
                    for kind, count in _count(labelled, found):
                        counts[kind] = counts.get(kind, Count()) + count
    return counts


def _labels() -> dict[tuple[str, int], _Labels]:
    rows = json.loads((CORPUS / "second_events.json").read_text(encoding="utf-8"))
    return {
        (row["app"], row["step"]): _Labels(*(tuple(_lines(row[which])) for which in ("must", "may", "must_not")))
        for row in rows
    }


def _lines(given: Iterable[dict[str, str]]) -> Iterator[Said]:
    for line in given:
        if line["event"] != LEFT_OUT:
            yield line["event"], _plain(line.get("label") or "")


def _plain(label: str) -> str:
    return "".join(label.split()).casefold()


def _count(labelled: _Labels, found: list[Said]) -> Iterator[tuple[str, Count]]:
    for line in labelled.must:
        yield line[0], Count(must=1, met=_is_met(line, found))
    for event in found:
        right = _is_met(event, (*labelled.must, *labelled.may))
        yield event[0], Count(said=1, right=right, false=_is_met(event, labelled.must_not))


def _is_met(one: Said, others: Iterable[Said]) -> bool:
    """Whether one of the others has its kind, and a label that contains its label or stands in it."""
    kind, label = one
    return any(kind == other and (label in text or text in label) for other, text in others)
