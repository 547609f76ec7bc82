"""The session of one client: an ``AsyncSession`` that can look without answering, and keeps to a budget each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.refs import number_of_ref
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.report import Report
from uidiff.live.async_session import AsyncSession
from uidiff.live.core import SessionCore
from uidiff.live.plans import act, wait
from uidiff.live.session_base import WAIT
from uidiff.live.settings import Question
from uidiff.live.steps import Plan, Read
from uidiff.live.tracking import NumberedRead

__all__ = ["AgentSession"]

INTERVAL = 0.25
"""Seconds between two reads while it is waited for something; a backend that tells of changes wakes it earlier."""


class AgentSession(AsyncSession):
    """Reads for one client, by a backend of its own, which is closed with it."""

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
        settings = self._core.settings  # the first line says no text that stands in another one as well
        self._core.settings = attrs.evolve(settings, options=attrs.evolve(settings.options, summary=False))

    @property
    def can_act(self) -> bool:
        """Whether the backend does actions."""
        return callable(getattr(self._backend, "act", None))

    def ignoring(self, names: Sequence[str]) -> IgnoreOption:
        """What is not reported, and these fields and states."""
        return *self._core.settings.ignore, *names

    async def look(self, target: object) -> NumberedRead:
        """Read the window: its elements are numbered, and the baseline stays."""
        return await self._run(_look(self._core, self._target(target)))

    async def waited(
        self, condition: Callable[[TreeDiff], object], *, target: object, seconds: float, budget: int | None
    ) -> Report:
        """As ``wait``, for so many seconds at the most, and answered within a budget."""
        question = Question.checked(self._core.settings, budget=budget)
        plan = wait(self._core, self._target(target), condition, question=question, timeout=seconds, interval=INTERVAL)
        return await self._run(plan)

    async def acted(
        self, action: str, ref: str, value: str | None, *, target: object, settle: float, budget: int | None
    ) -> Report:
        """As ``act`` with an action by name, answered within a budget."""
        number = number_of_ref(ref)
        plan = act(
            self._core,
            self._target(target),
            self._by_name(action, number, value),
            said=f"{action} e{number}",
            ref=number,
            question=Question.checked(self._core.settings, budget=budget),
            fresh=False,
            quiet=settle,
            timeout=max(WAIT, 2 * settle),
        )
        return await self._run(plan)


def _look(core: SessionCore, target: object) -> Plan[NumberedRead]:
    snapshot = yield Read(target)
    return core.watch(snapshot, target)
