"""The tables and targets of the proxy's benchmark."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence

import attrs

from benchmarks.proxy.measure import Run
from benchmarks.proxy.plot import Shares, svg
from benchmarks.proxy.reading import longer_answers, unread_controls
from benchmarks.proxy.tasks import Task
from benchmarks.report import Report
from benchmarks.tokens.counter import count
from uidiff.proxy.tree_results import FULL
from uidiff.tokens import estimate_tokens

__all__ = ["Pair", "report_of"]

RATIO = 0.25
"""The most tokens, as a share of what an agent reads without the proxy."""
SHARE, LEAST = 0.15, 0.030
"""The most added time: a share of what the server takes, or so many seconds, whichever is more."""

NOTES = """\
Tokens (o200k_base; the column "estimated" is the ratio by uidiff's own estimate) are of all results of a task, with
what the server prints around the tree. Alone, @playwright/mcp answers an action with a link to a file; counted is what
an agent reads who opens each file, as the server answered until March 2026. chrome-devtools-mcp is asked for the tree
with each action (`includeSnapshot`). An answer without the page is followed by a call that reads it, with the proxy as
without.

The time that the proxy adds is the client's less the server's, call by call: a program between proxy and server notes
when a call comes by, and when its result does. The limit is 15 % of the server's time or 30 ms, whichever is more.

"Controls without ref" had a ref in the server's tree that no answer had printed. "Asked again": the script did not find
an element, and read the page once more, or asked for the whole tree (`uidiff_full`).

Four tasks are held back: while the reader of this benchmark was mended, their results were not read, only their
figures. They were chosen after a first run of all ten, in which two others had failed: so they are no random choice."""


@attrs.frozen
class Pair:
    """A task without and with the proxy."""

    task: Task
    alone: Run
    behind: Run

    @property
    def same_end(self) -> bool:
        done = self.alone.problem is None and self.behind.problem is None
        return done and self.alone.state == self.behind.state and self.task.ends in self.behind.state

    @property
    def times(self) -> list[tuple[float, float]]:
        """Of each call the seconds that the proxy added, and those that the server took."""
        answers = (answer for answer in self.behind.answers if answer.call[0] != FULL)
        return [(one.seconds - by.seconds, by.seconds) for one, by in zip(answers, self.behind.passed, strict=True)]


@attrs.frozen
class _Counted:
    """Tokens of a task by o200k_base, the ratio by uidiff's estimate, and tokens of results with links alone."""

    alone: int
    behind: int
    estimated: float
    links: int

    @property
    def ratio(self) -> float:
        return self.behind / self.alone


def report_of(pairs: Mapping[str, Sequence[Pair]]) -> Report:
    """The report on the tasks of each server."""
    report = Report("Tasks through MCP servers, with and without uidiff proxy", notes=[NOTES])
    plotted: dict[str, list[float]] = {}
    for server, done in pairs.items():
        counted = [_counted(pair) for pair in done]
        rows = [_row(pair, one) for pair, one in zip(done, counted, strict=True)]
        total = _share(counted)
        held_back = _share([one for pair, one in zip(done, counted, strict=True) if pair.task.held_back])
        report.table(server, COLUMNS, [*rows, *_groups(done, counted)])
        plotted[server] = [*(one.ratio for one in counted), total]
        report.target(f"{server}: tokens with the proxy / without, tasks held back", held_back, RATIO)
        _targets(report, server, done, total)
        report.notes += [
            f"{server}, the mean of the tasks' ratios: {statistics.mean(one.ratio for one in counted):.3f}."
        ]
        if any(one.links != one.alone for one in counted):
            links, behind = (sum(getattr(one, name) for one in counted) for name in ("links", "behind"))
            times = f"with the proxy {behind / links:.2f} times as many"
            report.notes.append(f"{server}, if no linked file is opened: {links:,} tokens; {times}.")
    names = [*(pair.task.name for pair in next(iter(pairs.values()))), "all"]
    shares = [Shares(name, [plotted[server][i] for server in plotted]) for i, name in enumerate(names)]
    report.files["proxy.svg"] = svg(list(plotted), shares, RATIO)
    return report


COLUMNS = (
    *("task", "steps", "calls alone", "with proxy", "tokens alone", "with proxy", "ratio", "estimated", "same end"),
    *("longer answers", "controls without ref", "asked again", "median ms added", "p95", "median ms of the server"),
)


def _row(pair: Pair, counted: _Counted) -> list[object]:
    added, taken = zip(*pair.times, strict=True)
    return [
        pair.task.name,
        len(pair.task.steps),
        len(pair.alone.answers),
        len(pair.behind.answers),
        f"{counted.alone:,}",
        f"{counted.behind:,}",
        f"{counted.ratio:.3f}",
        f"{counted.estimated:.3f}",
        "yes" if pair.same_end else pair.behind.problem or pair.alone.problem or "NO",
        longer_answers(pair.behind),
        len({line.partition(": ")[2] for line in unread_controls(pair.behind)}),
        pair.behind.again + pair.behind.whole,
        *_milliseconds(added),
        f"{1000 * statistics.median(taken):.0f}",
    ]


def _groups(done: Sequence[Pair], counted: Sequence[_Counted]) -> Iterator[list[object]]:
    """Yield the sums of the tasks that were looked at, of those that were held back, and of all."""
    both = list(zip(done, counted, strict=True))
    for name, group in (
        ("looked at", [one for one in both if not one[0].task.held_back]),
        ("held back", [one for one in both if one[0].task.held_back]),
        ("all", both),
    ):
        yield [name, *_sums(*zip(*group, strict=True))]


def _sums(done: Sequence[Pair], counted: Sequence[_Counted]) -> list[object]:
    added, taken = zip(*(both for pair in done for both in pair.times), strict=True)
    alone, behind = (sum(getattr(one, name) for one in counted) for name in ("alone", "behind"))
    estimated = [_estimates(pair) for pair in done]
    return [
        sum(len(pair.task.steps) for pair in done),
        sum(len(pair.alone.answers) for pair in done),
        sum(len(pair.behind.answers) for pair in done),
        f"{alone:,}",
        f"{behind:,}",
        f"{_share(counted):.3f}",
        f"{sum(b for _, b in estimated) / sum(a for a, _ in estimated):.3f}",
        f"{sum(pair.same_end for pair in done)} of {len(done)}",
        sum(longer_answers(pair.behind) for pair in done),
        sum(len({line.partition(": ")[2] for line in unread_controls(pair.behind)}) for pair in done),
        sum(pair.behind.again + pair.behind.whole for pair in done),
        *_milliseconds(added),
        f"{1000 * statistics.median(taken):.0f}",
    ]


def _targets(report: Report, server: str, done: Sequence[Pair], total: float) -> None:
    times = [both for pair in done for both in pair.times]
    used = sorted(added / max(SHARE * taken, LEAST) for added, taken in times)
    report.target(f"{server}: tokens with the proxy / without, all tasks", total, RATIO)
    report.target(f"{server}: tasks with the same end", sum(pair.same_end for pair in done), len(done), at_least=True)
    report.target(f"{server}: added time / its limit, median", statistics.median(used), 1)
    report.target(f"{server}: added time / its limit, p95", _p95(used), 1)


def _counted(pair: Pair) -> _Counted:
    groups = (
        [answer.text for answer in pair.alone.answers],
        [answer.text for answer in pair.behind.answers],
        [answer.given for answer in pair.alone.answers],
    )
    counts = iter(count(text for group in groups for text in group))
    alone, behind, links = (sum(next(counts) for _ in group) for group in groups)
    estimated_alone, estimated_behind = _estimates(pair)
    return _Counted(alone, behind, estimated_behind / estimated_alone, links)


def _share(counted: Sequence[_Counted]) -> float:
    return sum(one.behind for one in counted) / sum(one.alone for one in counted)


def _estimates(pair: Pair) -> tuple[int, int]:
    alone, behind = (sum(estimate_tokens(one.text) for one in run.answers) for run in (pair.alone, pair.behind))
    return alone, behind


def _milliseconds(added: Sequence[float]) -> tuple[str, str]:
    return f"{1000 * statistics.median(added):.1f}", f"{1000 * _p95(sorted(added)):.1f}"


def _p95(ordered: Sequence[float]) -> float:
    return ordered[round(0.95 * (len(ordered) - 1))]
