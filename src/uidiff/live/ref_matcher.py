"""A matcher for trees that another tool reads again and again: its refs decide what content leaves open."""

from __future__ import annotations

import attrs

from uidiff.matching.matching import Matcher, Matching
from uidiff.model.snapshot import Snapshot

__all__ = ["RefMatcher"]


@attrs.define
class RefMatcher:
    """Pairs as ``inner`` does, with the tool's refs as stable ids (spec/definitions#6-ids).

    So of equal rows the one that kept its ref stayed. A ref that names another thing now is no evidence against what
    the elements say.
    """

    inner: Matcher
    _last: tuple[Snapshot, Snapshot] | None = None

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair the elements that are the same."""
        known = self._last
        lasting = known[1] if known is not None and known[0].columns is before.columns else _with_lasting_ids(before)
        self._last = after, _with_lasting_ids(after)
        return self.inner.match(lasting, self._last[1], given=given)


def _with_lasting_ids(snapshot: Snapshot) -> Snapshot:
    columns = snapshot.columns
    if all(columns.id_stable):
        return snapshot
    stable = tuple(id_ is not None for id_ in columns.id)
    return attrs.evolve(snapshot, columns=columns._replace(id_stable=stable))
