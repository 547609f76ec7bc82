"""What a stored delta keeps: enough to apply it, and to make its records again once its snapshot is at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from uidiff.diffing.delta import Counts, Delta
from uidiff.diffing.differences import HIDDEN_CHANGE
from uidiff.diffing.events import Event
from uidiff.diffing.ignoring import Ignore
from uidiff.diffing.patch import Patch
from uidiff.diffing.rules import EventRules

__all__ = ["StoredDelta", "has_paths"]


def has_paths(ignore: Iterable[str | Ignore]) -> bool:
    """Return whether a rule has a path."""
    return any(isinstance(each, Ignore) and each.path is not None for each in ignore)


@attrs.frozen
class StoredDelta:
    """A delta without records. Equality is that of the delta: rules, events and summary are left out.

    Attributes:
        patch: makes the after-snapshot of the before-snapshot.
        ignore: what is not reported.
        counts: the number of records of each kind.
        hidden: after-indices of secrets reported as changed, though the patch does not show it.
        reported: by after-index the names of the reported fields. Kept only if ``ignore`` has rules with paths: these
            are paths in the whole window, and the delta may be of a part of it.
        rules: by which the events were found.
        events: without their records.
        summary: one line.
    """

    patch: Patch
    ignore: tuple[str | Ignore, ...]
    counts: Counts
    hidden: tuple[int, ...] = ()
    reported: Mapping[int, tuple[str, ...]] | None = None
    rules: EventRules = attrs.field(factory=EventRules, eq=False)
    events: tuple[Event, ...] = attrs.field(default=(), eq=False)
    summary: str = attrs.field(default="", eq=False)

    @classmethod
    def of(cls, delta: Delta, patch: Patch) -> StoredDelta:
        """Return what is stored of a delta, but for rules, events and summary."""
        return cls(
            patch=patch,
            ignore=delta.ignore,
            counts=delta.counts,
            hidden=tuple(r.after.index for r in delta.changed if r.fields.get("value") == HIDDEN_CHANGE),
            reported={r.after.index: tuple(r.fields) for r in delta.changed} if has_paths(delta.ignore) else None,
        )
