"""The format ``compact`` (spec/features#d14): the summary in the first line, then a line for each record.

    DIFF since 2.3s ago (147 unchanged): Focus moved to "Search" textbox. 1 dialog appeared: "Save Changes?".
    + [Dialog] "Save Changes?" | (300,200) 400x150
    ~ [Edit] "Search" | focused
    - [Btn] "Loading..." |

The line of an added element has its role and its name before the bar (``""`` if it has none), and behind it its
position and size, its other texts and its states. The line of a changed element has all changes, old and new:
``value "a" -> "b"``, ``checked none -> true``, ``bounds (0,0) 9x9 -> none``; boolean states are one word: ``focused``,
``not focused``, ``enabled``; ``value changed (hidden)`` if the value may not be shown. Further signs: ``!`` newly read,
``?`` unknown (not read this time), ``<`` hidden and ``^`` shown again, with ``(+5 inside)`` for what is below and has
no line, ``>`` moved, ``=`` reordered, ``@`` title, URL or document; ``e12`` is a ref.

A whole tree is ``FULL (42 elements)``, then a line for each element, indented by two spaces a level, its ref behind the
bar. Of a selection it is ``FULL (12 of 42 elements)``, and the first line of a diff, or of a tree in place of a diff,
ends with ``3 changes outside the filter.``

``fold`` has no effect. Only under a budget that is too small for all lines, texts are shortened, the most important
records come first, and a last line such as ``… 12 more (8 added, 4 changed)`` counts what is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar

import attrs

from uidiff.diffing.differences import HIDDEN
from uidiff.diffing.records import Added, Changed, Hidden, Moved, NewlyRead, Record, Removed, Reordered, Shown, Unknown
from uidiff.diffing.refs import Refs
from uidiff.diffing.summary import LIMIT, SHORTEST, summarize
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.budget import within_budget
from uidiff.formats.elements import is_hidden
from uidiff.formats.options import RenderOptions
from uidiff.formats.record_lines import RecordLines, boolean_word, flag_words, other_states
from uidiff.formats.values import ABSENT
from uidiff.model.columns import Bounds
from uidiff.model.element import Element
from uidiff.model.roles import role_word
from uidiff.model.snapshot import Snapshot

__all__ = ["CompactFormat"]


class CompactFormat:
    """Lines for an agent that reads the summary first."""

    __api__: ClassVar[int] = 1

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return the summary and a line for each record in document order; under a budget the most important ones."""
        return within_budget(
            lambda room: _header(delta, options, room),
            lambda clip: _CompactLines(options, clip).of_diff(delta),
            options,
        )

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the number of elements and a line for each; under a budget the first ones."""
        return within_budget(
            lambda _: _full_header(snapshot, options),
            lambda clip: _CompactLines(options, clip).of_tree(snapshot, refs),
            options,
        )


def _full_header(snapshot: Snapshot, options: RenderOptions) -> str:
    elements = f"{len(snapshot)} elements" if options.of is None else options.elements(len(snapshot))
    outside = options.outside_sentence
    return f"FULL ({elements}):{outside}" if outside else f"FULL ({elements})"


def _header(delta: TreeDiff, options: RenderOptions, room: int | None) -> str:
    start, end, age = delta.before.taken_at, delta.after.taken_at, options.age
    if age is None and start is not None and end is not None:
        age = end - start
    since = "" if age is None or age < 0 or not math.isfinite(age) else f" since {age:.1f}s ago"
    head = f"DIFF{since} ({delta.unchanged_count} unchanged)"
    outside = options.outside_sentence
    if room is not None and room < SHORTEST:
        return f"{head}:{outside}" if outside else head
    limit = LIMIT if room is None else max(SHORTEST, room - len(outside))
    return f"{head}: {summarize(delta.delta, delta.events, limit=limit, unchanged=False)}".rstrip() + outside


@attrs.frozen
class _CompactLines(RecordLines):
    def circumstance(self, name: str, before: object, after: object) -> str:
        return f"| {HIDDEN if before == after else self.change(name, before, after)}"

    def element(self, element: Element, refs: Refs) -> str:
        words = self.words(element, bounds=self.options.bounds)
        return f"{self.head(element)} e{refs.numbers[element.index]}{words}"

    def record(self, record: Record, before: Refs, after: Refs) -> str:
        match record:
            case Added() | NewlyRead() | Shown():
                return f"{self.head(record.after)}{self.words(record.after, bounds=True)}"
            case Removed() | Unknown() | Hidden():
                return f"{self.head(record.before)}{_bounds(record.before, shown=self.options.bounds)}"
            case Changed():
                return f"{self.head(record.after)} {', '.join(self.changes(record))}"
            case Moved():
                origin = f"{_place(before, record.from_parent)} position {record.from_position}"
                target = f"{_place(after, record.to_parent)} position {record.to_position}"
                return f"{self.head(record.after)} moved from {origin} to {target}"
            case Reordered():
                head = "[Roots] |" if record.after is None else self.head(record.after)
                return f"{head} order {' '.join(f'e{before.numbers[index]}' for index in record.order)}"

    def head(self, element: Element) -> str:
        return f"[{role_word(element.role, 'capital')}] {self.plain_value(element.name or '')} |"

    def changes(self, record: Changed) -> Iterator[str]:
        for name, (before, after) in record.fields.items():
            if is_hidden(before, after):
                yield f"{name} {HIDDEN}"
            else:
                yield boolean_word(name, after) or f"{name} {self.change(name, before, after)}"

    def change(self, name: str, before: object, after: object) -> str:
        return f"{self.value(name, before)} -> {self.value(name, after)}"

    def value(self, name: str, value: object) -> str:
        if isinstance(value, Bounds):
            return _rectangle(value)
        return value if name == "role" and isinstance(value, str) else self.plain_value(value)

    def words(self, element: Element, *, bounds: bool) -> str:
        """Return everything but the role and the name, with a space before each word."""
        texts = ((name, getattr(element, name)) for name in ("value", "description", "url"))
        words = [
            *(f"{name} {self.plain_value(text)}" for name, text in texts if text is not None),
            *flag_words(element),
            *(f"{name} {self.plain_value(value)}" for name, value in other_states(element)),
        ]
        return _bounds(element, shown=bounds) + "".join(f" {word}" for word in words)


def _bounds(element: Element, *, shown: bool) -> str:
    return f" {_rectangle(element.bounds)}" if shown and element.bounds is not None else ""


def _rectangle(bounds: Bounds) -> str:
    return f"({bounds.x},{bounds.y}) {bounds.width}x{bounds.height}"


def _place(refs: Refs, parent: int | None) -> str:
    """The ref of a parent, ``none`` for a root."""
    return ABSENT if parent is None else f"e{refs.numbers[parent]}"
