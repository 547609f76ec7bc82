"""What was seen of each step: what changed, when it came to rest, what passed, what went wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator

import attrs
import pyarrow as pa

from uidiff.arrow.tables.answers import Row, Rows, answered, in_batches
from uidiff.arrow.tables.comparing import Comparing, NumberedLooks, step_cells
from uidiff.arrow.tables.looks import good, looks_of, seconds_between
from uidiff.arrow.tables.schemas import EFFECTS
from uidiff.arrow.tables.steps import StepLook, step_looks
from uidiff.arrow.tables.words import kind_of
from uidiff.diffing.events import ErrorAppeared
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.rules import EventRules
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.effect import passing_label
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot

__all__ = ["MOST_PASSING", "EffectRows", "Effects", "effects"]

MOST_PASSING = 100
"""The most elements of a step that came and are remembered, without those below them; as for ``act``."""

MOST_ERRORS = 100
"""The most errors of a step that are remembered."""


def effects(
    table: pa.Table | pa.RecordBatchReader,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    rules: EventRules | None = None,
    limits: Limits | None = None,
) -> pa.Table | pa.RecordBatchReader:
    """Say what was seen of each step of each session: a row a step (see ``EFFECTS``).

    It is what was seen, no verdict. A step is over at the next action: what comes later is not its effect.

    Args:
        table: rows of ``SNAPSHOTS`` in any order, or a reader of sorted ones, as in ``transitions``.
        matcher, ignore, rules: as in ``uidiff.diff``. What is ignored is no change: a clock keeps no step busy.
        limits: how large a snapshot may be.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types; rows of a reader that are not sorted.
        TypeError: neither a table nor a reader.
        UnknownName: no such matcher or field.
    """
    return answered(table, Effects(Comparing.of(matcher, ignore, rules), limits), EFFECTS)


@attrs.frozen
class Effects:
    """The engine: makes batches of EFFECTS of sorted batches of SNAPSHOTS."""

    comparing: Comparing
    limits: Limits | None = None

    def __call__(self, batches: Rows) -> Iterator[pa.RecordBatch]:
        """Return the rows in batches."""
        return in_batches(self._rows(batches), EFFECTS)

    def _rows(self, batches: Rows) -> Iterator[Row]:
        rows = EffectRows(self.comparing, NumberedLooks(self.comparing))
        for at in step_looks(looks_of(batches, self.limits)):
            row = rows.row(at)
            if row is not None:
                yield row


class EffectRows:
    """Sees the looks of sessions one by one, and makes the row of a step at its last look."""

    def __init__(self, comparing: Comparing, looks: NumberedLooks) -> None:
        self._comparing = comparing
        self._looks = looks
        self._seen: _Seen | None = None

    def row(self, at: StepLook) -> Row | None:
        """See the next look; None unless it ends its step."""
        if at.look.error is not None:
            return _failed(at, at.look.error)
        if at.first or self._seen is None:
            self._seen = _Seen(at, self._looks)
        seen = self._seen
        seen.look(at)
        if not at.last:
            return None
        self._seen = None
        return seen.row(at, self._comparing)


def _failed(at: StepLook, error: str) -> Row:
    """Return the row of a read that failed: what its action did is not known."""
    before = at.earlier
    errors = [{"kind": "read", "text": error}]
    return {
        **step_cells(at),
        "before_seq": before and before.seq,
        "kind": kind_of(at.action),
        "looks": 0,
        "errors": errors,
    }


class _Seen:
    """What is seen of a step, look by look."""

    def __init__(self, at: StepLook, looks: NumberedLooks) -> None:
        self._looks = looks
        self._first = at.look
        self._base = at.start if at.comparable else None
        self._count = 0
        self._changed = False
        self._seconds: float | None = None
        self._settled = False
        self._clock_reset = False
        self._known = True
        self._came: dict[int, tuple[str, int]] = {}
        self._errors: list[dict[str, str]] = []

    def look(self, at: StepLook) -> None:
        """See the next tree."""
        delta = self._looks.step(at.earlier, at.look)
        self._count += 1
        self._clock_reset |= not at.first and at.look.went_back
        self._note([*_errors_in(good(at.look))])
        if at.first and self._base is None:
            return
        if delta is None:
            self._known = False
            return
        self._settled = not delta
        if delta:
            self._changed = True
            self._seconds = None if self._clock_reset else seconds_between(self._first, at.look)
        self._note(
            [{"kind": "event", "text": event.label} for event in delta.events if isinstance(event, ErrorAppeared)]
        )
        self._remember(delta)

    def _note(self, errors: list[dict[str, str]]) -> None:
        self._errors += errors[: MOST_ERRORS - len(self._errors)]

    def _remember(self, delta: TreeDiff) -> None:
        numbers = delta.refs[1].numbers
        for record in delta.added:
            if record.root and len(self._came) < MOST_PASSING:
                element = record.after
                size = delta.after.ends[element.index] - element.index
                self._came[numbers[element.index]] = passing_label(element), size

    def row(self, at: StepLook, comparing: Comparing) -> Row:
        """Return the row, at the last look."""
        row = {**step_cells(at), "ts": self._first.ts, "kind": kind_of(at.action), "looks": self._count}
        row |= {"errors": self._errors, "passing": None}
        later = self._count > 1 and self._known
        row["seconds"] = self._seconds if later and self._changed else None
        row["settled"] = self._settled if later else None
        if self._base is None or not self._known:
            return row
        labels, elements = self._passed(at)
        row |= {"before_seq": self._base.seq, "no_op": not self._changed}
        row |= {"passing": labels, "passing_elements": elements}
        row["changes"] = self._changes(at, comparing)
        return row

    def _changes(self, at: StepLook, comparing: Comparing) -> int | None:
        if not self._changed or self._base is None:
            return 0
        try:
            return comparing.delta(self._base, at.look).record_count
        except Exception:  # noqa: BLE001  # a matcher of the caller's may raise anything
            return None

    def _passed(self, at: StepLook) -> tuple[list[str], int]:
        """Return what came and is neither in the tree before nor in the last one, and how many elements it had."""
        there = set(self._looks.refs.numbers)
        gone = [each for number, each in self._came.items() if number not in there]
        roles = {label.partition(" ")[0] for label, _ in gone}
        sides = [good(at.look), *([] if self._base is None else [good(self._base)])] if gone else []
        known = {passing_label(one) for side in sides for one in side if one.role in roles}
        passed = [(label, size) for label, size in gone if label not in known]
        return [label for label, _ in passed], sum(size for _, size in passed)


def _errors_in(snapshot: Snapshot) -> Iterator[dict[str, str]]:
    """Yield the errors in ``extra.errors``, where importers put them: texts, or the kind and the text of each."""
    extra = snapshot.circumstances.extra
    found = json.loads(extra).get("errors") if extra else None
    for each in found if isinstance(found, list) else []:
        kind, text = (each.get("kind"), each.get("text")) if isinstance(each, dict) else ("console", each)
        if isinstance(text, str):
            yield {"kind": kind if isinstance(kind, str) else "console", "text": text}
