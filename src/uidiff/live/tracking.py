"""Carries refs from read to read: each element of a window keeps its number as long as it lives
(spec/definitions#16-refs).

Every read is matched with the one before, whether it was answered or not, so identity is one chain. Baselines, which
only answers set, are compared by the numbers: what an agent calls ``e12`` is what a diff takes for the same element.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, islice

import attrs

from uidiff.diffing.moves import paired_ancestors, split_unread, unread_below, unread_parts
from uidiff.diffing.refs import Refs
from uidiff.live.secrets import Secrets
from uidiff.live.store import State
from uidiff.matching.matching import UNMATCHED, Matcher, Matching
from uidiff.matching.strategies import match
from uidiff.model.redaction import Redaction
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["NumberedRead", "RefTracker", "match_by_refs", "reads_as_much"]

SOURCES = 4
"""Number of reads that are searched for the number of an element."""

MOST_GONE = 100_000
"""Number of removed elements of which a session knows when they went."""


@attrs.frozen(kw_only=True, eq=False)
class Source:
    """A read from which numbers are carried: all of the last read; of an earlier one those that later ones left unread.

    Attributes:
        state: what was read.
        numbers: which of its numbers may come back; None for all.
    """

    state: State
    numbers: frozenset[int] | None = None


@attrs.frozen(kw_only=True, eq=False)
class NumberedRead:
    """One read of a window with its elements numbered.

    Attributes:
        state: what was read.
        before: the read that it was matched with, None for a first one.
        matching: of the two.
        unchanged: whether the elements equal those of the read before in every field.
        sources: where the next read takes its numbers from, the best first.
        went: the numbers of elements that were certainly removed.
    """

    state: State
    before: State | None = None
    matching: Matching | None = None
    unchanged: bool = False
    sources: tuple[Source, ...]
    went: tuple[int, ...] = ()


class RefTracker:
    """Numbers the elements of one window.

    Attributes:
        sources: where numbers come from: the last read, then earlier reads of what that did not show.
        ts: the moment of the last read in Unix milliseconds, 0 before the first.
        secrets: which fields stay hidden, and when their text changed last.
        went: by number the moment at which the element was removed, of the last ones.
    """

    def __init__(self) -> None:
        self.sources: tuple[Source, ...] = ()
        self.ts = 0
        self.secrets = Secrets()
        self.went: dict[int, int] = {}

    @property
    def latest(self) -> State | None:
        """The last read."""
        return self.sources[0].state if self.sources else None

    @property
    def living(self) -> set[int]:
        """The numbers of all elements that are not known to have been removed."""
        return {
            number
            for source in self.sources
            for number in (source.state.refs.numbers if source.numbers is None else source.numbers)
        }

    def state_with(self, number: int) -> State | None:
        """The last read that shows the element of a number, if it was not removed since; None if there is none."""
        for source in self.sources:
            if number in (source.state.refs.numbers if source.numbers is None else source.numbers):
                return source.state
        return None

    def number(self, snapshot: Snapshot, ts: int, *, free: int, matcher: Matcher, redact: Redaction) -> NumberedRead:
        """Number the elements of a read. Its secrets and moment are remembered at once, the numbers by :meth:`commit`.

        Args:
            snapshot: what was read.
            ts: its moment, later than the read before.
            free: the lowest number that the session has never given.
            matcher: matches it with the reads before.
            redact: hides the fields that were secret before.
        """
        before = self.sources[0].state if self.sources else None
        if before is None:
            refs = Refs(range(free, free + len(snapshot)), free + len(snapshot))
            snapshot = self.secrets.cover(snapshot, refs.numbers, redact=redact)
            self.secrets.remember(snapshot, refs.numbers, ts)
            state = State(ts=ts, snapshot=snapshot, refs=refs)
            self.ts = ts
            return NumberedRead(state=state, sources=(Source(state=state),))
        free = max(free, before.refs.next)  # of an earlier run's numbers the session knows only by this
        if before.snapshot.columns == snapshot.columns:
            return self._still(before, snapshot, ts, free, redact)
        matching = match(before.snapshot, snapshot, matcher=matcher)
        refs = self._numbered(snapshot, matching, free, matcher)
        covered = self.secrets.cover(snapshot, refs.numbers, redact=redact)
        if covered is not snapshot and covered.columns == before.snapshot.columns:
            return self._still(before, covered, ts, free, redact)
        self.secrets.remember(covered, refs.numbers, ts)
        self.ts = ts
        state = State(ts=ts, snapshot=covered, refs=refs)
        went, sources = self._left(state, matching)
        return NumberedRead(state=state, before=before, matching=matching, sources=sources, went=went)

    def _still(self, before: State, snapshot: Snapshot, ts: int, free: int, redact: Redaction) -> NumberedRead:
        """Number a read that equals the one before: it shares its columns and its numbers."""
        snapshot = attrs.evolve(snapshot, columns=before.snapshot.columns)
        refs = Refs(before.refs.numbers, free)
        if not self.secrets.nothing_known or snapshot.hidden:
            snapshot = self.secrets.cover(snapshot, refs.numbers, redact=redact)
            self.secrets.remember(snapshot, refs.numbers, ts)
        self.ts = ts
        state = State(ts=ts, snapshot=snapshot, refs=refs)
        sources = (Source(state=state), *self.sources[1:])
        return NumberedRead(state=state, before=before, unchanged=True, sources=sources)

    def commit(self, read: NumberedRead) -> None:
        """Continue from this read."""
        self.sources = read.sources
        self._remember_gone(read.went, read.state.ts)

    def adopt(self, states: Sequence[State]) -> None:
        """Continue from reads of another session or an earlier run: a baseline and what was read since.

        Where this session has a read of its own, their numbers have to be of the same lineage.
        """
        for state in states:
            latest = self.latest
            if latest is None:
                self.sources = (Source(state=state),)
            else:
                went, self.sources = self._left(state, match_by_refs(latest.refs, state.refs))
                self._remember_gone(went, state.ts)
            self.secrets.learn(state.snapshot, state.refs.numbers)
        self.ts = max(self.ts, *(state.ts for state in states))

    def _remember_gone(self, numbers: Sequence[int], ts: int) -> None:
        self.went.update(dict.fromkeys(numbers, ts))
        for number in list(islice(self.went, max(0, len(self.went) - MOST_GONE))):
            del self.went[number]

    def _numbered(self, snapshot: Snapshot, matching: Matching, free: int, matcher: Matcher) -> Refs:
        """The numbers of a read; also those that only an earlier read than the last has shown."""
        first, *others = self.sources
        refs = Refs(first.state.refs.numbers, free).carried(matching)
        if not others or len(matching) == len(snapshot):
            return refs
        numbers = list(refs.numbers)
        fresh = set(matching.unpaired_after)
        recalled: set[int] = set()
        for source in others:
            for i, j in match(source.state.snapshot, snapshot, matcher=matcher).pairs:
                number = source.state.refs.numbers[i]
                if j in fresh and number in (source.numbers or ()) and number not in recalled:
                    numbers[j] = number
                    recalled.add(number)
                    fresh.discard(j)
        for j in sorted(fresh):  # so that recalled numbers leave no gap
            numbers[j] = free
            free += 1
        return Refs(tuple(numbers), free)

    def _left(self, state: State, matching: Matching) -> tuple[tuple[int, ...], tuple[Source, ...]]:
        """The numbers of elements that were certainly removed, and where the next read finds the others.

        What a partial read does not show may be in what was not read.
        """
        here = set(state.refs.numbers) if len(self.sources) > 1 else set[int]()
        first, *others = self.sources
        before = first.state
        gone, missed = matching.unpaired_before, list[int]()
        if gone and state.snapshot.partial:
            unread = unread_below(state.snapshot, matching.before_of)
            gone, missed = split_unread(before.snapshot, gone, matching.after_of, unread)
        numbers = before.refs.numbers
        sources = [Source(state=before, numbers=frozenset(numbers[i] for i in missed))] if missed else []
        went = [numbers[i] for i in gone if numbers[i] not in here]
        for source in others:
            left = (source.numbers or frozenset()) - here
            if state.snapshot.partial and left:
                sources.append(Source(state=source.state, numbers=left))
            else:
                went.extend(sorted(left))
        return tuple(went), (Source(state=state), *_few(sources))


def _few(sources: list[Source]) -> list[Source]:
    """Reduce the sources to their number; what one of them shows is taken from an older one that shows it as well."""
    while len(sources) > SOURCES - 1:
        for place, source in enumerate(sources[:-1]):
            numbers = source.numbers or frozenset()
            shows = (k for k, one in enumerate(sources) if k > place and numbers.issubset(one.state.refs.numbers))
            if (older := next(shows, None)) is not None:
                sources[older] = attrs.evolve(sources[older], numbers=numbers | (sources[older].numbers or frozenset()))
                del sources[place]
                break
        else:
            del sources[-1]  # if it comes back, it gets another number
    return sources


def match_by_refs(before: Refs, after: Refs) -> Matching:
    """Match the elements that have the same number."""
    if before.same_numbers(after):
        return Matching.identity(len(after.numbers))
    places = {number: j for j, number in enumerate(after.numbers)}
    partners = [places.get(number, UNMATCHED) for number in before.numbers]
    return Matching.from_partners(partners, len(after.numbers))


def reads_as_much(before: Snapshot, after: Snapshot, matching: Matching) -> bool:
    """Whether the unread part of ``after`` lies within the unread part of ``before`` (spec/definitions#12-partial)."""
    if not after.partial:
        return True
    nearest = paired_ancestors(after.parents, matching.before_of)
    was_unread = unread_parts(before)
    for index in compress(range(len(after)), after.columns.unread):
        known = index if matching.before_of[index] != UNMATCHED else nearest[index]
        if known == NO_PARENT or not was_unread[matching.before_of[known]]:
            return False
    return True
