"""Edit scripts: what happens to a user interface between two reads, with the true identity of every element kept.

An :class:`Edit` is written without knowing the tree: its places are numbers, taken modulo what there is. So any script
fits any snapshot, and a failing one can be made shorter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

import attrs

from uidiff.matching.matching import Matching
from uidiff.model.bounds import COORDINATE_RANGE
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.snapshot import Snapshot

__all__ = ["KINDS", "Edit", "Edited", "apply_edits", "rows_of"]

_TOGGLED = ("focused", "disabled", "selected", "checked", "expanded", "busy")


@attrs.frozen
class Edit:
    """One change.

    Attributes:
        kind: one of :data:`KINDS`.
        at: which element, or for "reorder" whose children (the roots are somebody's children too).
        to: where to, which state or how far: the second number of those kinds that need one.
        text: the new text of those kinds that need one.
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
        pairs: the truth: before-index and after-index of every element that is in both, sorted.
        script: what was done.
    """

    before: Snapshot
    after: Snapshot
    pairs: tuple[tuple[int, int], ...]
    script: tuple[Edit, ...]

    @property
    def matching(self) -> Matching:
        """The truth as a matching."""
        return Matching.from_pairs(self.pairs, before=self.before, after=self.after)


def apply_edits(snapshot: Snapshot, script: Iterable[Edit]) -> Edited:
    """Do what a script says, in order; an edit that needs an element where there is none does nothing."""
    script = tuple(script)
    draft = _Draft(snapshot)
    for edit in script:
        _DO[edit.kind](draft, edit)
    after = Snapshot.from_rows(draft.rows, circumstances=draft.circumstances)
    pairs = sorted((i, j) for j, i in enumerate(draft.origins) if i is not None)
    return Edited(snapshot, after, tuple(pairs), script)


def rows_of(snapshot: Snapshot) -> list[Row]:
    """The elements as rows of which ``Snapshot.from_rows`` makes the same elements again."""
    return [_row(cells) for cells in zip(*snapshot.columns, strict=True)]


_Piece: TypeAlias = tuple[list[Row], list[int | None]]


class _Draft:
    """The rows of a tree in the making, and where each came from."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.rows = rows_of(snapshot)
        self.origins: list[int | None] = list(range(len(snapshot)))
        self.circumstances: Circumstances = snapshot.circumstances

    def end(self, index: int) -> int:
        """The index behind the last descendant."""
        depth = self.rows[index].depth
        following = range(index + 1, len(self.rows))
        return next((i for i in following if self.rows[i].depth <= depth), len(self.rows))

    def children(self, parent: int) -> list[int]:
        """The children of an element, the roots for the index behind the last element."""
        is_all = parent == len(self.rows)
        start, end = (0, parent) if is_all else (parent + 1, self.end(parent))
        depth = 0 if is_all else self.rows[parent].depth + 1
        return [i for i in range(start, end) if self.rows[i].depth == depth]

    def take(self, start: int, end: int) -> _Piece:
        """Cut out what stands there; the depths count from the first of it."""
        piece = (_deeper(self.rows[start:end], -self.rows[start].depth), self.origins[start:end])
        del self.rows[start:end], self.origins[start:end]
        return piece

    def put(self, piece: _Piece, at: int, depth: int) -> None:
        """Put a piece before the element at an index."""
        self.rows[at:at] = _deeper(piece[0], depth)
        self.origins[at:at] = piece[1]

    def put_below(self, piece: _Piece, to: int) -> None:
        """Put a piece below the element that ``to`` says, as its first child or its last, or behind all as a root."""
        parent = to % (len(self.rows) + 1)
        if parent == len(self.rows):
            self.put(piece, parent, 0)
        else:
            first = to // (len(self.rows) + 1) % 2
            self.put(piece, parent + 1 if first else self.end(parent), self.rows[parent].depth + 1)

    def change(self, index: int, row: Row) -> None:
        """Give an element other fields."""
        self.rows[index] = row


def _row(cells: Sequence[object]) -> Row:
    """Checked cells as a row that gives the same cells again."""
    known = dict(zip(Row._fields, cells, strict=True))
    states: Iterable[tuple[str, object]] = known["states"]  # type: ignore[assignment]  # a checked cell
    extra = known["extra"]
    cooked = {
        "native_role": known["role"] if known["native_role"] is None else known["native_role"],
        "states": dict(states),
        "extra": json.loads(extra) if isinstance(extra, str) else None,
    }
    return Row(**{**known, **cooked})  # type: ignore[arg-type]  # checked cells


def _deeper(rows: Iterable[Row], levels: int) -> list[Row]:
    return [row._replace(depth=row.depth + levels) for row in rows]


# ------------------------------------------------------------------------ kinds


def _of_element(do: Callable[[_Draft, Edit, int], None]) -> Callable[[_Draft, Edit], None]:
    """A kind of edit that needs an element: it is called with its index, or not at all."""

    def edit_one(draft: _Draft, edit: Edit) -> None:
        if draft.rows:
            do(draft, edit, edit.at % len(draft.rows))

    return edit_one


def _rename(draft: _Draft, edit: Edit, at: int) -> None:
    draft.change(at, draft.rows[at]._replace(name=edit.text))


def _set_value(draft: _Draft, edit: Edit, at: int) -> None:
    draft.change(at, draft.rows[at]._replace(value=edit.text))


def _toggle(draft: _Draft, edit: Edit, at: int) -> None:
    name = _TOGGLED[edit.to % len(_TOGGLED)]
    states = dict(draft.rows[at].states or {})
    states[name] = not states.get(name, False)
    draft.change(at, draft.rows[at]._replace(states=states))


def _shift(draft: _Draft, edit: Edit, at: int) -> None:
    """From there on, everything stands lower: a banner came."""
    for index, row in enumerate(draft.rows[at:], start=at):
        if row.bounds is not None:
            x, y, width, height = row.bounds
            lower = min(y + edit.to + 1, COORDINATE_RANGE[-1])
            draft.change(index, row._replace(bounds=(x, lower, width, height)))


def _insert(draft: _Draft, edit: Edit) -> None:
    draft.put_below(([Row(depth=0, role="listitem", name=edit.text)], [None]), edit.to)


def _remove(draft: _Draft, _: Edit, at: int) -> None:
    draft.take(at, draft.end(at))


def _move(draft: _Draft, edit: Edit, at: int) -> None:
    draft.put_below(draft.take(at, draft.end(at)), edit.to)


def _wrap(draft: _Draft, edit: Edit, at: int) -> None:
    """Put a group around an element and up to three siblings behind it."""
    depth, end = draft.rows[at].depth, draft.end(at)
    for _ in range(edit.to % 4):
        if end < len(draft.rows) and draft.rows[end].depth == depth:
            end = draft.end(end)
    rows, origins = draft.take(at, end)
    group = Row(depth=0, role="group", name=edit.text or None)
    draft.put(([group, *_deeper(rows, 1)], [None, *origins]), at, depth)


def _unwrap(draft: _Draft, _: Edit, at: int) -> None:
    """Take an element away and leave its children in its place."""
    end, depth = draft.end(at), draft.rows[at].depth
    if end > at + 1:
        below = draft.take(at + 1, end)
        draft.put(below, at + 1, depth)
    draft.take(at, at + 1)


def _reorder(draft: _Draft, edit: Edit) -> None:
    """Give the children of an element, or the roots, another order: reversed, rotated, two swapped, dealt out."""
    children = draft.children(edit.at % (len(draft.rows) + 1))
    if not children:
        return
    at, depth = children[0], draft.rows[children[0]].depth
    pieces: list[_Piece] = [draft.take(start, draft.end(start)) for start in reversed(children)]  # the last first
    forth = pieces[::-1]
    swapped = [*forth[1::-1], *forth[2:]]
    orders = (swapped, pieces, forth[1:] + forth[:1], forth[::2] + forth[1::2])
    for piece in reversed(orders[edit.to % len(orders)]):
        draft.put(piece, at, depth)


def _duplicate(draft: _Draft, _: Edit, at: int) -> None:
    """A copy of an element and all below it, ids included, right behind it."""
    end = draft.end(at)
    copies: list[int | None] = [None] * (end - at)
    draft.put((_deeper(draft.rows[at:end], -draft.rows[at].depth), copies), end, draft.rows[at].depth)


def _renumber(draft: _Draft, edit: Edit) -> None:
    """Other plain ids, different from each other; stable ones stay."""
    for index, row in enumerate(draft.rows):
        if row.id is not None and not row.id_stable:
            draft.change(index, row._replace(id=f"renumbered {edit.to + index}"))


def _count_in_title(draft: _Draft, edit: Edit) -> None:
    """A counter in the title, and in the name of the first root, as windows have it."""
    title = f"{edit.text} ({edit.to})"
    draft.circumstances = attrs.evolve(draft.circumstances, title=title)
    if draft.rows:
        draft.change(0, draft.rows[0]._replace(name=title))


_DO: Mapping[str, Callable[[_Draft, Edit], None]] = MappingProxyType(
    {
        "rename": _of_element(_rename),
        "value": _of_element(_set_value),
        "toggle": _of_element(_toggle),
        "shift": _of_element(_shift),
        "insert": _insert,
        "remove": _of_element(_remove),
        "move": _of_element(_move),
        "wrap": _of_element(_wrap),
        "unwrap": _of_element(_unwrap),
        "reorder": _reorder,
        "duplicate": _of_element(_duplicate),
        "renumber": _renumber,
        "title": _count_in_title,
    },
)

KINDS = tuple(_DO)
"""What an edit can be."""
