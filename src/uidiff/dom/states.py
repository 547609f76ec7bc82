"""The states and the value of an element: HTML-AAM 1.0, "HTML attribute state and property mappings", and WAI-ARIA 1.2.

As Chromium gives them: a list has ``orientation``, a field ``editable``, an alert ``live`` (spec/definitions#4-states).
"""

from __future__ import annotations

from collections.abc import Mapping

from uidiff.dom.around import Around
from uidiff.dom.drawn import said
from uidiff.dom.html import TEXT_INPUTS
from uidiff.dom.nodes import Node
from uidiff.dom.page import Page
from uidiff.dom.roles import chosen_option, is_disabled, is_edited, is_focusable, is_many, takes_typing
from uidiff.model.limits import exact_number
from uidiff.model.native_states import NOT_SET
from uidiff.model.states import CHECKABLE_ROLES, STATE_NAME, StateValue
from uidiff.text import same_text, single_spaced

__all__ = ["is_mask", "is_password", "states_of", "value_of"]

_MASK_LENGTH = 3
"""Characters from which a text of stars alone is one that the recorder masked (rrweb, maskInputFn and maskTextFn); one
star marks a field that is required, two may be a rating.
"""

_WORDS: Mapping[str, StateValue] = {"true": True, "false": False, "mixed": "mixed"}
_ORIENTATIONS = {
    **dict.fromkeys(("scrollbar", "menu", "listbox", "tree"), "vertical"),
    **dict.fromkeys(("menubar", "separator", "slider", "tablist", "toolbar"), "horizontal"),
}
_LIVE = {"alert": "assertive", "log": "polite", "status": "polite"}
_ATOMIC = frozenset({"alert", "status"})
_EXPANDABLE = frozenset({"true", "false"})
_RANGES: Mapping[str, tuple[float, float]] = {
    "meter": (0, 1),
    "progressbar": (0, 1),
    "scrollbar": (0, 100),
    "slider": (0, 100),
}
_NUMBERED = frozenset({"meter", "progressbar", "scrollbar", "slider", "spinbutton"})
_POPUPS = frozenset({"dialog", "grid", "listbox", "menu", "tree"})
_TEXTS = {
    "aria-current": "current",
    "aria-sort": "sort",
    "aria-orientation": "orientation",
    "aria-autocomplete": "autocomplete",
    "aria-keyshortcuts": "keyshortcuts",
    "aria-roledescription": "roledescription",
    "autocomplete": "autocomplete",
}
_FLAGS = {
    "aria-required": "required",
    "aria-readonly": "readonly",
    "aria-modal": "modal",
    "aria-busy": "busy",
    "aria-multiselectable": "multiselectable",
    "aria-selected": "selected",
}


def states_of(page: Page, node: Node, role: str, around: Around, name: str | None) -> dict[str, StateValue]:
    """Return the states of an element that has this role and name."""
    found: dict[str, StateValue] = {}
    if is_disabled(node, around):
        found["disabled"] = True
    if is_focusable(node, around):
        found["focusable"] = True
        if page.focus == node.id:
            found["focused"] = True
    _put_implied(found, role)
    if node.attributes:
        _put_aria(found, node, role)
    if node.tag in _FIELDS or role in _OWN or is_edited(node):
        _put_own(found, node, role, around)
    if role in CHECKABLE_ROLES:
        found.setdefault("checked", False)
    if role in {"heading", "listitem"}:
        _put_level(found, node, role, around)
    placeholder = node.string("placeholder")
    if placeholder and node.tag in {"input", "textarea"} and not same_text(placeholder, name):
        found["placeholder"] = placeholder
    return found


def value_of(page: Page, node: Node, role: str) -> str | None:
    """Return the value of an element; None without one."""
    value: str | None = None
    if node.tag == "input":
        value = _input_value(node)
    elif node.tag == "textarea":
        value = node.string("value")
    elif node.tag in {"meter", "progress"}:
        value = _number_text(node, "value")
    elif node.tag == "select":
        chosen = None if is_many(node) else chosen_option(node)
        value = None if chosen is None else option_text(chosen)
    elif is_edited(node):
        value = single_spaced(said(page, node)[0])
    elif role in _NUMBERED:
        value = _number_text(node, "aria-valuenow")
    return value or None


def option_text(option: Node) -> str:
    """Return what an option shows."""
    label = single_spaced(option.string("label") or "")
    return label or option.words


def is_password(node: Node) -> bool:
    """Return whether a field hides what is typed, also one that shows it for a moment (rrweb marks it)."""
    return node.tag == "input" and (node.word("type") == "password" or "data-rr-is-password" in node.attributes)


def is_mask(text: str | None) -> bool:
    """Return whether a text is what a recorder wrote in place of another one: stars, with blanks between words."""
    if text is None or len(text) < _MASK_LENGTH or "*" not in text:
        return False
    return not text.replace("*", "").strip() and text.count("*") >= _MASK_LENGTH


_FIELDS = frozenset({"dialog", "input", "meter", "option", "progress", "select", "summary", "textarea"})
_OWN = frozenset({"combobox", "meter", "option", "progressbar", "scrollbar", "slider"})


def _put_implied(found: dict[str, StateValue], role: str) -> None:
    """Put the states that a role has by itself (WAI-ARIA 1.2, "Implicit Value for Role")."""
    if role in _ORIENTATIONS:
        found["orientation"] = _ORIENTATIONS[role]
    if role in _LIVE:
        found["live"], found["relevant"] = _LIVE[role], "additions text"
    if role in _ATOMIC:
        found["atomic"] = "true"


def _put_aria(found: dict[str, StateValue], node: Node, role: str) -> None:
    for name in node.attributes:
        if name in _FLAGS:
            if node.word(name) == "true":
                found[_FLAGS[name]] = True
        elif name in _TEXTS:
            if node.word(name) not in NOT_SET:
                found[_TEXTS[name]] = single_spaced(node.string(name) or "")
        elif name.startswith("aria-"):
            _put_one(found, node, name, role)


def _put_one(found: dict[str, StateValue], node: Node, name: str, role: str) -> None:
    word = node.word(name)
    if name in {"aria-checked", "aria-pressed"} and word in _WORDS:
        if name == "aria-pressed" or role in CHECKABLE_ROLES | {"option", "treeitem"}:
            found[name.removeprefix("aria-")] = _WORDS[word]
    elif name == "aria-expanded" and word in _EXPANDABLE:
        found["expanded"] = word == "true"
    elif name == "aria-haspopup" and word not in NOT_SET:
        found["haspopup"] = word if word in _POPUPS else "menu"
    elif name == "aria-invalid" and word not in NOT_SET:
        found["invalid"] = word if word != "true" and STATE_NAME.fullmatch(word) else True
    elif name == "aria-live" and word in {"assertive", "polite"}:
        found["live"], found["relevant"] = word, "additions text"
    elif name == "aria-atomic" and word == "true":
        found["atomic"] = "true"
    elif name in {"aria-level", "aria-valuemin", "aria-valuemax"} and (number := _number(node, name)) is not None:
        found[name.removeprefix("aria-")] = number


def _put_own(found: dict[str, StateValue], node: Node, role: str, around: Around) -> None:
    """Put the states that HTML's own attributes say."""
    tag, attributes = node.tag, node.attributes
    if "required" in attributes and tag in {"input", "select", "textarea"}:
        found["required"] = True
    if takes_typing(node, role):
        _put_typing(found, node, role)
    if tag == "input":
        _put_input(found, node, role)
    elif tag == "select":
        found |= {"multiselectable": True} if is_many(node) else {"expanded": False, "haspopup": "menu"}
    elif tag == "option" and (around.chosen == node.id or (not around.chosen and "selected" in attributes)):
        found["selected"] = True
    elif tag == "summary" and node.parent is not None and node.parent.tag == "details":
        found["expanded"] = "open" in node.parent.attributes
    elif tag == "dialog" and node.word("rr_open_mode") == "modal":
        found["modal"] = True
    if role == "combobox" and tag != "select":
        found.setdefault("haspopup", "listbox")
    if role in _RANGES:
        _put_range(found, node, role)


def _put_typing(found: dict[str, StateValue], node: Node, role: str) -> None:
    if "disabled" not in found:
        found["editable"] = True
    if "readonly" in node.attributes:
        found["readonly"] = True
    if node.tag == "textarea" or (node.tag != "input" and role == "textbox"):
        found["multiline"] = "true"


def _put_range(found: dict[str, StateValue], node: Node, role: str) -> None:
    native = node.tag in {"input", "meter", "progress"}
    low, high = _RANGES[role] if native or role != "progressbar" else (0, 100)
    for name, otherwise in (("min", low), ("max", high)):
        given = _number(node, name) if native else None
        found.setdefault(f"value{name}", otherwise if given is None else given)


def _put_input(found: dict[str, StateValue], node: Node, role: str) -> None:
    kind = node.word("type")
    if kind in {"checkbox", "radio"}:
        found["checked"] = bool(node.attributes.get("checked", False))
    elif kind in {"number", "range"}:
        for name in ("min", "max"):
            if (number := _number(node, name)) is not None:
                found[f"value{name}"] = number
        if value := _input_value(node):
            found["valuetext"] = value
    if "list" in node.attributes and role == "combobox":
        found |= {"autocomplete": "list", "haspopup": "listbox"}
    if is_password(node):
        found["protected"] = True


def _put_level(found: dict[str, StateValue], node: Node, role: str, around: Around) -> None:
    if "level" in found:
        return
    if role == "listitem":
        found["level"] = max(around.level, 1)
    elif node.tag[:1] == "h" and node.tag[1:].isdecimal():
        found["level"] = int(node.tag[1:])
    else:
        found["level"] = 2  # WAI-ARIA 1.2, heading


def _input_value(node: Node) -> str | None:
    kind = node.word("type")
    value = node.string("value")
    if kind == "file":
        return value or "No file chosen"
    if kind == "color":
        return value or "#000000"
    if kind == "range":
        return value or "50"  # the middle of 0 to 100 (HTML standard, input type=range)
    return value or None if kind in TEXT_INPUTS or kind not in _VALUELESS else None


_VALUELESS = frozenset({"button", "checkbox", "hidden", "image", "radio", "reset", "submit"})


def _number_text(node: Node, name: str) -> str | None:
    number = _number(node, name)
    return None if number is None else f"{number:g}"


def _number(node: Node, name: str) -> int | float | None:
    word = node.word(name)
    try:
        return exact_number(float(word)) if word and len(word) <= len("-9007199254740993.123456") else None
    except ValueError:
        return None
