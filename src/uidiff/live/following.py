"""Follow one window: read it at whole intervals, and earlier when the backend reports a change."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from math import inf
from typing import Any, ClassVar

import attrs

from uidiff.errors import AppGone, BackendError, StaleRef, UIDiffError, WindowNotFound
from uidiff.live.core import SessionCore
from uidiff.live.moments import LEAST_INTERVAL, SLACK, Ticks
from uidiff.live.plans import checked_seconds, read
from uidiff.live.steps import CloseSource, Listen, Pause, Plan
from uidiff.live.tracking import NumberedRead
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["INTERVAL", "LONGEST_ERROR", "FollowOptions", "WindowFollower"]

INTERVAL = 1.0
"""Default seconds between two reads (spec/features#d32)."""

LONGEST_ERROR = 500
"""Longest text in characters of an ErrorRecord, and of an error line of a recording."""

LONGEST_PAUSE = 3600.0
"""Longest wait in seconds that is passed to the system; some systems refuse longer ones."""

_RESTARTED = "the application was started again: ask for reconnect=True to go on with it"


@attrs.frozen(kw_only=True)
class FollowOptions:
    """Which window to follow, and how; the arguments of ``Session.observe`` say what each means.

    Raises:
        TypeError: a time that is no number.
        ValueError: a time that is negative or NaN; a target without application, which any window's title may fit.
    """

    verb: ClassVar[str] = "record"

    target: object
    interval: float
    duration: float | None
    reconnect: bool

    def __attrs_post_init__(self) -> None:
        checked_seconds("interval", self.interval)
        if self.duration is not None:
            checked_seconds("duration", self.duration)
        if self.target is None or (isinstance(self.target, Window) and not self.target.scoped):
            raise ValueError(
                f"{self.verb} needs to know which application: give its app, pid or window id; a title alone may be "
                "anyone's"
            )


class WindowFollower(ABC):
    """Reads one window again and again; subclasses say what to do with the reads.

    Attributes:
        begun: whether the first read has succeeded.
        source: the open source of changes; None if the backend has none.
    """

    def __init__(self, core: SessionCore, options: FollowOptions) -> None:
        self._core = core
        self._options = options
        self._took = 0.0  # seconds of the last read
        self._ticks = Ticks(core.clock.monotonic, options.interval, options.duration)
        self._last: NumberedRead  # set by the first read
        self._key = ""
        self._outage = False  # whether the program has gone and is waited for
        self._over = False
        self.begun = False
        self.source: Any = None

    # --------------------------------------------------------------- subclasses

    @abstractmethod
    def _take_first(self, seen: NumberedRead) -> None:
        """Handle the first read of a window."""

    @abstractmethod
    def _take_next(self, seen: NumberedRead) -> None:
        """Handle a later read of the same window. A UIDiffError raised here counts as a failed read."""

    @abstractmethod
    def _take_error(self, error: UIDiffError) -> None:
        """Handle a failed read. While a program that has gone is waited for, only its first error comes here."""

    def _emit(self) -> Plan[None]:
        """Emit what the last read gave; called after each read."""
        yield from ()

    def _wanted(self) -> float:
        """Seconds since the start at which an extra read is wanted; in the past or infinite: none."""
        return inf

    # -------------------------------------------------------------------- steps

    def follow(self) -> Plan[None]:
        """Read until the duration is over or the window has gone. An error of the first read is raised."""
        yield from self._listen()
        self._ticks.begin_read()
        self._take((yield from self._read()))
        yield from self._emit()
        while not (self._over or self._ticks.over):
            yield from self._wait()
            yield from self._read_again()
            yield from self._emit()

    def _wait(self) -> Plan[None]:
        """Wait until the next read is due or shortly after a change is reported."""
        due = self._ticks.next(self._wanted())
        while (left := due - self._ticks.elapsed) > SLACK:
            try:
                changed = yield Pause(min(left, LONGEST_PAUSE), self.source)
            except BackendError:  # the source is broken: go on without it
                yield CloseSource(self.source)
                self.source = None
                continue
            if changed:  # under constant changes at most half of the time is spent in reads
                yield Pause(max(LEAST_INTERVAL, min(self._took, self._options.interval)), None)
                self._ticks.begin_read(early=True)
                return
        self._ticks.begin_read()

    def _read(self) -> Plan[Snapshot]:
        began = self._ticks.elapsed
        try:
            snapshot = yield from read(self._core, self._options.target)
        finally:
            self._took = self._ticks.elapsed - began
        return snapshot

    def _read_again(self) -> Plan[None]:
        key = self._key
        try:
            self._take((yield from self._read()))
        except UIDiffError as error:
            self._fail(error)
        if self._key != key:
            yield from self._listen()

    def _listen(self) -> Plan[None]:
        """Open a source of changes, if the backend has one."""
        if self.source is not None:
            yield CloseSource(self.source)
        self.source = None
        with suppress(BackendError):  # the read that follows raises it
            self.source = yield Listen(self._options.target)

    @property
    def _tells_all(self) -> bool:
        """Whether the reader is told about all elements."""
        return True

    def _take(self, snapshot: Snapshot) -> None:
        """Number a read and pass it on."""
        base = self._last.state if self.begun else None
        numbers = None if self._tells_all else ()
        seen = self._core.watch(snapshot, self._options.target, base=base, told=True, numbers=numbers)
        self._outage = False
        key = self._core.window_key(seen, self._options.target)
        if self.begun and key == self._key:
            self._take_next(seen)
            return
        if self.begun and seen.state.snapshot.pid != self._last.state.snapshot.pid and not self._options.reconnect:
            raise AppGone(_RESTARTED)
        self._take_first(seen)
        self._key = key
        self._last = seen
        self.begun = True

    def _fail(self, error: UIDiffError) -> None:
        """Pass on a failed read. It ends the reading if the scope has gone, or the program unless it is waited for."""
        gone = isinstance(error, AppGone | WindowNotFound)
        if not (gone and self._outage):
            self._take_error(error)
        self._outage |= gone
        self._over |= isinstance(error, StaleRef) or (isinstance(error, AppGone) and not self._options.reconnect)
