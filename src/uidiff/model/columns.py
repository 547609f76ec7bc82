"""The columns of a snapshot, and the row in which a backend passes one element."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from uidiff.model.states import States

__all__ = ["EMPTY", "NODE_KEYS", "Columns", "Row"]


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
        """Make columns of checked cells, in the order of the fields."""
        return cls(*map(tuple, columns))


EMPTY = Columns.of([()] * len(Columns._fields))
"""The columns of a snapshot without elements."""
