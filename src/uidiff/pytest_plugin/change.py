"""The change that a block of a test makes in a program."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar, cast

import attrs

from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import BackendError
from uidiff.formats.report import Report
from uidiff.live.async_session import AsyncSession
from uidiff.live.session import Session
from uidiff.pytest_plugin.options import ReadOptions

__all__ = ["Change", "settled_report"]

_S = TypeVar("_S", Session, AsyncSession)


class Change:
    """What a block of a test changes, known when the block has ended. True if anything is reported.

    The window is read at the beginning of the block and at its end, each time when it has come to rest. After a block
    that raises it is not read. ``async with`` does the same for async backends and pages.

    Args:
        session: makes a session.
        async_session: makes an async session.
        options: how to read and to compare.
    """

    def __init__(
        self,
        session: Callable[[], Session],
        async_session: Callable[[], AsyncSession],
        options: ReadOptions,
    ) -> None:
        self._make = session
        self._make_async = async_session
        self._options = options
        self._session: Session | AsyncSession | None = None
        self._report: Report | None = None

    @property
    def report(self) -> Report:
        """The answer of the session; ``report.settled`` is False if the window did not come to rest."""
        if self._report is None:
            raise RuntimeError("what changed is known when the block of `with ui_diff(…)` has ended: ask below it")
        return self._report

    @property
    def delta(self) -> TreeDiff:
        """What changed; BackendError if there is nothing to compare with, as after a restart of the program."""
        if self.report.delta is None:
            raise BackendError(f"nothing to compare with: {self.report.reason}")
        return self.report.delta

    @property
    def text(self) -> str:
        """The agent text of what changed."""
        return self.report.text

    def __bool__(self) -> bool:
        return bool(self.delta)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        known = self._report is not None and self._report.delta is not None
        return f"<Change: {self.delta.summary}>" if known else "<Change>"

    # -------------------------------------------------------------- the block

    def __enter__(self) -> Self:
        session = self._begin(self._make)
        try:
            settled_report(session, self._options)
        except BaseException:
            session.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with cast("Session", self._session) as session:
            if kind is None:
                self._report = settled_report(session, self._options)

    async def __aenter__(self) -> Self:
        session = self._begin(self._make_async)
        try:
            await _settled_report(session, self._options)
        except BaseException:
            await session.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        async with cast("AsyncSession", self._session) as session:
            if kind is None:
                self._report = await _settled_report(session, self._options)

    def _begin(self, make: Callable[[], _S]) -> _S:
        if self._session is not None:
            raise RuntimeError("this change was begun before: write `with ui_diff(…)` for each block")
        self._session = made = make()
        return made


def settled_report(session: Session, options: ReadOptions) -> Report:
    """Describe the window when it has come to rest; the report has what changed since the answer before."""
    settled = None if options.settle is None else session.settle(options.settle, timeout=options.patience)
    return attrs.evolve(session.describe(mode="diff"), settled=settled)


async def _settled_report(session: AsyncSession, options: ReadOptions) -> Report:
    settled = None if options.settle is None else await session.settle(options.settle, timeout=options.patience)
    return attrs.evolve(await session.describe(mode="diff"), settled=settled)
