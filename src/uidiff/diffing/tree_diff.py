"""The public face of diffing: ``diff`` and the ``TreeDiff`` that it returns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from uidiff.diffing.compare import compare, compare_equal
from uidiff.diffing.delta import Counts, Delta
from uidiff.diffing.differences import Difference
from uidiff.diffing.event_kinds import find_events
from uidiff.diffing.events import Event
from uidiff.diffing.focus_holder import find_focused
from uidiff.diffing.ignoring import Ignore, IgnoreOption, checked_ignore
from uidiff.diffing.item_texts import ItemTexts
from uidiff.diffing.labels import LABELLED, Labels
from uidiff.diffing.meaning.tree_view import role_set, state_names
from uidiff.diffing.records import Added, Changed, Hidden, Moved, NewlyRead, Removed, Reordered, Shown, Unknown
from uidiff.diffing.refs import Refs, RefsOption, SidesRefs
from uidiff.diffing.rules import EventRules
from uidiff.diffing.summary import summarize
from uidiff.diffing.table_rows import DeltaWithRows, delta_with_rows, refs_with_rows
from uidiff.errors import DeltaMismatch
from uidiff.matching.matching import Matching
from uidiff.matching.strategies import MatcherOption, match, resolve_matcher
from uidiff.model.limits import Limits
from uidiff.model.redaction import reveals
from uidiff.model.snapshot import Snapshot

if TYPE_CHECKING:
    from uidiff.diffing.delta_codec import StoredDelta
    from uidiff.diffing.patch import Patch

__all__ = ["TreeDiff", "diff"]

_DEFAULT_RULES = EventRules()


def diff(
    before: Snapshot,
    after: Snapshot,
    *,
    matcher: MatcherOption | Matching = "auto",
    ignore: IgnoreOption = (),
    refs: RefsOption | SidesRefs = None,
    rules: EventRules | None = None,
    hidden: Collection[int] = (),
) -> TreeDiff:
    """Compare two snapshots.

    Args:
        before, after: the snapshots, of one window or of two.
        matcher: pairs the elements: the name of a strategy, a matcher, or a matching of these two snapshots. Between
            equal trees no matcher is asked: each element is paired with itself.
        ignore: fields ("bounds", "value"), states ("focused") and circumstances ("title") whose changes are not
            reported; a ``uidiff.Ignore`` among them names elements whose changes are not. They are carried all the
            same: ``delta.apply(before) == after`` holds with any.
        refs: the numbers of the before-elements, such as ``delta.refs[1]`` of the step before; 1, 2, … by default. Or
            two ``Refs``, one for each side, where the after-elements have theirs already.
        rules: the thresholds and words by which ``delta.events`` are found.
        hidden: after-indices of secrets whose value is known to differ, though both values are shown alike: their
            value is reported as changed.

    Raises:
        UnknownName: no such matcher, or a name in ``ignore`` that no field has.
        DeltaMismatch: the matching or the refs given are those of other snapshots.
        ValueError: refs that are not different numbers from 1 on; ``hidden`` names an unpaired element or no secret.
        PluginError: the matcher is broken.
    """
    _expect_snapshots(before, after)
    ignored, given_refs = checked_ignore(ignore), _checked_refs(refs, before, after)
    matching = _matching(before, after, matcher)
    if matching is None and not hidden:
        delta = compare_equal(before, after, ignored)
    else:
        pairs = Matching.identity(len(before)) if matching is None else matching
        delta = compare(before, after, pairs, ignored, hidden=hidden)
    _share_views(delta)
    return TreeDiff(delta=delta, rules=rules or _DEFAULT_RULES, given_refs=given_refs)


def _share_views(delta: Delta) -> None:
    """Have the tree after take over what the tree before knows of columns in which the two do not differ."""
    delta.after.share(delta.before, ItemTexts)
    if delta.matching.runs == ((0, 0, len(delta.after)),) and len(delta.before) == len(delta.after):
        views: dict[Callable[[Snapshot], object], tuple[str, ...]] = {
            role_set: ("role",),
            state_names: ("states",),
        }
        if delta.before.columns.depth == delta.after.columns.depth:
            views |= {find_focused: ("states",), Labels: LABELLED}
        same = (view for view, columns in views.items() if delta.differences.keys().isdisjoint(columns))
        delta.after.share(delta.before, *same)


def rows_of(delta: TreeDiff) -> DeltaWithRows:
    """Return a bound delta as of trees in which each row of a flat table is an element."""
    return delta._rows  # noqa: SLF001  # its own module


def with_table_rows(delta: TreeDiff) -> TreeDiff:
    """Return a bound delta as of trees in which each row of a flat table is an element; itself if there is none."""
    rows = rows_of(delta)
    if rows.delta is delta.delta:
        return delta
    before, after = delta.refs
    refs = refs_with_rows(before, rows.before), refs_with_rows(after, rows.after)
    return TreeDiff(delta=rows.delta, rules=delta.rules, given_refs=refs)


def _expect_snapshots(*sides: object) -> None:
    for side in sides:
        if not isinstance(side, Snapshot):
            cure = "make one with uidiff.Snapshot.from_dicts"
            raise TypeError(f"diff takes two snapshots, got {type(side).__name__}; {cure}")


def _checked_refs(refs: RefsOption | SidesRefs, before: Snapshot, after: Snapshot) -> Refs | SidesRefs | None:
    if isinstance(refs, tuple) and len(refs) == len(("before", "after")) and all(isinstance(r, Refs) for r in refs):
        for side, given in zip((before, after), refs, strict=True):
            if len(given.numbers) != len(side):
                raise DeltaMismatch(f"{len(given.numbers)} refs for {len(side)} elements: give one for each")
        return refs
    return None if refs is None else Refs.of(refs, len(before))  # type: ignore[arg-type]  # no two of them


def _matching(before: Snapshot, after: Snapshot, matcher: MatcherOption | Matching) -> Matching | None:
    """Return the pairs of elements; None for equal trees if no matching is given: each element is its own partner."""
    if isinstance(matcher, Matching):
        if (matcher.before_count, matcher.after_count) != (len(before), len(after)):
            raise DeltaMismatch("the matching given is one of other snapshots; make one with uidiff.match")
        return matcher
    chosen = resolve_matcher(matcher)
    if after.share_columns(before) and not before.circumstances.concealed:
        return None
    return match(before, after, matcher=chosen)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class TreeDiff:
    """What changed from one snapshot to another. True if anything is reported.

    ``uidiff.diff`` makes it bound to its snapshots: it has records, whose elements know their trees. One read by
    :meth:`from_dict` has counts, events and summary, and can be applied; :meth:`bind` gives it its records back. Until
    then attributes that need the snapshots raise DeltaMismatch. It carries all differences, and reports those that
    were asked for: ``apply`` is exact whatever was ignored.

    Attributes:
        rules: the thresholds and words by which the events are found.
    """

    rules: EventRules = attrs.field(factory=EventRules)
    _delta: Delta | None = None
    _stored: StoredDelta | None = None
    _given_refs: Refs | SidesRefs | None = None
    _events_of: Callable[[Delta], tuple[Event, ...]] | None = None

    def __bool__(self) -> bool:
        return self.record_count > 0 if self._delta is None else bool(self._delta)

    # ------------------------------------------------------------------ records

    @property
    def bound(self) -> bool:
        """Whether it knows its snapshots."""
        return self._delta is not None

    @property
    def delta(self) -> Delta:
        """The records and counts."""
        if self._delta is None:
            raise DeltaMismatch("this delta was read from a file: bind it to its snapshot with delta.bind(before)")
        return self._delta

    @property
    def added(self) -> tuple[Added, ...]:
        """Elements that were added, one record each, descendants included."""
        return self.delta.added

    @property
    def removed(self) -> tuple[Removed, ...]:
        """Elements that were removed, one record each, descendants included."""
        return self.delta.removed

    @property
    def changed(self) -> tuple[Changed, ...]:
        """Paired elements that differ in a reported field."""
        return self.delta.changed

    @property
    def moved(self) -> tuple[Moved, ...]:
        """Paired elements with another parent, or another place among their siblings."""
        return self.delta.moved

    @property
    def reordered(self) -> tuple[Reordered, ...]:
        """Lists of which most elements changed places."""
        return self.delta.reordered

    @property
    def unknown(self) -> tuple[Unknown, ...]:
        """Before-elements that may have been removed: their place was not read afterwards."""
        return self.delta.unknown

    @property
    def newly_read(self) -> tuple[NewlyRead, ...]:
        """After-elements that may have been there before: their place was not read then."""
        return self.delta.newly_read

    @property
    def hidden(self) -> tuple[Hidden, ...]:
        """Before-elements that left the accessibility tree and live on: behind a modal, in a panel that is closed."""
        return self.delta.hidden

    @property
    def shown(self) -> tuple[Shown, ...]:
        """After-elements that were hidden; they are not among the added ones."""
        return self.delta.shown

    @property
    def circumstances(self) -> Mapping[str, tuple[object, object]]:
        """Title, url and document where they differ: name to (before, after)."""
        return MappingProxyType(dict(self.delta.circumstances))

    @cached_property
    def counts(self) -> Counts:
        """The number of records of each kind."""
        return self.delta.counts if self._stored is None else self._stored.counts

    @property
    def record_count(self) -> int:
        """The number of reported changes: records, and circumstances that differ."""
        return self.counts.reported

    @property
    def unchanged_count(self) -> int:
        """The number of paired elements without a reported change of content or place."""
        return self.counts.unchanged

    # -------------------------------------------------------------------- sides

    @property
    def before(self) -> Snapshot:
        """The snapshot that it starts from."""
        return self.delta.before

    @property
    def after(self) -> Snapshot:
        """The snapshot that it leads to."""
        return self.delta.after

    @property
    def differences(self) -> Mapping[str, Sequence[Difference]]:
        """By column the cells that differ between paired elements, reported or not."""
        return self.delta.differences

    @property
    def ignore(self) -> tuple[str | Ignore, ...]:
        """What was not to be reported: names, sorted, then values of ``uidiff.Ignore``."""
        return self.delta.ignore if self._stored is None else self._stored.ignore

    @property
    def matching(self) -> Matching:
        """The pairs of elements."""
        return self.delta.matching if self._stored is None else self._stored.patch.matching

    @cached_property
    def patch(self) -> Patch:
        """All that is needed to apply it."""
        if self._stored is not None:
            return self._stored.patch
        from uidiff.diffing.patch import Patch  # only needed to apply or store

        delta = self.delta
        return Patch.between(delta.before, delta.after, delta.matching, delta.differences)

    # ------------------------------------------------------------------ meaning

    @cached_property
    def _rows(self) -> DeltaWithRows:
        return delta_with_rows(self.delta)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What it means, the most important first; of a delta read from a file without their records."""
        if self._stored is not None:
            return self._stored.events
        return find_events(self._rows, self.rules) if self._events_of is None else self._events_of(self.delta)

    @cached_property
    def summary(self) -> str:
        """What it means in one line of at most 200 characters; every text of the UI in it is quoted."""
        return summarize(self.delta, self.events) if self._stored is None else self._stored.summary

    @cached_property
    def refs(self) -> SidesRefs:
        """The numbers of the elements before and after (spec/definitions#16-refs); they are not stored."""
        if isinstance(self._given_refs, tuple):
            return self._given_refs
        before = self._given_refs or Refs.first(len(self.matching.after_of))
        return before, before.carried(self.matching)

    # ---------------------------------------------------------------------- use

    def apply(self, before: Snapshot) -> Snapshot:
        """Make the after-snapshot from ``before``; DeltaMismatch if the delta was made from another snapshot."""
        after = self.patch.apply(before)
        known = after.circumstances
        if not self.bound and (reveals(after.columns) or known.with_shown_url() != known):
            raise DeltaMismatch("this delta was not written by uidiff: it shows a secret; make it from two snapshots")
        return after

    def bind(self, before: Snapshot) -> TreeDiff:
        """Return the delta with its records; DeltaMismatch if it was not made from ``before``."""
        after, stored = self.apply(before), self._to_store
        if not all(after.columns.secret[index] for index in stored.hidden):
            raise DeltaMismatch("this delta was not written by uidiff: it tells of a secret where there is none")
        delta = compare(before, after, self.matching, stored.ignore, hidden=stored.hidden, reported=stored.reported)
        return TreeDiff(delta=delta, rules=self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return the delta as JSON values: patch, ignore, rules, counts, events and summary; see :meth:`from_dict`."""
        from uidiff.diffing.delta_codec import stored_to_dict  # only needed to store

        kept = attrs.evolve(self._to_store, rules=self.rules, events=self.events, summary=self.summary)
        return stored_to_dict(kept)

    @classmethod
    def from_dict(cls, value: object, *, limits: Limits | None = None) -> TreeDiff:
        """Read JSON values of :meth:`to_dict`. The delta is not bound; InvalidSnapshot names what does not fit."""
        from uidiff.diffing.delta_codec import stored_from_dict  # only needed to read

        stored = stored_from_dict(value, limits or Limits())
        return cls(stored=stored, rules=stored.rules)

    @cached_property
    def _to_store(self) -> StoredDelta:
        """What is stored, but for the meaning."""
        from uidiff.diffing.delta_codec import StoredDelta  # only needed to store or compare

        return StoredDelta.of(self.delta, self.patch) if self._stored is None else self._stored

    # ----------------------------------------------------------------- identity

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # unhashable, as snapshots are

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TreeDiff):
            return NotImplemented
        if self.bound and other.bound and self.delta.lists != other.delta.lists:
            return False
        return self._to_store == other._to_store

    def __repr__(self) -> str:
        counts = attrs.asdict(self.counts)
        del counts["circumstances"]
        unchanged = counts.pop("unchanged")
        shown = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        return f"<TreeDiff {shown or 'empty'}, {unchanged} unchanged>"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: what changed (formats/html/fragment.py, by the registry of displays)."""
        from uidiff.plugins import display  # only notebooks need it

        return display(self)
