"""The actions on elements of AT-SPI."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isfinite

from uidiff.backends.atspi.bus import Bus, BusCall, Fault, Reply
from uidiff.backends.atspi.constants import (
    ACCESSIBLE,
    ACTION,
    COMPONENT,
    EDITABLE_TEXT,
    PROPERTIES,
    VALUE,
    has_state,
)
from uidiff.backends.atspi.facts import action_names
from uidiff.backends.atspi.replies import ObjectKey, as_states, expect_answer, list_in
from uidiff.backends.protocol import PERHAPS_DONE
from uidiff.backends.refusals import no_action, no_value
from uidiff.errors import NotActionable

__all__ = ["act"]

PRESS, FOCUS, TYPE, SCROLL = "press", "focus", "type", "scroll"
"""Actions besides those that an element names: press it, set the focus, set its text or number, scroll it into view."""

_ANYWHERE = 6
"""Scroll only as far as is needed (AtspiScrollType)."""

_PRESSES = ("press", "click", "activate", "jump", "toggle")
"""The names of "press" in programs: those of buttons, items, links and toggles in Qt and GTK."""


def act(bus: Bus, key: ObjectKey, action: str, value: str | None) -> str | None:
    """Do an action with an object; what else is to be known of it.

    Raises:
        NotActionable: it has no such action, or refuses it; nothing was done.
        ReadTimeout: its program does not answer; nothing was done.
    """
    interfaces = list_in(expect_answer(bus.one(BusCall(*key, ACCESSIBLE, "GetInterfaces"))))
    names: list[str] = []
    if ACTION in interfaces:
        names = action_names(expect_answer(bus.one(BusCall(*key, ACTION, "GetActions"))))
    done = _sent(bus, key, action, value, interfaces=interfaces, names=names)
    if done is Fault.SLOW:  # a dialog may hold back the answer until it is closed: see whether the program answers
        answers = bus.one(BusCall(*key, ACCESSIBLE, "GetRole")) is not Fault.SLOW
        return None if answers else f"{PERHAPS_DONE}: the program does not answer"
    if isinstance(done, Fault) or done == (False,):
        problem = f"the element does not do {ascii(action)[:80]}"
        raise NotActionable("refused", problem, "see whether it is disabled or read-only")
    return None


def _sent(
    bus: Bus, key: ObjectKey, action: str, value: str | None, *, interfaces: Collection[object], names: Sequence[str]
) -> Reply:
    """What the program answers to an action; NotActionable if the object has no such action."""
    number = _number_of_action(names, action)
    if number is not None:
        return bus.one(BusCall(*key, ACTION, "DoAction", "i", (number,)))
    if action == FOCUS and COMPONENT in interfaces:
        return bus.one(BusCall(*key, COMPONENT, "GrabFocus"))
    if action == SCROLL and COMPONENT in interfaces:
        return bus.one(BusCall(*key, COMPONENT, "ScrollTo", "u", (_ANYWHERE,)))
    if action == TYPE and value is None:
        raise no_value()
    if action == TYPE and EDITABLE_TEXT in interfaces:
        states = expect_answer(bus.one(BusCall(*key, ACCESSIBLE, "GetState")))
        if not has_state(as_states(list_in(states)), "editable"):  # GTK 3 answers that it is done
            raise NotActionable("readonly", "it is read-only", "see whether the window has a way to edit it")
        return bus.one(BusCall(*key, EDITABLE_TEXT, "SetTextContents", "s", (value,)))
    if action == TYPE and VALUE in interfaces:
        return bus.one(BusCall(*key, PROPERTIES, "Set", "ssv", (VALUE, "CurrentValue", ("d", _number(value)))))
    known = [*filter(None, names), FOCUS] + [TYPE] * bool({EDITABLE_TEXT, VALUE}.intersection(interfaces))
    raise no_action(action, known)


def _number_of_action(names: Sequence[str], action: str) -> int | None:
    """The index of an action, by its name or for "press" by the names of that in programs; None if there is none."""
    folded = [name.casefold() for name in names]
    wanted = (action.casefold(), *(_PRESSES if action.casefold() == PRESS else ()))
    return next((folded.index(name) for name in wanted if name in folded), None)


def _number(value: str | None) -> float:
    try:
        number = float(value or "")
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        problem = "this element takes a number"  # not quoted: it may be secret
        raise NotActionable("no such value", problem, "write it with digits")
    return number
