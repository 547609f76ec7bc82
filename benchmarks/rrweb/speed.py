"""How fast recordings become snapshots, in mutations a second of one core, and in how much memory.

``python -m benchmarks.rrweb.speed FILE`` reads a recording and prints its steps and the memory that it took.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import uidiff
from benchmarks.report import Report
from benchmarks.rrweb.made import ELEMENTS, KINDS, events, lines
from uidiff.importers.rrweb import rrweb_steps

__all__ = ["count_mutations", "made_sessions", "memory", "real_recordings"]

RATE = 30_000
"""Mutations a second that a core makes snapshots of, at least."""

MEMORY = 350
"""MiB that a process has at most, whatever the length of the session."""

_BURSTS = (30, 100, 300)
_MUTATIONS = 12_000
_TIMES = 3
_MEGABYTE = 1_000_000
_SIZES = (10, 200)
_LOOP = 1_000_000


def count_mutations(data: Mapping[str, Any]) -> int:
    """Return how many changes a mutation event has."""
    return sum(len(data.get(kind, ())) for kind in ("adds", "removes", "texts", "attributes"))


def made_sessions(report: Report, folder: Path) -> None:
    """A row for each kind of change and size of its bursts, and targets for bursts of 300."""
    rows = []
    for kind in KINDS:
        for size in _BURSTS:
            text, mutations = lines(kind, size=size, mutations=_MUTATIONS)
            file = folder / "made.jsonl"
            file.write_text("\n".join(text), encoding="utf-8")
            steps, cpu, wall = _measured(file)
            rate = mutations / cpu
            each = 1000 * cpu / steps
            rows.append([kind, size, mutations, steps, f"{each:.2f}", f"{rate:,.0f}", f"{wall / cpu:.2f}"])
            if size == _BURSTS[-1]:
                report.target(f"mutations a second of a core: {kind}, {size} a burst", rate, RATE, at_least=True)
    columns = (
        "what changes",
        "mutations a burst",
        "mutations",
        "snapshots",
        "ms a snapshot",
        "mutations/s",
        "wall / CPU",
    )
    report.table(f"Made sessions, {ELEMENTS:,} elements, a burst each second", columns, rows)


def real_recordings(report: Report, recordings: Mapping[str, list[dict[str, Any]]], folder: Path) -> None:
    """A row for each recording of a page."""
    rows = []
    for name, recorded in recordings.items():
        file = folder / "recorded.json"
        file.write_text(json.dumps(recorded), encoding="utf-8")
        mutations = sum(_count(recorded))
        steps, cpu, _ = _measured(file)
        rows.append([name, len(recorded), max(_count(recorded), default=0), mutations, steps, f"{1000 * cpu:.0f}"])
    columns = ("page", "events", "mutations of the largest event", "of all", "snapshots", "ms of all")
    report.table("The recordings of the pages", columns, rows)


def memory(report: Report, folder: Path) -> None:
    """A row for each size of a session, read by a process of its own."""
    rows = []
    for size in _SIZES:
        file = folder / f"{size}.jsonl"
        mutations = _write(file, size * _MEGABYTE)
        done = subprocess.run(  # noqa: S603  # ourselves
            [sys.executable, "-m", "benchmarks.rrweb.speed", str(file)], check=True, capture_output=True, text=True
        )
        file.unlink()
        steps, cpu, imported, peak = json.loads(done.stdout)
        rows.append([f"{size} MB", mutations, steps, f"{mutations / cpu:,.0f}", f"{imported:.0f}", f"{peak:.0f}"])
        report.target(f"MiB at most, a session of {size} MB", peak, MEMORY)
    columns = ("session", "mutations", "snapshots", "mutations/s", "MiB after the import", "MiB at most")
    report.table("Memory of a process, mixed changes, 300 a burst", columns, rows)


def loop() -> float:
    """Seconds that this machine takes for a loop of a million additions, to compare runs by."""
    start = time.process_time()
    total = 0
    for number in range(_LOOP):
        total += number
    return time.process_time() - start


def _count(recorded: Iterable[Mapping[str, Any]]) -> list[int]:
    return [count_mutations(event["data"]) for event in recorded if event["type"] == 3 and event["data"]["source"] == 0]


def _measured(file: Path) -> tuple[int, float, float]:
    """Return the steps of a recording, and the seconds of the fastest of a few runs: of the core, and on the clock."""
    found = []
    for _ in range(_TIMES):
        cpu, wall = time.process_time(), time.perf_counter()
        steps = 0
        for step in rrweb_steps(file):
            steps += 1
            assert isinstance(step.result, uidiff.Snapshot), step.result
        found.append((time.process_time() - cpu, time.perf_counter() - wall, steps))
    cpu, wall, steps = min(found)
    return steps, cpu, wall


def _write(file: Path, size: int) -> int:
    """Write a session of that many bytes; return its mutations."""
    written = mutations = 0
    with file.open("w", encoding="utf-8") as out:
        for event, count in events("mixed", size=_BURSTS[-1]):
            written += out.write(json.dumps(event, separators=(",", ":")) + "\n")
            mutations += count
            if written >= size:
                break
    return mutations


def _resident(key: str) -> float:
    """MiB that this process has (VmRSS) or had at most (VmHWM)."""
    text = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in text.splitlines() if line.startswith(f"{key}:"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    before, started = _resident("VmRSS"), time.process_time()
    count = sum(1 for _ in rrweb_steps(sys.argv[1]))
    print(json.dumps([count, time.process_time() - started, before, _resident("VmHWM")]))
