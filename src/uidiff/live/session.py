"""``uidiff.Session``: reads windows repeatedly for an agent, a test or a program."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar
from weakref import WeakSet

from uidiff.live.moments import SLACK
from uidiff.live.observation import Observation
from uidiff.live.session_base import SLICE, SessionBase
from uidiff.live.steps import Call, CloseSource, Listen, Pause, Plan, Read, Step, carried_out, drive, named_after
from uidiff.model.window import Window

__all__ = ["Session"]

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _observed(make: Callable[Concatenate[Session, _P], Plan[None]]) -> Callable[Concatenate[Session, _P], Observation]:
    """As :func:`carried_out`, for a plan that emits stream records."""

    def verb(session: Session, /, *given: _P.args, **options: _P.kwargs) -> Observation:
        observation = Observation(make(session, *given, **options), session._do, session._alone)
        session._observations.add(observation)
        return observation

    return named_after(make, verb, returns=Observation)


class Session(SessionBase):
    """Reads windows, and answers with what changed since the last answer.

        with uidiff.Session("recorded", "mail.jsonl.gz") as ui:
            print(ui.describe().text)  # the whole tree
            print(ui.describe().text)  # what changed

    Every window, and every filter of it, has its own baseline: the state that the last answer was of. It stays where a
    read fails, or leaves out what the baseline shows. An element keeps its ref (``e12``) as long as it lives. A session
    belongs to one thread.

    Args:
        backend: its name, or a backend; one that is made from a name is closed with the session.
        target: what to read, whatever the backend takes: a page, a program, a ``uidiff.Window``. Each call may name
            another one.
        matcher: matches the elements from read to read.
        ignore: fields, states and circumstances whose changes are not reported; values of ``uidiff.Ignore``, of some
            elements only.
        rules: the thresholds and words by which events are found.
        format, budget, counter, fold, bounds, urls: how answers are rendered, as of ``uidiff.render``.
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

    describe = carried_out(SessionBase._describe)
    act = carried_out(SessionBase._act)
    settle = carried_out(SessionBase._settle)
    wait = carried_out(SessionBase._wait)
    observe = _observed(SessionBase._observe)

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

    def _carry_out(self, plan: Plan[_T]) -> _T:
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
