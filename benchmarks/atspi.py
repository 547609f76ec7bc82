"""The backend of Linux desktops on real programs, on a private desktop. Needs what its tests need (tests/system.sh)."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from statistics import median

import uidiff
from benchmarks.report import Report
from tests.backends.atspi.one_by_one import slow_backend
from tests.backends.atspi.subjects import form, until_still
from tests.backends.subjects import read
from tests.desktop.forms import TOOLKITS
from tests.desktop.private import Desktop, private_desktop
from tests.desktop.program import Program, ended
from uidiff.backends.atspi import AtspiBackend

__all__ = ["run"]

ROUNDS = 9
RATIO_BOUND = 0.35
HUNG_BOUND = 1.10
DEADLINES = (0.3, 0.6, 3.0)
READS = 50
INTERVAL = 1.0
CHANGES = 20
LATENCY_BOUND = INTERVAL / 5

NOTES = """
At once: as the backend reads, all calls of a level on their way together, facts from the program's cache where it has
one. One by one: the same fields of the same elements, each call after the answer to the one before, without the cache.
Both in one process, in turn, and what they say is compared: it is the same. Times are medians; the ratio is the median
of the ratios of the rounds.

Hung: a program that was stopped (SIGSTOP), by the time that a read may take at most. Nobody is waited for longer than a
second; so of a deadline of three seconds a third is used. Idle: what 50 reads in a row report of a program in which
nothing happens; exempt, said before the run, is nothing, as no clock goes in it and no caret is read. Latency: from the
moment at which a program is told to change something to the record of it in ``Session.observe``, read every second at
the latest; the changes come at random moments of that second.
"""


def run() -> Report:
    report = Report("AT-SPI: reading real programs")
    report.notes.append(NOTES.strip())
    with private_desktop() as desktop:
        _reads(report, desktop)
        _hung(report, desktop)
        _idle(report, desktop)
        _latency(report, desktop)
    return report


def _reads(report: Report, desktop: Desktop) -> None:
    rows: list[list[object]] = []
    for command in (["mousepad", "--disable-server"], ["galculator"]):
        with _started(desktop, command) as pid:
            rows.append([f"{command[0]} (GTK 3)", *_compared(desktop, pid)])
    for toolkit in TOOLKITS:
        with form(toolkit, desktop) as (_, program):
            rows.append([f"a form ({toolkit.name})", *_compared(desktop, program.pid)])
    columns = ("program", "elements", "calls", "rounds", "ms", "one by one: calls = rounds", "ms", "ratio")
    report.table(f"Reading at once and one by one, {ROUNDS} rounds in turn", columns, rows)
    report.target("read of mousepad, about 300 elements / one call at a time", float(str(rows[0][-1])), RATIO_BOUND)


def _compared(desktop: Desktop, pid: int) -> list[object]:
    """Elements, calls, rounds and time of a read; calls and time one by one; the ratio."""
    quick, slow = AtspiBackend(session_bus=desktop.bus), slow_backend(desktop.bus)
    assert until_still(quick, pid).columns == until_still(slow, pid).columns
    times: list[tuple[float, float]] = []
    counts: list[tuple[int, int]] = []
    for _ in range(ROUNDS):
        counts = [(backend.calls, backend.rounds) for backend in (quick, slow)]
        first, second, third = time.perf_counter(), _timed(quick, pid), _timed(slow, pid)
        times.append((second - first, third - second))
    calls, rounds = quick.calls - counts[0][0], quick.rounds - counts[0][1]
    every = slow.calls - counts[1][0]
    elements = len(read(quick, pid))
    quick.close()
    slow.close()
    at_once, one_by_one = (f"{median(each) * 1e3:.0f}" for each in zip(*times, strict=True))
    ratio = median(one / other for one, other in times)
    return [elements, calls, rounds, at_once, every, one_by_one, f"{ratio:.3f}"]


def _timed(backend: AtspiBackend, pid: int) -> float:
    """The moment at which a read is done."""
    read(backend, pid)
    return time.perf_counter()


def _hung(report: Report, desktop: Desktop) -> None:
    rows: list[list[object]] = []
    worst = 0.0
    for toolkit in TOOLKITS:
        with form(toolkit, desktop) as (backend, program):
            program.stop()
            taken = [_failing(backend, program.pid, seconds) / seconds for seconds in DEADLINES]
            program.go_on()
            until_still(backend, program.pid)
            worst = max(worst, *taken)
            rows.append([toolkit.name, *(f"{each:.3f}" for each in taken)])
    columns = ("program", *(f"{seconds} s" for seconds in DEADLINES))
    report.table("Time of a read of a hung program / its deadline", columns, rows)
    report.target("read of a hung program / its deadline", worst, HUNG_BOUND)


def _failing(backend: AtspiBackend, pid: int, seconds: float) -> float:
    begun = time.perf_counter()
    try:
        read(backend, pid, seconds=seconds)
    except uidiff.errors.ReadTimeout:
        return time.perf_counter() - begun
    raise AssertionError("a hung program was read")


def _idle(report: Report, desktop: Desktop) -> None:
    rows: list[list[object]] = []
    told = 0
    for toolkit in TOOLKITS:
        with form(toolkit, desktop) as (backend, program), uidiff.Session(backend, program.pid) as ui:
            elements = len(ui.describe().snapshot)
            reports = [ui.describe(mode="diff").delta for _ in range(READS)]
            records = sum(len(kind) for delta in reports if delta for kind in _kinds(delta))
            told += records
            rows.append([toolkit.name, elements, records])
    report.table(f"{READS} reads of an idle program", ("program", "elements", "records"), rows)
    report.target("records of idle programs", told, 0)


def _kinds(delta: uidiff.TreeDiff) -> tuple[Sized, ...]:
    return delta.added, delta.removed, delta.changed, delta.moved, delta.reordered


def _latency(report: Report, desktop: Desktop) -> None:
    rows: list[list[object]] = []
    worst = 0.0
    seen = 0
    for toolkit in TOOLKITS:
        with form(toolkit, desktop) as (backend, program), uidiff.Session(backend, program.pid) as ui:
            times = list(_latencies(ui, program, random.Random(toolkit.name)))
            seen += len(times)
            worst = max(worst, median(times))
            cells = (f"{each * 1e3:.0f}" for each in (min(times), median(times), max(times)))
            rows.append([toolkit.name, len(times), *cells])
    report.table(
        f"Latency of observe, read every {INTERVAL:.0f} s, ms", ("program", "seen", "least", "median", "most"), rows
    )
    report.target("median latency of observe, s: the slowest toolkit", worst, LATENCY_BOUND)
    report.target("changes seen", seen, CHANGES * len(TOOLKITS), at_least=True)


def _latencies(ui: uidiff.Session, program: Program, chance: random.Random) -> Iterator[float]:
    """Of each change that was seen: how long it took."""
    with ui.observe(interval=INTERVAL, duration=CHANGES * 3 * INTERVAL) as stream:
        next(stream)
        for number in range(CHANGES):
            time.sleep(chance.uniform(0, INTERVAL))
            begun = time.perf_counter()
            program.begin(f"tick {number}")
            if any(f'"{number}"' in record.line() for record in stream):
                yield time.perf_counter() - begun
            program.expect_answer()


@contextmanager
def _started(desktop: Desktop, command: list[str]) -> Iterator[int]:
    process = subprocess.Popen(command, env=desktop.environment, stderr=subprocess.DEVNULL)  # noqa: S603  # our own
    with ended(process):
        yield process.pid
