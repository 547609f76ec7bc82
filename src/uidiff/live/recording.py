"""The plans of a recorder: read any backend and write a recording (spec/definitions#22-recording)."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable
from itertools import compress
from pathlib import Path
from typing import Literal, TypeAlias

import attrs

from uidiff.diffing.ignoring import IgnoreOption, checked_ignore
from uidiff.diffing.tree_diff import diff
from uidiff.errors import AppGone, BackendError, LimitExceeded, UIDiffError
from uidiff.live.core import SessionCore
from uidiff.live.following import LONGEST_ERROR, FollowOptions, WindowFollower
from uidiff.live.moments import is_time, next_moment, seconds_of
from uidiff.live.plans import read, settle
from uidiff.live.secrets import Secrets
from uidiff.live.steps import Call, CloseSource, Plan
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
"""Default largest size of a recording: 1 GiB (spec/definitions#23-limits)."""

_SECOND = 1000  # moments

Why = Literal["duration", "gone", "max_steps", "max_bytes", "interrupted"]
"""Why a recording ended: the duration was over, the program has gone, a limit was reached; or "interrupted": Ctrl-C,
a cancelled task, or a recorder closed by another task.
"""

OnStep: TypeAlias = Callable[[RecordingStep], object]
"""Called with each line that was written."""


@attrs.frozen(kw_only=True)
class Recorded:
    """What a recorder has written.

    Attributes:
        path: the file.
        session: the session that its header names.
        steps: snapshots written, without those of earlier runs.
        errors: failed reads written, without those of earlier runs.
        size: bytes of the whole file.
        ended: why the run ended; None during a run, and if steps were recorded one by one.
    """

    path: Path
    session: str
    steps: int
    errors: int
    size: int
    ended: Why | None = None


class RecordingLog:
    """The file of a recorder with what it needs of its content: the last step, the last time, and secrets.

    Attributes:
        steps, errors, ended: as of :class:`Recorded`.
        on_step: called with each line that was written.
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
        self._secrets: dict[str | None, Secrets] = {}  # of the resumed file, by window
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
        """What has been written so far."""
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
        """Whether the file has no lines but the header."""
        return self._writer.seq == 0

    @property
    def is_full(self) -> bool:
        """Whether this run has written ``max_steps`` steps."""
        return self._max_steps is not None and self.steps >= self._max_steps

    @property
    def closed(self) -> bool:
        """Whether the file is closed."""
        return self._writer.closed

    def expect_open(self) -> None:
        """BackendError if the file is closed."""
        if self.closed:
            raise BackendError("this recorder is closed: make another one, with resume=True")

    def differs(self, state: State) -> bool:
        """Whether a read differs from the last step in anything but what is ignored."""
        last = self._last
        if last is None:
            return True
        matching = match_by_refs(last.refs, state.refs)
        found = diff(last.snapshot, state.snapshot, matcher=matching, ignore=self._ignore)
        return bool(found) or _unread(last) != _unread(state)

    def add(self, state: State) -> Snapshot:
        """Write a step. Its time is raised to be above that of the line before.

        Returns:
            The snapshot as it was written.

        Raises:
            LimitExceeded: the file would be larger than ``max_bytes``. It is as it was.
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
        self._report(RecordingStep(seq, snapshot, None))
        return snapshot

    def add_error(self, text: str, now: float) -> None:
        """Write a failed read. Raises as :meth:`add`."""
        moment = next_moment(now, self._moment)
        seq = self._writer.seq
        self._writer.write_error(text, taken_at=seconds_of(moment))
        self._moment = moment
        self.errors += 1
        self._report(RecordingStep(seq, None, RecordedError(seq, text, seconds_of(moment))))

    def covered(self, state: State, redact: Redaction) -> State:
        """A read with the fields hidden that hold secrets of the resumed file."""
        secrets = self._secrets.get(state.snapshot.window)
        if secrets is None:
            return state
        return attrs.evolve(state, snapshot=secrets.cover(state.snapshot, state.refs.numbers, redact=redact))

    def close(self) -> None:
        """Close the file; remove a new one without steps."""
        self._writer.discard()

    def _learn(self, snapshot: Snapshot) -> None:
        self._secrets.setdefault(snapshot.window, Secrets()).learn(snapshot)
        if snapshot.taken_at is not None and is_time(snapshot.taken_at):
            self._moment = max(self._moment, round(snapshot.taken_at * _SECOND))

    def _report(self, step: RecordingStep) -> None:
        if self.on_step is not None:
            self.on_step(step)


def _unread(state: State) -> set[int]:
    """The numbers of the elements that were not read below."""
    return set(compress(state.refs.numbers, state.snapshot.columns.unread))


def error_text(core: SessionCore, error: UIDiffError) -> str:
    """The text of an error line: short and redacted."""
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
    """Act, wait until the window has come to rest, read it and write the read, changed or not."""
    log.expect_open()
    if log.is_full:
        raise LimitExceeded("a recording with as many steps as it may have", "$", "pass max_steps=…")
    if do is not None:
        yield Call(do)
    try:
        if quiet is not None:
            yield from settle(core, target, quiet=quiet, timeout=timeout)
        snapshot = yield from read(core, target)
        known = snapshot.circumstances
        if action is not None:
            known = attrs.evolve(known, action=core.settings.redact.mask(action))
        seen = core.watch(attrs.evolve(snapshot, circumstances=known), target, told=True)
    except UIDiffError as error:
        log.add_error(error_text(core, error), core.clock.now())
        raise
    return log.add(log.covered(seen.state, core.settings.redact))


def follow(core: SessionCore, log: RecordingLog, options: FollowOptions) -> Plan[Recorded]:
    """Read again and again and write each read that differs, until something ends it."""
    log.expect_open()
    follower = _RecordingFollower(core, log, options)
    log.ended = None
    try:
        if not log.is_full:
            yield from follower.follow()
    except (KeyboardInterrupt, CancelledError):
        log.ended = "interrupted"
        raise
    finally:
        yield CloseSource(follower.source)
    log.ended = follower.ended
    return log.recorded


class _RecordingFollower(WindowFollower):
    """Writes the reads that differ from the step before.

    Attributes:
        ended: why the recording ends.
    """

    def __init__(self, core: SessionCore, log: RecordingLog, options: FollowOptions) -> None:
        super().__init__(core, options)
        self._log = log
        self._last_error = ""  # text of the error of the last read
        self.ended: Why = "max_steps" if log.is_full else "duration"

    def _take_first(self, seen: NumberedRead) -> None:
        self._last_error = ""
        state = self._log.covered(seen.state, self._core.settings.redact)
        if self._log.differs(state):
            self._write(lambda: self._log.add(state))
            if self._log.is_full:
                self._end("max_steps")

    def _take_next(self, seen: NumberedRead) -> None:
        self._take_first(seen)
        self._last = seen

    def _take_error(self, error: UIDiffError) -> None:
        """Write a failed read; the same error in successive reads once."""
        text = error_text(self._core, error)
        if text != self._last_error:
            self._last_error = text
            self._write(lambda: self._log.add_error(text, self._core.clock.now()))
        if isinstance(error, AppGone) and not self._options.reconnect:
            self._end("gone")

    def _write(self, write: Callable[[], object]) -> None:
        if self._log.closed:  # by another task
            self._end("interrupted")
            return
        try:
            write()
        except LimitExceeded:
            if self._log.is_empty:  # no room for the first step: an error, and no recording
                raise
            self._end("max_bytes")

    def _end(self, why: Why) -> None:
        if not self._over:
            self.ended = why
        self._over = True
