"""What a comparison of two runs reports: losses of accessibility by kind, each told once however many steps show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import attrs

from uidiff.compare.runs import StepPlace
from uidiff.errors import UnknownName
from uidiff.text import quote, shorten

__all__ = [
    "KINDS",
    "Finding",
    "Loss",
    "StepPair",
    "change_words",
    "checked_kinds",
    "element_words",
    "merged",
    "quoted",
    "sentence",
]

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "missing-step": "steps that nothing was compared with",
        "other-page": "steps that end on another page: nothing else was compared there",
        "new-error": "error messages that were not there",
        "lost-element": "controls and dialogs that are gone while what is around them stayed",
        "lost-role": "elements without their role",
        "lost-name": "elements without an accessible name",
        "not-focusable": "elements that the keyboard no longer reaches",
        "hidden": "elements that are hidden from assistive technology",
        "lost-landmark": "landmarks that are gone, their content is not",
        "lost-heading": "headings that are plain text",
        "heading-level": "headings of another level",
        "duplicate-name": "controls that could be told apart and now have one name",
        "lost-description": "elements without their description",
        "lost-state": "elements that no longer say whether they are expanded, checked, pressed or live",
        "other-focus": "steps after which the keyboard focus is elsewhere",
    }
)
"""Each kind of finding, the gravest first, with what it lists."""

LONGEST = 80
"""The most characters of one text of the UI in a line."""

StepPair: TypeAlias = tuple[StepPlace, StepPlace | None]
"""A step of the run before, and its partner in the run after."""


class Loss(NamedTuple):
    """One loss in one pair of steps.

    Attributes:
        kind: one of ``KINDS``.
        role: the role of the element, as it was; of an error as it is.
        label: what it is called, unquoted, "" if nothing tells; of an item of a list "", so that equal losses are one.
        within: role and label of the nearest landmark, dialog, item or named group around it; None without one.
        before, after: what it had and has: a name, a role, a level, a description; None for none.
    """

    kind: str
    role: str
    label: str
    within: tuple[str, str] | None = None
    before: str | None = None
    after: str | None = None


@attrs.frozen(kw_only=True)
class Finding:
    """One loss, told once for all steps that show it.

    Attributes:
        loss: what was lost; its texts are those of the UI, unquoted.
        count: the elements that lost it in the step that has most of them.
        steps: the pairs of steps that show it, at least one.
    """

    loss: Loss
    count: int
    steps: tuple[StepPair, ...]

    @property
    def kind(self) -> str:
        """The kind, one of ``KINDS``."""
        return self.loss.kind

    def __str__(self) -> str:
        return f"{self.kind}: {sentence(self.loss)}"


def merged(found: Iterable[tuple[StepPair, Loss]]) -> tuple[Finding, ...]:
    """Join equal losses of several elements and steps; by kind, then in the order in which they were found."""
    counts: dict[Loss, dict[StepPair, int]] = {}
    for step, loss in found:
        by_step = counts.setdefault(loss, {})
        by_step[step] = by_step.get(step, 0) + 1
    order = list(KINDS)
    findings = [
        Finding(loss=loss, count=max(by_step.values()), steps=tuple(by_step)) for loss, by_step in counts.items()
    ]
    return tuple(sorted(findings, key=lambda finding: order.index(finding.kind)))


def checked_kinds(given: Iterable[str]) -> frozenset[str]:
    """The kinds of these names. UnknownName for another one."""
    names = frozenset(given)
    for name in sorted(names):
        if name not in KINDS:
            raise UnknownName("kind of finding", name, KINDS)
    return names


# ------------------------------------------------------------------------ words

Say: TypeAlias = Callable[[str], str]
"""How a text of the UI is written in one line."""


def quoted(text: str) -> str:
    """Return a text of the UI in quotes, shortened."""
    return quote(shorten(text, LONGEST))


def element_words(loss: Loss, say: Say = quoted) -> str:
    """Return what to call the element of a loss, and where it is."""
    words = loss.role + (f" {say(loss.label)}" if loss.label else "")
    if loss.within is None:
        return words
    role, label = loss.within
    return f"{words} in {role}" + (f" {say(label)}" if label else "")


def change_words(loss: Loss, say: Say = quoted) -> str:
    """Return what the element had and has, "" if the kind says it all."""
    if loss.before is None and loss.after is None:
        return ""
    own = loss.kind in _OWN_WORDS
    return " -> ".join("none" if value is None else value if own else say(value) for value in (loss.before, loss.after))


def sentence(loss: Loss) -> str:
    """Return a loss in words, in one line; texts of the UI are quoted."""
    return ": ".join(filter(None, (element_words(loss), change_words(loss))))


_OWN_WORDS = frozenset({"heading-level", "lost-element", "lost-heading", "lost-landmark", "lost-role", "lost-state"})
"""Kinds whose values are roles, levels, states and counts, which need no quotes."""
