"""The format ``read-agent`` (spec/features#d23): the answer of ``read`` as lines with numbers to act on.

    # "Gmail - Google Chrome" (pid: 44037) [diff since 1707504000]
    ts: 1707504003
    + [201] row "New email from Alice" (100,400,800,40)
    - [95] row "Old newsletter"
    ~ [12] txt val="Inbox (23289)" (was "Inbox (23288)")
    ~ [45] txt "6 minutes ago" (was "3 minutes ago")
    # 148 elements unchanged

The header has the title and the application if they are known; ``[12]`` is the element with the ref ``e12``. The bare
quoted string is the name, followed by ``(was …)`` if it changed; then follow ``val=``, ``desc=``, ``url=``, ``role=``,
``bounds=(x,y,width,height)``, ``actions=`` and states, each with ``(was …)``; boolean states are one word (``focused``,
``not focused``, ``enabled``), ``value changed (hidden)`` is a value that may not be shown, and ``none`` an absent one.
Further signs: ``!`` newly read, ``?`` unknown (not read this time), ``<`` hidden and ``^`` shown again, with
``(+5 inside)`` for what is below and has no line, ``>`` moved, ``=`` reordered, ``@`` title, URL or
document.

A whole tree has the same header with ``[full]``, then a line for each element, indented by two spaces a level, and
``# 151 elements``. Of a selection the last line is ``# 12 of 151 elements``, of a diff ``# 9 elements unchanged, 3
changes outside the filter``, and of a whole tree in place of a diff ``# 12 of 151 elements, 3 changes outside the
filter``.

``fold`` has no effect. Only under a budget that is too small for all lines, texts are shortened, the most important
records come first, and a line such as ``… 12 more (8 added, 4 changed)`` before the last one counts what is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from uidiff.diffing.differences import HIDDEN
from uidiff.diffing.records import Added, Changed, Hidden, Moved, NewlyRead, Record, Removed, Reordered, Shown, Unknown
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.budget import within_budget
from uidiff.formats.elements import is_hidden, number_of
from uidiff.formats.options import RenderOptions
from uidiff.formats.record_lines import RecordLines, boolean_word, flag_words, other_states
from uidiff.formats.values import ABSENT, format_text, seconds_text
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Bounds
from uidiff.model.element import Element
from uidiff.model.roles import role_word
from uidiff.model.snapshot import Snapshot

__all__ = ["ReadAgentFormat"]

_WORDS = {"value": "val", "description": "desc"}
_LEAST = 20
"""Characters that a header needs to have names."""

_TAKEN = frozenset(_WORDS.values())
"""Words of fields; a state of such a name has the prefix ``st.``"""


class ReadAgentFormat:
    """Lines for an agent that acts by numbers."""

    __api__: ClassVar[int] = 1

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return the header, the time, a line for each record in document order, and the unchanged count."""
        since = delta.before.taken_at
        mode = "diff" if since is None else f"diff since {seconds_text(since)}"
        return within_budget(
            lambda room: _header(delta.after.circumstances, mode, room),
            lambda clip: _ReadAgentLines(options, clip).of_diff(delta),
            options,
            _last(f"{delta.unchanged_count} elements unchanged", options),
        )

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the header, the time, a line for each element, and their number."""
        return within_budget(
            lambda room: _header(snapshot.circumstances, "full", room),
            lambda clip: _ReadAgentLines(options, clip).of_tree(snapshot, refs),
            options,
            _last(f"{len(snapshot)} elements" if options.of is None else options.elements(len(snapshot)), options),
        )


def _last(counted: str, options: RenderOptions) -> str:
    """Return the last line: the number of elements, and of changes that a selection leaves out."""
    return f"# {counted}, {options.outside_words}" if options.outside else f"# {counted}"


def _header(known: Circumstances, mode: str, room: int | None) -> str:
    """Return the title, the application and the line of the time if known; in little room only the mode."""
    time = "" if known.taken_at is None else f"\nts: {seconds_text(known.taken_at)}"
    if room is not None and room < _LEAST:
        return f"# [{mode.partition(' ')[0]}]{time}"
    title, app = known.title, known.app
    clip = None if room is None else room // 3
    names = [format_text(title, clip)] if title else []
    if app and not (title or "").endswith(app):  # browsers append their own name to the title
        names.append(format_text(app, clip))
    process = [] if known.pid is None else [f"(pid: {known.pid})"]
    first = " ".join(("#", *([" - ".join(names)] if names else ()), *process, f"[{mode}]"))
    return first + time


@attrs.frozen
class _ReadAgentLines(RecordLines):
    def circumstance(self, name: str, before: object, after: object) -> str:
        return HIDDEN if before == after else self.change(name, before, after)

    def element(self, element: Element, refs: Refs) -> str:
        return " ".join(self.element_words(element, refs, bounds=self.options.bounds))

    def record(self, record: Record, before: Refs, after: Refs) -> str:
        return " ".join(self.record_words(record, before, after))

    def record_words(self, record: Record, before: Refs, after: Refs) -> Iterator[str]:
        match record:
            case Added() | NewlyRead() | Shown():
                yield from self.element_words(record.after, after, bounds=True)
            case Removed() | Unknown() | Hidden():
                yield from self.identity(record.before, before, bounds=self.options.bounds)
            case Changed():
                yield from self.changes(record, after)
            case Moved():
                yield from self.identity(record.after, after, bounds=False)
                yield f"from {_position(before, record.from_parent, record.from_position)}"
                yield f"to {_position(after, record.to_parent, record.to_position)}"
            case Reordered():
                if record.after is None:
                    yield "roots"
                else:
                    yield from self.identity(record.after, after, bounds=False)
                yield f"order {' '.join(f'[{before.numbers[index]}]' for index in record.order)}"

    def changes(self, record: Changed, refs: Refs) -> Iterator[str]:
        element, fields = record.after, record.fields
        yield f"[{refs.numbers[element.index]}]"
        yield role_word(element.role, "short")
        if "name" in fields and fields["name"][0] != fields["name"][1]:
            yield self.change("name", *fields["name"])
        elif element.name is not None:
            yield self.plain_value(element.name)
        for name, (before, after) in fields.items():
            if is_hidden(before, after):
                yield f"{name} {HIDDEN}"
            elif name != "name":
                yield boolean_word(name, after) or f"{_key(name)}={self.change(name, before, after)}"

    def change(self, name: str, before: object, after: object) -> str:
        return f"{self.value(name, after)} (was {self.value(name, before)})"

    def value(self, name: str, value: object) -> str:
        if isinstance(value, Bounds):
            return _rectangle(value)
        return role_word(value, "short") if name == "role" and isinstance(value, str) else self.plain_value(value)

    def identity(self, element: Element, refs: Refs, *, bounds: bool) -> Iterator[str]:
        """Yield the number, the role and the name; the value and the description only if there is no name."""
        yield f"[{refs.numbers[element.index]}]"
        yield role_word(element.role, "short")
        if element.name is not None:
            yield self.plain_value(element.name)
        if bounds and element.bounds is not None:
            yield _rectangle(element.bounds)
        if not element.name:
            yield from self.texts(element, "value", "description")

    def element_words(self, element: Element, refs: Refs, *, bounds: bool) -> Iterator[str]:
        """Yield every field of an element."""
        yield from self.identity(element, refs, bounds=bounds)
        yield from flag_words(element)
        yield from self.texts(element, *(("value", "description", "url") if element.name else ("url",)))
        yield from (f"{_key(name)}={self.plain_value(value)}" for name, value in other_states(element))

    def texts(self, element: Element, *names: str) -> Iterator[str]:
        for name in names:
            text = getattr(element, name)
            if text is not None:
                yield f"{_key(name)}={self.plain_value(text)}"


def _position(refs: Refs, parent: int | None, position: int) -> str:
    """Return the number of a parent, ``none`` for a root, and the position among its children."""
    number = number_of(refs, parent)
    return f"{ABSENT if number is None else f'[{number}]'} position {position}"


def _key(name: str) -> str:
    return _WORDS.get(name) or (f"st.{name}" if name in _TAKEN else name)


def _rectangle(bounds: Bounds) -> str:
    return f"({bounds.x},{bounds.y},{bounds.width},{bounds.height})"
