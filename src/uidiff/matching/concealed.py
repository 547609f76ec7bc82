"""Tell which elements live on out of the accessibility tree (spec/definitions#20a-hidden).

A snapshot names the outermost ones by their stable ids; what was below them is concealed with them.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import compress

from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.model.selection import select
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["Apart", "concealed_by", "concealed_in_itself", "stable_ids"]


def concealed_by(snapshot: Snapshot, other: Snapshot) -> list[bool]:
    """Mark the elements of a snapshot that another one does not show because it conceals them."""
    if not other.concealed:
        return [False] * len(snapshot)
    return _marks(snapshot, frozenset(other.concealed), stable_ids(other))


def concealed_in_itself(snapshot: Snapshot) -> list[bool]:
    """Mark the elements of a snapshot that it does not show: a session keeps them where they were told last."""
    if not snapshot.concealed:
        return [False] * len(snapshot)
    return _marks(snapshot, frozenset(snapshot.concealed), frozenset())


def _marks(snapshot: Snapshot, concealed: Collection[str], shown: Collection[str]) -> list[bool]:
    columns = snapshot.columns
    marks: list[bool] = []
    for id_, stable, parent in zip(columns.id, columns.id_stable, snapshot.parents, strict=True):
        own = id_ if stable else None
        marks.append(own not in shown and (own in concealed or (parent != NO_PARENT and marks[parent])))
    return marks


def stable_ids(snapshot: Snapshot) -> frozenset[str]:
    """Return the stable ids of a snapshot."""
    columns = snapshot.columns
    return frozenset(id_ for id_ in compress(columns.id, columns.id_stable) if id_ is not None)


class Apart:
    """Two snapshots without the elements that the other side conceals: these have no partner there.

    Attributes:
        before, after: what is left to be matched.
    """

    def __init__(self, before: Snapshot, after: Snapshot) -> None:
        self._before = select(before, [not mark for mark in concealed_by(before, after)])
        self._after = select(after, [not mark for mark in concealed_by(after, before)])
        self.before, self.after = self._before.snapshot, self._after.snapshot

    def put_back(self, matching: Matching) -> Matching:
        """Convert a matching of what is left to one of the whole."""
        partners = [UNMATCHED] * len(self._before.places)
        for i, j in matching.pairs:
            partners[self._before.kept[i]] = self._after.kept[j]
        reasons = bytearray(len(partners)) if matching.reason_of else bytearray()
        for place, reason in zip(self._before.kept, matching.reason_of, strict=False):
            reasons[place] = reason
        return Matching.from_partners(
            partners, len(self._after.places), work=matching.work, reasons=matching.reasons, reason_of=bytes(reasons)
        )
