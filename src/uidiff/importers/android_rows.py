"""Rows of Android's views, whatever tool wrote them: page sources of UiAutomator, forests and lists of AndroidWorld."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from uidiff.importers.xml_tree import Box
from uidiff.model.columns import Row
from uidiff.model.redaction import HOLD_VALUES
from uidiff.model.roles import resolve_role
from uidiff.model.states import CHECKABLE_ROLES

__all__ = ["FLAGS", "AndroidView", "android_row"]

_VALUED = HOLD_VALUES | {"progressbar", "meter"}
"""Roles whose text is a value, not a label."""

_TOGGLE = "android.widget.ToggleButton"
"""A toggle button: its ``checked`` is ``pressed`` in ARIA."""

_STATES: Mapping[str, str] = {
    **{name: name for name in ("focusable", "focused", "selected", "invalid", "editable", "disabled", "offscreen")},
    "password": "protected",
}
_ACTIONS: Mapping[str, str] = {"clickable": "click", "long_clickable": "long-click", "scrollable": "scroll"}

FLAGS = frozenset({*_STATES, *_ACTIONS, "checkable", "checked"})
"""What a view may be; the words are those of AccessibilityNodeInfo, but for ``disabled`` and ``offscreen``."""


class AndroidView(NamedTuple):
    """What is known of a view.

    Attributes:
        native: its class, "android.widget.Button".
        text: its text as it is; "" differs from None, where a value may be empty.
        description: its content description; None if it has none.
        flags: which of ``FLAGS`` it is.
        hint: what stands in an empty field.
        shows_hint: whether its text is the hint; None: the tool does not say.
        bounds: x, y, width, height in pixels.
        resource: its resource name, "org.example:id/pay".
    """

    native: str
    text: str | None
    description: str | None
    flags: AbstractSet[str]
    hint: str | None = None
    shows_hint: bool | None = None
    bounds: Box | None = None
    resource: str | None = None


def android_row(view: AndroidView, depth: int) -> Row:
    """Return the row of a view; ``role`` is its class, for the platform "android"."""
    role, _ = resolve_role(view.native, "android")
    name, value = _label(view, role)
    return Row(
        depth,
        view.native,
        name,
        value,
        bounds=view.bounds,
        states=_states(view, role),
        automation_id=view.resource,
        actions=[action for flag, action in _ACTIONS.items() if flag in view.flags],
        secret="password" in view.flags,
    )


def _label(view: AndroidView, role: str) -> tuple[str | None, str | None]:
    """Return name and value; an empty field shows its hint as its text, which is not a value."""
    text = view.text or None
    if role in _VALUED:
        hint_shows = text == view.hint if view.shows_hint is None else view.shows_hint
        return view.description, None if hint_shows and text is not None else view.text
    if view.description is None or view.description == text:
        return text, None
    return view.description, text


def _states(view: AndroidView, role: str) -> dict[str, object]:
    states: dict[str, object] = {ours: True for flag, ours in _STATES.items() if flag in view.flags}
    if role in CHECKABLE_ROLES or not view.flags.isdisjoint({"checkable", "checked"}):
        states["pressed" if view.native == _TOGGLE else "checked"] = "checked" in view.flags
    return {**states, "placeholder": view.hint} if view.hint else states
