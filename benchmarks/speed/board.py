"""The board of the benchmark: one line a figure, ours beside another's in the same run; one table and one plot."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from benchmarks.report import Report
from benchmarks.speed.plot import Bar, svg

__all__ = ["Line", "show"]


@attrs.frozen
class Line:
    """How often ours could be done in the time of another.

    Attributes:
        group: the heading under which it stands in the plot: what is done.
        what: of what: "10,000 elements, one inserted".
        against: what it is compared with: "Go".
        ours, theirs: seconds.
        target: the least of theirs / ours, None without one.
    """

    group: str
    what: str
    against: str
    ours: float
    theirs: float
    target: float | None = None

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


def show(report: Report, lines: Iterable[Line]) -> None:
    """Put the lines into the report: the table, the targets and the plot."""
    table: list[list[object]] = []
    groups: dict[str, list[Bar]] = {}
    for line in lines:
        times = (f"{seconds * 1e6:.1f}" for seconds in (line.ours, line.theirs))
        wanted = "" if line.target is None else f"{line.target:g}"
        table.append([line.group, line.what, line.against, *times, f"{line.ratio:.2f}", wanted])
        groups.setdefault(line.group, []).append(Bar(f"{line.what} / {line.against}", line.ratio, line.target))
        if line.target is not None:
            what = f"{line.group}, {line.what}: {line.against} / ours"
            report.target(what, line.ratio, line.target, at_least=True)
    columns = ("what is done", "of what", "against", "ours, µs", "theirs, µs", "theirs / ours", "at least")
    report.table("How often ours could be done in the time of another", columns, table)
    report.files["speed.svg"] = svg(groups)
