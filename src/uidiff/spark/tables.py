"""The tables that answer questions about recorded sessions, as frames: the rows of ``uidiff.arrow``, in no order.

Each session and window is the work of one task, which holds a batch and a few snapshots, however long the session is.
Where two rows of a window have one sequence number, ``ts`` and then ``source`` say which one comes first; where these
are equal too, nothing does, and another run may take the other one.
"""

from __future__ import annotations

from collections.abc import Callable

from pyspark.sql import DataFrame

from uidiff.arrow.schema import SNAPSHOTS
from uidiff.arrow.tables.alike import Alike
from uidiff.arrow.tables.comparing import Comparing
from uidiff.arrow.tables.duplicates import Deduplicate, Within
from uidiff.arrow.tables.effects import Effects
from uidiff.arrow.tables.schemas import EFFECTS, SCREENS, TOKEN_COSTS, TRANSITIONS
from uidiff.arrow.tables.screens import Screens
from uidiff.arrow.tables.token_rows import TokenCosts
from uidiff.arrow.tables.transitions import Each, Transitions
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.rules import EventRules
from uidiff.formats.choice import FullWhen
from uidiff.formats.options import RenderOptions
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.spark.frames import Names
from uidiff.spark.windows import answered, expect_sendable
from uidiff.tokens import estimate_tokens

__all__ = ["deduplicate", "effects", "screens", "token_cost", "transitions"]


def transitions(
    frame: DataFrame,
    *,
    each: Each = "step",
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    rules: EventRules | None = None,
    format: str = "agent",  # the word of the public face
    budget: int | None = None,
    counter: Callable[[str], int] = estimate_tokens,
    fold: bool = True,
    bounds: bool = False,
    urls: bool = False,
    summary: bool = True,
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Say of each step of each session what it did: a row a step (see ``TRANSITION_SCHEMA``).

    Args:
        frame: snapshots (see ``SNAPSHOT_SCHEMA``); ``seq`` and ``nodes`` are required.
        each, format, budget, fold, bounds, urls, summary: as in :func:`uidiff.arrow.transitions`.
        matcher, rules, counter: as there; one of the caller's is sent to the workers, which need to import it.
        ignore: as in ``uidiff.diff``.
        session, window, seq, ts, nodes, limits, partitions: as in ``diff_snapshots``.

    Returns:
        The rows of :func:`uidiff.arrow.transitions`, those of one window in their order. The frame is lazy.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no frame; or a matcher, rules or a counter that cannot be pickled.
        UnknownName: no such matcher, field, format or ``each``.
        ValueError: a budget that is too small; ``partitions`` is no whole number above 0; or the frame is a stream.
    """
    options = RenderOptions(budget=budget, counter=counter, fold=fold, bounds=bounds, urls=urls, summary=summary)
    engine = Transitions(Comparing.of(matcher, ignore, rules), options, format, each, limits)
    expect_sendable(matcher=matcher, rules=rules, counter=counter)
    return answered(frame, Names(session, window, seq, ts, nodes), partitions, engine, TRANSITIONS)


def effects(
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
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Say what was seen of each step of each session: a row a step (see ``EFFECT_SCHEMA``). It is no verdict.

    Args:
        frame, matcher, ignore, rules: as in :func:`transitions`.
        session, window, seq, ts, nodes, limits, partitions: as in ``diff_snapshots``.

    Returns:
        The rows of :func:`uidiff.arrow.effects`, those of one window in their order. The frame is lazy.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no frame; or a matcher or rules that cannot be pickled.
        UnknownName: no such matcher or field.
        ValueError: ``partitions`` is no whole number above 0, or the frame is a stream.
    """
    engine = Effects(Comparing.of(matcher, ignore, rules), limits)
    expect_sendable(matcher=matcher, rules=rules)
    return answered(frame, Names(session, window, seq, ts, nodes), partitions, engine, EFFECTS)


def token_cost(
    frame: DataFrame,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    format: str = "agent",  # the word of the public face
    full_when: FullWhen = "longer",
    counter: Callable[[str], int] = estimate_tokens,
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Count what each snapshot costs a reader who saw the one before it: a row a snapshot (see ``TOKEN_COST_SCHEMA``).

    Args:
        frame, matcher, ignore, format, counter: as in :func:`transitions`.
        full_when: as in :func:`uidiff.arrow.token_cost`.
        session, window, seq, ts, nodes, limits, partitions: as in ``diff_snapshots``.

    Returns:
        The rows of :func:`uidiff.arrow.token_cost`, those of one window in their order. The frame is lazy.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no frame; or a matcher or a counter that cannot be pickled.
        UnknownName: no such matcher, field or format.
        ValueError: another word for ``full_when``; ``partitions`` is no whole number above 0; or the frame is a stream.
    """
    engine = TokenCosts(Comparing.of(matcher, ignore), RenderOptions(counter=counter), format, full_when, limits)
    expect_sendable(matcher=matcher, counter=counter)
    return answered(frame, Names(session, window, seq, ts, nodes), partitions, engine, TOKEN_COSTS)


def screens(
    frame: DataFrame,
    *,
    ignore: IgnoreOption = (),
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Say which screen each snapshot shows: a row a snapshot (see ``SCREEN_SCHEMA``).

    Args:
        frame: as in :func:`transitions`.
        ignore: what else ticks, as in :func:`uidiff.arrow.screens`.
        session, window, seq, ts, nodes, limits, partitions: as in ``diff_snapshots``.

    Returns:
        The rows of :func:`uidiff.arrow.screens`, those of one window in their order. The frame is lazy.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no frame.
        UnknownName: no such field.
        ValueError: ``partitions`` is no whole number above 0, or the frame is a stream.
    """
    engine = Screens(Alike.of(ignore), limits)
    return answered(frame, Names(session, window, seq, ts, nodes), partitions, engine, SCREENS)


def deduplicate(
    frame: DataFrame,
    *,
    most_differing: float = 0.0,
    within: Within = "window",
    ignore: IgnoreOption = (),
    session: str | None = "session",
    window: str | None = "window",
    seq: str = "seq",
    ts: str | None = "ts",
    nodes: str = "nodes",
    limits: Limits | None = None,
    partitions: int | None = None,
) -> DataFrame:
    """Keep of trees that are nearly equal the first: rows of ``SNAPSHOT_SCHEMA``, as they are.

    Args:
        frame: as in :func:`transitions`. Columns that are not of ``SNAPSHOT_SCHEMA`` are left out.
        most_differing, ignore: as in :func:`uidiff.arrow.deduplicate`.
        within: "window": trees of each session and window are compared. "table": those of all, in the order of session,
            window and ``seq``; that is the work of one task, which reads all trees.
        session, window, seq, ts, nodes, limits, partitions: as in ``diff_snapshots``.

    Returns:
        The rows of :func:`uidiff.arrow.deduplicate`, those of one window in their order. The frame is lazy.

    Raises:
        InvalidSnapshot: no such column, or one of another type.
        TypeError: no frame.
        UnknownName: no such field or ``within``.
        ValueError: ``most_differing`` is not from 0 to 1; ``partitions`` is no whole number above 0, or more than 1
            with ``within="table"``; or the frame is a stream.
    """
    engine = Deduplicate(Alike.of(ignore), most_differing, within, limits)
    together = within == "table"
    names = Names(session, window, seq, ts, nodes)
    made = answered(frame, names, partitions, engine, SNAPSHOTS, together=together, whole=True)
    if together and partitions not in (None, 1):
        raise ValueError('within="table" is the work of one task: leave partitions out')
    return made
