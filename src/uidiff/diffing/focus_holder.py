"""Which element has the focus, of all that say so (Core-AAM: the state ``focused``; WAI-ARIA 1.3, "Managing Focus")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count

from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["find_focused", "focus_holder", "focused_elements"]

_FOCUSED = ("focused", True)


def focused_elements(snapshot: Snapshot) -> Sequence[int]:
    """Return the focused elements: visible ones first, deep ones first, then in document order.

    Programs leave the state on elements that they have hidden, and pages have it beside the field in them.
    """
    return snapshot.view(find_focused)


def focus_holder(snapshot: Snapshot) -> int:
    """Return the one element that has the focus for a reader; NO_PARENT if none has."""
    return next(iter(focused_elements(snapshot)), NO_PARENT)


def find_focused(snapshot: Snapshot) -> Sequence[int]:
    """Find the focused elements, for a view of the snapshot."""
    states, depths = snapshot.columns.states, snapshot.columns.depth
    distinct = dict(zip(map(id, states), states, strict=True))  # equal states are mostly one object
    with_focus = {key for key, pairs in distinct.items() if _FOCUSED in pairs}
    if not with_focus:
        return ()
    found = list(compress(count(), map(with_focus.__contains__, map(id, states))))
    if len(found) == 1:
        return tuple(found)
    hidden = _hidden(snapshot)
    return tuple(sorted(found, key=lambda index: (hidden[index], -depths[index], index)))


def _hidden(snapshot: Snapshot) -> Sequence[bool]:
    """Return for each element whether it, or one around it, is off the screen."""
    found: list[bool] = []
    for parent, states in zip(snapshot.parents, snapshot.columns.states, strict=True):
        found.append(("offscreen", True) in states or (parent != NO_PARENT and found[parent]))
    return found
