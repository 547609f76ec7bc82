"""A delta as plain lines for a person at a terminal: one a record, every text of the UI quoted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias, TypeVar

from uidiff.diffing.records import Added, Moved, NewlyRead, Removed, Unknown
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.matching.matching import UNMATCHED
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
    said += [f"{name} changed" for name in delta.circumstances]
    return ", ".join([*said, f"{delta.unchanged_count} unchanged"])


def lines_of(delta: TreeDiff, *, every: bool = False) -> Iterator[str]:
    """One line a record: ``-`` removed, ``+`` added, ``~`` changed, ``>`` moved, ``?`` not read on one of the sides.

    In document order, removals at their place before (DEFINITIONS 24). Elements within an added or removed one are
    counted in its line, unless ``every`` asks for a line each.
    """
    for name, (before, after) in delta.circumstances.items():
        yield f"~ {name} {_said(before)} -> {_said(after)}"
    lines = [*_gone_lines(delta, every=every), *_came_lines(delta, every=every), *_stayed_lines(delta)]
    yield from (line for _, line in sorted(lines))


_Place: TypeAlias = tuple[int, int, int]
"""Where a line stands: an after-index, 0 for what is there or 1 for what was behind it, and a tie-breaker."""


def _gone_lines(delta: TreeDiff, *, every: bool) -> Iterator[tuple[_Place, str]]:
    anchors = _anchors(delta)
    for gone, inside in _with_insides(delta.removed, every=every):
        place = (anchors[gone.before.index], 1, gone.before.index)
        yield place, f"- {_element(gone.before)}{inside}{_in(gone.path)}"
    for lost, inside in _with_insides(delta.unknown, every=every):
        place = (anchors[lost.before.index], 1, lost.before.index)
        yield place, f"? {_element(lost.before)}{inside} not read this time{_in(lost.path)}"


def _came_lines(delta: TreeDiff, *, every: bool) -> Iterator[tuple[_Place, str]]:
    for came, inside in _with_insides(delta.added, every=every):
        yield (came.after.index, 0, 0), f"+ {_element(came.after)}{inside}{_in(came.path)}"
    for found, inside in _with_insides(delta.newly_read, every=every):
        yield (found.after.index, 0, 0), f"? {_element(found.after)}{inside} not read before{_in(found.path)}"


def _stayed_lines(delta: TreeDiff) -> Iterator[tuple[_Place, str]]:
    for change in delta.changed:
        fields = ", ".join(f"{name} {_said(old)} -> {_said(new)}" for name, (old, new) in change.fields.items())
        yield (change.after.index, 0, 1), f"~ {_element(change.after)}: {fields}{_in(change.path)}"
    for move in delta.moved:
        yield (move.after.index, 0, 2), f"> {_element(move.after)} {_move(move, delta)}{_in(move.path)}"
    for order in delta.reordered:
        index = -1 if order.after is None else order.after.index
        place = "" if order.after is None else f" in {_element(order.after)}"
        yield (index, 0, 3), f"> {len(order.order)} elements reordered{place}"


def _anchors(delta: TreeDiff) -> list[int]:
    """For each before-element where the nearest one that stands before it, and stayed, is now; -1 if none did."""
    return list(accumulate(delta.matching.after_of, lambda last, now: last if now == UNMATCHED else now, initial=-1))


def _with_insides(records: Sequence[_T], *, every: bool) -> Iterator[tuple[_T, str]]:
    """The records that get a line, each with how many of those below it do not, and the first text among them."""
    if every:
        yield from ((record, "") for record in records)
        return
    root_of: dict[int, int] = {}
    labels: dict[int, list[str]] = {}
    for record in records:
        element = _subject(record)
        parent = element.parent
        root = element.index if record.root or parent is None else root_of[parent.index]
        root_of[element.index] = root
        labels.setdefault(root, []).append(element.label)
    for record in records:
        if record.root:
            _, *inside = labels[_subject(record).index]
            first = next(filter(None, inside), "")
            said = f": {quote(shorten(first, LABEL))}" if first else ""
            yield record, f" (+{len(inside)} inside{said})" if inside else ""


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
    if kept == (None if target is None else target.index):
        return f"moved from place {move.from_position} to {move.to_position}"
    names = ["the top" if parent is None else _element(parent) for parent in (source, target)]
    return f"moved from {names[0]} to {'another' if names[0] == names[1] else names[1]}"
