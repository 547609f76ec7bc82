"""The steps of a run, as they are compared with those of another run."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pyarrow as pa

from uidiff.arrow.engine import sorted_table
from uidiff.arrow.tables.alike import Alike
from uidiff.arrow.tables.comparing import Comparing, NumberedLooks
from uidiff.arrow.tables.looks import Look, good, looks_of
from uidiff.arrow.tables.steps import step_looks
from uidiff.arrow.tables.words import masked, target_of
from uidiff.model.limits import Limits

__all__ = ["RunStep", "Session", "look_at", "sessions_of"]


@attrs.frozen
class RunStep:
    """A step, without its tree.

    Attributes:
        session, window, step: where it stands.
        seq: of its last look.
        action: what was done; None if nothing was.
        screen: the screen at its end; None if the read failed.
        events: the kind and the label of what happened, in order, with 0 for numbers.
        row: the number of its last look's row in the sorted table.
    """

    session: str | None
    window: str | None
    step: int
    seq: int | None
    action: str | None
    screen: str | None
    events: tuple[str, ...]
    row: int

    @property
    def words(self) -> str:
        """The action as it is compared: with 0 for numbers, as refs have them."""
        return masked(self.action or "")

    @property
    def target(self) -> str | None:
        """The target of the action."""
        return target_of(self.action)


@attrs.frozen
class Session:
    """The steps of a session, those of all windows by their numbers; ``rows``: the sorted table that has them."""

    name: str | None
    steps: tuple[RunStep, ...]
    rows: pa.Table


def sessions_of(table: pa.Table, comparing: Comparing, alike: Alike, limits: Limits | None) -> list[Session]:
    """Return the sessions of a table, by name. Only one tree after the other is in memory."""
    rows = sorted_table(table)
    found: dict[str | None, list[RunStep]] = {}
    for step in _steps(rows, comparing, alike, limits):
        found.setdefault(step.session, []).append(step)
    return [Session(name, tuple(sorted(steps, key=_place)), rows) for name, steps in found.items()]


def _place(step: RunStep) -> tuple[bool, int, str, int]:
    return step.seq is None, step.seq or 0, step.window or "", step.step


def _steps(rows: pa.Table, comparing: Comparing, alike: Alike, limits: Limits | None) -> Iterator[RunStep]:
    looks = NumberedLooks(comparing)
    for at in step_looks(looks_of(rows.to_batches(), limits)):
        if not at.last:
            continue
        look = at.look
        events: tuple[str, ...] = ()
        screen = None
        if look.error is None:
            delta = looks.step(at.start, look)
            screen = alike.digest(good(look))
            if delta is not None and at.comparable:
                events = tuple(masked(f"{type(event).__name__} {event.label}".rstrip()) for event in delta.events)
        yield RunStep(look.session, look.window, at.step, look.seq, at.action, screen, events, look.row)


def look_at(session: Session, step: RunStep, limits: Limits | None) -> Look:
    """Read the last look of a step again."""
    return next(looks_of(session.rows.slice(step.row, 1).to_batches(), limits))
