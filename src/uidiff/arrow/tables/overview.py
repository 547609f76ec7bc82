"""An overview of sessions in files: what actions did, the screens, what it costs. Each tree is read once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs
import pyarrow as pa

from uidiff.arrow.engine import BEHIND, sorted_table
from uidiff.arrow.outgoing import MAX_NODES
from uidiff.arrow.schema import SNAPSHOTS
from uidiff.arrow.tables.alike import Alike
from uidiff.arrow.tables.answers import Row, Rows
from uidiff.arrow.tables.comparing import Comparing, NumberedLooks
from uidiff.arrow.tables.effect_rates import effect_rates
from uidiff.arrow.tables.effects import EffectRows
from uidiff.arrow.tables.looks import Look, good, looks_of
from uidiff.arrow.tables.schemas import EFFECTS, SCREENS, TOKEN_COSTS
from uidiff.arrow.tables.screens import ScreenRows, screen_graph
from uidiff.arrow.tables.session_files import SessionFile
from uidiff.arrow.tables.steps import StepLook, step_looks
from uidiff.arrow.tables.token_rows import CostRows, TokenCosts, token_totals
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import InvalidSnapshot
from uidiff.formats.options import RenderOptions
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot

__all__ = ["NAMED_PROBLEMS", "Overview", "Problem", "Screen", "overview"]

NAMED_PROBLEMS = 5
"""Rows with an error that are kept with their words; the others are counted."""

_MANY_ROWS = 1_000
"""Rows that are made a batch."""


@attrs.frozen
class Problem:
    """A row with an error: a read that failed, or what is damaged. The words may be those of a program."""

    session: str | None
    seq: int | None
    error: str


@attrs.frozen
class Screen:
    """A screen: its name, what it is called by its first tree, and how many times a window came to it."""

    screen: str
    label: str
    visits: int


@attrs.frozen
class Overview:
    """What files of sessions hold.

    Attributes:
        sessions: how many there are.
        snapshots: how many trees.
        errors: how many rows have an error.
        problems: the first of these.
        effect_rates, screen_graph, token_totals: the tables of the functions of these names.
        screens: those that were come to most often first, else in their order.
    """

    sessions: int
    snapshots: int
    errors: int
    problems: tuple[Problem, ...]
    effect_rates: pa.Table
    screens: tuple[Screen, ...]
    screen_graph: pa.Table
    token_totals: pa.Table


def overview(
    files: Iterable[SessionFile],
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    limits: Limits | None = None,
) -> Overview:
    """Read files one after the other; in memory are a batch, and a few numbers and words of each step.

    Rows are taken in the order of session, window and seq within a file; a file in another order is read again, as a
    whole. A session that two files of Parquet share begins again with the second one.

    Args:
        files: such as ``session_files`` gives.
        matcher, ignore: as in ``uidiff.diff``.
        limits: how large a snapshot may be.

    Raises:
        UnknownName: no such matcher or field.
    """
    comparing, alike = Comparing.of(matcher, ignore), Alike.of(ignore)
    total = _Seen()
    for file in files:
        read = file.reader.read
        try:
            total.add(_Reading(comparing, alike).of(read(file, limits or Limits(), MAX_NODES), limits))
        except _Unsorted:
            rows = sorted_table(pa.Table.from_batches(read(file, limits or Limits(), MAX_NODES), schema=SNAPSHOTS))
            total.add(_Reading(comparing, alike).of(rows.to_batches(), limits))
    return total.overview()


class _Unsorted(Exception):
    """The rows of a file come in another order."""


class _RowsOf:
    """Keeps columns of rows."""

    def __init__(self, schema: pa.Schema, *names: str) -> None:
        self.schema = pa.schema([schema.field(name) for name in names])
        self._batches: list[pa.RecordBatch] = []
        self._waiting: list[Mapping[str, Any]] = []

    def add(self, row: Row | None) -> None:
        if row is not None:
            self._waiting.append({name: row.get(name) for name in self.schema.names})
        if len(self._waiting) >= _MANY_ROWS:
            self._make()

    def extend(self, other: _RowsOf) -> None:
        self._make()
        self._batches += other.table().to_batches()

    def table(self) -> pa.Table:
        self._make()
        return pa.Table.from_batches(self._batches, schema=self.schema)

    def _make(self) -> None:
        if self._waiting:
            self._batches.append(pa.RecordBatch.from_pylist(self._waiting, schema=self.schema))
            self._waiting = []


@attrs.define(eq=False)
class _Seen:
    """What was seen in a file, or in all files so far."""

    sessions: set[str | None] = attrs.field(factory=set)
    snapshots: int = 0
    errors: int = 0
    problems: list[Problem] = attrs.field(factory=list)
    labels: dict[str, str] = attrs.field(factory=dict)
    visits: dict[str, int] = attrs.field(factory=dict)
    effects: _RowsOf = attrs.field(
        factory=lambda: _RowsOf(EFFECTS, "kind", "target", "action", "no_op", "seconds", "errors")
    )
    screens: _RowsOf = attrs.field(factory=lambda: _RowsOf(SCREENS, "session", "window", "screen", "action", "ts"))
    costs: _RowsOf = attrs.field(
        factory=lambda: _RowsOf(TOKEN_COSTS, "session", "window", "full_tokens", "diff_tokens", "auto_tokens")
    )

    def add(self, other: _Seen) -> None:
        """Add what was seen in a file."""
        self.sessions |= other.sessions
        self.snapshots += other.snapshots
        self.errors += other.errors
        self.problems = [*self.problems, *other.problems][:NAMED_PROBLEMS]
        self.labels = other.labels | self.labels
        for screen, visits in other.visits.items():
            self.visits[screen] = self.visits.get(screen, 0) + visits
        for own, more in zip(self._tables(), other._tables(), strict=True):
            own.extend(more)

    def _tables(self) -> tuple[_RowsOf, ...]:
        return self.effects, self.screens, self.costs

    def overview(self) -> Overview:
        """Return all of it."""
        most = sorted(self.visits.items(), key=lambda each: -each[1])
        return Overview(
            len(self.sessions),
            self.snapshots,
            self.errors,
            tuple(self.problems),
            effect_rates(self.effects.table()),
            tuple(Screen(screen, self.labels[screen], visits) for screen, visits in most),
            screen_graph(self.screens.table()),
            token_totals(self.costs.table()),
        )


class _Reading:
    """Reads the looks of one file, each once."""

    def __init__(self, comparing: Comparing, alike: Alike) -> None:
        self._seen = _Seen()
        self._looks = _OnceCompared(comparing)
        self._effects = EffectRows(comparing, self._looks)
        self._screens = ScreenRows(alike)
        self._costs = CostRows(TokenCosts(comparing, RenderOptions()), self._looks)
        self._last: tuple[str | None, str | None, str] | None = None

    def of(self, batches: Rows, limits: Limits | None) -> _Seen:
        """Read sorted batches. _Unsorted: they are not."""
        for at in step_looks(_sorted(looks_of(batches, limits))):
            self._look(at)
        return self._seen

    def _look(self, at: StepLook) -> None:
        seen, look = self._seen, at.look
        seen.sessions.add(look.session)
        seen.effects.add(self._effects.row(at))
        seen.costs.add(self._costs.row(at))
        row = self._screens.row(look)
        seen.screens.add(row)
        if look.error is not None:
            seen.errors += 1
            if len(seen.problems) < NAMED_PROBLEMS:
                seen.problems.append(Problem(look.session, look.seq, look.error))
            return
        seen.snapshots += 1
        place = look.session, look.window, row["screen"]
        if place != self._last:
            self._last = place
            seen.visits[place[2]] = seen.visits.get(place[2], 0) + 1
            if place[2] not in seen.labels:
                seen.labels[place[2]] = label_of(good(look))


class _OnceCompared(NumberedLooks):
    """Compares a look with the one before it once, for all who ask."""

    def __init__(self, comparing: Comparing) -> None:
        super().__init__(comparing)
        self._last: Look | None = None
        self._delta: TreeDiff | None = None

    def step(self, before: Look | None, after: Look) -> TreeDiff | None:
        if after is not self._last:
            self._last, self._delta = after, super().step(before, after)
        return self._delta


def _sorted(looks: Iterable[Look]) -> Iterator[Look]:
    """Yield looks. _Unsorted: they are not in order."""
    known: set[str | None] = set()
    last: str | None = None
    try:
        for look in looks:
            again = look.session in known and look.session != last
            if again or look.error == BEHIND:
                raise _Unsorted
            last = look.session
            known.add(last)
            yield look
    except InvalidSnapshot as error:
        if error.path != "$.window":
            raise
        raise _Unsorted from None


_DIALOGS = frozenset({"alertdialog", "dialog"})
_HEADINGS = frozenset({"heading"})


def label_of(snapshot: Snapshot) -> str:
    """Return what a screen may be called: the title, and the name of the first dialog, else of the first heading."""
    columns = snapshot.columns
    named = [(role, name) for role, name in zip(columns.role, columns.name, strict=True) if name]
    first = [name for roles in (_DIALOGS, _HEADINGS) for role, name in named if role in roles][:1]
    found = [each for each in dict.fromkeys((snapshot.title, *first)) if each]
    return " / ".join(found) or (named[0][1] if named else "")
