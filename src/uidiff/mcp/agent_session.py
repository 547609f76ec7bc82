"""The session of one client: an ``AsyncSession`` with a budget for each answer, and reads that are no answer.

It runs in a thread of its own: a read or a comparison for one client delays no other.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, TypeVar

from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.report import Report
from uidiff.live.async_session import AsyncSession
from uidiff.live.core import SessionCore
from uidiff.live.plans import read, wait
from uidiff.live.session_acting import WAIT
from uidiff.live.settings import Question
from uidiff.live.steps import Plan
from uidiff.live.tracking import NumberedRead

__all__ = ["CLOSE_TIMEOUT", "AgentSession", "SessionThread"]

_T = TypeVar("_T")

CLOSE_TIMEOUT = 5.0
"""Seconds that the session of a client has to close."""

INTERVAL = 0.25
"""Seconds between two reads while waiting; a backend that notifies of changes ends the pause earlier."""


class AgentSession(AsyncSession):
    """Reads for one client, by a backend of its own, which is closed with the session."""

    def __init__(
        self,
        backend: Any,  # noqa: ANN401  # as of AsyncSession
        target: object = None,
        *,
        budget: int | None = None,
        ignore: IgnoreOption = (),
    ) -> None:
        super().__init__(backend, target, budget=budget, ignore=ignore)
        self._own_backend = True

    @property
    def can_act(self) -> bool:
        """Whether the backend does actions."""
        return callable(getattr(self._backend, "act", None))

    @property
    def actions(self) -> Sequence[str]:
        """The actions that the backend does; empty where it does not tell."""
        return tuple(getattr(self._backend, "actions", ()))

    def ignoring(self, names: Sequence[str]) -> IgnoreOption:
        """What the session ignores, and these fields and states."""
        return *self._core.settings.ignore, *names

    async def look(self, target: object) -> NumberedRead:
        """Read the window and number its elements; the baseline stays."""
        return await self._carry_out(_look(self._core, self._target(target)))

    def tell(self, read: NumberedRead, target: object, numbers: Collection[int]) -> None:
        """Take note that the agent was told about these elements."""
        self._core.tell(read, self._target(target), numbers)

    async def wait_within(
        self, condition: Callable[[TreeDiff], object], *, target: object, seconds: float, budget: int | None
    ) -> Report:
        """``wait`` with a budget for its answer."""
        question = Question.checked(self._core.settings, budget=budget)
        plan = wait(self._core, self._target(target), condition, question=question, timeout=seconds, interval=INTERVAL)
        return await self._carry_out(plan)

    async def act_within(
        self, action: str, ref: str | None, value: str | None, *, target: object, settle: float, budget: int | None
    ) -> Report:
        """``act`` with an action by name and a budget for its answer."""
        question = Question.checked(self._core.settings, budget=budget)
        deed = self._deed(action, ref, value, self._target(target))
        timeout = max(WAIT, 2 * settle)
        return await self._carry_out(self._acting(deed, question, target, fresh=False, settle=settle, timeout=timeout))


def _look(core: SessionCore, target: object) -> Plan[NumberedRead]:
    snapshot = yield from read(core, target)
    return core.watch(snapshot, target, told=True, numbers=())


class SessionThread:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._thread = threading.Thread(target=self._run_loop, name="uidiff-mcp", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """Run a coroutine function there and wait for its result; cancelling the wait cancels the work."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(), self._loop))

    async def close(self) -> None:
        """Cancel the work under way and end the thread."""
        self._loop.call_soon_threadsafe(self._ended.set)
        await asyncio.to_thread(self._thread.join, CLOSE_TIMEOUT)

    def _run_loop(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._ended.wait())
