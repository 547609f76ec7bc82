"""The baselines of a session's windows: found in the store, compared with, kept (spec/definitions#2-time-and-tokens,
#12-partial, #13-windows).

What cannot be used is no error: the answer is the whole tree, and says why. A store that fails is left, with one
warning, for one in memory.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

import attrs

from uidiff.diffing.refs import Refs
from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreConflict, StoreError
from uidiff.formats.choice import FIRST
from uidiff.live.memory_store import MemoryStore
from uidiff.live.state_codec import NewerVersion
from uidiff.live.store import BASELINES, EMPTY, Kept, State, Store, new_id
from uidiff.live.tracking import NumberedRead, RefTracker, match_by_refs, reads_as_much
from uidiff.model.columns import Columns
from uidiff.model.snapshot import Snapshot

__all__ = ["Baseline", "Baselines", "StoreLeft", "WindowState"]

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
        track: how its elements are called.
        line: of which chain of refs its numbers are.
        newest: the baseline of the last answer of this session; before that the newest one of its chain.
        stored: the last state in the store, if it is of this chain and a baseline.
        shown: the newest baseline of this chain in the store: what whoever is new begins with.
        last: the number and the id of the last state in the store, of this chain.
        free: the first number that is free in ``last``: others may give it, and all above, to what they see.
        shared: the numbers that whoever goes on from ``last`` finds in the store.
        named: by the roles that a filter named, the reads that had them: they are no slips later on.
        why: why there is no baseline of it yet, where it was met in place of another window; "" else.
        answered: when it was answered last, in monotonic seconds; None where the backend has a time of its own.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.track = RefTracker()
        self.line = new_id()
        self.newest: State | None = None
        self.stored: State | None = None
        self.shown: State | None = None
        self.last: Kept | None = None
        self.free = 1
        self.shared: tuple[Refs, ...] = ()
        self.answered: float | None = None
        self.named: dict[tuple[str, ...], tuple[Snapshot, ...]] = {}
        self.why = ""

    def fork(self) -> None:
        """Begin another chain, as its baselines are gone: others may have gone on from what is not there any more."""
        self.line, self.newest, self.stored = new_id(), None, None


class StoreLeft(Exception):  # no error of ours to others: it is caught at once
    """The store has failed, and another one has taken its place."""


class Baseline(NamedTuple):
    """What a read is compared with, or why with nothing; and what the store had when it was asked."""

    state: State | None
    why: str
    kept: Sequence[Kept]


class Baselines:
    """Finds and keeps the baselines of windows."""

    def __init__(self, store: Store) -> None:
        self._given = store
        self._own: MemoryStore | None = None
        self._carried: set[str] = set()

    # ---------------------------------------------------------------- finding

    def find(self, window: WindowState, latest: int | None, free: int) -> Baseline:
        """The newest baseline, or the newest up to a moment; the window goes on from what others have kept of it.

        Args:
            window: whose.
            latest: the latest moment that it may be of, None for any.
            free: the first number that was never given away in the session.
        """
        kept, why = self._kept(window)
        if why:
            window.fork()
        elif kept and (window.last is None or kept[-1].id != window.last.id):
            why = self._meet(window, kept, free)
            if why and why != FOREIGN:  # what cannot be loaded is not there any more
                kept, _ = self._kept(window)
        if latest is None and window.newest is not None:
            return Baseline(window.newest, "", kept)  # what was answered last, whatever others were told since
        return Baseline(*((None, why) if why not in {"", FOREIGN} else self._up_to(window, kept, latest)), kept)

    def _up_to(self, window: WindowState, kept: Sequence[Kept], latest: int | None) -> tuple[State | None, str]:
        """The newest baseline up to a moment, or why there is none."""
        newest = window.newest
        baselines = [one for one in kept if one.baseline]
        fitting = [one for one in baselines if latest is None or one.ts <= latest]
        own = [one for one in fitting if one.line in {window.line, ""}]
        if newest is not None and (latest is None or newest.ts <= latest) and not (own and own[-1].ts > newest.ts):
            return newest, ""
        if not own:
            return None, FOREIGN if fitting else TOO_OLD if baselines else FIRST
        state, why = self._load(window, own[-1])
        return (state, why) if state is None or state.line == window.line else (None, FOREIGN)

    def _kept(self, window: WindowState) -> tuple[Sequence[Kept], str]:
        """What the store has; and why nothing of it can be compared with."""
        why = ""
        failed = False
        while True:
            self._carry_over(window)
            try:
                kept = self._store.kept(window.key)
            except SnapshotExpired:
                why = EXPIRED
            except CorruptSnapshot:
                why = DAMAGED
            except StoreError as error:
                self._leave(error)
                failed = True
            else:
                if not kept and not why:
                    swept = EXPIRED if window.newest is not None else ""  # by the read of another window
                    why = UNREADABLE if failed else swept
                return kept, why

    def _load(self, window: WindowState, one: Kept) -> tuple[State | None, str]:
        """A state, or why there is none."""
        for held in (window.newest, window.stored):
            if held is not None and held.id == one.id:
                return held, ""
        try:
            return self._store.load(window.key, one.seq), ""
        except NewerVersion:
            return None, NEWER
        except SnapshotExpired:
            return None, EXPIRED
        except CorruptSnapshot:
            return None, DAMAGED
        except StoreError as error:
            self._leave(error)
            return None, UNREADABLE

    def _meet(self, window: WindowState, kept: Sequence[Kept], free: int) -> str:
        """Go on from what an earlier run or somebody else has kept; "" if that can be, else why not.

        It cannot if its numbers are of another chain, or may mean what this session has called otherwise since; nor if
        elements that live have numbers in this session of which the others do not know.
        """
        was_read = window.track.latest is not None or window.free > 1
        line = window.line if was_read else kept[-1].line
        behind = next((place for place in reversed(range(len(kept))) if kept[place].baseline), 0)
        states: list[State] = []
        for one in kept[behind:]:
            state, why = self._load(window, one)
            if state is None:
                window.fork()
                return why
            states.append(state)
            window.track.secrets.learn(state.snapshot)  # whatever its numbers mean
        numbers = (number for state in states for number in state.refs.numbers)
        shared = {number for refs in window.shared for number in refs.numbers}
        if any(state.line != line for state in states):
            own = [one.id for one in kept if one.line == line]
            if window.last is None or not own or own[-1] != window.last.id:
                window.line = new_id()  # others may have gone on from where this session was
            return FOREIGN
        if any(window.free <= number < free for number in numbers) or not window.track.living <= shared:
            window.line = new_id()  # from here on there are two chains
            return FOREIGN
        window.track.adopt(states)
        window.line, window.last = line, kept[-1]
        window.stored = states[-1] if states[-1].baseline else None
        window.newest, window.shown = window.newest or states[0], states[0]
        window.free, window.shared = states[-1].refs.next, tuple(state.refs for state in states)
        return ""

    # ---------------------------------------------------------------- keeping

    def keep(self, window: WindowState, seen: NumberedRead, kept: Sequence[Kept], *, alone: bool, free: int) -> None:
        """Keep a read, as a baseline if it may be one; nothing where nothing has changed.

        Args:
            window: whose.
            seen: the read.
            kept: what the store had when the read was compared.
            alone: whether the baselines before it count no more.
            free: the first number that is free after it.

        Raises:
            StoreConflict: somebody else has kept something since: read again.
            StoreLeft: the store has failed: compare again.
        """
        last = kept[-1] if kept else None
        current = window.newest if any(one.baseline for one in kept) and not alone else None
        after = last.seq if last else EMPTY
        stored = window.stored
        if current is None or last is None or stored is None or stored.id != last.id:
            stored = None
        try:
            if stored is not None and _says_the_same(window, stored, seen.state):
                self._store.touch(window.key, seen.state.ts, after=after)
                window.newest = window.stored = attrs.evolve(stored, ts=seen.state.ts, snapshot=seen.state.snapshot)
                return
            is_newest = current is None or _reads_as_much(current, seen.state)
            baseline = is_newest and (current is None or _may_be_shown(window, seen.state))
            state = attrs.evolve(seen.state, line=window.line, baseline=baseline)
            seq = self._store.save(window.key, state, after=after)
            if alone:
                self._store.forget(window.key, before=seq)
        except StoreConflict:
            raise
        except StoreError as error:
            self._leave(error)
            raise StoreLeft from error
        window.last = Kept(seq=seq, ts=state.ts, baseline=baseline, id=state.id, line=state.line)
        window.free = free
        behind = (*window.shared[:1], *window.shared[1:][1 - BASELINES :])
        window.shared = (state.refs,) if baseline else (*behind, state.refs)
        window.stored = state if baseline else None
        window.shown = window.stored or window.shown
        window.newest = state if is_newest else window.newest

    def hold(self, window: WindowState, seen: NumberedRead) -> None:
        """Go on from a read that could not be kept for others."""
        if window.newest is None or _reads_as_much(window.newest, seen.state):
            window.newest = attrs.evolve(seen.state, line=window.line)

    def refresh(self, window: WindowState) -> None:
        """What is kept of a window stays kept: it was read. What has expired or is damaged is known from now on."""
        _, why = self._kept(window)
        if why:
            window.fork()
            window.why = why

    # ------------------------------------------------------ a store that fails

    @property
    def _store(self) -> Store:
        return self._given if self._own is None else self._own

    def _leave(self, error: StoreError) -> None:
        """Go on with a store in memory."""
        if self._own is not None:
            raise error  # memory does not fail
        kind = type(error).__name__
        _log.warning("the store of baselines has failed (%s): they are kept in memory from now on", kind)
        self._own = MemoryStore()

    def _carry_over(self, window: WindowState) -> None:
        """What the session holds of a window, into the store in memory."""
        if self._own is None or window.key in self._carried:
            return
        self._carried.add(window.key)
        if window.newest is not None:
            state = window.newest
            seq = self._own.save(window.key, state, after=EMPTY)
            window.last = Kept(seq=seq, ts=state.ts, baseline=True, id=state.id, line=state.line)


def _says_the_same(window: WindowState, newest: State, state: State) -> bool:
    """Whether a read differs from the newest baseline in nothing, what is hidden included, but in its time, and in ids
    that are others at each read.
    """
    before, after = newest.snapshot, state.snapshot
    if not (_are_equal(before.columns, after.columns) and newest.refs.same_numbers(state.refs)):
        return False
    if not before.circumstances.same_but_when(after.circumstances):
        return False
    return not window.track.secrets.changed_since(newest.ts, newest.refs.numbers, state.refs.numbers)


def _are_equal(before: Columns, after: Columns) -> bool:
    if before == after:
        return True
    unstable = not any(before.id_stable) and not any(after.id_stable)
    return unstable and before._replace(id=()) == after._replace(id=())


def _may_be_shown(window: WindowState, state: State) -> bool:
    """Whether a read hides nothing from those who begin with what is in the store; if it does, it is no baseline."""
    shown = window.shown
    return shown is None or shown.line != window.line or _reads_as_much(shown, state)


def _reads_as_much(newest: State, state: State) -> bool:
    """Whether a read may take the place of the newest baseline."""
    if not state.snapshot.partial:
        return True
    return reads_as_much(newest.snapshot, state.snapshot, match_by_refs(newest.refs, state.refs))
