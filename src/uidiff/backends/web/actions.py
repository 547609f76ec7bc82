"""The actions on elements of pages, and how Playwright does them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uidiff.backends.web.call_plans import CallPlan, ask
from uidiff.errors import BackendError
from uidiff.text import quote, shorten

__all__ = ["TIMEOUT", "actions_of", "perform"]

ACTIONS = ("press", "focus", "type", "select")
"""press: click, or choose an option. focus: set the focus. type: replace the text of a field by ``value``.
select: choose the option of a list with the label or the value ``value``.

Every element accepts all of them; ``Element.actions`` names those that its role is made for.
"""

TIMEOUT = 5.0
"""Seconds that Playwright waits until an element is visible, stable and enabled."""

_PRESSED = frozenset(
    {
        *("button", "checkbox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch"),
        *("tab", "treeitem", "DisclosureTriangle", "PopUpButton", "ToggleButton"),
    },
)
"""Roles of Chromium that are made to be pressed."""

_TYPED = frozenset({"combobox", "searchbox", "spinbutton", "textbox"})
"""Roles that are made to be typed into."""

_MILLISECONDS = 1000

_SELECT = """(option) => {
  const select = option.closest("select");
  if (!select) return false;
  if (select.multiple) option.selected = !option.selected; else option.selected = true;
  for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, {bubbles: true}));
  return true;
}"""
"""Chooses an option of a ``<select>``; it cannot be clicked, as the browser draws the list outside of the page."""


def actions_of(role: str, states: Mapping[str, object], *, is_select: bool) -> tuple[str, ...]:
    """The actions that fit an element of a role of Chromium; a disabled element has the same ones."""
    if is_select:
        return ("select",)
    if role in _TYPED or states.get("editable"):
        return ("type",)
    return ("press",) if role in _PRESSED else ()


def perform(element: Any, action: str, value: str | None) -> CallPlan[None]:  # noqa: ANN401  # an ElementHandle
    """Do an action with Playwright's handle of an element, sync or async.

    Raises:
        BackendError: no action has that name, or it needs a value.
    """
    if action not in ACTIONS:
        raise BackendError(f"no action {quote(shorten(action, 40))}: there are {', '.join(ACTIONS)}")
    if action in {"type", "select"} and value is None:
        raise BackendError(f'"{action}" needs a text: ui.act("{action}", "e12", "…")')
    timeout = TIMEOUT * _MILLISECONDS
    if action == "focus":
        yield from ask(element.focus)
    elif action == "type":
        yield from ask(lambda: element.fill(value, timeout=timeout))
    elif action == "select":
        yield from ask(lambda: element.select_option(value, timeout=timeout))
    elif not (yield from ask(lambda: element.evaluate(_IS_OPTION))):
        yield from ask(lambda: element.click(timeout=timeout))
    else:
        yield from ask(lambda: element.evaluate(_SELECT))


_IS_OPTION = 'element => element.localName === "option" && element.closest("select") !== null'
