"""Find the fields in which paired elements differ, and which are reported (spec/definitions#3-what-is-compared)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from uidiff.matching.matching import UNMATCHED, Run
from uidiff.model.columns import Bounds, Columns, agree_everywhere, unequal_cells
from uidiff.model.redaction import REDACTED
from uidiff.model.states import FIELDS, state_differences
from uidiff.text import same_text, same_texts

__all__ = [
    "FIELD_ORDER",
    "HIDDEN",
    "HIDDEN_CHANGE",
    "TEXT_FIELDS",
    "Difference",
    "Fields",
    "checked_hidden",
    "column_differences",
    "reported_fields",
    "with_hidden",
]

Fields: TypeAlias = Mapping[str, tuple[object, object]]
"""Name of a field or state to (before, after)."""

HIDDEN_CHANGE = (REDACTED, REDACTED)
"""The values before and after of a secret that is known to differ."""

HIDDEN = "changed (hidden)"
"""The words for such a change."""

TEXT_FIELDS = ("role", "name", "value", "description")
"""Fields that differ if their texts do in more than Unicode normalisation."""

FIELD_ORDER = (*TEXT_FIELDS, "bounds", "actions", "url")
"""The order in which the fields of an element are reported; its states follow, sorted by name. A URL differs if its
digest does."""

_AHEAD_OF_VALUE = FIELDS[: FIELDS.index("value")]


class Difference(NamedTuple):
    """A cell that differs between a pair: the after-index, and both values as the columns hold them."""

    after_index: int
    before: object
    after: object


def column_differences(before: Columns, after: Columns, runs: Sequence[Run]) -> dict[str, list[Difference]]:
    """Return for each column the cells in which paired elements differ, in after-order.

    The depth is left out: it follows from the moves. Columns without differences are left out, too.

    Args:
        before, after: the columns of the snapshots.
        runs: the pairs, sorted by after-index.
    """
    found = {}
    moved = next((j - i for i, j, _ in runs if i != j), 0)
    for name, old, new in zip(Columns._fields[1:], before[1:], after[1:], strict=True):
        if agree_everywhere(old, new, 0, moved):
            continue
        places = ((i + k, j + k) for i, j, n in runs for k in unequal_cells(old, new, i, j, n))
        differences = [Difference(j, old[i], new[j]) for i, j in places]
        if differences:
            found[name] = differences
    return found


def reported_fields(
    differences: Mapping[str, Sequence[Difference]],
    shown_urls: Mapping[int, str | None] | Sequence[str | None],
    ignore: Collection[str],
) -> dict[int, Fields]:
    """Return by after-index the reported fields of each element: fields first, then states by name.

    Args:
        differences: what :func:`column_differences` returns.
        shown_urls: by after-index the URLs as shown; of a URL that differs in hidden parts only, both sides are equal.
        ignore: names of fields and states that are not reported.
    """
    found: dict[int, dict[str, tuple[object, object]]] = {}

    def report(index: int, field: str, before: object, after: object) -> None:
        if field not in ignore:
            found.setdefault(index, {})[field] = (before, after)

    for field in FIELD_ORDER:
        if ("url_digest" if field == "url" else field) not in differences:
            continue
        for index, before, after in _differences_of(field, differences, shown_urls):
            report(index, field, before, after)
    for index, before, after in differences.get("states", ()):
        for name, pair in state_differences(before, after):  # type: ignore[arg-type]  # a column of states
            report(index, name, *pair)
    return {index: found[index] for index in sorted(found)}


def checked_hidden(
    hidden: Collection[int],
    before: Columns,
    after: Columns,
    before_of: Sequence[int],
) -> tuple[int, ...]:
    """Return the after-indices sorted, without those of elements that were no secret before.

    Raises:
        ValueError: an index out of range, of an unpaired element, or of one that is no secret.
    """
    for index in sorted(hidden):
        if not 0 <= index < len(before_of):
            raise ValueError(f"hidden names element {index}, there are {len(before_of)}: give after-indices")
        if before_of[index] == UNMATCHED:
            raise ValueError(f"hidden names element {index}, which is new: give only elements that stayed")
        if not after.secret[index]:
            raise ValueError(f"hidden names element {index}, which is not secret: hide it with snapshot.with_secrets")
    return tuple(index for index in sorted(set(hidden)) if before.secret[before_of[index]])


def with_hidden(changed: Mapping[int, Fields], hidden: Collection[int], ignore: Collection[str]) -> dict[int, Fields]:
    """Add a hidden change of the value to the elements ``hidden``, unless a change of their value is reported."""
    found = dict(changed)
    for index in hidden if "value" not in ignore else ():
        fields = found.get(index, {})
        if "value" not in fields:
            ahead = {name: pair for name, pair in fields.items() if name in _AHEAD_OF_VALUE}
            found[index] = {**ahead, "value": HIDDEN_CHANGE, **fields}
    return {index: found[index] for index in sorted(found)}


def _differences_of(
    field: str,
    differences: Mapping[str, Sequence[Difference]],
    shown_urls: Mapping[int, str | None] | Sequence[str | None],
) -> Iterator[Difference]:
    """Yield the differences of a field that are reported: texts and names of actions up to their normalisation."""
    found = differences.get(field, ())
    if field in TEXT_FIELDS:
        yield from (cell for cell in found if not same_text(cell.before, cell.after))  # type: ignore[arg-type]  # texts
    elif field == "bounds":
        yield from (Difference(cell.after_index, _bounds(cell.before), _bounds(cell.after)) for cell in found)
    elif field == "actions":
        yield from (cell for cell in found if not same_texts(cell.before, cell.after))  # type: ignore[arg-type]  # texts
    else:
        shown = {cell.after_index: cell for cell in found}
        for index, _, _ in differences.get("url_digest", ()):
            yield shown.get(index) or Difference(index, shown_urls[index], shown_urls[index])


def _bounds(cell: object) -> Bounds | None:
    return None if cell is None else Bounds(*cell)  # type: ignore[misc]  # a cell of that column
