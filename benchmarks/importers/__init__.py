"""The importers on what other tools wrote, whole and damaged: no ref or name is lost, no foreign exception comes out.

``python -m benchmarks importers`` tries 100,000 damaged texts of each format; it runs when it is named, as it takes
minutes. ``python -m benchmarks.importers FORMAT COUNT SEED`` tries some of one format, and says what came out.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from benchmarks.importers.mutations import mutated
from benchmarks.importers.samples import Sample, samples
from benchmarks.report import Report
from uidiff import import_tree
from uidiff.errors import UIDiffError
from uidiff.importers.embedded import embedded_trees

__all__ = ["COUNT", "fuzz", "lost", "run"]

COUNT = 100_000
"""Damaged texts of each format."""

_SEED = 22
_TEXTS = ("text", "list-marker")
_FINE = ("snapshot", "error")


def run() -> Report:
    report = Report("Importers")
    report.notes.append(
        "Each sample is what the tool itself wrote of pages that were made to mislead"
        " (`tests/importers/make_samples.py`). A plain search of its text finds the refs and names; the snapshot has to"
        " have all of them, in the same order. Then parts of the samples are damaged at random, and have to give a"
        " snapshot or an error of uidiff."
    )
    known = list(samples())
    losses = [lost(sample) for sample in known]
    rows = [
        [sample.format, sample.path.name, *map(len, sample.raw()), loss]
        for sample, loss in zip(known, losses, strict=True)
    ]
    report.table("Samples", ["importer", "sample", "refs", "names", "lost"], rows)
    report.target("refs and names that are lost", sum(losses), 0)
    names = dict.fromkeys(sample.format for sample in known)
    with ProcessPoolExecutor() as workers:
        outcomes = dict(zip(names, workers.map(partial(fuzz, count=COUNT, seed=_SEED), names), strict=True))
    foreign = {name: out.total() - sum(out[fine] for fine in _FINE) for name, out in outcomes.items()}
    columns = ["importer", "snapshots", "errors of uidiff", "foreign exceptions"]
    cells = [[name, *(out[fine] for fine in _FINE), foreign[name]] for name, out in outcomes.items()]
    report.table(f"{COUNT:,} damaged texts of each", columns, cells)
    report.target("foreign exceptions", sum(foreign.values()), 0)
    return report


def lost(sample: Sample) -> int:
    """Return how many refs and names of a sample's text its snapshot lacks, or has at another place."""
    raw = sample.raw()
    snapshot = import_tree(sample.path)
    refs = [element.id for element in snapshot if element.id]
    names = [element.name for element in snapshot if element.name and element.role not in _TEXTS]
    return _differing(raw.refs, refs) + _differing(raw.names, names)


def fuzz(format: str, count: int, seed: int) -> Counter[str]:
    """Return what came of damaged texts of a format: "snapshot", "error", or the type of a foreign exception."""
    random = Random(seed)
    texts = [sample.text() for sample in samples() if sample.format == format]
    return Counter(outcome(mutated(random, texts), format) for _ in range(count))


def outcome(text: str, format: str) -> str:
    """Return what comes of a text: every way in is tried, by name, by sniffing, and as the result of a tool."""
    try:
        for found in embedded_trees(text):
            if text[found.start : found.end].find(found.text or found.path or "") < 0:
                return "tree elsewhere"
        result = _imported(text, format)
        _imported(text, None)
    except Exception as error:  # noqa: BLE001  # that is what is looked for
        return f"{type(error).__name__} of {text!a}"
    return result


def _imported(text: str, format: str | None) -> str:
    try:
        import_tree(text, format=format)
    except UIDiffError:
        return _FINE[1]
    return _FINE[0]


def _differing(expected: list[str], found: list[str]) -> int:
    if expected == found:
        return 0
    return max(1, (Counter(expected) - Counter(found)).total())
