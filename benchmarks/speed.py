"""What building and diffing cost, each against the plainest thing that could be done instead, in the same run."""

from __future__ import annotations

import uidiff
from benchmarks.report import Report, best
from benchmarks.trees import rows, separate
from uidiff.model.columns import Columns

BUILD_BOUND = 8.0
EQUAL_DIFF_BOUND = 1.3


def run() -> Report:
    report = Report("Speed: ratios to plain columns")
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
        other.append([count, *_other(before, given)])
        if count == 10_000:
            report.target("building 10,000 rows / zipping them into columns", made / plain, BUILD_BOUND)
            report.target("diff of two equal 10,000-element snapshots / comparing columns", ratio, EQUAL_DIFF_BOUND)
    report.table(
        "Snapshot.from_rows / list(zip(*rows)), ns per element", ("elements", "zip", "from_rows", "ratio"), build
    )
    columns: tuple[str, ...] = ("elements", "compare", "diff", "ratio")
    report.table("diff of equal trees / comparing equal columns without shared objects, ns per element", columns, equal)
    columns = ("elements", "three values", "one inserted", "to_dicts", "from_dicts", "dumps", "loads", "digest")
    report.table("Other, ns per element (matcher auto)", columns, other)
    return report


def _other(before: uidiff.Snapshot, given: list[uidiff.Row]) -> list[str]:
    count = len(given)
    typed = [row._replace(value="typed") if i in {2, count // 2, count - 1} else row for i, row in enumerate(given)]
    inserted = [*given[: count // 2], uidiff.Row(1, "button", "New"), *given[count // 2 :]]
    values, longer = uidiff.Snapshot.from_rows(typed), uidiff.Snapshot.from_rows(inserted)
    nodes, text = before.to_dicts(), uidiff.dumps(before)
    runs = (
        lambda: uidiff.diff(before, values),
        lambda: uidiff.diff(before, longer),
        before.to_dicts,
        lambda: uidiff.Snapshot.from_dicts(nodes),
        lambda: uidiff.dumps(before),
        lambda: uidiff.loads(text),
        lambda: uidiff.Snapshot(before.columns, before.circumstances).digest,
    )
    return [f"{best(run, times=3) * 1e9 / count:.0f}" for run in runs]
