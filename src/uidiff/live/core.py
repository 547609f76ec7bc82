"""What a session knows and answers. It reads nothing itself, so the sync and the async session share it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import chain

import attrs

from uidiff.diffing.ignoring import Ignore
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.formats.choice import NEW_TITLE, Choice, full_or_diff
from uidiff.formats.report import Report
from uidiff.live.baselines import Baselines, Told, WindowState
from uidiff.live.moments import Clock, is_time, next_moment, seconds_of, token_of
from uidiff.live.session_refs import KnownTarget, SessionRefs
from uidiff.live.settings import Question, Settings
from uidiff.live.store import State, Store, new_id
from uidiff.live.tracking import NumberedRead, match_by_refs
from uidiff.matching.concealed import stable_ids
from uidiff.matching.matching import Matching
from uidiff.model.snapshot import Snapshot
from uidiff.text import same_text

__all__ = ["SessionCore"]

RESTARTED = "the application was started again"
ELSEWHERE = "another window than before"

WINDOWS = 32
"""Number of windows, the last ones read, whose elements a session tracks."""

NAMED = 8
"""Number of filters of a window of which the roles are remembered, so that they are no unknown names later."""

SHELVED = 10_000
"""Number of other windows of which it knows their secrets, and which numbers are its own."""


class SessionCore(SessionRefs):
    """Windows, refs and answers.

    Attributes:
        settings: of the session.
        clock: tells it the time.
        recall: tells the backend what an earlier run has told about a window; None if it needs none of that.
    """

    def __init__(
        self,
        backend: str,
        settings: Settings,
        store: Store,
        clock: Clock,
        recall: Callable[[Snapshot], object] | None = None,
    ) -> None:
        super().__init__()
        self.settings = settings
        self.clock = clock
        self.recall = recall
        self._backend = backend
        self._baselines = Baselines(store)
        self._shelved: dict[str, WindowState] = {}  # windows that have not been read for long
        self._id = new_id()
        self._asked = 0

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
        """Answer with a read, and save it as the next baseline of the question: load, number, compare, choose, save.

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
        key = question.filter.key
        own, why = self._baselines.last_answer(window, key)
        base = own
        if question.latest is not None:
            base, why = self._baselines.up_to(window, question.latest)
        if before is not None and self._key(before.state.snapshot, target) == window.key:
            base, why = Told(before.state), ""
        read = self._number(window, snapshot, None if base is None else base.state, action)
        alone = (
            base is not None
            and self.settings.on_title_change == "full"
            and not same_text(base.state.snapshot.title, read.state.snapshot.title)
        )
        if alone:
            base, own, why = None, None, NEW_TITLE
        delta = None if base is None else self._delta(window, base.state, read, self.settings.ignore)
        now = self.clock.monotonic() if snapshot.taken_at is None else None
        age = now - base.at if base is not None and base.at is not None and now is not None else None
        choice, selected = self._choice(window, read.state, delta, question, why, age=age)
        if keep:
            unlike = None if delta is None or not delta.differences.keys() - {"id"} else delta.before.columns
            self._baselines.save(window, read, key, own, at=now, alone=alone, unlike=unlike)
        else:
            self._baselines.hold(window, read, key, own, at=now)
        window.tracker.tell(read.state, selected)
        self._free = max(self._free, read.state.refs.next)
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

    def _number(
        self, window: WindowState, snapshot: Snapshot, base: State | None, action: str | None = None
    ) -> NumberedRead:
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
            base=base,
        )

    def _delta(
        self, window: WindowState, base: State, read: NumberedRead, ignore: tuple[str | Ignore, ...]
    ) -> TreeDiff:
        """The diff of a state and a read: those of a told state are matched, of any other state the numbers tell."""
        state, before = read.state, base.compared
        same = before.snapshot.columns is state.snapshot.columns and before.refs.same_numbers(state.refs)
        pairs: Matching | None = None  # what shares its columns is compared without
        if not same or before.snapshot.concealed:
            is_matched = read.matching is not None and read.origin is not None and _is_same(base, read.origin)
            pairs = read.matching if is_matched else match_by_refs(before.refs, state.refs)
        return diff(
            before.snapshot,
            state.snapshot,
            matcher=self.settings.matcher if pairs is None else pairs,
            ignore=ignore,
            refs=(before.refs, state.refs),
            rules=self.settings.rules,
            hidden=window.tracker.secrets.changed_since(base.ts, before.refs.numbers, state.refs.numbers),
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
    ) -> tuple[Choice, tuple[int, ...] | None]:
        """Choose between the whole tree and the diff, of what the filter selects, and say which numbers that has."""
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
        choice = full_or_diff(
            snapshot,
            delta,
            format=question.format,
            options=options,
            refs=refs,
            mode=question.mode,
            full_when=self.settings.full_when,
            without=why,
        )
        if not question.filter:
            return choice, None
        return choice, tuple((refs if delta is None else delta.refs[1]).numbers)

    # ------------------------------------------------------------------ polls

    def watch(
        self,
        snapshot: Snapshot,
        target: object,
        *,
        base: State | None = None,
        told: bool = False,
        numbers: Collection[int] | None = None,
    ) -> NumberedRead:
        """Number the elements of a read without answering: the baseline stays.

        Args:
            snapshot: what was read.
            target: what it was read of.
            base: what it is compared with; the baseline of the question without a filter by default.
            told: whether a reader is told about it, as by a stream: then the next reads are matched with it.
            numbers: of the elements that the reader is told about; None: all.
        """
        window = self._window(snapshot, target)
        self._baselines.load(window, self._free)
        read = self._number(window, snapshot, base or self._unfiltered(window))
        window.tracker.commit(read, told=told)
        if told:
            window.tracker.tell(read.state, numbers)
        self._free = max(self._free, read.state.refs.next)
        return read

    def told_earlier(self, snapshot: Snapshot, target: object) -> Snapshot | None:
        """What an earlier run told about the window of a first read, if that does not show all of it; else None."""
        window = self._window(snapshot, target)
        if window.tracker.latest is not None:
            return None
        self._baselines.load(window, self._free)
        if window.tracker.told is None:
            return None
        told = window.tracker.told.known.snapshot
        return None if stable_ids(told) <= stable_ids(snapshot) else told

    def tell(self, read: NumberedRead, target: object, numbers: Collection[int]) -> None:
        """Take note that a reader was told about these elements of a read."""
        self._windows[self._key(read.state.snapshot, target)].tracker.tell(read.state, numbers)

    def baseline(self, read: NumberedRead, target: object) -> State | None:
        """The baseline of the question without a filter, of the window of a read; None if there is none."""
        return self._unfiltered(self._windows[self._key(read.state.snapshot, target)])

    def _unfiltered(self, window: WindowState) -> State | None:
        own, _ = self._baselines.last_answer(window, "")
        return None if own is None else own.state

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
        """Whether the window that the target was at the last read has a baseline of the question without a filter."""
        last = self._last_read(target)
        return last is not None and last.key in self._windows and self._windows[last.key].last_answer("") is not None

    # ---------------------------------------------------------------- windows

    def _window(self, snapshot: Snapshot, target: object) -> WindowState:
        """What is known of the window that was read."""
        last = self._last_read(target)
        if last is None:
            self._asked += 1
            last = KnownTarget(target, self._asked)
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

    def _key(self, snapshot: Snapshot, target: object, last: KnownTarget | None = None) -> str:
        """The key of a window (spec/definitions#13-windows); without one of its own, the number of its target."""
        if snapshot.window is not None:
            return f"{self._backend}\n{snapshot.window}"
        found = last or self._last_read(target)
        number = 0 if found is None else found.number
        return f"{self._backend}\n{self._id}\n{number}"

    def _last_read(self, target: object) -> KnownTarget | None:
        for known in reversed(self._targets):
            if known.is_for(target):
                return known
        return None


def _is_same(state: State, other: State) -> bool:
    """Whether two reads share their columns and numbers, as reads without a change in between do."""
    shared = state.refs.numbers is other.refs.numbers and state.snapshot.columns is other.snapshot.columns
    return shared and state.memory is other.memory


def _renewed(delta: TreeDiff) -> dict[str, tuple[str, str]]:
    """The refs of elements that were re-created, with the native id before and after."""
    stable_before, stable_after = delta.before.columns.id_stable, delta.after.columns.id_stable
    found = {}
    for index, before, after in delta.differences.get("id", ()):
        stable = stable_after[index] and stable_before[delta.matching.before_index(index)]
        if stable and isinstance(before, str) and isinstance(after, str):
            found[f"e{delta.refs[1].numbers[index]}"] = (before, after)
    return found
