"""What was seen of an action: said in the answer to it. Never a verdict on whether it worked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, islice
from typing import Literal

import attrs

from uidiff.formats.json_text import write_json
from uidiff.model.element import Element
from uidiff.text import counted, quote, shorten

__all__ = ["EFFECT_TOKENS", "Effect", "passing_label", "says_effect", "with_effect"]

EFFECT_TOKENS = 60
"""Tokens that are kept for the lines of an effect where an answer has a budget."""

_LINES = "agent"
_JSON = frozenset({"describe-json", "read-json"})
_NAMED = 3
"""Elements seen for a moment that are named; more are counted."""

_SEARCHED = 30
"""Elements that are searched for the label of one seen for a moment: those at the beginning of what it holds."""

_LABEL = 60
"""Characters of the label of an element seen for a moment."""


def passing_label(element: Element) -> str:
    """Return the role and the quoted label of an element seen for a moment: its own label, or the first one below."""
    near = islice(chain((element,), element.descendants), _SEARCHED)
    texts: Iterator[str] = (one.label for one in near if one.label)
    return f"{element.role} {quote(shorten(next(texts, ''), _LABEL))}"


@attrs.frozen(kw_only=True)
class Effect:
    """What was seen of an action.

    Attributes:
        kind: "changed": the answer says what; "nothing seen"; "not looked": the window was read once, at once, or could
            not be read.
        looks: the number of reads after the action.
        seconds: the time from the action to the last of them.
        passing: what was there for a moment between the action and the answer, and is not any more: the role and the
            quoted label of each.
        loading: whether the window is still loading something.
        settled: whether it came to rest; None if that was not awaited.
        note: what else is to be known of an action that was done, or may have been; "" if nothing.
    """

    kind: Literal["changed", "nothing seen", "not looked"]
    looks: int
    seconds: float
    passing: tuple[str, ...] = ()
    loading: bool = False
    settled: bool | None = None
    note: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """What the diff does not say, in sentences."""
        said = []
        if self.kind == "nothing seen":
            said.append(f"Nothing seen: {counted(self.looks, 'look')} in {self.seconds:.1f} s.")
        elif self.kind == "not looked":
            said.append("Not looked: read once, at once.")
        if self.passing:
            more = [f"{len(self.passing) - _NAMED} more"] * (len(self.passing) > _NAMED)
            said.append(f"For a moment: {', '.join([*self.passing[:_NAMED], *more])}.")
        if self.loading:
            said.append("Still loading.")
        if self.settled is False:
            said.append(f"Still changing after {self.seconds:.1f} s.")
        if self.note:
            said.append(f"Note: {self.note}.")
        return tuple(said)


def says_effect(format_name: str) -> bool:
    """Whether a format has a place for an effect."""
    return format_name == _LINES or format_name in _JSON


def with_effect(text: str, format_name: str, effect: Effect) -> str:
    """The text of an answer with its effect: lines of ``agent``, the key "effect" of the JSON formats."""
    if format_name == _LINES:
        return "\n".join([text, *effect.lines])
    if format_name in _JSON:
        return write_json({**json.loads(text), "effect": attrs.asdict(effect)})
    return text
