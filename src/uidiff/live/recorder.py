"""``uidiff.Recorder`` and ``uidiff.record``: write the reads of a backend to a recording."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Self

from uidiff.diffing.ignoring import IgnoreOption
from uidiff.live.async_session import AsyncSession
from uidiff.live.following import INTERVAL, FollowOptions
from uidiff.live.moments import Clock
from uidiff.live.plans import checked_seconds
from uidiff.live.recording import MAX_BYTES, OnStep, Recorded, RecordingLog, follow, take_step
from uidiff.live.session import Session
from uidiff.live.session_acting import SETTLE, WAIT
from uidiff.live.settings import TIMEOUT
from uidiff.live.steps import Plan, awaited, carried_out
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["AsyncRecorder", "Recorder", "record"]


class _RecorderBase:
    """What the two recorders share: how they are made, and the plans that they run."""

    _kind: ClassVar[type[Session | AsyncSession]]

    def __init__(
        self,
        backend: Any,  # noqa: ANN401  # a name or a backend, as of a session
        target: object,
        path: str | os.PathLike[str],
        *,
        session: str | None = None,
        resume: bool = False,
        overwrite: bool = False,
        full: bool = False,
        max_bytes: int | None = MAX_BYTES,
        max_steps: int | None = None,
        ignore: IgnoreOption = (),
        matcher: MatcherOption = "auto",
        limits: Limits | None = None,
        redact: RedactOption = None,
        timeout: float = TIMEOUT,
        clock: Clock | None = None,
    ) -> None:
        self._target = target
        self._log = RecordingLog(
            Path(path),
            session=session,
            resume=resume,
            overwrite=overwrite,
            full=full,
            matcher=matcher,
            ignore=ignore,
            max_bytes=max_bytes,
            max_steps=max_steps,
        )
        try:
            made: Any = self._kind(
                backend, target, matcher=matcher, limits=limits, redact=redact, timeout=timeout, clock=clock
            )
        except BaseException:
            self._log.close()
            raise
        self._session = made
        self._core, self._carry_out = made._core, made._carry_out  # a recorder is another face of a session

    @property
    def recorded(self) -> Recorded:
        """What has been written so far."""
        return self._log.recorded

    def _step(
        self,
        action: str | None = None,
        do: Callable[[], object] | None = None,
        *,
        settle: float | None = SETTLE,
        timeout: float = WAIT,
    ) -> Plan[Snapshot]:
        """Act, wait until the window has come to rest, and record it, changed or not.

        Args:
            action: what is done, in words: the ``action`` of the snapshot.
            do: does it; without it the window is only read. What it raises is raised, and nothing is recorded.
            settle: seconds without a change before the window is read; None: read at once.
            timeout: seconds after which the window is read even if it still changes.

        Returns:
            The snapshot as it was written.

        Raises:
            BackendError: the read failed. The failure is recorded, and further steps may follow.
            LimitExceeded: ``max_bytes`` or ``max_steps`` leaves no room. The file stays as it was.
            OSError: the file cannot be written. It stays as it was.
        """
        if not isinstance(action, str | None):
            raise TypeError(f"an action is said in words, got {type(action).__name__}: recorder.step('open', do)")
        quiet = None if settle is None else checked_seconds("settle", settle)
        timeout = checked_seconds("timeout", timeout)
        return take_step(self._core, self._log, self._target, action, do, quiet=quiet, timeout=timeout)

    def _run(
        self,
        *,
        interval: float = INTERVAL,
        duration: float | None = None,
        reconnect: bool = False,
        on_step: OnStep | None = None,
    ) -> Plan[Recorded]:
        """Read the window again and again and record each change, until something ends it; ``ended`` says what.

        A read without a change adds nothing. A failed read is recorded once in a row of equal failures, a partial read
        as partial. The run ends when the program has gone.

        Args:
            interval: seconds between two reads, at least 0.05; a backend that reports changes is read earlier.
            duration: seconds; None: until something else ends it. On Ctrl-C KeyboardInterrupt is raised, and
                ``recorded`` says what is in the file.
            reconnect: wait for a program that has gone, and go on when it is started again.
            on_step: called with each line written, a ``RecordingStep``: ``seq``, and ``snapshot`` or ``error``.

        Raises:
            BackendError: the first read failed.
            LimitExceeded: not even the first snapshot has room.
            OSError: the file cannot be written. It stays as it was after the step before.
            ValueError: a time that is negative or NaN; a target without application.
        """
        self._log.on_step = on_step
        options = FollowOptions(target=self._target, interval=interval, duration=duration, reconnect=reconnect)
        return follow(self._core, self._log, options)


class Recorder(_RecorderBase):
    """Records a window: the steps of a script, or everything that changes for a time.

        with uidiff.Recorder("web", page, "shop.jsonl.gz") as recorder:
            recorder.step("open", lambda: page.goto(url))
            recorder.step("add to cart", lambda: page.get_by_role("button", name="Add").click())
            recorder.run(duration=60)

    The file can be read while it is written, for example by ``uidiff.read_recording``. Each step is in it when its call
    returns; a killed program loses at most the step that it was writing. Secrets (password fields, also when a button
    shows their text) are hidden. A new file without steps is removed. A recorder belongs to one thread.

    Args:
        backend: its name, or a backend; one made from a name is closed with the recorder.
        target: what to read, as the backend takes it: a page, a program, a ``uidiff.Window``.
        path: the file, mode 0600; gzip if its name ends in ``.gz``.
        session: the session of the header; the stem of the file's name by default.
        resume: append to an existing file: it is read and checked, and an incomplete last line is cut off.
        overwrite: replace an existing file when the first line is written.
        full: write only whole snapshots, no deltas.
        max_bytes: the largest size of the file in bytes; 1 GiB by default, None: no limit.
        max_steps: the most snapshots that this run may add; None: no limit.
        ignore: fields, states and circumstances whose change alone makes :meth:`run` write no step; values of
            ``uidiff.Ignore`` for some elements only.
        matcher: pairs the elements of successive reads.
        limits: the largest read; what is beyond is recorded as unread. ``Limits.live()`` by default.
        redact: what to hide besides what the trees mark as secret.
        timeout: seconds that one read may take.
        clock: the source of time, for tests.

    Raises:
        FileExistsError: the file exists, and neither ``resume`` nor ``overwrite`` is set.
        BlockingIOError: another recorder writes to it.
        InvalidSnapshot: the file cannot be resumed, as it is no recording or damaged before its end.
        OSError: the path is a link or no plain file; or as the system raises it.
        UnknownName, MissingExtra, TypeError, ValueError: as of a ``Session``.
    """

    _kind = Session

    step = carried_out(_RecorderBase._step)
    run = carried_out(_RecorderBase._run)

    def close(self) -> None:
        """Close the file and the session. Repeated calls do nothing."""
        try:
            self._log.close()
        finally:
            self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncRecorder(_RecorderBase):
    """:class:`Recorder` for programs with an event loop; arguments and methods mean the same.

        async with uidiff.AsyncRecorder("web", page, "shop.jsonl.gz") as recorder:
            await recorder.step("open", lambda: page.goto(url))

    What ``do`` returns is awaited if it is awaitable. The file is written in the event loop.
    """

    _kind = AsyncSession

    step = awaited(_RecorderBase._step)
    run = awaited(_RecorderBase._run)

    async def close(self) -> None:
        """As ``Recorder.close``."""
        try:
            self._log.close()
        finally:
            await self._session.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def record(
    backend: Any,  # noqa: ANN401  # a name, or a backend, as of a session
    target: object,
    path: str | os.PathLike[str],
    *,
    interval: float = INTERVAL,
    duration: float | None = None,
    reconnect: bool = False,
    on_step: OnStep | None = None,
    session: str | None = None,
    resume: bool = False,
    overwrite: bool = False,
    full: bool = False,
    max_bytes: int | None = MAX_BYTES,
    max_steps: int | None = None,
    ignore: IgnoreOption = (),
    matcher: MatcherOption = "auto",
    limits: Limits | None = None,
    redact: RedactOption = None,
    timeout: float = TIMEOUT,
    clock: Clock | None = None,
) -> Recorded:
    """Record each change of a window, until something ends it.

        uidiff.record("atspi", "mousepad", "notes.jsonl.gz", duration=60)

    The arguments and errors are those of :class:`Recorder` and its :meth:`Recorder.run`.

    Returns:
        What was written, and why it ended.
    """
    recorder = Recorder(
        backend,
        target,
        path,
        session=session,
        resume=resume,
        overwrite=overwrite,
        full=full,
        max_bytes=max_bytes,
        max_steps=max_steps,
        ignore=ignore,
        matcher=matcher,
        limits=limits,
        redact=redact,
        timeout=timeout,
        clock=clock,
    )
    with recorder:
        return recorder.run(interval=interval, duration=duration, reconnect=reconnect, on_step=on_step)
