"""What the formats made of lines say of elements and of their changes, in words that no text of a UI can be.

Texts are quoted; roles and the names of states are tokens; all else is said in words of our own, numbers and signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Record, Removed, Reordered, Unknown
from uidiff.diffing.sentences import HIDDEN
from uidiff.formats.elements import native_role
from uidiff.formats.values import format_value
from uidiff.model.element import Element
from uidiff.model.states import BOOLEAN_STATES

__all__ = ["HIDDEN", "SIGNS", "boolean_word", "flag_words", "indent", "other_states", "plain_word"]

SIGNS: Mapping[type[Record], str] = {
    Added: "+",
    NewlyRead: "!",
    Removed: "-",
    Unknown: "?",
    Changed: "~",
    Moved: ">",
    Reordered: "=",
}
"""What the line of a record begins with; that of a circumstance begins with ``@``."""

_DEEPEST = 32
"""So many levels are shown by white space: a line has a bounded length however deep the tree is."""


def indent(depth: int) -> str:
    """Two spaces a level; below level 32 the number of the level, as ``(33) ``, behind them."""
    return "  " * depth if depth <= _DEEPEST else f"{'  ' * _DEEPEST}({depth}) "


def plain_word(value: object, clip: int | None = None) -> str:
    """Return a value but for bounds as a word, texts cut to ``clip`` characters."""
    return format_value(value, clip, brackets="[]")


def boolean_word(name: str, value: object) -> str | None:
    """``focused``, ``not focused``, ``enabled``, ``disabled``; None for other states than the boolean ones."""
    if name not in BOOLEAN_STATES:
        return None
    if name == "disabled":
        return "disabled" if value else "enabled"
    return name if value else f"not {name}"


def flag_words(element: Element) -> Iterator[str]:
    """What is simply true of an element: its boolean states, and whether it is secret or not read below."""
    yield from (name for name in element.states if name in BOOLEAN_STATES)
    yield from (flag for flag in ("secret", "unread") if getattr(element, flag))


def other_states(element: Element) -> Iterator[tuple[str, object]]:
    """All other states by name, and the platform's own role where no ARIA role stands for it."""
    yield from ((name, value) for name, value in element.states.items() if name not in BOOLEAN_STATES)
    native = native_role(element)
    if native is not None:
        yield "role.native", native
