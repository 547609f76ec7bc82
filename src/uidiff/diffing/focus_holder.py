"""Which element has the focus, of all that say so (Core-AAM: the state ``focused``; WAI-ARIA 1.3, "Managing Focus")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count

from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["focus_holder", "focused_elements"]

_FOCUSED = ("focused", True)


def focused_elements(snapshot: Snapshot) -> Sequence[int]:
    """Return the focused elements: visible ones first, deep ones first, then in document order.

    Programs leave the state on elements that they have hidden, and pages have it beside the field in them.
    """
    return snapshot.view(_focused_elements)


def focus_holder(snapshot: Snapshot) -> int:
    """Return the one element that has the focus for a reader; NO_PARENT if none has."""
    return next(iter(focused_elements(snapshot)), NO_PARENT)


def _focused_elements(snapshot: Snapshot) -> Sequence[int]:
    columns, parents = snapshot.columns, snapshot.parents

    def rank(index: int) -> tuple[bool, int, int]:
        above = index
        while above != NO_PARENT and ("offscreen", True) not in columns.states[above]:
            above = parents[above]
        return above != NO_PARENT, -columns.depth[index], index

    distinct = dict(zip(map(id, columns.states), columns.states, strict=True))  # equal states are mostly one object
    with_focus = {key for key, pairs in distinct.items() if _FOCUSED in pairs}
    if not with_focus:
        return ()
    return tuple(sorted(compress(count(), map(with_focus.__contains__, map(id, columns.states))), key=rank))
