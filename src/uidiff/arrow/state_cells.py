"""Convert states to table cells, lists of names and texts, and back. The type of a value follows from the name
(spec/definitions#4-states).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from uidiff.model.states import BOOLEAN_STATES, NUMBER_STATES, THREE_VALUED_STATES, States, StateValue

__all__ = ["cell_of_states", "states_of_cell", "value_of_text"]

_FLAGS: Mapping[str, bool] = {"true": True, "false": False}


def cell_of_states(states: States) -> list[tuple[str, str]] | None:
    """Return the cell of the states of an element; None where it has none."""
    return [(name, text_of_value(value)) for name, value in states] or None


def text_of_value(value: StateValue) -> str:
    """Write a value as text: a word as it is, a number or a flag as JSON has it."""
    return value if isinstance(value, str) else json.dumps(value)


def states_of_cell(cell: Iterable[tuple[str | None, str | None]] | None) -> dict[str, object]:
    """Read the states in a cell, without checks: what cannot be a value of its name stays a text."""
    return {name or "": value_of_text(name or "", text) for name, text in cell or ()}


def value_of_text(name: str, text: str | None) -> object:
    """Read a value of the state of that name."""
    if text is None:
        return None
    if name in BOOLEAN_STATES or name in THREE_VALUED_STATES:
        return _FLAGS.get(text, text)
    if name not in NUMBER_STATES:
        return text
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text
