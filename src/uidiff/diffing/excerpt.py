"""The few elements that a delta read from a file knows: they have fields and paths, but no tree around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import attrs

from uidiff.errors import DeltaMismatch
from uidiff.model.columns import Columns

__all__ = ["Excerpt"]


@attrs.frozen(eq=False)
class Excerpt:
    """Stands in for a snapshot behind elements (see ``model.element.Tree``)."""

    columns: Columns
    paths: Mapping[int, str]

    @classmethod
    def of_rows(cls, rows: Mapping[int, Sequence[object]], paths: Mapping[int, str]) -> Excerpt:
        """The elements in these rows of checked cells, by their index in the snapshot."""
        cells: list[Any] = [{index: row[place] for index, row in rows.items()} for place in range(len(Columns._fields))]
        return cls(Columns(*cells), paths)

    def path_of(self, index: int) -> str:
        """The path that was written beside the element."""
        return self.paths[index]

    @property
    def parents(self) -> NoReturn:
        """Not known."""
        raise _unbound()

    @property
    def ends(self) -> NoReturn:
        """Not known."""
        raise _unbound()

    @property
    def positions(self) -> NoReturn:
        """Not known."""
        raise _unbound()


def _unbound() -> DeltaMismatch:
    return DeltaMismatch("an element of a delta that was read from a file: bind the delta with delta.bind(before)")
