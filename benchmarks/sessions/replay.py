"""The corpus through a session, and what an oracle and the truth say of its answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

import uidiff
from benchmarks.recorded import Recording
from benchmarks.sessions.lives import Lives, lives_of
from benchmarks.sessions.oracle import Oracle
from benchmarks.sessions.player import Failures, Player, Served
from uidiff.live.store import Store

__all__ = ["lives", "replay", "snapshots_of"]


def snapshots_of(recording: Recording) -> list[uidiff.Snapshot]:
    """Its snapshots as reads of one window."""
    snapshots = [recording.steps[0].before, *(step.after for step in recording.steps)]
    return [attrs.evolve(one, circumstances=attrs.evolve(one.circumstances, window=recording.app)) for one in snapshots]


def replay(snapshots: Sequence[uidiff.Snapshot], failures: Failures, *, store: Store | None = None) -> Oracle:
    """Ask after each read, some of which fail, and have every answer judged."""
    oracle = Oracle()
    reads: list[Served] = list(failures.served(snapshots))
    with uidiff.Session(Player(iter(reads)), "a recording", store=store) as session:
        for read in reads:
            try:
                report = session.describe()
            except uidiff.errors.BackendError:
                oracle.wrong["answer to a failed read"] += not isinstance(read, Exception)
                continue
            if isinstance(read, Exception):
                oracle.wrong["answer to a failed read"] += 1
            else:
                oracle.judge(read, report)
    return oracle


def _refs_of(snapshots: Iterable[uidiff.Snapshot]) -> list[Sequence[int]]:
    """The numbers of the elements of each snapshot, nothing failing."""
    reads = list(snapshots)
    with uidiff.Session(Player(iter(reads)), "a recording") as session:
        return [session.describe(mode="full").refs.numbers for _ in reads]


def lives(recording: Recording) -> Lives:
    """What became of its refs."""
    return lives_of(recording, _refs_of(snapshots_of(recording)))
