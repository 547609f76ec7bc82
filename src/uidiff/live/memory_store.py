"""Histories in memory: for a server, or for as long as a program runs."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

import attrs

from uidiff.live.store import WindowHistory, checked_ttl, conflict, expired, hash_of_key, new_id

__all__ = ["MemoryStore"]

_REMEMBERED = 1024
"""Number of windows that were dropped and are remembered as such, by 32 hex digits each."""


@attrs.frozen
class _Kept:
    """The history of a window, its version, and when it was last used by the store's clock."""

    history: WindowHistory
    version: str
    used: float


class MemoryStore:
    """Keeps the histories of the windows that were used last. Several sessions, in several threads, may share one.

    Args:
        windows: number of windows that are kept; beyond it the one that was not used for longest is dropped.
        ttl: seconds after the last use at which a window is dropped; None: never.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        *,
        windows: int = 32,
        ttl: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if type(windows) is not int or windows < 1:
            raise ValueError(f"windows is how many of them are kept: 1 or more, not {ascii(windows)[:40]}")
        self._most = windows
        self._ttl = checked_ttl(ttl)
        self._clock = clock
        self._lock = threading.Lock()
        self._windows: OrderedDict[str, _Kept] = OrderedDict()  # least recently used first
        self._dropped: OrderedDict[str, None] = OrderedDict()

    def load(self, key: str) -> tuple[WindowHistory, str] | None:
        """Return what is kept of a window, and its version. SnapshotExpired, once, if it was dropped."""
        with self._lock:
            now = self._clock()
            while self._ttl is not None and self._windows:
                oldest, kept = next(iter(self._windows.items()))
                if now - kept.used <= self._ttl:
                    break
                self._drop(oldest)
            found = self._windows.get(key)
            if found is None:
                if self._dropped and self._dropped.pop(hash_of_key(key), "") is None:
                    raise expired("is not any more: read it anew, or keep more or longer")
                return None
            self._windows[key] = attrs.evolve(found, used=now)
            self._windows.move_to_end(key)
            return found.history, found.version

    def save(self, key: str, history: WindowHistory, expected_version: str | None) -> str:
        """Replace what is kept of a window, and return the new version. StoreConflict if another version is kept."""
        with self._lock:
            found = self._windows.get(key)
            if (None if found is None else found.version) != expected_version:
                raise conflict()
            version = new_id()
            self._windows[key] = _Kept(history, version, self._clock())
            self._windows.move_to_end(key)
            self._dropped.pop(hash_of_key(key), None)
            while len(self._windows) > self._most:
                self._drop(next(iter(self._windows)))
            return version

    def forget(self, key: str) -> None:
        """Remove what is kept of a window."""
        with self._lock:
            self._windows.pop(key, None)

    def close(self) -> None:
        """Remove everything. The store may be used again: it is empty."""
        with self._lock:
            self._windows.clear()
            self._dropped.clear()

    def _drop(self, key: str) -> None:
        del self._windows[key]
        self._dropped[hash_of_key(key)] = None
        if len(self._dropped) > _REMEMBERED:
            self._dropped.popitem(last=False)
