"""States and their changes as words of the ``agent`` text."""

from __future__ import annotations

from collections.abc import Mapping

from uidiff.formats.values import format_value
from uidiff.model.states import States, StateValue

__all__ = ["INHERITED", "QUIET", "change_words", "state_words"]

QUIET = frozenset(
    {
        *("atomic", "autocomplete", "braillelabel", "brailleroledescription", "colcount", "colindex", "colindextext"),
        *("colspan", "dropeffect", "editable", "focusable", "grabbed", "inputtype", "keyshortcuts", "level", "live"),
        *("multiline", "multiselectable", "orientation", "posinset", "relevant", "roledescription", "rowcount"),
        *("rowindex", "rowindextext", "rowspan", "setsize", "valuemax", "valuemin", "valuenow"),
    },
)
"""States that are not printed with an element, because they seldom help to act. Their changes are."""

_WRITABLE = frozenset(
    {
        *("checkbox", "columnheader", "combobox", "grid", "gridcell", "listbox", "radiogroup", "rowheader"),
        *("searchbox", "slider", "spinbutton", "switch", "textbox", "treegrid"),
    },
)
"""Roles that can be read-only (WAI-ARIA 1.2, aria-readonly); for others the state is not printed."""

INHERITED = ("disabled", "offscreen")
"""States that hold for all elements below: printed only with the topmost one."""

_POPPING_UP = frozenset({"combobox", "searchbox", "textbox"})
_RANGED = frozenset({"slider", "spinbutton", "progressbar", "meter"})
_THREE_VALUED: Mapping[str, Mapping[object, str]] = {
    "checked": {True: "checked", False: "unchecked", "mixed": "mixed", None: "not checkable"},
    "expanded": {True: "expanded", False: "collapsed", None: "not expandable"},
    "pressed": {True: "pressed", False: "unpressed", "mixed": "mixed", None: "not pressable"},
}
_SILENT_WORDS = frozenset({"unchecked", "unpressed"})
_ABSENT = frozenset({False, None})
_OPPOSITES: Mapping[str, str] = {"disabled": "enabled", "offscreen": "onscreen"}


def state_words(role: str, states: States, value: str | None) -> tuple[str, ...]:
    """Return the states of an element in words, without the usual ones: unchecked, unpressed, not selected."""
    if not states:
        return ()
    words = [_word(role, name, state, value) for name, state in states if name not in QUIET and name not in INHERITED]
    if role in _RANGED:
        words.append(_range(dict(states)))
    return tuple(filter(None, words))


def _word(role: str, name: str, state: StateValue, value: str | None) -> str:
    """Return one state in words; "" if it is not printed."""
    if name in _THREE_VALUED:
        word = _THREE_VALUED[name].get(state, "")
        return "" if word in _SILENT_WORDS else word
    if state is True:
        return "" if name == "readonly" and role not in _WRITABLE else name
    if name == "haspopup":
        return "" if state == "false" or role in _POPPING_UP else "popup"
    if state is False or (name == "valuetext" and state == value):
        return ""
    return f"{name}={format_value(state)}"


def _range(states: Mapping[str, object]) -> str:
    low, high = states.get("valuemin", 0), states.get("valuemax")
    return "" if high is None else f"range={low}..{high}"


def change_words(name: str, before: object, after: object, clip: int | None = None) -> str:
    """Return the change of one state in words: "checked", "not selected", ``level 2 -> 3``."""
    if name in _THREE_VALUED:
        return _THREE_VALUED[name].get(after, "")
    if after is True:
        return name
    if name in _OPPOSITES and after is False:
        return _OPPOSITES[name]
    if before is True and after in _ABSENT:
        return f"not {name}"
    return f"{name} {format_value(before, clip)} -> {format_value(after, clip)}"
