"""Recordings of rrweb: whether they say what a real browser says, how fast they are read, and in how much memory.

It runs when it is named (``python -m benchmarks rrweb``), as it needs Playwright with Chromium, and Node.js with npm.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.chromium import browser
from benchmarks.report import Report
from benchmarks.rrweb.agreement import compare, recorded
from benchmarks.rrweb.pages import HELD_OUT, SEEN, served
from benchmarks.rrweb.speed import loop, made_sessions, memory, real_recordings

__all__ = ["run"]

AGREED = 0.97
"""Share of the elements that both have with the same role, and with the same name."""

_COLUMNS = ("page", "both", "same role", "same name", "without styles", "same name", "hidden by styles", "generated")
_MORE = ("only recorded", "only in the browser", "other ids")


def run() -> Report:
    report = Report("Session replays of rrweb")
    report.notes.append(
        "Agreement: demonstrations of npm packages in a real Chromium, recorded by rrweb itself and read by the web"
        " backend when they are loaded and after each of five acts; elements are aligned by the DOM node."
        " *Without styles* are elements in whose text no style sheet has a part: it sets no case of letters, and"
        " generates no character. A name is the same if every character is. *Other ids*: nodes that had two ids in the"
        " snapshots, or shared one."
    )
    recordings: dict[str, list[dict[str, Any]]] = {}
    with served() as address, browser() as chromium:
        for title, pages in (("held out", HELD_OUT), ("looked at while roles and names were mended", SEEN)):
            _agree(report, title, pages, lambda page: _recorded(chromium, address, page, recordings))
    with tempfile.TemporaryDirectory() as folder:
        report.notes.append(
            "Speed: CPU time of one process, the fastest of three runs, at default settings; a loop of a million"
            f" additions took {loop():.3f} s of this machine, which had other work."
        )
        real_recordings(report, recordings, Path(folder))
        made_sessions(report, Path(folder))
        memory(report, Path(folder))
    return report


def _recorded(chromium: Any, address: str, name: str, recordings: dict[str, list[dict[str, Any]]]) -> Any:  # noqa: ANN401
    page = chromium.new_page()
    page.route("**", lambda route: route.continue_() if _is_local(route, address) else route.abort())
    try:
        moments, recordings[name] = recorded(page, address + name)
    finally:
        page.close()
    return compare(moments)


def _is_local(route: Any, address: str) -> bool:  # noqa: ANN401  # Playwright's
    return route.request.url.startswith((address, "data:", "blob:"))


def _agree(report: Report, title: str, pages: tuple[str, ...], measure: Callable[[str], Any]) -> None:
    total: Counter[str] = Counter()
    rows, moved = [], 0
    for name in pages:
        found = measure(name)
        total += found.counts
        moved += found.moved
        rows.append([name, *_cells(found.counts), found.moved])
    rows.append(["all", *_cells(total), moved])
    report.table(f"Pages, {title}", (*_COLUMNS, *_MORE), rows)
    for what in ("role", "name"):
        report.target(f"share with the same {what}, pages {title}", total[what] / total["both"], AGREED, at_least=True)
    report.target(f"nodes with another id, pages {title}", moved, 0)


def _cells(counts: Counter[str]) -> list[object]:
    both, plain = max(1, counts["both"]), max(1, counts["plain"])
    shares = (counts["role"] / both, counts["name"] / both, counts["plain"], counts["plain name"] / plain)
    return [counts["both"], *shares, *(counts[key] for key in ("hidden", "generated", "recorded", "live"))]
