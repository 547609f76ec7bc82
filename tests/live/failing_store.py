"""A store that fails when it is told to."""

from __future__ import annotations

import errno
from collections import Counter

import attrs

from uidiff.errors import SnapshotExpired, StoreError
from uidiff.live.store import HistoryEntry, MemoryStore, State, WindowHistory

__all__ = ["Failing"]


class Failing(MemoryStore):
    """A store that fails when it is told to: ``times`` by the name of the method; "state" is the loading of a state."""

    def __init__(self, **times: float) -> None:
        super().__init__()
        self.times = times
        self.calls: Counter[str] = Counter()
        self.error: StoreError = StoreError(errno.ENOSPC, "the disk is full")

    def expect(self, method: str) -> None:
        self.calls[method] += 1
        if self.times.get(method, 0) > 0:
            self.times[method] -= 1
            if isinstance(self.error, SnapshotExpired):
                self._windows.clear()
            raise self.error

    def load(self, key: str) -> tuple[WindowHistory, str] | None:
        self.expect("load")
        found = super().load(key)
        return None if found is None else (lazy(found[0], self), found[1])

    def save(self, key: str, history: WindowHistory, expected_version: str | None) -> str:
        self.expect("save")
        return super().save(key, history, expected_version)

    def forget(self, key: str) -> None:
        self.expect("forget")
        super().forget(key)


class _Lazy:
    """Loads a state of a store that may fail."""

    def __init__(self, store: Failing, entry: HistoryEntry) -> None:
        self.store = store
        self.entry = entry

    def __call__(self) -> State:
        self.store.expect("state")
        return self.entry.state()


def lazy(history: WindowHistory, store: Failing) -> WindowHistory:
    """A history whose states are loaded when they are needed."""
    entries = tuple(attrs.evolve(entry, source=_Lazy(store, entry)) for entry in history.entries)
    return attrs.evolve(history, entries=entries)
