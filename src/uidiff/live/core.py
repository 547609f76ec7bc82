"""What a session knows and answers. It reads nothing itself, so the sync and the async session share it."""

from __future__ import annotations

from itertools import chain
from pathlib import PurePath

import attrs

from uidiff.diffing.ignoring import Ignore
from uidiff.diffing.refs import number_of_ref
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.errors import StaleRef
from uidiff.formats.choice import NEW_TITLE, Choice, full_or_diff
from uidiff.formats.report import Report
from uidiff.formats.values import iso_time
from uidiff.live.baselines import Baselines, WindowState
from uidiff.live.moments import Clock, is_time, next_moment, seconds_of, token_of
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
"""Number of windows, the last ones read, whose elements a session tracks."""

NAMED = 8
"""Number of filters of a window of which the roles are remembered, so that they are no unknown names later."""

SHELVED = 10_000
"""Number of other windows of which it knows their secrets, and which numbers are its own."""


class SessionCore:
    """Windows, refs and answers.

    Attributes:
        settings: of the session.
        clock: tells it the time.
    """

    def __init__(self, backend: str, settings: Settings, store: Store, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self._backend = backend
        self._baselines = Baselines(store)
        self._windows: dict[str, WindowState] = {}
        self._shelved: dict[str, WindowState] = {}  # windows that have not been read for long
        self._id = new_id()
        self._targets: list[_Target] = []  # in the order of their last reads
        self._asked = 0
        self._free = 1  # the lowest number that was never given

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
        """Answer with a read, and save it as the next baseline: load, number, compare, choose, save.

        Args:
            snapshot: what was read.
            target: what it was read of.
            question: what is asked.
            action: what was done before.
            before: an earlier read of the same window to compare with, in place of the baseline.
            keep: whether it is saved for others; if not, this session continues from it all the same.

        Raises:
            StoreConflict: another session has saved meanwhile: read again.
            StaleRef: the scope is in none of the two trees.
            UnknownName: a role that neither any vocabulary nor the trees have.
            ValueError: the budget is too small for the format, or the format takes none.
        """
        window = self._window(snapshot, target)
        self._baselines.load(window, self._free)
        read = self._number(window, snapshot, action)
        base, why = self._baselines.choose(window, question.latest)
        if before is not None and self._key(before.state.snapshot, target) == window.key:
            base, why = before.state, ""
        alone = (
            base is not None
            and self.settings.on_title_change == "full"
            and not same_text(base.snapshot.title, read.state.snapshot.title)
        )
        if alone:
            base, why = None, NEW_TITLE
        delta = None if base is None else self._delta(window, base, read, self.settings.ignore)
        now = self.clock.monotonic() if snapshot.taken_at is None else None
        age = None
        if now is not None and window.answered_at is not None and base is window.baseline:
            age = now - window.answered_at
        choice = self._choice(window, read.state, delta, question, why, age=age)
        if keep:
            self._baselines.save(window, read, alone=alone)
        else:
            self._baselines.hold(window, read)
        self._free = max(self._free, read.state.refs.next)
        if window.baseline is not None and window.baseline.ts == read.state.ts:  # not of a part
            window.answered_at = now
        return Report(
            mode=choice.mode,
            reason=choice.reason,
            text=choice.text,
            delta=delta,
            snapshot=read.state.snapshot,
            token=token_of(read.state.ts),
            refs=read.state.refs,
            renewed={} if delta is None else _renewed(delta),
        )

    def _number(self, window: WindowState, snapshot: Snapshot, action: str | None = None) -> NumberedRead:
        """Give a read its moment, later than all that are known, and its elements their numbers."""
        history, taken_at = window.history, snapshot.taken_at
        reported_at = 0
        if history is not None:
            reported_at = history.reported_at
            self._free = max(self._free, history.next_ref)
        now = taken_at if taken_at is not None and is_time(taken_at) else self.clock.now()
        moment = next_moment(now, max(window.tracker.ts, reported_at))
        circumstances = attrs.evolve(
            snapshot.circumstances, taken_at=seconds_of(moment), action=snapshot.action if action is None else action
        )
        return window.tracker.number(
            attrs.evolve(snapshot, circumstances=circumstances),
            moment,
            free=self._free,
            matcher=self.settings.matcher,
            redact=self.settings.redact,
        )

    def _delta(
        self, window: WindowState, base: State, read: NumberedRead, ignore: tuple[str | Ignore, ...]
    ) -> TreeDiff:
        """The diff of a state and a read, matched by the numbers."""
        before, state = read.before, read.state
        matching: MatcherOption | Matching = self.settings.matcher
        if before is None or not _is_same(base, before):
            matching = match_by_refs(base.refs, state.refs)
        elif read.matching is not None:  # else nothing has changed
            matching = read.matching
        return diff(
            base.snapshot,
            state.snapshot,
            matcher=matching,
            ignore=ignore,
            refs=(base.refs, state.refs),
            rules=self.settings.rules,
            hidden=window.tracker.secrets.changed_since(base.ts, base.refs.numbers, state.refs.numbers),
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
        """Choose between the whole tree and the diff, of what the filter selects."""
        snapshot, refs, options = state.snapshot, state.refs, question.options
        scope = question.filter.scope
        if scope is not None:
            there = any(scope in side.numbers for side in (refs, *(delta.refs if delta else ())))
            if not there or scope >= self._free:  # a number that this read is the first to give cannot be meant
                raise self.stale(scope)
        if age is not None:
            options = attrs.evolve(options, age=age)
        if question.filter:
            elements = len(snapshot)
            known = tuple(chain.from_iterable(window.named_roles.values()))
            whole = (snapshot,) if delta is None else (delta.before, snapshot)
            if delta is None:
                snapshot, refs = question.filter.select_tree(snapshot, refs, known=known)
                options = attrs.evolve(options, of=elements)
            else:
                part = question.filter.select(delta, known=known)
                delta, snapshot = part.delta, part.delta.after
                options = attrs.evolve(options, of=elements, outside=part.outside)
            if question.filter.roles and len(window.named_roles) < NAMED:
                window.named_roles.setdefault(question.filter.roles, whole)
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
        """Number the elements of a read without answering: the baseline stays."""
        window = self._window(snapshot, target)
        self._baselines.load(window, self._free)
        read = self._number(window, snapshot)
        window.tracker.commit(read)
        self._free = max(self._free, read.state.refs.next)
        return read

    def baseline(self, read: NumberedRead, target: object) -> State | None:
        """The newest baseline of the window of a read; None if there is none."""
        return self._windows[self._key(read.state.snapshot, target)].baseline

    def since(
        self, state: State, read: NumberedRead, target: object, ignore: tuple[str | Ignore, ...] | None = None
    ) -> TreeDiff:
        """What changed from an earlier read of the same window to a read."""
        window = self._windows[self._key(read.state.snapshot, target)]
        return self._delta(window, state, read, self.settings.ignore if ignore is None else ignore)

    def window_key(self, read: NumberedRead, target: object) -> str:
        """The key of the window of a read."""
        return self._key(read.state.snapshot, target)

    def was_read(self, target: object) -> bool:
        """Whether the backend has read that target."""
        return self._last_read(target) is not None

    def was_answered(self, target: object) -> bool:
        """Whether the window that the target was at the last read has a baseline."""
        last = self._last_read(target)
        return last is not None and last.key in self._windows and self._windows[last.key].baseline is not None

    # ------------------------------------------------------------------- refs

    def element(self, ref: str | int) -> Element:
        """The element of a ref, as it was at the last read.

        Raises:
            StaleRef: it was removed, or no element has had that ref.
        """
        number = number_of_ref(ref)
        for window in reversed(self._windows.values()):
            state = window.tracker.state_with(number)
            if state is not None:
                return state.snapshot[state.refs.numbers.index(number)]
        raise self.stale(number)

    def stale(self, number: int) -> StaleRef:
        """The error that says since when a number names no element."""
        moments = [window.tracker.went[number] for window in self._windows.values() if number in window.tracker.went]
        if number >= self._free:
            why = "is a ref that no element has had in this session"
        elif moments:
            why = f"was gone at the read of {iso_time(seconds_of(moments[0]))}"
        elif any(window.tracker.state_with(number) for window in self._windows.values()):
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
        else:
            self._targets.remove(last)
        self._targets.append(last)
        del self._targets[:-WINDOWS]
        key = self._key(snapshot, target, last)
        window = self._windows.pop(key, None)
        if window is None:
            window = self._shelved.pop(key, None) or WindowState(key)
            if last.key:
                window.why = RESTARTED if last.app == snapshot.app and last.pid != snapshot.pid else ELSEWHERE
        last.key, last.app, last.pid = key, snapshot.app, snapshot.pid
        self._windows[key] = window  # in the order of their last reads
        while len(self._windows) > WINDOWS:
            oldest = self._windows.pop(next(iter(self._windows)))
            self._shelved[oldest.key] = oldest.shelved()
        while len(self._shelved) > SHELVED:
            del self._shelved[next(iter(self._shelved))]
        return window

    def _key(self, snapshot: Snapshot, target: object, last: _Target | None = None) -> str:
        """The key of a window (spec/definitions#13-windows); without one of its own, the number of its target."""
        if snapshot.window is not None:
            return f"{self._backend}\n{snapshot.window}"
        found = last or self._last_read(target)
        number = 0 if found is None else found.number
        return f"{self._backend}\n{self._id}\n{number}"

    def _last_read(self, target: object) -> _Target | None:
        for known in reversed(self._targets):
            if known.is_for(target):
                return known
        return None


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
    """Whether two reads share their columns and numbers, as reads without a change in between do."""
    return state.refs.numbers is other.refs.numbers and state.snapshot.columns is other.snapshot.columns


def _renewed(delta: TreeDiff) -> dict[str, tuple[str, str]]:
    """The refs of elements that were re-created, with the native id before and after."""
    stable_before, stable_after = delta.before.columns.id_stable, delta.after.columns.id_stable
    found = {}
    for index, before, after in delta.differences.get("id", ()):
        stable = stable_after[index] and stable_before[delta.matching.before_index(index)]
        if stable and isinstance(before, str) and isinstance(after, str):
            found[f"e{delta.refs[1].numbers[index]}"] = (before, after)
    return found
