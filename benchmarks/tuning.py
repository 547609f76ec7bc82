"""Are the thresholds fitted to the corpus? Each application is scored with values chosen on the others alone.

For each application left out, each field of the grid in its order takes the value with the best macro (mean of the
lenient F1) over the other applications, the fields before it as chosen, those behind it at their defaults. The
application left out is scored with what was chosen. If the mean of these scores is that of the defaults, the defaults
say nothing that any one application alone had to teach.

Often several values are equally good on the others. Then the default wins; but it may owe its place to the very
application that is left out. So the same is done once more, and of equally good values the one wins that is worst on
the application left out: what the choice could cost at most, along this path through the grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, Protocol, cast

import attrs

import uidiff
from benchmarks.accuracy.contestants import STRATEGIES, STRUCTURAL
from benchmarks.corpus import score
from benchmarks.recorded import PLACES, Recording, recordings, scored
from benchmarks.report import Report
from uidiff.matching.matching import Matcher
from uidiff.matching.strategies import resolve_matcher

__all__ = ["GRID", "leave_one_out", "run"]

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

BOUND = 0.001


class TunedMatcher(Matcher, Protocol):
    """A matcher that is a frozen attrs value: hashable, and its fields can be given other values."""

    def __hash__(self) -> int: ...


@attrs.define
class Scorer:
    """The lenient F1 of matchers on recordings; each matcher runs over each recording once."""

    recordings: Mapping[str, Recording]
    known: dict[tuple[TunedMatcher, str], float] = attrs.field(factory=dict)

    def f1(self, matcher: TunedMatcher, app: str) -> float:
        """On one application."""
        if (matcher, app) not in self.known:
            tally = score.Tally()
            for step in self.recordings[app].steps:
                if not step.truth.is_navigation:
                    pairs = uidiff.match(step.before, step.after, matcher=matcher).pairs
                    tally.count(step.truth, scored(step, pairs))
            self.known[matcher, app] = tally.scores()["lenient_f1"]
        return self.known[matcher, app]

    def macro(self, matcher: TunedMatcher, apps: Iterable[str]) -> float:
        """The mean of applications."""
        return fmean(self.f1(matcher, app) for app in apps)


@attrs.frozen
class LeftOut:
    """What was chosen without an application, and what it scores there.

    Attributes:
        chosen: the values that are not the defaults; of equally good ones the default was taken.
        worst: the same, of equally good ones that was taken which is worst on this application.
    """

    app: str
    place: str
    with_defaults: float
    chosen: Mapping[str, object]
    with_chosen: float
    worst: Mapping[str, object]
    with_worst: float


def leave_one_out(scorer: Scorer, matcher: TunedMatcher, grid: Mapping[str, Sequence[object]]) -> list[LeftOut]:
    """Each application with the values chosen on the others."""
    defaults = _defaults(matcher, grid)
    found = []
    for app, recording in scorer.recordings.items():
        others = [other for other in scorer.recordings if other != app]
        row: list[Any] = []
        for worst in (None, app):
            tuned = _tuned(scorer, matcher, grid, others, worst_on=worst)
            values = {name: getattr(tuned, name) for name in grid}
            row.append({name: value for name, value in values.items() if value != defaults[name]})
            row.append(scorer.f1(tuned, app))
        found.append(LeftOut(app, recording.place, scorer.f1(matcher, app), *row))
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
    scorer: Scorer,
    matcher: TunedMatcher,
    grid: Mapping[str, Sequence[object]],
    apps: Sequence[str],
    *,
    worst_on: str | None,
) -> TunedMatcher:
    """The matcher after one pass over the fields; of equally good values the first, or the worst on an application."""

    def quality(candidate: TunedMatcher) -> tuple[float, float]:
        badness = 0.0 if worst_on is None else -scorer.f1(candidate, worst_on)
        return round(scorer.macro(candidate, apps), 12), badness

    for name, values in grid.items():
        matcher = max([matcher, *(_with(matcher, name, value) for value in values)], key=quality)
    return matcher


def _with(matcher: TunedMatcher, name: str, value: object) -> TunedMatcher:
    """The matcher with another value of a field."""
    return attrs.evolve(cast("Any", matcher), **{name: value})


def run() -> Report:
    matcher = cast("TunedMatcher", resolve_matcher(STRATEGIES[STRUCTURAL]))
    scorer = Scorer({recording.app: recording for place in PLACES for recording in recordings(place)})
    found = leave_one_out(scorer, matcher, GRID)
    report = Report("Thresholds tuned with each application left out (lenient F1)")
    report.notes.append((__doc__ or "").strip())
    columns = ("recording", "defaults", "values chosen", "score", "difference", "worst of ties", "score", "difference")
    groups = [("all", PLACES), *((place, (place,)) for place in PLACES)]
    rows = [_row(one.app, [one], _values(one.chosen), _values(one.worst)) for one in found]
    for name, places in groups:
        mine = [one for one in found if one.place in places]
        rows.append(_row(f"{name}, macro", mine, "", ""))
        what = f"{name}: macro of leave-one-out, distance from that of the defaults"
        report.target(what, abs(_difference(mine)), BOUND)
    report.table("Each application, with values chosen on the others", columns, rows)
    report.table("Each value alone, the others at their defaults", *_profile(scorer, matcher, GRID))
    return report


def _difference(group: Sequence[LeftOut]) -> float:
    return fmean(one.with_chosen for one in group) - fmean(one.with_defaults for one in group)


def _row(name: str, group: Sequence[LeftOut], chosen: str, worst: str) -> list[str]:
    default, tuned, bad = (
        fmean(getattr(one, f"with_{kind}") for one in group) for kind in ("defaults", "chosen", "worst")
    )
    scores = [f"{score:.5f}" for score in (default, tuned, bad)]
    differences = [f"{score - default:+.5f}" for score in (tuned, bad)]
    return [name, scores[0], chosen, scores[1], differences[0], worst, scores[2], differences[1]]


def _values(chosen: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {_short(value)}" for name, value in chosen.items()) or "defaults"


def _profile(
    scorer: Scorer,
    matcher: TunedMatcher,
    grid: Mapping[str, Sequence[object]],
) -> tuple[list[str], list[list[str]]]:
    """How much each value matters: the macro of each place, all from what is scored already or nearly so."""
    apps = {place: [app for app, one in scorer.recordings.items() if one.place == place] for place in PLACES}
    rows = []
    for name, values in grid.items():
        default = getattr(matcher, name)
        for value in dict.fromkeys([default, *values]):
            tried = _with(matcher, name, value)
            scores = [f"{scorer.macro(tried, apps[place]):.5f}" for place in PLACES]
            rows.append([name, _short(value) + (" (default)" if value == default else ""), *scores])
    return ["field", "value", *(f"{place} macro" for place in PLACES)], rows


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
