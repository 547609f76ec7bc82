"""What the formats made of lines share: the order and importance of records, and a line for each of them.

``compact`` and ``read-agent`` subclass :class:`RecordLines`. Texts of the UI are quoted, roles and names of states are
tokens; everything else is in words that no UI can forge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping

import attrs

from uidiff.diffing.delta import place_of
from uidiff.diffing.records import Added, Changed, Hidden, Moved, NewlyRead, Record, Removed, Reordered, Shown, Unknown
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.budget import BEFORE_ALL, TextBlock, place_behind
from uidiff.formats.elements import native_role
from uidiff.formats.hidden_roots import inside_of
from uidiff.formats.options import RenderOptions
from uidiff.formats.values import format_value
from uidiff.matching.matching import Matching
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import BOOLEAN_STATES

__all__ = [
    "RecordLines",
    "boolean_word",
    "flag_words",
    "in_document_order",
    "other_states",
]


_SIGNS_AND_KINDS: Mapping[type[Record], tuple[str, str]] = {
    Added: ("+", "added"),
    NewlyRead: ("!", "newly read"),
    Removed: ("-", "removed"),
    Unknown: ("?", "unknown"),
    Hidden: ("<", "hidden"),
    Shown: ("^", "shown"),
    Changed: ("~", "changed"),
    Moved: (">", "moved"),
    Reordered: ("=", "reordered"),
}
"""The first character of a record's line, and its name in the line that counts what a budget leaves out.

The sign of a circumstance is ``@``.
"""

_TELLING = frozenset({"alert", "alertdialog", "dialog", "log", "menu", "status", "window"})
"""Roles of added elements that a reader must not miss."""


def in_document_order(delta: TreeDiff) -> list[Record]:
    """Return all records in the order of their elements after; removed ones follow the nearest matched element before
    them. The change of an element precedes its move, and the order of its children is last.
    """
    matching = delta.matching
    return sorted(delta.delta.records, key=lambda record: _place(record, matching))


def _place(record: Record, matching: Matching) -> tuple[int, int, int]:
    if isinstance(record, Removed | Unknown | Hidden):
        return place_behind(matching, record.before.index), 1, record.before.index
    if isinstance(record, Reordered) and record.after is None:
        return BEFORE_ALL, 0, 0
    assert record.after is not None  # noqa: S101  # for the type checker: all others have one
    return record.after.index, 0, 0


def _importance(record: Record) -> int:
    """Rank a record under a budget, 0 the most important: added alerts and dialogs; other added roots, and changes;
    removed, hidden and shown roots, and moves; other added and removed elements, and what was not read; changes of only
    bounds.
    """
    if isinstance(record, Added):
        return 0 if record.after.role in _TELLING else 1 if record.root else 3
    if isinstance(record, Changed):
        return 4 if record.fields.keys() == {"bounds"} else 1
    if isinstance(record, Removed | Hidden | Shown):
        return 2 if record.root else 3
    return 2 if isinstance(record, Moved | Reordered) else 3


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
        inside = inside_of(delta)
        for place, record in enumerate(in_document_order(delta)):
            below = inside.get(place_of(record), 0)
            if below is None:
                continue
            sign, kind = _SIGNS_AND_KINDS[type(record)]
            line = f"{sign} {self.record(record, *delta.refs)}".rstrip(" ")
            if below:
                line += f" (+{below} inside)"
            yield TextBlock(kind, [(line, 1 + below)], place=(place,), rank=_importance(record))

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
