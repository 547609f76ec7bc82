"""The refusals that several backends have in common: nothing was done, and what to give instead."""

from __future__ import annotations

from collections.abc import Iterable

from uidiff.errors import NotActionable
from uidiff.text import quote

__all__ = ["no_action", "no_value"]

_LONGEST = 80
"""Characters of the name of an action that an error repeats."""


def no_action(action: str, known: Iterable[str]) -> NotActionable:
    """The error for an action that an element has not; ``known`` are those that it has, which may be text of the UI."""
    problem = f"no action {ascii(action)[:_LONGEST]}"
    return NotActionable("no such action", problem, f"it has {', '.join(map(quote, known))}")


def no_value() -> NotActionable:
    """The error for "type" without a value."""
    cure = "give a text, or the number that a slider is set to"
    return NotActionable("no value", "to type needs a value", cure)
