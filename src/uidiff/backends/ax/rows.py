"""Makes the row of an element from its attributes."""

from __future__ import annotations

import math
from collections.abc import Mapping

from uidiff.backends.ax.facts import AxFacts
from uidiff.model.columns import COORDINATE_RANGE, Row
from uidiff.model.states import StateValue

__all__ = ["is_secret", "row_of"]

_FLAGS: Mapping[str, str] = {
    "AXElementBusy": "busy",
    "AXFocused": "focused",
    "AXMinimized": "offscreen",
    "AXModal": "modal",
    "AXRequired": "required",
    "AXSelected": "selected",
}

_NUMBERS: Mapping[str, str] = {
    "AXARIAPosInSet": "posinset",
    "AXARIASetSize": "setsize",
    "AXMaxValue": "valuemax",
    "AXMinValue": "valuemin",
}

_ORIENTATIONS = {"AXHorizontalOrientation": "horizontal", "AXVerticalOrientation": "vertical"}
_SORTS = {"AXAscendingSortDirection": "ascending", "AXDescendingSortDirection": "descending"}

_ON_OR_OFF: Mapping[int | float, bool | str] = {0: False, 1: True, 2: "mixed"}
"""AXValue of check boxes and the like (NSControl.StateValue; Core-AAM 1.2, aria-checked)."""

_CHECKED_ROLES = frozenset({"AXCheckBox", "AXRadioButton", "AXSwitch"})
_SELECTED_SUBROLES = frozenset({"AXTabButton"})
_PRESSED_SUBROLES = frozenset({"AXToggle"})
_VALUE_IS_NAME = frozenset({"AXStaticText"})
_PRESSED = (
    *("AXButton", "AXCheckBox", "AXColorWell", "AXDisclosureTriangle", "AXLink", "AXMenuBarItem", "AXMenuButton"),
    *("AXMenuItem", "AXPopUpButton", "AXRadioButton", "AXSwitch"),
)
_ACTIONS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(_PRESSED, ("press",)),
    **dict.fromkeys(("AXIncrementor", "AXSlider", "AXStepper"), ("increment", "decrement")),
    **dict.fromkeys(("AXTextArea", "AXTextField"), ("type",)),
    "AXComboBox": ("type", "press"),
    "AXRow": ("select",),
    "AXWindow": ("raise",),
}
"""The actions of roles, as in AppKit and WebKit. Reading the actions of each element would take a further call for
each; they are read when an action is to be done."""

_DASHES = frozenset({"-", "\u2010", "\u2013", "\u2212"})
"""The marks of menu items in the mixed state; any other mark means on."""


def native_role(facts: AxFacts) -> str:
    """The role with its subrole, as roles.csv has them: "AXGroup/AXDocument"."""
    return f"{facts.role}/{facts.subrole}" if facts.subrole else facts.role


def is_secret(facts: AxFacts) -> bool:
    """Whether an element is a password field."""
    return "AXSecureTextField" in (facts.role, facts.subrole)


def row_of(facts: AxFacts, depth: int, *, id_: str, origin: tuple[float, float] | None) -> Row:
    """Make the row of an element.

    Args:
        origin: the top left of the window on the screen, in points; None: the element has no bounds in the window.
    """
    name, description = _name(facts)
    return Row(
        depth,
        native_role(facts),
        name=name,
        value=_value(facts),
        description=description,
        bounds=None if origin is None else _bounds(facts, origin),
        states=_states(facts),
        id=id_,
        id_stable=True,
        automation_id=facts.text("AXIdentifier") or facts.text("AXDOMIdentifier") or None,
        url=facts.text("AXURL") or None,
        actions=_ACTIONS.get(facts.role),
        secret=is_secret(facts),
    )


def _name(facts: AxFacts) -> tuple[str | None, str | None]:
    """The name and the description, by Core-AAM 1.2: AXTitle or AXDescription, and AXHelp.

    The name of a text is its value. Empty texts count as absent: toolkits differ in which of them they leave out. A
    button with a subrole and no text, such as the one that closes a window, has its role description.
    """
    own = facts.shown("AXValue") if facts.role in _VALUE_IS_NAME else None
    texts = [text for text in (own, facts.text("AXTitle"), facts.text("AXDescription")) if text]
    name = texts[0] if texts else None
    others = [text for text in (facts.text("AXHelp"), *texts[1:]) if text and text != name]
    if name is None and facts.subrole and "press" in _ACTIONS.get(facts.role, ()):
        others.append(facts.text("AXRoleDescription") or "")
    return name, next(filter(None, others), None)


def _value(facts: AxFacts) -> str | None:
    says_state = _is_on_or_off(facts) or facts.role in {"AXDisclosureTriangle", "AXHeading"}
    if facts.role in _VALUE_IS_NAME or (says_state and facts.number("AXValue") is not None):
        return None
    return facts.shown("AXValue")


def _is_on_or_off(facts: AxFacts) -> bool:
    return facts.role in _CHECKED_ROLES or facts.subrole in _PRESSED_SUBROLES


def _bounds(facts: AxFacts, origin: tuple[float, float]) -> tuple[int, int, int, int] | None:
    """The box in the window, in points; halves are rounded up, so that adjacent boxes stay adjacent."""
    position, size = facts.pair("AXPosition"), facts.pair("AXSize")
    if position is None or size is None:
        return None
    exact = (position[0] - origin[0], position[1] - origin[1], *size)
    box = tuple(math.floor(number + 0.5) for number in exact)
    x, y, width, height = box
    return (x, y, width, height) if all(number in COORDINATE_RANGE for number in box) else None


def _states(facts: AxFacts) -> dict[str, StateValue]:
    states: dict[str, StateValue] = {state: True for name, state in _FLAGS.items() if facts.flag(name)}
    for name, state in _NUMBERS.items():
        number = facts.number(name)
        if number is not None:
            states[state] = number
    if facts.flag("AXEnabled") is False:
        states["disabled"] = True
    if is_secret(facts):
        states["protected"] = True
    states.update(_on_or_off(facts))
    states.update(_expanded(facts))
    states.update(_level(facts))
    states.update(_words(facts))
    return states


def _on_or_off(facts: AxFacts) -> dict[str, StateValue]:
    value = facts.number("AXValue")
    if facts.role == "AXMenuItem":
        mark = facts.text("AXMenuItemMarkChar")
        return {"checked": "mixed" if mark in _DASHES else True} if mark else {}
    if value is None or value not in _ON_OR_OFF or not _is_on_or_off(facts):
        return {}
    if facts.subrole in _SELECTED_SUBROLES:
        return {"selected": bool(value)}
    return {"pressed" if facts.subrole in _PRESSED_SUBROLES else "checked": _ON_OR_OFF[value]}


def _expanded(facts: AxFacts) -> dict[str, StateValue]:
    """AXExpanded; for rows of outlines AXDisclosing, for disclosure triangles the value."""
    expanded = facts.flag("AXExpanded")
    if expanded is None and facts.subrole == "AXOutlineRow":
        expanded = facts.flag("AXDisclosing")
    if expanded is None and facts.role == "AXDisclosureTriangle":
        expanded = facts.flag("AXValue")
    return {} if expanded is None else {"expanded": expanded}


def _level(facts: AxFacts) -> dict[str, StateValue]:
    """The level, from 1: the value of a heading, or the depth of a row in its outline."""
    if facts.role == "AXHeading":
        level = facts.number("AXValue")
        return {} if level is None else {"level": level}
    level = facts.number("AXDisclosureLevel") if facts.subrole == "AXOutlineRow" else None
    return {} if level is None else {"level": level + 1}


def _words(facts: AxFacts) -> dict[str, StateValue]:
    """The states that are words; the value description says a number, and would only repeat a text."""
    invalid, current = facts.text("AXInvalid"), facts.text("AXARIACurrent")
    popup = (facts.text("AXPopupValue") or "true") if facts.flag("AXHasPopup") else None
    found: dict[str, StateValue | None] = {
        "orientation": _ORIENTATIONS.get(facts.text("AXOrientation") or ""),
        "sort": _SORTS.get(facts.text("AXSortDirection") or ""),
        "current": None if current in {None, "", "false"} else current,
        "placeholder": facts.text("AXPlaceholderValue") or None,
        "haspopup": "menu" if facts.role == "AXMenuButton" else popup,
        "valuetext": None if facts.number("AXValue") is None else facts.text("AXValueDescription") or None,
        "invalid": None if invalid in {None, "", "false"} else invalid if invalid in {"grammar", "spelling"} else True,
    }
    return {name: value for name, value in found.items() if value is not None}
