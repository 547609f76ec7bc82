"""The records of hidden and of shown elements that have a line: what is below them is a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from uidiff.diffing.delta import Place, place_of
from uidiff.diffing.records import Hidden, Shown
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.model.element import Element

__all__ = ["hidden_rows", "inside_of", "shown_as_known", "shown_rows"]


def shown_as_known(delta: TreeDiff) -> list[Shown]:
    """Return the shown elements of which the reader was told before; the others are told in full."""
    return [record for record in delta.shown if record.before is not None]


def hidden_rows(delta: TreeDiff, value: Callable[[Element], dict[str, object]]) -> list[dict[str, object]]:
    """Return a JSON object for each hidden element that has a line, with ``inside``, the number of those below it."""
    return _rows([(record, record.before) for record in delta.hidden], inside_of(delta), value)


def shown_rows(delta: TreeDiff, value: Callable[[Element], dict[str, object]]) -> list[dict[str, object]]:
    """Return the same for the shown elements."""
    return _rows([(record, record.after) for record in delta.shown], inside_of(delta), value)


def _rows(
    records: Sequence[tuple[Hidden | Shown, Element]],
    inside: Mapping[Place, int | None],
    value: Callable[[Element], dict[str, object]],
) -> list[dict[str, object]]:
    counted = ((element, inside.get(place_of(record), 0)) for record, element in records)
    return [
        {**value(element), **({"inside": below} if below else {})} for element, below in counted if below is not None
    ]


def inside_of(delta: TreeDiff) -> dict[Place, int | None]:
    """Return for each hidden element, and each shown one that the reader knows, how many records are below it.

    It is None for those below another one, which have no line of their own.
    """
    return {**_inside(delta.hidden), **_inside(shown_as_known(delta))}


def _inside(records: Sequence[Hidden] | Sequence[Shown]) -> dict[Place, int | None]:
    found: dict[Place, int | None] = {}
    top, top_depth = None, 0
    for record in records:
        depth = record.before.depth if isinstance(record, Hidden) else record.after.depth
        if top is None or record.root or depth <= top_depth:
            top, top_depth = place_of(record), depth
            found[top] = 0
        else:
            found[place_of(record)] = None
            found[top] = (found[top] or 0) + 1
    return found
