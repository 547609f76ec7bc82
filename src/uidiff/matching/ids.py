"""Identity by the platform's ids, as they are."""

from __future__ import annotations

from typing import ClassVar

import attrs

from uidiff.matching.keys import Key, KeyPart, pair_by_keys
from uidiff.matching.matching import Matching, Reason
from uidiff.model.snapshot import Snapshot

__all__ = ["IdMatcher"]


@attrs.frozen
class IdMatcher:
    """Equal ids are the same element, whatever they stand for (spec/definitions#6-ids; spec/features#d33).

    Ids that occur several times pair k-th with k-th if they occur equally often on both sides, else not at all.
    Elements without id pair by their place among those without id; where none has one, by traversal index.
    """

    keys: ClassVar[tuple[Key, ...]] = (
        Key(
            Reason("id", "equal ids; without ids, the same place among those without"),
            (KeyPart("id"),),
            equally_often=True,
        ),
    )

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair equal ids; see :class:`Matcher`."""
        return pair_by_keys(before, after, given, self.keys).done()
