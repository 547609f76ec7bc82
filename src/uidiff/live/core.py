"""What a session knows and answers; it reads nothing itself, so the sync and the async session share it."""

from __future__ import annotations

from itertools import chain
from pathlib import PurePath

import attrs

from uidiff.diffing.ignoring import Ignore
from uidiff.diffing.refs import number_of_ref
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.errors import StaleRef
from uidiff.formats.choice import FIRST, NEW_TITLE, Choice, full_or_diff
from uidiff.formats.report import Report
from uidiff.formats.times import iso_time
from uidiff.live.baselines import Baseline, Baselines, StoreLeft, WindowState
from uidiff.live.moments import Clock, is_time, next_moment, seconds_of, token_of
from uidiff.live.secrets import Secrets
from uidiff.live.settings import Question, Settings
from uidiff.live.store import State, Store, new_id
from uidiff.live.tracking import NumberedRead, match_by_refs
from uidiff.matching.matching import Matching
from uidiff.matching.strategies import MatcherOption
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window
from uidiff.text import same_text

__all__ = ["SessionCore"]

RESTARTED = "the application was started anew"
ELSEWHERE = "another window than before"

WINDOWS = 32
"""Of so many windows, the last ones read, a session knows who is who."""

NAMED = 8
"""Of so many filters of a window it is known that their roles are no slips."""

LEFT = 10_000
"""Of so many others it knows which numbers of theirs are its own, and what is secret in them."""


class SessionCore:
    """Windows, refs and answers.

    Attributes:
        settings: what the session was made with.
        clock: what tells it the time.
    """

    def __init__(self, backend: str, settings: Settings, store: Store, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self._backend = backend
        self._baselines = Baselines(store)
        self._windows: dict[str, WindowState] = {}
        self._id = new_id()
        self._targets: list[_Target] = []
        self._asked = 0
        self._left: dict[str, tuple[str, int, Secrets]] = {}  # of windows that were read too long ago
        self._free = 1  # the first number that was never given away

    # ---------------------------------------------------------------- answers

    def answer(
        self,
        snapshot: Snapshot,
        target: object,
        question: Question,
        *,
        action: str | None = None,
        before: NumberedRead | None = None,
        keep: bool = True,
    ) -> Report:
        """What to say of a read, kept as the next baseline.

        Args:
            snapshot: what was read.
            target: what it was read of.
            question: what is asked.
            action: what was done before.
            before: an earlier read of the same window to compare with, in place of the baseline.
            keep: whether it is kept for others; if not, this session goes on from it all the same.

        Raises:
            StoreConflict: others have kept something meanwhile: read again.
            StaleRef: the scope is in none of the two trees.
            UnknownName: a role that neither any vocabulary nor the trees have.
            ValueError: the budget is too small for the format, or the format takes none.
        """
        window = self._window(snapshot, target)
        if before is not None and self._key(before.state.snapshot, target) != window.key:
            before = None  # it is another window now
        while True:
            try:
                return self._answer(window, snapshot, question, action, before, keep=keep)
            except StoreLeft:
                continue

    def _answer(
        self,
        window: WindowState,
        snapshot: Snapshot,
        question: Question,
        action: str | None,
        before: NumberedRead | None,
        *,
        keep: bool,
    ) -> Report:
        found = self._found(window, question.latest)
        last = found.kept[-1].told if found.kept else 0
        seen = self._see(window, snapshot, last, action)
        base = found.state if before is None else before.state
        why = window.why or FIRST if found.why == FIRST else found.why
        alone = False
        if base is not None and self.settings.on_title_change == "full":
            alone = not same_text(base.snapshot.title, seen.state.snapshot.title)
            base, why = (None, NEW_TITLE) if alone else (base, why)
        delta = None if base is None else self._delta(window, base, seen, self.settings.ignore)
        now = self.clock.monotonic() if snapshot.taken_at is None else None
        age = None if now is None or window.answered is None or base is not window.newest else now - window.answered
        choice = self._choice(window, seen.state, delta, question, why, age=age)
        self._free = max(self._free, seen.state.refs.next)  # whatever interrupts it now, no number is given twice
        if keep:
            self._baselines.keep(window, seen, found.kept, alone=alone, free=seen.state.refs.next)
        else:
            self._baselines.hold(window, seen)
        window.track.keep(seen)
        window.why = ""
        if window.newest is not None and window.newest.ts == seen.state.ts:  # not of a part
            window.answered = now
        return Report(
            mode=choice.mode,
            reason=choice.reason,
            text=choice.text,
            delta=delta,
            snapshot=seen.state.snapshot,
            token=token_of(seen.state.ts),
            refs=seen.state.refs,
            renewed={} if delta is None else _renewed(delta),
        )

    def _found(self, window: WindowState, latest: int | None) -> Baseline:
        """The baseline of a window; numbers that come with it are given to nothing else from now on."""
        found = self._baselines.find(window, latest, self._free)
        if window.track.latest is not None:
            self._free = max(self._free, window.track.latest.refs.next)
        return found

    def _see(self, window: WindowState, snapshot: Snapshot, last: int, action: str | None) -> NumberedRead:
        """A read with its moment, numbered."""
        taken_at = snapshot.taken_at
        now = taken_at if taken_at is not None and is_time(taken_at) else self.clock.now()
        moment = next_moment(now, max(window.track.ts, last))
        known = attrs.evolve(
            snapshot.circumstances, taken_at=seconds_of(moment), action=snapshot.action if action is None else action
        )
        return window.track.see(
            attrs.evolve(snapshot, circumstances=known),
            moment,
            free=self._free,
            matcher=self.settings.matcher,
            redact=self.settings.redact,
        )

    def _delta(
        self, window: WindowState, base: State, seen: NumberedRead, ignore: tuple[str | Ignore, ...]
    ) -> TreeDiff:
        """What changed since a state, by the numbers."""
        before, state = seen.before, seen.state
        matching: MatcherOption | Matching = self.settings.matcher
        if before is None or not _is_same(base, before):
            matching = match_by_refs(base.refs, state.refs)
        elif seen.matching is not None:  # else nothing has changed
            matching = seen.matching
        return diff(
            base.snapshot,
            state.snapshot,
            matcher=matching,
            ignore=ignore,
            refs=(base.refs, state.refs),
            rules=self.settings.rules,
            hidden=window.track.secrets.changed_since(base.ts, base.refs.numbers, state.refs.numbers),
        )

    def _choice(
        self,
        window: WindowState,
        state: State,
        delta: TreeDiff | None,
        question: Question,
        why: str,
        *,
        age: float | None,
    ) -> Choice:
        """Full or diff, of what the filter selects."""
        snapshot, refs, options = state.snapshot, state.refs, question.options
        scope = question.filter.scope
        if scope is not None:
            there = any(scope in side.numbers for side in (refs, *(delta.refs if delta else ())))
            if not there or scope >= self._free:  # nobody can mean a number that this read is the first to give
                raise self.stale(scope)
        if age is not None:
            options = attrs.evolve(options, age=age)
        if question.filter:
            elements = len(snapshot)
            known = tuple(chain.from_iterable(window.named.values()))
            whole = (snapshot,) if delta is None else (delta.before, snapshot)
            if delta is None:
                snapshot, refs = question.filter.select_tree(snapshot, refs, known=known)
                options = attrs.evolve(options, of=elements)
            else:
                part = question.filter.select(delta, known=known)
                delta, snapshot = part.delta, part.delta.after
                options = attrs.evolve(options, of=elements, outside=part.outside)
            if question.filter.roles and len(window.named) < NAMED:
                window.named.setdefault(question.filter.roles, whole)
        return full_or_diff(
            snapshot,
            delta,
            format=question.format,
            options=options,
            refs=refs,
            mode=question.mode,
            full_when=self.settings.full_when,
            without=why,
        )

    # ------------------------------------------------------------------ polls

    def watch(self, snapshot: Snapshot, target: object) -> NumberedRead:
        """A read that nobody is answered with: its elements are numbered, and the baseline stays."""
        window = self._window(snapshot, target)
        if window.track.latest is None:
            found = self._found(window, None)  # its elements may have numbers from an earlier run
            window.why = window.why or ("" if found.why == FIRST else found.why)
        else:
            self._baselines.refresh(window)
        seen = self._see(window, snapshot, 0, None)
        self._free = max(self._free, seen.state.refs.next)
        window.track.keep(seen)
        return seen

    def baseline(self, seen: NumberedRead, target: object) -> State | None:
        """The newest baseline of the window of a read; None if there is none."""
        return self._windows[self._key(seen.state.snapshot, target)].newest

    def since(
        self, state: State, seen: NumberedRead, target: object, ignore: tuple[str | Ignore, ...] | None = None
    ) -> TreeDiff:
        """What changed from an earlier read of the same window to a read."""
        window = self._windows[self._key(seen.state.snapshot, target)]
        return self._delta(window, state, seen, self.settings.ignore if ignore is None else ignore)

    def window_key(self, seen: NumberedRead, target: object) -> str:
        """By what a window is known from others."""
        return self._key(seen.state.snapshot, target)

    def was_read(self, target: object) -> bool:
        """Whether the backend has read that target."""
        return self._last_read(target) is not None

    def was_answered(self, target: object) -> bool:
        """Whether there is a baseline of the window that the target was when it was read last."""
        last = self._last_read(target)
        return last is not None and last.key in self._windows and self._windows[last.key].newest is not None

    # ------------------------------------------------------------------- refs

    def element(self, ref: str | int) -> Element:
        """The element of a ref, as it was read last.

        Raises:
            StaleRef: it went, or there never was one.
        """
        number = number_of_ref(ref)
        for window in reversed(self._windows.values()):
            state = window.track.state_with(number)
            if state is not None:
                return state.snapshot[state.refs.numbers.index(number)]
        raise self.stale(number)

    def stale(self, number: int) -> StaleRef:
        """The error that says since when a number names nothing any more."""
        moments = [window.track.went[number] for window in self._windows.values() if number in window.track.went]
        if number >= self._free:
            why = "is a ref that no element has had in this session"
        elif moments:
            why = f"was gone at the read of {iso_time(seconds_of(moments[0]))}"
        elif any(window.track.state_with(number) for window in self._windows.values()):
            why = "is not there any more"
        else:
            why = "was gone at an earlier read"
        return StaleRef(f"e{number} {why}; describe the window again for the refs of today")

    # ---------------------------------------------------------------- windows

    def _window(self, snapshot: Snapshot, target: object) -> WindowState:
        """What is known of the window that was read."""
        last = self._last_read(target)
        if last is None:
            self._asked += 1
            last = _Target(target, self._asked)
        others = [one for one in self._targets if one is not last]
        self._targets = [*others[1 - WINDOWS :], last]
        key = self._key(snapshot, target)
        window = self._windows.pop(key, None)
        if window is None:
            window = WindowState(key)
            known = self._left.pop(key, (window.line, window.free, window.track.secrets))
            window.line, window.free, window.track.secrets = known
            if last.key:
                window.why = RESTARTED if last.app == snapshot.app and last.pid != snapshot.pid else ELSEWHERE
        last.key, last.app, last.pid = key, snapshot.app, snapshot.pid
        self._windows[key] = window  # the last one read is the last in order
        while len(self._windows) > WINDOWS:
            left = self._windows.pop(next(iter(self._windows)))
            self._left[left.key] = left.line, left.free, left.track.secrets
        while len(self._left) > LEFT:
            del self._left[next(iter(self._left))]
        return window

    def _key(self, snapshot: Snapshot, target: object) -> str:
        """The key of a window (spec/definitions#13-windows); of one without, the number of its target in this
        session.
        """
        if snapshot.window is not None:
            return f"{self._backend}\n{snapshot.window}"
        number = next(one.number for one in self._targets if one.is_for(target))
        return f"{self._backend}\n{self._id}\n{number}"

    def _last_read(self, target: object) -> _Target | None:
        return next((one for one in self._targets if one.is_for(target)), None)


class _Target:
    """What a target was when it was read last: the key of its window, its application and process."""

    def __init__(self, target: object, number: int) -> None:
        self.target = target
        self.number = number
        self.key = ""
        self.app: str | None = None
        self.pid: int | None = None

    def is_for(self, target: object) -> bool:
        """Whether it is this target: the same object, or an equal text, number, path or description of a window."""
        by_value = isinstance(target, Window | str | int | PurePath) and type(target) is type(self.target)
        return self.target is target or (by_value and self.target == target)


def _is_same(state: State, other: State) -> bool:
    """Whether two reads are of the same elements, seen at a glance: where nothing changed they share their columns."""
    return state.refs.numbers is other.refs.numbers and state.snapshot.columns is other.snapshot.columns


def _renewed(delta: TreeDiff) -> dict[str, tuple[str, str]]:
    """The refs of elements that were made anew, with the native id before and after."""
    stable_before, stable_after = delta.before.columns.id_stable, delta.after.columns.id_stable
    found = {}
    for index, before, after in delta.differences.get("id", ()):
        stable = stable_after[index] and stable_before[delta.matching.before_index(index)]
        if stable and isinstance(before, str) and isinstance(after, str):
            found[f"e{delta.refs[1].numbers[index]}"] = (before, after)
    return found
