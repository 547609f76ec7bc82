"""Derives the states and the value of an element from its properties (the inverse of Core-AAM's UI Automation
table).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uidiff.model.limits import exact_number

__all__ = ["number_text", "states_of", "value_of"]

Get = Callable[[str], Any]

_CHECKED = {0: False, 1: True, 2: "mixed"}
"""ToggleState."""
_EXPANDED = {0: False, 1: True, 2: True}
"""ExpandCollapseState; 2 is partially expanded; 3, not mapped, is a leaf."""

_BOOLEANS = {
    "HasKeyboardFocus": "focused",
    "IsKeyboardFocusable": "focusable",
    "IsOffscreen": "offscreen",
    "IsPassword": "protected",
    "IsRequiredForForm": "required",
}
_COUNTS = {"Level": "level", "PositionInSet": "posinset", "SizeOfSet": "setsize"}
_CHECKED_BY_SELECTION = frozenset({"radio", "menuitemradio"})
_PRESSED = "button"


def states_of(get: Get, role: str, patterns: frozenset[str]) -> dict[str, object]:
    """The states of an element.

    Args:
        get: gives a property by its name; an unset one as an object of another type.
        role: its ARIA role; a toggled button is "pressed", any other element "checked".
        patterns: its patterns.
    """
    states: dict[str, object] = {state: True for name, state in _BOOLEANS.items() if get(name) is True}
    if get("IsEnabled") is False:
        states["disabled"] = True
    if get("IsDataValidForForm") is False:
        states["invalid"] = True
    for name, state in _COUNTS.items():
        count = get(name)
        if type(count) is int and count > 0:  # 0 means none
            states[state] = count
    status = get("ItemStatus")
    if isinstance(status, str) and status:
        states["itemstatus"] = status
    if patterns:
        _of_patterns(states, get, role, patterns)
    return states


def _of_patterns(states: dict[str, object], get: Get, role: str, patterns: frozenset[str]) -> None:
    if "Toggle" in patterns:
        checked = _looked_up(_CHECKED, get("ToggleToggleState"))
        states |= {"pressed" if role == _PRESSED else "checked": checked} if checked is not None else {}
    if "SelectionItem" in patterns and type(selected := get("SelectionItemIsSelected")) is bool:
        states |= {"checked" if role in _CHECKED_BY_SELECTION else "selected": selected}
    if "ExpandCollapse" in patterns:
        expanded = _looked_up(_EXPANDED, get("ExpandCollapseExpandCollapseState"))
        states |= {"expanded": expanded} if expanded is not None else {}
    if "Selection" in patterns and get("SelectionCanSelectMultiple") is True:
        states["multiselectable"] = True
    if "Window" in patterns and get("WindowIsModal") is True:
        states["modal"] = True
    if "Value" in patterns and type(fixed := get("ValueIsReadOnly")) is bool:
        states["readonly" if fixed else "editable"] = True
    elif "RangeValue" in patterns and get("RangeValueIsReadOnly") is True:
        states["readonly"] = True
    if "RangeValue" in patterns:
        ends = {"valuemin": exact_number(get("RangeValueMinimum")), "valuemax": exact_number(get("RangeValueMaximum"))}
        states |= {name: end for name, end in ends.items() if end is not None}


def value_of(get: Get, patterns: frozenset[str]) -> str | None:
    """The value of an element: its text, else its number as text, else None."""
    text = get("ValueValue") if "Value" in patterns else None
    if isinstance(text, str):
        return text
    return number_text(get("RangeValueValue")) if "RangeValue" in patterns else None


def number_text(value: object) -> str | None:
    """A number as text, whole numbers without a point; None if it is no finite number below 2**53."""
    number = exact_number(value)
    return None if number is None else repr(number)


def _looked_up(words: dict[int, Any], value: object) -> Any:  # noqa: ANN401  # a value of the table
    return words.get(value) if type(value) is int else None
