"""Find the fields in which paired elements differ, and which are reported (spec/definitions#3-what-is-compared)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from uidiff.matching.matching import UNMATCHED, Run
from uidiff.model.bounds import Bounds
from uidiff.model.cells import unequal_cells
from uidiff.model.columns import Columns
from uidiff.model.redaction import REDACTED
from uidiff.model.states import FIELDS, States, StateValue, absent_value
from uidiff.text import same_text

__all__ = [
    "HIDDEN_CHANGE",
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
    for name, old, new in zip(Columns._fields[1:], before[1:], after[1:], strict=True):
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

    for field, index, before, after in _plain_differences(differences):
        report(index, field, before, after)
    shown = {index: (before, after) for index, before, after in differences.get("url", ())}
    for index, _, _ in differences.get("url_digest", ()):
        report(index, "url", *shown.get(index, (shown_urls[index],) * 2))
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


def _plain_differences(
    differences: Mapping[str, Sequence[Difference]],
) -> Iterator[tuple[str, int, object, object]]:
    """Yield the differences of fields with a column: texts up to Unicode normalisation, bounds, actions."""
    for field in ("role", "name", "value", "description"):
        for index, before, after in differences.get(field, ()):
            if not same_text(before, after):  # type: ignore[arg-type]  # a column of texts
                yield field, index, before, after
    for index, before, after in differences.get("bounds", ()):
        yield "bounds", index, _bounds(before), _bounds(after)
    for index, before, after in differences.get("actions", ()):
        if not same_actions(before, after):  # type: ignore[arg-type]  # a column of tuples of texts
            yield "actions", index, before, after


def _bounds(cell: object) -> Bounds | None:
    return None if cell is None else Bounds(*cell)  # type: ignore[misc]  # a cell of that column


def state_differences(before: States, after: States) -> Iterable[tuple[str, tuple[object, object]]]:
    """Yield the states that differ, by name, each with its value before and after."""
    old, new = dict(before), dict(after)
    for name in sorted(old.keys() | new.keys()):
        pair = (old.get(name, absent_value(name)), new.get(name, absent_value(name)))
        if not _same_value(*pair):
            yield name, pair


def _same_value(before: StateValue | None, after: StateValue | None) -> bool:
    """Return whether values are equal, texts up to Unicode normalisation."""
    if isinstance(before, str) and isinstance(after, str):
        return same_text(before, after)
    return before == after and type(before) is type(after)


def same_actions(before: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether the names of actions are equal up to Unicode normalisation."""
    return len(before) == len(after) and all(map(same_text, before, after))
