"""Looks: the rows of SNAPSHOTS one by one, checked as the engine of changes checks them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import attrs
import pyarrow as pa

from uidiff.arrow.conform import conformed
from uidiff.arrow.convert import moments
from uidiff.arrow.engine import BEHIND, OF_TWO_FILES, TWICE, TWICE_OF_FILES, are_of_two_files, pieces
from uidiff.arrow.outgoing import MAX_NODES
from uidiff.arrow.tables.answers import Rows
from uidiff.arrow.validator import Validator
from uidiff.errors import InvalidSnapshot
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot

__all__ = ["Look", "good", "looks_of", "seconds_between"]

_MICROSECONDS = 1_000_000


@attrs.frozen(eq=False)
class Look:
    """A row of SNAPSHOTS: a tree, or a read that failed.

    Attributes:
        session, window, seq: where it stands.
        ts: when it was read, in microseconds of Unix time; None if that is not known.
        action: what was done before it; None if nothing was.
        snapshot: the tree; None if there is none.
        error: why there is none.
        begins: whether it is the first look of its window, or of its file.
        went_back: whether the clock was set back since the look before it whose time is known.
        row: the number of its row among those of all batches.
    """

    session: str | None
    window: str | None
    seq: int | None
    ts: int | None
    action: str | None
    snapshot: Snapshot | None = attrs.field(repr=False)
    error: str | None = None
    begins: bool = False
    went_back: bool = False
    row: int = 0


def good(look: Look) -> Snapshot:
    """Return the tree of a look that has one."""
    return cast("Snapshot", look.snapshot)


def seconds_between(start: Look, stop: Look) -> float | None:
    """Return the seconds from one look to a later one; None if a time is unknown, or would be negative."""
    if start.ts is None or stop.ts is None or stop.ts < start.ts:
        return None
    return (stop.ts - start.ts) / _MICROSECONDS


@attrs.define(eq=False)
class _Order:
    """Follows the order of the looks, and says what is wrong with a row."""

    key: tuple[object, object] | None = None
    seq: int | None = None
    source: str | None = None
    ts: int | None = None
    ended: set[object] = attrs.field(factory=set)

    def enter(self, session: object, window: object) -> bool:
        """Begin a window if it is another one. InvalidSnapshot: it was left already."""
        if self.key == (session, window):
            return False
        if self.key is None or self.key[0] != session:
            self.ended.clear()
        elif window in self.ended:
            problem = "rows of a window that do not stand together"
            raise InvalidSnapshot(problem, "$.window", "sort the rows by session, window and seq, or give a table")
        self.ended.add(window)
        self.key, self.seq, self.source, self.ts = (session, window), None, None, None
        return True

    def wrong(self, seq: int, source: str | None) -> str | None:
        """Say why a row cannot follow; None if it can."""
        if self.seq is None or seq > self.seq:
            return None
        if seq < self.seq:
            return BEHIND
        return TWICE_OF_FILES if are_of_two_files(self.source, source) else TWICE

    def went_back(self, ts: int | None) -> bool:
        back = ts is not None and self.ts is not None and ts < self.ts
        self.ts = self.ts if ts is None else ts
        return back


def looks_of(batches: Rows, limits: Limits | None = None, *, max_nodes: int = MAX_NODES) -> Iterator[Look]:
    """Yield the rows of batches that are sorted by session, window and seq; one piece of them is held.

    A row that is no snapshot is a look with its error; so is a sequence number that stands there twice, or below the
    one before. A snapshot from another file than the one before it (``source``) begins its window again, after a look
    with that error.

    Raises:
        InvalidSnapshot: no such columns; or rows of a window that do not stand together.
    """
    validator, order = Validator(limits or Limits()), _Order()
    start = 0
    for batch in batches:
        for piece in pieces(conformed(batch), max_nodes):
            yield from _looks(piece, validator, order, start)
            start += piece.num_rows


def _looks(batch: pa.RecordBatch, validator: Validator, order: _Order, start: int) -> Iterator[Look]:
    block, places, errors = validator.check(batch)
    numbers = {place: number for number, place in enumerate(places)}
    names = ("session", "window", "seq", "action", "source")
    cells = zip(*(batch.column(name).to_pylist() for name in names), _times(batch), strict=True)
    for place, (session, window, seq, action, source, ts) in enumerate(cells):
        begins = order.enter(session, window)
        error = errors.get(place) or (order.wrong(seq, source) if place in numbers else None)
        key = (session, window, seq, ts)
        if error is not None:
            yield Look(*key, action or None, None, error, begins, row=start + place)
            continue
        if are_of_two_files(order.source, source):
            yield Look(*key, None, None, OF_TWO_FILES, begins, row=start + place)
            begins, order.ts = True, None
        back = order.went_back(ts)
        order.seq, order.source = seq, source or order.source
        snapshot = block.snapshot(numbers[place])
        block.known_snapshots.pop(numbers[place])  # the block lives longer than the look
        yield Look(*key, snapshot.circumstances.action or None, snapshot, None, begins, back, start + place)
        del snapshot


def _times(batch: pa.RecordBatch) -> list[int | None]:
    """Return the moment of each row in microseconds: ``ts``, else ``taken_at``."""
    given: list[int | None] = batch.column("ts").cast(pa.int64()).to_pylist()
    if None not in given:
        return given
    taken = moments(batch.column("taken_at").to_pylist()).cast(pa.int64()).to_pylist()
    return [other if ts is None else ts for ts, other in zip(given, taken, strict=True)]
