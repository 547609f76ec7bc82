"""Tell what was removed or added from what was not read (spec/definitions#12-partial)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from uidiff.matching.matching import UNMATCHED
from uidiff.matching.moves import paired_ancestors
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["split_unread", "unread_below", "unread_parts"]


def unread_parts(snapshot: Snapshot) -> list[bool]:
    """Return for each element whether it or an ancestor is marked unread."""
    inside: list[bool] = []
    for unread, parent in zip(snapshot.columns.unread, snapshot.parents, strict=True):
        inside.append(unread or (parent != NO_PARENT and inside[parent]))
    return inside


def unread_below(snapshot: Snapshot, partners: Sequence[int]) -> set[int]:
    """Return the paired elements, NO_PARENT among them, below which elements may have been left unread.

    These are the paired elements in an unread part, and the nearest paired ancestors of unread elements.
    """
    if not snapshot.partial:
        return set()
    nearest = paired_ancestors(snapshot.parents, partners)
    found: set[int] = set()
    for index, inside in enumerate(unread_parts(snapshot)):
        if inside and partners[index] != UNMATCHED:
            found.add(index)
        elif snapshot.columns.unread[index]:
            found.add(nearest[index])
    return found


def split_unread(
    snapshot: Snapshot,
    unpaired: Sequence[int],
    partners: Sequence[int],
    unread: Collection[int],
) -> tuple[list[int], list[int]]:
    """Split unpaired elements into those certainly absent from the other snapshot, and those it may not have read.

    Args:
        snapshot: the side of the unpaired elements.
        unpaired: their indices.
        partners: for each element of the side the index of its partner, or UNMATCHED.
        unread: what :func:`unread_below` returns for the other side.
    """
    nearest = paired_ancestors(snapshot.parents, partners)
    sure: list[int] = []
    unsure: list[int] = []
    for index in unpaired:
        up = nearest[index]
        (unsure if (up if up == NO_PARENT else partners[up]) in unread else sure).append(index)
    return sure, unsure
