"""The roots of a window: its page, its JavaScript dialog, the pages that it opened; and their rows within limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from uidiff.backends.bounded_walk import read_tree
from uidiff.backends.web.dialogs import dialog_rows, unread_root
from uidiff.backends.web.documents import DocumentNode, DocumentRows
from uidiff.backends.web.reading import PageRead
from uidiff.backends.web.tabs import Tab
from uidiff.model.columns import Row
from uidiff.model.limits import Limits

__all__ = ["rows_of"]


class _Still(NamedTuple):
    """An element whose row is known already; ``below`` is None where nothing can be read."""

    row: Row
    below: tuple[_Still, ...] | None


_Any: TypeAlias = "DocumentNode | _Still"


def rows_of(
    family: Sequence[Tab],
    reads: Sequence[PageRead | None],
    *,
    limits: Limits,
    deadline: float,
) -> list[Row]:
    """The rows of a page and of those that it opened; of a page that was not read, None, its document as it was.

    What is said of each document is kept in its tab, for when it cannot be read.
    """
    rows = DocumentRows()
    roots: list[_Any] = []
    owners: list[Tab | None] = []  # whose document each root is
    for tab, read in zip(family, reads, strict=True):
        if read is None:
            roots.append(_Still(unread_root(tab), None))
        else:
            roots += rows.roots(read.document)
        owners += [tab] + [None] * (len(roots) - len(owners) - 1)
        if tab.dialog is not None:
            first, *rest = dialog_rows(tab, tab.dialog)
            roots.append(_Still(first, tuple(_Still(row, ()) for row in rest)))
            owners.append(None)

    def row(place: _Any, depth: int) -> Row:
        return place.row if isinstance(place, _Still) else rows.row(place, depth)

    def children(place: _Any) -> Iterable[_Any] | None:
        return place.below if isinstance(place, _Still) else rows.children(place)

    made = read_tree(roots, row=row, children=children, limits=limits, deadline=deadline)
    made[0] = made[0]._replace(url=None)  # it is that of the circumstances
    tops = (row for row in made if row.depth == 0)
    for owner, top in zip(owners, tops, strict=True):
        if owner is not None:
            owner.root = top
    return made
