"""The value of the fixture ``ui_diff``: changes of live programs, and comparisons with baselines.

Baselines are snapshots in files beside the tests, without what differs from run to run.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast, overload

import attrs

from uidiff.backends.protocol import AsyncBackend, Backend
from uidiff.backends.registry import load_backend
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import InvalidSnapshot
from uidiff.live.async_session import AsyncSession
from uidiff.live.session import Session
from uidiff.model.codec import load, save
from uidiff.model.snapshot import Snapshot
from uidiff.pytest_plugin.assertions import check_delta
from uidiff.pytest_plugin.change import Change, ReadOptions, settled_report
from uidiff.pytest_plugin.change_filter import ChangeItem, checked_items
from uidiff.pytest_plugin.expecting import ALLOWED, TIMEOUT, Expectation, ExpectedChange

__all__ = ["BaselineFiles", "ExpectChange", "UIDiff", "without_run_details"]

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")
"""Names that every file system takes, and that stay in the folder."""

AGAIN = 0.1
"""Seconds after which a page that does not match an aria baseline is read again."""


class UIDiff:
    """The fixture ``ui_diff``.

    Args:
        options: how to read and to compare.
        baselines: the baselines of the test file.
        budget: tokens of the changes in a failure.
    """

    def __init__(self, options: ReadOptions, baselines: BaselineFiles, *, budget: int) -> None:
        self._options = options
        self._baselines = baselines
        self._budget = budget
        self._backends: dict[str, Backend] = {}
        self._open = ExitStack()

    @overload
    def __call__(self, before: Snapshot, after: Snapshot, /, *, ignore: IgnoreOption = ()) -> TreeDiff: ...
    @overload
    def __call__(
        self, backend: Backend | AsyncBackend | str, target: object = None, /, *, ignore: IgnoreOption = ()
    ) -> Change: ...
    def __call__(
        self, backend: Backend | AsyncBackend | Snapshot | str, target: object = None, /, *, ignore: IgnoreOption = ()
    ) -> Change | TreeDiff:
        """What a block changes in a program, or what changed between two snapshots.

        Args:
            backend: its name, or a backend; or the snapshot before.
            target: what to read, as ``uidiff.Session`` takes it; or the snapshot after.
            ignore: what is not compared, in addition to ``ui_diff_options``.
        """
        options = self._options.ignoring(ignore)
        if not isinstance(backend, Snapshot):
            return Change(
                lambda: Session(self._backend(backend), target, **options.of_session),
                partial(AsyncSession, backend, target, **options.of_session),
                options,
            )
        if not isinstance(target, Snapshot):
            raise TypeError(f"a snapshot is compared with another one, got {type(target).__name__}")
        return options.compared(backend, target)

    def read(self, backend: Backend | str, target: object = None) -> Snapshot:
        """Read a window when it has come to rest."""
        with Session(self._backend(backend), target, **self._options.of_session) as session:
            return settled_report(session, self._options).snapshot

    def check(
        self,
        name: str,
        backend: Backend | Snapshot | str,
        target: object = None,
        *,
        ignore: IgnoreOption = (),
        allowed: Iterable[ChangeItem] = (),
        partial: bool = False,
    ) -> None:
        """Compare a window, or a snapshot, with the baseline of a name that is saved beside the test.

        Ids, process, document and time are not compared. ``pytest --uidiff-update`` writes a baseline that is missing,
        or from which something differs.

        Args:
            name: small letters, digits, ``-`` and ``_``. Tests of one file share their baselines.
            backend, target: what to read; or a snapshot.
            ignore: what is not compared, in addition to ``ui_diff_options``.
            allowed, partial: as of ``assert_no_unexpected_change``.

        Raises:
            AssertionError: something differs, the baseline is missing, or the window was not read whole.
            InvalidSnapshot: the baseline is damaged.
            ValueError: the name cannot be.
        """
        __tracebackhide__ = True
        baselines, options = self._baselines, self._options.ignoring(ignore)
        shown = baselines.shown(name)
        read = backend if isinstance(backend, Snapshot) else self.read(backend, target)
        if read.partial and not partial:
            raise AssertionError(
                f"{shown}: the window was not read whole, so it is not compared and not saved; read it with larger "
                "limits or a longer timeout (ui_diff_options), or accept that with partial=True"
            )
        found, kept = without_run_details(read), baselines.load(name)
        result = None
        if kept is not None:
            delta = options.compared(without_run_details(kept), found)
            result = check_delta(delta, expected=(), allowed=allowed, partial=partial)
            if result.passed:
                return
        if baselines.update:
            baselines.save(name, found)
        elif result is None:
            raise AssertionError(f"{shown} is missing: pytest --uidiff-update writes it; read it before you commit it")
        else:
            cure = f"(compared with {shown}; if this is meant: pytest --uidiff-update, and read what it wrote)"
            raise AssertionError(f"{result.message(self._budget)}\n{cure}")

    def check_aria(
        self,
        baseline: str | Path,
        target: object,
        reads: object = None,
        /,
        *,
        partial: bool = False,
        timeout: float = TIMEOUT,
    ) -> None:
        """Compare a page, or what is in it, with an aria baseline of Playwright's, as ``toMatchAriaSnapshot`` does.

        The elements of the baseline must be there, in order and below one another; there may be others.

        Args:
            baseline: its text; or the ``pathlib.Path`` of its file, relative to the folder of the test file.
            target: a page or a locator of Playwright's (sync); the text of an aria snapshot; a snapshot; or a backend
                or its name, and ``reads``: what it reads.
            partial: True: accept that a window was not read whole.
            timeout: seconds to wait for a page of Playwright's to match.

        Raises:
            AssertionError: it does not match: with the lines that are nowhere, and what differs.
            InvalidSnapshot: the baseline is damaged; the path names the line.
            OSError: the file cannot be read.
        """
        __tracebackhide__ = True
        from uidiff.pytest_plugin.aria_check import aria_reader, load_template, mismatch

        template, shown = load_template(baseline, self._baselines.folder.parent.parent)
        read = aria_reader(target, self._options) or (lambda: self.read(cast("Backend", target), reads))
        end = time.monotonic() + (timeout if hasattr(target, "locator") else 0.0)
        while True:
            snapshot = target if isinstance(target, Snapshot) else read()
            said = mismatch(template, snapshot, self._budget)
            if said is None:
                break
            if time.monotonic() >= end:
                raise AssertionError(f"{shown} does not match:\n{said}")
            time.sleep(AGAIN)
        if snapshot.partial and not partial:
            raise AssertionError(f"{shown}: the window was not read whole; accept that with partial=True")

    def close(self) -> None:
        """Close the backends that it made."""
        self._open.close()

    def _backend(self, given: object) -> object:
        """The backend of a name, made once for a test."""
        if not isinstance(given, str):
            return given
        if given not in self._backends:
            made = cast("Backend", load_backend(given))  # a sync one is loaded by default
            self._open.callback(made.close)
            self._backends[given] = made
        return self._backends[given]


class _Idle(NamedTuple):
    """A session that no block uses, what it reads, and the change whose questions it still answers."""

    key: tuple[object, object, ReadOptions]
    session: Session
    change: ExpectedChange


class ExpectChange:
    """The fixture ``expect_change``.

    Args:
        options: how to read and to compare.
        budget: tokens of the changes in a failure.
    """

    def __init__(self, options: ReadOptions, *, budget: int) -> None:
        self._options = options
        self._budget = budget
        self._open = ExitStack()
        self._idle: list[_Idle] = []

    def __call__(
        self,
        target: object,
        /,
        *expected: ChangeItem,
        allowed: Iterable[ChangeItem] | None = None,
        backend: Backend | AsyncBackend | str | None = None,
        ignore: IgnoreOption = (),
        partial: bool = False,
        timeout: float = TIMEOUT,
    ) -> ExpectedChange:
        """What a block has to change in a program: waited for at its end, and asked for below it.

        Args:
            target: a page of Playwright's, sync or async; a session, whose next answer then begins where the block
                does; or, with ``backend``, whatever that reads.
            expected: what has to happen, as of ``assert_no_unexpected_change``: ``DialogAppeared`` or
                ``DialogAppeared("Log in")``. With nothing expected something has to change.
            allowed: what may change besides; by default the focus, or anything if nothing is expected.
            backend: its name, or a backend.
            ignore: what is not compared, in addition to ``ui_diff_options``; a session has its own.
            partial: as of ``assert_no_unexpected_change``.
            timeout: seconds after the block to wait for all of it, and for each question.

        Raises:
            TypeError: something that is no target without a backend, or no change.
        """
        wanted = tuple(checked_items("expected", expected))
        also = (ALLOWED if wanted else None) if allowed is None else tuple(checked_items("allowed", allowed))
        options = self._options.ignoring(ignore)
        reader = None
        if not isinstance(target, Session | AsyncSession):
            reader = _backend_of(target) if backend is None else backend

        def opened(change: ExpectedChange) -> AbstractContextManager[Session]:
            if isinstance(target, AsyncSession):
                raise TypeError("an AsyncSession is awaited: write `async with expect_change(…)`")
            return nullcontext(target) if isinstance(target, Session) else self._kept(change, reader, target, options)

        def opened_async() -> AbstractAsyncContextManager[AsyncSession]:
            if isinstance(target, Session):
                raise TypeError("a Session cannot be awaited: write `with expect_change(…)`")
            if isinstance(target, AsyncSession):
                return nullcontext(target)
            return AsyncSession(reader, target, **options.of_session)

        return ExpectedChange(
            opened,
            opened_async,
            options,
            Expectation(expected=wanted, allowed=also, partial=partial),
            timeout=timeout,
            budget=self._budget,
        )

    @contextmanager
    def _kept(self, change: ExpectedChange, reader: object, target: object, options: ReadOptions) -> Iterator[Session]:
        """A session for a block, which the next block goes on with: what the one hid, the other shows again."""
        key = reader, target, options
        place = next((place for place, idle in enumerate(self._idle) if idle.key == key), None)
        if place is None:
            session = self._open.enter_context(Session(reader, target, **options.of_session))
        else:
            idle = self._idle.pop(place)
            idle.change.detach()
            session = idle.session
        try:
            yield session
        finally:
            self._idle.append(_Idle(key, session, change))

    def close(self) -> None:
        """Close the sessions that it made."""
        self._open.close()


def _backend_of(target: object) -> str:
    """The name of the backend that reads a target: a page of Playwright's needs no other."""
    if type(target).__module__.split(".")[0] == "playwright":
        return "web"
    cure = "give a page of Playwright's, a session, or backend= with what it reads"
    raise TypeError(f"{type(target).__name__} is read by no backend of its own: {cure}")


@attrs.frozen(kw_only=True)
class BaselineFiles:
    """The baselines of the tests of one file.

    Attributes:
        folder: the folder of the files.
        root: the folder that shown paths are relative to.
        update: whether to write baselines that are missing or differ.
        wrote: called with the shown path of each baseline that was written.
    """

    folder: Path
    root: Path
    update: bool
    wrote: Callable[[str], object]

    def path(self, name: str) -> Path:
        """The file of a baseline. ValueError if the name cannot be."""
        if not isinstance(name, str):
            raise TypeError(f"a baseline's name is a text, got {type(name).__name__}")
        if not _NAME.fullmatch(name):
            cure = "take small letters, digits, - and _, such as 'basket-empty'; 100 characters at the most"
            raise ValueError(f"no name of a baseline: {ascii(name)[:80]}; {cure}")
        return self.folder / f"{name}.json"

    def shown(self, name: str) -> str:
        """The path of the file, relative to the root where it is below it."""
        path = self.path(name)
        return (path.relative_to(self.root) if path.is_relative_to(self.root) else path).as_posix()

    def load(self, name: str) -> Snapshot | None:
        """The saved snapshot; None if there is none, or if it is damaged and ``update`` is set.

        Raises:
            InvalidSnapshot: the file is damaged.
        """
        try:
            return load(self.path(name))
        except FileNotFoundError:
            return None
        except InvalidSnapshot as error:
            if self.update:
                return None
            raise error.inside(self.shown(name)) from None

    def save(self, name: str, snapshot: Snapshot) -> None:
        """Write a baseline, atomically: several processes may do so at a time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        save(snapshot, self.path(name))
        self.wrote(self.shown(name))


def without_run_details(snapshot: Snapshot) -> Snapshot:
    """The snapshot without ids, process, window, document and time, which differ in each run.

    An id would pair elements that have the same id by chance, and another document would be a navigation.
    """
    no_ids = (None,) * len(snapshot)
    return Snapshot(
        snapshot.columns._replace(id=no_ids, id_stable=(False,) * len(snapshot)),
        attrs.evolve(snapshot.circumstances, pid=None, window=None, document=None, action=None, taken_at=None),
    )
