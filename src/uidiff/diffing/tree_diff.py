"""A tree diff: what differs between two snapshots, given who is who, as records; and the patch that carries it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from uidiff.diffing.events import Event
from uidiff.diffing.fields import HIDDEN_CHANGE, Difference
from uidiff.diffing.ignoring import Ignore
from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Removed, Reordered, Unknown
from uidiff.diffing.refs import Refs, SidesRefs
from uidiff.diffing.rules import EventRules, find_events
from uidiff.diffing.summary import summarize
from uidiff.errors import DeltaMismatch
from uidiff.matching.matching import Matching
from uidiff.model.limits import Limits
from uidiff.model.redaction import reveals
from uidiff.model.snapshot import Snapshot

if TYPE_CHECKING:
    from uidiff.diffing.patch import Patch

__all__ = ["Sides", "TreeDiff"]


def _shows_secrets(snapshot: Snapshot) -> bool:
    known = snapshot.circumstances
    return reveals(snapshot.columns) or known.with_shown_url() != known


@attrs.frozen(eq=False, repr=False)
class Sides:
    """What a bound delta was made from."""

    before: Snapshot
    after: Snapshot
    matching: Matching
    differences: Mapping[str, Sequence[Difference]]


def _copied(circumstances: Mapping[str, tuple[object, object]]) -> dict[str, tuple[object, object]]:
    return dict(circumstances)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class TreeDiff:
    """What changed. True if anything is reported; made by ``uidiff.diff`` or read by :meth:`from_dict`.

    It carries everything and reports what was asked: ``apply`` is exact whatever was ignored. Made by ``uidiff.diff``
    it is bound to its snapshots, and the elements of its records can be walked from; read from a file it is not,
    until :meth:`bind`.

    Attributes:
        added, removed: elements that came and went, one record each, descendants included.
        changed: elements that stayed and differ in a reported field.
        moved, reordered: elements that hang or stand elsewhere.
        unknown: before-elements that may have gone: what is there now was not read.
        newly_read: after-elements that may have been there: what was there before was not read.
        ignore: what was not to be reported: names, sorted, and then values of ``uidiff.Ignore``.
        unchanged_count: elements that stayed as and where they were, as far as is reported.
        rules: by which the events are found.
    """

    added: tuple[Added, ...]
    removed: tuple[Removed, ...]
    changed: tuple[Changed, ...]
    moved: tuple[Moved, ...]
    reordered: tuple[Reordered, ...]
    unknown: tuple[Unknown, ...]
    newly_read: tuple[NewlyRead, ...]
    _circumstances: dict[str, tuple[object, object]] = attrs.field(converter=_copied)
    ignore: tuple[str | Ignore, ...]
    unchanged_count: int
    rules: EventRules = attrs.field(factory=EventRules)
    sides: Sides | None = None
    loaded: Patch | None = None
    given_refs: Refs | SidesRefs | None = None
    loaded_events: tuple[Event, ...] = ()

    def __bool__(self) -> bool:
        return any((*self._records, self.circumstances))

    @property
    def record_count(self) -> int:
        """How many changes are reported: records, and circumstances that differ."""
        return sum(map(len, self._records)) + len(self._circumstances)

    @property
    def _records(self) -> tuple[tuple[object, ...], ...]:
        return (
            self.added,
            self.removed,
            self.changed,
            self.moved,
            self.reordered,
            self.unknown,
            self.newly_read,
        )

    @property
    def circumstances(self) -> Mapping[str, tuple[object, object]]:
        """Title, url and document where they differ: name to (before, after)."""
        return MappingProxyType(self._circumstances)

    # ------------------------------------------------------------------- sides

    @property
    def before(self) -> Snapshot:
        """The snapshot that it starts from; DeltaMismatch if it is not bound."""
        return self._bound.before

    @property
    def after(self) -> Snapshot:
        """The snapshot that it leads to; DeltaMismatch if it is not bound."""
        return self._bound.after

    @property
    def _bound(self) -> Sides:
        if self.sides is None:
            raise DeltaMismatch("this delta was read from a file: bind it to its snapshot with delta.bind(before)")
        return self.sides

    @property
    def bound(self) -> bool:
        """Whether it knows its snapshots."""
        return self.sides is not None

    @property
    def matching(self) -> Matching:
        """Who is who."""
        return self.patch.matching if self.sides is None else self.sides.matching

    @cached_property
    def patch(self) -> Patch:
        """What it carries: all that is needed to apply it."""
        if self.loaded is not None:
            return self.loaded
        from uidiff.diffing.patch import Patch  # not needed to tell what changed

        sides = self._bound
        return Patch.between(sides.before, sides.after, sides.matching, sides.differences)

    # ----------------------------------------------------------------- meaning

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What it means, the most important first; of a delta read from a file, what was found when it was made."""
        return find_events(self, self.rules) if self.bound else self.loaded_events

    @cached_property
    def summary(self) -> str:
        """What it means in one line of at most 200 characters; every text of the UI in it is quoted."""
        return summarize(self)

    @cached_property
    def refs(self) -> SidesRefs:
        """The numbers of the elements before and after (spec/definitions#16-refs); they are not saved with a delta."""
        if isinstance(self.given_refs, tuple):
            return self.given_refs
        before = self.given_refs or Refs.first(len(self.matching.after_of))
        return before, before.carried(self.matching)

    # --------------------------------------------------------------------- use

    def apply(self, before: Snapshot) -> Snapshot:
        """The after-snapshot, made from ``before``; DeltaMismatch if it was made from another snapshot."""
        after = self.patch.apply(before)
        if self.loaded is not None and (
            reveals(after.columns) or after.circumstances.with_shown_url() != after.circumstances
        ):
            raise DeltaMismatch("this delta was not written by uidiff: it shows a secret; make it from two snapshots")
        return after

    def bind(self, before: Snapshot) -> TreeDiff:
        """The same delta, bound to its snapshots; DeltaMismatch if it was not made from ``before``."""
        from uidiff.diffing.compare import diff_as_told  # compare makes tree diffs

        after = self.apply(before)
        hidden = [record.after.index for record in self.changed if record.fields.get("value") == HIDDEN_CHANGE]
        if not all(after.columns.secret[index] for index in hidden):
            raise DeltaMismatch("this delta was not written by uidiff: it tells of a secret where there is none")
        return diff_as_told(self, before, after, hidden)

    def to_dict(self) -> dict[str, Any]:
        """The delta as JSON values: patch, records, events and summary, in the form of :meth:`from_dict`."""
        from uidiff.diffing.delta_codec import delta_to_dict  # the codec makes tree diffs

        return delta_to_dict(self)

    @classmethod
    def from_dict(cls, value: object, *, limits: Limits | None = None) -> TreeDiff:
        """The delta in JSON values of :meth:`to_dict`, not bound; InvalidSnapshot names what does not fit."""
        from uidiff.diffing.delta_codec import delta_from_dict  # the codec makes tree diffs

        return delta_from_dict(value, limits or Limits())

    # ---------------------------------------------------------------- identity

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # unhashable, as snapshots are

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TreeDiff):
            return NotImplemented
        return self._value == other._value

    @property
    def _value(self) -> tuple[object, ...]:
        return (self._records, self._circumstances, self.ignore, self.unchanged_count, self.patch)

    def __repr__(self) -> str:
        names = ("added", "removed", "changed", "moved", "reordered", "unknown", "newly_read")
        counts = ", ".join(f"{len(getattr(self, name))} {name}" for name in names if getattr(self, name))
        return f"<TreeDiff {counts or 'empty'}, {self.unchanged_count} unchanged>"

    def _repr_html_(self) -> str:
        """What a notebook shows: what changed (formats/html/fragment.py, by the registry of displays)."""
        from uidiff.plugins import display  # only notebooks need it

        return display(self)
