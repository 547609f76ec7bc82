"""The change that a block of a test makes in a program, and how the fixture ``ui_diff`` reads and compares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self, TypeVar, cast

import attrs

from uidiff.diffing.ignoring import Ignore, IgnoreOption, checked_ignore
from uidiff.diffing.rules import EventRules
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.errors import BackendError, UnknownName
from uidiff.formats.report import Report
from uidiff.live.async_session import AsyncSession
from uidiff.live.plans import checked_seconds
from uidiff.live.session import Session
from uidiff.live.session_acting import SETTLE, WAIT
from uidiff.live.settings import TIMEOUT
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["Change", "ReadOptions", "settled_report"]

_S = TypeVar("_S", Session, AsyncSession)


@attrs.frozen(kw_only=True)
class ReadOptions:
    """How to read and to compare; ``ui_diff_options`` explains each option."""

    ignore: tuple[str | Ignore, ...] = attrs.field(default=("bounds",), converter=checked_ignore)
    matcher: MatcherOption = "auto"
    rules: EventRules | None = None
    limits: Limits | None = None
    redact: RedactOption = None
    timeout: float = TIMEOUT
    settle: float | None = SETTLE
    patience: float = WAIT

    def __attrs_post_init__(self) -> None:
        for name, given in (("settle", self.settle), ("patience", self.patience)):
            if given is not None or name == "patience":
                checked_seconds(name, given)  # type: ignore[arg-type]  # it checks that

    @classmethod
    def of(cls, given: object) -> ReadOptions:
        """The options that ``ui_diff_options`` returned. UnknownName, TypeError or ValueError if one cannot be."""
        if not isinstance(given, Mapping):
            raise TypeError(f"the fixture ui_diff_options gives a dict of options, got {type(given).__name__}")
        for name in given:
            if name not in attrs.fields_dict(cls):
                raise UnknownName("option", name, attrs.fields_dict(cls))
        return cls(**given)

    def ignoring(self, more: IgnoreOption) -> ReadOptions:
        """The same options with more to ignore."""
        return attrs.evolve(self, ignore=(*self.ignore, *checked_ignore(more)))

    @property
    def of_session(self) -> dict[str, Any]:
        """The options that a session takes."""
        names = ("ignore", "matcher", "rules", "limits", "redact", "timeout")
        return {name: getattr(self, name) for name in names}

    def compared(self, before: Snapshot, after: Snapshot) -> TreeDiff:
        """The delta between two snapshots."""
        return diff(before, after, matcher=self.matcher, ignore=self.ignore, rules=self.rules)


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
        self, session: Callable[[], Session], async_session: Callable[[], AsyncSession], options: ReadOptions
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

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
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

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
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
