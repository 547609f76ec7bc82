"""What an answer of a session costs after the read, against the bare diff of two snapshots that nobody has looked at.

The backend hands over snapshots that are made already: what is measured is numbering, matching, comparing, choosing
between the diff and the whole tree, the text, and saving to the store in memory. Each answer is to another read, and
each bare diff is of the same two trees, made again; the two are measured in turn, and the shortest of each counts.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence

import uidiff
from benchmarks.report import Report
from benchmarks.speed.board import Line
from benchmarks.trees import rows, separate
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction

SIZES = (200, 1_000, 10_000, 100_000)
BOUNDS = {"nothing": 1.15, "one value": 4.0}
"""By edit: what an answer may cost at 10,000 elements, in bare diffs."""

TIMES = 9
MANY = 10_000
"""Elements that the bounds are for; of more, fewer answers are measured: making their trees takes most of the time."""


class Given:
    """A backend whose windows cost nothing to read: it returns the snapshot that was put there."""

    __api__ = 1
    name = "given"

    def __init__(self) -> None:
        self.snapshot = uidiff.Snapshot.from_dicts([])

    def read(self, target: object, *, limits: Limits, redact: Redaction, deadline: float) -> uidiff.Snapshot:  # noqa: ARG002
        return self.snapshot

    def windows(self) -> Sequence[uidiff.Window]:
        return ()

    def handle(self, element: uidiff.Element) -> object:
        return element

    def close(self) -> None:
        pass


def lines(_: Report) -> Iterator[Line]:
    """Measure the answers of a session to each edit, beside bare diffs."""
    for count in SIZES:
        for edit in EDITS:
            answered, diffed = measured(count, edit)
            target = 1 / BOUNDS[edit] if edit in BOUNDS and count == MANY else None
            yield Line(
                "answering, after the read", f"{count:,} elements, {edit}", "a bare diff", answered, diffed, target
            )


def _one_value(given: Sequence[uidiff.Row], step: int) -> list[uidiff.Row]:
    middle = len(given) // 2
    return [*given[:middle], given[middle]._replace(value=f"typed {step}"), *given[middle + 1 :]]


def _one_inserted(given: Sequence[uidiff.Row], step: int) -> list[uidiff.Row]:
    middle = next(at for at in range(len(given) // 2, len(given)) if given[at].depth == 1)
    return [*given[:middle], *([uidiff.Row(1, "list", "New")] * (step % 2)), *given[middle:]]


EDITS: dict[str, Callable[[Sequence[uidiff.Row], int], list[uidiff.Row]]] = {
    "nothing": lambda given, _: list(given),
    "one value": _one_value,
    "one inserted": _one_inserted,
}
"""By name the rows of the read of a step."""


def measured(
    count: int, edit: str, *, store: uidiff.MemoryStore | uidiff.FileStore | None = None
) -> tuple[float, float]:
    """Return the seconds of an answer and of the bare diff, the shortest of several; the first answers are not timed.

    "One inserted" is inserted and removed in turn.
    """
    given, backend, times = rows(count), Given(), TIMES if count <= MANY else 3
    session = uidiff.Session(backend, store=store)
    answers, diffs = [], []
    for step in range(times + 2):
        before, after = (_snapshot(EDITS[edit](given, at)) for at in (step - 1, step))
        backend.snapshot = _snapshot(EDITS[edit](given, step))
        gc.collect()
        gc.disable()
        start = time.perf_counter()
        session.describe()
        between = time.perf_counter()
        uidiff.diff(before, after)
        end = time.perf_counter()
        gc.enable()
        if step > 1:
            answers.append(between - start)
            diffs.append(end - between)
    return min(answers), min(diffs)


def _snapshot(given: Sequence[uidiff.Row]) -> uidiff.Snapshot:
    return uidiff.Snapshot.from_rows(separate(given))
