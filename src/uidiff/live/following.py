"""Reading a window again and again: at whole intervals, and earlier where a change is told of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from math import inf
from typing import Any

from uidiff.errors import AppGone, BackendError, StaleRef, UIDiffError, WindowNotFound
from uidiff.live.core import SessionCore
from uidiff.live.steps import CloseSource, Listen, Pause, Plan, Read
from uidiff.live.ticks import LEAST_INTERVAL, SLACK, Ticks
from uidiff.live.tracking import NumberedRead
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["INTERVAL", "WindowFollower", "expect_scoped"]

INTERVAL = 1.0
"""Seconds between two reads, if nothing else is said (spec/features#d32)."""

LONGEST_PAUSE = 3600.0
"""Seconds that are waited for at once; some systems know no longer waits."""

_RESTARTED = "the application was started anew: ask for reconnect=True to go on with it"


def expect_scoped(what: str, target: object) -> None:
    """ValueError unless a target says which application: whoever follows it may meet any window's title."""
    if target is None or (isinstance(target, Window) and not target.scoped):
        raise ValueError(
            f"{what} needs to know which application: give its app, pid or window id; a title alone may be anyone's"
        )


class WindowFollower(ABC):
    """Where the reading of one window stands; what becomes of the reads is up to those who extend it.

    Attributes:
        begun: whether the first read has been made.
        source: what tells of changes; None where nothing does.
    """

    def __init__(
        self,
        core: SessionCore,
        target: object,
        *,
        interval: float,
        duration: float | None,
        reconnect: bool,
    ) -> None:
        self._core = core
        self._target = target
        self._reconnect = reconnect
        self._interval = interval
        self._took = 0.0  # seconds, the last read
        self._ticks = Ticks(core.clock.monotonic, interval, duration)
        self._last: NumberedRead  # from the first read on
        self._key = ""
        self._outage = False
        self._over = False
        self.begun = False
        self.source: Any = None

    # ------------------------------------------------- what becomes of a read

    @abstractmethod
    def _begin(self, seen: NumberedRead) -> None:
        """The first read, or the first of another window."""

    @abstractmethod
    def _go_on(self, seen: NumberedRead) -> None:
        """A later one of the same window. A UIDiffError that is raised here is as one of the read."""

    @abstractmethod
    def _failed(self, error: UIDiffError) -> None:
        """One that failed. Of a program that has gone, and is waited for, it is said once."""

    def _tell(self) -> Plan[None]:
        """Called after each read."""
        yield from ()

    def _sooner(self) -> float:
        """Seconds since the start at which a read is wanted, if it is still to come."""
        return inf

    # ------------------------------------------------------------------ steps

    def follow(self) -> Plan[None]:
        """Read again and again; the first read failing is an error."""
        yield from self._listen()
        self._ticks.begin_read()
        snapshot = yield from self._read()
        self._take(self._core.watch(snapshot, self._target))
        yield from self._tell()
        while not (self._over or self._ticks.over):
            yield from self._wait()
            yield from self._look()
            yield from self._tell()

    def _wait(self) -> Plan[None]:
        """Until the next read is due, or a change was told of: what comes with it comes at once."""
        due = self._ticks.next(self._sooner())
        while (left := due - self._ticks.elapsed) > SLACK:
            try:
                woken = yield Pause(min(left, LONGEST_PAUSE), self.source)
            except BackendError:  # it tells no more: reads come by time alone
                yield CloseSource(self.source)
                self.source = None
                continue
            if woken:  # one that is told of changes all the time reads for half of it at the most
                yield Pause(max(LEAST_INTERVAL, min(self._took, self._interval)), None)
                self._ticks.begin_read(early=True)
                return
        self._ticks.begin_read()

    def _read(self) -> Plan[Snapshot]:
        began = self._ticks.elapsed
        try:
            snapshot: Snapshot = yield Read(self._target)
        finally:
            self._took = self._ticks.elapsed - began
        return snapshot

    def _look(self) -> Plan[None]:
        """A later read."""
        try:
            snapshot = yield from self._read()
        except UIDiffError as error:
            self._fail(error)
            return
        key = self._key
        try:
            self._take(self._core.watch(snapshot, self._target))
        except UIDiffError as error:
            self._fail(error)
        if self._key != key:
            yield from self._listen()

    def _listen(self) -> Plan[None]:
        """Have the backend tell of changes, if it can."""
        if self.source is not None:
            yield CloseSource(self.source)
        self.source = None
        with suppress(BackendError):  # a read will say what is wrong
            self.source = yield Listen(self._target)

    def _take(self, seen: NumberedRead) -> None:
        """A read that was made."""
        self._outage = False
        key = self._core.window_key(seen, self._target)
        if self.begun and key == self._key:
            self._go_on(seen)
            return
        if self.begun and seen.state.snapshot.pid != self._last.state.snapshot.pid and not self._reconnect:
            raise AppGone(_RESTARTED)
        self._begin(seen)
        self._key = key
        self._last = seen
        self.begun = True

    def _fail(self, error: UIDiffError) -> None:
        """A read that failed. A program that has gone ends it, or is waited for and said to be gone once; so does a
        scope that has gone.
        """
        gone = isinstance(error, AppGone | WindowNotFound)
        if not (gone and self._outage):
            self._failed(error)
        self._outage |= gone
        self._over |= isinstance(error, StaleRef) or (isinstance(error, AppGone) and not self._reconnect)
