"""The actions on elements: those of the system, and attributes that are set."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NoReturn

from uidiff.backends.ax.calls import AxCalls, AxFailure, Hung, Stale
from uidiff.backends.ax.handles import AxHandle
from uidiff.backends.protocol import PERHAPS_DONE
from uidiff.backends.refusals import no_value
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

_SAME: Mapping[str, str] = {"scroll": "scroll-to-visible"}
"""The words of other platforms for the same action."""

_TYPE = "type"
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_CASE_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LONGEST = 80
_ASKED = ("AXRole", "AXSubrole", "AXValue")


def word_of(action: str) -> str:
    """The name of a system action: "AXShowMenu" is "show-menu"."""
    return _CASE_BOUNDARY.sub("-", action.removeprefix("AX")).lower()


def act(calls: AxCalls, handle: AxHandle, action: str, value: str | None) -> str | None:
    """Do an action with an element; what else is to be known of it.

    Args:
        action: an action that the element offers now ("press", "show-menu", "increment", …), "focus", "select",
            "expand", "collapse", or "type", which replaces the value.
        value: the text to type, or the number of a slider.

    Raises:
        StaleRef: the element does not exist any more.
        NotActionable: the element has no such action, or refuses it; nothing was done.
        ReadTimeout: its application does not answer; nothing was done.
    """
    try:
        if action == _TYPE:
            _type(calls, handle, value)
        elif action in _SETTING:
            name, setting = _SETTING[action]
            facts = calls.facts(handle, _ASKED)
            _set(calls, handle, _OF_OUTLINES.get(name, name) if facts.subrole == "AXOutlineRow" else name, setting)
        else:
            _perform(calls, handle, action)
    except Stale:
        raise StaleRef("the element is not there any more: read the window again") from None
    except _Unanswered:
        return f"{PERHAPS_DONE}: the application does not answer"
    except Hung:
        raise ReadTimeout("the application does not answer: wait until it is less busy, or end it") from None
    except AxFailure as error:
        problem = f"the element refuses {_quoted(action)} (error {error.code})"
        raise NotActionable("refused", problem, "try another action") from None
    return None


class _Unanswered(Exception):  # the caller says what is so
    """The action was sent, and not answered."""


def _set(calls: AxCalls, handle: AxHandle, name: str, setting: object) -> None:
    try:
        calls.set(handle, name, setting)
    except Hung:
        raise _Unanswered from None


def _type(calls: AxCalls, handle: AxHandle, value: str | None) -> None:
    if value is None:
        raise no_value()
    facts = calls.facts(handle, _ASKED)
    try:
        typed = value if facts.number("AXValue") is None else float(value)
    except ValueError:  # the value is not quoted: it may be secret
        raise NotActionable("no such value", f"the value of {facts.role!a} is a number", "type one") from None
    _set(calls, handle, "AXValue", typed)


def _perform(calls: AxCalls, handle: AxHandle, action: str) -> None:
    offered = calls.actions(handle)
    wanted = next((each for each in offered if word_of(each) == _SAME.get(action, action)), None)
    if wanted is None:
        _refuse(action, offered)
    try:
        calls.perform(handle, wanted)
    except Hung:
        try:  # an open menu or dialog holds back only the answer to its action
            calls.facts(handle, _ASKED)
        except Stale:
            pass
        except Hung:
            raise _Unanswered from None


def _refuse(action: str, offered: tuple[str, ...]) -> NoReturn:
    """Raise NotActionable with the actions of the element, without custom ones, whose names are text of the UI."""
    words = dict.fromkeys(word for word in map(word_of, offered) if _WORD.fullmatch(word) and len(word) <= _LONGEST)
    known = ", ".join((*words, *_SETTING, _TYPE))
    raise NotActionable("no such action", f"no action {_quoted(action)}", f"the element has {known}")


def _quoted(action: str) -> str:
    return ascii(action)[:_LONGEST]
