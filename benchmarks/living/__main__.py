"""``python -m benchmarks.living [part …] [--only TEXT]``: parts of the benchmark, a line for each case.

Only ``record`` writes the recorded pairs again, and the first ``peers`` keeps the
figures of agent-browser in ``build``, for a whole run too: delete ``build/agent-browser.json`` when pages or scenarios
have changed.
``--only "tabs:"`` takes the cases with that text in their names, ``--bad`` prints only what failed. The exit code is 1
if a target was missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from benchmarks.living import record, run_acting, run_forty, run_modal, run_pairs, run_peers, run_reads, run_recorded
from benchmarks.living.acting import add_acting
from benchmarks.living.equal_reads import add_reads
from benchmarks.living.forty import add_forty
from benchmarks.living.pair_report import add_pairs
from benchmarks.living.peers import add_peers
from benchmarks.report import Report

Show = Callable[[Iterable[str]], None]


class _Case(Protocol):
    def line(self) -> str: ...


_T = TypeVar("_T", bound=_Case)
Part = Callable[[Report, str, Show], None]


def _part(run: Callable[[str], Sequence[_T]], add: Callable[[Report, Sequence[_T]], object]) -> Part:
    """A part that shows a line for each case, and adds its tables and targets."""

    def part(report: Report, only: str, show: Show) -> None:
        found = run(only)
        show(one.line() for one in found)
        add(report, found)

    return part


def _modal(report: Report, _: str, __: Show) -> None:
    run_modal(report)


def _reads(report: Report, only: str, show: Show) -> None:
    found = run_reads(only)
    show(f"BAD  {how}: {address!a}" for how, address in found.differing)
    add_reads(report, found)


def _record(_: Report, __: str, show: Show) -> None:
    show([f"{record()} pairs are recorded"])


PARTS: dict[str, Part] = {
    "recorded": _part(run_recorded, add_pairs),
    "pairs": _part(run_pairs, add_pairs),
    "modal": _modal,
    "acting": _part(run_acting, add_acting),
    "forty": _part(run_forty, add_forty),
    "reads": _reads,
    "peers": _part(lambda only: run_peers(run_acting(only), only, kept=True), add_peers),
    "record": _record,
}


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.living")
    parser.add_argument("parts", nargs="+", choices=PARTS)
    parser.add_argument("--only", default="", help="a part of the names of the cases")
    parser.add_argument("--bad", action="store_true", help="print only the cases that failed")
    options = parser.parse_args(given)
    report = Report("Living pages")

    def show(lines: Iterable[str]) -> None:
        for line in lines:
            if not options.bad or line.startswith(("BAD", "BEHIND")):
                print(line)

    for part in options.parts:
        PARTS[part](report, options.only, show)
    print(report.text())
    return int(not all(target.met for target in report.targets))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
