"""Trees for measuring time and work: no real interface, but of the sizes and the shapes that hurt."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import uidiff

ROLES = ("list", "button", "text")


def rows(count: int, *, name: str = "Item") -> list[uidiff.Row]:
    """A window with elements on two levels: names, values for half of them, bounds, states for two of three."""
    found = [uidiff.Row(0, "window", "Main", bounds=(0, 0, 1280, 800), states={}, actions=())]
    for i in range(1, count):
        states = {"focusable": True} if i % 3 else {}
        value = None if i % 2 else str(i)
        depth, role, bounds = 1 + (i % 3 != 1), ROLES[i % 3], (i, 2, 3, 4)
        found.append(uidiff.Row(depth, role, f"{name} {i}", value, bounds=bounds, states=states, actions=()))
    return found


def separate(given: Sequence[uidiff.Row]) -> list[uidiff.Row]:
    """Equal rows that share no object with those given."""
    made: list[uidiff.Row] = pickle.loads(pickle.dumps(list(given)))  # noqa: S301  # just written
    return made


def chain(depth: int, *, text: str = "leaf") -> uidiff.Snapshot:
    """Each element the only child of the one before; one text at the bottom."""
    found = [uidiff.Row(i, "generic", None if i < depth - 1 else text) for i in range(depth)]
    return uidiff.Snapshot.from_rows(found)


def siblings(count: int, *, names: Sequence[str] = ("Star",)) -> uidiff.Snapshot:
    """A list of that many buttons, named in turn."""
    found = [uidiff.Row(1, "button", names[i % len(names)]) for i in range(count)]
    return uidiff.Snapshot.from_rows([uidiff.Row(0, "list"), *found])
