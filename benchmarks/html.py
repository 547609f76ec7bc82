"""The report as one page: how large it is beside what it tells of, and how long the page keeps its reader waiting.

It runs when it is named (``python -m benchmarks html``), as it needs Playwright and Chromium.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import uidiff
from benchmarks.chromium import browser
from benchmarks.recorded import entries
from benchmarks.report import Report
from uidiff.formats.html.page import write_html

SIZE = 3
"""The file has at most so many times the bytes of one whole tree and of all changes, as a recording holds them."""

LONGEST = 500
"""Milliseconds that no task may take after the page is loaded."""

LARGEST = "pydocs"
COUNT = 20_000
"""Elements of the trees that are made for the second page."""


WATCH = """
window.tasks = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.tasks.push([entry.startTime, entry.duration]);
}).observe({ type: "longtask", buffered: true });
"""
"""Counts tasks of more than 50 ms, from before anything of the page runs."""


def run() -> Report:
    report = Report("HTML reports")
    report.notes.append(
        "Bytes beside those of the recording that `uidiff.write_recording` makes of the same snapshots, uncompressed:"
        " one whole tree and the changes. The page's own code is in each file."
    )
    with tempfile.TemporaryDirectory() as folder:
        largest = _sizes(report, Path(folder))
        many = Path(folder, "many.html")
        write_html(many, _many(COUNT))
        _tasks(report, {f"the corpus's largest, {LARGEST}": largest, f"{COUNT:,} elements, each step": many})
    return report


def _sizes(report: Report, folder: Path) -> Path:
    """A row for each recording of the corpus; the page of the largest one."""
    rows = []
    found: dict[str, Path] = {}
    for entry in entries(of="first"):
        name = entry.app
        snapshots = list(uidiff.import_recording(entry.file, format="corpus"))
        page, recording = folder / f"{name}.html", folder / f"{name}.jsonl"
        write_html(page, snapshots)
        uidiff.write_recording(recording, snapshots)
        size, told = page.stat().st_size, recording.stat().st_size
        rows.append([name, len(snapshots), max(map(len, snapshots)), f"{told:,}", f"{size:,}", f"{size / told:.2f}"])
        found[name] = page
        if name == LARGEST:
            report.target(f"bytes of the page of {name} / bytes of one tree and its changes", size / told, SIZE)
    columns = ("recording", "steps", "largest tree", "one tree and changes, bytes", "page, bytes", "ratio")
    report.table("Sizes", columns, rows)
    return found[LARGEST]


def _many(count: int) -> Iterator[uidiff.Snapshot]:
    """Lists of so many elements: some rows come, go, move and change, and all of them shift."""
    rows = list(range(count // 4))
    for step in range(4):
        nodes: list[dict[str, object]] = [{"role": "list", "name": "Orders"}]
        for place, row in enumerate(rows):
            top, parent = 30 * place + step, len(nodes)
            nodes += (
                {"role": "row", "parent": 0, "name": f"Order {row}", "bounds": [0, top, 900, 30]},
                {"role": "text", "parent": parent, "name": f"Order {row}", "bounds": [10, top, 300, 30]},
                {"role": "text", "parent": parent, "name": f"{row * 7 % 100 + step * (row % 50 == 0)} pieces"},
                {"role": "button", "parent": parent, "name": "Open", "bounds": [800, top, 80, 30]},
            )
        yield uidiff.Snapshot.from_dicts(nodes, title="Orders", taken_at=float(step))
        rows = [*rows[count // 40 :], *rows[: count // 400], *range(count * (step + 1), count * (step + 1) + 300)]


def _tasks(report: Report, pages: dict[str, Path]) -> None:
    rows = []
    with browser() as chromium:
        for name, file in pages.items():
            page = chromium.new_page(viewport={"width": 1440, "height": 900})
            page.add_init_script(WATCH)
            page.goto(file.as_uri())
            loading, *others = _through(page)
            rows.append([name, *(f"{task:.0f}" for task in (loading, *others))])
            report.target(f"longest task after load, ms: {name}", max(others), LONGEST)
            page.close()
    columns = ("page", "loading, ms", "every step", "changes in turn", "whole trees", "shifts", "filters", "scrolling")
    report.table("The longest task (0: none of more than 50 ms)", columns, rows)


def _through(page: Any) -> Iterator[float]:  # noqa: ANN401  # a Page
    """The longest task of loading, and of each thing that a reader does, on every step of the page."""
    page.wait_for_function("window.uidiffReport && window.uidiffReport.shown() >= 0")
    yield _longest(page)
    steps = page.evaluate("window.uidiffReport.steps")
    _press(page, ["k", *"j" * steps])
    assert page.evaluate("window.uidiffReport.shown()") == steps - 1
    yield _longest(page)
    _press(page, "n" * 20)
    yield _longest(page)
    for key in "ws":
        _press(page, f"{key}{key}k" * steps)
        assert page.evaluate("window.uidiffReport.shown()") == 0
        yield _longest(page)
        _press(page, "j" * steps)
    page.keyboard.press("/")
    for text in ("button", "link os", "nothing has this text"):
        page.fill("#filter", text)
        page.wait_for_timeout(1500)
    page.keyboard.press("Escape")
    yield _longest(page)
    _press(page, "w")
    page.hover("#trees")
    for _ in range(20):
        page.mouse.wheel(0, 20_000)
        page.wait_for_timeout(20)
    yield _longest(page)


def _press(page: Any, keys: Sequence[str]) -> None:  # noqa: ANN401  # a Page
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(120)


def _longest(page: Any) -> float:  # noqa: ANN401  # a Page
    """The longest task since it was asked last."""
    page.wait_for_timeout(300)
    return page.evaluate("Math.max(0, ...window.tasks.splice(0).map((task) => task[1]))")
