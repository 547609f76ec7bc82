"""Rows of SNAPSHOTS of what importers read step by step: snapshots, and errors in their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BufferedReader
from types import MappingProxyType
from typing import TypeAlias

import attrs
import pyarrow as pa

from uidiff.arrow.outgoing import MAX_NODES, Failed, Origin, Outgoing, Whole
from uidiff.arrow.placed_rows import PlacedRows
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
    rows = PlacedRows(Outgoing(max_nodes))
    seq = -1
    try:
        for seq, step in enumerate(found):  # used where it breaks
            rows.add(_row(step, seq, origin))
            yield from rows.full()
    except InvalidSnapshot as error:
        rows.add(_row(error, seq + 1, origin))
    yield from rows.all()


def _row(step: Found, seq: int, origin: Origin) -> Failed | Whole:
    result = step.result if isinstance(step, RecordedStep) else step
    if isinstance(result, Snapshot):
        return Whole(origin, seq, result)
    if isinstance(step, RecordedStep):
        return Failed(attrs.evolve(origin, window=step.window), seq, str(result), step.taken_at, step.action)
    return Failed(origin, seq, str(result))


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
