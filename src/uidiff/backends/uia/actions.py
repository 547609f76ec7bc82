"""The actions on elements, done by their control patterns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uidiff.backends.refusals import no_value
from uidiff.backends.uia.client import Package
from uidiff.backends.uia.failures import failed, is_gone
from uidiff.errors import NotActionable, StaleRef

__all__ = ["ACTIONS", "FOCUS", "SAME", "TYPE", "actions_of", "do", "live_control"]

FOCUS, TYPE = "focus", "type"
"""Actions that may be tried with every element; Windows refuses them where they do not apply."""

SAME: Mapping[str, str] = {"scroll": "scroll-into-view"}
"""The words of other platforms for the same action."""

_WAYS = {
    "press": (("Invoke", "Invoke"), ("Toggle", "Toggle"), ("SelectionItem", "Select"), ("ExpandCollapse", "Expand")),
    "toggle": (("Toggle", "Toggle"),),
    "select": (("SelectionItem", "Select"),),
    "expand": (("ExpandCollapse", "Expand"),),
    "collapse": (("ExpandCollapse", "Collapse"),),
    "scroll-into-view": (("ScrollItem", "ScrollIntoView"),),
}
"""The patterns of each action with their methods, in order of preference. "press" does what a click does: it toggles a
check box, selects a tab or a radio button, opens a menu."""

ACTIONS = (*_WAYS, TYPE, FOCUS)
"""All actions."""


def actions_of(states: Mapping[str, object], patterns: frozenset[str]) -> tuple[str, ...]:
    """The actions of an element with these states and patterns.

    ``expand`` and ``collapse`` are both named, whichever is possible now, so that expanding does not change the
    actions. ``type`` replaces the whole value. ``focus`` is not named: the state ``focusable`` says it.
    """
    if "expanded" not in states:  # a leaf
        patterns -= {"ExpandCollapse"}
    actions = [action for action, ways in _WAYS.items() if any(pattern in patterns for pattern, _ in ways)]
    if patterns & {"Value", "RangeValue"} and "readonly" not in states:
        actions.append(TYPE)
    return tuple(actions)


def live_control(element: Any, package: Package) -> Any:  # noqa: ANN401  # of an IUIAutomationElement a Control
    """Make the Control of the package for a live element.

    Raises:
        StaleRef: the element does not exist any more.
        BackendError: the call to its program failed.
    """
    module = package.uiautomation
    try:
        if element.CurrentControlType in module.ControlTypeNames:
            return module.Control.CreateControlFromElement(element)
        return module.Control(element=element)  # for an unknown type CreateControlFromElement would write a log file
    except package.error as error:
        raise _problem(error) from error


def do(control: Any, action: str, value: str | None, package: Package) -> None:  # noqa: ANN401  # a Control
    """Do an action with a Control, by the COM objects of its patterns: the package's own methods hide some failures.

    Raises:
        StaleRef: the element does not exist any more.
        NotActionable: the action is not possible now; nothing was done.
        BackendError: the program failed.
    """
    try:
        if action == FOCUS:
            control.Element.SetFocus()
        elif action == TYPE:
            _type(control, value, package)
        else:
            _by_pattern(control, action, package)
    except package.error as error:
        raise _problem(error) from error


def _by_pattern(control: Any, action: str, package: Package) -> None:  # noqa: ANN401  # a Control
    for name, method in _WAYS[action]:
        if (pattern := _pattern(control, name, package)) is not None:
            getattr(pattern, method)()
            return
    raise NotActionable("no such action", f"the action {action!r} is not offered any more", "read the window again")


def _type(control: Any, value: str | None, package: Package) -> None:  # noqa: ANN401  # a Control
    if value is None:
        raise no_value()
    texts = _pattern(control, "Value", package)
    if texts is not None and not texts.CurrentIsReadOnly:
        texts.SetValue(value)
        return
    numbers = _pattern(control, "RangeValue", package)
    if numbers is None or numbers.CurrentIsReadOnly:
        raise NotActionable("readonly", "the element takes no value now", "read the window to see which do")
    try:
        number = float(value)
    except ValueError:
        raise NotActionable("no such value", "the element takes a number", "write it with digits") from None
    numbers.SetValue(number)


def _pattern(control: Any, name: str, package: Package) -> Any:  # noqa: ANN401  # a COM object, or None
    found = control.GetPattern(getattr(package.uiautomation.PatternId, f"{name}Pattern"))
    return None if found is None else found.pattern


def _problem(error: Exception) -> Exception:
    if is_gone(error):
        return StaleRef("the element is not there any more: read the window again")
    return failed("Windows could not do it", error)
