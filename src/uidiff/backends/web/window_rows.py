"""The rows of a window within limits; its roots are the page, its JavaScript dialog and the pages that it opened."""

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


class _KnownElement(NamedTuple):
    """An element with a finished row; ``below`` is None if its children cannot be read."""

    row: Row
    below: tuple[_KnownElement, ...] | None


_WindowElement: TypeAlias = "DocumentNode | _KnownElement"


def rows_of(
    family: Sequence[Tab],
    reads: Sequence[PageRead | None],
    *,
    limits: Limits,
    deadline: float,
) -> list[Row]:
    """The rows of a page and of the pages that it opened.

    A page that was not read (None) has one row, its document as it was last read. The row of each document is kept in
    its tab for that.
    """
    rows = DocumentRows()
    roots: list[_WindowElement] = []
    owners: list[Tab | None] = []  # the tab whose document a root is
    for tab, read in zip(family, reads, strict=True):
        if read is None:
            roots.append(_KnownElement(unread_root(tab), None))
        else:
            roots += rows.roots(read.document)
        owners += [tab] + [None] * (len(roots) - len(owners) - 1)
        if tab.dialog is not None:
            first, *rest = dialog_rows(tab, tab.dialog)
            roots.append(_KnownElement(first, tuple(_KnownElement(row, ()) for row in rest)))
            owners.append(None)

    def row(place: _WindowElement, depth: int) -> Row:
        return place.row if isinstance(place, _KnownElement) else rows.row(place, depth)

    def children(place: _WindowElement) -> Iterable[_WindowElement] | None:
        return place.below if isinstance(place, _KnownElement) else rows.children(place)

    made = read_tree(roots, row=row, children=children, limits=limits, deadline=deadline)
    made[0] = made[0]._replace(url=None)  # the circumstances have it
    tops = (row for row in made if row.depth == 0)
    for owner, top in zip(owners, tops, strict=True):
        if owner is not None:
            owner.root = top
    return made
