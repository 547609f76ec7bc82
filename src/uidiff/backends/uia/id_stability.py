"""Finds out which ids are stable: Windows promises that RuntimeIds are, and some programs break the promise.

Qt's item views, for one, make new cells at each request. If two reads of a window differ in ids alone, the ids changed
without their elements. After :data:`ENOUGH` such changes the ids of a kind of element do not count as stable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from uidiff.model.columns import Row

__all__ = ["ENOUGH", "IdStability"]

ENOUGH = 2
"""The number of changes of ids of a kind; a single one may be a list that was refilled with equal items."""


class IdStability:
    """The history of the ids of one window. The kind of an element is its role and that of its parent."""

    def __init__(self) -> None:
        self._looks: list[tuple[object, ...]] = []
        self._ids: list[str | None] = []
        self._changed: Counter[tuple[str, str]] = Counter()

    def honest(self, rows: Sequence[Row]) -> list[Row]:
        """The rows of a read, with ``id_stable`` False for ids that change or that several rows share."""
        kinds = _kinds(rows)
        looks: list[tuple[object, ...]] = [(row.depth, row.role, row.name, row.automation_id) for row in rows]
        ids = [row.id for row in rows]
        if looks == self._looks:
            self._changed.update({kind for kind, was, now in zip(kinds, self._ids, ids, strict=True) if was != now})
        self._looks, self._ids = looks, ids
        often = Counter(ids)
        return [
            row if row.id is None or self._is_stable(kind, often[row.id]) else row._replace(id_stable=False)
            for kind, row in zip(kinds, rows, strict=True)
        ]

    def _is_stable(self, kind: tuple[str, str], times: int) -> bool:
        return times == 1 and self._changed[kind] < ENOUGH


def _kinds(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The role of the parent and of the row, for each row."""
    branch: list[str] = []
    kinds = []
    for row in rows:
        del branch[row.depth :]
        kinds.append((branch[-1] if branch else "", row.role))
        branch.append(row.role)
    return kinds
