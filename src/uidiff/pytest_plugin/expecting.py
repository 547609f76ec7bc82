"""``with expect_change(page) as change``: wait until a block of a test has changed what it is expected to change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, AsyncExitStack, ExitStack, suppress
from typing import Any, Self

import attrs

from uidiff.diffing.events import Event
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import BackendError, WaitTimeout
from uidiff.formats.rendering import render
from uidiff.live.async_session import AsyncSession
from uidiff.live.plans import checked_seconds
from uidiff.live.session import Session
from uidiff.live.steps import Call, Plan, Step, drive, drive_async
from uidiff.pytest_plugin.assertions import CheckResult, check_delta, delta_text
from uidiff.pytest_plugin.change import ReadOptions
from uidiff.pytest_plugin.change_filter import ChangeItem, checked_items, item_name
from uidiff.pytest_plugin.event_patterns import EventPattern, Label

__all__ = ["ALLOWED", "TIMEOUT", "Expectation", "ExpectedChange"]

ALLOWED: tuple[ChangeItem, ...] = ("focused",)
"""What may change besides by default: a click or a key moves the focus."""

TIMEOUT = 5.0
"""Seconds to wait for what is expected, as Playwright's ``expect`` does by default."""


@attrs.frozen(kw_only=True)
class Expectation:
    """What a block is expected to change.

    Attributes:
        expected: what has to happen.
        allowed: what may change besides; None: anything.
        partial: as of ``assert_no_unexpected_change``.
    """

    expected: tuple[ChangeItem, ...] = ()
    allowed: tuple[ChangeItem, ...] | None = None
    partial: bool = False

    def check(self, delta: TreeDiff) -> CheckResult:
        """Check a delta. With nothing expected and anything allowed something has to change."""
        allows_all = self.allowed is None
        checked = check_delta(
            delta, expected=self.expected, allowed=self.allowed or (), partial=self.partial or allows_all
        )
        if allows_all and not self.expected:
            checked = attrs.evolve(checked, missing=() if delta else ("any change",))
        return attrs.evolve(checked, allows_all=allows_all)


class _Found(Exception):
    """What is waited for has happened. It ends the wait and leaves the session's last answer as it was."""


class ExpectedChange:
    """What a block of a test changes: judged when the block has ended, and asked further questions below it.

    Each question is about all that has changed since the block began, and is asked again until it is answered as
    expected or the time is over. ``async with`` does the same for async backends and pages, but there a question below
    the block does not wait: name what is to be waited for in the call.

    Args:
        session: makes the context of a session for the block of a change. The session goes on to answer its questions
            until the change is detached from it.
        async_session: makes the context of an async session.
        options: how to wait until the window has come to rest.
        expectation: what is judged at the end of the block.
        timeout: seconds to wait for each answer.
        budget: tokens of the changes in a failure.
    """

    def __init__(
        self,
        session: Callable[[ExpectedChange], AbstractContextManager[Session]],
        async_session: Callable[[], AbstractAsyncContextManager[AsyncSession]],
        options: ReadOptions,
        expectation: Expectation,
        *,
        timeout: float,
        budget: int | None,
    ) -> None:
        self._make = session
        self._make_async = async_session
        self._options = options
        self._expectation = expectation
        self._leaving: Any = None  # the context of the session while the block runs
        self._timeout = checked_seconds("timeout", timeout)
        self._budget = budget
        self._begun = False
        self._session: Any = None  # of both kinds; None where nothing can be waited for
        self._since = 0.0  # the moment of the read at the beginning; what it is compared with may be older
        self._delta: TreeDiff | None = None
        self._settled = True
        self._shown = list(expectation.expected)

    # -------------------------------------------------------------- questions

    def to_show(self, item: ChangeItem, label: Label | None = None, /, **attributes: object) -> None:
        """Wait until something has changed, whatever else has.

            change.to_show(DialogAppeared, "Log in")
            change.to_show(Toggled, "News", state="checked", after="true")
            change.to_show(StatusAnnounced, re.compile("^Saved"))

        Args:
            item: the class of an event, or anything else that ``expected`` takes.
            label: the label of the event: the whole text, white space apart, or a pattern that is searched for in it.
            attributes: values of its other attributes; those that are not named may have any.

        Raises:
            AssertionError: it did not happen in time; the message says what did.
            UnknownName: an event of this kind has no such attribute.
        """
        __tracebackhide__ = True
        wanted = _pattern(item, label, attributes)
        self._shown.append(wanted)
        self._ask(Expectation(expected=(wanted,)))

    def not_to_show(self, item: ChangeItem, label: Label | None = None, /, **attributes: object) -> None:
        """Wait until the window has come to rest, and fail if something has changed; the arguments of :meth:`to_show`.

        Raises:
            AssertionError: it did happen.
        """
        __tracebackhide__ = True
        unwanted = _pattern(item, label, attributes)
        if self._session is not None:
            drive(self._rest(time.monotonic() + self._timeout), _called)
        if not Expectation(expected=(unwanted,)).check(self.delta).missing:
            told = f"{item_name(unwanted)}\nwhat changed: {delta_text(self.delta, self._budget)}"
            raise AssertionError(f"expected not to happen, but it did: {told}")

    def to_show_nothing_else(self, *, allowed: Iterable[ChangeItem] = ALLOWED, partial: bool = False) -> None:
        """Wait until nothing has changed but what was expected, shown by :meth:`to_show`, or is allowed.

        Raises:
            AssertionError: with the changes that were unexpected.
        """
        __tracebackhide__ = True
        more = tuple(checked_items("allowed", allowed))
        self._ask(Expectation(expected=tuple(self._shown), allowed=more, partial=partial))

    @property
    def delta(self) -> TreeDiff:
        """What had changed since the block began when it was last looked at."""
        if self._delta is None:
            raise RuntimeError(
                "what changed is known when the block of `with expect_change(…)` has ended: ask below it"
            )
        return self._delta

    @property
    def text(self) -> str:
        """The agent text of what changed."""
        return render(self.delta)

    def detach(self) -> None:
        """Wait for nothing any more: the session goes on with another block. Questions are about what was seen."""
        self._session = None

    def __bool__(self) -> bool:
        return bool(self.delta)

    def __repr__(self) -> str:
        return "<ExpectedChange>" if self._delta is None else f"<ExpectedChange: {self._delta.summary}>"

    # -------------------------------------------------------------- the block

    def __enter__(self) -> Self:
        self._expect_new()
        with ExitStack() as entered:
            self._session = entered.enter_context(self._make(self))
            drive(self._begin(), _called)
            self._leaving = entered.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        __tracebackhide__ = True
        with self._leaving:
            if kind is None:
                self._ask(self._expectation)

    async def __aenter__(self) -> Self:
        self._expect_new()
        async with AsyncExitStack() as entered:
            self._session = await entered.enter_async_context(self._make_async())
            await drive_async(self._begin(), _called)
            self._leaving = entered.pop_all()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        __tracebackhide__ = True
        async with self._leaving:
            if kind is None:
                await drive_async(self._wait_for(self._expectation), _called)
        self.detach()
        if kind is None:
            self._judge(self._expectation)

    # ---------------------------------------------------------------- waiting

    def _expect_new(self) -> None:
        if self._begun:
            raise RuntimeError("this change was begun before: write `with expect_change(…)` for each block")
        self._begun = True

    def _ask(self, expectation: Expectation) -> None:
        """Wait until a check passes, and fail if it does not."""
        __tracebackhide__ = True
        if self._session is not None:
            drive(self._wait_for(expectation), _called)
        self._judge(expectation)

    def _judge(self, expectation: Expectation) -> None:
        __tracebackhide__ = True
        result = attrs.evolve(expectation.check(self.delta), settled=self._settled)
        if not result.passed:
            raise AssertionError(result.message(self._budget))

    def _begin(self) -> Plan[None]:
        if self._options.settle is not None:
            yield Call(lambda: self._session.settle(self._options.settle, timeout=self._options.patience))
        report = yield Call(lambda: self._session.describe(mode="diff"))
        self._since = report.snapshot.taken_at or 0.0

    def _wait_for(self, expectation: Expectation) -> Plan[None]:
        """Look again and again until a check passes at rest, or the time is over."""
        end = time.monotonic() + self._timeout
        if expectation.allowed is None:
            yield from self._look(lambda delta: expectation.check(delta).passed, self._timeout)
            return
        while True:
            yield from self._rest(end)
            left = end - time.monotonic()
            if left <= 0 or expectation.check(self.delta).passed:
                return
            yield from self._look(lambda delta: expectation.check(delta).passed, left)

    def _rest(self, end: float) -> Plan[None]:
        """Wait until the window has come to rest, and look at it."""
        quiet, left = self._options.settle, max(0.0, end - time.monotonic())
        if quiet is not None and (left > 0 or self._delta is None):
            self._settled = yield Call(lambda: self._session.settle(quiet, timeout=min(left, self._options.patience)))
        yield from self._look(lambda _: True, 0)

    def _look(self, passes: Callable[[TreeDiff], bool], timeout: float) -> Plan[None]:
        """Read until a check passes of what changed since the block began."""

        def look(delta: TreeDiff) -> None:
            if (delta.before.taken_at or 0.0) > self._since:
                if self._delta is None:
                    raise BackendError(
                        "nothing to compare with: the program was started again, or its session answered"
                    )
                raise _Found  # it has begun again since; what was seen stays
            self._delta = delta
            if passes(delta):
                raise _Found

        with suppress(_Found, WaitTimeout):
            yield Call(lambda: self._session.wait(look, timeout=timeout))


def _pattern(item: ChangeItem, label: Label | None, attributes: Mapping[str, object]) -> ChangeItem:
    """The item, with the label and the attributes of an event."""
    if label is None and not attributes:
        return checked_items("expected", [item])[0]
    if not (isinstance(item, type) and issubclass(item, Event)):
        raise TypeError("a label and attributes go with the class of an event: change.to_show(DialogAppeared, 'Save?')")
    return EventPattern(item, label, attributes)


def _called(step: Step) -> Any:  # noqa: ANN401  # what a session answers, or its awaitable
    assert isinstance(step, Call)  # noqa: S101  # the plans of this file have no other steps
    return step.action()
