"""Compare two runs: their steps are aligned by action and screen, and what differs is said."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeAlias

import attrs
import pyarrow as pa

from uidiff.arrow.conform import expect_table
from uidiff.arrow.pairing import why_failed
from uidiff.arrow.tables.alike import Alike
from uidiff.arrow.tables.answers import Row, in_batches
from uidiff.arrow.tables.comparing import Comparing
from uidiff.arrow.tables.run_steps import RunStep, Session, look_at, sessions_of
from uidiff.arrow.tables.schemas import RUN_DIFFERENCES
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.formats.options import RenderOptions
from uidiff.formats.rendering import load_format
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits

__all__ = ["compare_runs"]

_Pair: TypeAlias = tuple[RunStep | None, RunStep | None]


def compare_runs(
    left: pa.Table,
    right: pa.Table,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    format: str = "agent",  # the word of the public face
    limits: Limits | None = None,
) -> pa.Table:
    """Say where two runs differ, such as one that passed and one that failed, or two builds (see ``RUN_DIFFERENCES``).

    Sessions of one name are compared, and the only ones of both tables, whatever their names. The steps of a session
    are taken by their numbers, those of all windows together: keys of windows differ from run to run. They are aligned
    by action and screen, and between these by action alone (spec/definitions#32-tables).

    Args:
        left, right: rows of ``SNAPSHOTS`` in any order.
        matcher, ignore: as in ``uidiff.diff``; what is ignored makes no other screen either.
        format: of the text of what differs.
        limits: how large a snapshot may be.

    Returns:
        A row for each step that only one run has, and each that led to another screen or by other events. ``first``
        marks the first row of a session. ``delta_text`` is the diff from the tree at the end of the left step to that
        of the right one. ``error`` says which read failed where there is no such tree. No rows: the runs are alike.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types.
        TypeError: no table.
        UnknownName: no such matcher, field or format.
    """
    for table in (left, right):
        expect_table(table)
    load_format(format)
    comparing, alike = Comparing.of(matcher, ignore), Alike.of(ignore)
    sides = [sessions_of(table, comparing, alike, limits) for table in (left, right)]
    teller = _Teller(comparing, format, limits)
    rows = (row for pair in _paired_sessions(*sides) for row in teller.rows(*pair))
    return pa.Table.from_batches(in_batches(rows, RUN_DIFFERENCES), schema=RUN_DIFFERENCES)


def _paired_sessions(left: list[Session], right: list[Session]) -> Iterator[tuple[Session | None, Session | None]]:
    """Yield the sessions that belong together; None where a run has none."""
    if len(left) == 1 == len(right):
        yield left[0], right[0]
        return
    others = {session.name: session for session in right}
    for session in left:
        yield session, others.pop(session.name, None)
    for other in others.values():
        yield None, other


@attrs.frozen
class _Teller:
    """Makes the rows about two sessions."""

    comparing: Comparing
    format: str
    limits: Limits | None

    def rows(self, left: Session | None, right: Session | None) -> Iterator[Row]:
        """Yield the rows in order."""
        first = True
        steps = [() if session is None else session.steps for session in (left, right)]
        for one, other in aligned(*steps):
            kind = _kind(one, other)
            if kind is None:
                continue
            step = one or other
            assert step is not None  # noqa: S101  # one of the two is there
            row = {"kind": kind, "first": first, "action": step.action, "target": step.target}
            row |= {**_cells("left", one), **_cells("right", other)}
            if left is not None and right is not None and one is not None and other is not None:
                row |= self._delta((left, one), (right, other))
            yield row
            first = False

    def _delta(self, left: tuple[Session, RunStep], right: tuple[Session, RunStep]) -> dict[str, Any]:
        one, other = (look_at(session, step, self.limits) for session, step in (left, right))
        errors = [look.error for look in (one, other) if look.error is not None]
        if errors:
            return {"error": errors[0]}
        try:
            delta = self.comparing.delta(one, other)
        except Exception as error:  # noqa: BLE001  # a matcher of the caller's may raise anything
            return {"error": why_failed(error)}
        return {"delta_text": load_format(self.format).diff(delta, RenderOptions())}


def _kind(left: RunStep | None, right: RunStep | None) -> str | None:
    """Return how two aligned steps differ; None if they do not."""
    if left is None:
        return "only_right"
    if right is None:
        return "only_left"
    if left.screen != right.screen:
        return "other_screen"
    return "other_changes" if left.events != right.events else None


def _cells(side: str, step: RunStep | None) -> dict[str, Any]:
    if step is None:
        return {}
    names = ("session", "window", "step", "seq", "screen")
    return {**{f"{side}_{name}": getattr(step, name) for name in names}, f"{side}_events": list(step.events)}


# ------------------------------------------------------------------- alignment


def aligned(left: Sequence[RunStep], right: Sequence[RunStep]) -> Iterator[_Pair]:
    """Yield the steps of two runs, partners together, in an order that is that of both."""
    i = j = 0
    by_screen = _matches([_full_key(step) for step in left], [_full_key(step) for step in right])
    for a, b in [*by_screen, (len(left), len(right))]:
        yield from _by_action(left[i:a], right[j:b])
        if a < len(left):
            yield left[a], right[b]
        i, j = a + 1, b + 1


def _by_action(left: Sequence[RunStep], right: Sequence[RunStep]) -> Iterator[_Pair]:
    i = j = 0
    by_words = _matches([step.words for step in left], [step.words for step in right])
    for a, b in [*by_words, (len(left), len(right))]:
        yield from ((step, None) for step in left[i:a])
        yield from ((None, step) for step in right[j:b])
        if a < len(left):
            yield left[a], right[b]
        i, j = a + 1, b + 1


def _full_key(step: RunStep) -> Hashable:
    return step.words, step.screen


def _matches(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return the places of equal keys, as difflib aligns them."""
    blocks = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    return [(i + k, j + k) for i, j, count in blocks for k in range(count)]
