"""Steps: from a snapshot with an action to the next one with an action (spec/definitions#32-tables)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from uidiff.arrow.tables.looks import Look

__all__ = ["StepLook", "step_looks"]


@attrs.frozen(eq=False)
class StepLook:
    """A look as a part of a step.

    Attributes:
        step: the number of the step in its window, from 0 on.
        action: of the step; None if nothing was done.
        look: the look.
        start: the last look with a tree before the step; None if there is none in the window.
        comparable: whether what the step did can be told from ``start``: a read that failed right before an action
            hides what was there.
        earlier: the last look with a tree before this look.
        first, last: whether it is the first look of the step, and the last one.
    """

    step: int
    action: str | None
    look: Look
    start: Look | None
    comparable: bool
    earlier: Look | None
    first: bool = False
    last: bool = False


def step_looks(looks: Iterable[Look]) -> Iterator[StepLook]:
    """Yield the looks with the steps that they belong to; the next look is read first."""
    waiting: StepLook | None = None
    for look in looks:
        found = _follow(waiting, look)
        if waiting is not None:
            yield attrs.evolve(waiting, last=found.first)
        waiting = found
        del look, found
    if waiting is not None:
        yield attrs.evolve(waiting, last=True)


def _follow(before: StepLook | None, look: Look) -> StepLook:
    """Return the look as the one that follows another one."""
    if before is None or look.begins:
        step = before.step + 1 if before is not None and _of_one_window(before.look, look) else 0
        return StepLook(step, look.action, look, None, comparable=False, earlier=None, first=True)
    failed = before.look.error is not None
    earlier = before.earlier if failed else before.look
    goes_on = not (failed or look.error is not None or look.action is not None or _is_opening(before))
    if goes_on:
        return attrs.evolve(before, look=look, earlier=earlier, first=False)
    comparable = earlier is not None and not (failed and look.action is not None)
    return StepLook(before.step + 1, look.action, look, earlier, comparable=comparable, earlier=earlier, first=True)


def _of_one_window(look: Look, other: Look) -> bool:
    return (look.session, look.window) == (other.session, other.window)


def _is_opening(look: StepLook) -> bool:
    """Whether a look is the first one of a window without an action: what follows is compared with it."""
    return look.action is None and look.start is None
