"""Identity by the platform's ids: as they are (:class:`IdMatcher`), or as evidence (:class:`StableIdMatcher`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import attrs

from uidiff.matching.keys import Pairing, comparable_roles
from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.model.snapshot import Snapshot

__all__ = ["IdMatcher", "StableIdMatcher"]


@attrs.frozen
class IdMatcher:
    """Equal ids are the same element, whatever they stand for (DEFINITIONS 6; SPEC D3.3).

    Ids that occur several times pair k-th with k-th if they occur equally often on both sides, else not at all.
    Elements without id pair by their place among those without id; where none has one, by traversal index.
    """

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair equal ids; see :class:`Matcher`."""
        pairing = Pairing(given)
        free_before = _free(before.columns.id, pairing.after_of)
        free_after = _free(after.columns.id, pairing.before_of)
        counts_before, counts_after = Counter(free_before), Counter(free_after)
        uneven = {key for key in counts_before if key is not None and counts_before[key] != counts_after[key]}
        sides = (_keys(free_before, uneven, "before"), _keys(free_after, uneven, "after"))
        pairing.kth_with_kth(*sides)
        return pairing.done()


@attrs.frozen
class StableIdMatcher:
    """Ids that live as long as their elements are evidence (DEFINITIONS 6).

    An id counts only if both sides call it stable, it is unique on both sides, and the roles agree; equal ones pair.
    """

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair the elements whose ids count; see :class:`Matcher`."""
        if not any(before.columns.id_stable) or not any(after.columns.id_stable):
            return given
        pairing = Pairing(given)
        unique_before, unique_after = _unique(before), _unique(after)
        pairing.work += len(before) + len(after)
        roles_before, roles_after = comparable_roles(before), comparable_roles(after)
        for key, i in unique_before.items():
            j = unique_after.get(key, UNMATCHED)
            free = j != UNMATCHED and pairing.after_of[i] == UNMATCHED and pairing.before_of[j] == UNMATCHED
            if free and roles_before[i] == roles_after[j]:
                pairing.pair(i, j)
        return pairing.done()


_NOBODY = object()


def _free(ids: Sequence[str | None], partners: Sequence[int]) -> list[Hashable]:
    """The ids of the elements without partner; a mark where there is one."""
    return [_NOBODY if partner != UNMATCHED else key for key, partner in zip(ids, partners, strict=True)]


def _keys(ids: Sequence[Hashable], uneven: set[Hashable], side: str) -> list[Hashable]:
    """Keys of which those that must not pair differ between the sides."""
    return [(side, key) if key in uneven or key is _NOBODY else (key,) for key in ids]


def _unique(snapshot: Snapshot) -> dict[str, int]:
    """The stable ids that occur once among them, and where."""
    columns = snapshot.columns
    stable = [key if is_stable else None for key, is_stable in zip(columns.id, columns.id_stable, strict=True)]
    occurrences = Counter(stable)
    return {key: i for i, key in enumerate(stable) if key is not None and occurrences[key] == 1}
