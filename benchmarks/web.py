"""Reading web pages in a real browser: how long it takes beside the browser's own part, and how soon a change is told.

It runs when it is named (``python -m benchmarks web``), as it needs Playwright and Chromium.
"""

from __future__ import annotations

import re
import statistics
import time
from functools import partial
from typing import Any

from benchmarks.chromium import browser
from benchmarks.report import Report
from benchmarks.speed.pages import read, table, timed
from uidiff import Session
from uidiff.backends.web import WebBackend

RATIO = 1.7
"""A page of about 1,000 elements with bounds is read in at most so many times getFullAXTree alone."""

SHARE = 0.2
"""With wake-ups the median latency is at most this share of the interval."""

ROWS = 110
"""Rows of the page of about 1,000 elements; each has 9."""

LARGE = 1_890
"""Rows of the page of 17,000 elements."""

RUNS = 31
READS = 50
CHANGES = 30
INTERVAL = 1.0
QUIET = 0.15
"""Seconds between two changes of the page, more than the page waits before it tells of another."""


def run() -> Report:
    report = Report("Web pages")
    report.notes.append(
        "A real Chromium, one run. The two times are taken one after the other, in turns; their medians are compared. "
        "Reads beside Playwright's are in `speed`."
    )
    with browser() as chromium:
        page = chromium.new_page()
        _speed(report, page)
        _idle(report, page)
        _latency(report, page)
    return report


def _speed(report: Report, page: Any) -> None:  # noqa: ANN401  # a Page
    rows = []
    for count, times in ((ROWS, RUNS), (LARGE, 3)):
        page.set_content(table(count))
        cdp, backend = page.context.new_cdp_session(page), WebBackend(reuse=False)
        snapshot = read(backend, page)
        trees, reads = [], []
        for _ in range(times):
            trees.append(timed(partial(cdp.send, "Accessibility.getFullAXTree")))
            reads.append(timed(partial(read, backend, page)))
        boxes = sum(box is not None for box in snapshot.columns.bounds)
        ratio = statistics.median(reads) / statistics.median(trees)
        rows.append([len(snapshot), boxes, backend.calls, statistics.median(trees), statistics.median(reads), ratio])
        if count == ROWS:
            report.target(f"read / getFullAXTree, {len(snapshot)} elements", ratio, RATIO)
        else:
            report.target("elements of the large page", len(snapshot), 17_000, at_least=True)
            report.target("elements of it that were not read", len(snapshot.unread), 0)
        backend.close()
    columns = ["elements", "with bounds", "calls", "getFullAXTree, s", "read, s", "ratio"]
    report.table("A read beside the browser's part of it", columns, rows)


def _idle(report: Report, page: Any) -> None:  # noqa: ANN401  # a Page
    page.set_content(table(ROWS))
    with Session("web", page) as ui:
        ui.describe()
        told = sum(bool(ui.describe().delta) for _ in range(READS))
    report.target(f"reports of {READS} reads of an idle page", told, 0)


def _latency(report: Report, page: Any) -> None:  # noqa: ANN401  # a Page
    """How long after a change of the page its record comes; the page notes when it changed, by the same clock."""
    page.set_content(table(ROWS))
    pause = QUIET * 1000
    script = f"""() => {{
      let done = 0;
      const next = () => {{
        document.getElementById('c' + done).textContent = 'changed ' + Date.now();
        if (++done < {CHANGES}) setTimeout(next, {pause} + 40 * Math.random());
      }};
      setTimeout(next, 500);
    }}"""
    latencies: list[tuple[str, float]] = []
    with Session("web", page) as ui:
        for record in ui.observe(interval=INTERVAL, duration=0.5 + CHANGES * (QUIET + 0.04) + 2, ignore=("bounds",)):
            now = time.time() * 1000
            if record.type == "snapshot":
                page.evaluate(script)
            if record.type in {"changed", "added"} and (found := re.search(r"changed (\d+)", record.line())):
                latencies.append((found[1], now - int(found[1])))
    seen = dict(reversed(latencies))
    median = statistics.median(seen.values()) / 1000
    report.table(
        "Changes told of while a page is observed",
        ["changes", "seen", "median latency, s", "interval, s"],
        [[CHANGES, len(seen), median, INTERVAL]],
    )
    report.target("changes seen", len(seen), CHANGES, at_least=True)
    report.target("median latency / interval", median / INTERVAL, SHARE)
