"""A backend that plays given snapshots, with failures at every tenth read."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import ClassVar

import uidiff
from uidiff.backends.protocol import Availability
from uidiff.errors import ReadTimeout
from uidiff.model.columns import Columns
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction

__all__ = ["EVERY", "KINDS", "Failures", "Player", "without_a_part"]

EVERY = 10
"""So many reads from one failure to the next."""

KINDS = ("error", "timeout", "partial")
"""What befalls a read, in turn: the backend fails, nothing was read in time, or a subtree was left out."""

PART = 4
"""The subtree that is left out is the one whose size is nearest to the tree's divided by this."""

Served = uidiff.Snapshot | Exception


class Failures:
    """Decides which reads fail, over all recordings that are played.

    Args:
        first: the number of the first read that fails, from 1 on.
    """

    def __init__(self, *, first: int = EVERY) -> None:
        self._left = first
        self._kinds = deque(KINDS)
        self.injected: list[str] = []

    def served(self, snapshots: Sequence[uidiff.Snapshot]) -> Iterator[Served]:
        """What a backend gives instead of these snapshots: one that fails is never seen, or only in part."""
        for snapshot in snapshots:
            self._left -= 1
            if self._left:
                yield snapshot
                continue
            self._left = EVERY
            kind = self._kinds[0]
            self._kinds.rotate(-1)
            self.injected.append(kind)
            if kind == "partial":
                yield without_a_part(snapshot)
            else:
                yield ReadTimeout("nothing was read in time") if kind == "timeout" else OSError("the bus has gone")


def without_a_part(snapshot: uidiff.Snapshot) -> uidiff.Snapshot:
    """The snapshot without what is below one element, which says so; roots stay."""
    wanted = len(snapshot) / PART
    sizes = [end - index - 1 for index, end in enumerate(snapshot.ends)]
    inner = [index for index, parent in enumerate(snapshot.parents) if parent >= 0 and sizes[index]]
    if not inner:
        return snapshot
    index = min(inner, key=lambda index: abs(sizes[index] - wanted))
    end = snapshot.ends[index]
    columns = Columns(*((*column[: index + 1], *column[end:]) for column in snapshot.columns))
    unread = tuple(mark or place == index for place, mark in enumerate(columns.unread))
    return uidiff.Snapshot(columns._replace(unread=unread), snapshot.circumstances)


class Player:
    """The backend: it gives, or raises, what it was made with, one after another."""

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "player"

    def __init__(self, served: Iterator[Served]) -> None:
        self._served = served

    def available(self) -> Availability:
        return Availability(ok=True)

    def windows(self) -> tuple[uidiff.Window, ...]:
        return ()

    def read(self, target: object, *, limits: Limits, redact: Redaction, deadline: float) -> uidiff.Snapshot:  # noqa: ARG002
        served = next(self._served)
        if isinstance(served, Exception):
            raise served
        return served

    def handle(self, element: Element) -> object:
        return element

    def close(self) -> None:
        """There is nothing to let go of."""
