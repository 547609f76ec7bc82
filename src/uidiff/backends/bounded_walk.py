"""A window walked within limits: what is beyond them, or comes after the deadline, is left unread, and it says so."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import TypeVar

from uidiff.errors import BackendError, ReadTimeout
from uidiff.model.columns import Row
from uidiff.model.limits import Limits

__all__ = ["expect_time", "read_tree"]

_N = TypeVar("_N")


def read_tree(
    roots: Iterable[_N],
    *,
    row: Callable[[_N, int], Row | None],
    children: Callable[[_N], Iterable[_N] | None],
    limits: Limits,
    deadline: float = inf,
) -> list[Row]:
    """The rows of a window in pre-order, for ``Snapshot.from_rows``; no more of it is asked for than goes into them.

    All roots are read first: so a dialog that is open is not left out because the window before it was too large. Then
    an element is unread where a child of it was left out, or may have been, as the deadline came first. Nothing could
    say so of a root, so that there must be room for all of them.

    Args:
        roots: the live objects of the window, its dialogs, popups and menus.
        row: makes the row of a live object at a depth; None if it went in the meantime: it is left out.
        children: the live objects below one; it may be a generator, and is asked for the next only when that is wanted.
            None if they cannot be read: the element is unread.
        limits: of them ``max_elements`` and ``max_depth``. The builder clips texts.
        deadline: a moment of ``time.monotonic()``.

    Raises:
        BackendError: there are more roots than ``max_elements``.
        ReadTimeout: the deadline came before the last root was asked for.
    """
    tops: list[tuple[_N, Row]] = []
    for root in roots:
        expect_time(deadline)
        if (made := row(root, 0)) is None:
            continue
        if len(tops) == limits.max_elements:
            raise BackendError(f"there are more windows than max_elements, which is {len(tops)}: allow for more")
        tops.append((root, made))
    walk = _Walk(row, children, limits, deadline, limits.max_elements - len(tops))
    return [each for root, made in tops for each in walk.tree(root, made)]


def expect_time(deadline: float) -> None:
    """Raise ReadTimeout if the deadline, a moment of ``time.monotonic()``, is over."""
    if time.monotonic() >= deadline:
        raise ReadTimeout("the window was not read in time: give it longer, or read again when it is less busy")


class _Walk:
    """The way through a window; ``left`` is how many elements there is room for."""

    def __init__(
        self,
        row: Callable[[_N, int], Row | None],
        children: Callable[[_N], Iterable[_N] | None],
        limits: Limits,
        deadline: float,
        left: int,
    ) -> None:
        self.row: Callable[..., Row | None] = row
        self.children: Callable[..., Iterable[object] | None] = children
        self.limits = limits
        self.deadline = deadline
        self.left = left

    def tree(self, root: object, top: Row) -> list[Row]:
        """A root and what is below it."""
        rows = [top]
        unread: list[int] = []
        branch = [self.below(root)]  # from the root down: the rest of the children of each element that is open
        opened = [0]  # the indices of these elements
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
        """The children of an element, as far as there is time for them."""
        children = None if time.monotonic() >= self.deadline else self.children(node)
        return None if children is None else iter(children)


_END = object()
