"""What do constants chosen on some applications score on others? A cross-validation over families of recordings.

The recordings are divided into groups, nothing of a framework or toolkit in two of them (benchmarks/folds.py). For each
group each field of the grid takes, in its order, the value with the best macro (the mean of the recordings' lenient F1
by content) over all other groups, the fields before it as chosen, those behind it at their defaults; of equally good
values the default. Unseen is what the matcher so made scores on the group that was left out; seen, what the matchers
score that were chosen with a recording among others. The difference says how much of a score was learnt by heart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import attrs

from benchmarks.folds import folds
from benchmarks.recorded import PLACES, Entry, entries
from benchmarks.report import Report
from benchmarks.scoring import Scorer, Tallies, TunedMatcher, macro, micro
from uidiff.matching.strategies import resolve_matcher

__all__ = ["GRID", "Validated", "cross_validated", "run"]

GRID: dict[str, Sequence[object]] = {
    "likeness": (0.2, 0.25, 0.3, 0.5, 0.6),
    "shared_text": (0.2, 0.4, 0.5),
    "moved_text": (0.4, 0.6),
    "wrapped": (0.3, 0.7),
    "letters": (3, 5, 6),
    "cells": (64, 1024),
    "budget": (8, 72),
    "rounds": (1, 6),
}
"""The thresholds of the structural matcher, by field, with the values to try. The default is tried in any case."""

BOUND = 0.002
"""What the seen score may be better than the unseen one."""


@attrs.define
class Validated:
    """Of each recording what was found with constants chosen with it, and chosen without its family.

    Attributes:
        chosen: for each group left out, the values that are not the defaults.
    """

    seen: dict[Entry, Tallies] = attrs.field(factory=dict)
    unseen: dict[Entry, Tallies] = attrs.field(factory=dict)
    chosen: list[tuple[Sequence[Entry], Mapping[str, object]]] = attrs.field(factory=list)

    def of(self, place: str) -> tuple[list[Tallies], list[Tallies]]:
        """Seen and unseen, of a place."""
        seen, unseen = ([one for entry, one in of.items() if entry.place == place] for of in (self.seen, self.unseen))
        return seen, unseen


def cross_validated(scorer: Scorer, matcher: TunedMatcher, grid: Mapping[str, Sequence[object]]) -> Validated:
    """Each group of families scored with the values that were chosen on the others."""
    defaults = _defaults(matcher, grid)
    found = Validated()
    for chosen_on, reported_on in folds(scorer.entries):
        tuned = _tuned(scorer, matcher, grid, chosen_on)
        for entry, tallies in zip(chosen_on, scorer.tallies(tuned, chosen_on), strict=True):
            found.seen[entry] = found.seen.get(entry, Tallies()) + tallies
        found.unseen.update(zip(reported_on, scorer.tallies(tuned, reported_on), strict=True))
        values = {name: getattr(tuned, name) for name in grid}
        found.chosen.append((reported_on, {name: one for name, one in values.items() if one != defaults[name]}))
    return found


def _defaults(matcher: TunedMatcher, grid: Mapping[str, Sequence[object]]) -> dict[str, object]:
    if not attrs.has(type(matcher)):
        raise TypeError(f"tuning needs an attrs matcher, got {type(matcher).__name__}")
    known = {field.name: getattr(matcher, field.name) for field in attrs.fields(cast("Any", type(matcher)))}
    unknown = [name for name in grid if name not in known]
    if unknown:
        raise ValueError(f"{type(matcher).__name__} has no field {unknown[0]!a}; it has {', '.join(known)}")
    return {name: known[name] for name in grid}


def _tuned(
    scorer: Scorer, matcher: TunedMatcher, grid: Mapping[str, Sequence[object]], on: Sequence[Entry]
) -> TunedMatcher:
    """The matcher after one pass over the fields; of equally good values the first."""
    for name, values in grid.items():
        candidates = [matcher, *(_with(matcher, name, value) for value in values)]
        matcher = max(candidates, key=lambda candidate: round(scorer.macro(candidate, on), 12))
    return matcher


def _with(matcher: TunedMatcher, name: str, value: object) -> TunedMatcher:
    """The matcher with another value of a field."""
    return attrs.evolve(cast("Any", matcher), **{name: value})


def structural() -> TunedMatcher:
    """The matcher that is tuned."""
    return cast("TunedMatcher", resolve_matcher("structural"))


def run() -> Report:
    report = Report("Thresholds chosen on some families of recordings, scored on others (lenient F1)")
    report.notes.append((__doc__ or "").strip())
    matcher = structural()
    with Scorer(entries()) as scorer:
        found = cross_validated(scorer, matcher, GRID)
        profile = _profile(scorer, matcher, GRID)
    rows = []
    for group, chosen in found.chosen:
        families = ", ".join(sorted({entry.family for entry in group}))
        shown = ", ".join(f"{name} = {_short(value)}" for name, value in chosen.items()) or "defaults"
        seen, unseen = (macro(side[entry] for entry in group)["lenient_f1"] for side in (found.seen, found.unseen))
        rows.append([families, len(group), shown, f"{seen:.5f}", f"{unseen:.5f}", f"{seen - unseen:+.5f}"])
    columns = ("families left out", "recordings", "values chosen without them", "seen", "unseen", "seen - unseen")
    report.table("Each group of families, macro by node", columns, rows)
    for place in PLACES:
        seen_tallies, unseen_tallies = found.of(place)
        for kind, mean in (("micro", micro), ("macro", macro)):
            difference = mean(seen_tallies)["lenient_f1"] - mean(unseen_tallies)["lenient_f1"]
            report.target(f"{place} {kind}: seen minus unseen", difference, BOUND)
    report.table("Each value alone, the others at their defaults", *profile)
    return report


def _profile(
    scorer: Scorer, matcher: TunedMatcher, grid: Mapping[str, Sequence[object]]
) -> tuple[list[str], list[list[str]]]:
    """How much each value matters: the macro of each place, all from what is scored already or nearly so."""
    of = {place: [entry for entry in scorer.entries if entry.place == place] for place in PLACES}
    rows = []
    for name, values in grid.items():
        default = getattr(matcher, name)
        for value in dict.fromkeys([default, *values]):
            tried = _with(matcher, name, value)
            scores = [f"{scorer.macro(tried, of[place]):.5f}" for place in PLACES]
            rows.append([name, _short(value) + (" (default)" if value == default else ""), *scores])
    return ["field", "value", *(f"{place} macro, by content" for place in PLACES)], rows


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
