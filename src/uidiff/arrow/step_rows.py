"""Rows of SNAPSHOTS of what importers read step by step: snapshots, and errors in their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BufferedReader
from types import MappingProxyType
from typing import TypeAlias

import attrs
import pyarrow as pa

from uidiff.arrow.outgoing import MAX_NODES, Failed, Origin, Outgoing, Whole
from uidiff.errors import InvalidSnapshot
from uidiff.importers.browsergym import read_steps
from uidiff.importers.playwright_trace import read_trace
from uidiff.importers.rrweb import LONGEST_EVENT, RecordedStep, StepRules, steps_of_pieces
from uidiff.model.files import lines_of, pieces_of
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot

__all__ = ["STEPS", "Found", "StepReader", "rrweb_reader", "step_batches"]

Found: TypeAlias = Snapshot | InvalidSnapshot | RecordedStep

StepReader: TypeAlias = Callable[[BufferedReader, Limits], Iterator[Found]]
"""Reads an open file step by step. It may raise InvalidSnapshot, behind which nothing can be read."""

_MOST_WAITING = 1_000
"""Errors before the first snapshot that wait for its window."""


def step_batches(found: Iterable[Found], origin: Origin, max_nodes: int = MAX_NODES) -> Iterator[pa.RecordBatch]:
    """Make batches of SNAPSHOTS of the steps of one file; only a batch and a step are held in memory.

    The rows are numbered from 0 on through the file, in the order in which their steps ended. A row of an error has the
    time, the action and the window of its step, if these are known; else the window of the row before it, or that of
    the first snapshot.

    Args:
        found: the steps. An InvalidSnapshot that is raised is the last row.
        origin: the file and the session.
        max_nodes: how many elements a batch has at most, or one snapshot.
    """
    rows = _Numbered(origin, Outgoing(max_nodes))
    try:
        for step in found:
            rows.add(step)
            yield from rows.outgoing.full()
    except InvalidSnapshot as error:
        rows.add(error)
    rows.place_waiting()
    yield from rows.outgoing.all()


@attrs.define
class _Numbered:
    """Gives the rows of a file their numbers, and errors a window."""

    origin: Origin
    outgoing: Outgoing
    _seq: int = 0
    _window: str | None = None
    _begun: bool = False
    _waiting: list[Failed] = attrs.field(factory=list)

    def add(self, step: Found) -> None:
        """Append a step."""
        result = step.result if isinstance(step, RecordedStep) else step
        seq, self._seq = self._seq, self._seq + 1
        if isinstance(result, Snapshot):
            self._window, self._begun = result.window, True
            self.place_waiting()
            self.outgoing.add(Whole(self.origin, seq, result))
            return
        failed = Failed(self.origin, seq, str(result))
        if isinstance(step, RecordedStep):
            origin = attrs.evolve(self.origin, window=step.window)
            failed = attrs.evolve(failed, origin=origin, taken_at=step.taken_at, action=step.action)
        self._waiting.append(failed)
        if self._begun or len(self._waiting) >= _MOST_WAITING:
            self.place_waiting()

    def place_waiting(self) -> None:
        """Let go of the errors that wait for a window."""
        waiting, self._waiting = self._waiting, []
        for row in waiting:
            origin = row.origin if row.origin.window is not None else attrs.evolve(row.origin, window=self._window)
            self.outgoing.add(attrs.evolve(row, origin=origin))


def rrweb_reader(rules: StepRules | None = None) -> StepReader:
    """Return what reads recordings of rrweb by these rules."""

    def steps(file: BufferedReader, limits: Limits) -> Iterator[Found]:
        return steps_of_pieces(pieces_of(file), rules or StepRules(), limits, Redaction(), LONGEST_EVENT)

    return steps


def _of_trace(file: BufferedReader, limits: Limits) -> Iterator[Found]:
    return read_trace(file, limits=limits)


def _of_browsergym(file: BufferedReader, limits: Limits) -> Iterator[Found]:
    return read_steps(lines_of(file, limits.max_file), limits=limits)


STEPS: Mapping[str, StepReader] = MappingProxyType(
    {"rrweb": rrweb_reader(), "playwright-trace": _of_trace, "browsergym": _of_browsergym}
)
"""By the format, as the importers are called."""
