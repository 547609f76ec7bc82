"""Values, states and times as words of a line: texts are quoted, everything else is in words that no quoted text is."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from uidiff.model.limits import LARGEST_EXACT
from uidiff.model.states import States, StateValue
from uidiff.text import quote, shorten

__all__ = [
    "ABSENT",
    "INHERITED",
    "OF_A_ROW",
    "QUIET",
    "change_words",
    "format_ranges",
    "format_text",
    "format_value",
    "iso_time",
    "seconds",
    "seconds_text",
    "state_words",
]

ABSENT = "none"
"""Stands for a value that is absent; the empty text is ``""``."""


def format_text(text: str, clip: int | None = None) -> str:
    """Return a text of the UI quoted, shortened to ``clip`` characters if given."""
    return quote(text if clip is None else shorten(text, clip))


def format_value(value: object, clip: int | None = None, *, brackets: str = "()") -> str:
    """Return a value as a word: ``"text"``, ``true``, ``1.5``, ``none``, and of a tuple its parts in ``brackets``."""
    if value is None:
        return ABSENT
    if isinstance(value, str):
        return format_text(value, clip)
    if isinstance(value, tuple):
        parts = ",".join(format_value(part, clip, brackets=brackets) for part in value)
        return f"{brackets[0]}{parts}{brackets[1]}"
    return json.dumps(value)


def format_ranges(numbers: Sequence[int]) -> str:
    """Return numbers in their order, those that count up by one as a range: ``3-9,12``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def seconds(time: float | None) -> float | None:
    """Round Unix seconds to the millisecond (spec/definitions#2-time-and-tokens); a whole number is an ``int``."""
    if time is None:
        return None
    rounded = round(time, 3)
    return int(rounded) if abs(rounded) < LARGEST_EXACT and rounded == int(rounded) else rounded


def seconds_text(time: float) -> str:
    """Return Unix seconds as text: ``1707504000``, or with three decimals if it is no whole number."""
    rounded = round(time, 3)
    if abs(rounded) >= LARGEST_EXACT:
        return json.dumps(rounded)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.3f}"


def iso_time(time: float | None) -> str | None:
    """Return ``2024-01-15T10:30:45Z``, with milliseconds if any; None if unknown or outside the range of dates."""
    if time is None or not math.isfinite(time):
        return None
    try:
        moment = _EPOCH + timedelta(milliseconds=round(time * 1000))
    except OverflowError:
        return None
    precision = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=precision).replace("+00:00", "Z")


QUIET = frozenset(
    {
        *("atomic", "autocomplete", "braillelabel", "brailleroledescription", "colcount", "colindex", "colindextext"),
        *("colspan", "dropeffect", "focusable", "grabbed", "inputtype", "keyshortcuts", "level", "live"),
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

OF_A_ROW = ("selected", "expanded")
"""States that a row and its cells have together: printed only with the outermost one, changes with the first."""

_TYPED_INTO = frozenset({"combobox", "searchbox", "spinbutton", "textbox"})
"""Roles that say that they are typed into; for others the state ``editable`` is printed."""

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
    if name == "editable" and role in _TYPED_INTO:
        return ""
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
        ended = after is None and before not in {None, False}  # what was on, or open, is so no more
        return _THREE_VALUED[name].get(False if ended else after, "")
    if after is True:
        return name
    if name in _OPPOSITES and after is False:
        return _OPPOSITES[name]
    if before is True and after in _ABSENT:
        return f"not {name}"
    return f"{name} {format_value(before, clip)} -> {format_value(after, clip)}"
