"""What ``compact`` and ``read-agent`` share: a line for each record of a delta, or for each element of a tree.

Texts of the UI are quoted, roles and names of states are tokens; everything else is in words that no UI can forge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping

import attrs

from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Record, Removed, Reordered, Unknown
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.budget import TextBlock
from uidiff.formats.elements import native_role
from uidiff.formats.options import RenderOptions
from uidiff.formats.record_order import KINDS, importance, in_document_order
from uidiff.formats.values import format_value
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import BOOLEAN_STATES

__all__ = ["RecordLines", "boolean_word", "flag_words", "other_states"]

_SIGNS: Mapping[type[Record], str] = {
    Added: "+",
    NewlyRead: "!",
    Removed: "-",
    Unknown: "?",
    Changed: "~",
    Moved: ">",
    Reordered: "=",
}
"""The first character of a record's line; that of a circumstance is ``@``."""

_DEEPEST = 32
"""Levels that are shown by white space, so that the length of a line is bounded however deep the tree is."""


@attrs.frozen
class RecordLines(ABC):
    """Makes the lines of a diff or a tree; texts are shortened to ``clip`` characters, None: not at all."""

    options: RenderOptions
    clip: int | None

    @abstractmethod
    def circumstance(self, name: str, before: object, after: object) -> str:
        """Return the words for a change of the title, the URL or the document; both are equal if it is hidden."""

    @abstractmethod
    def record(self, record: Record, before: Refs, after: Refs) -> str:
        """Return the line of a record without its sign."""

    @abstractmethod
    def element(self, element: Element, refs: Refs) -> str:
        """Return the line of an element of a whole tree."""

    def of_diff(self, delta: TreeDiff) -> Iterator[TextBlock]:
        """Yield a block for each circumstance, then for each record in document order."""
        for name, pair in delta.circumstances.items():
            yield TextBlock("circumstances", [(f"@ {name} {self.circumstance(name, *pair)}", 1)])
        for place, record in enumerate(in_document_order(delta)):
            line = f"{_SIGNS[type(record)]} {self.record(record, *delta.refs)}".rstrip(" ")
            yield TextBlock(KINDS[type(record)], [(line, 1)], place=(place,), rank=importance(record))

    def of_tree(self, snapshot: Snapshot, refs: Refs) -> Iterator[TextBlock]:
        """Yield one block with a line for each element."""
        yield TextBlock("elements", [(f"{_indent(one.depth)}{self.element(one, refs)}", 1) for one in snapshot])

    def plain_value(self, value: object) -> str:
        """Return a value that is no rectangle as a word."""
        return format_value(value, self.clip, brackets="[]")


def _indent(depth: int) -> str:
    """Two spaces a level; below level 32 the number of the level, as ``(33) ``, follows them."""
    return "  " * depth if depth <= _DEEPEST else f"{'  ' * _DEEPEST}({depth}) "


def boolean_word(name: str, value: object) -> str | None:
    """Return ``focused``, ``not focused``, ``enabled`` or ``disabled``; None for a state that is not boolean."""
    if name not in BOOLEAN_STATES:
        return None
    if name == "disabled":
        return "disabled" if value else "enabled"
    return name if value else f"not {name}"


def flag_words(element: Element) -> Iterator[str]:
    """Yield the boolean states of an element, and whether it is secret or not read below."""
    yield from (name for name in element.states if name in BOOLEAN_STATES)
    yield from (flag for flag in ("secret", "unread") if getattr(element, flag))


def other_states(element: Element) -> Iterator[tuple[str, object]]:
    """Yield the other states by name, and the platform's own role if no ARIA role stands for it."""
    yield from ((name, value) for name, value in element.states.items() if name not in BOOLEAN_STATES)
    native = native_role(element)
    if native is not None:
        yield "role.native", native
