"""How few tokens it takes to say a step of the corpus, beside Playwright's snapshots, by a true tokenizer (o200k_base).

One run writes tokens.md and tokens.json, the plot tokens.svg, and tokens_samples.md: real texts with their counts.
It needs Node.js with npm: see ``benchmarks.tokens.counter``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, quantiles

from benchmarks.recorded import SETS
from benchmarks.report import Report
from benchmarks.tokens.in_conditions import add_conditions
from benchmarks.tokens.limits import add_limits
from benchmarks.tokens.plot import Shares, svg
from benchmarks.tokens.said import BUDGET, Said, Tokens, said, said_beside_playwright
from benchmarks.tokens.samples import page
from uidiff.tokens import estimate_tokens

__all__ = ["run"]

COUNTS: dict[str, Callable[[Tokens], int]] = {
    "Playwright AI snapshot": lambda tokens: tokens.ai,
    "Playwright incremental": lambda tokens: tokens.incremental,
    "own full": lambda tokens: tokens.full,
    "own diff": lambda tokens: tokens.diff,
    "without summary": lambda tokens: tokens.brief,
    "auto": lambda tokens: tokens.auto,
}
OWN = ("own full", "own diff", "without summary", "auto")
RATIOS = (
    ("auto", "Playwright incremental", 0.26, 0.33),
    ("auto", "Playwright AI snapshot", 0.055, 0.10),
    ("own full", "Playwright AI snapshot", 0.34, 0.38),
    ("without summary", "own diff", None, None),
    ("Playwright incremental", "Playwright AI snapshot", None, None),
)
"""What is divided by what, and the bounds of the total and of the mean of the applications."""

OTHERS = tuple(corpus for corpus in SETS if corpus != "first")
"""The other sets of the web; the targets hold for all of them together."""
SAVED, SAVED_SHARE = 0.8, 0.80
LITTLE, LITTLE_MEDIAN, LITTLE_P90 = 0.05, 50, 120
QUANTILES = (10, 25, 50, 75, 90)
LONGEST = 12
NOTES = """
Tokens of the encoding o200k_base, over the steps within one document. Auto: what is sent, the diff or the full text,
whichever is estimated to be shorter. Without summary: the diff with `summary=False`. Playwright AI snapshot:
`aria_snapshot(mode="ai")` of 1.65; incremental: of 1.58, the last version that had one, 0 tokens where it saw no
change ([how they were made](../corpus/README.md#how-they-were-recorded)). Matching: `auto`, no ids, boxes ignored;
refs are carried along each recording. Real texts: [tokens_samples.md](tokens_samples.md).

The second set are other applications than those with which uidiff was made. Playwright's texts of
the own and the later set come from a second run of the same script, at the pace of the recording
([how](../corpus/README.md#how-they-were-recorded)).

Three conditions, on the first and the second set: without ids, with the authors' ids, with the identity of the node as
stable id (benchmarks/conditions.py). Where a text with ids is much longer, the records say whether more is told, or
something else.
"""


def run() -> Report:
    report = Report("Tokens of full texts and of diffs, on the corpus")
    report.notes.append(NOTES.strip())
    web, desktop = said("web"), said("atspi")
    _applications(report, "Web: tokens a step, mean of each recording", web, tuple(COUNTS))
    _ratios(report, web)
    _quantiles(report, web)
    _saved(report, web)
    _little(report, web)
    _longest(report, web)
    _applications(report, "Desktop (AT-SPI): tokens a step, mean of each recording", desktop, OWN)
    others = [step for corpus in OTHERS for step in _beside_playwright(report, corpus)]
    _targets(report, "web, other sets", others)
    add_conditions(report)
    _estimates(report, [*web, *desktop])
    _never(report, [*web, *desktop])
    add_limits(report)
    report.files["tokens.svg"] = svg(_shares(web))
    report.files["tokens_samples.md"] = page(web)
    return report


def _beside_playwright(report: Report, corpus: str) -> list[Said]:
    """The steps of another set of the web, if Playwright's texts were made of it, and their tables."""
    steps = said_beside_playwright(corpus)
    if steps:
        _applications(report, f"Web, {corpus} set: tokens a step, mean of each recording", steps, tuple(COUNTS))
        _shares_of(report, f"Web, {corpus} set: tokens of each recording, divided", steps)
    return steps


def _by_app(steps: Iterable[Said]) -> dict[str, list[Said]]:
    found: dict[str, list[Said]] = {}
    for step in steps:
        found.setdefault(step.app, []).append(step)
    return found


def _total(steps: Iterable[Said], what: str) -> int:
    return sum(COUNTS[what](step.tokens) for step in steps)


def _ratio(steps: Sequence[Said], what: str, to: str) -> float:
    return _total(steps, what) / _total(steps, to)


def _mean_ratio(steps: Iterable[Said], what: str, to: str) -> float:
    """The mean of the applications' ratios: each counts alike, however long its texts are."""
    return fmean(_ratio(own, what, to) for own in _by_app(steps).values())


def _applications(report: Report, title: str, steps: Sequence[Said], columns: Sequence[str]) -> None:
    def row(name: str, own: Sequence[Said]) -> list[object]:
        means = (f"{_total(own, what) / len(own):,.0f}" for what in columns)
        return [name, len(own), *means, sum(step.auto.mode == "full" for step in own)]

    rows = [row(app, own) for app, own in _by_app(steps).items()]
    report.table(title, ("recording", "steps", *columns, "full sent"), [*rows, row("**all**", steps)])


def _ratios(report: Report, web: Sequence[Said]) -> None:
    """The table of what is divided by what, and its targets."""
    _shares_of(report, "Web: tokens of each recording, divided", web)
    _targets(report, "web", web)


def _targets(report: Report, name: str, web: Sequence[Said]) -> None:
    for what, to, total, mean in RATIOS:
        if total is not None and mean is not None:
            report.target(f"{name}: {what} / {to}, total", _ratio(web, what, to), total)
            report.target(f"{name}: {what} / {to}, mean of applications", _mean_ratio(web, what, to), mean)


def _shares_of(report: Report, title: str, web: Sequence[Said]) -> None:
    apps = _by_app(web)
    rows: list[list[object]] = [
        [app, *(f"{_ratio(own, what, to):.3f}" for what, to, _, _ in RATIOS)] for app, own in apps.items()
    ]
    rows.append(["**total**", *(f"{_ratio(web, what, to):.3f}" for what, to, _, _ in RATIOS)])
    rows.append(["**mean of applications**", *(f"{_mean_ratio(web, what, to):.3f}" for what, to, _, _ in RATIOS)])
    columns = ("recording", *(f"{what} / {to}" for what, to, _, _ in RATIOS))
    report.table(title, columns, rows)


def _percentile(numbers: Iterable[float], percent: int) -> float:
    return quantiles(numbers, n=100, method="inclusive")[percent - 1]


def _quantiles(report: Report, web: Sequence[Said]) -> None:
    rows: list[list[object]] = []
    for what, tokens in COUNTS.items():
        numbers = [tokens(step.tokens) for step in web]
        rows.append([what, *(f"{_percentile(numbers, q):,.0f}" for q in QUANTILES), f"{max(numbers):,}"])
    for what, to in (("auto", "Playwright AI snapshot"), ("auto", "own full"), ("own full", "Playwright AI snapshot")):
        shares = [_ratio([step], what, to) for step in web]
        rows.append([f"{what} / {to}", *(f"{_percentile(shares, q):.3f}" for q in QUANTILES), f"{max(shares):.3f}"])
    columns = ("text", *(f"{percent} %" for percent in QUANTILES), "most")
    report.table("Web: quantiles over the steps", columns, rows)


def _saved(report: Report, web: Sequence[Said]) -> None:
    def saving(what: str, to: str) -> float:
        return fmean(_ratio([step], what, to) <= 1 - SAVED for step in web)

    pairs = (
        ("auto", "Playwright AI snapshot"),
        ("own full", "Playwright AI snapshot"),
        ("Playwright incremental", "Playwright AI snapshot"),
        ("auto", "own full"),
    )
    rows = [[what, to, f"{saving(what, to):.1%}"] for what, to in pairs]
    report.table(
        f"Web: steps in which a text has {SAVED:.0%} fewer tokens than another", ("text", "than", "steps"), rows
    )
    share = saving("auto", "Playwright AI snapshot")
    what = f"web: share of steps in which auto has {SAVED:.0%} fewer tokens than the AI snapshot"
    report.target(what, share, SAVED_SHARE, at_least=True)


def _little(report: Report, web: Sequence[Said]) -> None:
    rows: list[list[object]] = []
    for title, low, high in (("none", -1.0, 0.0), (f"up to {LITTLE:.0%}", 0.0, LITTLE), ("more", LITTLE, 1e9)):
        found = [step.tokens for step in web if low < step.touched <= high]
        columns = ([tokens.auto for tokens in found], [tokens.incremental for tokens in found])
        cells = (f"{_percentile(numbers, q):,.0f}" for numbers in columns for q in (50, 90))
        rows.append([title, len(found), *(cells if len(found) > 1 else [""] * 4)])
    little = [step.tokens.auto for step in web if step.touched <= LITTLE]
    columns_said = ("auto, median", "auto, 90 %", "incremental, median", "incremental, 90 %")
    report.table("Web: by the share of elements that changed", ("changed", "steps", *columns_said), rows)
    what = f"web: steps with at most {LITTLE:.0%} of the elements changed: tokens"
    report.target(f"{what}, median", _percentile(little, 50), LITTLE_MEDIAN)
    report.target(f"{what}, 90 %", _percentile(little, 90), LITTLE_P90)


def _longest(report: Report, web: Sequence[Said]) -> None:
    longest = sorted(web, key=lambda step: (-step.tokens.auto, step.app, step.number))[:LONGEST]
    rows = [
        [step.app, step.number, *(f"{tokens(step.tokens):,}" for tokens in COUNTS.values()), f"{step.touched:.0%}"]
        for step in longest
    ]
    report.table("Web: the longest texts sent", ("recording", "step", *COUNTS, "changed"), rows)


def _estimates(report: Report, steps: Sequence[Said]) -> None:
    """How far the estimate lies above the count, and that it never lies below."""
    pairs: dict[str, list[tuple[int, int]]] = {"own full": [], "own diff": [], "Playwright AI snapshot": []}
    for step in steps:
        pairs["own full"].append((estimate_tokens(step.full), step.tokens.full))
        pairs["own diff"].append((estimate_tokens(step.diff), step.tokens.diff))
        if step.playwright is not None:
            pairs["Playwright AI snapshot"].append((estimate_tokens(step.playwright.ai), step.tokens.ai))
    rows = []
    for what, found in pairs.items():
        shares = [estimate / true for estimate, true in found]
        rows.append([what, *(f"{number:.3f}" for number in (min(shares), _percentile(shares, 50), max(shares)))])
    report.table("The estimate / the count", ("text", "least", "median", "most"), rows)
    below = sum(estimate < true for found in pairs.values() for estimate, true in found)
    report.target("texts whose estimate is below the count", below, 0)


def _never(report: Report, steps: Sequence[Said]) -> None:
    longer = sum(step.tokens.auto > step.tokens.full for step in steps)
    report.target("steps in which auto is longer than own full", longer, 0)
    over = sum(step.tokens.budgeted > BUDGET for step in steps)
    report.target(f"steps in which a budget of {BUDGET} is exceeded by the true count", over, 0)


def _shares(web: Sequence[Said]) -> list[Shares]:
    names = ("Playwright incremental", "own full", "auto")
    ai = "Playwright AI snapshot"
    found = [Shares(app, [_ratio(own, what, ai) for what in names]) for app, own in _by_app(web).items()]
    found.append(Shares("mean of applications", [_mean_ratio(web, what, ai) for what in names], of_all=True))
    found.append(Shares("all tokens", [_ratio(web, what, ai) for what in names], of_all=True))
    return found
