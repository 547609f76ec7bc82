"""What the sync and the async session share: their arguments, and the plans that they carry out."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from uidiff.backends.registry import load_backend
from uidiff.diffing.ignoring import IgnoreOption, checked_ignore
from uidiff.diffing.refs import number_of_ref
from uidiff.diffing.rules import EventRules
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import AppGone, BackendError, StaleRef, UIDiffError
from uidiff.formats.choice import FullWhen, Mode, OnTitleChange
from uidiff.formats.options import RenderOptions
from uidiff.formats.report import Report
from uidiff.live.core import SessionCore
from uidiff.live.filters import Filter
from uidiff.live.following import INTERVAL
from uidiff.live.moments import Clock, Since
from uidiff.live.observation import observe
from uidiff.live.plans import checked_seconds, describe, settle, wait
from uidiff.live.session_acting import SETTLE, WAIT, SessionActing
from uidiff.live.settings import TIMEOUT, Question, Settings
from uidiff.live.steps import Plan
from uidiff.live.store import MemoryStore, Store
from uidiff.live.stream_follower import ObserveOptions
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.model.redaction import REDACTED
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.text import quote, shorten
from uidiff.tokens import estimate_tokens

__all__ = ["NO_TARGET", "SETTLE", "SLICE", "WAIT", "SessionBase"]

SLICE = 0.25
"""Seconds of one wait for a backend to report a change: the time that it takes to be cancelled, or to be interrupted
where the system does not interrupt a wait. A source that returns at once is asked no more often.
"""

_LONGEST_ERROR = 200
"""Characters that are repeated of the error of a backend."""

NO_TARGET: object = object()
"""In place of a target, where a call is of none."""


class SessionBase(SessionActing):
    """The part of a session that neither calls nor awaits the backend."""

    def __init__(
        self,
        backend: Any,  # noqa: ANN401  # a name, or a backend: sync or async, which the two sessions check
        target: object = None,
        *,
        matcher: MatcherOption = "auto",
        ignore: IgnoreOption = (),
        rules: EventRules | None = None,
        format: str = "agent",  # the word of the public face
        budget: int | None = None,
        counter: Callable[[str], int] = estimate_tokens,
        fold: bool = True,
        bounds: bool = False,
        urls: bool = False,
        full_when: FullWhen = "longer",
        on_title_change: OnTitleChange = "keep",
        limits: Limits | None = None,
        redact: RedactOption = None,
        timeout: float = TIMEOUT,
        store: Store | None = None,
        clock: Clock | None = None,
    ) -> None:
        settings = Settings.checked(
            matcher=matcher,
            ignore=ignore,
            rules=rules,
            format=format,
            options=RenderOptions(budget=budget, counter=counter, fold=fold, bounds=bounds, urls=urls),
            full_when=full_when,
            on_title_change=on_title_change,
            limits=limits,
            redact=redact,
            timeout=timeout,
        )
        self.target = target
        self._own_backend = isinstance(backend, str)
        self._backend: Any = self._loaded(backend) if isinstance(backend, str) else backend
        if not all(callable(getattr(self._backend, name, None)) for name in ("read", "windows", "handle", "close")):
            raise TypeError(f"backend is a name or a backend, got {type(backend).__name__}; uidiff.backends says which")
        if not (store is None or all(callable(getattr(store, name, None)) for name in ("load", "save", "forget"))):
            raise TypeError(f"store takes a store, such as a uidiff.FileStore, got {type(store).__name__}")
        if not isinstance(clock, Clock | None):
            raise TypeError(f"clock takes a uidiff.Clock, got {type(clock).__name__}")
        self._own_store = store is None
        self._store = MemoryStore() if store is None else store
        recall = getattr(self._backend, "recall", None)
        self._core = SessionCore(self._backend.name, settings, self._store, clock or self._usual_clock(), recall)
        self._closed = False
        self._begin()

    def _begin(self) -> None:
        """Check that the backend fits, and set up what the session needs."""
        raise AssertionError("each of the two sessions has its own")

    @staticmethod
    def _loaded(name: str) -> Any:  # noqa: ANN401  # as the argument
        return load_backend(name)

    @staticmethod
    def _usual_clock() -> Clock:
        return Clock()

    @property
    def _reads_async(self) -> bool:
        return inspect.iscoroutinefunction(self._backend.read)

    def _expect_open(self) -> None:
        if self._closed:
            raise BackendError("this session is closed: make another one")

    def _mark_closed(self) -> None:
        self._closed = True

    def _expect_still_open(self) -> None:
        """Raise AppGone, after which nothing is tried again, if the session was closed while it was working."""
        if self._closed:
            raise AppGone("this session was closed in the meantime: make another one")

    # ----------------------------------------------------------------- reading

    def _reading(self) -> dict[str, Any]:
        """The arguments of a read besides the target."""
        settings = self._core.settings
        deadline = time.monotonic() + settings.timeout
        return {"limits": settings.limits, "redact": settings.redact, "deadline": deadline}

    def _checked(self, snapshot: object) -> Snapshot:
        """The snapshot that a backend returned. BackendError if it is none."""
        if not isinstance(snapshot, Snapshot):
            raise BackendError(f"the backend {self._backend.name!a} gave {type(snapshot).__name__}, and no Snapshot")
        return snapshot

    @contextmanager
    def _failing(self, *, typed: str | None = None, target: object = NO_TARGET) -> Iterator[None]:
        """Turn an error of the backend into a BackendError without what is secret in it; errors of uidiff stay.

        Args:
            typed: a text that is not to be repeated.
            target: what is read. As long as it has never been read, a TypeError stays: the backend may know no targets
                of that kind.
        """
        try:
            yield
        except UIDiffError:
            raise
        except Exception as error:
            refused = isinstance(error, TypeError) and target is not NO_TARGET
            if refused and not self._core.was_read(target):
                raise
            text = _text_of(error)
            for hidden in (typed, typed and repr(typed)[1:-1]):
                text = text.replace(hidden, REDACTED) if hidden else text
            quoted = quote(shorten(self._core.settings.redact.mask(text), _LONGEST_ERROR))
            kind = type(error).__name__
            raise BackendError(f"the backend {self._backend.name!a} failed: {kind} {quoted}") from error

    def _source(self, target: object) -> Any:  # noqa: ANN401  # sync or async
        """The source that reports changes of a target; None if the backend has none."""
        listen = getattr(self._backend, "changes", None)
        return listen(target) if callable(listen) else None

    def _target(self, given: object) -> object:
        if self._closed:
            self._expect_open()
        return self.target if given is None else given

    @contextmanager
    def _naming(self, ref: str | int) -> Iterator[None]:
        """Replace the message of a StaleRef of the backend by that of the session."""
        try:
            yield
        except StaleRef as error:
            raise self._core.stale(number_of_ref(ref)) from error

    def _done(
        self,
        do: Callable[..., object],
        *given: object,
        typed: str | None = None,
        target: object = NO_TARGET,
    ) -> object:
        """Return what a call of the backend gives; the options are those of :meth:`_failing`."""
        with self._failing(typed=typed, target=target):
            return do(*given)

    # ------------------------------------------------------------------- verbs

    def _describe(
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
        urls: bool | None = None,
    ) -> Plan[Report]:
        """Read the window, and answer with what changed since the last answer; the whole tree if that is shorter.

        Each filter (roles, scope, depth, prune) has its own last answer, and its first one goes on from the last answer
        without a filter. An answer with a filter leaves all changes for those without.

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
            format, budget, fold, bounds, urls: how it is rendered, if not as the session does.

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
            urls=urls,
        )
        return describe(self._core, self._target(target), question)

    def _settle(self, quiet: float = 0.5, *, target: object = None, timeout: float = WAIT) -> Plan[bool]:
        """Wait until nothing has changed for ``quiet`` seconds; False if that does not happen within ``timeout``.

        The baseline stays: the next answer includes what changed meanwhile.
        """
        checked_seconds("quiet", quiet)
        return settle(self._core, self._target(target), quiet=quiet, timeout=checked_seconds("timeout", timeout))

    def _wait(
        self,
        condition: Callable[[TreeDiff], object] = bool,
        *,
        target: object = None,
        timeout: float = WAIT,
        interval: float = 0.25,
    ) -> Plan[Report]:
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
        if not callable(condition):
            raise TypeError(f"wait takes a function of a delta, got {type(condition).__name__}")
        if inspect.iscoroutinefunction(condition):
            raise TypeError("wait takes a function that answers at once, not an async one")
        return wait(
            self._core,
            self._target(target),
            condition,
            question=self._core.settings.usual,
            timeout=checked_seconds("timeout", timeout),
            interval=checked_seconds("interval", interval),
        )

    def _observe(
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
        animation: bool = False,
        transient: float | None = None,
        reconnect: bool = False,
    ) -> Plan[None]:
        """Follow a window: iterate over stream records of what changes.

            for record in ui.observe(interval=0.5, duration=10, ignore=("focused",)):
                print(record.line())

        The first is a ``SnapshotRecord``, the last a ``DoneRecord``, on Ctrl-C too. A read that fails is an
        ``ErrorRecord``, and reads in a row that take too long are one, once they are over; what changed meanwhile is
        reported at the next read. The baselines of ``describe`` stay.

        Args:
            target: what is read, if it is not the session's. A ``Window`` must say its app, pid or id.
            interval: seconds between two reads, at least 0.05; fewer where the backend reports changes. A slow reader
                misses reads, not changes.
            duration: seconds; None: until it is closed or interrupted.
            ignore: as of the session, whose own is the default.
            roles, scope, depth, prune: select elements, as of :meth:`describe`.
            bounds: whether added elements have their bounds, and changes of bounds are reported. Without it shifts are
                left out: changes of bounds, and of ``offscreen`` by these.
            animation: whether every step is reported of values that run by themselves: those of progress bars, scroll
                bars, timers and marquees, and below them. Without it one record has the first value and the last one,
                when a read finds the value unchanged, or at the end.
            transient: seconds for which added elements are held back; one that is removed by then is a
                ``TransientRecord``.
            reconnect: continue, with a new ``SnapshotRecord``, when the program was restarted.

        Raises:
            ValueError: no scope; a time that is negative or NaN.
            BackendError: the first read failed; raised where iterating begins, as are StaleRef and UnknownName.
        """
        settings = self._core.settings
        options = ObserveOptions(
            target=self._target(target),
            interval=interval,
            duration=duration,
            ignore=settings.ignore if ignore is None else checked_ignore(ignore),
            filter=Filter(roles=roles, scope=scope, depth=depth, prune=prune),
            bounds=settings.options.bounds if bounds is None else bounds,
            animation=animation,
            transient=transient,
            reconnect=reconnect,
        )
        return observe(self._core, options)


def _text_of(error: Exception) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001  # of a backend
        return ""
