"""Writes the texts of every step to files, for a look: ``python -m benchmarks.tokens.dump FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.recorded import PLACES
from benchmarks.tokens.said import said


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for place in PLACES:
        for step in said(place):
            name = f"{step.app}_{step.number:03}"
            tokens = step.tokens
            counts = f"full {tokens.full}, diff {tokens.diff}, incremental {tokens.incremental}, AI {tokens.ai}"
            head = f"{step.action}\n{counts}, {step.touched:.1%} changed\n\n"
            (folder / f"{name}.full.txt").write_text(step.full + "\n", encoding="utf-8")
            (folder / f"{name}.diff.txt").write_text(f"{head}{step.diff}\n", encoding="utf-8")
            if step.playwright is not None:
                (folder / f"{name}.playwright.txt").write_text(step.playwright.incremental or "", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
