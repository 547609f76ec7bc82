"""Which ids live as long as their elements: Windows promises it of all, and some programs break it.

Qt's item views, for one, make their cells anew whenever they are asked. Where a window reads the same in all but its
ids, they changed by themselves; who sees that twice of a kind of element takes no more of its ids for stable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from uidiff.model.columns import Row

__all__ = ["ENOUGH", "IdStability"]

ENOUGH = 2
"""So often ids of a kind have to change by themselves: once may be a list that was filled anew with the same."""


class IdStability:
    """What was seen of the ids of one window. A kind of element is its role and that of its parent."""

    def __init__(self) -> None:
        self._looks: list[tuple[object, ...]] = []
        self._ids: list[str | None] = []
        self._changed: Counter[tuple[str, str]] = Counter()

    def honest(self, rows: Sequence[Row]) -> list[Row]:
        """The rows of a read, those whose ids do not live as long as they do, or that share one, marked as such."""
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
    """The role of the parent and the own one of each row."""
    branch: list[str] = []
    kinds = []
    for row in rows:
        del branch[row.depth :]
        kinds.append((branch[-1] if branch else "", row.role))
        branch.append(row.role)
    return kinds
