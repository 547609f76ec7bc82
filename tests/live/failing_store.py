"""A store that fails when it is told to."""

from __future__ import annotations

import errno
from collections import Counter

from uidiff.errors import StoreError
from uidiff.live.memory_store import MemoryStore
from uidiff.live.store import Kept, State

__all__ = ["Failing"]


class Failing(MemoryStore):
    """A store that fails when it is told to: so often, by the name of the method."""

    def __init__(self, **times: float) -> None:
        super().__init__()
        self.times = times
        self.calls: Counter[str] = Counter()
        self.error: StoreError = StoreError(errno.ENOSPC, "the disk is full")

    def _expect(self, method: str) -> None:
        self.calls[method] += 1
        if self.times.get(method, 0) > 0:
            self.times[method] -= 1
            raise self.error

    def kept(self, key: str) -> tuple[Kept, ...]:
        self._expect("kept")
        return super().kept(key)

    def load(self, key: str, seq: int) -> State:
        self._expect("load")
        return super().load(key, seq)

    def save(self, key: str, state: State, *, after: int) -> int:
        self._expect("save")
        return super().save(key, state, after=after)

    def touch(self, key: str, ts: int, *, after: int) -> None:
        self._expect("touch")
        super().touch(key, ts, after=after)

    def forget(self, key: str, *, before: int) -> None:
        self._expect("forget")
        super().forget(key, before=before)
