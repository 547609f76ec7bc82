"""Whether what lines and events call an element tells it from its siblings, and whether both call it alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs

import uidiff
from benchmarks.honesty.case import Case, Meant
from benchmarks.honesty.check import case_of, read
from benchmarks.honesty.labelling import is_made_of, would_be_called
from benchmarks.honesty.parser import parse
from benchmarks.honesty.reader import Node, Reader
from benchmarks.honesty.syntax import Called, Item, Line
from uidiff import Snapshot, TreeDiff, render
from uidiff.diffing.refs import Refs
from uidiff.events import (
    DialogAppeared,
    ElementMoved,
    EnabledChanged,
    Event,
    FocusMoved,
    ItemsAdded,
    ItemsRemoved,
    MenuOpened,
    SelectionChanged,
    Toggled,
)
from uidiff.text import shorten

__all__ = ["LabelFault", "Labelled", "labelled", "of_snapshots"]

LENGTH = 40
"""Characters of a label that are shown."""

_EVENTS = (
    *(DialogAppeared, ElementMoved, EnabledChanged, FocusMoved, ItemsAdded, ItemsRemoved, MenuOpened),
    *(SelectionChanged, Toggled),
)


@attrs.frozen(order=True)
class LabelFault:
    """What is wrong; ``kind``: "not unique", "nothing said", "empty name", or "event" for a label that no line has."""

    kind: str
    message: str


@attrs.define
class Labelled:
    """How many labels were looked at, of lines and of events, and what is wrong with them."""

    lines: int = 0
    events: int = 0
    faults: list[LabelFault] = attrs.field(factory=list)

    def add(self, other: Labelled) -> None:
        """Count those of another text too."""
        self.lines += other.lines
        self.events += other.events
        self.faults += other.faults

    def count(self, kind: str) -> int:
        """How many faults of a kind there are."""
        return sum(fault.kind == kind for fault in self.faults)


def of_snapshots(snapshots: Sequence[Snapshot]) -> Iterator[tuple[int, Labelled]]:
    """The labels of each step between snapshots that follow each other, with its number."""
    before: Reader | None = None
    refs: Refs | None = None
    for number, (old, new) in enumerate(pairwise(snapshots), start=1):
        delta = uidiff.diff(old, new, refs=refs, ignore=("bounds",))
        refs = delta.refs[1]
        before = before or read(old, delta.refs[0])[0]
        after = read(new, refs)[0]
        yield number, labelled(delta, before=before, after=after)
        before = after


def labelled(delta: TreeDiff, text: str | None = None, *, before: Reader, after: Reader) -> Labelled:
    """The labels of a text of a delta, by default the one that ``uidiff.render`` makes, and of its events."""
    parsed = parse(render(delta) if text is None else text)
    if parsed.kind != "diff":
        return Labelled()
    case = case_of(delta, parsed, before=before, after=after)
    found = Labelled(len(case.meant))
    found.faults += (fault for one in case.meant for fault in _faults(one, case))
    found.faults += (fault for line in case.lines for fault in _empty(line))
    said = _said(case)
    items = [_texts(line) for line in case.lines]
    for event in delta.events:
        if isinstance(event, _EVENTS) and event.label:
            found.events += 1
            if not _is_said(event, said, items) and not _is_counted(event, case):
                what = f"{type(event).__name__} of {event.label!r}"
                found.faults.append(LabelFault("event", what))
    return found


# ------------------------------------------------------------------------- lines


def _faults(one: Meant, case: Case) -> Iterator[LabelFault]:
    if one.mention.ref is not None or one.placed or one.node.parent is None:
        return
    if one.mention.label is None:
        yield LabelFault("nothing said", f"{one.mention.role}, without label and ref: {one.line.text[:200]!r}")
    elif _alike(one, one.mention.label) and _alike(_partner(one, case), one.mention.label):
        yield LabelFault("not unique", f"{one.mention.label!r}: {one.line.text[:200]!r}")


def _alike(one: Meant | None, label: str) -> list[Node]:
    """The siblings of the same role that would be called so too; of an element that is not there any."""
    if one is None:
        return []
    nodes = one.reader.siblings(one.node)
    return [
        other
        for other in nodes
        if other is not one.node
        and other.spelt == one.node.spelt
        and would_be_called(label, one.node.index, other.index, one.reader)
    ]


def _partner(one: Meant, case: Case) -> Meant | None:
    """The same element in the other tree; itself if it is in one only."""
    is_after = one.reader is case.after
    matching = case.delta.matching
    index = (matching.before_of if is_after else matching.after_of)[one.node.index]
    other = case.before if is_after else case.after
    return attrs.evolve(one, node=other.nodes[index], reader=other) if index in other.nodes else one


def _empty(line: Line) -> Iterator[LabelFault]:
    """Names and labels without a character; a cell without content is a bare string."""
    texts = [called.label for called in _mentions(line)]
    texts += [item.name for item in _items(line) if item.role or not item.within]
    texts += [text for pair in getattr(line, "name", None) or () if isinstance(pair, tuple) for text in pair]
    texts += [
        text for word in getattr(line, "words", ()) if word.name == "name" for pair in word.pairs for text in pair
    ]
    if "" in texts:
        yield LabelFault("empty name", line.text[:200])


def _mentions(value: object) -> Iterator[Called]:
    """All that is called something in a line."""
    if isinstance(value, Called):
        yield value
    if isinstance(value, Item):
        return
    if isinstance(value, tuple | list):
        for part in value:
            yield from _mentions(part)
    else:
        yield from _mentions([part for _, part in _parts(value)])


def _parts(value: object) -> Iterator[tuple[str, object]]:
    """The fields of a parsed value, by name."""
    kind = type(value)
    if attrs.has(kind):
        for field in attrs.fields(kind):
            yield field.name, getattr(value, field.name)


def _items(line: Line) -> Iterator[Item]:
    for top in getattr(line, "items", ()):
        if isinstance(top, Item):
            yield from top.walk()


# ------------------------------------------------------------------------ events


def _said(case: Case) -> set[str]:
    """All that a line calls an element by: labels, places, and the old and new names."""
    found: set[str] = set()
    for line in case.lines:
        stack: list[object] = [line]
        while stack:
            value = stack.pop()
            if isinstance(value, str):
                found.add(_shown(value))
            elif isinstance(value, tuple | list):
                stack.extend(value)
            elif not isinstance(value, Item):
                stack += [part for name, part in _parts(value) if name != "text"]
    return found


def _texts(line: Line) -> list[str]:
    texts = (text for item in _items(line) for text in (item.name, item.value, item.description, *_values(item)))
    return [" ".join(text.split()) for text in texts if text]


def _values(item: Item) -> Iterator[str]:
    yield from (word.value for word in item.words if isinstance(word.value, str))


def _is_said(event: Event, said: set[str], items: Sequence[list[str]]) -> bool:
    label = _shown(event.label)
    if label in said or any(is_made_of(label, texts) for texts in items if texts):
        return True
    cut = {one.removesuffix("…") for one in said if one.endswith("…")}
    return any(label.startswith(one) for one in cut if len(one) > LENGTH // 2)


def _is_counted(event: Event, case: Case) -> bool:
    """Whether a line has an element of an event as a member of a group, of which not all are named."""
    sides = (case.delta.before, case.counted[0]), (case.delta.after, case.counted[1])
    labels = {(tree.columns.role[at], shown) for tree, counted in sides for at in counted for shown in _own(tree, at)}
    return (getattr(event, "role", ""), _shown(event.label)) in labels


def _own(tree: Snapshot, index: int) -> Iterator[str]:
    """The texts of an element and of those in it, as they are shown."""
    for at in range(index, tree.ends[index]):
        yield from (_shown(text) for text in (tree.columns.name[at], tree.columns.value[at]) if text)


def _shown(label: str) -> str:
    return shorten(" ".join(label.split()), LENGTH)
