"""The plans behind ``describe``, ``settle`` and ``wait``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import AppGone, StoreConflict, UIDiffError, WaitTimeout
from uidiff.formats.report import Report
from uidiff.live.core import SessionCore
from uidiff.live.moments import LEAST_INTERVAL
from uidiff.live.settings import Question
from uidiff.live.steps import CloseSource, Listen, Pause, Plan, Read
from uidiff.live.tracking import NumberedRead
from uidiff.model.snapshot import Snapshot
from uidiff.text import counted

__all__ = ["READS", "Stillness", "checked_seconds", "describe", "poll", "read", "settle", "wait"]

READS = 4
"""Number of reads within the time for which a window has to be quiet."""

TRIES = 5
"""Number of reads after conflicts with other sessions on the store; the answer after that is not saved."""

_T = TypeVar("_T")


def checked_seconds(name: str, seconds: float) -> float:
    """The number given. ValueError if it is negative or NaN, TypeError if it is no number."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"{name} is a number of seconds, got {type(seconds).__name__}")
    if not seconds >= 0:
        raise ValueError(f"{name} is a number of seconds from 0 on, got {seconds}")
    return seconds


def read(core: SessionCore, target: object) -> Plan[Snapshot]:
    """Read a window; once more if the backend has to be told first what an earlier run has told about it."""
    snapshot: Snapshot = yield Read(target)
    known = core.told_earlier(snapshot, target) if core.recall is not None else None
    if known is not None and core.recall is not None:
        core.recall(known)
        snapshot = yield Read(target)
    return snapshot


def describe(
    core: SessionCore,
    target: object,
    question: Question,
    *,
    action: str | None = None,
    before: NumberedRead | None = None,
) -> Plan[Report]:
    """Read a window and answer; read it again where another session has saved meanwhile.

    Args:
        core: the session's.
        target: what to read.
        question: what is asked.
        action: what was done before.
        before: an earlier read of the same window to compare with, in place of the baseline.
    """
    for _ in range(TRIES):
        snapshot = yield from read(core, target)
        try:
            return core.answer(snapshot, target, question, action=action, before=before)
        except StoreConflict:
            continue
    snapshot = yield Read(target)
    return core.answer(snapshot, target, question, action=action, before=before, keep=False)


def settle(core: SessionCore, target: object, *, quiet: float, timeout: float) -> Plan[bool]:
    """Read repeatedly until nothing has changed for ``quiet`` seconds; False if that does not happen in time."""
    interval = max(LEAST_INTERVAL, quiet / READS)
    rest = yield from poll(core, target, Stillness(core, target, quiet), timeout=timeout, interval=interval)
    return rest is not None


def wait(
    core: SessionCore,
    target: object,
    condition: Callable[[TreeDiff], object],
    *,
    question: Question,
    timeout: float,
    interval: float,
) -> Plan[Report]:
    """Read repeatedly until the condition is true of what changed since the baseline, and answer with that."""
    look = _Condition(core, target, condition, question)
    report = yield from poll(core, target, look, timeout=timeout, interval=max(LEAST_INTERVAL, interval))
    if report is None:
        count = look.changes
        instead = f"but {counted(count, 'change')}: describe the window" if count else "and nothing changed: act again"
        raise WaitTimeout(f"it did not happen within {timeout:g} s, {instead}, or wait longer")
    return report


def poll(
    core: SessionCore,
    target: object,
    look: Callable[[Snapshot], _T | None],
    *,
    timeout: float,
    interval: float,
) -> Plan[_T | None]:
    """Read every ``interval`` seconds, earlier when the backend reports a change, until ``look`` returns something.

    None if it does not in time. After a read that fails the next one is tried, unless the program has gone.
    """
    end = core.clock.monotonic() + timeout
    source = yield Listen(target)
    try:
        while True:
            try:
                snapshot = yield from read(core, target)
            except AppGone:
                raise
            except UIDiffError:
                if core.clock.monotonic() >= end:
                    raise
            else:
                found = look(snapshot)
                if found is not None:
                    return found
            left = end - core.clock.monotonic()
            if left <= 0:
                return None
            if (yield Pause(min(interval, left), source)):
                yield Pause(LEAST_INTERVAL, None)
    finally:
        yield CloseSource(source)


class _Condition:
    """Checks a condition of what changed since the baseline; without one, since the first check.

    Attributes:
        changes: number of changes at the last check.
    """

    def __init__(
        self,
        core: SessionCore,
        target: object,
        condition: Callable[[TreeDiff], object],
        question: Question,
    ) -> None:
        self.changes = 0
        self._core = core
        self._target = target
        self._condition = condition
        self._question = question
        self._first: NumberedRead | None = None  # of a window without baseline
        self._key = ""

    def __call__(self, snapshot: Snapshot) -> Report | None:
        core, target = self._core, self._target
        seen = core.watch(snapshot, target)
        before: NumberedRead | None = None
        base = core.baseline(seen, target)
        if base is None:
            key = core.window_key(seen, target)
            if self._first is None or self._key != key:
                self._first, self._key = seen, key
            before, base = self._first, self._first.state
        delta = core.since(base, seen, target)
        self.changes = delta.record_count
        if not self._condition(delta):
            return None
        try:
            return core.answer(snapshot, target, self._question, before=before)
        except StoreConflict:
            return None  # another session has saved meanwhile: the next check answers


class Stillness:
    """Checks whether a window has been quiet for long enough.

    Attributes:
        leaving: seconds for which nothing of it could be read: a page on its way to another document.
    """

    def __init__(self, core: SessionCore, target: object, quiet: float) -> None:
        self._core = core
        self._target = target
        self._quiet = quiet
        self._since: float | None = None  # when a change was last seen
        self._left: float | None = None  # since when nothing can be read
        self.leaving = 0.0

    def __call__(self, snapshot: Snapshot) -> bool | None:
        """True once it has been; else None."""
        seen = self._core.watch(snapshot, self._target)
        now = self._core.clock.monotonic()
        unread = snapshot.partial and all(root.unread for root in snapshot.roots)
        self._left = (now if self._left is None else self._left) if unread else None
        self.leaving = 0.0 if self._left is None else now - self._left
        if unread or self._since is None or seen.before is None or self._core.since(seen.before, seen, self._target):
            self._since = now
            self.changed(seen)
        return True if now - self._since >= self._quiet else None

    def changed(self, seen: NumberedRead) -> None:
        """Take note of a read that differs from the one before; of the first one too."""
