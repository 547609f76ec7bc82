"""The rows of a page as they are read: new ones, and runs of those of the read before; joined to columns in C."""

from __future__ import annotations

from typing import Any

from uidiff.errors import LimitExceeded
from uidiff.model.builder import checked_cells, row_place
from uidiff.model.columns import Columns, Row, Uniform
from uidiff.model.limits import Limits

__all__ = ["Pieces"]


class Pieces:
    """The rows of one read, in order.

    Attributes:
        length: how many there are.
        fresh: those that are new.
        longest: a length that no text of them exceeds; 0 before they are joined.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._runs: list[tuple[bool, int, int]] = []  # of new rows, or of those before: whether new, start, stop
        self._depths: list[int] = []
        self.length = self.longest = 0
        self.fresh: list[Row] = []

    def put(self, row: Row | None, depth: int) -> None:
        """Go on with a new row, if there is one; LimitExceeded for too many levels or rows."""
        if row is None:
            return
        if depth >= self._limits.max_depth:
            raise LimitExceeded(f"more than {self._limits.max_depth} levels", "$", "pass limits=Limits(max_depth=…)")
        self.fresh.append(row)
        self._depths.append(depth)
        self._run(len(self.fresh) - 1, len(self.fresh), fresh=True)

    def take(self, start: int, stop: int) -> None:
        """Go on with rows of the read before."""
        if start < stop:
            self._run(start, stop, fresh=False)

    def joined(self, before: Columns) -> Columns:
        """Return the columns of all rows, those of the read before if nothing changed."""
        made = checked_cells(self.fresh, self._limits, row_place)
        if self.fresh:
            made = made._replace(depth=tuple(self._depths))
            texts = (made.name, made.value, made.description, made.automation_id, made.url)
            lengths = (len(text) for column in texts if type(column) is not Uniform for text in column if text)
            self.longest = max(max(lengths, default=0), *(len(column[0] or "") for column in texts))
        if self._runs == [(True, 0, self.length)]:
            return made
        if self._runs == [(False, 0, len(before.role))]:
            return before
        places = self._places(len(before.role))
        if places is not None:
            return Columns.of(_put_in_place(old, new, places) for old, new in zip(before, made, strict=True))
        return Columns.of(map(self._column, before, made))

    # ----------------------------------------------------------------- private

    def _run(self, start: int, stop: int, *, fresh: bool) -> None:
        runs = self._runs
        if runs and runs[-1][0] is fresh and runs[-1][2] == start:
            runs[-1] = (fresh, runs[-1][1], stop)
        else:
            runs.append((fresh, start, stop))
        self.length += stop - start
        if self.length > self._limits.max_elements:
            problem = f"more than {self._limits.max_elements} elements"
            raise LimitExceeded(problem, "$", "pass limits=Limits(max_elements=…)")

    def _places(self, count: int) -> list[int] | None:
        """Return where the new rows stand, if each is in the place of one of the ``count`` before; else None."""
        if self.length != count:
            return None
        places: list[int] = []
        at = 0
        for fresh, start, stop in self._runs:
            if fresh:
                places += range(at, at + stop - start)
            elif start != at:
                return None
            at += stop - start
        return places

    def _column(self, old: tuple[Any, ...], made: tuple[Any, ...]) -> tuple[Any, ...]:
        if type(old) is Uniform and (not made or (type(made) is Uniform and old[:1] == made[:1])):
            return Uniform.of(old[0], self.length)
        cells: list[Any] = []
        for fresh, start, stop in self._runs:
            cells += (made if fresh else old)[start:stop]
        joined = tuple(cells)
        return old if joined == old else joined


def _put_in_place(old: tuple[Any, ...], made: tuple[Any, ...], places: list[int]) -> tuple[Any, ...]:
    """Return a column with new cells in some places; the same one if they are as those before."""
    if type(old) is Uniform and type(made) is Uniform and old[:1] == made[:1]:
        return old
    other = [(place, cell) for place, cell in zip(places, made, strict=True) if old[place] != cell]
    if not other:
        return old
    cells = list(old)
    for place, cell in other:
        cells[place] = cell
    return tuple(cells)
