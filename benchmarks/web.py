"""Reading web pages in a real browser: how long it takes beside the browser's own part, and how soon a change is told.

It runs when it is named (``python -m benchmarks web``), as it needs Playwright and Chromium.
"""

from __future__ import annotations

import re
import shutil
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.report import Report
from uidiff import Limits, Redaction, Session, Snapshot
from uidiff.backends.web import WebBackend

ARGS = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")

RATIO = 1.7
"""A page of about 1,000 elements with bounds is read in at most so many times getFullAXTree alone."""

SHARE = 0.2
"""With wake-ups the median latency is at most this share of the interval."""

ROWS = 110
"""Rows of the page of about 1,000 elements; each has 9."""

LARGE = 1_890
"""Rows of the page of 17,000 elements."""

SIZES = ((33, 15), (200, 9), (2_000, 3))
"""Rows of the pages of about 200, 1,200 and 12,000 DOM elements, and how often each is read."""

READ_BOUND, STILL_BOUND, CHANGED_BOUND = 1.0, 0.15, 0.3
"""A read, one of a page that is as it was, and one after a change of one cell, in times of Playwright's AI snapshot."""

REST = 0.15
"""Seconds that an action with no effect may take longer than a read."""

RUNS = 31
READS = 50
CHANGES = 30
INTERVAL = 1.0
QUIET = 0.15
"""Seconds between two changes of the page, more than the page waits before it tells of another."""


def run() -> Report:
    from playwright.sync_api import sync_playwright

    report = Report("Web pages")
    report.notes.append(
        "A real Chromium, one run. The two times are taken one after the other, in turns; their medians are compared."
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        page = browser.new_page()
        _beside_playwright(report, page)
        _speed(report, page)
        _idle(report, page)
        _latency(report, page)
        browser.close()
    return report


def _table(rows: int) -> str:
    cells = "".join(
        f"<tr><td id=c{row}>Row {row}<td><button>Edit {row}</button><td><a href=/x/{row}>Link {row}</a>"
        for row in range(rows)
    )
    return f"<!doctype html><title>Table</title><h1>Table</h1><table>{cells}</table>"


def _read(backend: WebBackend, page: Any) -> Snapshot:  # noqa: ANN401  # a Page
    return backend.read(page, limits=Limits.live(), redact=Redaction(), deadline=time.monotonic() + 60)


def _beside_playwright(report: Report, page: Any) -> None:  # noqa: ANN401  # a Page
    """Reads with bounds and ids, in times of the snapshot that Playwright makes for models; all take turns."""
    rows: list[list[object]] = []
    for count, times in SIZES:
        page.set_content(_table(count))
        elements = page.evaluate("document.querySelectorAll('*').length")
        taken: dict[str, list[float]] = {name: [] for name in ("ai", "read", "still", "changed", "rest")}
        with Session("web", page, timeout=60) as ui:
            always, again = WebBackend(reuse=False), WebBackend()
            for _ in range(times):
                taken["ai"].append(_timed(partial(page.aria_snapshot, mode="ai")))
                taken["read"].append(_timed(partial(_read, always, page)))
                _until_still(again, page)
                taken["still"].append(_timed(partial(_read, again, page)))
                page.evaluate(f"document.getElementById('c7').textContent = {time.monotonic()}")
                taken["changed"].append(_timed(partial(_read, again, page)))
                ui.describe()
                taken["rest"].append(_timed(partial(ui.act, lambda: None)))
            for backend in (always, again):
                backend.close()
        ai, read, still, changed, rest = (statistics.median(each) for each in taken.values())
        rows.append([elements, ai, read / ai, still / ai, changed / ai, rest - read])
        report.target(f"{elements} DOM elements: read / AI snapshot", read / ai, READ_BOUND)
        report.target(f"{elements} DOM elements: read of a page as it was / AI snapshot", still / ai, STILL_BOUND)
        report.target(f"{elements} DOM elements: read after one change / AI snapshot", changed / ai, CHANGED_BOUND)
        report.target(f"{elements} DOM elements: act without effect, s over a read", rest - read, REST)
    columns = ["DOM elements", "AI snapshot, s", "read", "as it was", "one change", "act - read, s"]
    report.table("Reads, in times of Playwright's AI snapshot of the same page", columns, rows)


def _until_still(backend: WebBackend, page: Any) -> None:  # noqa: ANN401  # a Page
    """Read until the last read answers: other reads make the engine do layout, too."""
    last = None
    for _ in range(20):
        last, before = _read(backend, page), last
        if last is before:
            return


def _speed(report: Report, page: Any) -> None:  # noqa: ANN401  # a Page
    rows = []
    for count, times in ((ROWS, RUNS), (LARGE, 3)):
        page.set_content(_table(count))
        cdp, backend = page.context.new_cdp_session(page), WebBackend(reuse=False)
        snapshot = _read(backend, page)
        trees, reads = [], []
        for _ in range(times):
            trees.append(_timed(partial(cdp.send, "Accessibility.getFullAXTree")))
            reads.append(_timed(partial(_read, backend, page)))
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
    page.set_content(_table(ROWS))
    with Session("web", page) as ui:
        ui.describe()
        told = sum(bool(ui.describe().delta) for _ in range(READS))
    report.target(f"reports of {READS} reads of an idle page", told, 0)


def _latency(report: Report, page: Any) -> None:  # noqa: ANN401  # a Page
    """How long after a change of the page its record comes; the page notes when it changed, by the same clock."""
    page.set_content(_table(ROWS))
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


def _timed(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin
