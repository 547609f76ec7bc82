"""Carries refs from read to read: each element of a window keeps its number as long as it lives, and has it again when
it comes back (spec/definitions#16-refs).

The numbers follow what the reader was told: a read is matched with the last state that was told, not with the reads in
between, which show lists half drawn and rows on their way. Those only pass on the numbers of what is new since. So
what an agent calls ``e12`` is what a diff of the two trees takes for the same element.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import compress, islice

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.unread import unread_parts
from uidiff.live.departed import Departed
from uidiff.live.known import Known, conceals_only, match_by_refs, remembered
from uidiff.live.secrets import Secrets
from uidiff.live.store import State
from uidiff.matching.matching import UNMATCHED, Matcher, Matching
from uidiff.matching.moves import paired_ancestors
from uidiff.matching.strategies import match
from uidiff.model.redaction import Redaction
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["NumberedRead", "RefTracker", "match_by_refs", "reads_as_much"]

MOST_GONE = 100_000
"""Number of removed elements of which a session knows when they went."""

MOST_PARTS = 8
"""Answers with a filter since the last one without that are remembered: as many as questions of a window."""

_NO_NUMBER = 0


@attrs.frozen(kw_only=True, eq=False)
class NumberedRead:
    """One read of a window with its elements numbered.

    Attributes:
        state: what was read.
        before: the read before, whether it was told or not; None for a first one.
        origin: the state that it was matched with: the last one that was told. None for a first read.
        matching: of what the origin showed and hid with this read; None where nothing differs, or where the origin
            knows of elements that were not read.
        left: what had left before this read.
    """

    state: State
    before: State | None = None
    origin: State | None = None
    matching: Matching | None = None
    left: Departed = attrs.field(factory=Departed, repr=False)

    @cached_property
    def went(self) -> tuple[int, ...]:
        """The numbers that the read before knew and this one does not."""
        if self.before is None or self.before.known.refs.same_numbers(self.state.known.refs):
            return ()
        here = set(self.state.known.refs.numbers)
        return tuple(number for number in self.before.known.refs.numbers if number not in here)

    @cached_property
    def departed(self) -> Departed:
        """What has left once this read is told."""
        document = self.state.snapshot.document
        if self.origin is None:
            return self.left.with_left(self.state.snapshot, self.state.refs, (), document)
        origin, here = self.origin.known, self.state.known.refs
        left = self.left if origin.refs.same_numbers(here) else self.left.without(here.numbers)
        gone = match_by_refs(origin.refs, here).unpaired_before
        return left.with_left(origin.snapshot, origin.refs, gone, document)


@attrs.frozen(kw_only=True, eq=False)
class _Given:
    """What :meth:`RefTracker.number` is given."""

    snapshot: Snapshot
    ts: int
    free: int
    matcher: Matcher
    redact: Redaction
    base: State | None


class RefTracker:
    """Numbers the elements of one window.

    Attributes:
        told: the last state that a reader was told; None before the first.
        latest: the last read, whether it was told or not.
        departed: the elements that have left.
        ts: the moment of the last read in Unix milliseconds, 0 before the first.
        secrets: which fields stay hidden, and when their text changed last.
        went: by number the moment at which the element was removed, of the last ones.
    """

    def __init__(self) -> None:
        self.told: State | None = None
        self.latest: State | None = None
        self.departed = Departed()
        self.ts = 0
        self.secrets = Secrets()
        self.went: dict[int, int] = {}
        self._whole: Known | None = None
        self._parts: deque[tuple[Known, frozenset[int]]] = deque(maxlen=MOST_PARTS)

    @property
    def living(self) -> set[int]:
        """The numbers of all elements that are not known to have been removed."""
        return set() if self.latest is None else set(self.latest.known.refs.numbers)

    def known_with(self, number: int) -> Known | None:
        """The tree that shows the element of a number, as it was read last; None if it was removed."""
        known = None if self.latest is None else self.latest.known
        return known if known is not None and number in known.refs.numbers else None

    def number(
        self,
        snapshot: Snapshot,
        ts: int,
        *,
        free: int,
        matcher: Matcher,
        redact: Redaction,
        base: State | None = None,
    ) -> NumberedRead:
        """Number the elements of a read. Its secrets and moment are remembered at once, the numbers by :meth:`commit`.

        Args:
            snapshot: what was read.
            ts: its moment, later than the read before.
            free: the lowest number that the session has never given.
            matcher: matches it with what was told.
            redact: hides the fields that were secret before.
            base: an earlier state that it is compared with, if not with the last one that was told: what only that
                one shows keeps its number too.
        """
        latest, origin = self.latest, self.told or self.latest
        if latest is not None:
            free = max(free, latest.refs.next)  # of earlier runs' numbers it knows only by this
        given = _Given(snapshot=snapshot, ts=ts, free=free, matcher=matcher, redact=redact, base=base)
        if latest is None or origin is None:
            refs = Refs(range(free, free + len(snapshot)), free + len(snapshot))
            state = State(ts=ts, snapshot=conceals_only(self._covered(given, refs), ()), refs=refs)
            return NumberedRead(state=state, left=self.departed)
        if latest.snapshot.columns == snapshot.columns and _hides_as_much(latest.snapshot, snapshot):
            return self._still(given, latest, origin)
        snapshot.share(latest.snapshot)
        known = origin.known
        matching = match(known.snapshot, snapshot, matcher=matcher)
        refs = self._numbered(given, known, matching)
        covered = self._covered(given, refs)
        is_same = covered is not snapshot and covered.columns == latest.snapshot.columns
        if is_same and _hides_as_much(latest.snapshot, covered):
            return self._still(attrs.evolve(given, snapshot=covered), latest, origin)
        memory = remembered(known, covered, refs)
        covered = conceals_only(covered, () if memory is None else memory.snapshot.concealed)
        state = State(ts=ts, snapshot=covered, refs=refs, memory=memory)
        return NumberedRead(
            state=state,
            before=latest,
            origin=origin,
            matching=matching if origin.compared.snapshot is known.snapshot else None,
            left=self.departed,
        )

    def _still(self, given: _Given, latest: State, origin: State) -> NumberedRead:
        """Number a read that equals the one before: it shares its columns and its numbers."""
        snapshot = attrs.evolve(given.snapshot, columns=latest.snapshot.columns)
        snapshot = conceals_only(snapshot, latest.snapshot.concealed)
        refs = Refs(latest.refs.numbers, given.free)
        if not self.secrets.nothing_known or snapshot.hidden:
            snapshot = self._covered(attrs.evolve(given, snapshot=snapshot), refs)
        self.ts = given.ts
        state = State(ts=given.ts, snapshot=snapshot, refs=refs, memory=latest.memory)
        return NumberedRead(state=state, before=latest, origin=origin, left=self.departed)

    def _covered(self, given: _Given, refs: Refs) -> Snapshot:
        """Hide what was secret before, and remember what is secret now."""
        covered = self.secrets.cover(given.snapshot, refs.numbers, redact=given.redact)
        self.secrets.remember(covered, refs.numbers, given.ts)
        self.ts = given.ts
        return covered

    def commit(self, read: NumberedRead, *, told: bool) -> None:
        """Continue from this read.

        Args:
            read: a read.
            told: whether a reader is told about it: then the next ones are matched with it.
        """
        departed = read.departed if told else self.departed
        self.latest = read.state
        if told:
            self.told, self.departed = read.state, departed
        self._remember_gone(read.went, read.state.ts)
        for number in self.went.keys() & set(read.state.refs.numbers) if self.went else ():
            del self.went[number]

    def tell(self, state: State, numbers: Collection[int] | None = None) -> None:
        """Take note of what a reader was told: that may be acted on (spec/definitions#20b-acting).

        Args:
            state: what was read.
            numbers: of those that a filter let through; None: all.
        """
        if numbers is None:
            self._whole = state.known
            self._parts.clear()
        else:
            self._parts.append((state.known, frozenset(numbers)))

    def told_of(self, number: int) -> Known | None:
        """The tree by which a reader was told last of the element of a number; None if no reader was."""
        for known, numbers in reversed(self._parts):
            if number in numbers and number in known.refs.numbers:
                return known
        return self._whole if self._whole is not None and number in self._whole.refs.numbers else None

    def adopt(self, states: Sequence[State], departed: Departed) -> None:
        """Continue from reads of another session or an earlier run: a baseline and what was told since.

        Where this session has a read of its own, their numbers have to be of the same lineage.
        """
        for state in states:
            if self.latest is not None:
                here = set(state.known.refs.numbers)
                self._remember_gone([one for one in self.latest.known.refs.numbers if one not in here], state.ts)
            self.told = self.latest = state
            self.tell(state)
            self.secrets.learn(state.snapshot, state.refs.numbers)
        self.departed = departed
        self.ts = max(self.ts, *(state.ts for state in states))

    def _remember_gone(self, numbers: Sequence[int], ts: int) -> None:
        self.went.update(dict.fromkeys(numbers, ts))
        for number in list(islice(self.went, max(0, len(self.went) - MOST_GONE))):
            del self.went[number]

    def _numbered(self, given: _Given, known: Known, matching: Matching) -> Refs:
        """The numbers of a read: as it was told, else as an earlier read has them, else new ones."""
        snapshot, free = given.snapshot, given.free
        refs = Refs(known.refs.numbers, free).carried(matching)
        if len(matching) == len(snapshot):
            return refs
        numbers = list(refs.numbers)
        for index in matching.unpaired_after:
            numbers[index] = _NO_NUMBER
        taken = set(known.refs.numbers)
        for state in (given.base, self.latest):
            if state is None or taken.issuperset(state.known.refs.numbers):
                continue
            earlier = state.known
            for i, j in match(earlier.snapshot, snapshot, matcher=given.matcher).pairs:
                number = earlier.refs.numbers[i]
                if numbers[j] == _NO_NUMBER and number not in taken:
                    numbers[j] = number
            taken.update(earlier.refs.numbers)
        for index, number in self.departed.recall(snapshot, numbers, taken).items():
            numbers[index] = number
        for index, number in enumerate(numbers):
            if number == _NO_NUMBER:
                numbers[index] = free
                free += 1
        return Refs(tuple(numbers), free)


def _hides_as_much(latest: Snapshot, snapshot: Snapshot) -> bool:
    """Whether a read still hides what the one before hid."""
    return set(latest.concealed) <= set(snapshot.concealed)


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
