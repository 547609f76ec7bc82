"""Give rows of failed reads a place between the snapshots of a recording, or of a file of another tool."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pyarrow as pa

from uidiff.arrow.outgoing import Failed, Outgoing, Whole

__all__ = ["PlacedRows"]


class PlacedRows:
    """Rows of one recording on their way to a batch.

    A failed row without a window gets that of the snapshot before it, of the first one where it is before all; one
    without a number gets one that is free between those around it.
    """

    def __init__(self, rows: Outgoing) -> None:
        self._rows = rows
        self._waiting: list[Failed] = []
        self._seq = -1
        self._window: str | None = None
        self._begun = False

    def add(self, row: Failed | Whole) -> None:
        """Append a row. Rows without a number wait for the next one that has one."""
        if isinstance(row, Failed) and (row.seq is None or not self._begun):
            self._waiting.append(row)
            return
        if isinstance(row, Whole) and not self._begun:
            self._window, self._begun = row.snapshot.window, True
        self._place(row.seq)
        if isinstance(row, Failed):
            self._waiting.append(row)
            self._place(None)
            return
        self._window = row.snapshot.window
        self._rows.add(row)
        self._seq = row.seq

    def full(self) -> Iterator[pa.RecordBatch]:
        """Return the rows that have a place, if they are enough for a batch."""
        if len(self._waiting) >= _MOST_WAITING:
            self._place(None)
        yield from self._rows.full()

    def all(self) -> Iterator[pa.RecordBatch]:
        """Return all rows: the recording has ended."""
        self._place(None)
        yield from self._rows.all()

    def _place(self, stop: int | None) -> None:
        """Give the waiting rows numbers below ``stop``."""
        waiting, self._waiting = self._waiting, []
        for row in waiting:
            seq = row.seq
            if seq is None and (stop is None or self._seq + 1 < stop):
                seq = self._seq + 1
            self._rows.add(self._in_window(attrs.evolve(row, seq=seq)))
            self._seq = self._seq if seq is None else max(seq, self._seq)

    def _in_window(self, row: Failed) -> Failed:
        known = row.origin.window is not None
        return row if known else attrs.evolve(row, origin=attrs.evolve(row.origin, window=self._window))


_MOST_WAITING = 1_000
"""Rows that wait for a number or a window: a file of many damaged lines is read in bounded memory."""
