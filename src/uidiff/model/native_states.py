"""Convert the states that platforms record into the vocabulary of spec/definitions#4-states.

Chromium gives names with values; AT-SPI gives a set of flags, in which an absent one means "false" or "not known".
The result is what a snapshot takes; a state that is false by being absent is left out, and nothing is guessed.
Sources: the Chrome DevTools protocol (Accessibility.AXPropertyName) and Chromium's inspector_accessibility_agent.cc;
AT-SPI's StateType and W3C Core-AAM 1.2.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from uidiff.model.limits import exact_number
from uidiff.model.states import BOOLEAN_STATES, NUMBER_STATES, STATE_NAME, THREE_VALUED_STATES, StateValue

__all__ = ["ATSPI_CHECKABLE_ROLES", "ATSPI_TOGGLE_ROLES", "NOT_SET", "atspi_states", "chromium_states"]

NOT_SET = frozenset({"", "false", "none"})
"""Values of attributes that say nothing (WAI-ARIA 1.2, aria-current and aria-sort)."""

ATSPI_TOGGLE_ROLES = frozenset({"toggle button"})
"""AT-SPI roles whose on and off are ``pressed`` (Core-AAM, aria-pressed)."""

ATSPI_CHECKABLE_ROLES = ATSPI_TOGGLE_ROLES | {
    "check box",
    "check menu item",
    "radio button",
    "radio menu item",
    "switch",
}
"""AT-SPI roles with on and off: without the flag they are off. GTK 3 never sets ``checkable``."""

_CHROMIUM_NAMES: Mapping[str, str] = {"hidden": "offscreen"}
_CHROMIUM_WORDS: Mapping[str, bool] = {"true": True, "false": False}
_EDITABLE_WORDS: Mapping[str, bool] = {**_CHROMIUM_WORDS, "plaintext": True, "richtext": True}

_ATSPI_FLAGS: Mapping[str, str] = {
    "focused": "focused",
    "selected": "selected",
    "required": "required",
    "read_only": "readonly",
    "modal": "modal",
    "busy": "busy",
    "multiselectable": "multiselectable",
    "focusable": "focusable",
    "editable": "editable",
    "invalid_entry": "invalid",
}


def chromium_states(states: Mapping[str, object]) -> dict[str, StateValue]:
    """Convert Chromium's accessibility properties to states.

    Values are those of getFullAXTree: true, "true", "mixed", 2, "polite", … ``hidden`` becomes ``offscreen``, both
    kinds of ``editable`` become true. Left out: booleans that are false, and empty texts, which Chromium gives where
    an attribute is missing. Relations (``owns``, ``controls``, …) and ``url`` are not states; the caller must not
    pass them.

    Raises:
        ValueError: a value that does not convert. It names the state and the type of its value, never the value.
    """
    converted: dict[str, StateValue] = {}
    for given, value in states.items():
        lower = given.lower()
        name = _CHROMIUM_NAMES.get(lower, lower)
        state = _chromium_state(name, value)
        if state is None:
            raise ValueError(f"state {ascii(given)[:60]}: a {type(value).__name__} that does not convert")
        if state != "" and (state is not False or name in THREE_VALUED_STATES):
            converted[name] = state
    return converted


def atspi_states(
    names: Collection[str],
    *,
    shows: bool,
    checkable: bool = False,
    toggle: bool = False,
) -> dict[str, StateValue]:
    """Convert the AT-SPI state names of one node to states.

    Names are in lower case, with "_" or "-" between words. Flags without a word in spec/definitions#4-states
    (``resizable``, ``transient``, …) are left out. A node without flags (the application root of GTK 3) is neither
    disabled nor off screen.

    Args:
        names: the flags that are set.
        shows: whether any node of the application has ``showing``. GTK 4 hardly ever sets it: ``visible`` counts there.
        checkable: whether the role is one of :data:`ATSPI_CHECKABLE_ROLES`.
        toggle: whether the role is one of :data:`ATSPI_TOGGLE_ROLES`: it is ``pressed``, not ``checked``.
    """
    flags = {name.replace("-", "_") for name in names}
    if not flags:
        return {}
    states: dict[str, StateValue] = {state: True for flag, state in _ATSPI_FLAGS.items() if flag in flags}
    if not flags & {"sensitive", "enabled"}:
        states["disabled"] = True
    if ("showing" if shows else "visible") not in flags:
        states["offscreen"] = True
    if toggle:
        states["pressed"] = _on_or_off(flags, {"checked", "pressed"})
    elif checkable or flags & {"checkable", "checked"}:
        states["checked"] = _on_or_off(flags, {"checked"})
    if flags & {"expandable", "expanded", "collapsed"}:
        states["expanded"] = "expanded" in flags
    if "has_popup" in flags:
        states["haspopup"] = "true"
    orientations = flags & {"horizontal", "vertical"}
    if len(orientations) == 1:
        states["orientation"] = orientations.pop()
    return states


def _on_or_off(flags: set[str], on: set[str]) -> bool | str:
    return "mixed" if "indeterminate" in flags else bool(flags & on)


def _chromium_state(name: str, value: object) -> StateValue | None:
    """Return the value of one state; None where it does not convert."""
    if name == "busy" and value in (0, 1):  # Chromium's number, though it calls it a boolean
        return bool(value)
    if name in BOOLEAN_STATES:
        return _word(value, _EDITABLE_WORDS if name == "editable" else _CHROMIUM_WORDS)
    if name == "invalid":
        return _invalid(value)
    if name in THREE_VALUED_STATES:
        is_mixed = isinstance(value, str) and value in THREE_VALUED_STATES[name]
        return "mixed" if is_mixed else _word(value, _CHROMIUM_WORDS)
    if name in NUMBER_STATES:
        return exact_number(value)
    return _text(value)


def _word(value: object, words: Mapping[str, bool]) -> bool | None:
    if isinstance(value, bool):
        return value
    return words.get(value) if isinstance(value, str) else None


def _invalid(value: object) -> bool | str | None:
    """WAI-ARIA 1.2, aria-invalid: false, true, a token; any other text counts as true."""
    if not isinstance(value, str) or value in _CHROMIUM_WORDS:
        return _word(value, _CHROMIUM_WORDS)
    return value if not value or STATE_NAME.fullmatch(value) else True


def _text(value: object) -> str | bool | None:
    if isinstance(value, bool):
        return "true" if value else False
    if isinstance(value, str):
        return value
    number = exact_number(value)
    return None if number is None else str(number)
