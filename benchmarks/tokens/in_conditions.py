"""Is a text longer where elements have ids? Each step of both sets under the conditions of benchmarks.conditions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import attrs

import uidiff
from benchmarks.conditions import CONDITIONS, NO_IDS, NODE_IDENTITY, under
from benchmarks.recorded import OLDER, PLACES, Recording, recordings
from benchmarks.report import Report
from benchmarks.tokens.counter import count
from benchmarks.tokens.said import FORMAT
from uidiff.formats.choice import full_or_diff

__all__ = ["add_conditions"]

LONGER = 1.1
"""A text is much longer from this many times the one without ids on."""


@attrs.frozen
class _Step:
    """What is sent after one step under a condition: its text, and the number of records that were told."""

    corpus: str
    place: str
    app: str
    number: int
    condition: str
    text: str
    records: int

    @property
    def key(self) -> tuple[str, int]:
        return self.app, self.number


def add_conditions(report: Report) -> None:
    """The tables and the targets: with node identity no text is much longer than without, and all are not longer."""
    steps = [
        step
        for corpus, place in product(OLDER, PLACES)
        for recording in recordings(place, corpus)
        for condition in CONDITIONS
        for step in _of(corpus, recording, condition)
    ]
    tokens = dict(zip([(step.condition, *step.key) for step in steps], count(step.text for step in steps), strict=True))

    def times(step: _Step) -> float:
        """A text with ids / the same step's text without."""
        return tokens[step.condition, *step.key] / tokens[NO_IDS, *step.key]

    def shares(of: list[_Step]) -> list[object]:
        total = sum(tokens[step.condition, *step.key] for step in of)
        without = sum(tokens[NO_IDS, *step.key] for step in of)
        numbers = [sum(times(step) > 1 for step in of), sum(times(step) < 1 for step in of)]
        return [len(of), f"{total:,}", f"{total / without:.4f}", *numbers, sum(times(step) > LONGER for step in of)]

    rows: list[list[object]] = []
    places = [(corpus, place) for corpus, place in product(OLDER, PLACES)]
    for corpus, place in places:
        for condition in CONDITIONS:
            of = [one for one in steps if (one.corpus, one.place, one.condition) == (corpus, place, condition)]
            rows.append([corpus, place, condition, *shares(of)])
    rows += [["**both**", "", name, *shares([one for one in steps if one.condition == name])] for name in CONDITIONS]
    columns = ("steps", "tokens sent", "/ without ids", "longer steps", "shorter", "by more than a tenth longer")
    report.table("Under three conditions: what is sent", ("set", "place", "condition", *columns), rows)
    plain = {step.key: step for step in steps if step.condition == NO_IDS}
    much = [step for step in steps if times(step) > LONGER]
    _longer(report, [(plain[step.key], step) for step in much], tokens)
    with_nodes = [step for step in steps if step.condition == NODE_IDENTITY]
    total = sum(tokens[NODE_IDENTITY, *step.key] for step in with_nodes)
    without = sum(tokens[NO_IDS, *step.key] for step in with_nodes)
    report.target("both sets: tokens with node identity / without ids", total / without, 1.0)
    what = "both sets: steps whose text with node identity is more than a tenth longer than without"
    report.target(what, sum(step.condition == NODE_IDENTITY for step in much), 0)
    more = sum(step.records >= plain[step.key].records for step in much)
    report.target("of these and those with authors' ids, steps with no fewer records than without ids", more, 0)


def _longer(report: Report, pairs: list[tuple[_Step, _Step]], tokens: dict[tuple[str, str, int], int]) -> None:
    rows = [
        [with_ids.app, with_ids.number, with_ids.condition]
        + [tokens[one.condition, *one.key] for one in (plain, with_ids)]
        + [plain.records, with_ids.records]
        for plain, with_ids in pairs
    ]
    columns = ("recording", "step", "condition", "tokens without", "with", "records without", "with")
    report.table("Texts that ids make more than a tenth longer", columns, rows)


def _of(corpus: str, recording: Recording, condition: str) -> Iterator[_Step]:
    refs = None
    for step in under(condition, recording).steps:
        delta = uidiff.diff(step.before, step.after, ignore=("bounds",), refs=refs)
        refs = delta.refs[1]
        if not step.truth.is_navigation:
            text = full_or_diff(step.after, delta, format=FORMAT).text
            records = len(delta.added) + len(delta.removed) + len(delta.changed) + len(delta.moved)
            records += len(delta.reordered)
            yield _Step(corpus, recording.place, recording.app, step.number, condition, text, records)
