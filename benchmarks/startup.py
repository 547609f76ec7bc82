"""How long ``import uidiff`` takes in a new process, against ``import attrs, cattrs``."""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

from benchmarks.report import Report

BOUND = 1.5
ROUNDS = 15

IMPORTS = {
    "nothing": "pass",
    "attrs, cattrs": "import attrs, cattrs",
    "uidiff": "import uidiff",
    "uidiff, diff and load used": "import uidiff; uidiff.diff, uidiff.load, uidiff.Snapshot",
}


def run() -> Report:
    report = Report("Start: import times in new processes")
    times: dict[str, list[float]] = {name: [] for name in IMPORTS}
    for _ in range(ROUNDS):
        for name, code in IMPORTS.items():  # in turn, so that a busy moment hits all alike
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603  # our own interpreter
            times[name].append(time.perf_counter() - start)
    typical = {name: median(found) for name, found in times.items()}
    base, reference = typical["nothing"], typical["attrs, cattrs"]
    rows = [[name, f"{t / base:.2f}", f"{(t - base) / (reference - base):.2f}"] for name, t in typical.items()]
    columns = ("import", "ratio to no import", "import alone, ratio to that of attrs and cattrs")
    report.table(f"Median of {ROUNDS} processes each", columns, rows)
    report.target("import uidiff / import attrs, cattrs", typical["uidiff"] / reference, BOUND)
    return report
