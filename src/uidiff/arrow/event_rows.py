"""Find the events between the successive snapshots in a table, a row an event."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs
import numpy as np
import pyarrow as pa

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.engine import Engine, OnError, sorted_table
from uidiff.arrow.pairing import why_failed
from uidiff.arrow.schema import STEP, versioned
from uidiff.diffing.events import Event
from uidiff.diffing.ignoring import Ignore, IgnoreOption, checked_ignore
from uidiff.diffing.rules import EventRules
from uidiff.diffing.tree_diff import diff
from uidiff.matching.strategies import MatcherOption
from uidiff.model.circumstances import REPORTED
from uidiff.model.limits import Limits

__all__ = ["EVENTS", "EventFinder", "event_cells", "events_table"]

EVENTS = versioned(
    "event-row",
    [
        *STEP,
        ("event", pa.string()),
        ("label", pa.string()),
        ("before_index", pa.int32()),
        ("after_index", pa.int32()),
        ("details", pa.string()),
        ("summary", pa.string()),
        ("error", pa.string()),
    ],
)
"""What happened between two successive snapshots of a window, a row an event, the most important first.

See spec/definitions#20-events. ``ts`` is that of the later snapshot, ``ordinal`` the place of the event among those
of the two.
``event`` is the name of its class, NULL in a row with an ``error``. The indices are those of the element in the first
record behind the event, NULL where there is none. ``details`` are the event's other fields, the text of a JSON object.
``summary`` is that of the whole delta, repeated in each of its rows.
"""


def events_table(
    table: pa.Table,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    rules: EventRules | None = None,
    on_error: OnError = "column",
    limits: Limits | None = None,
) -> pa.Table:
    """Find what happened between the successive snapshots in a table: a row an event (see ``EVENTS``).

    Args:
        table: rows of ``SNAPSHOTS`` in any order; required are ``seq`` and ``nodes``. Compared are the snapshots of one
            session and window, by their sequence numbers.
        matcher, ignore, rules: as in ``uidiff.diff``.
        on_error: what becomes of a row that is no snapshot: a row with an ``error`` and no event ("column"),
            InvalidSnapshot ("raise"), or nothing ("drop"). The snapshots around it are compared with each other.
        limits: how large a snapshot may be.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types; or as ``on_error`` says.
        UnknownName: no such matcher, field or ``on_error``.
    """
    finder = EventFinder.with_rules(rules, matcher=matcher, ignore=ignore, on_error=on_error, limits=limits)
    return pa.Table.from_batches(finder.run(sorted_table(table).to_batches()), schema=EVENTS)


@attrs.define(eq=False)
class EventFinder(Engine):
    """The engine for events: the core compares each two snapshots that differ, one pair at a time."""

    ignore: tuple[str | Ignore, ...] = ()
    rules: EventRules = attrs.field(factory=EventRules)

    @classmethod
    def with_rules(
        cls,
        rules: EventRules | None,
        *,
        matcher: MatcherOption = "auto",
        ignore: IgnoreOption = (),
        on_error: OnError = "column",
        limits: Limits | None = None,
    ) -> EventFinder:
        """Make a finder. Raises: as :meth:`Engine.of`."""
        asked = checked_ignore(ignore)
        known = Engine.of(matcher=matcher, ignore=asked, on_error=on_error, limits=limits)
        return cls(
            known.matcher,
            known.ignored,
            known.carry,
            known.on_error,
            known.validator,
            ignore=asked,
            rules=rules or EventRules(),
        )

    def _found(self, block: Block, linked: Flags) -> tuple[pa.RecordBatch, dict[int, str]]:
        rows: list[dict[str, Any]] = []
        failed: dict[int, str] = {}
        for number in np.nonzero(linked)[0].tolist():
            try:
                rows += self._events(block, number)
            except Exception as error:  # noqa: BLE001  # a matcher of the caller's may raise anything
                failed[number] = why_failed(error)
        return pa.RecordBatch.from_pylist(rows, schema=EVENTS), failed

    def _told(self, wrong: pa.RecordBatch) -> pa.RecordBatch:
        shared = [name for name in EVENTS.names if name in wrong.schema.names]
        return pa.RecordBatch.from_pylist(wrong.select(shared).to_pylist(), schema=EVENTS)

    def _events(self, block: Block, number: int) -> Iterator[dict[str, Any]]:
        """Return the rows of a snapshot and the one before it."""
        if _equal(block, number - 1, number):
            return
        delta = diff(
            block.snapshot(number - 1),
            block.snapshot(number),
            matcher=self.matcher,
            ignore=self.ignore,
            rules=self.rules,
        )
        keys = {name: block.rows.column(name)[number] for name in ("session", "window", "ts")}
        seqs = block.rows.column("seq")
        keys |= {"before_seq": seqs[number - 1], "after_seq": seqs[number]}
        for ordinal, event in enumerate(delta.events):
            yield {**keys, "ordinal": ordinal, **event_cells(event), "summary": delta.summary}


def event_cells(event: Event) -> dict[str, Any]:
    """Return the columns of EVENTS that an event alone has."""
    first = event.records[0] if event.records else None
    others = (field.name for field in attrs.fields(type(event)) if field.name not in ("label", "records"))
    details = {name: getattr(event, name) for name in others}
    return {
        "event": type(event).__name__,
        "label": event.label,
        "before_index": None if first is None or first.before is None else first.before.index,
        "after_index": None if first is None or first.after is None else first.after.index,
        "details": json.dumps(details, ensure_ascii=False, separators=(",", ":")),
    }


def _equal(block: Block, before: int, after: int) -> bool:
    """Whether two snapshots are equal in all that events depend on."""
    starts = block.offsets
    if starts[before + 1] - starts[before] != starts[after + 1] - starts[after]:
        return False
    columns = (block.rows.column(name) for name in (*REPORTED, "url_digest"))
    if any(column[before] != column[after] for column in columns):
        return False
    sides = [block.nodes.slice(starts[number], starts[number + 1] - starts[number]) for number in (before, after)]
    same: bool = sides[0].equals(sides[1])
    return same
