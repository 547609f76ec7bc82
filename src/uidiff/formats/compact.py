"""The format ``compact`` (spec/features#d14): the summary in the first line, then a line a record.

    DIFF since 2.3s ago (147 unchanged): Focus moved to "Search" textbox. 1 dialog appeared: "Save Changes?".
    + [Dialog] "Save Changes?" | (300,200) 400x150
    ~ [Edit] "Search" | focused
    - [Btn] "Loading..." |

What came says before the bar its role and its name, ``""`` if it has none, and behind it where it stands (position,
size), its other texts and its states. What changed says all of it, old and new: ``value "a" -> "b"``,
``checked none -> true``, ``bounds (0,0) 9x9 -> none``; boolean states in a word: ``focused``, ``not focused``,
``enabled``; ``value changed (hidden)`` where it may not be shown. Further signs: ``!`` newly read, ``?`` unknown (it
stood where nothing was read this time), ``>`` moved, ``=`` reordered, ``@`` title, URL or document; ``e12`` are refs.

A whole tree: ``FULL (42 elements)``, then an element a line, two spaces further right a level, its ref behind the bar.
Of a selection: ``FULL (12 of 42 elements)``, and the first line of a diff ends with ``3 changes outside the filter.``;
so does that of a whole tree in place of a diff: ``FULL (12 of 42 elements): 3 changes outside the filter.``
``fold`` has no effect: records are lines. Only under a budget that is too small for all, texts are cut short, the most
important records come first, and a last line such as ``… 12 more (8 added, 4 changed)`` says what is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar

import attrs

from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Record, Removed, Reordered, Unknown
from uidiff.diffing.refs import Refs
from uidiff.diffing.summary import LIMIT, SHORTEST, summarize
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.budget import TextBlock, within_budget
from uidiff.formats.elements import ref_of
from uidiff.formats.line_words import HIDDEN, SIGNS, boolean_word, flag_words, indent, other_states, plain_word
from uidiff.formats.options import RenderOptions
from uidiff.formats.record_order import KINDS, importance, in_document_order
from uidiff.formats.times import known_after, taken_before
from uidiff.model.bounds import Bounds
from uidiff.model.element import Element
from uidiff.model.role_words import role_word
from uidiff.model.snapshot import Snapshot

__all__ = ["CompactFormat"]

_NO_PARENT = "none"
"""In place of the parent of a root."""


class CompactFormat:
    """Lines for an agent that reads the summary first."""

    __api__: ClassVar[int] = 1

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """The summary, and a line for each record in document order; under a budget the most important ones."""
        return within_budget(
            lambda room: _header(delta, options, room),
            lambda clip: _Lines(options, clip).of_diff(delta),
            options,
        )

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """The number of elements, and a line for each; under a budget the first ones."""
        return within_budget(
            lambda _: _full_header(snapshot, options),
            lambda clip: _Lines(options, clip).of_tree(snapshot, refs),
            options,
        )


def _full_header(snapshot: Snapshot, options: RenderOptions) -> str:
    elements = f"{len(snapshot)} elements" if options.of is None else options.elements(len(snapshot))
    outside = options.outside_sentence
    return f"FULL ({elements}):{outside}" if outside else f"FULL ({elements})"


def _header(delta: TreeDiff, options: RenderOptions, room: int | None) -> str:
    start, end, age = taken_before(delta), known_after(delta).taken_at, options.age
    if age is None and start is not None and end is not None:
        age = end - start
    since = "" if age is None or age < 0 or not math.isfinite(age) else f" since {age:.1f}s ago"
    head = f"DIFF{since} ({delta.unchanged_count} unchanged)"
    outside = options.outside_sentence
    if room is not None and room < SHORTEST:
        return f"{head}:{outside}" if outside else head
    limit = LIMIT if room is None else max(SHORTEST, room - len(outside))
    return f"{head}: {summarize(delta, limit=limit, unchanged=False)}".rstrip() + outside


@attrs.frozen
class _Lines:
    """Makes the lines, their texts in at most ``clip`` characters."""

    options: RenderOptions
    clip: int | None

    def of_diff(self, delta: TreeDiff) -> Iterator[TextBlock]:
        for name, (before, after) in delta.circumstances.items():
            said = HIDDEN if before == after else f"{self.word(name, before)} -> {self.word(name, after)}"
            yield TextBlock("circumstances", [(f"@ {name} | {said}", 1)])
        for place, record in enumerate(in_document_order(delta)):
            line = f"{SIGNS[type(record)]} {self.record(record, *delta.refs)}".rstrip(" ")
            yield TextBlock(KINDS[type(record)], [(line, 1)], place=(place,), rank=importance(record))

    def of_tree(self, snapshot: Snapshot, refs: Refs) -> Iterator[TextBlock]:
        yield TextBlock("elements", [(f"{indent(one.depth)}{self.element(one, refs)}", 1) for one in snapshot])

    def element(self, element: Element, refs: Refs) -> str:
        """An element of a whole tree."""
        words = self.words(element, bounds=self.options.bounds)
        return f"{self.head(element)} e{refs.numbers[element.index]}{words}"

    def record(self, record: Record, before: Refs, after: Refs) -> str:
        """What stands before the bar, and behind it."""
        match record:
            case Added() | NewlyRead():
                return f"{self.head(record.after)}{self.words(record.after, bounds=True)}"
            case Removed() | Unknown():
                return f"{self.head(record.before)}{_bounds(record.before, shown=self.options.bounds)}"
            case Changed():
                changes = ", ".join(self.change(name, *pair) for name, pair in record.fields.items())
                return f"{self.head(record.after)} {changes}"
            case Moved():
                origin = f"{ref_of(before, record.from_parent) or _NO_PARENT} position {record.from_position}"
                target = f"{ref_of(after, record.to_parent) or _NO_PARENT} position {record.to_position}"
                return f"{self.head(record.after)} moved from {origin} to {target}"
            case Reordered():
                head = "[Roots] |" if record.after is None else self.head(record.after)
                return f"{head} order {' '.join(f'e{before.numbers[index]}' for index in record.order)}"

    def head(self, element: Element) -> str:
        return f"[{role_word(element.role, 'capital')}] {plain_word(element.name or '', self.clip)} |"

    def change(self, name: str, before: object, after: object) -> str:
        if before == after and type(before) is type(after):
            return f"{name} {HIDDEN}"
        return boolean_word(name, after) or f"{name} {self.word(name, before)} -> {self.word(name, after)}"

    def word(self, name: str, value: object) -> str:
        if isinstance(value, Bounds):
            return _rectangle(value)
        return value if name == "role" and isinstance(value, str) else plain_word(value, self.clip)

    def words(self, element: Element, *, bounds: bool) -> str:
        """All that is said of an element besides its role and its name, a space before each."""
        texts = ((name, getattr(element, name)) for name in ("value", "description", "url"))
        said = [
            *(f"{name} {plain_word(text, self.clip)}" for name, text in texts if text is not None),
            *flag_words(element),
            *(f"{name} {plain_word(value, self.clip)}" for name, value in other_states(element)),
        ]
        return _bounds(element, shown=bounds) + "".join(f" {word}" for word in said)


def _bounds(element: Element, *, shown: bool) -> str:
    return f" {_rectangle(element.bounds)}" if shown and element.bounds is not None else ""


def _rectangle(bounds: Bounds) -> str:
    return f"({bounds.x},{bounds.y}) {bounds.width}x{bounds.height}"
