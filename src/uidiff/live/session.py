"""``uidiff.Session``: reads windows repeatedly for an agent, a test or a program."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from types import TracebackType
from typing import Self, TypeVar
from weakref import WeakSet

from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.choice import Mode
from uidiff.formats.report import Report
from uidiff.live.moments import Since
from uidiff.live.observation import Observation
from uidiff.live.observing import INTERVAL
from uidiff.live.plans import describe
from uidiff.live.session_base import SETTLE, SLICE, WAIT, SessionBase
from uidiff.live.settings import Question
from uidiff.live.steps import Call, CloseSource, Listen, Pause, Plan, Read, Step, drive
from uidiff.live.ticks import SLACK
from uidiff.model.window import Window

__all__ = ["Session"]

_T = TypeVar("_T")


class Session(SessionBase):
    """Reads windows, and answers with what changed since the last answer.

        with uidiff.Session("recorded", "mail.jsonl.gz") as ui:
            print(ui.describe().text)  # the whole tree
            print(ui.describe().text)  # what changed

    Every window has its own baseline: the state that the last answer was of. It stays where a read fails, or leaves out
    what the baseline shows. An element keeps its ref (``e12``) as long as it lives. A session belongs to one thread.

    Args:
        backend: its name, or a backend; one that is made from a name is closed with the session.
        target: what to read, whatever the backend takes: a page, a program, a ``uidiff.Window``. Each call may name
            another one.
        matcher: matches the elements from read to read.
        ignore: fields, states and circumstances whose changes are not reported; values of ``uidiff.Ignore``, of some
            elements only.
        rules: the thresholds and words by which events are found.
        format, budget, counter, fold, bounds: how answers are rendered, as of ``uidiff.render``.
        full_when: "longer": the whole tree is sent where the diff would be longer; "half": where more than half of the
            elements were added, removed, changed or moved.
        on_title_change: "full": the baselines of a window are dropped when its title changes.
        limits: the largest read; what is beyond is left unread. ``Limits.live()`` by default.
        redact: what is secret besides what the trees mark as secret.
        timeout: seconds that one read may take.
        store: keeps the baselines: in memory by default; a ``FileStore`` keeps them from one run to the next. A store
            that is given is not closed with the session.
        clock: tells the time, for tests.

    Raises:
        UnknownName: no such backend, matcher or format, or no field of a name in ``ignore``.
        MissingExtra: the backend needs a package that is not installed.
        TypeError: something that is no backend; an async one is for ``AsyncSession``.
        ValueError: an option out of its range.
    """

    # ------------------------------------------------------------------ asking

    def describe(
        self,
        *,
        target: object = None,
        mode: Mode = "auto",
        since: Since | None = None,
        roles: Collection[str] = (),
        scope: str | int | None = None,
        depth: int | None = None,
        prune: bool = False,
        format: str | None = None,  # the word of the public face
        budget: int | None = None,
        fold: bool | None = None,
        bounds: bool | None = None,
    ) -> Report:
        """Read the window, and answer with what changed since the last answer; the whole tree if that is shorter.

        Where there is nothing to compare with (the first read, a baseline that has expired, is damaged or another
        reader's), the answer is the whole tree, and ``report.reason`` says why.

        Args:
            target: what to read, if it is not the session's.
            mode: "full" and "diff" decide what is sent; without a baseline it is the whole tree all the same.
            since: compare with the newest baseline up to that time: a report's token, Unix seconds, a date with its
                zone. A whole number means the end of that second. The last 8 baselines are kept.
            roles: select the elements of these roles.
            scope: select this element (``"e12"``) and what is below it.
            depth: select this number of levels from the scope, or the roots, down; 1: these alone.
            prune: leave out wrappers without meaning.
            format, budget, fold, bounds: how it is rendered, if not as the session does.

        Raises:
            BackendError: it could not be read; the baseline is as it was. Its kinds say why: WindowNotFound, AppGone,
                ReadTimeout, PermissionNeeded.
            StaleRef: the scope is neither in the window nor in the baseline.
            UnknownName: no such role or format.
            ValueError: a word, a number or a time out of its range.
        """
        question = Question.checked(
            self._core.settings,
            mode=mode,
            since=since,
            roles=roles,
            scope=scope,
            depth=depth,
            prune=prune,
            format=format,
            budget=budget,
            fold=fold,
            bounds=bounds,
        )
        return self._run(describe(self._core, self._target(target), question))

    def act(
        self,
        action: Callable[[], object] | str,
        ref: str | int | None = None,
        value: str | None = None,
        *,
        target: object = None,
        fresh: bool = False,
        settle: float | None = SETTLE,
        timeout: float = WAIT,
    ) -> Report:
        """Act, wait until the window is quiet, and answer with what changed since the last answer.

            ui.act(lambda: page.keyboard.press("Enter"))
            ui.act("press", "e12")

        Args:
            action: a function, or the name of an action of the element ``ref``, which the backend does.
            ref, value: the element, and what the action needs: the text to type.
            target: what is read, if it is not the session's.
            fresh: read the window before the action, and answer with what changed since then. Without it the answer
                includes what happened between the last answer and the action.
            settle: seconds for which nothing may change before it is read; None: read at once.
            timeout: seconds after which it is read all the same; ``report.settled`` is False then.

        Raises:
            StaleRef: the element of ``ref`` was removed.
            BackendError: the backend cannot act, or the window could not be read.
            Whatever the action raises; the baseline is as it was then.
        """
        plan = self._acting(action, ref, value, target=target, fresh=fresh, settle=settle, timeout=timeout)
        return self._run(plan)

    def settle(self, quiet: float = 0.5, *, target: object = None, timeout: float = WAIT) -> bool:
        """Wait until nothing has changed for ``quiet`` seconds; False if that does not happen within ``timeout``.

        The baseline stays: the next answer includes what changed meanwhile.
        """
        return self._run(self._settling(quiet, target=target, timeout=timeout))

    def wait(
        self,
        condition: Callable[[TreeDiff], object] = bool,
        *,
        target: object = None,
        timeout: float = WAIT,
        interval: float = 0.25,
    ) -> Report:
        """Wait until ``condition`` is true of what changed since the last answer, and answer with that.

            ui.wait(lambda delta: any(isinstance(event, uidiff.events.DialogAppeared) for event in delta.events))

        Args:
            condition: takes the delta of each read; by default any change.
            target: what is read, if it is not the session's.
            timeout: seconds to wait.
            interval: seconds between two reads, at least 0.05; fewer where the backend reports changes.

        Raises:
            WaitTimeout: it did not happen; the baseline is as it was.
            BackendError: the program has gone, or the last read failed.
        """
        return self._run(self._waiting(condition, target=target, timeout=timeout, interval=interval))

    def observe(
        self,
        *,
        target: object = None,
        interval: float = INTERVAL,
        duration: float | None = None,
        ignore: IgnoreOption | None = None,
        roles: Collection[str] = (),
        scope: str | int | None = None,
        depth: int | None = None,
        prune: bool = False,
        bounds: bool | None = None,
        transient: float | None = None,
        reconnect: bool = False,
    ) -> Observation:
        """Follow a window: iterate over stream records of what changes.

            for record in ui.observe(interval=0.5, duration=10, ignore=("bounds", "focused")):
                print(record.line())

        The first is a ``SnapshotRecord``, the last a ``DoneRecord``, on Ctrl-C too. A read that fails is an
        ``ErrorRecord``; what changed meanwhile is reported at the next read. The baselines of ``describe`` stay.

        Args:
            target: what is read, if it is not the session's. A ``Window`` must say its app, pid or id.
            interval: seconds between two reads, at least 0.05; fewer where the backend reports changes. A slow reader
                misses reads, not changes.
            duration: seconds; None: until it is closed or interrupted.
            ignore: as of the session, whose own is the default.
            roles, scope, depth, prune: select elements, as of :meth:`describe`.
            bounds: whether added elements have their bounds.
            transient: seconds for which added elements are held back; one that is removed by then is a
                ``TransientRecord``.
            reconnect: continue, with a new ``SnapshotRecord``, when the program was restarted.

        Raises:
            ValueError: no scope; a time that is negative or NaN.
            BackendError: the first read failed; raised where iterating begins, as are StaleRef and UnknownName.
        """
        plan = self._observing(
            target=target,
            interval=interval,
            duration=duration,
            ignore=ignore,
            roles=roles,
            scope=scope,
            depth=depth,
            prune=prune,
            bounds=bounds,
            transient=transient,
            reconnect=reconnect,
        )
        observation = Observation(plan, self._do, self._alone)
        self._observations.add(observation)
        return observation

    def handle(self, ref: str | int) -> object:
        """The live object behind a ref: a locator, an accessible, whatever the backend has.

        Raises:
            StaleRef: the element was removed; the message says at which read.
        """
        self._expect_open()
        with self._alone(), self._naming(ref):
            return self._done(self._backend.handle, self._core.element(ref))

    def windows(self) -> Sequence[Window]:
        """The windows that are open; each is a target."""
        self._expect_open()
        with self._alone(), self._failing():
            return tuple(self._backend.windows())

    # --------------------------------------------------------------- one thread

    def close(self) -> None:
        """End the observations, and close the backend and store that the session made. It may be called again."""
        with self._alone():
            if self._closed:
                return
            with ExitStack() as ending:  # whatever fails, or is interrupted: all of it is done, the last one first
                if self._own_store:
                    ending.callback(self._store.close)
                if self._own_backend:
                    ending.callback(self._backend.close)
                ending.callback(self._mark_closed)
                for observation in list(self._observations):
                    ending.callback(observation.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _begin(self) -> None:
        if self._reads_async:
            raise TypeError("this backend is async: use uidiff.AsyncSession")
        self._observations: WeakSet[Observation] = WeakSet()
        self._busy = threading.RLock()

    def _run(self, plan: Plan[_T]) -> _T:
        with self._alone():
            return drive(plan, self._do)

    def _do(self, step: Step) -> object:
        match step:
            case Read():
                if self._closed:
                    self._expect_still_open()
                with self._failing(target=step.target):
                    snapshot = self._backend.read(step.target, **self._reading())
                return self._checked(snapshot)
            case Call():
                return _sync(step.action())
            case Listen():
                return self._done(self._source, step.target, target=step.target)
            case Pause():
                return self._pause(step)
            case CloseSource() if step.source is not None:
                with suppress(Exception):  # nothing more is asked of it
                    step.source.close()
        return None

    def _pause(self, step: Pause) -> bool:
        clock, source = self._core.clock, step.source
        end = clock.monotonic() + step.seconds
        while (now := clock.monotonic()) < end - SLACK:
            until = end if source is None else min(end, now + SLICE)
            if source is not None and self._done(source.wait, clock.waiting(until - now)):
                return True
            if (rest := until - clock.monotonic()) > SLACK:
                clock.sleep(rest)
        return False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the session for one call. RuntimeError if another thread holds it."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("a session belongs to one thread, and another one is using it: make one for each")
        try:
            yield
        finally:
            self._busy.release()


def _sync(made: object) -> object:
    """What an action returned. TypeError if that is to be awaited, so the action has not been done."""
    if not inspect.iscoroutine(made):
        return made
    made.close()
    raise TypeError("this action is async, and a Session cannot await it: use uidiff.AsyncSession")
