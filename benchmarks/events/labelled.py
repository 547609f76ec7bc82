"""The labelled steps: what a reader of the two trees says must, may and must not be said of them.

Three sets (README.md, ../corpus/second.md). Of the applications in ``UNSEEN`` nobody who wrote a rule has looked at a
label, or at what the rules make of a step: of them there are counts alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import TypeAlias

import attrs

import uidiff
from benchmarks.conditions import under
from benchmarks.events.truth import borne_out
from benchmarks.recorded import CORPUS, PLACES, RecordedStep, entries, read
from uidiff.events import Event

__all__ = ["GROUPS", "Count", "Judged", "judged"]

UNSEEN = frozenset({"gnome_contacts", "gnumeric", "morphdom", "quasar", "radix", "rhythmbox", "solid", "tiptap"})
"""Applications that no rule was made with, and none corrected."""

GROUPS = ("first", "second", "own", "unseen")

_HERE = Path(__file__).parent
_FILES = {"first": _HERE / "first.json", "second": CORPUS / "second_events.json", "own": _HERE / "own.json"}
_SETS = {"first": ("first",), "second": ("second",), "own": ("own", "later")}

LEFT_OUT = "LayoutShifted"
"""Boxes are ignored, as an agent reads."""

_CLASS_NAME = re.compile(r"(?:Adw|Editor|Gtk)[A-Z]\w*")
"""Labels of the second set that are classes of GTK 4, which are no names: any label will do there."""

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
class Judged:
    """One labelled step and what the rules say of it.

    Attributes:
        group: one of ``GROUPS``.
        counts: by kind of event.
        missing, wrong: what had to be said and was not; what was said and is in no label, or is called false.
    """

    group: str
    app: str
    step: int
    action: str
    counts: dict[str, Count]
    missing: tuple[Said, ...]
    wrong: tuple[Said, ...]


@attrs.frozen
class _Labels:
    must: tuple[Said, ...]
    may: tuple[Said, ...]
    must_not: tuple[Said, ...]


def judged(condition: str, groups: Container[str] = GROUPS) -> Iterator[Judged]:
    """Yield every labelled step of these groups under a condition of benchmarks.conditions."""
    for name in _FILES:
        labels = _labels(name)
        for place, part in product(PLACES, _SETS[name]):
            for entry in entries(place, part):
                group = "unseen" if entry.app in UNSEEN else name
                steps = under(condition, read(entry)).steps if group in groups else ()
                for step in steps:
                    labelled = labels.get((entry.app, step.number))
                    if labelled is not None:
                        borne = borne_out(step) if name == "own" else ()  # the others have theirs in the file
                        yield _judge(group, entry.app, step, labelled, borne)


def _labels(name: str) -> dict[tuple[str, int], _Labels]:
    rows = json.loads(_FILES[name].read_text(encoding="utf-8"))
    return {
        (row["app"], row["step"]): _Labels(*(tuple(_lines(row[which])) for which in ("must", "may", "must_not")))
        for row in rows
    }


def _lines(given: Iterable[dict[str, str]]) -> Iterator[Said]:
    for line in given:
        label = line.get("label") or ""
        if line["event"] != LEFT_OUT:
            yield line["event"], "" if _CLASS_NAME.fullmatch(label) else _plain(label)


def _plain(label: str) -> str:
    return "".join(label.split()).casefold()


def _judge(group: str, app: str, step: RecordedStep, labelled: _Labels, borne: Iterable[Said]) -> Judged:
    events = uidiff.diff(step.before, step.after, ignore=("bounds",)).events
    found = [(event, (type(event).__name__, _plain(event.label))) for event in events]
    right = (*labelled.must, *labelled.may, *((kind, _plain(text)) for kind, text in borne))
    counts: dict[str, Count] = {}
    missing = []
    wrong = []
    for line in labelled.must:
        met = any(_is_met(line, (said,)) or _is_about(line, event) for event, said in found)
        counts[line[0]] = counts.get(line[0], Count()) + Count(must=1, met=met)
        if not met:
            missing.append(line)
    for event, said in found:
        is_right = _is_met(said, right) or any(_is_about(line, event) for line in right)
        is_false = _is_met(said, labelled.must_not)
        counts[said[0]] = counts.get(said[0], Count()) + Count(said=1, right=is_right, false=is_false)
        if is_false or not is_right:
            wrong.append((said[0], event.label))
    return Judged(group, app, step.number, step.action, counts, tuple(missing), tuple(wrong))


def _is_met(one: Said, others: Iterable[Said]) -> bool:
    """Whether one of the others has its kind, and a label that contains its label or stands in it."""
    kind, label = one
    return any(kind == other and (label in text or text in label) for other, text in others)


def _is_about(line: Said, event: Event) -> bool:
    """Whether an event is about the element of a label, which may be any text of it: one of several items, say."""
    kind, label = line
    if kind != type(event).__name__ or not label:
        return False
    elements = (record.before if record.after is None else record.after for record in event.records)
    inside = (one for element in elements if element is not None for one in (element, *element.descendants))
    return any(label in _plain(one.label) for one in inside if one.label)
