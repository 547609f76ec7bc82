"""What a recorder writes, and the plans by which it reads: any backend to a recording
(spec/definitions#22-recording).
"""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable
from itertools import compress
from pathlib import Path
from typing import Literal, TypeAlias

import attrs

from uidiff.diffing.compare import diff
from uidiff.diffing.ignoring import IgnoreOption, checked_ignore
from uidiff.errors import AppGone, BackendError, LimitExceeded, UIDiffError
from uidiff.live.core import SessionCore
from uidiff.live.following import WindowFollower, expect_scoped
from uidiff.live.moments import is_time, next_moment, seconds_of
from uidiff.live.plans import checked_seconds, settle
from uidiff.live.secrets import Secrets
from uidiff.live.steps import Call, CloseSource, Plan, Read
from uidiff.live.store import State
from uidiff.live.tracking import NumberedRead, match_by_refs
from uidiff.matching.strategies import MatcherOption
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.recordings.lines import RecordedError
from uidiff.recordings.reader import RecordingStep
from uidiff.recordings.writer import RecordingWriter
from uidiff.text import shorten

__all__ = ["MAX_BYTES", "OnStep", "Recorded", "RecordingLog", "Why", "follow", "take_step"]

MAX_BYTES = 1 << 30
"""How large a recording may become, if nothing else is said: a file of 1 GiB (spec/definitions#23-limits)."""

LONGEST_ERROR = 500
"""Characters of the text of an error line."""

_SECOND = 1000

Why = Literal["duration", "gone", "max_steps", "max_bytes", "interrupted"]
"""Why a recording ended: the time was over, the program has gone, it is as long or as large as it may be; or by Ctrl-C,
or as its task was cancelled or another one closed it.
"""

OnStep: TypeAlias = Callable[[RecordingStep], object]
"""Called with each line that was written: its number, and the snapshot or the error."""


@attrs.frozen(kw_only=True)
class Recorded:
    """What was recorded.

    Attributes:
        path: the file.
        session: the run of the recorder, as the file says it.
        steps: snapshots that were written; what was in the file before is not counted.
        errors: reads that failed, and were written as such.
        size: bytes of the whole file.
        ended: why it ended; None while it goes on, and where it was driven step by step.
    """

    path: Path
    session: str
    steps: int
    errors: int
    size: int
    ended: Why | None = None


class RecordingLog:
    """The file of a recorder, and what is known of what is in it.

    Attributes:
        steps, errors, ended: as of :class:`Recorded`.
        on_step: is told of each line.
    """

    def __init__(
        self,
        path: Path,
        *,
        session: str | None,
        resume: bool,
        overwrite: bool,
        full: bool,
        matcher: MatcherOption,
        ignore: IgnoreOption,
        max_bytes: int | None,
        max_steps: int | None,
    ) -> None:
        for name, most in (("max_bytes", max_bytes), ("max_steps", max_steps)):
            if most is not None and (type(most) is not int or most < 1):
                raise ValueError(f"{name} is a whole number from 1 on, or None for no such bound")
        self.steps = 0
        self.errors = 0
        self.ended: Why | None = None
        self.on_step: OnStep | None = None
        self._ignore = checked_ignore(ignore)
        self._max_steps = max_steps
        self._last: State | None = None
        self._moment = 0  # of the last line
        self._secrets: dict[str | None, Secrets] = {}  # of what was in the file before, by window
        self._writer = RecordingWriter(
            path,
            session=session,
            full=full,
            matcher=matcher,
            resume=resume,
            overwrite=overwrite,
            max_bytes=max_bytes,
            each=self._learn,
        )

    @property
    def recorded(self) -> Recorded:
        """What was recorded so far."""
        return Recorded(
            path=self._writer.path,
            session=self._writer.session,
            steps=self.steps,
            errors=self.errors,
            size=self._writer.size,
            ended=self.ended,
        )

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in the file, not from an earlier run either."""
        return self._writer.seq == 0

    @property
    def is_full(self) -> bool:
        """Whether it has as many steps as it may have."""
        return self._max_steps is not None and self.steps >= self._max_steps

    @property
    def closed(self) -> bool:
        """Whether nothing more can be written."""
        return self._writer.closed

    def expect_open(self) -> None:
        """BackendError if it was closed."""
        if self.closed:
            raise BackendError("this recorder is closed: make another one, with resume=True")

    def differs(self, state: State) -> bool:
        """Whether a read shows anything else than the last step: what a reader of the file would see."""
        last = self._last
        if last is None:
            return True
        matching = match_by_refs(last.refs, state.refs)
        found = diff(last.snapshot, state.snapshot, matcher=matching, ignore=self._ignore)
        return bool(found) or _unread(last) != _unread(state)

    def add(self, state: State) -> Snapshot:
        """Write a step; the snapshot as it was written.

        Raises:
            LimitExceeded: the file would be too large. It is as it was.
            OSError: it cannot be written.
        """
        snapshot, moment = state.snapshot, max(state.ts, self._moment + 1)
        if moment != state.ts:
            known = attrs.evolve(snapshot.circumstances, taken_at=seconds_of(moment))
            snapshot = attrs.evolve(snapshot, circumstances=known)
        matching = None if self._last is None else match_by_refs(self._last.refs, state.refs)
        seq = self._writer.seq
        self._writer.write(snapshot, matching=matching)
        self._last, self._moment = attrs.evolve(state, snapshot=snapshot), moment
        self.steps += 1
        self._tell(RecordingStep(seq, snapshot, None))
        return snapshot

    def add_error(self, text: str, now: float) -> None:
        """Write that a read failed. Raises as :meth:`add`."""
        moment = next_moment(now, self._moment)
        seq = self._writer.seq
        self._writer.write_error(text, taken_at=seconds_of(moment))
        self._moment = moment
        self.errors += 1
        self._tell(RecordingStep(seq, None, RecordedError(seq, text, seconds_of(moment))))

    def covered(self, state: State, redact: Redaction) -> State:
        """A read with all hidden that was secret when the file was written before."""
        secrets = self._secrets.get(state.snapshot.window)
        if secrets is None:
            return state
        return attrs.evolve(state, snapshot=secrets.cover(state.snapshot, state.refs.numbers, redact=redact))

    def close(self) -> None:
        """End the file; where it is new and nothing was recorded, there is none."""
        self._writer.discard()

    def _learn(self, snapshot: Snapshot) -> None:
        self._secrets.setdefault(snapshot.window, Secrets()).learn(snapshot)
        if snapshot.taken_at is not None and is_time(snapshot.taken_at):
            self._moment = max(self._moment, round(snapshot.taken_at * _SECOND))

    def _tell(self, step: RecordingStep) -> None:
        if self.on_step is not None:
            self.on_step(step)


def _unread(state: State) -> set[int]:
    """The numbers of the elements below which was not read."""
    return set(compress(state.refs.numbers, state.snapshot.columns.unread))


def error_text(core: SessionCore, error: UIDiffError) -> str:
    """The text of an error line: short, and nothing secret in it."""
    return shorten(core.settings.redact.mask(str(error)), LONGEST_ERROR)


def take_step(
    core: SessionCore,
    log: RecordingLog,
    target: object,
    action: str | None,
    do: Callable[[], object] | None,
    *,
    quiet: float | None,
    timeout: float,
) -> Plan[Snapshot]:
    """Act, wait until the window has come to rest, read it and write what was read, be it as it was."""
    log.expect_open()
    if log.is_full:
        raise LimitExceeded("a recording with as many steps as it may have", "$", "pass max_steps=…")
    if do is not None:
        yield Call(do)
    try:
        if quiet is not None:
            yield from settle(core, target, quiet=quiet, timeout=timeout)
        snapshot = yield Read(target)
        known = snapshot.circumstances
        if action is not None:
            known = attrs.evolve(known, action=core.settings.redact.mask(action))
        seen = core.watch(attrs.evolve(snapshot, circumstances=known), target)
    except UIDiffError as error:
        log.add_error(error_text(core, error), core.clock.now())
        raise
    return log.add(log.covered(seen.state, core.settings.redact))


def follow(
    core: SessionCore,
    log: RecordingLog,
    target: object,
    *,
    interval: float,
    duration: float | None,
    reconnect: bool,
) -> Plan[Recorded]:
    """Read again and again, and write what differs, until something ends it. The first read failing is an error."""
    log.expect_open()
    expect_scoped("record", target)
    checked_seconds("interval", interval)
    if duration is not None:
        checked_seconds("duration", duration)
    pages = _Pages(core, log, target, interval=interval, duration=duration, reconnect=reconnect)
    log.ended = None
    try:
        if not log.is_full:
            yield from pages.follow()
    except (KeyboardInterrupt, CancelledError):
        log.ended = "interrupted"
        raise
    finally:
        yield CloseSource(pages.source)
    log.ended = pages.ended
    return log.recorded


class _Pages(WindowFollower):
    """Writes the reads that differ.

    Attributes:
        ended: why it ends.
    """

    def __init__(
        self,
        core: SessionCore,
        log: RecordingLog,
        target: object,
        *,
        interval: float,
        duration: float | None,
        reconnect: bool,
    ) -> None:
        super().__init__(core, target, interval=interval, duration=duration, reconnect=reconnect)
        self._log = log
        self._trouble = ""  # the error of the last read
        self.ended: Why = "max_steps" if log.is_full else "duration"

    def _begin(self, seen: NumberedRead) -> None:
        """The first read, or the first of another window."""
        self._see(seen)

    def _go_on(self, seen: NumberedRead) -> None:
        """A later one."""
        self._see(seen)
        self._last = seen

    def _see(self, seen: NumberedRead) -> None:
        self._trouble = ""
        state = self._log.covered(seen.state, self._core.settings.redact)
        if self._log.differs(state):
            self._write(lambda: self._log.add(state))
            if self._log.is_full:
                self._end("max_steps")

    def _failed(self, error: UIDiffError) -> None:
        """A read that failed: written once as long as nothing else happens."""
        text = error_text(self._core, error)
        if text != self._trouble:
            self._trouble = text
            self._write(lambda: self._log.add_error(text, self._core.clock.now()))
        if isinstance(error, AppGone) and not self._reconnect:
            self._end("gone")

    def _write(self, write: Callable[[], object]) -> None:
        if self._log.closed:  # by another task
            self._end("interrupted")
            return
        try:
            write()
        except LimitExceeded:
            if self._log.is_empty:  # not even one step: this is no recording
                raise
            self._end("max_bytes")

    def _end(self, why: Why) -> None:
        if not self._over:
            self.ended = why
        self._over = True
