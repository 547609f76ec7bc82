"""The actions on elements of pages, and why an element may not take them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uidiff.backends.protocol import WINDOW_ACTIONS
from uidiff.errors import NotActionable
from uidiff.importers.chrome_nodes import DATE_ROLES
from uidiff.text import quote, shorten

__all__ = [
    "ACTIONS",
    "LABEL",
    "PRESSED",
    "TIMEOUT",
    "TYPED",
    "WINDOW",
    "actions_of",
    "expect_action",
    "not_actionable",
]

ACTIONS: Mapping[str, bool] = {
    "press": False,
    "double-press": False,
    "context-menu": False,
    "check": False,
    "uncheck": False,
    "focus": False,
    "hover": False,
    "type": True,
    "clear": False,
    "select": True,
    "key": True,
    "scroll": False,
    "upload": True,
}
"""The actions on elements, and whether they need a value.

press: click, or choose an option. double-press, context-menu: click twice, or with the right button. check, uncheck:
press unless it is so already. focus: set the focus. hover: point at it. type: replace the text of a field by ``value``;
clear: by nothing. select: choose the option of a list with the label or the value ``value``. key: press a key in it,
such as "Enter" or "Control+A". scroll: into view, or its content "down", "up", "left", "right", to the "top" or
"bottom", or down by a number of pixels. upload: put files, a path a line, into a file field.

Every element accepts all of them; ``Element.actions`` names those that its role is made for.
"""

WINDOW: Mapping[str, bool] = {action: action in {"key", "goto"} for action in WINDOW_ACTIONS}
"""The actions of a page, and whether they need a value. scroll: "down" by default."""

TIMEOUT = 5.0
"""Seconds for one action, without finding the element."""

PRESSED = frozenset(
    {
        *("button", "checkbox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch"),
        *("tab", "treeitem", "DisclosureTriangle", "PopUpButton", "ToggleButton"),
    },
)
"""Roles of Chromium that are made to be pressed."""

TYPED = DATE_ROLES | {"combobox", "searchbox", "spinbutton", "textbox"}
"""Roles that are made to be typed into."""

_WAYS = ("down", "up", "left", "right", "top", "bottom")
LABEL = 40
"""Characters of a name that an error repeats."""

_CAUSES: Mapping[str, tuple[str, str]] = {
    "disabled": ("it is disabled", "it may become enabled: see what the page wants first, or wait"),
    "inert": ("it is inert, as are elements behind a dialog", "close what is in front of it first"),
    "hidden": ("it is not visible", "open what holds it first"),
    "offscreen": ("it cannot be scrolled into view", "scroll what holds it first"),
    "covered": ("it is covered by another element", "close or scroll away what is in front of it, or wait"),
    "untouchable": ("it takes no clicks (pointer-events: none)", "press the element around it"),
    "readonly": ("it is read-only", "see whether the page has a way to edit it"),
    "not editable": ("it is no field for text", "press it, or type into a field"),
    "no such value": ("it does not take such a value", "write it as that field does: 2024-12-31, 23:59, #ff0000, 7"),
    "no list": ("it is no list with options of its own", "press it, then press the option that appears"),
    "disabled option": ("that option is disabled", "select another one, or wait"),
    "not focusable": ("it does not take the focus", "act on an element that does"),
    "not checkable": ("it is nothing to check or uncheck", "press it"),
    "no file field": ("it is no field for files", "act on the field itself; a button that opens it is no such field"),
    "one file": ("it takes one file only", "give one path"),
    "at its end": ("there is nothing more to scroll to", "scroll elsewhere"),
    "no page back": ("there is no page before this one", "go to an address"),
    "no page forward": ("there is no page after this one", "go to an address"),
}


def actions_of(
    role: str, states: Mapping[str, object], *, is_select: bool, takes_clicks: bool = False
) -> tuple[str, ...]:
    """The actions that fit an element of a role of Chromium; a disabled element has the same ones."""
    if is_select:
        return ("select",)
    if role in TYPED or states.get("editable"):
        return ("type",)
    return ("press",) if role in PRESSED or takes_clicks else ()


def expect_action(
    action: str, value: str | None, known: Mapping[str, bool] = ACTIONS, *, example: str | None = None
) -> None:
    """Raise NotActionable if no action has that name, or it needs a value, for which ``example`` has the words."""
    if action not in known:
        problem = f"no action {quote(shorten(action, LABEL))}"
        raise NotActionable("no such action", problem, f"there are {', '.join(known)}")
    if known[action] and value is None:
        cure = example or f'ui.act("{action}", "e12", "…")'
        raise NotActionable("no value", f'"{action}" needs a text', cure)
    if action == "scroll" and value is not None and value not in _WAYS:
        try:
            int(value)
        except ValueError:
            ways = f"scroll into view without a value, or {', '.join(_WAYS)}, or by a number of pixels"
            raise NotActionable("no such value", "no such way to scroll", ways) from None


def not_actionable(cause: str, **more: Any) -> NotActionable:  # noqa: ANN401  # of the error
    """The error for a cause of the script."""
    problem, cure = _CAUSES[cause]
    return NotActionable(cause, problem, cure, **more)
