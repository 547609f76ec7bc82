"""How fast it is where it is felt: each figure beside that of another in the same run, on one board.

``board.py`` makes of lines a table, targets and a plot; each of the modules beside it has a function ``lines`` that
measures. Then what building and diffing cost an element, against the plainest thing that could be done instead.
"""

from __future__ import annotations

import uidiff
from benchmarks.report import Report, best
from benchmarks.speed import answering, differing, pages
from benchmarks.speed.board import show
from benchmarks.trees import alike, edited, rows, scattered_in, separate
from uidiff.model.columns import Columns

BUILD_BOUND = 8.0
EQUAL_DIFF_BOUND = 1.3
MATCH_BOUNDS = {
    200: {"one inserted": 12.0, "mixed": 12.0},
    10_000: {"three values": 2.0, "one inserted": 8.0, "mixed": 25.0},
}
"""By size and edit: what matching may cost, in comparisons of two equal column sets without shared objects."""

WORK_BOUND = 1.3
"""What the work for an element of a random tree may grow by when there are eight times as many."""


MEASURED = (differing.lines, answering.lines, pages.lines)
"""What is measured for the board, in its order: functions of the report that yield lines."""


def run() -> Report:
    report = Report("Speed: where it is felt")
    show(report, [line for measured in MEASURED for line in measured(report)])
    _work(report)
    build: list[list[object]] = []
    equal: list[list[object]] = []
    other: list[list[object]] = []
    for count in (200, 1_000, 10_000, 100_000):
        given = rows(count)
        plain = best(lambda given=given: list(zip(*given, strict=True)))  # type: ignore[misc]  # bound now
        made = best(lambda given=given: uidiff.Snapshot.from_rows(given))  # type: ignore[misc]
        build.append([count, f"{plain * 1e9 / count:.0f}", f"{made * 1e9 / count:.0f}", f"{made / plain:.2f}"])

        before, after = uidiff.Snapshot.from_rows(given), uidiff.Snapshot.from_rows(separate(given))
        left, right = (Columns.of(zip(*separate(given), strict=True)) for _ in range(2))
        compared = best(lambda left=left, right=right: left == right)  # type: ignore[misc]
        diffed = best(lambda before=before, after=after: uidiff.diff(before, after))  # type: ignore[misc]
        ratio = diffed / compared
        equal.append([count, f"{compared * 1e9 / count:.0f}", f"{diffed * 1e9 / count:.0f}", f"{ratio:.2f}"])
        other.append([count, *_other(before)])
        if count == 10_000:
            report.target("building 10,000 rows / zipping them into columns", made / plain, BUILD_BOUND)
            report.target("diff of two equal 10,000-element snapshots / comparing columns", ratio, EQUAL_DIFF_BOUND)
    report.table(
        "Snapshot.from_rows / list(zip(*rows)), ns per element", ("elements", "zip", "from_rows", "ratio"), build
    )
    columns: tuple[str, ...] = ("elements", "compare", "diff", "ratio")
    report.table("diff of equal trees / comparing equal columns without shared objects, ns per element", columns, equal)
    columns = ("elements", "to_dicts", "from_dicts", "dumps", "loads", "digest")
    report.table("Other, ns per element", columns, other)
    _structural(report)
    return report


def _work(report: Report) -> None:
    """Count what is visited of a random tree with scattered edits: the work for an element may not grow."""
    works = {}
    for count in (1_000, 4_000, 32_000):
        given = alike(count)
        before, after = (uidiff.Snapshot.from_rows(side) for side in (given, scattered_in(given)))
        works[count] = uidiff.match(before, after).work / count
    report.table(
        "Work for an element: scattered edits", tuple(map(str, works)), [[f"{one:.2f}" for one in works.values()]]
    )
    report.target("scattered edits: work for an element of 32,000 / of 4,000", works[32_000] / works[4_000], WORK_BOUND)


def _structural(report: Report) -> None:
    """The structural matcher, and the whole diff with it, in units of a comparison of equal columns in the same run."""
    table: list[list[object]] = []
    for count in (200, 1_000, 10_000, 100_000):
        given = rows(count)
        left, right = (Columns.of(zip(*separate(given), strict=True)) for _ in range(2))
        before = uidiff.Snapshot.from_rows(given)
        for edit in ("three values", "one inserted", "mixed"):
            changed = edited(given, edit)
            loops = max(1, 10_000 // count)  # of what is short, many: one run measures the caches
            compared = best(lambda left=left, right=right: left == right, loops=loops)  # type: ignore[misc]
            after = uidiff.Snapshot.from_rows(separate(changed))
            matched = best(lambda before=before, after=after: uidiff.match(before, after), loops=loops)  # type: ignore[misc]
            diffed = min(_time_of_diff(given, changed) for _ in range(5))
            ratio = matched / compared
            cells = [f"{matched * 1e9 / count:.0f}", f"{ratio:.2f}", f"{diffed / compared:.2f}"]
            table.append([count, edit, f"{compared * 1e9 / count:.0f}", *cells])
            if edit in MATCH_BOUNDS.get(count, {}):
                what = f"structural matching of {count} elements, {edit} / comparing columns"
                report.target(what, ratio, MATCH_BOUNDS[count][edit])
    columns = ("elements", "edit", "compare, ns", "match, ns", "match / compare", "whole diff / compare")
    report.table(
        "The structural matcher, ns per element; the diff of snapshots made again, nothing cached", columns, table
    )


def _time_of_diff(given: list[uidiff.Row], changed: list[uidiff.Row]) -> float:
    """Of two snapshots that were never looked at before."""
    before, after = (uidiff.Snapshot.from_rows(separate(one)) for one in (given, changed))
    return best(lambda: uidiff.diff(before, after), times=1)


def _other(before: uidiff.Snapshot) -> list[str]:
    count = len(before)
    nodes, text = before.to_dicts(), uidiff.dumps(before)
    runs = (
        before.to_dicts,
        lambda: uidiff.Snapshot.from_dicts(nodes),
        lambda: uidiff.dumps(before),
        lambda: uidiff.loads(text),
        lambda: uidiff.Snapshot(before.columns, before.circumstances).digest,
    )
    return [f"{best(run, times=3) * 1e9 / count:.0f}" for run in runs]
