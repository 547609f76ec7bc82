"""The handles of live elements, and their ids.

macOS has no ids, and only says whether two references are of one element (CFEqual).
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Any

import attrs

__all__ = ["AxHandle", "ElementIds"]


@attrs.frozen(eq=False, repr=False)
class AxHandle:
    """An element of a running application; handles of the same element are equal.

    atomacos accepts its reference: ``atomacos.NativeUIElement(handle.ref)``.

    Attributes:
        ref: an AXUIElement. Different references may be of one element, which ``CFEqual`` compares.
    """

    ref: Any
    _system: Any
    _hash: int = attrs.field(init=False)

    @_hash.default
    def _hash_of_element(self) -> int:
        return hash(self._system.CFHash(self.ref))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AxHandle):
            return NotImplemented
        if self.ref is other.ref or self._hash != other._hash:
            return self.ref is other.ref
        return bool(self._system.CFEqual(self.ref, other.ref))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<AxHandle {self._hash:x}>"


MOST_WINDOWS = 32
"""The number of windows, the last read ones, whose elements are remembered."""

KEPT_READS = 8
"""The number of partial reads after which an element that they do not show is forgotten."""


@attrs.define
class _IdEntry:
    id: str
    role: str
    window: str
    seen: int
    name: str | None = None


class ElementIds:
    """The elements of the last reads, each with an id that no other element gets.

    A random token in the ids makes those of other processes invalid.
    """

    def __init__(self) -> None:
        self._token = secrets.token_hex(4)
        self._last = 0
        self._reads = 0
        self._entries: dict[AxHandle, _IdEntry] = {}
        self._handles: dict[str, AxHandle] = {}
        self._windows: OrderedDict[str, dict[AxHandle, None]] = OrderedDict()
        self._urls: dict[str, str | None] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, handle: object) -> bool:
        return handle in self._entries

    def new_id(self) -> str:
        """Make an id."""
        self._last += 1
        return f"{self._token}.{self._last}"

    def begin(self, window: str) -> None:
        """Begin a read of a window."""
        self._reads += 1
        self._windows.setdefault(window, {})
        self._windows.move_to_end(window)

    def id_of(self, handle: AxHandle, role: str, window: str) -> str:
        """The id of an element that is read now. With another role it is a new element in the place of the old one."""
        entry = self._entries.get(handle)
        if entry is None or entry.role != role:
            if entry is not None:
                self._forget(handle)
            entry = _IdEntry(self.new_id(), role, window, self._reads)
            self._entries[handle] = entry
            self._handles[entry.id] = handle
        elif entry.window != window:
            self._windows[entry.window].pop(handle)
        entry.window, entry.seen = window, self._reads
        self._windows[window][handle] = None
        return entry.id

    def set_name(self, handle: AxHandle, name: str | None) -> None:
        """Remember the name of an element that is read now, for the elements that it labels; None if it has none."""
        self._entries[handle].name = name

    def name_of(self, handle: AxHandle, *, earlier: bool) -> str | None:
        """The name of an element in this read, or if ``earlier`` in an earlier one; None if it is not known."""
        entry = self._entries.get(handle)
        return entry.name if entry is not None and (earlier or entry.seen == self._reads) else None

    def url(self, window: str, found: str | None, *, whole: bool) -> str | None:
        """Remember and return the address of the page in a window; a partial read does not change a known one."""
        if whole or window not in self._urls:
            self._urls[window] = found
        return self._urls[window]

    def end(self, window: str, *, whole: bool) -> None:
        """End the read: forget the elements that a whole read, or :data:`KEPT_READS` partial ones, did not show."""
        oldest = self._reads if whole else self._reads - KEPT_READS
        for handle in [each for each in self._windows[window] if self._entries[each].seen < oldest]:
            self._forget(handle)
        while len(self._windows) > MOST_WINDOWS:
            for handle in list(next(iter(self._windows.values()))):
                self._forget(handle)
            window, _ = self._windows.popitem(last=False)
            self._urls.pop(window, None)

    def handle(self, id_: str | None) -> AxHandle | None:
        """The element of an id; None if it is not remembered."""
        return None if id_ is None else self._handles.get(id_)

    def _forget(self, handle: AxHandle) -> None:
        entry = self._entries.pop(handle)
        del self._handles[entry.id]
        self._windows[entry.window].pop(handle)
