"""Why an element does not take an action, by its states: for backends that do not ask the live element themselves."""

from __future__ import annotations

from uidiff.errors import NotActionable
from uidiff.model.element import Element

__all__ = ["expect_taken"]

_HARMLESS = frozenset({"focus", "hover", "scroll", "scroll-into-view"})
"""Actions that a disabled element may take."""

_EDITING = frozenset({"type", "clear"})
"""Actions that change a text or a number."""


def expect_taken(element: Element, action: str) -> None:
    """Raise NotActionable if the states of an element, as it was read last, say that it does not take an action."""
    name = action.casefold()
    if element.states.get("disabled") and name not in _HARMLESS:
        cure = "it may become enabled: see what the window wants first, or wait"
        raise NotActionable("disabled", "it is disabled", cure)
    if element.states.get("readonly") and name in _EDITING:
        cure = "see whether the window has a way to edit it"
        raise NotActionable("readonly", "it is read-only", cure)
