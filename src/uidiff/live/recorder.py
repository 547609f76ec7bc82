"""``uidiff.Recorder`` and ``uidiff.record``: what a backend reads, in a file that can be read and compared later."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from uidiff.diffing.ignoring import IgnoreOption
from uidiff.live.async_session import AsyncSession
from uidiff.live.following import INTERVAL
from uidiff.live.moments import Clock
from uidiff.live.plans import checked_seconds
from uidiff.live.recording import MAX_BYTES, OnStep, Recorded, RecordingLog, follow, take_step
from uidiff.live.session import Session
from uidiff.live.session_base import SETTLE, WAIT
from uidiff.live.settings import TIMEOUT
from uidiff.live.steps import Plan
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["AsyncRecorder", "Recorder", "record"]


class _Recording:
    """The part of a recorder that does nothing by itself."""

    _kind: ClassVar[type[Session | AsyncSession]]

    def __init__(
        self,
        backend: Any,  # noqa: ANN401  # a name, or a backend, as of a session
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
        self._core, self._take = made._core, made._run  # noqa: SLF001  # a recorder is a session with another face

    @property
    def recorded(self) -> Recorded:
        """What was recorded so far."""
        return self._log.recorded

    def _stepping(
        self,
        action: str | None,
        do: Callable[[], object] | None,
        settle: float | None,
        timeout: float,
    ) -> Plan[Snapshot]:
        if not isinstance(action, str | None):
            raise TypeError(f"an action is said in words, got {type(action).__name__}: recorder.step('open', do)")
        quiet = None if settle is None else checked_seconds("settle", settle)
        timeout = checked_seconds("timeout", timeout)
        return take_step(self._core, self._log, self._target, action, do, quiet=quiet, timeout=timeout)

    def _running(
        self, interval: float, duration: float | None, *, reconnect: bool, on_step: OnStep | None
    ) -> Plan[Recorded]:
        self._log.on_step = on_step
        return follow(self._core, self._log, self._target, interval=interval, duration=duration, reconnect=reconnect)


class Recorder(_Recording):
    """Records a window: a script step by step, or whatever happens.

        with uidiff.Recorder("web", page, "shop.jsonl.gz") as recorder:
            recorder.step("open", lambda: page.goto(url))
            recorder.step("add to cart", lambda: page.get_by_role("button", name="Add").click())
            recorder.run(duration=60)

    The file can be read while it is written, by ``uidiff.read_recording`` and by everything that reads with it. Each
    step is in it when its call returns; a program that is killed loses at most the step in the making. What is secret
    (password fields, also when a button shows their text) stays hidden. Where nothing was recorded, no new file stays.
    A recorder belongs to one thread.

    Args:
        backend: its name, or a backend; one that was made of a name is closed with the recorder.
        target: what to read, whatever the backend takes: a page, a program, a ``uidiff.Window``.
        path: the file; compressed if its name ends in ``.gz``. It is its owner's alone (mode 0600).
        session: the name of this run; the file's stem by default.
        resume: go on in the file if there is one: it is read and checked, and a last line that was not written to its
            end is cut off.
        overwrite: begin the file anew if there is one, with the first line; until then it stays as it was.
        full: write only whole snapshots, no deltas.
        max_bytes: how large the file may become, as it stands on the disk; 1 GiB by default, None: as the disk allows.
        max_steps: how many snapshots this run may add; None: any number.
        ignore: fields, states and circumstances whose change alone is no reason for :meth:`run` to write a step; values
            of ``uidiff.Ignore``, of some elements only.
        matcher: who is who from step to step.
        limits: how large a read may be; what is beyond is recorded as unread. ``Limits.live()`` by default.
        redact: what is secret besides what the trees mark as secret.
        timeout: seconds that one read may take.
        clock: what tells the time, for tests.

    Raises:
        FileExistsError: there is such a file, and neither ``resume`` nor ``overwrite`` was said.
        BlockingIOError: another recorder writes to it.
        InvalidSnapshot: the file cannot be resumed: it is no recording, or damaged before its end.
        OSError: the path is a link or no plain file; or as the system raises it.
        UnknownName, MissingExtra, TypeError, ValueError: as of a ``Session``.
    """

    _kind = Session

    def step(
        self,
        action: str | None = None,
        do: Callable[[], object] | None = None,
        *,
        settle: float | None = SETTLE,
        timeout: float = WAIT,
    ) -> Snapshot:
        """Do something, wait until the window has come to rest, and record it, be it as it was before.

        Args:
            action: what is done, in words: the ``action`` of the snapshot.
            do: does it; left out, it is only read. What it raises is raised, and nothing is recorded.
            settle: seconds for which nothing may change before it is read; None: read at once.
            timeout: seconds after which it is read all the same.

        Returns:
            The snapshot as it was written.

        Raises:
            BackendError: it could not be read. That was recorded, and the next step may be taken.
            LimitExceeded: there is no room for it, by ``max_bytes`` or ``max_steps``. The file is whole without it.
            OSError: the file cannot be written. It is whole without the step.
        """
        plan: Plan[Snapshot] = self._stepping(action, do, settle, timeout)
        recorded: Snapshot = self._take(plan)
        return recorded

    def run(
        self,
        *,
        interval: float = INTERVAL,
        duration: float | None = None,
        reconnect: bool = False,
        on_step: OnStep | None = None,
    ) -> Recorded:
        """Follow the window, and record it whenever it differs, until something ends it: ``ended`` says what.

        A window in which nothing changes adds nothing. A read that fails is recorded as such, once as long as nothing
        else happens; a window that was read in part is recorded as such a part. A program that has gone ends it.

        Args:
            interval: seconds between two reads, at least 0.05; a backend that tells of changes wakes it earlier.
            duration: seconds; None: until something else ends it. On Ctrl-C KeyboardInterrupt is raised, and
                ``recorded`` says what is in the file.
            reconnect: wait for a program that has gone, and go on when it was started anew.
            on_step: called with each line written, a ``RecordingStep``: ``seq``, and ``snapshot`` or ``error``.

        Raises:
            BackendError: the first read failed.
            LimitExceeded: not even the first snapshot has room.
            OSError: the file cannot be written. It is whole up to the step before.
            ValueError: a number that cannot be; a target that does not say which application.
        """
        recorded: Recorded = self._take(self._running(interval, duration, reconnect=reconnect, on_step=on_step))
        return recorded

    def close(self) -> None:
        """End the file, and let go of the backend. It may be called again."""
        try:
            self._log.close()
        finally:
            self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncRecorder(_Recording):
    """:class:`Recorder`, awaited; its arguments and methods mean the same.

        async with uidiff.AsyncRecorder("web", page, "shop.jsonl.gz") as recorder:
            await recorder.step("open", lambda: page.goto(url))

    What ``do`` returns is awaited if it can be. Writing is done in the event loop.
    """

    _kind = AsyncSession

    async def step(
        self,
        action: str | None = None,
        do: Callable[[], object] | None = None,
        *,
        settle: float | None = SETTLE,
        timeout: float = WAIT,  # noqa: ASYNC109  # it is read all the same
    ) -> Snapshot:
        """As ``Recorder.step``."""
        plan: Plan[Snapshot] = self._stepping(action, do, settle, timeout)
        recorded: Snapshot = await self._take(plan)
        return recorded

    async def run(
        self,
        *,
        interval: float = INTERVAL,
        duration: float | None = None,
        reconnect: bool = False,
        on_step: OnStep | None = None,
    ) -> Recorded:
        """As ``Recorder.run``; a task that is cancelled is as Ctrl-C."""
        plan = self._running(interval, duration, reconnect=reconnect, on_step=on_step)
        recorded: Recorded = await self._take(plan)
        return recorded

    async def close(self) -> None:
        """As ``Recorder.close``."""
        try:
            self._log.close()
        finally:
            await self._session.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
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
    """Record a window whenever it differs, until something ends it.

        uidiff.record("atspi", "mousepad", "notes.jsonl.gz", duration=60)

    The arguments and errors are those of :class:`Recorder` and its :meth:`Recorder.run`.

    Returns:
        What was recorded, and why it ended.
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
