"""The pairs as a file: trees before and after with the browser's ids, what their elements are, and the least edits.

``python -m benchmarks.living record`` writes it, from a run in a browser. Whatever reads it needs neither a browser nor
npm. Boxes and addresses are left out, and ids begin with "d" in place of the browser's name of the document. What is in
the page and not in its tree is unknown here.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs

import uidiff
from benchmarks.living.pair import IGNORED, Pair, Sight, least_edit, shorter_edit
from benchmarks.living.truth import Truth

__all__ = ["FILE", "RecordedPair", "recorded_pairs", "write_pairs"]

FILE = Path(__file__).with_name("pairs.jsonl.gz")

_DOCUMENT = re.compile(r"^[^-]*-")


@attrs.frozen(eq=False)
class RecordedPair:
    """A pair without what a session told.

    Attributes:
        pair: the trees and their truth; its delta is that of ``uidiff.diff`` with the ids.
        least, shorter: the least edits (``pair.least_edit``, ``pair.shorter_edit``).
    """

    pair: Pair
    least: int
    shorter: int


def write_pairs(pairs: Iterable[Pair]) -> int:
    """Write the file; return the number of pairs."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for pair in pairs:
        value = {
            "name": pair.name,
            "least": least_edit(pair),
            "shorter": shorter_edit(pair),
            "before": _to_dict(pair.before),
            "after": _to_dict(pair.after),
        }
        lines.append(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    with FILE.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write("".join(f"{line}\n" for line in lines).encode())
    return len(lines)


def recorded_pairs() -> Iterator[RecordedPair]:
    """Read the file, pair by pair."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for value in map(json.loads, lines):
            before, after = _sight(value["before"]), _sight(value["after"])
            delta = uidiff.diff(before.snapshot, after.snapshot, ignore=IGNORED)
            numbered = [
                attrs.evolve(side, refs=tuple(refs.numbers))
                for side, refs in zip((before, after), delta.refs, strict=True)
            ]
            pair = Pair(value["name"], numbered[0], numbered[1], None, delta)
            yield RecordedPair(pair, value["least"], value["shorter"])


def _to_dict(sight: Sight) -> dict[str, Any]:
    nodes = sight.snapshot.to_dicts()
    for node in nodes:
        node.pop("bounds", None)
        if "id" in node:
            node["id"] = _DOCUMENT.sub("d-", str(node["id"]))
    truth = sight.truth
    return {"nodes": nodes, "shows": truth.shows, "own": dict(truth.own)}


def _sight(value: dict[str, Any]) -> Sight:
    snapshot = uidiff.Snapshot.from_dicts(value["nodes"], platform="web", document="d")
    return Sight(snapshot, Truth(tuple(value["shows"]), value["own"], {}))
