"""Edit scripts: changes of a user interface between two reads, with the true matching of its elements.

The places of an :class:`Edit` are numbers modulo the size of the tree. So every script fits every snapshot, and
Hypothesis can shrink a failing one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import attrs

from uidiff.matching.matching import Matching
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import COORDINATE_RANGE, Row
from uidiff.model.snapshot import Snapshot

__all__ = ["KINDS", "Edit", "Edited", "apply_edits", "rows_of"]

_TOGGLED = ("focused", "disabled", "selected", "checked", "expanded", "busy")


@attrs.frozen
class Edit:
    """One edit.

    Attributes:
        kind: one of :data:`KINDS`.
        at: the index of the element; for "reorder" the index of the parent, one past the last for the roots.
        to: the second number of some kinds: the destination, the state or the distance.
        text: the new text of some kinds.
    """

    kind: str
    at: int = 0
    to: int = 0
    text: str = ""


@attrs.frozen
class Edited:
    """A snapshot before and after an edit script.

    Attributes:
        before, after: the snapshots.
        pairs: the true matching: before-index and after-index of each element in both snapshots, sorted.
        script: the edits.
    """

    before: Snapshot
    after: Snapshot
    pairs: tuple[tuple[int, int], ...]
    script: tuple[Edit, ...]

    @property
    def matching(self) -> Matching:
        """The true pairs as a Matching."""
        return Matching.from_pairs(self.pairs, before=self.before, after=self.after)


def apply_edits(snapshot: Snapshot, script: Iterable[Edit]) -> Edited:
    """Apply a script to a snapshot. An edit that needs an element does nothing to an empty tree."""
    script = tuple(script)
    draft = _Draft(snapshot)
    for edit in script:
        if draft.rows or edit.kind in _OF_ANY_TREE:
            _DO[edit.kind](draft, edit, edit.at % max(1, len(draft.rows)))
    after = Snapshot.from_rows(draft.rows, circumstances=draft.circumstances)
    pairs = sorted((i, j) for j, i in enumerate(draft.origins) if i is not None)
    return Edited(snapshot, after, tuple(pairs), script)


def rows_of(snapshot: Snapshot) -> list[Row]:
    """The elements as rows; ``Snapshot.from_rows`` of them gives the same elements."""
    rows = []
    for cells in zip(*snapshot.columns, strict=True):
        known: dict[str, Any] = dict(zip(Row._fields, cells, strict=True))
        if known["native_role"] is None:
            known["native_role"] = known["role"]
        known["states"] = dict(known["states"])
        if known["extra"] is not None:
            known["extra"] = json.loads(known["extra"])
        rows.append(Row(**known))
    return rows


_CutRows: TypeAlias = tuple[list[Row], list[int | None]]


class _Draft:
    """The rows of an edited tree, with the before-index of each (None: a new element)."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.rows = rows_of(snapshot)
        self.origins: list[int | None] = list(range(len(snapshot)))
        self.circumstances: Circumstances = snapshot.circumstances

    def end(self, index: int) -> int:
        """The index after the last descendant."""
        depth = self.rows[index].depth
        following = range(index + 1, len(self.rows))
        return next((i for i in following if self.rows[i].depth <= depth), len(self.rows))

    def children(self, parent: int) -> list[int]:
        """The children of an element; the roots for the index after the last element."""
        is_all = parent == len(self.rows)
        start, end = (0, parent) if is_all else (parent + 1, self.end(parent))
        depth = 0 if is_all else self.rows[parent].depth + 1
        return [i for i in range(start, end) if self.rows[i].depth == depth]

    def take(self, start: int, end: int) -> _CutRows:
        """Cut out a range of rows, with depths relative to its first row."""
        piece = (_deeper(self.rows[start:end], -self.rows[start].depth), self.origins[start:end])
        del self.rows[start:end], self.origins[start:end]
        return piece

    def put(self, piece: _CutRows, at: int, depth: int) -> None:
        """Insert a piece before the element at an index."""
        self.rows[at:at] = _deeper(piece[0], depth)
        self.origins[at:at] = piece[1]

    def put_below(self, piece: _CutRows, to: int) -> None:
        """Insert a piece as the first or the last child of the element that ``to`` means, or as the last root."""
        parent = to % (len(self.rows) + 1)
        if parent == len(self.rows):
            self.put(piece, parent, 0)
        else:
            first = to // (len(self.rows) + 1) % 2
            self.put(piece, parent + 1 if first else self.end(parent), self.rows[parent].depth + 1)


def _deeper(rows: Iterable[Row], levels: int) -> list[Row]:
    return [row._replace(depth=row.depth + levels) for row in rows]


# ------------------------------------------------------------------------ kinds


def _rename(draft: _Draft, edit: Edit, at: int) -> None:
    draft.rows[at] = draft.rows[at]._replace(name=edit.text)


def _set_value(draft: _Draft, edit: Edit, at: int) -> None:
    draft.rows[at] = draft.rows[at]._replace(value=edit.text)


def _toggle(draft: _Draft, edit: Edit, at: int) -> None:
    name = _TOGGLED[edit.to % len(_TOGGLED)]
    states = dict(draft.rows[at].states or {})
    states[name] = not states.get(name, False)
    draft.rows[at] = draft.rows[at]._replace(states=states)


def _shift(draft: _Draft, edit: Edit, at: int) -> None:
    """Move the boxes of the element and of all after it down, as a new banner does."""
    for index, row in enumerate(draft.rows[at:], start=at):
        if row.bounds is not None:
            x, y, width, height = row.bounds
            lower = min(y + edit.to + 1, COORDINATE_RANGE[-1])
            draft.rows[index] = row._replace(bounds=(x, lower, width, height))


def _insert(draft: _Draft, edit: Edit, _: int) -> None:
    draft.put_below(([Row(depth=0, role="listitem", name=edit.text)], [None]), edit.to)


def _remove(draft: _Draft, _: Edit, at: int) -> None:
    draft.take(at, draft.end(at))


def _move(draft: _Draft, edit: Edit, at: int) -> None:
    draft.put_below(draft.take(at, draft.end(at)), edit.to)


def _wrap(draft: _Draft, edit: Edit, at: int) -> None:
    """Wrap an element and up to three following siblings in a group."""
    depth, end = draft.rows[at].depth, draft.end(at)
    for _ in range(edit.to % 4):
        if end < len(draft.rows) and draft.rows[end].depth == depth:
            end = draft.end(end)
    rows, origins = draft.take(at, end)
    group = Row(depth=0, role="group", name=edit.text or None)
    draft.put(([group, *_deeper(rows, 1)], [None, *origins]), at, depth)


def _unwrap(draft: _Draft, _: Edit, at: int) -> None:
    """Replace an element by its children."""
    end, depth = draft.end(at), draft.rows[at].depth
    if end > at + 1:
        below = draft.take(at + 1, end)
        draft.put(below, at + 1, depth)
    draft.take(at, at + 1)


def _reorder(draft: _Draft, edit: Edit, _: int) -> None:
    """Reorder the children of an element, or the roots: swap two, reverse, rotate, or deal out."""
    children = draft.children(edit.at % (len(draft.rows) + 1))
    if not children:
        return
    at, depth = children[0], draft.rows[children[0]].depth
    pieces: list[_CutRows] = [draft.take(start, draft.end(start)) for start in reversed(children)]  # from the last one
    forth = pieces[::-1]
    swapped = [*forth[1::-1], *forth[2:]]
    orders = (swapped, pieces, forth[1:] + forth[:1], forth[::2] + forth[1::2])
    for piece in reversed(orders[edit.to % len(orders)]):
        draft.put(piece, at, depth)


def _duplicate(draft: _Draft, _: Edit, at: int) -> None:
    """Insert a copy of an element and its descendants, ids included, after it."""
    end = draft.end(at)
    copies: list[int | None] = [None] * (end - at)
    draft.put((_deeper(draft.rows[at:end], -draft.rows[at].depth), copies), end, draft.rows[at].depth)


def _renumber(draft: _Draft, edit: Edit, _: int) -> None:
    """Give elements with unstable ids new, distinct ones."""
    for index, row in enumerate(draft.rows):
        if row.id is not None and not row.id_stable:
            draft.rows[index] = row._replace(id=f"renumbered {edit.to + index}")


def _count_in_title(draft: _Draft, edit: Edit, _: int) -> None:
    """Set a title with a counter, also as the name of the first root."""
    title = f"{edit.text} ({edit.to})"
    draft.circumstances = attrs.evolve(draft.circumstances, title=title)
    if draft.rows:
        draft.rows[0] = draft.rows[0]._replace(name=title)


_DO: Mapping[str, Callable[[_Draft, Edit, int], None]] = {
    "rename": _rename,
    "value": _set_value,
    "toggle": _toggle,
    "shift": _shift,
    "insert": _insert,
    "remove": _remove,
    "move": _move,
    "wrap": _wrap,
    "unwrap": _unwrap,
    "reorder": _reorder,
    "duplicate": _duplicate,
    "renumber": _renumber,
    "title": _count_in_title,
}

_OF_ANY_TREE = frozenset({"insert", "reorder", "renumber", "title"})
"""Kinds that do something to an empty tree too, or need no element."""

KINDS = tuple(_DO)
"""The kinds of edits."""
