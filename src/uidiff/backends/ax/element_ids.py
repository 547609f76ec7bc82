"""Ids of elements. macOS has none to give: whether two elements are one is all that it says (CFEqual)."""

from __future__ import annotations

import secrets
from collections import OrderedDict

import attrs

from uidiff.backends.ax.handles import AxHandle

__all__ = ["KEPT_READS", "MOST_WINDOWS", "ElementIds"]

MOST_WINDOWS = 32
"""Of so many windows, those that were read last, the elements are known."""

KEPT_READS = 8
"""An element that partial reads do not show is known for so many reads: it may be where they did not get."""


@attrs.define
class _KnownElement:
    id: str
    role: str
    window: str
    seen: int
    name: str | None = None


class ElementIds:
    """The elements that were read last, with an id each, which no other element ever gets.

    The ids of two objects of this class differ too: one that was saved means nothing to the next process.
    """

    def __init__(self) -> None:
        self._token = secrets.token_hex(4)
        self._last = 0
        self._reads = 0
        self._entries: dict[AxHandle, _KnownElement] = {}
        self._handles: dict[str, AxHandle] = {}
        self._windows: OrderedDict[str, dict[AxHandle, None]] = OrderedDict()
        self._urls: dict[str, str | None] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, handle: object) -> bool:
        return handle in self._entries

    def new_id(self) -> str:
        """An id that nothing had."""
        self._last += 1
        return f"{self._token}.{self._last}"

    def begin(self, window: str) -> None:
        """A read of a window begins."""
        self._reads += 1
        self._windows.setdefault(window, {})
        self._windows.move_to_end(window)

    def id_of(self, handle: AxHandle, role: str, window: str) -> str:
        """The id of an element that is read now. One of another role is another one, in whose place it came."""
        entry = self._entries.get(handle)
        if entry is None or entry.role != role:
            if entry is not None:
                self._forget(handle)
            entry = _KnownElement(self.new_id(), role, window, self._reads)
            self._entries[handle] = entry
            self._handles[entry.id] = handle
        elif entry.window != window:
            self._windows[entry.window].pop(handle)
        entry.window, entry.seen = window, self._reads
        self._windows[window][handle] = None
        return entry.id

    def call(self, handle: AxHandle, name: str | None) -> None:
        """Remember the name of an element that is read now; None where it has none to give to others."""
        self._entries[handle].name = name

    def name_of(self, handle: AxHandle, *, earlier: bool) -> str | None:
        """The name of an element as this read shows it, or an earlier one did, if that counts."""
        entry = self._entries.get(handle)
        return entry.name if entry is not None and (earlier or entry.seen == self._reads) else None

    def url(self, window: str, found: str | None, *, whole: bool) -> str | None:
        """The address of the page in a window; a read of a part of it does not know better than the one before."""
        if whole or window not in self._urls:
            self._urls[window] = found
        return self._urls[window]

    def end(self, window: str, *, whole: bool) -> None:
        """The read is done: what it did not show is forgotten, if it showed all that there is."""
        oldest = self._reads if whole else self._reads - KEPT_READS
        for handle in [each for each in self._windows[window] if self._entries[each].seen < oldest]:
            self._forget(handle)
        while len(self._windows) > MOST_WINDOWS:
            for handle in list(next(iter(self._windows.values()))):
                self._forget(handle)
            window, _ = self._windows.popitem(last=False)
            self._urls.pop(window, None)

    def handle(self, id_: str | None) -> AxHandle | None:
        """The element of an id; None if it is not known any more."""
        return None if id_ is None else self._handles.get(id_)

    def _forget(self, handle: AxHandle) -> None:
        entry = self._entries.pop(handle)
        del self._handles[entry.id]
        self._windows[entry.window].pop(handle)
