"""The texts in the items of collections, found once for all trees of a window, as most items are in many of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from operator import attrgetter

from uidiff.diffing.telling_texts import telling_texts
from uidiff.model.columns import Columns
from uidiff.model.snapshot import Snapshot

__all__ = ["ItemTexts"]

_CELLS = attrgetter("depth", "role", "name", "value", "description")
"""The columns by whose cells the texts in an item are found."""


MOST_LISTS = 8
"""The most collections whose labels are remembered, the last ones."""


class ItemTexts:
    """Texts of items, by the cells of all elements in each. A view, which the next tree of a window takes over."""

    def __init__(self, _: Snapshot) -> None:
        self._known: dict[Hashable, list[str]] = {}
        self._told: deque[tuple[list[list[str]], list[str]]] = deque(maxlen=MOST_LISTS)

    def of(self, columns: Columns, start: int, stop: int, find: Callable[[int], list[str]]) -> list[str]:
        """Return the texts in an item, found by its index unless an item of the same cells was met before.

        Args:
            columns: of the tree.
            start, stop: the elements of the item.
            find: depends on nothing but the cells of these elements.
        """
        key = tuple([column[start:stop] for column in _CELLS(columns)])
        texts = self._known.get(key)
        if texts is None:
            if len(self._known) > len(columns.role):  # more than this tree can have
                self._known.clear()
            texts = self._known[key] = find(start)
        return texts

    def telling(self, items: list[list[str]]) -> list[str]:
        """Return the text that tells each item of a collection from the others (see ``telling_texts``)."""
        for known, labels in self._told:
            if known == items:
                return labels
        labels = telling_texts(items)
        self._told.append((items, labels))
        return labels
