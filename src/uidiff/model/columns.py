"""The columns of a snapshot, the row in which a backend passes one element, and the comparison of two columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, count
from operator import ne
from typing import Any, NamedTuple

from uidiff.model.states import States

__all__ = [
    "COORDINATE_RANGE",
    "EMPTY",
    "NODE_KEYS",
    "Bounds",
    "Columns",
    "Row",
    "Uniform",
    "agree_everywhere",
    "common_cells",
    "unequal_cells",
]

COORDINATE_RANGE = range(-(2**31), 2**31)
"""The range of each of the four numbers: a signed 32-bit integer, as in the platforms' own interfaces."""


class Bounds(NamedTuple):
    """A rectangle in whole logical pixels from the window's top left (spec/definitions#18-bounds).

    Negative positions and sizes are kept as read.
    """

    x: int
    y: int
    width: int
    height: int


class Row(NamedTuple):
    """One element as it was read, before anything is checked. Rows stand in pre-order.

    Plain tuples of the same length and order do as well. Texts are ``str`` or None, which means absent.

    Attributes:
        depth: 0 for a root, at most one more than the row before.
        role: the native role, or the ARIA role; looked up for the snapshot's platform unless ``native_role`` is given.
        bounds: ``(x, y, width, height)`` in whole logical pixels from the window's top left, or None.
        states: a dict from the vocabulary of spec/definitions#4-states; absent booleans are false.
        id: the platform's own id of the element in this read; ``id_stable`` says whether it lives as long as it.
        automation_id: the author's id (html id, AutomationId, resource id).
        url: where it leads to; only what is safe to show of it is kept, beside a digest of the whole.
        native_role: the platform's own role; where given, ``role`` is ARIA already.
        secret: its text is to be hidden (as it is for password fields, found by their states).
        unread: what is below this element was not read.
        url_digest: only where ``url`` was cut before: the digest of the whole.
        extra: whatever else is known about it, JSON values by name.
    """

    depth: int
    role: str
    name: str | None = None
    value: str | None = None
    description: str | None = None
    bounds: Sequence[int] | None = None
    states: Mapping[str, object] | None = None
    id: str | None = None
    id_stable: bool = False
    automation_id: str | None = None
    url: str | None = None
    native_role: str | None = None
    actions: Sequence[str] | None = None
    secret: bool = False
    unread: bool = False
    url_digest: str | None = None
    extra: Mapping[str, object] | None = None


NODE_KEYS = frozenset({*Row._fields, "parent", "children"}) - {"depth", "extra"}
"""The keys of an element given as a dict; no unknown key of ``extra`` has such a name."""


class Uniform(tuple[Any, ...]):
    """A column whose cells are all one object, such as None: one look is enough to compare or to search it.

    Most columns of most trees are of this kind.
    """

    __slots__ = ()

    @classmethod
    def of(cls, cell: object, count: int) -> Uniform:
        """Make a column of that many cells."""
        return cls((cell,) * count)

    def __contains__(self, cell: object) -> bool:
        return cell in self[:1]

    def __eq__(self, other: object) -> bool:
        if type(other) is Uniform:
            return len(self) == len(other) and self[:1] == other[:1]
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__


class Columns(NamedTuple):
    """The elements of a snapshot, checked: one tuple a field, all of one length, in pre-order.

    The names are those of :class:`Row`; ``bounds`` holds plain tuples, ``states`` sorted pairs, ``extra`` JSON text.
    """

    depth: tuple[int, ...]
    role: tuple[str, ...]
    name: tuple[str | None, ...]
    value: tuple[str | None, ...]
    description: tuple[str | None, ...]
    bounds: tuple[tuple[int, int, int, int] | None, ...]
    states: tuple[States, ...]
    id: tuple[str | None, ...]
    id_stable: tuple[bool, ...]
    automation_id: tuple[str | None, ...]
    url: tuple[str | None, ...]
    native_role: tuple[str | None, ...]
    actions: tuple[tuple[str, ...], ...]
    secret: tuple[bool, ...]
    unread: tuple[bool, ...]
    url_digest: tuple[str | None, ...]
    extra: tuple[str | None, ...]

    @classmethod
    def of(cls, columns: Iterable[Iterable[Any]]) -> Columns:
        """Make columns of checked cells, in the order of the fields; tuples are taken as they are."""
        return cls(*(column if isinstance(column, tuple) else tuple(column) for column in columns))


EMPTY = Columns.of([()] * len(Columns._fields))
"""The columns of a snapshot without elements."""


_SLICE = 256
"""Cells in the first slice, and in the first behind a difference; each following slice has four times as many. Columns
that mostly agree are compared in slices, which runs in C, and cell by cell where a slice differs.
"""


def common_cells(left: Sequence[object], right: Sequence[object], i: int, j: int, limit: int) -> int:
    """Count the equal cells from ``left[i]`` and ``right[j]`` on, at most ``limit``."""
    if agree_everywhere(left, right, i, j):
        return limit
    start, length = 0, _SLICE
    while start < limit:
        stop = min(limit, start + length)
        ours, others = left[i + start : i + stop], right[j + start : j + stop]
        if ours != others:
            return start + next(compress(count(), map(ne, ours, others)))
        start, length = stop, length * 4
    return limit


def unequal_cells(left: Sequence[object], right: Sequence[object], i: int, j: int, limit: int) -> Iterator[int]:
    """Yield the offsets from ``left[i]`` and ``right[j]`` at which the next ``limit`` cells differ."""
    if agree_everywhere(left, right, i, j) or (limit == len(left) == len(right) and left == right):
        return  # no slice has to be made, and this is the usual case
    start = common_cells(left, right, i, j, limit)
    while start < limit:
        stop = min(limit, start + _SLICE)
        yield from compress(count(start), map(ne, left[i + start : i + stop], right[j + start : j + stop]))
        start = stop + common_cells(left, right, i + stop, j + stop, limit - stop)


def agree_everywhere(left: Sequence[object], right: Sequence[object], i: int, j: int) -> bool:
    """Return whether the cells from ``left[i]`` and ``right[j]`` on are known to be equal without a look at each.

    So it is of one column in the same place, and of two whose only cells are equal.
    """
    if left is right:
        return i == j
    return type(left) is Uniform is type(right) and left[:1] == right[:1]
