"""Walks a window within limits: elements beyond them, or after the deadline, are left out and their parents unread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import TypeVar

import attrs

from uidiff.backends.deadlines import expect_time
from uidiff.errors import BackendError
from uidiff.model.columns import Row
from uidiff.model.limits import Limits

__all__ = ["read_tree"]

_N = TypeVar("_N")


def read_tree(
    roots: Iterable[_N],
    *,
    row: Callable[[_N, int], Row | None],
    children: Callable[[_N], Iterable[_N] | None],
    limits: Limits,
    deadline: float = inf,
) -> list[Row]:
    """Read the rows of a window in pre-order, for ``Snapshot.from_rows``; only elements that become rows are asked for.

    All roots are read first, so that an open dialog is not lost to a large window before it. An element is marked as
    unread if a child of it was left out, or may have been because the deadline came first. A root has no parent to
    mark, so all roots must fit.

    Args:
        roots: the live objects of the window, its dialogs, popups and menus.
        row: makes the row of a live object at a depth; None leaves out an object that does not exist any more.
        children: gives the children of a live object, possibly lazily; None marks the element as unread.
        limits: ``max_elements`` and ``max_depth`` are used here; the builder clips texts.
        deadline: a moment of ``time.monotonic()``.

    Raises:
        BackendError: there are more roots than ``max_elements``.
        ReadTimeout: the deadline came before all roots were read.
    """
    tops: list[tuple[_N, Row]] = []
    for root in roots:
        expect_time(deadline)
        if (made := row(root, 0)) is None:
            continue
        if len(tops) == limits.max_elements:
            raise BackendError(f"there are more windows than max_elements, which is {len(tops)}: allow for more")
        tops.append((root, made))
    walk = _BoundedWalk(row, children, limits, deadline, limits.max_elements - len(tops))
    return [each for root, made in tops for each in walk.tree(root, made)]


@attrs.define
class _BoundedWalk:
    """Walks the trees of a window; ``left`` counts the elements that still fit."""

    row: Callable[..., Row | None]
    children: Callable[..., Iterable[object] | None]
    limits: Limits
    deadline: float
    left: int

    def tree(self, root: object, top: Row) -> list[Row]:
        """The rows of a root and its descendants."""
        rows = [top]
        unread: list[int] = []
        branch = [self.below(root)]  # the remaining children of each open element, from the root down
        opened = [0]  # the rows of these elements
        while branch:
            if branch[-1] is None or time.monotonic() >= self.deadline:
                unread.append(opened.pop())
                branch.pop()
                continue
            node = next(branch[-1], _END)
            if node is _END:
                opened.pop()
                branch.pop()
            elif self.left == 0 or len(branch) == self.limits.max_depth:
                unread.append(opened.pop())
                branch.pop()
            elif (made := self.row(node, len(branch))) is not None:
                self.left -= 1
                opened.append(len(rows))
                rows.append(made)
                branch.append(self.below(node))
        for index in unread:
            rows[index] = rows[index]._replace(unread=True)
        return rows

    def below(self, node: object) -> Iterator[object] | None:
        """The children of an element; None if they cannot be read or the deadline is over."""
        children = None if time.monotonic() >= self.deadline else self.children(node)
        return None if children is None else iter(children)


_END = object()
