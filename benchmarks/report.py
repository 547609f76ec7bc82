"""What a benchmark answers: tables, targets, and the same as files in ``benchmarks/results``."""

from __future__ import annotations

import gc
import json
import platform
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

RESULTS = Path(__file__).parent / "results"


@attrs.frozen
class Target:
    """A figure with the bound that it has to keep."""

    what: str
    value: float
    bound: float
    at_least: bool = False

    @property
    def met(self) -> bool:
        return self.value >= self.bound if self.at_least else self.value <= self.bound

    def line(self) -> str:
        sign = ">=" if self.at_least else "<="
        return f"- {'met' if self.met else 'MISSED'}: {self.what}: {self.value:.5g} ({sign} {self.bound:.5g})"


@attrs.define
class Report:
    """Tables and targets of one benchmark, in the order in which they were added.

    Attributes:
        notes: paragraphs of Markdown that stand before the tables.
        files: texts of further files to write beside its own, by their names.
    """

    title: str
    tables: list[tuple[str, list[str], list[list[str]]]] = attrs.field(factory=list)
    targets: list[Target] = attrs.field(factory=list)
    notes: list[str] = attrs.field(factory=list)
    files: dict[str, str] = attrs.field(factory=dict)

    def table(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        self.tables.append((title, list(columns), [[_cell(cell) for cell in row] for row in rows]))

    def target(self, what: str, value: float, bound: float, *, at_least: bool = False) -> None:
        self.targets.append(Target(what, value, bound, at_least))

    def text(self) -> str:
        lines = [
            f"# {self.title}",
            "",
            f"Python {platform.python_version()}, {sys.platform}; ratios within one run.",
            "",
        ]
        for note in self.notes:
            lines += [note, ""]
        for title, columns, rows in self.tables:
            lines += [f"## {title}", "", "| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]
            lines += ["| " + " | ".join(row) + " |" for row in rows] + [""]
        return "\n".join([*lines, "## Targets", "", *(target.line() for target in self.targets)]) + "\n"

    def write(self, name: str) -> None:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{name}.md").write_text(self.text(), encoding="utf-8")
        value = {
            "title": self.title,
            "python": platform.python_version(),
            "tables": [{"title": t, "columns": c, "rows": r} for t, c, r in self.tables],
            "targets": [{**attrs.asdict(target), "met": target.met} for target in self.targets],
        }
        (RESULTS / f"{name}.json").write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        for file, text in self.files.items():
            (RESULTS / file).write_text(text, encoding="utf-8")


def best(run: Callable[[], object], *, times: int = 9, loops: int = 1) -> float:
    """The shortest of several runs, in seconds, the collector off while it runs; each of ``loops`` calls."""
    found = []
    for _ in range(times):
        gc.collect()
        gc.disable()
        start = time.perf_counter()
        for _ in range(loops):
            run()
        found.append((time.perf_counter() - start) / loops)
        gc.enable()
    return min(found)


def share(value: float) -> str:
    """Four decimals; 1.0000 only for 1 itself."""
    return "0.9999" if 0.9999 <= value < 1 else f"{value:.4f}"


def _cell(cell: object) -> str:
    return f"{cell:.4f}" if isinstance(cell, float) else str(cell)
