"""Baselines in memory: for a server, or for as long as a program runs."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

import attrs

from uidiff.errors import SnapshotExpired
from uidiff.live.store import (
    EMPTY,
    Kept,
    State,
    checked_moment,
    checked_ttl,
    conflict,
    gone,
    hash_of_key,
    that_stay,
    with_told,
)

__all__ = ["MemoryStore"]

_REMEMBERED = 1024
"""So many windows that are not kept any more are known as such, by 16 bytes each."""


@attrs.define
class _Window:
    """The states of a window by their numbers, oldest first.

    Attributes:
        states: what is kept of it.
        used: when it was last asked for, by the store's clock.
        told: the latest moment at which it was touched.
    """

    states: dict[int, State]
    used: float
    told: int = 0

    @property
    def last(self) -> int:
        return next(reversed(self.states), EMPTY)

    def kept(self) -> tuple[Kept, ...]:
        kept = [
            Kept(seq=seq, ts=one.ts, baseline=one.baseline, id=one.id, line=one.line)
            for seq, one in self.states.items()
        ]
        return with_told(kept, self.told)


class MemoryStore:
    """Keeps the states of the windows that were used last. Several sessions, in several threads, may share one.

    Args:
        windows: so many windows are kept; of more, those that were not used for longest are dropped.
        ttl: seconds after the last use at which a window is dropped; None: never.
        clock: what time it is, in seconds.
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
        self._windows: OrderedDict[str, _Window] = OrderedDict()  # the one used last is the last
        self._dropped: OrderedDict[str, None] = OrderedDict()

    def kept(self, key: str) -> tuple[Kept, ...]:
        """What there is of a window, oldest first. SnapshotExpired where it was dropped since it was last used."""
        with self._lock:
            window = self._found(key)
            return () if window is None else window.kept()

    def load(self, key: str, seq: int) -> State:
        """A state of a window. SnapshotExpired where it is not kept any more."""
        with self._lock:
            window = self._found(key)
            if window is None or seq not in window.states:
                raise gone()
            return window.states[seq]

    def save(self, key: str, state: State, *, after: int) -> int:
        """Keep a state behind the one of the number ``after``.

        Raises:
            StoreConflict: that is not the last one, or was touched at the state's moment or later.
        """
        with self._lock:
            window = self._windows.get(key) or _Window({}, self._clock())
            if window.last != after or state.ts <= window.told:
                raise conflict()
            seq = after + 1
            window.states[seq] = state
            staying = {one.seq for one in that_stay(window.kept())}
            window.states = {number: one for number, one in window.states.items() if number in staying}
            self._windows[key] = window
            self._dropped.pop(hash_of_key(key), None)
            self._use(key)
            while len(self._windows) > self._most:
                self._drop(next(iter(self._windows)))
            return seq

    def touch(self, key: str, ts: int, *, after: int) -> None:
        """The window was as its newest baseline says at the moment ``ts``; what is kept of it is as if it were new.

        Raises:
            StoreConflict: ``after`` is not the last one.
            ValueError: ``ts`` is no moment.
        """
        ts = checked_moment(ts)
        with self._lock:
            window = self._windows.get(key)
            if (EMPTY if window is None else window.last) != after:
                raise conflict()
            if window is not None:
                window.told = max(window.told, ts)
                self._use(key)

    def forget(self, key: str, *, before: int) -> None:
        """Remove what has a lower number."""
        with self._lock:
            window = self._windows.get(key)
            if window is not None:
                window.states = {seq: state for seq, state in window.states.items() if seq >= before}
                if not window.states:
                    del self._windows[key]

    def close(self) -> None:
        """Let go of everything. It may be called again, and the store be used again: it is empty."""
        with self._lock:
            self._windows.clear()
            self._dropped.clear()

    # ----------------------------------------------------------------- insides

    def _found(self, key: str) -> _Window | None:
        """The window, used now; None if nothing was kept of it; SnapshotExpired, once, if it was dropped."""
        now = self._clock()
        while self._windows:
            oldest, window = next(iter(self._windows.items()))
            if self._ttl is None or now - window.used <= self._ttl:
                break
            self._drop(oldest)
        if hash_of_key(key) in self._dropped:
            del self._dropped[hash_of_key(key)]
            raise SnapshotExpired("what was kept of the window is not any more: read it anew, or keep more or longer")
        if key not in self._windows:
            return None
        self._use(key)
        return self._windows[key]

    def _use(self, key: str) -> None:
        self._windows[key].used = self._clock()
        self._windows.move_to_end(key)

    def _drop(self, key: str) -> None:
        del self._windows[key]
        self._dropped[hash_of_key(key)] = None
        if len(self._dropped) > _REMEMBERED:
            self._dropped.popitem(last=False)
