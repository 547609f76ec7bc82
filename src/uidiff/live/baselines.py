"""The baselines of a session's windows: loaded, compared with, saved (spec/definitions#2-time-and-tokens, #12-partial,
#13-windows and #14-filters).

What cannot be used is no error: the answer is the whole tree, and says why. A store that fails is left, with one
warning: from then on the session itself keeps the histories of its windows.
"""

from __future__ import annotations

import logging

import attrs

from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreConflict, StoreError
from uidiff.formats.choice import FIRST, NEW_TITLE
from uidiff.live.store import QUESTIONS, HistoryEntry, NewerStore, State, Store, WindowHistory
from uidiff.live.tracking import NumberedRead, RefTracker, match_by_refs, reads_as_much
from uidiff.model.columns import Columns
from uidiff.model.snapshot import Snapshot

__all__ = ["Baselines", "Told", "WindowState"]

EXPIRED = "the baseline has expired"
DAMAGED = "the baseline was damaged"
FOREIGN = "the baseline is another reader's"
TOO_OLD = "no baseline is that old"
NOT_ASKED = "no baseline of this question"
NEWER = "a newer uidiff wrote the baseline"
UNREADABLE = "the store has failed"

_log = logging.getLogger("uidiff.live")


@attrs.frozen(eq=False)
class Told:
    """What an answer was of.

    Attributes:
        state: the read.
        at: monotonic seconds of the answer; None if it was another session's, or the backend gives times of its own.
    """

    state: State
    at: float | None = None


class WindowState:
    """What a session knows of one window.

    Attributes:
        key: by which the store knows it.
        tracker: the refs of its elements.
        history: what the session saved or loaded last; None before it first asked the store.
        version: of that in the store; None if nothing is there.
        told: for each question (the key of its filter, "" without one) the last answer of this session, the newest
            last.
        why: why baselines were lost last; "" if none were.
        named_roles: by the roles that a filter named, the reads that had them: later they are no unknown names.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.tracker = RefTracker()
        self.history: WindowHistory | None = None
        self.version: str | None = None
        self.told: dict[str, Told] = {}
        self.why = ""
        self.named_roles: dict[tuple[str, ...], tuple[Snapshot, ...]] = {}

    @property
    def next_ref(self) -> int:
        """The lowest number that no element has in what the session saved or loaded last."""
        return 1 if self.history is None else self.history.next_ref

    @property
    def has_baselines(self) -> bool:
        """Whether there is a baseline of any question."""
        return bool(self.told or (self.history is not None and self.history.entries))

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
        self.version = None
        self.told.clear()
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
        numbers = {number for state in states for number in state.known.refs.numbers}
        unsaved = range(self.next_ref, free)
        if not same_lineage or not numbers.isdisjoint(unsaved) or not self.tracker.living <= self._saved_numbers():
            self._fork(history.reported_at)
            return
        self.tracker.adopt(states, history.departed)
        loaded = tuple(attrs.evolve(entry, source=state) for entry, state in zip(history.tail, states, strict=True))
        self.history = attrs.evolve(history, entries=(*history.entries[: -len(loaded)], *loaded))

    def _saved_numbers(self) -> set[int]:
        """The numbers in what a session that continues from this history finds."""
        tail = () if self.history is None else self.history.tail
        return {number for entry in tail for number in entry.state().known.refs.numbers}

    def _fork(self, reported_at: int) -> None:
        """Begin another lineage with what this session has in memory."""
        own = self.history or WindowHistory()
        entries = {entry.id: entry for entry in own.entries if entry.loaded}
        self.history = WindowHistory(
            entries=tuple(entries.values()),
            questions=tuple(pair for pair in own.questions if pair[1] in entries),
            next_ref=own.next_ref,
            reported_at=max(own.reported_at, reported_at),
            departed=own.departed,
        )
        self.why = FOREIGN

    def last_answer(self, question: str) -> Told | HistoryEntry | None:
        """What the next answer to a question is compared with: the last one to it, else the last one without filter.

        Of this session's own, before that of the history's. None if there is none.
        """
        own = self.told.get(question) or self.told.get("")
        if own is not None or self.history is None:
            return own
        return self.history.answer_to(question) or self.history.answer_to("")

    def up_to(self, latest: int) -> Told | HistoryEntry | None:
        """The newest baseline up to a moment, of whatever question; None if there is none."""
        entries = () if self.history is None else self.history.entries
        own = [told for told in self.told.values() if told.state.ts <= latest]
        kept = [entry for entry in entries if entry.baseline and entry.ts <= latest]
        newest = max(own, key=lambda told: told.state.ts, default=None)
        return kept[-1] if kept and (newest is None or kept[-1].ts > newest.state.ts) else newest

    def drop(self, entry: HistoryEntry) -> None:
        """Remove an entry that cannot be loaded."""
        if self.history is not None:
            entries = tuple(other for other in self.history.entries if other is not entry)
            questions = tuple(pair for pair in self.history.questions if pair[1] != entry.id)
            self.history = attrs.evolve(self.history, entries=entries, questions=questions)

    def with_read(
        self, state: State, question: str, own: State | None, *, alone: bool, unlike: Columns | None = None
    ) -> tuple[WindowHistory, State]:
        """The history with the answer to a question, and what the next one is compared with.

        Where nothing has changed since the last entry, only the moment of the answer is noted. A partial read is a
        baseline only if it shows as much as the one before (spec/definitions#12-partial).

        Args:
            state: the read.
            question: which one was answered.
            own: its baseline; None if it had none.
            alone: whether all baselines before the read are dropped.
            unlike: columns that are known to differ from those of the read.
        """
        history = self.history or WindowHistory()
        if alone:
            history = attrs.evolve(history, entries=(), questions=())
        last = history.entries[-1] if history.entries else None
        is_like = last is not None and last.baseline and (unlike is None or last.state().snapshot.columns is not unlike)
        if last is not None and is_like and self._says_the_same(stored := last.state(), state):
            still = attrs.evolve(stored, ts=state.ts, snapshot=state.snapshot, memory=state.memory)
            return history.reported(state.ts).answered(question, still.id), still
        is_newest = own is None or _reads_as_much(own, state)
        baseline = last is None or _reads_as_much(history.tail[0].state(), state)  # a new session begins with that one
        history = history.with_state(state, baseline=baseline and is_newest)
        return (history.answered(question, state.id), state) if own is None or is_newest else (history, own)

    def _says_the_same(self, stored: State, state: State) -> bool:
        """Whether a read equals the last entry, hidden texts included, but for its time and for unstable ids."""
        before, after = stored.snapshot, state.snapshot
        if not (_are_equal(before.columns, after.columns) and stored.refs.same_numbers(state.refs)):
            return False
        if not before.circumstances.same_but_when(after.circumstances):
            return False
        return not self.tracker.secrets.changed_since(stored.ts, stored.refs.numbers, state.refs.numbers)

    def commit(
        self, read: NumberedRead, history: WindowHistory, question: str, told: Told, version: str | None
    ) -> None:
        """Continue from a read that was answered with, and saved."""
        self.tracker.commit(read, told=True)  # first: where it is interrupted, the session loads what it has saved
        self.history, self.version = history, version
        self.told.pop(question, None)
        self.told[question] = told
        for key in list(filter(None, self.told))[:-QUESTIONS]:
            del self.told[key]


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
                    window.lose(EXPIRED if window.has_baselines else "")
            elif found[1] != window.version:
                window.adopt(*found, free)
        except StoreError as error:
            self._expect_left(error, window)

    def last_answer(self, window: WindowState, question: str) -> tuple[Told | None, str]:
        """The baseline of a question; or None and why there is none."""
        without = window.why or (NOT_ASKED if window.has_baselines else FIRST)
        return self._loaded(window, window.last_answer(question), without)

    def up_to(self, window: WindowState, latest: int) -> tuple[Told | None, str]:
        """The newest baseline up to a moment; or None and why there is none."""
        return self._loaded(window, window.up_to(latest), TOO_OLD if window.has_baselines else window.why or FIRST)

    def _loaded(self, window: WindowState, chosen: Told | HistoryEntry | None, without: str) -> tuple[Told | None, str]:
        if chosen is None:
            return None, without
        if isinstance(chosen, Told):
            return chosen, ""
        try:
            return Told(chosen.state()), ""
        except (CorruptSnapshot, SnapshotExpired) as error:
            window.drop(chosen)
            return None, DAMAGED if isinstance(error, CorruptSnapshot) else EXPIRED
        except StoreError as error:
            self._leave(error)
            return None, UNREADABLE

    def save(
        self,
        window: WindowState,
        read: NumberedRead,
        question: str,
        own: Told | None,
        *,
        at: float | None,
        alone: bool,
        unlike: Columns | None = None,
    ) -> None:
        """Save an answer, as the next baseline of its question if it may be one.

        Args:
            window: the window.
            read: what was answered with.
            question: the key of its filter.
            own: its baseline; None if it had none.
            at: monotonic seconds of the answer; None if the backend gives times of its own.
            alone: whether all baselines before it are dropped.
            unlike: columns that are known to differ from those of the read.

        Raises:
            StoreConflict: another session has saved since: read again.
        """
        before = None if own is None else own.state
        history, baseline = window.with_read(read.state, question, before, alone=alone, unlike=unlike)
        if read.departed is not history.departed:
            history = attrs.evolve(history, departed=read.departed)
        version = window.version
        if self._store is not None:
            try:
                version = self._store.save(window.key, history, version)
            except StoreConflict:
                raise
            except StoreError as error:
                self._leave(error)
        if alone:
            window.told.clear()
            window.why = NEW_TITLE
        window.commit(read, history, question, own if own and baseline is before else Told(baseline, at), version)

    def hold(
        self, window: WindowState, read: NumberedRead, question: str, own: Told | None, *, at: float | None
    ) -> None:
        """Continue from an answer that could not be saved."""
        told = own if own and not _reads_as_much(own.state, read.state) else Told(read.state, at)
        window.commit(read, window.history or WindowHistory(), question, told, window.version)

    def _expect_left(self, error: StoreError, window: WindowState) -> None:
        """Take note of an error of a load: of the window's, or of the store's."""
        if isinstance(error, SnapshotExpired):
            window.lose(EXPIRED)
        elif isinstance(error, CorruptSnapshot):
            window.lose(DAMAGED)
            self._forget(window.key)
        else:
            self._leave(error)
            if not window.has_baselines:
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
    if before is after:
        return True
    if before._replace(id=()) != after._replace(id=()):
        return False
    return before.id == after.id or not (any(before.id_stable) or any(after.id_stable))


def _reads_as_much(baseline: State, state: State) -> bool:
    """Whether a read may take the place of a baseline."""
    if not state.snapshot.partial:
        return True
    return reads_as_much(baseline.snapshot, state.snapshot, match_by_refs(baseline.refs, state.refs))
