"""How long uidiff takes in a new process, against ``import attrs, cattrs``: its import, and ``uidiff diff A B``."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import uidiff
from benchmarks.report import Report

IMPORT_BOUND = 1.5
DIFF_BOUND = 1.8
ROUNDS = 31
DIFFERS = 1
"""What ``uidiff diff`` exits with where the two differ."""

REFERENCE = "attrs, cattrs"
IMPORTS = {
    "nothing": "pass",
    REFERENCE: "import attrs, cattrs",
    "uidiff": "import uidiff",
    "uidiff, diff and load used": "import uidiff; uidiff.diff, uidiff.load, uidiff.Snapshot",
    "load, diff and render two files": (
        "import uidiff; print(uidiff.render(uidiff.diff(uidiff.load('before.json'), uidiff.load('after.json'))))"
    ),
}
COMMAND = "uidiff diff before.json after.json"


def run() -> Report:
    report = Report("Start: times of new processes")
    report.notes.append(
        "The two files are snapshots of 200 elements: the names of three differ, a row came and another one went.",
    )
    name, *files = COMMAND.split()
    installed = str(Path(sys.executable).with_name(name))  # beside the Python that it is for
    arguments = {name: ["-c", code] for name, code in IMPORTS.items()} | {COMMAND: [installed, *files]}
    with TemporaryDirectory() as folder:
        uidiff.save(_window(range(33)), Path(folder, "before.json"))
        uidiff.save(_window([*range(20), *range(21, 34)], changed=(3, 11, 27)), Path(folder, "after.json"))
        for given in arguments.values():  # Python keeps what it compiled
            _seconds(given, folder)
        times: dict[str, list[float]] = {name: [] for name in arguments}
        for _ in range(ROUNDS):
            for name, given in arguments.items():  # in turn, so that a busy moment hits all alike
                times[name].append(_seconds(given, folder))
    typical = {name: median(found) for name, found in times.items()}
    base, reference = typical["nothing"], typical[REFERENCE]
    rows = [
        [name, f"{t / base:.2f}", f"{t / reference:.2f}", f"{(t - base) / (reference - base):.2f}"]
        for name, t in typical.items()
    ]
    columns = ("process", "ratio to an empty one", f"ratio to {REFERENCE}", "the same without the empty one")
    report.table(f"Median of {ROUNDS} processes each", columns, rows)
    report.target(f"import uidiff / import {REFERENCE}", typical["uidiff"] / reference, IMPORT_BOUND)
    report.target(f"{COMMAND} / import {REFERENCE}", typical[COMMAND] / reference, DIFF_BOUND)
    return report


def _window(rows: Sequence[int], changed: Sequence[int] = ()) -> uidiff.Snapshot:
    """A window with a list of messages: two elements, and six a message."""
    items: list[dict[str, object]] = []
    for row in rows:
        subject = f"Report {row}, corrected" if row in changed else f"Report {row}"
        cells = [
            {"role": "checkbox", "name": f"Select {row}", "states": {"checked": False}},
            {"role": "text", "name": f"Sender {row}"},
            {"role": "link", "name": subject, "bounds": [120, 24 * row, 400, 20]},
            {"role": "text", "name": f"{row % 12 + 1} May"},
            {"role": "button", "name": f"Delete {row}", "states": {"focusable": True}},
        ]
        items.append({"role": "listitem", "bounds": [0, 24 * row, 800, 24], "children": cells})
    inbox = {"role": "list", "name": "Inbox", "children": items}
    return uidiff.Snapshot.from_dicts({"role": "window", "name": "Mail", "children": [inbox]}, title="Mail")


def _seconds(arguments: Sequence[str], folder: str) -> float:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    done = subprocess.run(  # noqa: S603  # our own interpreter
        [sys.executable, *arguments],
        check=False,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    taken = time.perf_counter() - start
    if done.returncode != (0 if "-c" in arguments else DIFFERS):
        raise RuntimeError(f"{arguments} exited with {done.returncode}: {done.stderr}")
    return taken
