"""The baselines of a session's windows: loaded, compared with, saved (spec/definitions#2-time-and-tokens, #12-partial
and #13-windows).

What cannot be used is no error: the answer is the whole tree, and says why. A store that fails is left, with one
warning: from then on the session itself keeps the histories of its windows.
"""

from __future__ import annotations

import logging

import attrs

from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreConflict, StoreError
from uidiff.formats.choice import FIRST
from uidiff.live.store import HistoryEntry, NewerStore, State, Store, WindowHistory
from uidiff.live.tracking import NumberedRead, RefTracker, match_by_refs, reads_as_much
from uidiff.model.columns import Columns
from uidiff.model.snapshot import Snapshot

__all__ = ["Baselines", "WindowState"]

EXPIRED = "the baseline has expired"
DAMAGED = "the baseline was damaged"
FOREIGN = "the baseline is another reader's"
TOO_OLD = "no baseline is that old"
NEWER = "a newer uidiff wrote the baseline"
UNREADABLE = "the store has failed"

_log = logging.getLogger("uidiff.live")


class WindowState:
    """What a session knows of one window.

    Attributes:
        key: by which the store knows it.
        tracker: the refs of its elements.
        history: what the session saved or loaded last; None before it first asked the store.
        version: of that in the store; None if nothing is there.
        baseline: what the next answer is compared with: the last answer of this session, before its first one the
            newest baseline of the history. None if there is none.
        why: why there is no baseline, where that is not that the window has never been read; "" else.
        answered_at: monotonic seconds of the last answer; None if the backend gives times of its own.
        named_roles: by the roles that a filter named, the reads that had them: later they are no unknown names.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.tracker = RefTracker()
        self.history: WindowHistory | None = None
        self.version: str | None = None
        self.baseline: State | None = None
        self.why = ""
        self.answered_at: float | None = None
        self.named_roles: dict[tuple[str, ...], tuple[Snapshot, ...]] = {}

    @property
    def next_ref(self) -> int:
        """The lowest number that no element has in what the session saved or loaded last."""
        return 1 if self.history is None else self.history.next_ref

    def shelved(self) -> WindowState:
        """What is kept of a window that has not been read for long: its secrets and which numbers are its own."""
        left = WindowState(self.key)
        left.tracker.secrets = self.tracker.secrets
        if self.history is not None:
            left.history = attrs.evolve(self.history, entries=())
        return left

    def lose(self, why: str) -> None:
        """Begin another lineage without baseline: as nothing is kept, other sessions may give the same numbers."""
        self.history = None if self.tracker.latest is None else WindowHistory()
        self.version = self.baseline = None
        self.why = why or self.why

    def adopt(self, history: WindowHistory, version: str, free: int) -> None:
        """Continue from what an earlier run or another session saved, if that can be; else begin another lineage.

        It cannot be if the numbers are of another lineage, if some of them may mean elements that this session has
        numbered since, or if elements that live have numbers in this session that the others do not know of.

        Args:
            history: what the store has.
            version: of it.
            free: the lowest number that the session has never given.

        Raises:
            StoreError: a state that is needed cannot be loaded.
        """
        own = self.history
        known = {} if own is None else {entry.id: entry for entry in own.entries}
        history = attrs.evolve(history, entries=tuple(known.get(entry.id, entry) for entry in history.entries))
        same_lineage = own is None or own.lineage == history.lineage
        self.version = version
        if same_lineage and (not history.entries or history.entries[-1].id in known):
            self.history = history
            return
        states = [entry.state() for entry in history.tail]
        for state in states:
            self.tracker.secrets.learn(state.snapshot)  # whatever its numbers mean
        numbers = {number for state in states for number in state.refs.numbers}
        unsaved = range(self.next_ref, free)
        if not same_lineage or not numbers.isdisjoint(unsaved) or not self.tracker.living <= self._saved_numbers():
            self._fork(history.reported_at)
            return
        self.tracker.adopt(states)
        loaded = tuple(attrs.evolve(entry, source=state) for entry, state in zip(history.tail, states, strict=True))
        self.history = attrs.evolve(history, entries=(*history.entries[: -len(loaded)], *loaded))
        self.baseline = self.baseline or states[0]

    def _saved_numbers(self) -> set[int]:
        """The numbers in what a session that continues from this history finds."""
        tail = () if self.history is None else self.history.tail
        return {number for entry in tail for number in entry.state().refs.numbers}

    def _fork(self, reported_at: int) -> None:
        """Begin another lineage with what this session has in memory."""
        own = self.history or WindowHistory()
        self.history = WindowHistory(
            entries=tuple(entry for entry in own.entries if entry.loaded),
            next_ref=own.next_ref,
            reported_at=max(own.reported_at, reported_at),
        )
        self.why = FOREIGN

    def choose(self, latest: int | None) -> HistoryEntry | State | None:
        """The newest baseline up to a moment, None if there is none; without a moment that of the last answer."""
        baseline = self.baseline
        if latest is None or self.history is None:
            return baseline
        fitting = [entry for entry in self.history.entries if entry.baseline and entry.ts <= latest]
        if baseline is not None and baseline.ts <= latest and not (fitting and fitting[-1].ts > baseline.ts):
            return baseline
        if fitting and baseline is not None and fitting[-1].id == baseline.id:
            return baseline
        return fitting[-1] if fitting else None

    def drop(self, entry: HistoryEntry) -> None:
        """Remove an entry that cannot be loaded."""
        if self.history is not None:
            entries = tuple(other for other in self.history.entries if other is not entry)
            self.history = attrs.evolve(self.history, entries=entries)

    def with_read(self, state: State, *, alone: bool) -> tuple[WindowHistory, State]:
        """The history with a read, and the baseline that the session has then.

        Where nothing has changed since the last entry, only the moment of the answer is noted. A partial read is a
        baseline only if it shows as much as the one before (spec/definitions#12-partial).

        Args:
            state: the read.
            alone: whether the baselines before it are dropped.
        """
        history = self.history or WindowHistory()
        own = None if alone else self.baseline
        if alone:
            history = attrs.evolve(history, entries=())
        last = history.entries[-1] if history.entries else None
        if own is not None and last is not None and last.baseline:
            stored = own if own.id == last.id else last.state()
            if self._says_the_same(stored, state):
                still = attrs.evolve(stored, ts=state.ts, snapshot=state.snapshot)
                return history.reported(state.ts), still
        is_newest = own is None or _reads_as_much(own, state)
        baseline = is_newest
        if baseline and last is not None and (own is None or history.tail[0].id != own.id):
            baseline = _reads_as_much(history.tail[0].state(), state)  # a new session begins with that one
        return history.with_state(state, baseline=baseline), state if is_newest or own is None else own

    def _says_the_same(self, stored: State, state: State) -> bool:
        """Whether a read equals the last entry, hidden texts included, but for its time and for unstable ids."""
        before, after = stored.snapshot, state.snapshot
        if not (_are_equal(before.columns, after.columns) and stored.refs.same_numbers(state.refs)):
            return False
        if not before.circumstances.same_but_when(after.circumstances):
            return False
        return not self.tracker.secrets.changed_since(stored.ts, stored.refs.numbers, state.refs.numbers)

    def commit(self, read: NumberedRead, history: WindowHistory, baseline: State, version: str | None) -> None:
        """Continue from a read that was answered with, and saved."""
        self.tracker.commit(read)  # first: where it is interrupted, the session loads what it has saved
        self.history, self.baseline, self.version = history, baseline, version
        self.why = ""


class Baselines:
    """Loads and saves the histories of windows."""

    def __init__(self, store: Store) -> None:
        self._store: Store | None = store

    def load(self, window: WindowState, free: int) -> None:
        """Bring what a session knows of a window up to what the store has; ``window.why`` says why that is nothing.

        Args:
            window: the window.
            free: the lowest number that the session has never given.
        """
        if self._store is None:
            return
        try:
            found = self._store.load(window.key)
            if found is None:
                if window.history is not None:
                    window.lose(EXPIRED if window.baseline is not None else "")
            elif found[1] != window.version:
                window.adopt(*found, free)
        except StoreError as error:
            self._expect_left(error, window)

    def choose(self, window: WindowState, latest: int | None) -> tuple[State | None, str]:
        """The baseline to compare with, the newest up to a moment if one is given; or None and why there is none."""
        chosen = window.choose(latest)
        if chosen is None:
            is_kept = window.history is not None and any(entry.baseline for entry in window.history.entries)
            return None, TOO_OLD if is_kept else window.why or FIRST
        if isinstance(chosen, State):
            return chosen, ""
        try:
            return chosen.state(), ""
        except (CorruptSnapshot, SnapshotExpired) as error:
            window.drop(chosen)
            return None, DAMAGED if isinstance(error, CorruptSnapshot) else EXPIRED
        except StoreError as error:
            self._leave(error)
            return None, UNREADABLE

    def save(self, window: WindowState, read: NumberedRead, *, alone: bool) -> None:
        """Save an answer, as the next baseline if it may be one.

        Args:
            window: the window.
            read: what was answered with.
            alone: whether the baselines before it are dropped.

        Raises:
            StoreConflict: another session has saved since: read again.
        """
        history, baseline = window.with_read(read.state, alone=alone)
        version = window.version
        if self._store is not None:
            try:
                version = self._store.save(window.key, history, version)
            except StoreConflict:
                raise
            except StoreError as error:
                self._leave(error)
        window.commit(read, history, baseline, version)

    def hold(self, window: WindowState, read: NumberedRead) -> None:
        """Continue from an answer that could not be saved."""
        state, own = read.state, window.baseline
        baseline = state if own is None or _reads_as_much(own, state) else own
        window.commit(read, window.history or WindowHistory(), baseline, window.version)

    def _expect_left(self, error: StoreError, window: WindowState) -> None:
        """Take note of an error of a load: of the window's, or of the store's."""
        if isinstance(error, SnapshotExpired):
            window.lose(EXPIRED)
        elif isinstance(error, CorruptSnapshot):
            window.lose(DAMAGED)
            self._forget(window.key)
        else:
            self._leave(error)
            if window.baseline is None:
                window.lose(NEWER if isinstance(error, NewerStore) else UNREADABLE)

    def _forget(self, key: str) -> None:
        if self._store is None:
            return
        try:
            self._store.forget(key)
        except StoreError as error:
            self._leave(error)

    def _leave(self, error: StoreError) -> None:
        """Use the store no more; the first error of it is logged."""
        if self._store is None:
            return
        kind = type(error).__name__
        _log.warning("the store of baselines has failed (%s): they are kept in memory from now on", kind)
        self._store = None


def _are_equal(before: Columns, after: Columns) -> bool:
    if before == after:
        return True
    unstable = not any(before.id_stable) and not any(after.id_stable)
    return unstable and before._replace(id=()) == after._replace(id=())


def _reads_as_much(baseline: State, state: State) -> bool:
    """Whether a read may take the place of a baseline."""
    if not state.snapshot.partial:
        return True
    return reads_as_much(baseline.snapshot, state.snapshot, match_by_refs(baseline.refs, state.refs))
