"""A delta as plain lines for a person at a terminal: one a record, every text of the UI quoted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from uidiff.diffing.records import Added, Moved, NewlyRead, Removed, Unknown
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.model.element import Element
from uidiff.text import quote, shorten

__all__ = ["counts", "lines_of"]

LABEL = 60
"""Characters of a text in a line; a longer one is cut."""

_T = TypeVar("_T", Added, Removed, NewlyRead, Unknown)


def counts(delta: TreeDiff) -> str:
    """How many elements came, went, changed, moved and stayed, in words: "2 added, 1 removed, 81 unchanged"."""
    names = ("added", "removed", "changed", "moved", "reordered", "unknown", "newly_read")
    said = [f"{len(getattr(delta, name))} {name.replace('_', ' ')}" for name in names if getattr(delta, name)]
    return ", ".join([*said, f"{delta.unchanged_count} unchanged"])


def lines_of(delta: TreeDiff, *, every: bool = False) -> Iterator[str]:
    """One line a record, in document order: ``-`` removed, ``+`` added, ``~`` changed, ``>`` moved, ``?`` not read.

    Elements within an added or removed one are counted in its line, unless ``every`` asks for a line each.
    """
    for name, (before, after) in delta.circumstances.items():
        yield f"~ {name} {_said(before)} -> {_said(after)}"
    for gone, inside in _with_insides(delta.removed, every=every):
        yield f"- {_element(gone.before)}{inside}{_in(gone.path)}"
    for came, inside in _with_insides(delta.added, every=every):
        yield f"+ {_element(came.after)}{inside}{_in(came.path)}"
    for change in delta.changed:
        fields = ", ".join(f"{name} {_said(old)} -> {_said(new)}" for name, (old, new) in change.fields.items())
        yield f"~ {_element(change.after)}: {fields}{_in(change.path)}"
    for move in delta.moved:
        yield f"> {_element(move.after)} {_move(move, delta)}{_in(move.path)}"
    for order in delta.reordered:
        place = "" if order.after is None else f" in {_element(order.after)}"
        yield f"> {len(order.order)} elements reordered{place}"
    for lost, inside in _with_insides(delta.unknown, every=every):
        yield f"? {_element(lost.before)}{inside} not read this time{_in(lost.path)}"
    for found, inside in _with_insides(delta.newly_read, every=every):
        yield f"? {_element(found.after)}{inside} not read before{_in(found.path)}"


def _with_insides(records: Sequence[_T], *, every: bool) -> Iterator[tuple[_T, str]]:
    """The records that get a line, each with how many of those below it do not, and the first text among them."""
    if every:
        yield from ((record, "") for record in records)
        return
    starts: list[int] = [place for place, record in enumerate(records) if record.root]
    for start, end in pairwise([*starts, len(records)]):
        labels = [_subject(record).label for record in records[start + 1 : end]]
        first = next(filter(None, labels), "")
        said = f": {quote(shorten(first, LABEL))}" if first else ""
        yield records[start], f" (+{len(labels)} inside{said})" if labels else ""


def _subject(record: Added | Removed | NewlyRead | Unknown) -> Element:
    return record.before if isinstance(record, Removed | Unknown) else record.after


def _element(element: Element) -> str:
    label = f" {quote(shorten(element.label, LABEL))}" if element.label else ""
    return element.role + label


def _in(path: str) -> str:
    return f" in {path}" if path else ""


def _said(value: object) -> str:
    """A value of a field: texts quoted, absent ones by a word that no text is."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return quote(shorten(value, LABEL))
    if isinstance(value, tuple):
        return f"({', '.join(_said(part) for part in value)})"
    return str(value)


def _move(move: Moved, delta: TreeDiff) -> str:
    """From where to where: between two parents, or among the children of one."""
    source, target = move.before.parent, move.after.parent
    kept = None if source is None else delta.matching.after_of[source.index]
    if source is None or target is None or kept == target.index:
        return f"moved from place {move.from_position} to {move.to_position}"
    names = _element(source), _element(target)
    return f"moved from {names[0]} to {'another' if names[0] == names[1] else names[1]}"
