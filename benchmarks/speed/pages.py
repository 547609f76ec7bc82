"""Pages of a real Chromium: reads and actions to the snapshot that Playwright makes for models, ``mode="ai"``."""

from __future__ import annotations

import importlib.util
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.chromium import browser
from benchmarks.report import Report
from benchmarks.speed.board import Line
from uidiff import Limits, Redaction, Session, Snapshot
from uidiff.backends.web import WebBackend

__all__ = ["lines", "read", "table", "timed"]

SIZES = ((33, 15), (200, 9), (2_000, 3))
"""Rows of the pages of about 200, 1,200 and 12,000 DOM elements, and how often each is read."""

BOUNDS = {"whole": 1.0, "as it was": 0.15, "one text changed": 0.3}
"""A read, in times of Playwright's AI snapshot."""

REST = 0.15
"""Seconds that an action with no effect may take longer than a read."""


def lines(report: Report) -> Iterator[Line]:
    """Read pages with bounds and ids; all take turns, and medians are compared."""
    if importlib.util.find_spec("playwright") is None:
        report.notes.append("Without Playwright the lines of pages are left out.")
        return
    with browser() as chromium:
        page = chromium.new_page()
        for count, times in SIZES:
            page.set_content(table(count))
            elements = page.evaluate("document.querySelectorAll('*').length")
            what = f"{elements:,} DOM elements"
            ai, rest, reads = _measured(page, times)
            for how, seconds in reads.items():
                yield Line("reading a page", f"{what}, {how}", "AI snapshot", seconds, ai, 1 / BOUNDS[how])
            limit = reads["whole"] + REST
            yield Line("acting on a page at rest", what, f"a whole read + {REST:g} s", rest, limit, 1.0)


def _measured(page: Any, times: int) -> tuple[float, float, dict[str, float]]:  # noqa: ANN401  # a Page
    """Return the seconds of an AI snapshot, of an action without effect, and of each kind of read."""
    taken: dict[str, list[float]] = {name: [] for name in ("ai", "rest", *BOUNDS)}
    with Session("web", page, timeout=60) as ui:
        always, again = WebBackend(reuse=False), WebBackend()
        for _ in range(times):
            taken["ai"].append(timed(partial(page.aria_snapshot, mode="ai")))
            taken["whole"].append(timed(partial(read, always, page)))
            _until_still(again, page)
            taken["as it was"].append(timed(partial(read, again, page)))
            page.evaluate(f"document.getElementById('c7').textContent = {time.monotonic()}")
            taken["one text changed"].append(timed(partial(read, again, page)))
            ui.describe()
            taken["rest"].append(timed(partial(ui.act, lambda: None)))
        for backend in (always, again):
            backend.close()
    medians = {name: statistics.median(some) for name, some in taken.items()}
    return medians.pop("ai"), medians.pop("rest"), medians


def _until_still(backend: WebBackend, page: Any) -> None:  # noqa: ANN401  # a Page
    """Read until the last read answers: other reads make the engine do layout, too."""
    last = None
    for _ in range(20):
        last, before = read(backend, page), last
        if last is before:
            return


def table(rows: int) -> str:
    """A page of 9 elements a row, 6 of them in the DOM; the first cells have ids."""
    cells = "".join(
        f"<tr><td id=c{row}>Row {row}<td><button>Edit {row}</button><td><a href=/x/{row}>Link {row}</a>"
        for row in range(rows)
    )
    return f"<!doctype html><title>Table</title><h1>Table</h1><table>{cells}</table>"


def read(backend: WebBackend, page: Any) -> Snapshot:  # noqa: ANN401  # a Page
    """Read a page with the limits of a session."""
    return backend.read(page, limits=Limits.live(), redact=Redaction(), deadline=time.monotonic() + 60)


def timed(call: Callable[[], object]) -> float:
    """The seconds that a call takes."""
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin
