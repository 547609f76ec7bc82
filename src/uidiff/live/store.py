"""What a store keeps of a window, the protocol of a store, and the one in memory (spec/definitions#2-time-and-tokens).

A store maps the key of a window to one value, its :class:`WindowHistory`, and a version. ``save`` names the version
that it replaces, so of two sessions that save at the same time the second gets StoreConflict, reads the window again
and continues from what the first one saved.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from hashlib import blake2b
from typing import Protocol

import attrs

from uidiff.diffing.refs import Refs
from uidiff.errors import SnapshotExpired, StoreConflict, StoreError
from uidiff.live.departed import Departed
from uidiff.live.known import Known
from uidiff.model.snapshot import Snapshot

__all__ = [
    "BASELINES",
    "QUESTIONS",
    "HistoryEntry",
    "MemoryStore",
    "NewerStore",
    "State",
    "Store",
    "WindowHistory",
    "checked_ttl",
    "conflict",
    "expired",
    "hash_of_key",
    "new_id",
]

BASELINES = 8
"""Number of baselines of a window that a store keeps (spec/definitions#2-time-and-tokens)."""

QUESTIONS = 8
"""Number of filters of a window, the ones asked last, whose baselines are kept (spec/definitions#14-filters)."""


class NewerStore(StoreError):
    """A newer uidiff wrote the store. It is left as it is."""


def conflict() -> StoreConflict:
    """The error of ``save`` when another session has saved since the version that is to be replaced."""
    return StoreConflict("the window was kept by somebody else in between: load what is there and try again")


def expired(problem: str) -> SnapshotExpired:
    """The error of ``load`` when what was kept of a window has been removed."""
    return SnapshotExpired(f"what was kept of the window {problem}")


def hash_of_key(key: str) -> str:
    """The hash of a window's key, 32 hex digits: a store writes it in place of the key."""
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def new_id() -> str:
    """16 random hex digits."""
    return secrets.token_hex(8)


def checked_ttl(ttl: float | None) -> float | None:
    """The seconds after its last use at which a window expires; None: never. ValueError if it is not above 0."""
    if ttl is not None and not ttl > 0:  # false for NaN too
        raise ValueError(f"ttl is a number of seconds above 0, or None, not {ascii(ttl)[:40]}")
    return ttl


@attrs.frozen(kw_only=True, eq=False)
class State:
    """One read of a window with the refs of its elements.

    Attributes:
        ts: the moment of the read in Unix milliseconds, strictly increasing within a window.
        snapshot: the whole window.
        refs: the number of each element, and the next free number of the session.
        memory: what the reader knows, where that is more than the snapshot shows.
        id: 16 hex digits, different for each read.
    """

    ts: int
    snapshot: Snapshot = attrs.field(repr=False)
    refs: Refs = attrs.field(repr=False)
    memory: Known | None = attrs.field(default=None, repr=False)
    id: str = attrs.field(factory=new_id)

    @property
    def known(self) -> Known:
        """What the reader knows after this read."""
        return self.memory or Known(self.snapshot, self.refs)

    @cached_property
    def compared(self) -> Known:
        """What a later read is compared with: what the window shows, and what it hides."""
        if self.memory is None or not self.snapshot.concealed:
            return Known(self.snapshot, self.refs)
        return self.memory.without_unread()


@attrs.frozen(kw_only=True, eq=False)
class HistoryEntry:
    """One state in a history, which may not have been loaded yet.

    Attributes:
        id, ts: of the state.
        baseline: whether a later read may be compared with it. A partial read that hides what the baseline shows is
            none; it is kept for the numbers in it until there is a newer baseline.
        source: the state, or a function that loads it.
    """

    id: str
    ts: int
    baseline: bool
    source: State | Callable[[], State] = attrs.field(repr=False)

    @property
    def loaded(self) -> bool:
        """Whether the state is in memory."""
        return isinstance(self.source, State)

    def state(self) -> State:
        """Return the state, loading it if needed.

        Raises:
            CorruptSnapshot: it is damaged.
            SnapshotExpired: it has been removed since the history was loaded.
            StoreError: it cannot be read.
        """
        return self.source if isinstance(self.source, State) else self.source()


@attrs.frozen(kw_only=True, eq=False)
class WindowHistory:
    """What is kept of one window. Sessions that share a lineage call the same elements by the same numbers.

    Attributes:
        lineage: id of the chain of refs that all entries belong to.
        entries: oldest first: the last 8 baselines, the last 8 states behind the newest baseline, and what
            ``questions`` names.
        questions: for each question (the key of its filter, "" without one) the id of the entry that its last answer
            was of; the one asked last is the last.
        next_ref: the lowest number that no element of the lineage has had.
        reported_at: the latest moment, in Unix milliseconds, at which a session of the lineage answered. The next state
            gets a later one.
        departed: the elements that have left, whose numbers come back with them.
    """

    lineage: str = attrs.field(factory=new_id)
    entries: tuple[HistoryEntry, ...] = ()
    questions: tuple[tuple[str, str], ...] = ()
    next_ref: int = 1
    reported_at: int = 0
    departed: Departed = attrs.field(factory=Departed, repr=False)

    def with_state(self, state: State, *, baseline: bool) -> WindowHistory:
        """Append a state, and drop the entries that are too old."""
        added = HistoryEntry(id=state.id, ts=state.ts, baseline=baseline, source=state)
        longer = attrs.evolve(
            self,
            entries=(*self.entries, added),
            next_ref=max(self.next_ref, state.refs.next),
            reported_at=max(self.reported_at, state.ts),
        )
        return _without_old(longer)

    def answered(self, question: str, id_: str) -> WindowHistory:
        """Note of which entry the last answer to a question was; of the filters that were not asked for long, none."""
        if self.questions[-1:] == ((question, id_),):
            return self
        others = [pair for pair in self.questions if pair[0] != question]
        surplus = sum(map(bool, (key for key, _ in others))) + bool(question) - QUESTIONS
        if surplus > 0:
            others.remove(next(pair for pair in others if pair[0]))
        return _without_old(attrs.evolve(self, questions=(*others, (question, id_))))

    def answer_to(self, question: str) -> HistoryEntry | None:
        """The entry that the last answer to a question was of; None if it was not asked, or not for long."""
        found = dict(self.questions).get(question)
        return next((entry for entry in self.entries if entry.id == found), None)

    def reported(self, ts: int) -> WindowHistory:
        """Note that a session answered at a moment, and nothing had changed."""
        return attrs.evolve(self, reported_at=max(self.reported_at, ts))

    @property
    def tail(self) -> tuple[HistoryEntry, ...]:
        """The newest baseline and the states behind it: what a new session needs to continue the numbers."""
        places = [place for place, entry in enumerate(self.entries) if entry.baseline]
        return self.entries[places[-1] if places else 0 :]


def _without_old(history: WindowHistory) -> WindowHistory:
    """The history without the entries that are too old."""
    baselines = [entry for entry in history.entries if entry.baseline]
    behind = history.tail[1:] if baselines else history.entries
    kept = {entry.id for entry in (*baselines[-BASELINES:], *behind[-BASELINES:])}
    kept.update(id_ for _, id_ in history.questions)
    return attrs.evolve(history, entries=tuple(entry for entry in history.entries if entry.id in kept))


class Store(Protocol):
    """What a session needs of a store. A key is any text that is not empty.

    Every method may raise StoreError (an OSError: the disk is full, the folder is gone); what was saved before is whole
    then.
    """

    def load(self, key: str) -> tuple[WindowHistory, str] | None:
        """Return what is kept of a window, and its version; None if nothing is. The window counts as used now.

        Raises:
            SnapshotExpired: it was kept for longer than the store keeps windows. It has been removed: raised once.
            CorruptSnapshot: it is damaged: :meth:`forget` it.
        """
        ...

    def save(self, key: str, history: WindowHistory, expected_version: str | None) -> str:
        """Replace what is kept of a window, and return the new version. When it returns, the history is safe.

        Args:
            key: of the window.
            history: what to keep; the states of entries that the store has already need not be loaded.
            expected_version: the version that it replaces; None if nothing is kept.

        Raises:
            StoreConflict: another version is kept. Nothing has changed.
        """
        ...

    def forget(self, key: str) -> None:
        """Remove what is kept of a window, be it damaged or not."""
        ...

    def close(self) -> None:
        """Release what is held for this process alone. It may be called again."""
        ...


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
                    raise expired("is not any more: read it again, or keep more or longer")
                return None
            self._windows[key] = _Kept(found.history, found.version, now)
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
