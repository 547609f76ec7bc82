"""The actions on elements: those of the system, and attributes that are set."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NoReturn

from uidiff.backends.ax.calls import AxCalls, AxFailure, Hung, Stale
from uidiff.backends.ax.handles import AxHandle
from uidiff.errors import NotActionable, ReadTimeout, StaleRef

__all__ = ["act", "word_of"]

_SETTING: Mapping[str, tuple[str, object]] = {
    "collapse": ("AXExpanded", False),
    "expand": ("AXExpanded", True),
    "focus": ("AXFocused", True),
    "select": ("AXSelected", True),
}
"""The actions that set an attribute."""

_OF_OUTLINES: Mapping[str, str] = {"AXExpanded": "AXDisclosing"}
"""The attributes of rows of outlines that differ."""

_TYPE = "type"
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_CASE_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LONGEST = 80
_ASKED = ("AXRole", "AXSubrole", "AXValue")


def word_of(action: str) -> str:
    """The name of a system action: "AXShowMenu" is "show-menu"."""
    return _CASE_BOUNDARY.sub("-", action.removeprefix("AX")).lower()


def act(calls: AxCalls, handle: AxHandle, action: str, value: str | None) -> None:
    """Do an action with an element.

    Args:
        action: an action that the element offers now ("press", "show-menu", "increment", …), "focus", "select",
            "expand", "collapse", or "type", which replaces the value.
        value: the text to type, or the number of a slider.

    Raises:
        StaleRef: the element does not exist any more.
        NotActionable: the element has no such action, or refuses it; nothing was done.
        ReadTimeout: its application does not answer.
    """
    try:
        if action == _TYPE:
            _type(calls, handle, value)
        elif action in _SETTING:
            name, setting = _SETTING[action]
            facts = calls.facts(handle, _ASKED)
            calls.set(handle, _OF_OUTLINES.get(name, name) if facts.subrole == "AXOutlineRow" else name, setting)
        else:
            _perform(calls, handle, action)
    except Stale:
        raise StaleRef("the element is not there any more: read the window anew") from None
    except Hung:
        raise ReadTimeout("the application does not answer: it may do it later, so read before you try again") from None
    except AxFailure as error:
        problem = f"the element refuses {_quoted(action)} (error {error.code})"
        raise NotActionable("refused", problem, "try another action") from None


def _type(calls: AxCalls, handle: AxHandle, value: str | None) -> None:
    if value is None:
        problem = "to type needs a value"
        raise NotActionable("no value", problem, "give a text, or the number that a slider is set to")
    facts = calls.facts(handle, _ASKED)
    try:
        typed = value if facts.number("AXValue") is None else float(value)
    except ValueError:  # the value is not quoted: it may be secret
        raise NotActionable("no such value", f"the value of {facts.role!a} is a number", "type one") from None
    calls.set(handle, "AXValue", typed)


def _perform(calls: AxCalls, handle: AxHandle, action: str) -> None:
    offered = calls.actions(handle)
    wanted = next((each for each in offered if word_of(each) == action), None)
    if wanted is None:
        _refuse(action, offered)
    try:
        calls.perform(handle, wanted)
    except Hung:
        with suppress(Stale):  # an open menu or dialog holds back only the answer to its action
            calls.facts(handle, _ASKED)


def _refuse(action: str, offered: tuple[str, ...]) -> NoReturn:
    """Raise NotActionable with the actions of the element, without custom ones, whose names are text of the UI."""
    words = dict.fromkeys(word for word in map(word_of, offered) if _WORD.fullmatch(word) and len(word) <= _LONGEST)
    known = ", ".join((*words, *_SETTING, _TYPE))
    raise NotActionable("no such action", f"no action {_quoted(action)}", f"the element has {known}")


def _quoted(action: str) -> str:
    return ascii(action)[:_LONGEST]
