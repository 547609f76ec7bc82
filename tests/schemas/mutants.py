"""Values of JSON to be changed in one place: a key left out, another type, a number out of range, a key too many."""

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

CELLS: tuple[object, ...] = (None, True, 7, -1, 0.5, 2**31, "x", [], ["x"], [1], {}, {"x": "y"})
"""What a value is replaced by."""

Place = tuple[str | int, ...]


class Mutant(NamedTuple):
    """A value changed in one place; ``what``: where, and how."""

    what: str
    value: Any


def mutants(value: Any, depth: int) -> Iterator[Mutant]:  # noqa: ANN401  # JSON is of any type
    """Change a value in each place down to a depth, in each way."""
    for place in _places(value):
        if len(place) > depth:
            continue
        for cell in CELLS:
            yield Mutant(f"{_said(place)} = {cell!r}", _changed(value, place, cell))
        if isinstance(place[-1], str):
            yield Mutant(f"{_said(place)} left out", _changed(value, place))
        if isinstance(_at(value, place), dict):
            yield Mutant(f"{_said(place)} with a key more", _changed(value, (*place, "a-new-key"), "x"))
        if isinstance(_at(value, place), list):
            longer = [*_at(value, place), "x"]
            yield Mutant(f"{_said(place)} with an item more", _changed(value, place, longer))


def _places(value: object, above: Place = ()) -> Iterator[Place]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield (*above, key)
        yield from _places(item, (*above, key))


def _at(value: Any, place: Place) -> Any:  # noqa: ANN401  # JSON is of any type
    for key in place:
        value = value[key]
    return value


def _changed(value: object, place: Place, *cell: object) -> object:
    """A copy with another cell in a place, or without it."""
    made = copy.deepcopy(value)
    *above, last = place
    if cell:
        _at(made, tuple(above))[last] = cell[0]
    else:
        del _at(made, tuple(above))[last]
    return made


def _said(place: Place) -> str:
    return ".".join(map(str, place))
