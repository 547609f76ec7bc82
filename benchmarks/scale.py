"""Large and deep trees, and how the matchers' work grows with them."""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import uidiff
from benchmarks.report import Report
from benchmarks.trees import chain, siblings, ten_containers
from uidiff.matching.documents import DocumentMatcher

WORK_BOUND = 2.2
MATCHERS: dict[str, uidiff.matchers.Matcher | str] = {
    "id": "id",
    "name-role-parent": "name-role-parent",
    "content-hash": "content-hash",
    "structural": "structural",
    "structural across documents": DocumentMatcher(),
}


def run() -> Report:
    report = Report("Scale: no recursion, linear work")
    rows = [
        ["chain 100,000 deep, its text changed", *_all_of_it(chain(100_000), chain(100_000, text="other"))],
        ["1,000,000 siblings, one more", *_all_of_it(siblings(1_000_000), siblings(1_000_001))],
    ]
    _ten_containers(report)
    columns = ("tree", "save s", "load s", "diff s", "apply s", "to_dict s", "from_dict s", "peak memory so far")
    report.table("Done once each, one after another", columns, rows)
    report.table("work(2n) / work(n) from n = 4,000", ("pair", *MATCHERS), [_ratios(name, report) for name in PAIRS])
    return report


def _ten_containers(report: Report) -> None:
    """A million elements in ten equal containers without names, three values changed and one element inserted."""
    before, after, inserted, changed = ten_containers(1_000_000)
    start = time.perf_counter()
    delta = uidiff.diff(before, after)
    seconds = time.perf_counter() - start
    said = [record.after.index for record in delta.added], [record.after.index for record in delta.changed]
    right = said == ([inserted], changed) and not (delta.removed or delta.moved or delta.reordered)
    cells = [len(before), len(delta.added), len(delta.removed), len(delta.changed), len(delta.moved), f"{seconds:.2f}"]
    columns = ("elements", "added", "removed", "changed", "moved", "diff s")
    report.table("Ten equal containers, three values changed and one element inserted", columns, [cells])
    report.target("ten equal containers: the right answer (1 is yes)", float(right), 1, at_least=True)


def _all_of_it(before: uidiff.Snapshot, after: uidiff.Snapshot) -> list[str]:
    times = []

    def timed(run: Callable[[], object]) -> object:
        start = time.perf_counter()
        made = run()
        times.append(f"{time.perf_counter() - start:.2f}")
        return made

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tree.json"
        timed(lambda: uidiff.save(before, path))
        assert timed(lambda: uidiff.load(path)) == before
    delta = timed(lambda: uidiff.diff(before, after))
    assert isinstance(delta, uidiff.TreeDiff)
    assert timed(lambda: delta.apply(before)) == after
    value = timed(delta.to_dict)
    assert timed(lambda: uidiff.TreeDiff.from_dict(value)) == delta
    return [*times, f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB"]


PAIRS: dict[str, Callable[[int], tuple[uidiff.Snapshot, uidiff.Snapshot]]] = {
    "all equal, one more": lambda n: (siblings(n), siblings(n + 1)),
    "all equal, half gone": lambda n: (siblings(n), siblings(n // 2)),
    "reversed": lambda n: (_numbered(range(n)), _numbered(range(n, 0, -1))),
    "every name changed": lambda n: (_numbered(range(n)), _numbered(range(n, 2 * n))),
    "two names, shifted": lambda n: (siblings(n, names=("A", "B")), siblings(n, names=("B", "A", "A"))),
    "chain, text changed": lambda n: (chain(n), chain(n, text="other")),
}


def _numbered(numbers: range) -> uidiff.Snapshot:
    return siblings(len(numbers), names=[f"Row {number}" for number in numbers])


def _ratios(name: str, report: Report) -> list[object]:
    found: list[object] = [name]
    for matcher_name, matcher in MATCHERS.items():
        works = [uidiff.match(*PAIRS[name](n), matcher=matcher).work for n in (4_000, 8_000, 16_000)]
        worst = max(works[1] / works[0], works[2] / works[1])
        report.target(f"work(2n) / work(n), {name}, {matcher_name}", worst, WORK_BOUND)
        found.append(f"{worst:.3f}")
    return found
