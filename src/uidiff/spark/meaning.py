"""Find events between snapshots."""

from __future__ import annotations

from pyspark.sql import DataFrame

from uidiff.arrow.engine import OnError
from uidiff.arrow.event_rows import EventFinder
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.rules import EventRules
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.spark.frames import Names
from uidiff.spark.pairs import Steps, in_order
from uidiff.spark.schemas import EVENT_SCHEMA

__all__ = ["semantic_events"]


def semantic_events(
    frame: DataFrame,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    rules: EventRules | None = None,
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    on_error: OnError = "column",
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Find what happened between the successive snapshots of each session and window, a row an event.

    The core compares each two snapshots that differ: with any matcher this is slower than ``diff_snapshots``.

    Args:
        frame: snapshots (see ``SNAPSHOT_SCHEMA``); ``seq`` and ``nodes`` are required.
        matcher, ignore, rules: as in ``uidiff.diff``.
        session, window, seq, ts, nodes, limits, partitions: as in ``diff_snapshots``.
        on_error: what becomes of a row that is no snapshot: a row with an ``error`` and no event ("column"), an error
            that ends the job ("raise"), or nothing ("drop"). The snapshots around it are compared with each other.

    Returns:
        Rows of EVENT_SCHEMA, those of one window in their order. The frame is lazy.

    Raises:
        InvalidSnapshot: no such column.
        UnknownName: no such matcher, field or ``on_error``.
        ValueError: ``partitions`` is no whole number above 0.
    """
    finder = EventFinder.with_rules(rules, matcher=matcher, ignore=ignore, on_error=on_error, limits=limits)
    ordered = in_order(frame, Names(session, window, seq, ts, nodes), partitions)
    return ordered.mapInArrow(Steps(finder), EVENT_SCHEMA)
