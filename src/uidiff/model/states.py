"""The vocabulary of states, and their canonical form in a snapshot (spec/definitions#4-states)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from uidiff.errors import InvalidSnapshot
from uidiff.model.limits import exact_number
from uidiff.text import same_text

__all__ = [
    "ARIA_STATES",
    "BOOLEAN_STATES",
    "CHECKABLE_ROLES",
    "FIELDS",
    "NUMBER_STATES",
    "STATE_NAME",
    "THREE_VALUED_STATES",
    "StateValue",
    "States",
    "absent_value",
    "canonical_states",
    "state_differences",
]

StateValue: TypeAlias = bool | int | float | str
States: TypeAlias = tuple[tuple[str, StateValue], ...]
"""The canonical form: sorted by name, unique names, booleans only when true."""

FIELDS = ("role", "name", "value", "description", "url", "bounds", "actions")
"""The compared fields besides the states (spec/definitions#3-what-is-compared); no state has such a name."""

BOOLEAN_STATES = frozenset(
    {
        *("ariahidden", "busy", "disabled", "editable", "focusable", "focused", "modal", "multiselectable"),
        *("offscreen", "protected", "readonly", "required", "selected"),
    },
)
"""True, or absent: absent means false."""

THREE_VALUED_STATES: Mapping[str, frozenset[str]] = {
    "checked": frozenset({"mixed"}),
    "pressed": frozenset({"mixed"}),
    "expanded": frozenset(),
    "invalid": frozenset({"grammar", "spelling"}),
}
"""True, false or absent, which is a third value; each with its other words.

The words are WAI-ARIA's (aria-checked, aria-pressed, aria-invalid); ``invalid`` takes any other token too.
"""

CHECKABLE_ROLES = frozenset({"checkbox", "menuitemcheckbox", "menuitemradio", "radio", "switch"})
"""Roles that require aria-checked (WAI-ARIA 1.2): without it they are not checked."""

NUMBER_STATES = frozenset({"level", "posinset", "setsize", "valuemax", "valuemin"})

ARIA_STATES = frozenset(
    {
        *("atomic", "autocomplete", "braillelabel", "brailleroledescription", "checked", "colcount"),
        *("colindex", "colindextext", "colspan", "current", "disabled", "dropeffect", "expanded", "grabbed"),
        *("haspopup", "hidden", "invalid", "keyshortcuts", "level", "live", "modal", "multiline"),
        *("multiselectable", "orientation", "placeholder", "posinset", "pressed", "readonly", "relevant"),
        *("required", "roledescription", "rowcount", "rowindex", "rowindextext", "rowspan", "selected"),
        *("setsize", "sort", "valuemax", "valuemin", "valuenow", "valuetext"),
    },
)
"""The states and properties of WAI-ARIA 1.3 that are no relations, without "aria-"."""

STATE_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
"""The form of a state's name, and of a token that is a state's value."""


def canonical_states(states: object, path: str) -> States:
    """Return the states of one element in canonical form.

    Raises:
        InvalidSnapshot: not a mapping, or a name or value that does not fit. ``path`` is the place of the states.
    """
    if not isinstance(states, Mapping):
        raise InvalidSnapshot(f"states must be an object, got {type(states).__name__}", path, 'give {"focused": true}')
    kept = []
    for name, value in states.items():
        if type(name) is not str or not STATE_NAME.fullmatch(name) or name in FIELDS:
            shown = ascii(name)[:60]
            raise InvalidSnapshot(f"{shown} is no name of a state", path, "use lower-case ARIA names such as 'checked'")
        if value is None and name not in BOOLEAN_STATES and name not in THREE_VALUED_STATES:
            continue
        fitting = _fitting(name, value, f"{path}.{name}")
        if fitting is not False or name in THREE_VALUED_STATES:
            kept.append((name, fitting))
    return tuple(sorted(kept))


def absent_value(name: str) -> bool | None:
    """Return the value of an absent state: False for booleans, else None."""
    return False if name in BOOLEAN_STATES else None


def state_differences(before: States, after: States) -> Iterator[tuple[str, tuple[object, object]]]:
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


def _fitting(name: str, value: object, path: str) -> StateValue:
    if name in BOOLEAN_STATES:
        return _boolean(value, path)
    if name in THREE_VALUED_STATES:
        return _three_valued(name, value, path)
    if name in NUMBER_STATES:
        return _number(value, path)
    if type(value) is str:
        return value
    raise InvalidSnapshot(f"expected text, got {type(value).__name__}", path, "write it in quotes, or leave it out")


def _boolean(value: object, path: str) -> bool:
    if type(value) is bool:
        return value
    raise InvalidSnapshot(f"expected true or false, got {type(value).__name__}", path, "write it without quotes")


def _three_valued(name: str, value: object, path: str) -> bool | str:
    words = THREE_VALUED_STATES[name]
    if type(value) is bool:
        return value
    if type(value) is str and (value in words or (name == "invalid" and _is_token(value))):
        return value
    allowed = ", ".join(["true", "false", *(f'"{word}"' for word in sorted(words))])
    raise InvalidSnapshot(f"expected {allowed}, got {type(value).__name__}", path, "leave it out where it is absent")


def _is_token(value: str) -> bool:
    return value not in {"true", "false"} and STATE_NAME.fullmatch(value) is not None


def _number(value: object, path: str) -> int | float:
    number = exact_number(value)
    if number is not None:
        return number
    problem = f"expected a number up to 2^53 either way, got {type(value).__name__}"
    raise InvalidSnapshot(problem, path, "leave it out if unknown")
