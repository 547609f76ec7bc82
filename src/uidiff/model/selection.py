"""Select elements of a snapshot; each hangs below its nearest selected ancestor (spec/definitions#14-filters)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

import attrs

from uidiff.model.columns import Columns
from uidiff.model.shape import NO_PARENT, nearest_marked
from uidiff.model.snapshot import Snapshot

__all__ = ["NOT_KEPT", "Selection", "select"]

NOT_KEPT = -1
"""Stands for the index of an element that was left out."""


@attrs.frozen(eq=False)
class Selection:
    """Selected elements as a snapshot of their own.

    Attributes:
        snapshot: the selected elements.
        kept: their indices in the whole, in order.
        places: for each element of the whole its index in the selection, NOT_KEPT where it was left out.
    """

    snapshot: Snapshot
    kept: Sequence[int]
    places: Sequence[int]


def select(snapshot: Snapshot, kept: Sequence[bool]) -> Selection:
    """Select the marked elements, under the same circumstances; ``kept`` has one mark per element.

    If an unread element is left out, its nearest selected ancestor becomes unread. If all are kept, the snapshot is
    the same object.

    Raises:
        ValueError: not one mark for each element.
    """
    count = len(snapshot)
    if len(kept) != count:
        raise ValueError(f"{len(kept)} marks for {count} elements: give one for each")
    if all(kept):
        return Selection(snapshot, range(count), range(count))
    columns = snapshot.columns
    indices = list(compress(range(count), kept))
    places = [NOT_KEPT] * count
    for place, index in enumerate(indices):
        places[index] = place
    nearest = nearest_marked(snapshot.parents, kept)
    depths: list[int] = []
    for index in indices:
        above = nearest[index]
        depths.append(0 if above == NO_PARENT else depths[places[above]] + 1)
    unread = list(compress(columns.unread, kept))
    for index in compress(range(count), columns.unread):
        above = index if kept[index] else nearest[index]
        if above != NO_PARENT:
            unread[places[above]] = True
    cells = {name: compress(column, kept) for name, column in columns._asdict().items()}
    selected = Columns.of({**cells, "depth": depths, "unread": unread}.values())
    return Selection(Snapshot(selected, snapshot.circumstances), indices, places)
